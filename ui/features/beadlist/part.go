// Package beadlist manages the beads of the open project in a session: the contents of its tracker as
// rows that can be filtered and sorted, and which of them are in the document. One goroutine polls
// the tracker while it is in use, and one runs bd; both belong to the jobs of the project.
package beadlist

import (
	"context"
	"errors"
	"time"

	"dossier/aggregate"
	"dossier/aggregate/beads"
	"dossier/aggregate/beads/bd"
	"dossier/aggregate/tokens"
	"dossier/models"
	"dossier/ui/project"
	"dossier/ui/session/feature"
	"dossier/ui/session/jobs"
	"dossier/ui/session/message"
)

// interval is the interval at which the tracker is polled while it is in use: a few stat calls,
// which take less than a thousandth of the time. It is not watched like other files, because it may
// be above the project or ignored, and a redirect may lead anywhere in the repository.
const interval = 500 * time.Millisecond

// Host is the subset of the session that the beads depend on.
type Host interface {
	feature.Source
	feature.Document
	feature.Tokens
	feature.Editor
	feature.Reporter
	feature.Storage
	feature.Sending
}

// Part is the controller of one project's beads. It belongs to the session's goroutine.
type Part struct {
	host     Host
	model    *Model
	shown    bool // whether the list is visible
	watching *jobs.Latest
	running  *jobs.Latest // runs bd
}

// New returns the controller for a newly opened project, or for none.
func New(host Host, work *jobs.Group) *Part {
	p := &Part{host: host, model: newModel(), watching: work.Latest(), running: work.Latest()}
	p.watching.Waits = true
	return p
}

// Model returns the tracker's beads as rows.
func (p *Part) Model() *Model {
	p.model.configure(p.host.Composition().BeadsExclude, p.host.Model())
	return p.model
}

// Included reports whether the beads are part of the dossier.
func (p *Part) Included() bool { return p.host.Composition().ExecutionMode == models.Beads }

// SetVisible sets whether the list is visible. While it is, or the beads are in the document, changes
// of the tracker are shown within a second.
func (p *Part) SetVisible(on bool) {
	p.shown = on
	p.Watch()
}

// Watch polls the tracker while it is in use. Call it when that may have changed.
func (p *Part) Watch() {
	switch wanted := p.host.Project() != nil && (p.shown || p.Included()); {
	case !wanted:
		p.watching.Stop()
	case !p.watching.Busy():
		p.await()
	}
}

// await waits in the background until the tracker differs from the shown one, and reads it.
func (p *Part) await() {
	opened, shown := p.host.Project(), p.model.tracker
	p.watching.Start(func(ctx context.Context) func() {
		tick := time.NewTicker(interval)
		defer tick.Stop()
		for {
			if next := opened.Beads().Tracker(); next != shown {
				listed := newListed(next)
				return func() { p.show(listed) }
			}
			select {
			case <-ctx.Done():
				return nil
			case <-tick.C:
			}
		}
	})
}

func (p *Part) show(listed listed) {
	p.model.show(listed)
	p.host.Changed()
	if p.Included() && p.host.Project().Beads().InUse() != listed.tracker {
		p.host.Rebuild()
	}
	p.Watch()
}

// Include includes beads in the dossier, or excludes them.
func (p *Part) Include(ids []string, in bool) {
	if len(ids) == 0 {
		return
	}
	label := message.Several("exclude {{.N}} beads", len(ids), ids[0])
	if in {
		label = message.Several("include {{.N}} beads", len(ids), ids[0])
	}
	p.host.Edit(label, func(e *project.Edit) {
		e.Composition.BeadsExclude, _ = project.Excluding(e.Composition.BeadsExclude, ids, in)
	})
}

