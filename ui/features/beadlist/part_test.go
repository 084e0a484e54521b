package beadlist

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"dossier/models"
	"dossier/ui/project"
	"dossier/ui/session/sessiontest"
)

// fake is a session with nothing but what the beads ask of it.
type fake struct {
	*sessiontest.Desk
}

// newFake opens a project whose tracker has these lines.
func newFake(tb testing.TB, lines ...string) (*fake, *Part) {
	tb.Helper()
	f := &fake{sessiontest.New(tb, map[string]string{".beads/issues.jsonl": strings.Join(lines, "\n") + "\n"})}
	return f, New(f, f.Work)
}

func TestBeadsAreReadWhileInUse(t *testing.T) {
	f, p := newFake(t, `{"id":"a-1","title":"One","status":"open"}`, `{"id":"a-2","title":"Two","status":"closed"}`)
	p.Watch()
	if p.watching.Busy() {
		t.Error("the tracker is looked at though nobody cares for it")
	}
	p.SetVisible(true)
	f.Until("it is done", func() bool { return p.Model().Known() })
	if n := len(p.Model().Catalog().Beads); n != 2 || f.Changes == 0 {
		t.Errorf("%d beads are known after %d changes", n, f.Changes)
	}
	p.SetVisible(false)
	if p.watching.Busy() {
		t.Error("the tracker is still looked at")
	}
	if f.Log != nil {
		t.Errorf("looking alone did %q", f.Log)
	}
	f.Comp.ExecutionMode = models.Beads
	p.Watch()
	if !p.Included() || !p.watching.Busy() {
		t.Error("beads that are in the dossier are not looked at")
	}
}

func TestBeadsGoInAndOutByOneStep(t *testing.T) {
	f, p := newFake(t, `{"id":"a-1","status":"open"}`, `{"id":"a-2","status":"open"}`, `{"id":"a-3","status":"open"}`)
	p.Include([]string{"a-1", "a-2"}, false)
	p.Include([]string{"a-2"}, true)
	p.SetIncluded([]string{"a-1"}, []string{"a-2", "a-3"})
	p.Include(nil, true)
	p.SetIncluded(nil, []string{"a-1"})
	if diff := cmp.Diff([]string{"exclude {{.N}} beads", "include {{.N}} beads", "only {{.N}} beads"}, f.Log); diff != "" {
		t.Errorf("wrong steps (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"a-2", "a-3"}, f.Comp.BeadsExclude); diff != "" {
		t.Errorf("wrong beads are out (-want +got):\n%s", diff)
	}
}

func TestWithoutAProjectThereIsNothingToAsk(t *testing.T) {
	f, p := newFake(t)
	f.Opened = nil
	p.SetVisible(true)
	p.Request(nil)
	if p.watching.Busy() || p.Running() {
		t.Error("something runs without a project")
	}
	if diff := cmp.Diff([]string{project.ErrNone.Error()}, f.Log); diff != "" {
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
	file, touched := filepath.Join(f.Opened.Dir, ".beads", "issues.jsonl"), time.Now()
	for b.Loop() {
		touched = touched.Add(time.Second)
		if err := os.Chtimes(file, touched, touched); err != nil {
			b.Fatal(err)
		}
		t := f.Opened.Beads().Tracker()
		if n := len(newListed(t).costs); n != 10_000 {
			b.Fatalf("%d beads, error %v", n, t.Err)
		}
	}
}
