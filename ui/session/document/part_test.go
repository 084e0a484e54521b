package document

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"dossier/aggregate"
	"dossier/models"
	"dossier/ui/session/sessiontest"
)

// fake is a session with nothing but what the document asks of it.
type fake struct {
	*sessiontest.Desk
}

// newFake opens a project with files.
func newFake(tb testing.TB, files map[string]string) (*fake, *Part) {
	tb.Helper()
	f := &fake{sessiontest.New(tb, files)}
	return f, New(f, f.Work)
}

func (f *fake) Built()   { f.Log = append(f.Log, "built") }
func (f *fake) Counted() { f.Log = append(f.Log, "counted") }

func (f *fake) BuildBegins(again bool) {
	if again {
		f.Log = append(f.Log, "goes on")
	} else {
		f.Log = append(f.Log, "begins")
	}
}

func (f *fake) DuringBuild() func(aggregate.Input) func() {
	return func(aggregate.Input) func() {
		return func() { f.Log = append(f.Log, "alongside") }
	}
}

// put puts files together.
func (f *fake) put(paths ...string) {
	f.Comp.Files = nil
	for _, p := range paths {
		f.Comp.Files = append(f.Comp.Files, models.NewFileItem(p))
	}
}

// wantLog checks the calls of the host, and clears them.
func (f *fake) wantLog(want string) {
	f.TB.Helper()
	if got := strings.Join(f.Log, ", "); got != want {
		f.TB.Errorf("it was told: %s; want %s", got, want)
	}
	f.Log = nil
}

// What was clicked is drawn before the build takes the processors: it begins in the next turn.
func TestABuildBeginsOnceTheWindowHasItsTurn(t *testing.T) {
	f, p := newFake(t, map[string]string{"a.txt": "before\n"})
	f.put("a.txt")
	p.Rebuild()
	for range 100_000 { // a build that did not wait would be over
		runtime.Gosched()
	}
	if err := os.WriteFile(filepath.Join(f.Opened.Dir, "a.txt"), []byte("in the meantime\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	f.Until("it is done", func() bool { return !p.Stale() })
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
	f.Until("it is done", func() bool { return !p.Stale() && !p.Counting() && p.Doc().Tokens.Exact })
	if _, ok := p.Item("b.txt"); !ok || len(p.Doc().Items) != 2 {
		t.Errorf("the document has %d files", len(p.Doc().Items))
	}
	if got := strings.Join(f.Log, ", "); !strings.HasPrefix(got, "begins, goes on, alongside, built") || strings.Count(got, "built") != 1 {
		t.Errorf("it was told: %s", got)
	}
}

func TestWaitersGetADocumentFreshFromTheDisk(t *testing.T) {
	f, p := newFake(t, map[string]string{"a.txt": "one\n"})
	f.put("a.txt")
	p.Rebuild()
	f.Until("it is done", func() bool { return !p.Stale() })
	if err := os.WriteFile(filepath.Join(f.Opened.Dir, "a.txt"), []byte("another\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	text, changed := "", 0
	p.FreshDocument(func(doc *aggregate.Document, n int) { text, changed = doc.Text(), n })
	p.Rebuild() // a click takes over the waiters in the meantime
	later := false
	p.Next(func(*aggregate.Document) { later = true })
	if later || p.Waiting() != 2 {
		t.Errorf("%d wait", p.Waiting())
	}
	f.Until("it is done", func() bool { return later })
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
	f.Until("it is done", func() bool { return !p.Stale() && !p.Counting() })
	p.Rebuild()
	if what, _ := p.Cancel(); what != StillShown || p.Stale() {
		t.Errorf("a build of the same composition leaves %v", what)
	}
	f.put("a.txt", "b.txt")
	p.Rebuild()
	what, of := p.Cancel()
	if what != RestoreComposition || len(of.Files) != 1 {
		t.Errorf("a build of another composition leaves %v and %v", what, of.Files)
	}
	f.Comp = of
	p.Rebuild()
	p.MarkRestoring()
	if _, _, ok := p.Progress(); ok {
		t.Error("a build that nobody waits for is spoken of")
	}
	f.Until("it is done", func() bool { return !p.Stale() })
}

func TestABuildThatFailsKeepsTheDocument(t *testing.T) {
	f, p := newFake(t, map[string]string{"a.txt": "one\n"})
	f.put("a.txt")
	p.Rebuild()
	f.Until("it is done", func() bool { return !p.Stale() && !p.Counting() })
	f.Log = nil
	f.Opened.Builder.Listing = nil // whatever asks for the tree panics
	f.put("*.txt")
	p.Rebuild()
	f.Until("it is done", func() bool { return !p.Stale() })
	f.wantLog(fmt.Sprint("begins, ", p.Err()))
	if p.Err() == nil || len(p.Doc().Items) != 1 {
		t.Errorf("the error is %v, and the document has %d files", p.Err(), len(p.Doc().Items))
	}
}
