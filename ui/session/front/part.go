// Package front brings the window to the front when another process asks for it: a second
// `dossier DIR` does so where a window has the folder open.
package front

import (
	"dossier/ui/project/statewatch"
	"dossier/ui/session/feature"
	"dossier/ui/session/jobs"
)

// Host is the subset of the session that this controller depends on.
type Host interface {
	feature.Source
	feature.Storage

	// ToFront brings the window to the front.
	ToFront()
}

// Part takes the requests for one project. It belongs to the session's goroutine.
type Part struct {
	host  Host
	work  *jobs.Group
	watch *statewatch.Watch
}

// New returns the controller for a newly opened project, or for none.
func New(host Host, work *jobs.Group) *Part { return &Part{host: host, work: work} }

// Opened takes requests until [Part.Close]. Without a state folder there are none.
func (p *Part) Opened() {
	opened, state := p.host.Project(), p.host.State()
	if opened == nil || p.watch != nil {
		return
	}
	dir, err := state.FrontFolder()
	if err != nil {
		return
	}
	p.watch, _ = statewatch.Start(dir, func() {
		if state.TakeFront(opened.Dir) {
			p.work.Do(p.work.Context(), p.host.ToFront)
		}
	})
}

// Close ends the watching. It may be called more than once.
func (p *Part) Close() { p.watch.Close() }
