package models

import (
	"slices"
	"strings"
)

// Question is the question that a preset's files were selected for, stored so that it can be asked
// again. The zero value is no question.
type Question struct {
	Question  string
	MaxTokens int            // budget of the whole document in the model's tokens; 0 if not set
	Range     string         // change in the repository that the files belong to; empty means none
	Also      []QuestionPart // other parts of the question, without duplicates
	Extra     map[string]any // unknown keys, preserved
}

// QuestionPart is an additional part of the question.
type QuestionPart string

// Additional parts of the question.
const (
	QuestionInstruction QuestionPart = "instruction"
	QuestionFocus       QuestionPart = "focus" // the focused files
	QuestionBeads       QuestionPart = "beads"
	QuestionNotes       QuestionPart = "notes"
	QuestionDiscussion  QuestionPart = "discussion"
)

// IsZero reports whether there is no question.
func (a Question) IsZero() bool {
	return strings.TrimSpace(a.Question) == "" && a.MaxTokens == 0 && a.Range == "" && len(a.Also) == 0 && len(a.Extra) == 0
}

func parseQuestion(f form) Question {
	a := Question{Question: f.str("question", ""), MaxTokens: int(f.integer("max_tokens", 0, 0)), Range: f.str("git", "")}
	words := []QuestionPart{QuestionInstruction, QuestionFocus, QuestionBeads, QuestionNotes, QuestionDiscussion}
	for _, word := range f.strings("also") {
		switch {
		case !slices.Contains(words, QuestionPart(word)):
			f.fail("also", unknownWord(word, words))
		case !slices.Contains(a.Also, QuestionPart(word)):
			a.Also = append(a.Also, QuestionPart(word))
		}
	}
	a.Extra = f.rest()
	return a
}

// Fields returns the stored form.
func (a Question) Fields() Fields {
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
