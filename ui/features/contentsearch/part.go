// Package contentsearch searches the files of the project in a session: the query, the lines found
// so far, and adding them to the document.
//
// A search runs in the background. A newer search cancels an older one. Lines are added one action after another.
package contentsearch

import (
	"context"
	"slices"

	"dossier/aggregate/grep"
	"dossier/ui/project"
	"dossier/ui/project/search"
	"dossier/ui/session/feature"
	"dossier/ui/session/jobs"
	"dossier/ui/session/message"
)

// ContextLines is the number of context lines on each side of a found line in its slice.
const ContextLines = 3

// Host is the subset of the session that the search depends on.
type Host interface {
	feature.Source
	feature.Editor
	feature.Reporter
}

// Part is the controller of the search in one project. It belongs to the session's goroutine.
type Part struct {
	host   Host
	work   *jobs.Group
	query  grep.Query
	report search.Report
	err    error
	folded map[string]bool // files whose lines are hidden
	rows   []Row
	shown  bool

	searching *jobs.Latest
	adding    *jobs.Serial
}

// Row is a file of the report, or one of its found lines.
type Row struct {
	File int // index in the report
	Line int // index in the file's lines of the report; -1 for the file itself
}

// New returns the controller for a newly opened project, or for none.
func New(host Host, work *jobs.Group) *Part {
	return &Part{host: host, work: work, folded: map[string]bool{}, searching: work.Latest(), adding: work.Serial()}
}

// Query returns the current query.
func (p *Part) Query() grep.Query { return p.query }

// Set starts another search. An empty pattern finds nothing.
func (p *Part) Set(q grep.Query) {
	if q == p.query {
		return
	}
	p.query, p.folded = q, map[string]bool{}
	p.again()
}

// SetVisible sets whether the result is visible. Only then is it updated.
func (p *Part) SetVisible(on bool) {
	if p.shown == on {
		return
	}
	if p.shown = on; on {
		p.again()
	}
}

// again repeats the search. Until the first lines are found, those of the last search stay.
func (p *Part) again() {
	opened, q := p.host.Project(), p.query
	if opened == nil || q.Pattern == "" {
		p.searching.Stop()
		p.show(search.Report{}, nil)
		return
	}
	p.searching.Start(func(ctx context.Context) func() {
		report, err := search.Stream(ctx, opened, search.Request{Query: q}, func(so search.Report) {
			p.work.Do(ctx, func() { p.show(so, nil) })
		})
		if ctx.Err() != nil {
			return nil
		}
		return func() { p.show(report, err) }
	})
	p.host.Changed()
}

// show shows the lines found so far.
func (p *Part) show(report search.Report, err error) {
	p.report, p.err = report, err
	p.layout()
	p.host.Changed()
}

func (p *Part) layout() {
	p.rows = nil
	for i, f := range p.report.Files {
		p.rows = append(p.rows, Row{i, -1})
		if p.folded[f.Path] {
			continue
		}
		for j := range f.Lines {
			p.rows = append(p.rows, Row{i, j})
		}
	}
}

// Report returns the result so far. While [Part.Searching] it may be that of the previous query.
func (p *Part) Report() search.Report { return p.report }

// Err returns the error of the query: an invalid pattern.
func (p *Part) Err() error { return p.err }

// Searching reports whether the search is still running.
func (p *Part) Searching() bool { return p.searching.Busy() }

// Rows returns the visible rows, sorted by path and line.
func (p *Part) Rows() []Row { return p.rows }

// Folded reports whether the lines of a file are hidden.
func (p *Part) Folded(path string) bool { return p.folded[path] }

// Fold hides the lines of a file, or shows them.
func (p *Part) Fold(path string, on bool) {
	p.folded[path] = on
	p.layout()
	p.host.Changed()
}

// FoldAll hides the lines of all files, or shows them.
func (p *Part) FoldAll(on bool) {
	for _, f := range p.report.Files {
		p.folded[f.Path] = on
	}
	p.layout()
	p.host.Changed()
}

// Places returns the files and lines of some rows; the row of a file includes all of its found
// lines.
func (p *Part) Places(rows []Row) []search.Place {
	lines := map[int][]int{}
	for _, row := range rows {
		file := p.report.Files[row.File]
		for i, l := range file.Lines {
			if row.Line < 0 || row.Line == i {
				lines[row.File] = append(lines[row.File], l.Line)
			}
		}
	}
	var out []search.Place
	for i, f := range p.report.Files {
		if list := lines[i]; list != nil {
			slices.Sort(list)
			out = append(out, search.Place{Path: f.Path, Lines: slices.Compact(list)})
		}
	}
	return out
}

// All returns the files and lines of the whole result.
func (p *Part) All() []search.Place {
	rows := make([]Row, len(p.report.Files))
	for i := range rows {
		rows[i] = Row{i, -1}
	}
	return p.Places(rows)
}

// AddFiles adds the files of places in full; files that are in the document already stay unchanged.
func (p *Part) AddFiles(places []search.Place) {
	paths := paths(places)
	p.host.Edit(message.Several("add {{.N}} files", len(paths), project.FirstName(paths)), func(e *project.Edit) { e.Add(paths) })
}

// RemoveFiles removes the files of places.
func (p *Part) RemoveFiles(places []search.Place) {
	paths := paths(places)
	p.host.Edit(message.Several("remove {{.N}} files", len(paths), project.FirstName(paths)), func(e *project.Edit) { e.Remove(paths) })
}

// AddSlices adds the lines of places with [ContextLines] context lines on both sides, as slices of their files.
func (p *Part) AddSlices(places []search.Place) {
	p.add(message.Several("slices of {{.N}} files", len(places), project.FirstName(paths(places))), func(ctx context.Context, opened *project.Project) ([]project.EntryChange, error) {
		return search.AsSlices(ctx, opened, places, ContextLines)
	})
}

// AddSymbols adds the definitions around the lines of places, as masks of their files.
func (p *Part) AddSymbols(places []search.Place) {
	p.add(message.Several("symbols of {{.N}} files", len(places), project.FirstName(paths(places))), func(ctx context.Context, opened *project.Project) ([]project.EntryChange, error) {
		return search.AsSymbols(ctx, opened, places)
	})
}

// add changes entries in one undo step after find has determined the changes.
func (p *Part) add(label message.Message, find func(context.Context, *project.Project) ([]project.EntryChange, error)) {
	opened := p.host.Project()
	if opened == nil {
		return
	}
	p.adding.Run(func(ctx context.Context) func() {
		shown, err := find(ctx, opened)
		return func() {
			if err != nil {
				p.host.Fail(err)
				return
			}
			p.host.Edit(label, func(e *project.Edit) { e.ChangeFiles(shown) })
		}
	})
}

func paths(places []search.Place) []string {
	out := make([]string, len(places))
	for i, place := range places {
		out[i] = place.Path
	}
	return out
}
