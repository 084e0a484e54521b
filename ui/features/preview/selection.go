package preview

import (
	"strings"

	"dossier/aggregate"
)

// Spot is a position in a document: before a byte of a line, counted from 0.
type Spot struct{ Line, At int }

// Selection is a selected part of a document, from the anchor to the caret. Both are equal if
// nothing is selected.
type Selection struct{ Anchor, Caret Spot }

// Ends returns the first and the last position.
func (s Selection) Ends() (from, to Spot) {
	if s.Caret.Line < s.Anchor.Line || s.Caret.Line == s.Anchor.Line && s.Caret.At < s.Anchor.At {
		return s.Caret, s.Anchor
	}
	return s.Anchor, s.Caret
}

// Text returns the selected text of a document.
func (s Selection) Text(doc *aggregate.Document) string {
	from, to := s.Ends()
	var b strings.Builder
	for n := from.Line; n <= to.Line; n++ {
		line := doc.Line(n)
		if n < to.Line {
			line += "\n"
		} else {
			line = line[:min(to.At, len(line))]
		}
		if n == from.Line {
			line = line[min(from.At, len(line)):]
		}
		b.WriteString(line)
	}
	return b.String()
}

// Follow returns the position of the selection in the document that replaced another: in the same block, at
// the same or another position. ok is false if the selected text is gone or has changed, because a selection
// must never change its text. Moved lines are identified by themselves and an adjacent line. It takes time
// proportional to the selection, and to the block if the selection has moved.
func (s Selection) Follow(before, after *aggregate.Document) (next Selection, ok bool) {
	from, to := s.Ends()
	block := before.BlockAt(from.Line)
	if block < 0 || to.Line >= before.Lines {
		return Selection{}, false
	}
	key, home := blockKey(before, block), -1
	for b := range after.Blocks() {
		if blockKey(after, b) == key {
			home = b
			break
		}
	}
	if home < 0 {
		return Selection{}, false
	}
	there := after.Block(home).Lines
	same := func(n, by int) bool { return n+by >= 0 && n+by < after.Lines && before.Line(n) == after.Line(n+by) }
	all := func(by int) bool {
		for n := from.Line; n <= to.Line; n++ {
			if !same(n, by) {
				return false
			}
		}
		return true
	}
	by := there.Start - before.Block(block).Lines.Start
	found := all(by)
	for k := 1; !found && k <= there.Len(); k++ {
		for _, d := range []int{by - k, by + k} {
			if at := from.Line + d; at >= there.Start && at < there.End && all(d) && (same(from.Line-1, d) || same(to.Line+1, d)) {
				by, found = d, true
				break
			}
		}
	}
	if !found {
		return Selection{}, false
	}
	s.Anchor.Line += by
	s.Caret.Line += by
	return s, true
}