// SetIncluded includes some beads in the dossier and excludes others, in one undo step.
func (p *Part) SetIncluded(in, out []string) {
	if len(in) == 0 {
		return
	}
	p.host.Edit(message.Several("only {{.N}} beads", len(in), in[0]), func(e *project.Edit) {
		e.Composition.BeadsExclude, _ = project.Excluding(e.Composition.BeadsExclude, in, true)
		e.Composition.BeadsExclude, _ = project.Excluding(e.Composition.BeadsExclude, out, false)
	})
}

// Request determines, in the background, how bd would be run to list the beads; agreed reports
// whether the user has agreed to exactly this before. Nothing is run.
func (p *Part) Request(then func(request bd.Request, agreed bool)) {
	opened := p.host.Project()
	if opened == nil {
		p.host.Fail(project.ErrNone)
		return
	}
	p.running.Start(func(context.Context) func() {
		request, err := opened.Beads().Request()
		agreed := err == nil && opened.Beads().Consented(request)
		return func() {
			p.host.Changed()
			switch {
			case errors.Is(err, bd.ErrNoProgram):
				p.host.Notify(message.New("There is no bd on the PATH: install it, or make the file with it elsewhere", nil))
			case err != nil:
				p.host.Fail(err)
			default:
				then(request, agreed)
			}
		}
	})
}

// Run runs bd to list the beads, in the background, and stores that the user has agreed to exactly
// this request.
func (p *Part) Run(request bd.Request) {
	opened := p.host.Project()
	if opened == nil {
		return
	}
	p.host.WriteState(func(ctx context.Context) error { return opened.Beads().Consent(ctx, request) })
	p.running.Start(func(ctx context.Context) func() {
		err := opened.Beads().Run(ctx, request)
		return func() {
			p.host.Changed()
			if err != nil {
				p.host.Fail(err)
				return
			}
			p.await()
			p.host.Rebuild()
		}
	})
	p.host.Changed()
}

// Running reports whether bd is running.
func (p *Part) Running() bool { return p.running.Busy() }

// Cancel stops bd.
func (p *Part) Cancel() {
	p.running.Stop()
	p.host.Changed()
}

// CopyExport copies the command with which the tracker writes the missing file.
func (p *Part) CopyExport() {
	var missing *project.NoListError
	if errors.As(p.model.Tracker().Err, &missing) {
		p.host.CopyText(missing.Export(), missing.Export())
	}
}

// block returns the block of the document that shows the beads, or -1.
func (p *Part) block() int {
	if section, ok := p.host.Document().Section(aggregate.BeadsSection); ok {
		return section.Blocks.Start + 1
	}
	return -1
}

// Count returns the number of beads in the document.
func (p *Part) Count() int {
	if block := p.block(); block >= 0 {
		return p.host.Document().ItemCount(block)
	}
	return 0
}

// Line returns the line of the document that shows a bead; false if there is none. Its cost is
// proportional to the number of beads.
func (p *Part) Line(id string) (int, bool) {
	block := p.block()
	if _, known := p.model.Bead(id); block < 0 || !known || !p.Model().In(id) {
		return 0, false
	}
	doc := p.host.Document()
	line, ok := doc.ItemLine(block, id)
	if !ok {
		return 0, false
	}
	return doc.Block(block).Lines.Start + line, true
}

// BeadAt returns the bead that a line of the document shows; for the line of all completed beads, the
// first of them. It is false for other lines.
func (p *Part) BeadAt(line int) (string, bool) {
	block := p.block()
	if block < 0 {
		return "", false
	}
	doc := p.host.Document()
	id, ok := doc.ItemAt(block, line-doc.Block(block).Lines.Start)
	if !ok || !p.model.In(id) {
		return "", false
	}
	_, known := p.model.Bead(id)
	return id, known
}

// costsOf estimates the tokens that each bead adds to the document.
func costsOf(list []models.Bead) []tokens.Count {
	costs := make([]tokens.Count, len(list))
	for i, b := range list {
		if entry := beads.Entry(b); entry != "" {
			costs[i] = tokens.Guess(entry + "\n")
		}
	}
	return costs
}
