// Package imports manages the dependencies or dependents of files in a session: the files reached
// as rows that can be ticked, the depth and the view mode, and the costs. Ticked rows are added to
// the composition in one step. It reads and counts in the background, in jobs of the project.
package imports

import (
	"context"
	"slices"

	"dossier/aggregate"
	"dossier/aggregate/links/imports"
	"dossier/models"
	"dossier/ui/project"
	"dossier/ui/project/dependencies"
	"dossier/ui/session/feature"
	"dossier/ui/session/jobs"
	"dossier/ui/session/message"
)

// Host is the subset of the session that the imports depend on.
type Host interface {
	feature.Source
	feature.Tokens
	feature.Editor
	feature.Reporter
}

// Row is a reached file.
type Row struct {
	imports.Use
	Ticked bool // whether it is to be added
	In     bool // whether it is already in the composition
	Cost   project.Cost
}

// Modes returns the offered view modes.
func Modes() []models.ViewMode {
	return []models.ViewMode{models.Skeleton, models.Outline, models.Summary, models.Full}
}

// costKey is a file in a view mode.
type costKey struct {
	path string
	mode models.ViewMode
}

// Part is the controller of imports in one project. It belongs to the session's goroutine.
type Part struct {
	host  Host
	files *dependencies.Files // nil until it is first needed

	names []string // the queried files
	to    dependencies.Direction
	depth int
	mode  models.ViewMode

	answer dependencies.Answer
	err    error
	rows   []Row
	off    map[string]bool // rows that the user has unticked
	costs  map[costKey]aggregate.Count

	progress          aggregate.Progress // of reading; zero if none is shown
	work              *jobs.Group
	finding, counting *jobs.Latest
}

// New returns the controller for a newly opened project, or for none.
func New(host Host, work *jobs.Group) *Part {
	return &Part{
		host: host, depth: dependencies.MinDepth, mode: models.Skeleton,
		work: work, finding: work.Latest(), counting: work.Latest(),
		off: map[string]bool{}, costs: map[costKey]aggregate.Count{},
	}
}

// Query queries the dependencies or dependents of files, instead of the previous query. Depth and
// view mode stay unchanged.
func (p *Part) Query(to dependencies.Direction, names ...string) {
	if p.host.Project() == nil {
		return
	}
	p.to, p.names, p.off = to, slices.Clone(names), map[string]bool{}
	p.answer, p.rows, p.err = dependencies.Answer{}, nil, nil
	p.costs = map[costKey]aggregate.Count{} // files may have changed
	p.find()
}

// Queried returns the queried files and the direction.
func (p *Part) Queried() ([]string, dependencies.Direction) { return p.names, p.to }

// Depth returns the number of imports to follow.
func (p *Part) Depth() int { return p.depth }

// SetDepth sets the number of imports to follow; an invalid depth becomes the nearest valid one.
func (p *Part) SetDepth(depth int) {
	depth = max(dependencies.MinDepth, min(depth, dependencies.MaxDepth))
	if depth != p.depth {
		p.depth = depth
		p.find()
	}
}

// Mode returns the view mode for the files.
func (p *Part) Mode() models.ViewMode { return p.mode }

// SetMode sets the view mode for the files.
func (p *Part) SetMode(mode models.ViewMode) {
	if mode != p.mode {
		p.mode = mode
		p.Follow()
	}
}

// Busy reports whether imports are being read.
func (p *Part) Busy() bool { return p.finding.Busy() }

// Progress returns how many of the files whose imports are unknown have been read.
func (p *Part) Progress() aggregate.Progress { return p.progress }

// Err returns why the query failed.
func (p *Part) Err() error { return p.err }

// Answer returns the result of the query.
func (p *Part) Answer() dependencies.Answer { return p.answer }

// Rows returns the reached files, nearest first. The caller must not modify them.
func (p *Part) Rows() []Row { return p.rows }

