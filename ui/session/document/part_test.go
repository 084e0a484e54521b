package document

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"dossier/aggregate"
	"dossier/models"
	"dossier/presets"
	"dossier/ui/project"
	"dossier/ui/session/jobs"
	"dossier/ui/session/sessiontest"
)

// fake is a session with nothing but what the document asks of it.
type fake struct {
	tb     testing.TB
	opened *project.Project
	comp   models.Composition
	turns  chan func()
	log    []string // calls of the host
}

// newFake opens a project with files.
func newFake(tb testing.TB, files map[string]string) (*fake, *Part) {
	tb.Helper()
	base := tb.TempDir()
	dir := filepath.Join(base, "project")
	if err := os.Mkdir(dir, 0o755); err != nil {
		tb.Fatal(err)
	}
	for name, content := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o644); err != nil {
			tb.Fatal(err)
		}
	}
	opened, err := project.Open(dir, presets.Places{Config: filepath.Join(base, "config"), State: filepath.Join(base, "state"), Cache: filepath.Join(base, "cache")})
	if err != nil {
		tb.Fatal(err)
	}
	f := &fake{tb: tb, opened: opened, turns: make(chan func(), 64)}
	work := jobs.NewGroup(f.Do, func(err error) { tb.Error(err) })
	tb.Cleanup(func() { work.Close(); opened.Close() })
	return f, New(f, work)
}

func (f *fake) Project() *project.Project { return f.opened }
func (f *fake) Do(turn func())            { f.turns <- turn }
func (f *fake) Progressed()               {}
func (f *fake) Failed(err error)          { f.log = append(f.log, "failed") }
func (f *fake) Built()                    { f.log = append(f.log, "built") }
func (f *fake) Counted()                  { f.log = append(f.log, "counted") }

func (f *fake) Begins(again bool) {
	if again {
		f.log = append(f.log, "goes on")
	} else {
		f.log = append(f.log, "begins")
	}
}

func (f *fake) Alongside(aggregate.Input) func() {
	return func() { f.log = append(f.log, "alongside") }
}

func (f *fake) Input() aggregate.Input {
	in := f.opened.Input()
	in.Composition = f.comp
	return in
}

// put puts files together.
func (f *fake) put(paths ...string) {
	f.comp.Files = nil
	for _, p := range paths {
		f.comp.Files = append(f.comp.Files, models.NewFileItem(p))
	}
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

// wantLog checks the calls of the host, and clears them.
func (f *fake) wantLog(want string) {
	f.tb.Helper()
	if got := strings.Join(f.log, ", "); got != want {
		f.tb.Errorf("it was told: %s; want %s", got, want)
	}
	f.log = nil
}

// What was clicked is drawn before the build takes the processors: it begins in the next turn.
func TestABuildBeginsOnceTheWindowHasItsTurn(t *testing.T) {
	f, p := newFake(t, map[string]string{"a.txt": "before\n"})
	f.put("a.txt")
	p.Rebuild()
	for range 100_000 { // a build that did not wait would be over
		runtime.Gosched()
	}
	if err := os.WriteFile(filepath.Join(f.opened.Dir, "a.txt"), []byte("in the meantime\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	f.until(func() bool { return !p.Stale() })
	if text := p.Doc().Text(); !strings.Contains(text, "in the meantime") {
		t.Errorf("the document was begun before:\n%s", text)
	}
}

func TestTheNewestBuildIsShownAndCounted(t *testing.T) {
	f, p := newFake(t, map[string]string{"a.txt": "one\n", "b.txt": "two\n"})
	f.put("a.txt")
	p.Rebuild()
	f.put("a.txt", "b.txt")
	p.Rebuild()
	if _, outdated := p.Outdated(); !p.Stale() || !outdated || p.Known() {
		t.Error("a document that is not there passes for one that is")
	}
	f.until(func() bool { return !p.Stale() && !p.Counting() && p.Doc().Tokens.Exact })
	if _, ok := p.Item("b.txt"); !ok || len(p.Doc().Items) != 2 {
		t.Errorf("the document has %d files", len(p.Doc().Items))
	}
	if got := strings.Join(f.log, ", "); !strings.HasPrefix(got, "begins, goes on, alongside, built") || strings.Count(got, "built") != 1 {
		t.Errorf("it was told: %s", got)
	}
}

func TestWaitersGetADocumentFreshFromTheDisk(t *testing.T) {
	f, p := newFake(t, map[string]string{"a.txt": "one\n"})
	f.put("a.txt")
	p.Rebuild()
	f.until(func() bool { return !p.Stale() })
	if err := os.WriteFile(filepath.Join(f.opened.Dir, "a.txt"), []byte("another\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	text, changed := "", 0
	p.Fresh(func(doc *aggregate.Document, n int) { text, changed = doc.Text(), n })
	p.Rebuild() // a click takes over the waiters in the meantime
	later := false
	p.Next(func(*aggregate.Document) { later = true })
	if later || p.Waiting() != 2 {
		t.Errorf("%d wait", p.Waiting())
	}
	f.until(func() bool { return later })
	if !strings.Contains(text, "another") || changed != 1 || p.Waiting() != 0 {
		t.Errorf("%d files changed in %q", changed, text)
	}
	at := false
	p.Next(func(*aggregate.Document) { at = true })
	if !at {
		t.Error("who asks for a document that is there has to wait")
	}
}

func TestWhatACancelledBuildLeaves(t *testing.T) {
	f, p := newFake(t, map[string]string{"a.txt": "one\n", "b.txt": "two\n"})
	f.put("a.txt")
	p.Rebuild()
	if what, _ := p.Cancel(); what != NothingShown || p.Building() {
		t.Errorf("the first build leaves %v", what)
	}
	p.Rebuild()
	f.until(func() bool { return !p.Stale() && !p.Counting() })
	p.Rebuild()
	if what, _ := p.Cancel(); what != StillShown || p.Stale() {
		t.Errorf("a build of the same composition leaves %v", what)
	}
	f.put("a.txt", "b.txt")
	p.Rebuild()
	what, of := p.Cancel()
	if what != GoBack || len(of.Files) != 1 {
		t.Errorf("a build of another composition leaves %v and %v", what, of.Files)
	}
	f.comp = of
	p.Rebuild()
	p.BringsBack()
	if _, _, ok := p.Progress(); ok {
		t.Error("a build that nobody waits for is spoken of")
	}
	f.until(func() bool { return !p.Stale() })
}

func TestABuildThatFailsKeepsTheDocument(t *testing.T) {
	f, p := newFake(t, map[string]string{"a.txt": "one\n"})
	f.put("a.txt")
	p.Rebuild()
	f.until(func() bool { return !p.Stale() && !p.Counting() })
	f.log = nil
	f.opened.Builder.Listing = nil // whatever asks for the tree panics
	f.put("*.txt")
	p.Rebuild()
	f.until(func() bool { return !p.Stale() })
	f.wantLog("begins, failed")
	if p.Err() == nil || len(p.Doc().Items) != 1 {
		t.Errorf("the error is %v, and the document has %d files", p.Err(), len(p.Doc().Items))
	}
}
