// Package autosave keeps what is unsaved in a session, and where the window stands, in the
// person's state folder: within a second of each change, and when the window closes. Each
// window that has a project open has a slot of its own for it, in which the next one finds what
// was kept. It outlives the project that is open. Its writes wait for all others into that
// folder, in the order in which they were asked for.
package autosave

import (
	"cmp"
	"context"
	"strings"
	"time"

	"dossier/presets"
	"dossier/ui/session/jobs"
)

// delay is how long what is unsaved may be in memory only: short enough to lose nothing that a
// person would miss, long enough to join a burst of clicks into one write.
const delay = time.Second

// Host is what autosave needs of the session that it is a part of.
type Host interface {
	// State is what is kept for the user.
	State() *presets.State
	// Before is called before anything is kept, so that the window can say where it stands.
	Before()
	// Unsaved is what is unsaved now, and HasUnsaved reports whether any of it is nowhere else.
	Unsaved() presets.Unsaved
	HasUnsaved() bool
	// Kept returns what is to be done, in the background, once what Unsaved
	// returned is kept, and Besides what is written along with it whether that works or not.
	Kept() func(context.Context) error
	Besides() func(context.Context) error
	// Discard puts together what is saved, and forgets the entry that was being written: one
	// undo step.
	Discard()
	// Changed is told that the user was asked something else about what was found.
	Changed()
	Fail(error)
}

// View is where the window stands in a project.
type View struct {
	Tab       string // the id of the tab
	Place     string // of the preview: see [preview.Place]
	PlaceLine int
}

// scrollPlace is the key of the preview's place among the scroll positions.
const scrollPlace = "preview "

// Part keeps what is unsaved. It belongs to the session's goroutine.
type Part struct {
	// Delay is how long what is unsaved may be in memory only; a second unless it is set.
	Delay time.Duration

	host     Host
	later    *jobs.Later // waits while something is to be kept
	writes   *jobs.Serial
	slot     *presets.Slot // nil while no project is open
	view     View
	found    time.Time // see [Part.Found]
	geometry presets.Geometry
	problem  string // why the last try failed; empty when it did not
}

// New returns what keeps the unsaved of a session without a project. Writes are those to the
// person's state folder.
func New(host Host, work *jobs.Group, writes *jobs.Serial) *Part {
	p := &Part{host: host, later: work.Later(), Delay: delay, writes: writes}
	p.geometry, _ = host.State().Geometry()
	return p
}

// Slot is where what is unsaved is kept; nil while no project is open.
func (p *Part) Slot() *presets.Slot { return p.slot }

// Claim takes a slot of the project in a folder, and returns what was unsaved when it was left;
// false when there is nothing.
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

// Found is when what was found was kept, where the window that kept it never closed: it was
// killed, or it crashed. It is zero once the user has kept or discarded it, and where the window
// closed or nothing was unsaved.
func (p *Part) Found() time.Time { return p.found }

// Keep says that what was found is to stay, unsaved as it is.
func (p *Part) Keep() {
	p.found = time.Time{}
	p.host.Changed()
}

// Discard puts together what is saved in the place of what was found: one step, which undo takes
// back.
func (p *Part) Discard() {
	p.found = time.Time{}
	p.host.Discard()
}

// Release gives the slot back, where there is one.
func (p *Part) Release() {
	if p.slot != nil {
		p.slot.Release(p.host.HasUnsaved())
		p.slot = nil
	}
}

// View returns where the window stood in the project.
func (p *Part) View() View { return p.view }

// SetView says where the window stands.
func (p *Part) SetView(v View) { p.view = v }

// Geometry returns the size of the window as it was left.
func (p *Part) Geometry() presets.Geometry { return p.geometry }

// SetGeometry says how large the window is.
func (p *Part) SetGeometry(g presets.Geometry) { p.geometry = g }

// Soon keeps what is unsaved within a second.
func (p *Part) Soon() {
	if !p.later.Waiting() && p.slot != nil {
		p.later.Start(p.Delay, p.Start)
	}
}

// Start keeps what is unsaved now, in the background.
func (p *Part) Start() {
	p.later.Stop()
	if p.slot == nil {
		return
	}
	write := p.write(time.Now())
	p.writes.Start(func() func(context.Context) func() {
		return func(ctx context.Context) func() {
			err := write(ctx)
			return func() { p.say(err) }
		}
	})
}

// say says why what is unsaved could not be kept, once for each reason: it is tried again after
// every change.
func (p *Part) say(err error) {
	said := p.problem
	p.problem = ""
	if err == nil {
		return
	}
	if p.problem = err.Error(); p.problem != said {
		p.host.Fail(err)
	}
}

// Finish keeps what is unsaved before it returns, as that of a window that closes.
func (p *Part) Finish() error {
	p.later.Stop()
	write := p.write(time.Time{})
	p.writes.Finish()
	return write(context.Background())
}

// write returns what writes the session as it is now. Open is zero where the window closes.
func (p *Part) write(open time.Time) func(context.Context) error {
	p.host.Before()
	slot, state, geometry := p.slot, p.host.State(), p.geometry
	if slot == nil {
		return func(ctx context.Context) error { return state.SetGeometry(ctx, geometry) }
	}
	unsaved, kept, besides := p.unsaved(open), p.host.Kept(), p.host.Besides()
	save := func(ctx context.Context) error {
		if err := slot.Save(ctx, unsaved); err != nil {
			return err
		}
		return kept(ctx)
	}
	return func(ctx context.Context) error {
		// They go to one folder: what is wrong with it is said once.
		return cmp.Or(save(ctx), state.SetGeometry(ctx, geometry), besides(ctx))
	}
}

// unsaved is what is unsaved, with where the window stands.
func (p *Part) unsaved(open time.Time) presets.Unsaved {
	unsaved := p.host.Unsaved()
	unsaved.Tab, unsaved.Open = p.view.Tab, open.UTC()
	if p.view.Place != "" {
		unsaved.Scroll = map[string]float32{scrollPlace + p.view.Place: float32(p.view.PlaceLine)}
	}
	return unsaved
}
