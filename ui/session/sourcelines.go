package session

import (
	"fmt"
	"strings"

	"dossier/aggregate/text"
	"dossier/ui/session/editors"
	"dossier/ui/session/message"
)

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
	if _, replaying := s.snapshots.Replayed(); replaying || first >= last {
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
	if !s.context.Has(item.Path) || item.Err != nil || first >= last {
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
