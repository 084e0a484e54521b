package beads

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"dossier/aggregate"
	"dossier/aggregate/tokens"
	"dossier/models"
	"dossier/presets"
	"dossier/ui/project"
	"dossier/ui/session/jobs"
	"dossier/ui/session/message"
	"dossier/ui/session/sessiontest"
)

// fake is a session with nothing but what the beads ask of it.
type fake struct {
	tb      testing.TB
	opened  *project.Project
	comp    models.Composition
	turns   chan func()
	work    *jobs.Group
	log     []string // what the part asked of its host
	changes int
}

// newFake opens a project whose tracker has these lines.
func newFake(tb testing.TB, lines ...string) (*fake, *Part) {
	tb.Helper()
	base := tb.TempDir()
	dir := filepath.Join(base, "project")
	if err := os.MkdirAll(filepath.Join(dir, ".beads"), 0o755); err != nil {
		tb.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, ".beads", "issues.jsonl"), []byte(strings.Join(lines, "\n")+"\n"), 0o644); err != nil {
		tb.Fatal(err)
	}
	opened, err := project.Open(dir, presets.Places{Config: filepath.Join(base, "config"), State: filepath.Join(base, "state"), Cache: filepath.Join(base, "cache")})
	if err != nil {
		tb.Fatal(err)
	}
	f := &fake{tb: tb, opened: opened, turns: make(chan func(), 16)}
	f.work = jobs.NewGroup(func(turn func()) { f.turns <- turn }, func(err error) { tb.Error(err) })
	tb.Cleanup(func() { f.work.Close(); opened.Close() })
	return f, New(f, f.work)
}

func (f *fake) Project() *project.Project       { return f.opened }
func (f *fake) Composition() models.Composition { return f.comp }
func (f *fake) Model() tokens.Model             { return tokens.Models()[0] }
func (f *fake) Document() *aggregate.Document   { return &aggregate.Document{} }
func (f *fake) Rebuild()                        { f.log = append(f.log, "rebuild") }
func (f *fake) Changed()                        { f.changes++ }
func (f *fake) Tell(m message.Message)          { f.log = append(f.log, m.Text) }
func (f *fake) Fail(err error)                  { f.log = append(f.log, err.Error()) }
func (f *fake) CopyText(content, _ string)      { f.log = append(f.log, "copy "+content) }

func (f *fake) Keep(write func(context.Context) error) {
	if err := write(f.tb.Context()); err != nil {
		f.tb.Error(err)
	}
}

func (f *fake) Edit(label message.Message, fn func(*project.Edit)) {
	e := project.Edit{Composition: f.comp}
	fn(&e)
	f.comp = e.Composition
	f.log = append(f.log, label.Text)
}

// until runs what the jobs bring back until a condition holds.
func (f *fake) until(holds func() bool) {
	f.tb.Helper()
	for !holds() {
		select {
		case turn := <-f.turns:
			turn()
		case <-time.After(sessiontest.Patience):
			f.tb.Fatal("it never came")
		}
	}
}

func TestBeadsAreReadWhileInUse(t *testing.T) {
	f, p := newFake(t, `{"id":"a-1","title":"One","status":"open"}`, `{"id":"a-2","title":"Two","status":"closed"}`)
	p.Watch()
	if p.watching.Busy() {
		t.Error("the tracker is looked at though nobody cares for it")
	}
	p.LookAt(true)
	f.until(func() bool { return p.Model().Known() })
	if n := len(p.Model().Catalog().Beads); n != 2 || f.changes == 0 {
		t.Errorf("%d beads are known after %d changes", n, f.changes)
	}
	p.LookAt(false)
	if p.watching.Busy() {
		t.Error("the tracker is still looked at")
	}
	if f.log != nil {
		t.Errorf("looking alone did %q", f.log)
	}
	f.comp.ExecutionMode = models.Beads
	p.Watch()
	if !p.On() || !p.watching.Busy() {
		t.Error("beads that are in the dossier are not looked at")
	}
}

func TestBeadsGoInAndOutByOneStep(t *testing.T) {
	f, p := newFake(t, `{"id":"a-1","status":"open"}`, `{"id":"a-2","status":"open"}`, `{"id":"a-3","status":"open"}`)
	p.Include([]string{"a-1", "a-2"}, false)
	p.Include([]string{"a-2"}, true)
	p.Only([]string{"a-1"}, []string{"a-2", "a-3"})
	p.Include(nil, true)
	p.Only(nil, []string{"a-1"})
	if diff := cmp.Diff([]string{"exclude {{.N}} beads", "take in {{.N}} beads", "only {{.N}} beads"}, f.log); diff != "" {
		t.Errorf("wrong steps (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"a-2", "a-3"}, f.comp.BeadsExclude); diff != "" {
		t.Errorf("wrong beads are out (-want +got):\n%s", diff)
	}
}

func TestWithoutAProjectThereIsNothingToAsk(t *testing.T) {
	f, p := newFake(t)
	f.opened = nil
	p.LookAt(true)
	p.Request(nil)
	if p.watching.Busy() || p.Asking() {
		t.Error("something runs without a project")
	}
	if diff := cmp.Diff([]string{project.ErrNone.Error()}, f.log); diff != "" {
		t.Errorf("wrong answer (-want +got):\n%s", diff)
	}
}

// A tracker of 10 000 beads that has changed is read and worked out again.
func BenchmarkRead(b *testing.B) {
	var lines []string
	for n := range 10_000 {
		lines = append(lines, fmt.Sprintf(`{"id":"demo-%d","title":"Bead number %d","status":"open","description":"What is to be done."}`, n, n))
	}
	f, _ := newFake(b, lines...)
	file, touched := filepath.Join(f.opened.Dir, ".beads", "issues.jsonl"), time.Now()
	for b.Loop() {
		touched = touched.Add(time.Second)
		if err := os.Chtimes(file, touched, touched); err != nil {
			b.Fatal(err)
		}
		t := f.opened.Beads().Tracker()
		if n := len(newListed(t).costs); n != 10_000 {
			b.Fatalf("%d beads, error %v", n, t.Err)
		}
	}
}
