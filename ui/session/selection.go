package session

import (
	"fmt"
	"strings"

	"dossier/aggregate"
	"dossier/aggregate/text"
	"dossier/ui/session/editors"
	"dossier/ui/session/message"
)

// Spot is a place in a document: before a byte of a line, counted from 0.
type Spot struct{ Line, At int }

// Selection is a part of a document, from where a person began to where they are. Both are
// the same where nothing is selected.
type Selection struct{ Anchor, Caret Spot }

// Ends returns the first place and the last.
func (s Selection) Ends() (from, to Spot) {
	if s.Caret.Line < s.Anchor.Line || s.Caret.Line == s.Anchor.Line && s.Caret.At < s.Anchor.At {
		return s.Caret, s.Anchor
	}
	return s.Anchor, s.Caret
}

// Text returns what is selected of a document.
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

// Follow returns where what was selected in a document stands in the one that took its
// place: in the same block, where it was or where it has moved to. ok is false when it is
// gone or has changed, for a selection never comes to mean another text. Lines that have moved are
// known by themselves and by one beside them. Its work grows with what is selected, and with
// the block when it has moved.
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

// SourceLines are lines of a file, from 1 and both in the range, with their text, one
// newline behind each.
type SourceLines struct {
	Path       string
	Start, End int
	Text       string
}

// SourceOf returns the lines of its file that lines [first, last) of the document are. What stands
// around a file, its heading and its fence, may be among them. ok is false where they are of no
// file of the composition, of more than one, or of one that is not shown line by line.
func (s *Session) SourceOf(first, last int) (lines SourceLines, ok bool) {
	if _, replaying := s.Replayed(); replaying || first >= last {
		return SourceLines{}, false
	}
	doc := s.Document()
	block := doc.BlockAt(first)
	if block < 0 || doc.BlockAt(last-1) != block || doc.Block(block).Row < 0 {
		return SourceLines{}, false
	}
	item := doc.Items[doc.Block(block).Row]
	body, _ := doc.BodyRange(block)
	at := doc.Block(block).Lines.Start + body.Start
	first, last = max(first, at), min(last, at+body.Len())
	if _, in := s.RowOf(item.Path); !in || item.Err != nil || first >= last {
		return SourceLines{}, false
	}
	for _, part := range doc.Stretches(block) {
		if first-at < part.Line || last-at > part.Line+part.Count {
			continue
		}
		var b strings.Builder
		for n := first; n < last; n++ {
			b.WriteString(strings.TrimSuffix(doc.Line(n), "\r") + "\n")
		}
		start := part.Source + first - at - part.Line
		return SourceLines{item.Path, start, start + last - first - 1, b.String()}, true
	}
	return SourceLines{}, false
}

// MakeSlice makes a slice of lines of a file of the composition, which have to be what
// they were when they were chosen. Of lines that are one already it says so.
func (s *Session) MakeSlice(lines SourceLines) {
	var m *editors.Slices
	made := false
	take := func() {
		if made || m == nil || !m.Loaded() && m.Err() == nil {
			return
		}
		made = true
		defer m.Close()
		err := m.Err()
		if err == nil && !m.Holds(lines.Start, lines.Text) {
			err = fmt.Errorf("%s has changed: choose the lines again", text.Escape(lines.Path))
		}
		turn := s.undo.Turn()
		if err == nil {
			_, err = m.Make(lines.Start, lines.End)
		}
		switch {
		case err != nil:
			s.tell(message.Problem(err))
			return
		case s.undo.Turn() == turn: // nothing for undo to take back
			s.tell(message.New("These lines of {{.File}} are a slice already", map[string]any{"File": text.Escape(lines.Path)}))
			return
		}
		done := message.Count("Made a slice of {{.N}} lines of {{.File}}", lines.End-lines.Start+1, map[string]any{"File": text.Escape(lines.Path)})
		done.Undo = true
		s.tell(done)
	}
	m = s.OpenSlices(lines.Path, take)
	take()
}
