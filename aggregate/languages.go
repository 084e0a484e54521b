package aggregate

import (
	"cmp"
	"fmt"
	"path"
	"strings"

	"github.com/bmatcuk/doublestar/v4"

	"dossier/aggregate/text"
	"dossier/models"
)

// Language returns what a file is read as: by the longest pattern of the rules that matches
// its path, else by its name and content.
func Language(rules []models.LanguageRule, name, content string) string {
	if language := ruled(rules, name); language != "" {
		return language
	}
	return text.Language(name, content)
}

// languageOf is [Language] of a file that is read.
func languageOf(rules []models.LanguageRule, name string, src *source) string {
	return cmp.Or(ruled(rules, name), src.language)
}

// ruled returns the language that the rules give a file; empty when none matches.
func ruled(rules []models.LanguageRule, name string) string {
	best, language := -1, ""
	for _, rule := range rules {
		if len(rule.Pattern) <= best || !matchesRule(rule.Pattern, name) {
			continue
		}
		if id := text.FindLanguage(rule.Language); id != "" {
			best, language = len(rule.Pattern), id
		}
	}
	return language
}

func matchesRule(pattern, name string) bool {
	if !strings.Contains(pattern, "/") {
		name = path.Base(name)
	}
	ok, err := doublestar.Match(strings.TrimPrefix(pattern, "/"), name)
	return ok && err == nil
}

// languageWarnings says which rules mean nothing.
func languageWarnings(rules []models.LanguageRule) []Warning {
	var warnings []Warning
	for _, rule := range rules {
		if text.FindLanguage(rule.Language) == "" {
			warnings = append(warnings, Warning{Message: fmt.Sprintf("files.languages: %s: there is no language %q", text.Escape(rule.Pattern), rule.Language)})
		}
		if !doublestar.ValidatePattern(rule.Pattern) {
			warnings = append(warnings, Warning{Message: fmt.Sprintf("files.languages: %s is not a pattern", text.Escape(rule.Pattern))})
		}
	}
	return warnings
}
