package session

import (
	"context"
	"testing"
	"time"

	"dossier/aggregate"
	"dossier/models"
	"dossier/ui/features/discussion"
	"dossier/ui/session/change"
	"dossier/ui/session/document"
)

// gated is a desk that speaks of work at once. Builds that ask for the listing of the
// folder wait for as long as the gate is closed.
type gated struct{ *desk }

func newGated(t *testing.T, files map[string]string) *gated {
	g := &gated{desk: newDesk(t, files)}
	g.speakAfter = 0
	return g
}

// shut closes the gate for the builds that begin from now on; what it returns opens it.
func (g *gated) shut() (open func()) {
	gate, listing := make(chan struct{}), g.project.Builder.Listing
	g.project.Builder.Listing = func(ctx context.Context) (aggregate.Listing, error) {
		select {
		case <-gate:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
		return listing(ctx)
	}
	return func() { close(gate) }
}

func TestFiguresArePendingWhileTheDocumentIsAnother(t *testing.T) {
	d := layDesk(t, map[string]string{"a.txt": "a", "sub/b.txt": "b", "sub/c.txt": "c"})
	d.launch()
	if err := d.Open(d.dir); err != nil {
		t.Fatal(err)
	}
	if b := d.Budget(); !b.Pending || !b.Unlisted || !d.Progress().AwaitsNames() {
		t.Errorf("just opened, the budget is %+v, and names are awaited: %t", b, d.Progress().AwaitsNames())
	}
	d.AddPattern("sub/*.txt")
	for _, item := range d.Files().Items() {
		if item.Err != nil {
			t.Errorf("before the folder is listed, %s is said to be wrong: %v", item.Path, item.Err)
		}
	}
	d.settle()
	d.want("sub/b.txt", "sub/c.txt")
	d.Undo()
	d.settle()
	if b := d.Budget(); b.Pending || b.Unlisted || b.Files != 0 || !b.Tokens.Exact {
		t.Errorf("an empty project costs %+v", b)
	}

	g := newGated(t, map[string]string{"a.txt": "a", "sub/b.txt": "b", "sub/c.txt": "c"})
	d, open := g.desk, g.shut()
	d.AddPattern("sub")
	if b := d.Budget(); !b.Pending || b.Files != 2 {
		t.Errorf("while a folder is added, the budget is %+v", b)
	}
	if p, ok := d.Progress().Current(); !ok || p.Work != Reading || p.Stopped {
		t.Errorf("while a folder is added, the progress is %+v, %t", p, ok)
	}
	open()
	d.settle()
	if b := d.Budget(); b.Pending || b.Files != 2 {
		t.Errorf("once it is added, the budget is %+v", b)
	}
	if p, ok := d.Progress().Current(); ok {
		t.Errorf("once it is added, there is still %+v", p)
	}
}

func TestWorkIsSpokenOfAfterAWhile(t *testing.T) {
	d := newGated(t, map[string]string{"sub/b.txt": "b"})
	d.shut()
	d.speakAfter = time.Hour
	d.AddPattern("sub")
	if p, ok := d.Progress().Current(); ok || !d.Building() {
		t.Errorf("a build that has just begun is spoken of: %+v", p)
	}
	d.Progress().Cancel()
	d.changes = 0
	d.speakAfter = time.Millisecond
	d.AddPattern("sub")
	d.until("the window is notified", func() bool { _, ok := d.Progress().Current(); return ok && d.changes&change.Activity != 0 })
}

func TestCancelPutsBackWhatWas(t *testing.T) {
	files := map[string]string{"a.txt": "a", "sub/b.txt": "b", "sub/c.txt": "c"}
	tests := []struct {
		name       string
		before, do func(d *gated)
		want       []string
		redo       string // what can be done again
	}{
		{
			"adding a folder",
			func(d *gated) {},
			func(d *gated) { d.AddPattern("sub") },
			[]string{"a.txt"},
			"add sub",
		},
		{
			"several steps, one after the other",
			func(d *gated) {},
			func(d *gated) { d.AddPattern("sub"); d.SetTree(models.TreeFull) },
			[]string{"a.txt"},
			"add sub",
		},
		{
			"what undo brings back",
			func(d *gated) { d.AddPattern("sub"); d.settle(); d.Clear() },
			func(d *gated) { d.Undo() },
			nil, "",
		},
		{
			"what was done beside a step that is not of the dossier",
			func(d *gated) { discussion.Of(d).Begin("talk") },
			func(d *gated) { d.AddPattern("sub"); discussion.Of(d).Begin("more"); d.SetTree(models.TreeFull) },
			[]string{"a.txt"},
			"",
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			d := newGated(t, files)
			d.Add([]string{"a.txt"})
			tt.before(d)
			d.settle()
			open := d.shut()
			tt.do(d)
			if _, ok := d.Progress().Current(); !ok {
				t.Fatal("nothing runs")
			}
			d.Progress().Cancel()
			// The build that brings it back waits for the one that was stopped.
			if p, ok := d.Progress().Current(); ok {
				t.Errorf("after it was stopped there is still %+v", p)
			}
			open()
			d.settle()
			d.want(tt.want...)
			if d.last().Text != "Stopped: the dossier is as it was before" {
				t.Errorf("it says %+v", d.last())
			}
			if _, redo := d.UndoLabels(); english(redo) != tt.redo {
				t.Errorf("redo would %q, want %q", english(redo), tt.redo)
			}
		})
	}
}

