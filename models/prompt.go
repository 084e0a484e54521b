package models

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Prompt is a named, reusable instruction.
type Prompt struct {
	Name  string      `json:"name"`
	Text  string      `json:"text"` // may contain variables such as {{project}}
	Scope PromptScope `json:"scope"`
}

// PromptScope is where a prompt is stored.
type PromptScope string

// Scopes of prompts. A project prompt hides a user prompt of the same name, which hides a built-in one.
const (
	BuiltInPrompt PromptScope = "built-in"
	UserPrompt    PromptScope = "global"
	ProjectPrompt PromptScope = "project"
)

// maxPromptName is the max length of a prompt's name, which is also a file name, in bytes.
const maxPromptName = 64

// CheckPromptName returns an error for an invalid prompt name. Prompt names are file names on every system.
func CheckPromptName(name string) error {
	switch {
	case name == "":
		return fmt.Errorf("a prompt must have a name")
	case len(name) > maxPromptName || !utf8.ValidString(name):
		return fmt.Errorf("the name of a prompt has at most %d bytes", maxPromptName)
	case strings.TrimSpace(name) != name || strings.HasSuffix(name, ".") || strings.HasPrefix(name, "."):
		return fmt.Errorf("the name of a prompt begins and ends with a letter, digit, hyphen or underscore, unlike %q", name)
	}
	for _, r := range name {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune(" ._-", r) {
			return fmt.Errorf("the name of a prompt has letters, digits, spaces, hyphens, underscores and dots, but no %q", r)
		}
	}
	return nil
}

// maxVariable is the max length of a variable including braces and spaces, in bytes.
const maxVariable = 32

// PromptVariables returns the variables that a prompt may contain, in menu order, without their braces: {{name}}.
func PromptVariables() []string {
	return []string{"project", "date", "branch", "selection", "question"}
}

// ExpandPrompt replaces the variables in a text by their values in one pass: values are not
// expanded again. Unknown variables are left unchanged. used contains the replaced ones.
func ExpandPrompt(text string, values map[string]string) (expanded string, used map[string]bool) {
	used = map[string]bool{}
	var b strings.Builder
	for {
		open := strings.Index(text, "{{")
		if open < 0 {
			break
		}
		b.WriteString(text[:open])
		text = text[open:]
		end := strings.Index(text[:min(len(text), maxVariable)], "}}")
		name := strings.TrimSpace(text[2:max(end, 2)])
		value, ok := values[name]
		if !ok || end < 0 {
			b.WriteString(text[:1])
			text = text[1:]
			continue
		}
		used[name] = true
		b.WriteString(value)
		text = text[end+2:]
	}
	b.WriteString(text)
	return b.String(), used
}
