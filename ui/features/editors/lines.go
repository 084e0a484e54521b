package editors

import (
	"fmt"
	"strings"

	"dossier/aggregate/text"
	"dossier/ui/session/message"
)

// Lines is a range of lines of a file, counted from 1 and inclusive, with their text, each with a newline.
type Lines struct {
	Path       string
	Start, End int
	Text       string
}

// SourceOf returns the lines of a file that lines [first, last) of the document show. The range may
// include the file's heading and fence. ok is false if it shows no file of the composition, more
// than one, or one that is not shown line by line.
func (p *Part) SourceOf(first, last int) (lines Lines, ok bool) {
	if p.host.Replaying() || first >= last {
		return Lines{}, false
	}
	doc := p.host.Document()
	block := doc.BlockAt(first)
	if block < 0 || doc.BlockAt(last-1) != block || doc.Block(block).Row < 0 {
		return Lines{}, false
	}
	item := doc.Items[doc.Block(block).Row]
	body, _ := doc.BodyRange(block)
	at := doc.Block(block).Lines.Start + body.Start
	first, last = max(first, at), min(last, at+body.Len())
	if _, in := p.host.RowOf(item.Path); !in || item.Err != nil || first >= last {
		return Lines{}, false
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
		return Lines{item.Path, start, start + last - first - 1, b.String()}, true
	}
	return Lines{}, false
}

// MakeSlice makes a slice of lines of a file of the composition, which must not have changed since
// they were selected. If they are already a slice, it reports that.
func (p *Part) MakeSlice(lines Lines) {
	var m *Slices
	made := false
	take := func() {
		if made || m == nil || !m.Loaded() && m.Err() == nil {
			return
		}
		made = true
		defer m.Close()
		err := m.Err()
		if err == nil && !m.HasLines(lines.Start, lines.Text) {
			err = fmt.Errorf("%s has changed: choose the lines again", text.Escape(lines.Path))
		}
		turn := p.host.UndoVersion()
		if err == nil {
			_, err = m.Make(lines.Start, lines.End)
		}
		switch {
		case err != nil:
			p.host.Notify(message.Problem(err))
			return
		case p.host.UndoVersion() == turn: // nothing for undo to revert
			p.host.Notify(message.New("These lines of {{.File}} are a slice already", map[string]any{"File": text.Escape(lines.Path)}))
			return
		}
		done := message.Count("Made a slice of {{.N}} lines of {{.File}}", lines.End-lines.Start+1, map[string]any{"File": text.Escape(lines.Path)})
		done.Undo = true
		p.host.Notify(done)
	}
	m = p.Slices(lines.Path, take)
	take()
}