// What is clicked after a stop is waited for as ever.
func TestWorkThatFollowsAStopIsSpokenOf(t *testing.T) {
	d := newGated(t, map[string]string{"a.txt": "a", "sub/b.txt": "b"})
	open := d.shut()
	d.AddPattern("sub")
	d.Progress().Cancel()
	d.AddPattern("sub")
	if p, ok := d.Progress().Current(); !ok || p.Work != Reading {
		t.Errorf("the progress is %+v, %t", p, ok)
	}
	open()
	d.settle()
	d.want("sub/b.txt")
}

// The work of a large project that opens can be cancelled until the user restarts it.
func TestTheFirstBuildOfAProjectCanBeStopped(t *testing.T) {
	d := newGated(t, map[string]string{"a.txt": "a", "sub/b.txt": "b"})
	d.AddPattern("sub")
	d.settle()
	d.document = document.New(documentHost{host{Session: d.Session}}, d.work) // as when it was just opened
	open := d.shut()
	d.rebuild()
	d.Progress().Cancel()
	if p, ok := d.Progress().Current(); !ok || !p.Stopped || p.Work != Reading || !d.Progress().Pending() {
		t.Fatalf("it was stopped, and the progress is %+v, %t", p, ok)
	}
	d.want("sub/b.txt")
	open()
	d.Progress().Restart()
	d.settle()
	if p, ok := d.Progress().Current(); ok || d.Progress().Pending() {
		t.Errorf("it went on to its end, and the progress is %+v", p)
	}
}

// A cancelled listing leaves the project without a tree until it is restarted, and comes before a build.
func TestTheListingCanBeStopped(t *testing.T) {
	d := layDesk(t, map[string]string{"a.txt": "a"})
	d.launch()
	d.speakAfter = 0
	if err := d.Open(d.dir); err != nil {
		t.Fatal(err)
	}
	if p, ok := d.Progress().Current(); !ok || p.Work != Listing || p.Stopped {
		t.Fatalf("just opened, the progress is %+v, %t", p, ok)
	}
	d.Progress().Cancel()
	d.until("the document is built", func() bool { return !d.document.Building() })
	if p, ok := d.Progress().Current(); !ok || p.Work != Listing || !p.Stopped || d.Progress().AwaitsNames() {
		t.Errorf("it was stopped, and the progress is %+v, %t; names are awaited: %t", p, ok, d.Progress().AwaitsNames())
	}
	d.Progress().Restart()
	d.settle()
	if p, ok := d.Progress().Current(); ok || d.Tree().Names() == nil {
		t.Errorf("it went on to its end, and there is still %+v", p)
	}
}

// The user cancels the visible work: a listing that is not shown yet continues.
func TestAListingThatIsNotShownIsNotStopped(t *testing.T) {
	d := layDesk(t, map[string]string{"a.txt": "a"})
	d.launch()
	d.speakAfter = time.Hour
	if err := d.Open(d.dir); err != nil {
		t.Fatal(err)
	}
	if p, ok := d.Progress().Current(); ok {
		t.Errorf("work that has just begun is shown: %+v", p)
	}
	d.Progress().Cancel()
	if p, ok := d.Progress().Current(); !ok || !p.Stopped || p.Work != Reading || !d.scanning() {
		t.Errorf("it was cancelled, and the progress is %+v, %t; the folder is listed: %t", p, ok, d.scanning())
	}
}

func TestCancelOfTheSameDocumentLeavesIt(t *testing.T) {
	d := newGated(t, map[string]string{"sub/b.txt": "b"})
	d.AddPattern("sub")
	d.settle()
	open := d.shut()
	d.rebuild()
	d.Progress().Cancel()
	if d.last().Text != "Stopped" {
		t.Errorf("it says %+v", d.last())
	}
	open()
	d.settle()
	d.want("sub/b.txt")
}
