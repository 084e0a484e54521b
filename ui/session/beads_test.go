package session

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"dossier/aggregate/beads"
	"dossier/aggregate/beads/bd"
	"dossier/models"
	"dossier/ui/features/beadlist"
	"dossier/ui/project"
)

// jsonl makes the tracker's lines of beads such as "x-1 open First".
func jsonl(lines ...string) string {
	var file strings.Builder
	for _, line := range lines {
		words := strings.SplitN(line, " ", 3)
		fmt.Fprintf(&file, `{"id":%q,"status":%q,"title":%q,"priority":2,"issue_type":"task"}`+"\n", words[0], words[1], words[2])
	}
	return file.String()
}

// listed are the rows of the list: headings by their class, beads by their id, those
// that are out of the dossier with a minus.
func (d *desk) listed() []string {
	m := beadlist.Of(d).Model()
	out := []string{}
	for _, r := range m.Rows() {
		switch {
		case r.Bead < 0:
			out = append(out, string(r.Heading))
		case m.In(m.Catalog().Beads[r.Bead].ID):
			out = append(out, m.Catalog().Beads[r.Bead].ID)
		default:
			out = append(out, "-"+m.Catalog().Beads[r.Bead].ID)
		}
	}
	return out
}

func (d *desk) wantListed(want ...string) {
	d.tb.Helper()
	d.until("the list shows "+strings.Join(want, " "), func() bool { return slices.Equal(d.listed(), want) })
}

func TestBeadsAreListedAndFollowTheDisk(t *testing.T) {
	t.Parallel()
	d := newDesk(t, map[string]string{".beads/issues.jsonl": jsonl("x-1 open First", "x-2 closed Second"), "a.txt": "a"})
	if beadlist.Of(d).Model().Known() {
		t.Fatal("the tracker was looked at although nobody cares")
	}
	beadlist.Of(d).SetVisible(true)
	d.wantListed("active", "x-1", "completed", "x-2")

	d.write(".beads/issues.jsonl", jsonl("x-1 closed First", "x-2 closed Second", "x-3 in_progress Third"))
	d.wantListed("active", "x-3", "completed", "x-1", "x-2")

	d.write(".beads/issues.jsonl", jsonl("x-3 open Third")+"{\"id\":\n")
	d.until("the bad line is reported", func() bool { return beadlist.Of(d).Model().Tracker().Result.BadLines == 1 })
	d.wantListed("active", "x-3")

	if err := os.RemoveAll(d.path(".beads")); err != nil {
		t.Fatal(err)
	}
	d.until("there is no tracker", func() bool { return errors.Is(beadlist.Of(d).Model().Tracker().Err, project.ErrNoTracker) })
	d.wantListed()
	d.write(".beads/issues.jsonl", jsonl("x-9 open Ninth"))
	d.wantListed("active", "x-9")
}

// TestBeadsOfTheRepositoryAreFollowed has the tracker outside the folder that is watched:
// above the project, and behind a redirect.
func TestBeadsOfTheRepositoryAreFollowed(t *testing.T) {
	t.Parallel()
	for _, where := range []string{".beads", "tracker/.beads"} {
		t.Run(where, func(t *testing.T) {
			d := layDesk(t, map[string]string{".git/HEAD": "ref: refs/heads/main\n", ".git/config": "", "app/a.txt": "a"})
			d.write(where+"/issues.jsonl", jsonl("x-1 open First"))
			if where != ".beads" {
				d.write(".beads/redirect", where+"\n")
			}
			root := d.dir
			d.dir = filepath.Join(d.dir, "app")
			d.start()
			d.SetExecutionMode(models.Beads)
			d.Add([]string{"a.txt"})
			has := func(text string) func() bool {
				return func() bool { return !d.Building() && strings.Contains(d.document.Doc().Text(), text) }
			}
			d.until("the document shows the bead", has("**First**"))
			d.dir = root
			d.write(where+"/issues.jsonl", jsonl("x-1 open Second"))
			d.until("the document follows", has("**Second**"))
			d.wantListed("active", "x-1")
		})
	}
}

