package answers

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"dossier/aggregate"
	"dossier/aggregate/request"
	"dossier/models"
	"dossier/presets"
	"dossier/ui/project"
	"dossier/ui/project/projecttest"
	"dossier/ui/project/requests"
	"dossier/ui/session/sessiontest"
)

func TestMain(m *testing.M) { projecttest.Main(m) }

// fake is a session with nothing but what the requests ask of it.
type fake struct {
	*sessiontest.Desk
}

func newFake(tb testing.TB, files map[string]string) (*fake, *Part) {
	tb.Helper()
	base := tb.TempDir()
	f := &fake{Desk: sessiontest.Open(tb, filepath.Join(base, "acme"), sessiontest.Places(base), files)}
	return f, New(f, f.Work)
}

// ask pastes an answer, and waits until all is known of it.
func (f *fake) ask(p *Part, answer string) {
	f.TB.Helper()
	p.SetText(answer)
	f.Until("it is done", func() bool { return !p.Busy() && !pending(p) })
}

// weighed waits until it is known how much copying copies.
func (f *fake) weighed(p *Part) project.Cost {
	f.TB.Helper()
	var cost project.Cost
	f.Until("it is done", func() bool { _, _, cost = p.Ticked(); return !cost.Pending })
	return cost
}

// copied is what copying copies.
func (f *fake) copied(p *Part) (assigns string, cost aggregate.Count) {
	f.TB.Helper()
	done := false
	p.Assigns(func(text string, _ int) { assigns, done = text, true })
	f.Until("it is done", func() bool { return done })
	cost, err := f.Opened.CountText(f.TB.Context(), assigns)
	if err != nil {
		f.TB.Fatal(err)
	}
	return assigns, project.ForModel(cost, f.Model())
}

func pending(p *Part) bool {
	return slices.ContainsFunc(p.Rows(), func(r Row) bool { return r.Cost.Pending })
}

// shows says of each row its path, what is said of it, and whether it is ticked.
func shows(p *Part) []string {
	var out []string
	for _, r := range p.Rows() {
		s := r.Path + " " + string(r.Verdict)
		if r.Ticked {
			s += " ✓"
		}
		if r.In {
			s += " in"
		}
		out = append(out, s)
	}
	return out
}

func files() map[string]string {
	return map[string]string{"a/main.go": "package main\n\nfunc main() {}\n", "b/main.go": "package main\n", "src/app.go": strings.Repeat("// line\n", 50) + "package src\n", ".gitignore": "out/\n", "out/x.go": "package out\n"}
}

const answer = "I need src/app.go, `main.go`, `gone.go`, `src/app.go:3-5` and out/x.go."

func TestAnAnswerIsLookedThrough(t *testing.T) {
	f, p := newFake(t, files())
	f.ask(p, answer)
	want := []string{"src/app.go ok ✓", "main.go ambiguous", "gone.go missing", "src/app.go ok ✓", "out/x.go not listed"}
	if diff := cmp.Diff(want, shows(p)); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	whole, part := p.Rows()[0].Cost, p.Rows()[3].Cost
	if !whole.Exact || part.N == 0 || part.N >= whole.N {
		t.Errorf("the file costs %+v, its lines %+v", whole, part)
	}
	cost := f.weighed(p)
	if rows, files, _ := p.Ticked(); rows != 2 || files != 1 {
		t.Errorf("%d rows of %d files are ticked", rows, files)
	}
	if _, want := f.copied(p); cost.Count != want {
		t.Errorf("the figure is %+v, that of the clipboard %+v", cost, want)
	}

	// A candidate takes the place of a short name, and another that of the first.
	p.Choose(1, "b/main.go")
	f.Until("it is done", func() bool { return !p.Busy() && !pending(p) })
	if r := p.Rows()[1]; r.Path != "b/main.go" || r.Text != "main.go" || !r.Chosen || !r.Ticked || r.Verdict != requests.Allowed {
		t.Errorf("chosen: %+v", r)
	}
	p.Choose(1, "a/main.go")
	f.Until("it is done", func() bool { return !p.Busy() && !pending(p) })
	if r := p.Rows()[1]; r.Path != "a/main.go" || r.Text != "main.go" || !r.Chosen || !r.Ticked {
		t.Errorf("chosen anew: %+v", r)
	}

	// What was said of rows stays when the text is changed, and goes with it.
	p.Tick([]int{0, 2, 4}, false)
	p.Tick([]int{2, 4}, true)
	f.ask(p, answer+" Thanks!")
	want = []string{"src/app.go ok", "a/main.go ok ✓", "gone.go missing", "src/app.go ok ✓", "out/x.go not listed ✓"}
	if diff := cmp.Diff(want, shows(p)); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	p.SetText("")
	if len(p.Rows()) != 0 || p.Busy() {
		t.Errorf("without a text there are %q", shows(p))
	}
	f.ask(p, answer)
	if got := shows(p); got[0] != "src/app.go ok ✓" || got[1] != "main.go ambiguous" {
		t.Errorf("the old ticks are still there: %q", got)
	}
}