func (p *Part) find() {
	opened, to, depth, names := p.host.Project(), p.to, p.depth, p.names
	if opened == nil || len(names) == 0 {
		return
	}
	if p.files == nil {
		p.files = dependencies.Of(opened)
	}
	files := p.files
	p.progress = aggregate.Progress{}
	p.finding.Start(func(ctx context.Context) func() {
		answer, err := files.Find(ctx, to, depth, names, func(done, all int) { p.read(ctx, done, all) })
		if ctx.Err() != nil {
			return nil
		}
		return func() {
			p.answer, p.err, p.progress = answer, err, aggregate.Progress{}
			p.Follow()
		}
	})
	p.host.Changed()
}

// progressAfter is the number of files after which the progress is shown.
const progressAfter = 64

// read reports the number of files that were read, from a background job.
func (p *Part) read(ctx context.Context, done, all int) {
	if done%progressAfter == 0 {
		p.work.Do(ctx, func() {
			p.progress = aggregate.Progress{Done: done, Total: all}
			p.host.Changed()
		})
	}
}

// Follow updates the rows after the composition has changed, and counts those that are not counted
// yet.
func (p *Part) Follow() {
	p.mark()
	p.host.Changed()
	var wanted []string
	for _, row := range p.rows {
		if row.Cost.Pending {
			wanted = append(wanted, row.Path)
		}
	}
	if len(wanted) > 0 {
		p.count(wanted)
	}
}

func (p *Part) mark() {
	in := map[string]bool{}
	for _, item := range p.host.Items() {
		in[item.Path] = true
	}
	p.rows = make([]Row, len(p.answer.Items))
	for i, use := range p.answer.Items {
		row := Row{Use: use, In: in[use.Path]}
		row.Ticked = !row.In && !p.off[use.Path]
		n, pending := p.costOf(row)
		row.Cost = project.Cost{Count: project.ForModel(n, p.host.Model()), Pending: pending}
		p.rows[i] = row
	}
}

// costOf returns the cost of adding a row, in counted tokens; pending while it is unknown.
func (p *Part) costOf(row Row) (n aggregate.Count, pending bool) {
	n, ok := p.costs[costKey{row.Path, p.mode}]
	if !ok || n.N != 0 && n.Vocabulary != p.host.Model().Vocabulary {
		return aggregate.Count{Exact: true}, true
	}
	return n, false
}

// atOnce is the number of files after which the figures are updated.
const atOnce = 24

func (p *Part) count(wanted []string) {
	files, in, mode := p.files, p.host.Input(), p.mode
	jobs.InBatches(p.counting, wanted, atOnce, func(ctx context.Context, now []string) func() {
		costs, err := files.Cost(ctx, in, mode, now)
		if err != nil {
			return nil
		}
		return func() {
			for i, path := range now {
				p.costs[costKey{path, mode}] = costs[i]
			}
			p.mark()
			p.host.Changed()
		}
	})
}

// Tick ticks or unticks rows.
func (p *Part) Tick(rows []int, on bool) {
	for _, i := range rows {
		if i >= 0 && i < len(p.rows) {
			if on {
				delete(p.off, p.rows[i].Path)
			} else {
				p.off[p.rows[i].Path] = true
			}
		}
	}
	p.mark()
	p.host.Changed()
}

// Ticked returns the number of ticked rows, and their total cost.
func (p *Part) Ticked() (files int, cost project.Cost) {
	cost.Exact = true
	for _, row := range p.rows {
		if row.Ticked {
			files++
			n, pending := p.costOf(row)
			cost = cost.Plus(project.Cost{Count: n, Pending: pending})
		}
	}
	cost.Count = project.ForModel(cost.Count, p.host.Model())
	return files, cost
}

// Add adds the ticked rows to the composition, in one undo step, and reports whether there were
// any.
func (p *Part) Add() bool {
	var paths []string
	for _, row := range p.rows {
		if row.Ticked {
			paths = append(paths, row.Path)
		}
	}
	if len(paths) == 0 || p.host.Project() == nil {
		return false
	}
	added, mode := 0, p.mode
	p.host.Edit(message.Several("add {{.N}} files", len(paths), project.FirstName(paths)), func(e *project.Edit) {
		added = dependencies.Add(e, mode, paths)
	})
	done := message.Several("Added {{.N}} files", added, project.FirstName(paths))
	done.Undo = added > 0
	p.Follow()
	p.host.Notify(done)
	return added > 0
}
