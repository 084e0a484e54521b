package autosave

import (
	"context"
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

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
	besides    error
	before     func()
}

func (f *fake) Discard() { f.Log = append(f.Log, "discard") }

func newFake(t *testing.T) (*fake, *Part) {
	t.Helper()
	f := &fake{Desk: sessiontest.New(t, nil)}
	f.Stored, f.writes = presets.NewState(f.Places), f.Work.Serial()
	return f, New(f, f.Work, f.writes)
}

func (f *fake) Unsaved() presets.Unsaved { return f.unsaved }
func (f *fake) HasUnsaved() bool         { return f.hasUnsaved }

func (f *fake) Before() {
	if f.before != nil {
		f.before()
	}
}

func (f *fake) AfterSave() func(context.Context) error {
	return func(context.Context) error { f.Log = append(f.Log, "kept"); return nil }
}

func (f *fake) ExtraWrites() func(context.Context) error {
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
	p.SaveSoon()
	if p.later.Waiting() {
		t.Error("without a project something is to be kept")
	}
	p.Claim(f.Dir)
	p.Delay = 0
	for _, text := range []string{"a", "ab", "abc"} {
		f.unsaved.Unsent = text
		p.SaveSoon()
	}
	if !p.later.Waiting() || f.writes.Busy() {
		t.Error("nothing waits, or it is written already")
	}
	if kept := f.kept(p); kept.Unsent != "abc" || strings.Join(f.Log, " ") != "kept" {
		t.Errorf("kept %+v; %q", kept, f.Log)
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
	if err := p.Finish(); err != nil || len(f.Log) > 0 {
		t.Fatalf("%v; %q", err, f.Log)
	}
	if g, ok := f.Stored.Geometry(); !ok || g.Width != 800 {
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
	if got := strings.Join(f.Log, ", "); got != "kept, no room, kept, kept, no leave, kept, kept, no leave" {
		t.Errorf("it was told: %s", got)
	}
}

func TestWhatWasNotKeptIsNotDroppedWhereItCameFrom(t *testing.T) {
	f, p := newFake(t)
	f.Places.State = ""
	f.Stored = presets.NewState(f.Places)
	p.Claim(f.Dir)
	if err := p.Finish(); err == nil || len(f.Log) > 0 {
		t.Errorf("without a folder to keep it in: %v; %q", err, f.Log)
	}
}

func TestWhatAWindowThatNeverClosedLeftIsAskedAbout(t *testing.T) {
	tests := []struct {
		name    string
		unsaved presets.Unsaved
		closed  bool
		found   bool
	}{
		{name: "killed with a composition", unsaved: presets.Unsaved{Edited: true}, found: true},
		{name: "killed while an entry was written", unsaved: presets.Unsaved{Unsent: "half a question"}, found: true},
		{name: "killed with nothing unsaved", unsaved: presets.Unsaved{Sort: "size"}},
		{name: "closed", unsaved: presets.Unsaved{Edited: true}, closed: true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			f, p := newFake(t)
			p.Claim(f.Dir)
			f.unsaved, f.hasUnsaved = tt.unsaved, true
			p.Start()
			f.kept(p)
			if tt.closed {
				if err := p.Finish(); err != nil {
					t.Fatal(err)
				}
			}
			p.Slot().Release(true) // as the system does when a process ends
			for _, settle := range []func(*Part){(*Part).AcceptRecovered, (*Part).Discard} {
				f.Log, f.Changes = nil, 0
				next := New(f, f.Work, f.writes)
				if _, ok := next.Claim(f.Dir); !ok || next.Found().IsZero() == tt.found {
					t.Errorf("kept at %v, %t", next.Found(), ok)
				}
				if settle(next); !next.Found().IsZero() || len(f.Log)+f.Changes != 1 {
					t.Errorf("it is asked about again: %v; %q, changed %d times", next.Found(), f.Log, f.Changes)
				}
				next.Slot().Release(true)
			}
			if strings.Join(f.Log, "") != "discard" {
				t.Errorf("it was told: %q", f.Log)
			}
		})
	}
}

// TestWorkIsSavedWithinASecond of its first change, however often it changes after that.
func TestWorkIsSavedWithinASecond(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f, p := newFake(t)
		p.Claim(f.Dir)
		f.unsaved = presets.Unsaved{Unsent: "a"}
		began := time.Now()
		for range 8 {
			p.SaveSoon()
			f.unsaved.Unsent += "b"
			time.Sleep(100 * time.Millisecond)
		}
		f.Until("it is written", func() bool { return !p.later.Waiting() && !f.writes.Busy() })
		if took := time.Since(began); took != time.Second {
			t.Errorf("it was saved after %v", took)
		}
		if kept, _ := p.Slot().Load(); kept.Unsent != "abbbbbbbb" {
			t.Errorf("saved is %q", kept.Unsent)
		}
		p.Release()
	})
}

// TestAFailedSaveIsTriedAgain although nothing changes.
func TestAFailedSaveIsTriedAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f, p := newFake(t)
		p.Claim(f.Dir)
		f.unsaved, f.besides = presets.Unsaved{Unsent: "a"}, errors.New("no space left")
		began := time.Now()
		p.Start()
		f.Until("it failed", func() bool { return len(f.Failed) > 0 })
		f.besides, f.unsaved.Unsent = nil, "b"
		f.Until("it is tried again", func() bool { return !p.retry.Waiting() && !f.writes.Busy() })
		if took := time.Since(began); took != retryDelay {
			t.Errorf("it was tried again after %v", took)
		}
		if kept, _ := p.Slot().Load(); kept.Unsent != "b" || len(f.Failed) != 1 {
			t.Errorf("saved is %q; %v", kept.Unsent, f.Failed)
		}
		p.Release()
	})
}
