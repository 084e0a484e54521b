package anchor

import (
	"sync"

	"dossier/models"
)

// Text is a text in which slices are made and looked for. What all slices of a text need
// is worked out once, when the first asks for it: many slices of one text are best looked
// for in one Text. It may be used by several goroutines.
type Text struct {
	lines
	signatures func() []uint64 // of each line
}

// NewText splits a text into lines.
func NewText(text string) *Text {
	l := splitLines(text)
	return &Text{l, sync.OnceValue(l.signatures)}
}

// Lines returns the number of lines.
func (t *Text) Lines() int { return t.count() }

// Resolve is [Text.Resolve] in a text that is used once.
func Resolve(text string, s models.Slice) Resolution { return NewText(text).Resolve(s) }
