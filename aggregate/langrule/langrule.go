// Package langrule applies the user's language rules, which override the language detected from a
// file's name and content.
package langrule

import (
	"fmt"
	"path"
	"strings"

	"github.com/bmatcuk/doublestar/v4"

	"dossier/aggregate/text"
	"dossier/models"
)

// Find returns the language of the longest pattern that matches the path of a file; empty if none
// does.
func Find(rules []models.LanguageRule, name string) string {
	best, language := -1, ""
	for _, rule := range rules {
		if len(rule.Pattern) <= best || !matches(rule.Pattern, name) {
			continue
		}
		if id := text.FindLanguage(rule.Language); id != "" {
			best, language = len(rule.Pattern), id
		}
	}
	return language
}

func matches(pattern, name string) bool {
	if !strings.Contains(pattern, "/") {
		name = path.Base(name)
	}
	ok, err := doublestar.Match(strings.TrimPrefix(pattern, "/"), name)
	return ok && err == nil
}

// Problems returns a sentence for each invalid rule.
func Problems(rules []models.LanguageRule) (problems []string) {
	for _, rule := range rules {
		if text.FindLanguage(rule.Language) == "" {
			problems = append(problems, fmt.Sprintf("files.languages: %s: there is no language %q", text.Escape(rule.Pattern), rule.Language))
		}
		if !doublestar.ValidatePattern(rule.Pattern) {
			problems = append(problems, fmt.Sprintf("files.languages: %s is not a pattern", text.Escape(rule.Pattern)))
		}
	}
	return problems
}
