package models

import (
	"slices"
	"strings"
)

// Asked is the question that the files of a preset were fitted to, kept so that it can be asked
// again. The zero value asks nothing.
type Asked struct {
	Question  string
	MaxTokens int            // of the whole document, in those of the model; 0: nobody has said
	Also      []AskedOf      // what else counts as the question, each once
	Extra     map[string]any // unknown keys, kept
}

// AskedOf is something that may count as the question beside what is written.
type AskedOf string

// What may count as the question.
const (
	AskedInstruction AskedOf = "instruction"
	AskedFocus       AskedOf = "focus" // the files in focus
	AskedBeads       AskedOf = "beads"
	AskedNotes       AskedOf = "notes"
	AskedDiscussion  AskedOf = "discussion"
)

// IsZero reports whether nothing is asked.
func (a Asked) IsZero() bool {
	return strings.TrimSpace(a.Question) == "" && a.MaxTokens == 0 && len(a.Also) == 0 && len(a.Extra) == 0
}

func parseAsked(f form) Asked {
	a := Asked{Question: f.str("question", ""), MaxTokens: int(f.integer("max_tokens", 0, 0))}
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
	if len(a.Also) > 0 {
		words := make([]any, len(a.Also))
		for i, word := range a.Also {
			words[i] = string(word)
		}
		w.add("also", words)
	}
	return w.rest(a.Extra)
}