// The rows of a former answer never belong to the text that is shown.
func TestAnotherAnswerDropsTheRowsAtOnce(t *testing.T) {
	for _, tt := range []struct {
		name, answer string
		reading      bool
		want         []string
	}{
		{"another answer", "b/main.go", true, []string{"b/main.go ok ✓"}},
		{"the same files in other words", "Please: a/main.go", true, []string{"a/main.go ok"}},
		{"an answer without files", "Thanks!", true, nil},
		{"the same answer", "a/main.go", false, []string{"a/main.go ok"}},
		{"no answer", "", false, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			f, p := newFake(t, files())
			f.ask(p, "a/main.go")
			p.Tick([]int{0}, false)
			p.SetText(tt.answer)
			if p.Reading() != tt.reading || tt.reading && len(p.Rows()) != 0 {
				t.Errorf("reading is %t, with the rows %q", p.Reading(), shows(p))
			}
			p.Add() // there is nothing to be added yet
			if tt.reading && p.adding.Busy() {
				t.Error("rows of the former answer are added")
			}
			f.Until("it is done", func() bool { return !p.Busy() && !pending(p) })
			if diff := cmp.Diff(tt.want, shows(p)); diff != "" || p.Reading() {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

func TestTheGuardsDecideWhatIsTicked(t *testing.T) {
	f, p := newFake(t, files())
	f.ask(p, "a/main.go b/main.go src/app.go")
	one, size := 1, int64(20)
	for _, tt := range []struct {
		guards request.Guards
		want   []string
	}{
		{request.Guards{MaxFiles: &one}, []string{"a/main.go ok ✓", "b/main.go over the limit of files", "src/app.go over the limit of files"}},
		{request.Guards{Filter: "a*"}, []string{"a/main.go excluded by the filter", "b/main.go excluded by the filter", "src/app.go ok ✓"}},
		{request.Guards{MaxFileSize: &size}, []string{"a/main.go too large", "b/main.go ok ✓", "src/app.go too large"}},
		{request.Guards{}, []string{"a/main.go ok ✓", "b/main.go ok ✓", "src/app.go ok ✓"}},
	} {
		p.SetGuards(tt.guards)
		f.Until("it is done", func() bool { return !p.Busy() })
		if diff := cmp.Diff(tt.want, shows(p)); diff != "" {
			t.Errorf("-want +got:\n%s", diff)
		}
	}
	// A file that comes is seen.
	f.ask(p, "new.go")
	if got := shows(p); got[0] != "new.go missing" {
		t.Fatalf("before: %q", got)
	}
	if err := os.WriteFile(filepath.Join(f.Opened.Dir, "new.go"), []byte("package acme\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	p.Follow()
	f.Until("it is done", func() bool { return !p.Busy() })
	if got := shows(p); !strings.HasPrefix(got[0], "new.go ") || strings.Contains(got[0], "missing") {
		t.Errorf("after: %q", got)
	}
	// One that goes again has no cost any more.
	f.Until("it is counted", func() bool { return !p.Busy() && !pending(p) && p.Rows()[0].Cost.N > 0 })
	if err := os.Remove(filepath.Join(f.Opened.Dir, "new.go")); err != nil {
		t.Fatal(err)
	}
	p.Follow()
	f.Until("it is done", func() bool { return !p.Busy() })
	if r := p.Rows()[0]; r.Verdict != requests.Missing || p.Countable(r) || r.Cost.N != 0 {
		t.Errorf("a file that is gone is %q and costs %+v", r.Verdict, r.Cost)
	}
}

func TestWhatIsTickedIsAddedInOneStep(t *testing.T) {
	f, p := newFake(t, files())
	f.ask(p, "a/main.go and src/app.go:3-5")
	p.Add()
	f.Until("it is done", func() bool { return !p.Busy() })
	want := []string{"add {{.N}} requested files", "Added {{.N}} requested files"}
	if diff := cmp.Diff(want, f.Log); diff != "" || !f.Messages[0].Undo {
		t.Errorf("-want +got:\n%s", diff)
	}
	if n := len(f.Comp.Files); n != 2 || f.Comp.Files[1].ViewMode != models.Custom {
		t.Errorf("the composition has %+v", f.Comp.Files)
	}
	p.UpdateRows()
	if diff := cmp.Diff([]string{"a/main.go ok in", "src/app.go ok in"}, shows(p)); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	p.Tick([]int{0}, true)
	f.Log = nil
	p.Add()
	f.Until("it is done", func() bool { return !p.Busy() })
	if diff := cmp.Diff([]string{"add {{.N}} requested files", "The dossier shows all of that already"}, f.Log); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

func TestWhatIsTickedIsHandedOnAsAssigns(t *testing.T) {
	f, p := newFake(t, files())
	f.ask(p, "b/main.go and src/app.go:3-5 and `src/app.go`")
	got, n := "", 0
	p.Assigns(func(assigns string, files int) { got, n = assigns, files })
	f.Until("it is done", func() bool { return n > 0 })
	if n != 2 || strings.Count(got, " assign \"") != 2 || !strings.Contains(got, "\npackage main\n") || !strings.HasPrefix(got, `@spec_main assign "b/main.go"`) {
		t.Errorf("%d files:\n%s", n, got)
	}
}

// Rows of lines copy these lines, not their files.
func TestPartsAreCopiedAsParts(t *testing.T) {
	f, p := newFake(t, map[string]string{"a.txt": "one\ntwo\nthree\nfour\nfive\n", "b.go": "package b\n\nfunc Fetch() {}\n\nfunc G() {\n\tprintln(1)\n\tprintln(2)\n\tprintln(3)\n}\n", "c.txt": "all\n"})
	p.SetExtent(requests.OneLine)
	f.ask(p, "a.txt:2-3, a.txt:5, the definition of `Fetch` in b.go, and c.txt")
	got, n := "", 0
	p.Assigns(func(assigns string, files int) { got, n = assigns, files })
	f.Until("it is done", func() bool { return n > 0 })
	for _, want := range []string{"two\nthree", "five", "func Fetch()", "\nall\n"} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is missing", want)
		}
	}
	for _, other := range []string{"one", "four", "println"} {
		if strings.Contains(got, other) {
			t.Errorf("%q was not asked for", other)
		}
	}
	if n != 3 || t.Failed() {
		t.Errorf("%d files:\n%s", n, got)
	}
}

// The figure below the rows is that of what copying them copies, whatever is ticked.
func TestTheFigureIsTheClipboards(t *testing.T) {
	f, p := newFake(t, files())
	f.ask(p, "src/app.go:3-5, src/app.go:40-42, `src/app.go:9-9` and a/main.go")
	seen := map[int]bool{}
	for _, change := range []func(){
		func() {},
		func() { p.Tick([]int{3}, false) },
		func() { p.SetExtent(requests.WholeFile) },
		func() { p.SetExtent(requests.OneLine) },
		func() { p.Tick([]int{0, 1}, false) },
	} {
		change()
		cost := f.weighed(p)
		if _, want := f.copied(p); cost.Count != want || want.N == 0 {
			t.Errorf("the figure is %+v, that of the clipboard %+v", cost, want)
		}
		seen[cost.N] = true
	}
	if len(seen) != 5 {
		t.Errorf("five choices have the figures %v", seen)
	}
	p.Tick([]int{2}, false)
	if rows, _, cost := p.Ticked(); rows != 0 || cost.N != 0 || cost.Pending {
		t.Errorf("without ticks the figure is %+v", cost)
	}
}

// The lines of single rows mean what was chosen for them, until something is chosen for all.
func TestLinesOfRowsAreExtended(t *testing.T) {
	f, p := newFake(t, map[string]string{"a.go": "package a\n\nfunc F() {\n\tprintln(1)\n}\n" + strings.Repeat("// c\n", 30)})
	f.ask(p, "a.go:4, a.go:5 and a.go:20")
	rows := func() (out []string) {
		f.Until("it is done", func() bool { return !p.Busy() && !pending(p) })
		for i, r := range p.Rows() {
			out = append(out, strings.TrimSpace(fmt.Sprintf("%s %d-%d %s", r.Symbol, r.Start, r.End, p.ExtentOf(i))))
		}
		return out
	}
	for _, step := range []struct {
		name string
		do   func()
		want []string
	}{
		{"at first", func() {}, []string{"F 0-0", "F 0-0", "10-30"}},
		{"one row", func() { p.SetExtentOf([]int{0}, requests.OneLine) }, []string{"4-4 line", "F 0-0", "10-30"}},
		{"two rows", func() { p.SetExtentOf([]int{1, 2}, requests.WholeFile) }, []string{"4-4 line", "0-0 file", "0-0 file"}},
		{"no row", func() { p.SetExtentOf([]int{-1, 3}, requests.OneLine) }, []string{"4-4 line", "0-0 file", "0-0 file"}},
		{"as all others", func() { p.SetExtentOf([]int{2}, requests.AroundSymbol) }, []string{"4-4 line", "0-0 file", "10-30"}},
		{"all rows, as they were", func() { p.SetExtent(requests.AroundSymbol) }, []string{"F 0-0", "F 0-0", "10-30"}},
	} {
		step.do()
		if diff := cmp.Diff(step.want, rows()); diff != "" {
			t.Errorf("%s, -want +got:\n%s", step.name, diff)
		}
	}
}

// A line alone means its symbol, or what the user says; its tick and place stay.
func TestALineIsExtended(t *testing.T) {
	f, p := newFake(t, map[string]string{"a.go": "package a\n\nfunc F() {\n\tprintln(1)\n}\n" + strings.Repeat("// c\n", 30)})
	f.ask(p, "a.go:4 and a.go:1-2")
	p.Tick([]int{1}, false)
	for _, tt := range []struct {
		extent requests.Extent
		want   string
	}{
		{requests.AroundSymbol, "F 0-0"}, {requests.OneLine, " 4-4"}, {requests.NearLines, " 1-14"}, {requests.WholeFile, " 0-0"}, {requests.AroundSymbol, "F 0-0"},
	} {
		p.SetExtent(tt.extent)
		f.Until("it is done", func() bool { return !p.Busy() && !pending(p) })
		r := p.Rows()[0]
		if got := fmt.Sprintf("%s %d-%d", r.Symbol, r.Start, r.End); got != tt.want || r.Line != 4 || !r.Ticked || r.Cost.N == 0 {
			t.Errorf("%q: the row is %+v", tt.extent, r)
		}
		if r := p.Rows()[1]; r.Start != 1 || r.End != 2 || r.Ticked {
			t.Errorf("%q: the other row is %+v", tt.extent, r)
		}
	}
	p.Add()
	f.Until("it is done", func() bool { return !p.Busy() })
	if len(f.Comp.Files) != 1 || f.Comp.Files[0].AstMask["F"] != models.MaskDef {
		t.Errorf("the composition has %+v", f.Comp.Files)
	}
}

// The definition with a body is chosen, and another may be.
func TestADefinitionIsChosen(t *testing.T) {
	f, p := newFake(t, map[string]string{"i.go": "package p\n\ntype I interface {\n\tFetch() int\n}\n", "m.go": "package p\n\ntype M struct{}\n\nfunc (M) Fetch() int { return 1 }\n"})
	f.ask(p, "`Fetch()` is slow")
	if r := p.Rows()[0]; r.Path != "m.go" || r.Symbol != "M.Fetch" || !r.Ticked || len(r.Candidates) != 2 {
		t.Fatalf("the row is %+v", r)
	}
	p.Choose(0, "i.go::I.Fetch")
	f.Until("it is done", func() bool { return !p.Busy() && !pending(p) })
	if r := p.Rows()[0]; r.Path != "i.go" || r.Symbol != "I.Fetch" || !r.Chosen || !r.Ticked || r.Verdict != requests.Allowed {
		t.Errorf("chosen: %+v", r)
	}
	f.ask(p, "`Fetch()` is slow!")
	if r := p.Rows()[0]; r.Symbol != "I.Fetch" {
		t.Errorf("after another answer: %+v", r)
	}
}

// A symbol that its file does not define is not replaced by all of the file without being asked.
func TestALackingSymbolIsNotTicked(t *testing.T) {
	f, p := newFake(t, files())
	f.ask(p, "the definition of `gone` in a/main.go")
	if r := p.Rows()[0]; r.MissingSymbol != "gone" || r.Ticked || !r.Acceptable() {
		t.Errorf("the row is %+v", r)
	}
}

func TestAnAnswerIsRestored(t *testing.T) {
	f, p := newFake(t, files())
	p.RestoreUnsaved(presets.Unsaved{})
	if p.Reading() {
		t.Error("without an answer it is read")
	}
	p.RestoreUnsaved(presets.Unsaved{Answer: "a/main.go"})
	if p.Text() != "a/main.go" || p.Saved() != p.Text() || !p.Reading() || f.Saved != 0 {
		t.Errorf("restored: %q, saved %d times", p.Text(), f.Saved)
	}
	p.Resume()
	p.Resume()
	f.Until("it is done", func() bool { return !p.Busy() && !pending(p) })
	if diff := cmp.Diff([]string{"a/main.go ok ✓"}, shows(p)); diff != "" || p.Reading() {
		t.Errorf("-want +got:\n%s", diff)
	}
	f.ask(p, "b/main.go")
	if f.Saved != 1 || p.Saved() != "b/main.go" {
		t.Errorf("another answer was saved %d times", f.Saved)
	}
}

// What was chosen for the rows is there again after a restart: ticks, extents and candidates, and
// choices for rows that another answer does not have are dropped.
func TestChoicesAreRestored(t *testing.T) {
	f, p := newFake(t, files())
	f.ask(p, "a/main.go:3, b/main.go and main.go")
	f.Until("it is done", func() bool { return !p.Busy() && !pending(p) })
	f.Saved = 0
	p.SetExtentOf([]int{0}, requests.WholeFile)
	p.Tick([]int{1}, false)
	candidates := slices.IndexFunc(p.Rows(), func(r Row) bool { return len(r.Candidates) > 1 })
	if candidates < 0 {
		t.Fatalf("no path has several candidates: %q", shows(p))
	}
	p.Choose(candidates, p.Rows()[candidates].Candidates[1])
	if f.Saved != 3 {
		t.Errorf("three choices were saved %d times", f.Saved)
	}
	f.Until("it is done", func() bool { return !p.Busy() && !pending(p) })
	var kept presets.Unsaved
	p.CollectUnsaved(&kept)

	again, q := newFake(t, files())
	q.RestoreUnsaved(kept)
	var unread presets.Unsaved
	if q.CollectUnsaved(&unread); !cmp.Equal(unread, kept) {
		t.Errorf("kept again before it is searched (-want +got):\n%s", cmp.Diff(kept, unread))
	}
	q.Resume()
	again.Until("it is done", func() bool { return !q.Busy() && !pending(q) })
	if diff := cmp.Diff(shows(p), shows(q)); diff != "" || q.ExtentOf(0) != requests.WholeFile {
		t.Errorf("-want +got:\n%s", diff)
	}
	again.ask(q, "b/main.go")
	again.Until("it is done", func() bool { return !q.Busy() && !pending(q) })
	var other presets.Unsaved
	if q.CollectUnsaved(&other); len(other.Requests.Rows) != 1 || other.Requests.Rows[0].Path != "b/main.go" {
		t.Errorf("of another answer is kept %+v", other.Requests)
	}
}

// The stored answer has a max size in bytes: nothing else is lost because of an answer.
func TestAnAnswerThatIsTooLargeIsNotKept(t *testing.T) {
	for _, tt := range []struct {
		name   string
		answer string
		kept   bool
	}{
		{"at the bound", strings.Repeat("a", MaxSaved-2), true},
		{"over it", strings.Repeat("a", MaxSaved), false},
		{"over it when it is escaped", strings.Repeat("<", MaxSaved/6+1), false},
	} {
		p := &Part{text: tt.answer}
		if kept := p.Saved() != ""; kept != tt.kept || p.TooLargeToSave() == tt.kept {
			t.Errorf("%s: kept %t", tt.name, kept)
		}
	}
}

func TestWithoutAProjectThereIsNothingToAsk(t *testing.T) {
	f, p := newFake(t, files())
	f.Opened = nil
	p.SetText("a.go")
	f.Until("it is done", func() bool { return !p.Busy() })
	p.Add()
	p.Assigns(nil)
	p.Follow()
	if diff := cmp.Diff([]string{project.ErrNone.Error()}, f.Log); diff != "" || p.Busy() {
		t.Errorf("-want +got:\n%s", diff)
	}
}
