package session

import (
	"context"
	"maps"

	"dossier/aggregate/highlight"
	"dossier/aggregate/text"
	"dossier/ui/session/change"
)

// Runs returns the colours of a line of a file in the document: nil where they are not
// known, or not known yet.
func (s *Session) Runs(block, line int) []highlight.Run {
	if block < 0 || block >= s.Document().Blocks() {
		return nil
	}
	lines := s.colours[s.colourKey(block)]
	if line < 0 || line >= len(lines) {
		return nil
	}
	return lines[line]
}

// colourKey names what a block's colours depend on: the text, and the file's name,
// which tells the language. It is empty where no whole file is shown.
func (s *Session) colourKey(block int) string {
	key := s.Document().BodyKey(block)
	if key == "" {
		return ""
	}
	return key + s.Document().Block(block).Title
}

// Highlight colours blocks of the document beside the window: those in view.
func (s *Session) Highlight(blocks []int) {
	type job struct{ key, language, body string }
	var work []job
	doc := s.Document()
	for _, block := range blocks {
		if block < 0 || block >= doc.Blocks() {
			continue
		}
		key := s.colourKey(block)
		if _, known := s.colours[key]; known || key == "" {
			continue
		}
		_, body := doc.BodyRange(block)
		work = append(work, job{key, text.Language(doc.Block(block).Title, body), body})
	}
	if len(work) == 0 {
		return
	}
	s.colouring.Start(func(ctx context.Context) func() {
		done := map[string][][]highlight.Run{}
		for _, j := range work {
			done[j.key] = highlight.Lines(ctx, j.language, j.body)
			if ctx.Err() != nil {
				return nil
			}
		}
		return func() {
			if s.colours == nil || len(s.colours) > maxColoured {
				s.colours = map[string][][]highlight.Run{}
			}
			maps.Copy(s.colours, done)
			s.notify(change.Colours)
		}
	})
}

// maxColoured bounds how many files' colours are kept.
const maxColoured = 400