func TestBeadsInAndOut(t *testing.T) {
	d := newDesk(t, map[string]string{
		".beads/issues.jsonl": jsonl("x-1 open First", "x-2 open Second", "x-3 closed Third"),
		"dossier.toml":        "[project]\nexecution_mode = \"beads\"\n[beads]\nexclude = [\"gone-1\", \"x-2\"]\n",
	})
	d.wantListed("active", "x-1", "-x-2", "completed", "x-3")
	if group := beadlist.Of(d).Model().Group(models.BeadActive); group.All != 2 || group.In != 1 || group.Cost.N == 0 || group.Cost.Exact {
		t.Errorf("group %+v", group)
	}

	beadlist.Of(d).Include([]string{"x-1", "x-3", "x-1"}, false)
	d.wantListed("active", "-x-1", "-x-2", "completed", "-x-3")
	if diff := cmp.Diff([]string{"gone-1", "x-2", "x-1", "x-3"}, d.Composition().BeadsExclude); diff != "" {
		t.Errorf("wrong list (-want +got):\n%s", diff)
	}
	if undo, _ := d.UndoLabels(); english(undo) != "exclude 3 beads" {
		t.Errorf("undo takes back %q", english(undo))
	}
	d.settle()
	if text := d.document.Doc().Text(); text != "" {
		t.Errorf("the document is %q", text)
	}
	if !d.Undo() {
		t.Fatal("there was nothing to undo")
	}
	d.wantListed("active", "x-1", "-x-2", "completed", "x-3")

	beadlist.Of(d).Include([]string{"x-2"}, true)
	d.wantListed("active", "x-1", "x-2", "completed", "x-3")
	if diff := cmp.Diff([]string{"gone-1"}, d.Composition().BeadsExclude); diff != "" {
		t.Errorf("what is gone did not stay (-want +got):\n%s", diff)
	}
	d.changes = 0
	beadlist.Of(d).Include([]string{"x-2"}, true)
	beadlist.Of(d).Include(nil, false)
	if d.changes != 0 {
		t.Error("what changes nothing is a step")
	}
}

func TestBeadsModel(t *testing.T) {
	d := newDesk(t, map[string]string{".beads/issues.jsonl": `{"id":"a","title":"A","priority":3,"updated_at":"2026-01-01T00:00:00Z","labels":["ui"]}
{"id":"b","title":"B","priority":1,"updated_at":"2026-01-03T00:00:00Z","dependencies":[{"depends_on_id":"a","type":"blocks"}]}
{"id":"c","title":"C","status":"closed","priority":2,"updated_at":"2026-01-02T00:00:00Z"}
{"id":"d","title":"D","status":"tombstone"}
`})
	beadlist.Of(d).SetVisible(true)
	d.wantListed("active", "a", "b", "completed", "c")
	m := beadlist.Of(d).Model()
	for _, tt := range []struct {
		sort beadlist.Sort
		want []string
	}{
		{beadlist.ByPriority, []string{"active", "b", "a", "completed", "c"}},
		{beadlist.ByUpdate, []string{"active", "b", "a", "completed", "c"}},
		{beadlist.InOrder, []string{"active", "a", "b", "completed", "c"}},
	} {
		m.SetSort(tt.sort)
		if diff := cmp.Diff(tt.want, d.listed()); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.sort, diff)
		}
	}
	m.SetFilter(beads.Filter{State: beads.Blocked})
	if diff := cmp.Diff([]string{"active", "b"}, d.listed()); diff != "" {
		t.Errorf("blocked (-want +got):\n%s", diff)
	}
	if group := m.Group(models.BeadActive); group.All != 2 || group.Shown != 1 {
		t.Errorf("group %+v", group)
	}
	if row := m.Reveal("c"); row != 4 || m.Filter().Narrows() {
		t.Errorf("row %d, filter %+v", row, m.Filter())
	}
	m.SetFolded(models.BeadActive, true)
	if diff := cmp.Diff([]string{"active", "completed", "c"}, d.listed()); diff != "" {
		t.Errorf("folded (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"a", "b", "c"}, m.Listed([]int{0, 2})); diff != "" {
		t.Errorf("a folded heading stands for its beads (-want +got):\n%s", diff)
	}
	m.SetFilter(beads.Filter{Labels: []string{"ui"}})
	if row := m.Reveal("a"); row != 1 || !m.Filter().Narrows() {
		t.Errorf("row %d, filter %+v", row, m.Filter())
	}
	if diff := cmp.Diff([]string{"a"}, m.Listed([]int{0, 1})); diff != "" {
		t.Errorf("a heading stands for what is chosen (-want +got):\n%s", diff)
	}
	for _, id := range []string{"d", "gone"} {
		if row := m.Reveal(id); row != -1 {
			t.Errorf("%s is at row %d", id, row)
		}
	}
}

