// Package ordering sorts the files of the document in one undo step. It reads its input in the
// background.
package ordering

import (
	"context"
	"slices"

	"dossier/ui/project"
	"dossier/ui/project/sorting"
	"dossier/ui/session/feature"
	"dossier/ui/session/jobs"
	"dossier/ui/session/message"
)

// Host is the subset of the session that the order depends on.
type Host interface {
	feature.Source
	feature.Editor
	feature.Reporter
}

// Part orders the files of one project. It belongs to the session's goroutine.
type Part struct {
	host   Host
	latest *jobs.Latest
	speak  *jobs.Later // reports slow work
}

// New returns the controller for a newly opened project, or for none.
func New(host Host, work *jobs.Group) *Part { return &Part{host, work.Latest(), work.Later()} }

// Order sorts the files. A newer call cancels an older one. Files that are added in the meantime
// stay after the others.
func (p *Part) Order(kind sorting.Kind) {
	opened, ranker := p.host.Project(), p.host.Ranker()
	if opened == nil {
		return
	}
	paths := sorting.Paths(p.host.Items())
	p.speak.Start(jobs.VisibleDelay, func() { p.host.Notify(reading(kind)) })
	p.latest.Start(func(ctx context.Context) func() {
		sorted, unread, err := sorting.Of(ctx, opened, ranker, kind, paths)
		return func() {
			p.speak.Stop()
			if err != nil {
				p.host.Fail(err)
				return
			}
			p.apply(kind, sorted)
			if unread > 0 {
				p.host.Notify(message.Count("The imports of {{.N}} files could not be read: they keep their place", unread, nil))
			}
		}
	})
}

// reading describes what the sort is waiting for.
func reading(kind sorting.Kind) message.Message {
	if kind == sorting.ByChanges {
		return message.New("Reading the history…", nil)
	}
	return message.New("Reading what the files import…", nil)
}

func (p *Part) apply(kind sorting.Kind, sorted []string) {
	label := message.New("order by imports", nil)
	already := message.New("The files are in the order of their imports already", nil)
	if kind == sorting.ByChanges {
		label = message.New("order by changes", nil)
		already = message.New("The files are in the order of their changes already", nil)
	}
	if slices.Equal(sorting.Paths(p.host.Items()), sorted) {
		p.host.Notify(already)
		return
	}
	p.host.Edit(label, func(e *project.Edit) { e.Order(sorted) })
}
