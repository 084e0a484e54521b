package models

import (
	"slices"
	"strings"
)

// Asked is the question that a preset's files were selected for, stored so that it can be asked
// again. The zero value is no question.
type Asked struct {
	Question  string
	MaxTokens int            // budget of the whole document in the model's tokens; 0 if not set
	Range     string         // change in the repository that the files belong to; empty means none
	Also      []AskedOf      // other parts of the question, without duplicates
	Extra     map[string]any // unknown keys, preserved
}

// AskedOf is an additional part of the question.
type AskedOf string

// Additional parts of the question.
const (
	AskedInstruction AskedOf = "instruction"
	AskedFocus       AskedOf = "focus" // the focused files
	AskedBeads       AskedOf = "beads"
	AskedNotes       AskedOf = "notes"
	AskedDiscussion  AskedOf = "discussion"
)

// IsZero reports whether there is no question.
func (a Asked) IsZero() bool {
	return strings.TrimSpace(a.Question) == "" && a.MaxTokens == 0 && a.Range == "" && len(a.Also) == 0 && len(a.Extra) == 0
}

func parseAsked(f form) Asked {
	a := Asked{Question: f.str("question", ""), MaxTokens: int(f.integer("max_tokens", 0, 0)), Range: f.str("git", "")}
	words := []AskedOf{AskedInstruction, AskedFocus, AskedBeads, AskedNotes, AskedDiscussion}
	for _, word := range f.strings("also") {
		switch {
		case !slices.Contains(words, AskedOf(word)):
			f.fail("also", unknownWord(word, words))
		case !slices.Contains(a.Also, AskedOf(word)):
			a.Also = append(a.Also, AskedOf(word))
		}
	}
	a.Extra = f.rest()
	return a
}

// Fields returns the stored form.
func (a Asked) Fields() Fields {
	var w writer
	w.addIf(a.Question != "", "question", a.Question)
	w.addIf(a.MaxTokens > 0, "max_tokens", int64(a.MaxTokens))
	w.addIf(a.Range != "", "git", a.Range)
	if len(a.Also) > 0 {
		words := make([]any, len(a.Also))
		for i, word := range a.Also {
			words[i] = string(word)
		}
		w.add("also", words)
	}
	return w.rest(a.Extra)
}