func TestBeadsAndTheirLines(t *testing.T) {
	d := newDesk(t, map[string]string{
		".beads/issues.jsonl": `{"id":"x-1","title":"First","description":"one\n- **Second** (` + "`x-2`" + `)\nthree"}` + "\n" + jsonl("x-2 blocked Second", "x-3 closed Third", "x-4 closed Fourth"),
		"dossier.toml":        "[project]\nexecution_mode = \"beads\"\n",
	})
	d.wantListed("active", "x-1", "x-2", "completed", "x-3", "x-4")
	d.settle()
	at := map[string]int{}
	for _, id := range []string{"x-1", "x-2", "x-3"} {
		line, ok := beadlist.Of(d).Line(id)
		if !ok {
			t.Fatalf("%s has no line", id)
		}
		at[id] = line
		if got, ok := beadlist.Of(d).BeadAt(line); !ok || got != id {
			t.Errorf("line %d shows %q", line, got)
		}
	}
	if at["x-2"] != at["x-1"]+3 || d.document.Doc().Line(at["x-3"]) != "**Completed:** Third, Fourth" {
		t.Errorf("lines %v of\n%s", at, d.document.Doc().Text())
	}
	if got, _ := beadlist.Of(d).BeadAt(at["x-1"] + 2); got != "x-1" {
		t.Errorf("a line of a description shows %q", got)
	}
	for _, line := range []int{-1, 0, at["x-3"] - 1, d.document.Doc().Lines} {
		if got, ok := beadlist.Of(d).BeadAt(line); ok {
			t.Errorf("line %d shows %q", line, got)
		}
	}
	if n := beadlist.Of(d).Count(); n != 4 {
		t.Errorf("%d beads are in the document, want 4", n)
	}
	beadlist.Of(d).Include([]string{"x-2"}, false)
	if _, ok := beadlist.Of(d).Line("x-2"); ok {
		t.Error("what is not in the dossier has a line there")
	}
}

// fakeBD puts a bd on the PATH that writes down each call, and returns how often it was
// called.
func fakeBD(t *testing.T, prints string) (calls func() int) {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("the bd of this test is a shell script")
	}
	dir := t.TempDir()
	record := filepath.Join(dir, "calls")
	script := "#!/bin/sh\necho \"$@\" >> '" + record + "'\necho '" + prints + "'\n"
	if err := os.WriteFile(filepath.Join(dir, "bd"), []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", dir+string(os.PathListSeparator)+os.Getenv("PATH"))
	if _, err := exec.LookPath("bd"); err != nil {
		t.Fatal(err)
	}
	return func() int {
		data, err := os.ReadFile(record)
		if err != nil {
			return 0
		}
		return strings.Count(string(data), "list --all --json\n")
	}
}

// TestBDRunsOnlyWhenAsked opens, watches, builds and copies a project whose beads only bd
// can list: none of that runs it, a click does, and what was agreed to is asked again
// when the tracker's settings have changed.
func TestBDRunsOnlyWhenAsked(t *testing.T) {
	calls := fakeBD(t, `[{"id":"x-1","title":"Listed by bd"}]`)
	d := newDesk(t, map[string]string{
		".beads/metadata.json": "{}", ".beads/config.yaml": "a: 1\n", "a.txt": "a",
		"dossier.toml": "[project]\nexecution_mode = \"beads\"\n[files]\nitems = [\"a.txt\"]\n",
	})
	beadlist.Of(d).SetVisible(true)
	var missing *project.NoListError
	d.until("the tracker is known", func() bool { return errors.As(beadlist.Of(d).Model().Tracker().Err, &missing) })
	if missing.Export() != "bd export -o .beads/issues.jsonl" {
		t.Errorf("the way out is %q", missing.Export())
	}
	d.write("a.txt", "b")
	d.Copy().Dossier()
	d.until("the document is copied", func() bool { return len(d.messages) > 0 && strings.HasPrefix(d.last().Text, "Copied ") })
	d.settle()

	var asked []bd.Request
	ask := func() (agreed bool) {
		t.Helper()
		n := len(asked)
		beadlist.Of(d).Request(func(r bd.Request, is bool) { asked, agreed = append(asked, r), is })
		d.until("it is known what would be run", func() bool { return len(asked) > n })
		return agreed
	}
	if ask() {
		t.Error("the person has agreed before being asked")
	}
	if n := calls(); n != 0 {
		t.Fatalf("bd was run %d times before the person agreed", n)
	}
	beadlist.Of(d).Run(asked[0])
	d.until("the beads are listed", func() bool { return slices.Equal(d.listed(), []string{"active", "x-1"}) })
	d.until("the document shows them", func() bool { return !d.Building() && strings.Contains(d.document.Doc().Text(), "**Listed by bd**") })
	if beadlist.Of(d).Model().Tracker().Listed.IsZero() {
		t.Error("it is not told that bd has listed them")
	}
	d.until("the consent is kept", func() bool { return d.store.Consented(d.project.Dir, asked[0].Key()) })
	if !ask() {
		t.Error("the person has to agree to the same twice")
	}
	d.write(".beads/config.yaml", "a: 2\n")
	if ask() {
		t.Error("another request is agreed to unseen")
	}
	d.write(".beads/issues.jsonl", jsonl("x-2 open From the file"))
	d.wantListed("active", "x-2")
	if n := calls(); n != 1 {
		t.Errorf("bd was run %d times, want once", n)
	}
	d.stop()

	d.start()
	if n := calls(); n != 1 {
		t.Errorf("bd was run %d times, want once: opening runs nothing, also what was agreed to", n)
	}
}

