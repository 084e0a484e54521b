package preview

import (
	"context"
	"maps"

	"dossier/aggregate/highlight"
	"dossier/ui/project"
	"dossier/ui/session/jobs"
)

// maxColoured is the maximum number of files whose colours are cached.
const maxColoured = 400

// Part is the preview of one project's document in a session: its lines, and data that is computed
// in the background. It belongs to the session's goroutine; all work runs in jobs of the project.
type Part struct {
	*Lines
	coloured           func()                       // called when more colours are known
	colours            map[string][][]highlight.Run // of bodies, by [aggregate.Document.BodyKey]
	colouring, finding *jobs.Latest
}

// NewPart returns the preview of a newly opened project, or of none. coloured is called when more
// colours are known.
func NewPart(work *jobs.Group, coloured func()) *Part {
	return &Part{Lines: New(), coloured: coloured, colouring: work.Latest(), finding: work.Latest()}
}

// Busy reports whether colouring or a search is running.
func (p *Part) Busy() bool { return p.colouring.Busy() || p.finding.Busy() }

// Runs returns the colours of a line of code in the document; nil while they are unknown.
func (p *Part) Runs(block, line int) []highlight.Run {
	if block < 0 || block >= p.doc.Blocks() {
		return nil
	}
	lines := p.colours[p.doc.BodyKey(block)]
	if line < 0 || line >= len(lines) {
		return nil
	}
	gutter := p.doc.Gutter(block, line)
	if gutter == 0 {
		return lines[line]
	}
	runs := []highlight.Run{{Start: 0, End: gutter - 1, Style: highlight.Comment}}
	for _, run := range lines[line] {
		run.Start, run.End = run.Start+gutter, run.End+gutter
		runs = append(runs, run)
	}
	return runs
}

// Highlight colours blocks of the document, those in view, in the background.
func (p *Part) Highlight(blocks []int) {
	type job struct{ key, language, body string }
	var work []job
	for _, block := range blocks {
		if block < 0 || block >= p.doc.Blocks() {
			continue
		}
		key := p.doc.BodyKey(block)
		if _, known := p.colours[key]; known || key == "" {
			continue
		}
		body, _ := p.doc.Unnumbered(block)
		work = append(work, job{key, p.doc.Language(block), body})
	}
	if len(work) == 0 {
		return
	}
	p.colouring.Start(func(ctx context.Context) func() {
		done := map[string][][]highlight.Run{}
		for _, j := range work {
			done[j.key] = highlight.Lines(j.language, j.body)
			if ctx.Err() != nil {
				return nil
			}
		}
		return func() {
			if p.colours == nil || len(p.colours) > maxColoured {
				p.colours = map[string][][]highlight.Run{}
			}
			maps.Copy(p.colours, done)
			p.coloured()
		}
	})
}

// Search searches the document for a text in the background. A newer search cancels an older one.
func (p *Part) Search(query string, found func(matches []project.Match, more bool)) {
	doc := p.doc
	p.finding.Start(func(ctx context.Context) func() {
		matches, more, err := Search(ctx, doc, query)
		if err != nil {
			return nil
		}
		return func() { found(matches, more) }
	})
}
