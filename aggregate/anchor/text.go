package anchor

import (
	"sync"

	"dossier/models"
)

// Text is a text in which slices are created and resolved. It computes what all slices share
// once, on first use, so use one Text for many slices of a text. It is safe for concurrent use.
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

// Resolve is [Text.Resolve] for a text that is used once.
func Resolve(text string, s models.Slice) Resolution { return NewText(text).Resolve(s) }