func TestAFailureOfBDIsReported(t *testing.T) {
	fakeBD(t, `no list`)
	d := newDesk(t, map[string]string{".beads/metadata.json": "{}"})
	beadlist.Of(d).Request(func(r bd.Request, _ bool) { beadlist.Of(d).Run(r) })
	d.until("it is told", func() bool { return len(d.messages) > 0 && strings.Contains(fmt.Sprint(d.last()), "printed no list") })
	if beadlist.Of(d).Running() {
		t.Error("bd still runs")
	}
	t.Setenv("PATH", t.TempDir())
	beadlist.Of(d).Request(func(bd.Request, bool) { t.Error("there is a bd to run") })
	d.until("it is told that there is none", func() bool { return strings.HasPrefix(d.last().Text, "There is no bd on the PATH") })
}

func TestProjectSetBeads(t *testing.T) {
	d := layDesk(t, map[string]string{"dossier.toml": "# mine\n[beads]\nexclude = [\"gone\"] # kept\n"})
	open := func() *project.Project {
		p, err := project.Open(d.dir, d.places)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { p.Close() })
		return p
	}
	p, other := open(), open()
	for _, step := range []struct {
		p     *project.Project
		ids   []string
		in    bool
		moved int
		want  string
	}{
		{p, []string{"a", "b", "a"}, false, 2, `exclude = ["gone", "a", "b"] # kept`},
		{other, []string{"c"}, false, 1, `exclude = ["gone", "a", "b", "c"] # kept`}, // it did not see what p did
		{p, []string{"a", "z"}, true, 1, `exclude = ["gone", "b", "c"] # kept`},
		{p, []string{"a"}, true, 0, `exclude = ["gone", "b", "c"] # kept`},
	} {
		moved, err := step.p.Beads().Set(context.Background(), step.ids, step.in)
		if err != nil || moved != step.moved {
			t.Fatalf("moved %d, error %v", moved, err)
		}
		if diff := cmp.Diff("# mine\n[beads]\n"+step.want+"\n", d.read("dossier.toml")); diff != "" {
			t.Fatalf("wrong file (-want +got):\n%s", diff)
		}
	}
}

// manyBeads is a desk on a project with 10 000 beads of half a kilobyte.
func manyBeads(b *testing.B) *desk {
	b.Helper()
	var file strings.Builder
	for i := range 10_000 {
		fmt.Fprintf(&file, `{"id":"demo-%d","title":"A title of a usual length, number %d","status":%q,"priority":%d,"description":%q}`+"\n",
			i, i, []string{"open", "closed", "in_progress"}[i%3], i%5, strings.Repeat("A line of its description.\n", 15))
	}
	d := newDesk(b, map[string]string{
		".beads/issues.jsonl": file.String(), "a.txt": "a", "b.txt": "b",
		"dossier.toml": "[project]\nexecution_mode = \"beads\"\n[files]\nitems = [\"a.txt\"]\n",
	})
	d.until("the beads are listed", func() bool { return beadlist.Of(d).Model().Known() })
	d.settle()
	b.ReportAllocs()
	return d
}

// BenchmarkBeads measures what the user waits for with 10 000 beads: a letter in the
// filter, a box of a bead to the new document, a box of a file beside them, and what a
// change of the tracker's file takes in the background.
func BenchmarkBeads(b *testing.B) {
	b.Run("filter", func(b *testing.B) {
		m := beadlist.Of(manyBeads(b)).Model()
		for b.Loop() {
			m.SetFilter(beads.Filter{Text: "number 99"})
		}
	})
	shown := func(d *desk, change func()) {
		before := d.document.Doc()
		change()
		d.until("the document is there", func() bool { return d.document.Doc() != before })
	}
	b.Run("bead", func(b *testing.B) {
		d := manyBeads(b)
		in := false
		for b.Loop() {
			shown(d, func() { beadlist.Of(d).Include([]string{"demo-500"}, in) })
			in = !in
		}
	})
	b.Run("file", func(b *testing.B) {
		d := manyBeads(b)
		for b.Loop() {
			shown(d, func() {
				if d.Files().Has("b.txt") {
					d.Remove([]string{"b.txt"})
				} else {
					d.Add([]string{"b.txt"})
				}
			})
		}
	})
}
