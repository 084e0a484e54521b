package autosave

import (
	"context"
	"errors"
	"strings"
	"testing"

	"dossier/presets"
	"dossier/ui/session/jobs"
	"dossier/ui/session/sessiontest"
)

// fake is a session with something unsaved.
type fake struct {
	*sessiontest.Desk
	writes     *jobs.Serial
	unsaved    presets.Unsaved
	hasUnsaved bool
	state      *presets.State
	besides    error
	log        []string
	before     func()
}

func newFake(t *testing.T) (*fake, *Part) {
	t.Helper()
	f := &fake{Desk: sessiontest.New(t, nil)}
	f.state, f.writes = presets.NewState(f.Places), f.Work.Serial()
	return f, New(f, f.Work, f.writes)
}

func (f *fake) State() *presets.State    { return f.state }
func (f *fake) Unsaved() presets.Unsaved { return f.unsaved }
func (f *fake) HasUnsaved() bool         { return f.hasUnsaved }
func (f *fake) Fail(err error)           { f.log = append(f.log, err.Error()) }

func (f *fake) Before() {
	if f.before != nil {
		f.before()
	}
}

func (f *fake) Kept() func(context.Context) error {
	return func(context.Context) error { f.log = append(f.log, "kept"); return nil }
}

func (f *fake) Besides() func(context.Context) error {
	return func(context.Context) error { return f.besides }
}

// kept waits until nothing is to be written, and returns what the slot holds.
func (f *fake) kept(p *Part) presets.Unsaved {
	f.TB.Helper()
	f.Until("all is written", func() bool { return !p.later.Waiting() && !f.writes.Busy() })
	kept, ok := p.Slot().Load()
	if !ok {
		f.TB.Fatal("nothing was kept")
	}
	return kept
}

func TestWhatIsUnsavedIsFoundAgainByTheNextWindow(t *testing.T) {
	f, p := newFake(t)
	if _, ok := p.Claim(f.Dir); ok {
		t.Error("something was left by nobody")
	}
	f.unsaved = presets.Unsaved{Unsent: "half a question"}
	f.before = func() {
		p.SetView(View{Tab: "presets", Place: "files/a.txt", PlaceLine: 12})
		p.SetGeometry(presets.Geometry{Width: 900, Height: 700})
	}
	if err := p.Finish(); err != nil {
		t.Fatal(err)
	}
	f.hasUnsaved = true
	p.Release()
	p.Release()
	if p.Slot() != nil {
		t.Error("the slot was not given back")
	}

	next := New(f, f.Work, f.writes)
	if g := next.Geometry(); g.Width != 900 || g.Height != 700 {
		t.Errorf("the window is %+v", g)
	}
	left, ok := next.Claim(f.Dir)
	if !ok || left.Unsent != "half a question" || next.View() != p.View() || next.View().PlaceLine != 12 {
		t.Errorf("found %+v, %t; the window stands at %+v", left, ok, next.View())
	}
	other := sessiontest.New(t, nil)
	next.Release()
	if _, ok := next.Claim(other.Dir); ok || next.View() != (View{}) {
		t.Errorf("in another project the window stands at %+v", next.View())
	}
}

func TestChangesThatFollowEachOtherAreOneWrite(t *testing.T) {
	f, p := newFake(t)
	p.Soon()
	if p.later.Waiting() {
		t.Error("without a project something is to be kept")
	}
	p.Claim(f.Dir)
	p.Delay = 0
	for _, text := range []string{"a", "ab", "abc"} {
		f.unsaved.Unsent = text
		p.Soon()
	}
	if !p.later.Waiting() || f.writes.Busy() {
		t.Error("nothing waits, or it is written already")
	}
	if kept := f.kept(p); kept.Unsent != "abc" || strings.Join(f.log, " ") != "kept" {
		t.Errorf("kept %+v; %q", kept, f.log)
	}
}

func TestAnOlderStateNeverReplacesANewerOne(t *testing.T) {
	f, p := newFake(t)
	p.Claim(f.Dir)
	for _, text := range []string{"older", "newer"} {
		f.unsaved.Unsent = text
		p.Start()
	}
	f.unsaved.Unsent = "newest"
	if err := p.Finish(); err != nil {
		t.Fatal(err)
	}
	if kept := f.kept(p); kept.Unsent != "newest" {
		t.Errorf("kept %+v", kept)
	}
}

func TestWithoutAProjectTheWindowIsKept(t *testing.T) {
	f, p := newFake(t)
	p.SetGeometry(presets.Geometry{Width: 800, Height: 600})
	p.Start()
	if f.writes.Busy() {
		t.Error("something is written of no project")
	}
	if err := p.Finish(); err != nil || len(f.log) > 0 {
		t.Fatalf("%v; %q", err, f.log)
	}
	if g, ok := f.state.Geometry(); !ok || g.Width != 800 {
		t.Errorf("kept is %+v, %t", g, ok)
	}
}

func TestWhatCannotBeKeptIsSaidOnce(t *testing.T) {
	f, p := newFake(t)
	p.Claim(f.Dir)
	start := func() {
		p.Start()
		f.kept(p)
	}
	for _, problem := range []error{errors.New("no room"), errors.New("no room"), errors.New("no leave"), nil, errors.New("no leave")} {
		f.besides = problem
		start()
	}
	if got := strings.Join(f.log, ", "); got != "kept, no room, kept, kept, no leave, kept, kept, no leave" {
		t.Errorf("it was told: %s", got)
	}
}

func TestWhatWasNotKeptIsNotDroppedWhereItCameFrom(t *testing.T) {
	f, p := newFake(t)
	f.Places.State = ""
	f.state = presets.NewState(f.Places)
	p.Claim(f.Dir)
	if err := p.Finish(); err == nil || len(f.log) > 0 {
		t.Errorf("without a folder to keep it in: %v; %q", err, f.log)
	}
}
