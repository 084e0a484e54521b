// Package autosave saves unsaved work and the window's geometry in the user's state folder: within
// a second of each change, and when the window closes. Each window with an open project has its own
// slot, in which the next window finds the unsaved work. The controller outlives the open project.
// Its writes run after all other writes to that folder, in the order in which they were requested.
package autosave

import (
	"cmp"
	"context"
	"strings"
	"time"

	"dossier/presets"
	"dossier/ui/session/feature"
	"dossier/ui/session/jobs"
)

// delay is the maximum time for which unsaved work is only in memory: short enough that a crash
// loses almost nothing, long enough to join a burst of clicks into one write.
const delay = time.Second

// retryDelay is the time between a failed save and the next try, if nothing changes meanwhile: the
// disk may have space again.
const retryDelay = 15 * time.Second

// Host is the subset of the session that autosave depends on.
type Host interface {
	feature.Reporter
	feature.Storage

	// Before is called before each save, so that the window can report its geometry.
	Before()
	// Unsaved returns the unsaved work. HasUnsaved reports whether any of it is stored nowhere else.
	Unsaved() presets.Unsaved
	HasUnsaved() bool
	// AfterSave returns work to run in the background after the value of Unsaved has been saved. ExtraWrites
	// returns writes that run with each save, whether or not it succeeds.
	AfterSave() func(context.Context) error
	ExtraWrites() func(context.Context) error
	// Discard restores the saved state and discards the draft of an entry, in one undo step.
	Discard()
}

// View is the visible state of the window for a project.
type View struct {
	Tab       string // the id of the tab
	Place     string // scroll position of the preview; see [preview.Place]
	PlaceLine int
}

// scrollPlace is the key of the preview's place among the scroll positions.
const scrollPlace = "preview "

// Part saves unsaved work. It belongs to the session's goroutine.
type Part struct {
	// Delay is the maximum time for which unsaved work is only in memory; 0 means one second.
	Delay time.Duration

	host     Host
	later    *jobs.Later // pending while there is something to save
	retry    *jobs.Later // pending after a failed save
	writes   *jobs.Serial
	slot     *presets.Slot // nil while no project is open
	view     View
	found    time.Time // see [Part.Found]
	geometry presets.Geometry
	problem  string // why the last save failed; empty if it succeeded
}

// New returns the controller of a session without a project. writes is the queue of writes to the
// user's state folder.
func New(host Host, work *jobs.Group, writes *jobs.Serial) *Part {
	p := &Part{host: host, later: work.Later(), retry: work.Later(), Delay: delay, writes: writes}
	p.geometry, _ = host.State().Geometry()
	return p
}

// Slot returns the slot for unsaved work; nil while no project is open.
func (p *Part) Slot() *presets.Slot { return p.slot }

// Claim claims a slot for the project in a folder. It returns the unsaved work in it, and whether
// there is any.
func (p *Part) Claim(dir string) (left presets.Unsaved, ok bool) {
	p.slot, p.view, p.found = p.host.State().Claim(dir), View{}, time.Time{}
	if left, ok = p.slot.Load(); !ok {
		return left, false
	}
	if left.Edited || left.Unsent != "" {
		p.found = left.Open
	}
	p.view.Tab = left.Tab
	for key, line := range left.Scroll {
		if place, is := strings.CutPrefix(key, scrollPlace); is && place != "" {
			p.view.Place, p.view.PlaceLine = place, int(line)
		}
	}
	return left, true
}

// Found returns when recovered work was saved, if its window crashed or was killed. It is zero
// after the user has kept or discarded the work, and if the window was closed normally or nothing
// was unsaved.
func (p *Part) Found() time.Time { return p.found }

// AcceptRecovered accepts the recovered work, which stays unsaved.
func (p *Part) AcceptRecovered() {
	p.found = time.Time{}
	p.host.Changed()
}

// Discard replaces the recovered work by the saved state, in one undo step.
func (p *Part) Discard() {
	p.found = time.Time{}
	p.host.Discard()
}

// Release releases the slot, if there is one.
func (p *Part) Release() {
	if p.slot != nil {
		p.slot.Release(p.host.HasUnsaved())
		p.slot = nil
	}
}

// View returns the last stored visible state of the window for the project.
func (p *Part) View() View { return p.view }

// SetView sets the visible state of the window.
func (p *Part) SetView(v View) { p.view = v }

// Geometry returns the size of the window when it was last closed.
func (p *Part) Geometry() presets.Geometry { return p.geometry }

// SetGeometry sets the size of the window.
func (p *Part) SetGeometry(g presets.Geometry) { p.geometry = g }

// SaveSoon saves unsaved work within a second.
func (p *Part) SaveSoon() {
	if !p.later.Waiting() && p.slot != nil {
		p.later.Start(p.Delay, p.Start)
	}
}

// Start saves unsaved work now, in the background.
func (p *Part) Start() {
	p.later.Stop()
	p.retry.Stop()
	if p.slot == nil {
		return
	}
	write := p.write(time.Now())
	p.writes.Start(func() func(context.Context) func() {
		return func(ctx context.Context) func() {
			err := write(ctx)
			return func() { p.saved(err) }
		}
	})
}

// saved reports why unsaved work could not be saved, and tries again later. It reports each reason once.
func (p *Part) saved(err error) {
	said := p.problem
	p.problem = ""
	if err == nil {
		return
	}
	p.retry.Start(retryDelay, p.Start)
	if p.problem = err.Error(); p.problem != said {
		p.host.Fail(err)
	}
}

// Finish saves unsaved work as that of a closed window, and waits until it is saved.
func (p *Part) Finish() error {
	p.later.Stop()
	p.retry.Stop()
	write := p.write(time.Time{})
	p.writes.Finish()
	return write(context.Background())
}

// write returns a function that saves the current state of the session. open is zero if the window
// closes.
func (p *Part) write(open time.Time) func(context.Context) error {
	p.host.Before()
	slot, state, geometry := p.slot, p.host.State(), p.geometry
	if slot == nil {
		return func(ctx context.Context) error { return state.SetGeometry(ctx, geometry) }
	}
	unsaved, kept, besides := p.unsaved(open), p.host.AfterSave(), p.host.ExtraWrites()
	save := func(ctx context.Context) error {
		if err := slot.Save(ctx, unsaved); err != nil {
			return err
		}
		return kept(ctx)
	}
	return func(ctx context.Context) error {
		// Both files are in one folder, so its problem is reported once.
		return cmp.Or(save(ctx), state.SetGeometry(ctx, geometry), besides(ctx))
	}
}

// unsaved returns the unsaved work with the visible state of the window.
func (p *Part) unsaved(open time.Time) presets.Unsaved {
	unsaved := p.host.Unsaved()
	unsaved.Tab, unsaved.Open = p.view.Tab, open.UTC()
	if p.view.Place != "" {
		unsaved.Scroll = map[string]float32{scrollPlace + p.view.Place: float32(p.view.PlaceLine)}
	}
	return unsaved
}
