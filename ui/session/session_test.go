package session

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/gofrs/flock"
	"github.com/google/go-cmp/cmp"

	"dossier/aggregate"
	"dossier/aggregate/watch"
	"dossier/models"
	"dossier/presets"
	"dossier/presets/store"
	"dossier/ui/project"
	"dossier/ui/session/autosave"
	"dossier/ui/session/change"
	"dossier/ui/session/message"
	"dossier/ui/session/projectfile"
)

func TestTickingFollowsInTheDocument(t *testing.T) {
	d := newDesk(t, map[string]string{"a.go": "package a\n", "src/b.go": "package b\n", "src/c.go": "package c\n"})
	d.want()
	d.Add([]string{"src/b.go", "a.go"})
	d.want("src/b.go", "a.go")
	d.settle()
	text := d.Document().Text()
	if !strings.Contains(text, "### `src/b.go`\n\n```go\npackage b\n```\n\n---\n\n### `a.go`") {
		t.Errorf("the document is %q", text)
	}
	if !d.Document().Tokens.Exact || d.Budget().Files != 2 {
		t.Errorf("budget %+v of %+v", d.Budget(), d.Document().Tokens)
	}
	m := d.Tree().Model()
	if i := m.Find("src"); i < 0 || m.Row(i).Tick != project.Partly {
		t.Error("the folder's box does not say that part of it is ticked")
	}
	d.Remove([]string{"a.go"})
	d.want("src/b.go")
}

func TestUndoTakesEveryStepBackAndRedoMakesItAgain(t *testing.T) {
	d := newDesk(t, map[string]string{"a.go": "a", "b.go": "b", "c.go": "c", "dossier.toml": "[files]\nitems = [\"*.go\"]\n"})
	var states []models.Composition
	step := func(do func()) { states = append(states, d.Composition()); do() }
	step(func() { d.Move([]int{2}, 0) })
	d.want("c.go", "a.go", "b.go")
	step(func() { d.SetMode([]int{0, 1}, models.Summary) })
	step(func() { d.Remove([]string{"a.go"}) })
	d.want("c.go", "b.go")
	step(func() { d.SetListedOnly([]int{0}, true) })
	step(func() { d.SetFocusRows([]int{1}, true) })
	step(func() { d.SetInstruction("w"); d.SetInstruction("wh"); d.SetInstruction("why") })
	step(func() { d.SetStrategy(models.Summarize) })
	step(d.Clear)
	d.want()
	final := d.Composition()
	for i := len(states) - 1; i >= 0; i-- {
		if !d.Undo() {
			t.Fatalf("step %d cannot be undone", i)
		}
		if diff := cmp.Diff(states[i], d.Composition()); diff != "" {
			t.Fatalf("step %d (-before +undone):\n%s", i, diff)
		}
	}
	if d.Undo() {
		t.Error("there was one step more than was made")
	}
	for d.Redo() {
	}
	if diff := cmp.Diff(final, d.Composition()); diff != "" {
		t.Errorf("redone (-want +got):\n%s", diff)
	}
}

func TestAFileOfAPatternIsChangedAlone(t *testing.T) {
	d := newDesk(t, map[string]string{"x/a.go": "a", "x/b.go": "b", "x/c.go": "c", "dossier.toml": "[files]\nitems = [\"x\"]\n"})
	d.want("x/a.go", "x/b.go", "x/c.go")
	d.SetMode([]int{1}, models.None)
	d.want("x/a.go", "x/b.go", "x/c.go")
	if got := d.Files().Items()[1].ViewMode; got != models.None {
		t.Errorf("b.go is shown as %s", got)
	}
	if got := d.Files().Items()[0].ViewMode; got != models.Full {
		t.Errorf("a.go is shown as %s", got)
	}
	d.Remove([]string{"x/a.go"})
	d.want("x/b.go", "x/c.go")
	if d.Files().Items()[0].ViewMode != models.None {
		t.Error("b.go lost its view mode when the pattern was replaced")
	}
	if !d.last().Undo {
		t.Error("nobody was told that the pattern is a list now")
	}
}

func TestCopyTakesWhatIsOnTheDiskNow(t *testing.T) {
	d := newDesk(t, map[string]string{"a.txt": "before\n", "dossier.toml": "[files]\nitems = [\"a.txt\"]\n"})
	d.Tree().Close() // the watcher does not report that the file changes
	d.Copy().Dossier()
	d.settle()
	if remarks(d.last()) != "" {
		t.Errorf("nothing changed, and it says %+v", d.last())
	}
	d.write("a.txt", "after, and longer\n")
	d.Copy().Dossier()
	d.settle()
	if remarks(d.last()) != "{{.N}} changed on disk meanwhile: 1" {
		t.Errorf("a file changed, and it says %+v", d.last())
	}
	if d.clip.text != d.Document().Text() || !strings.Contains(d.clip.text, "after, and longer") {
		t.Errorf("copied %q", d.clip.text)
	}
	d.clip.err = errors.New("no tool")
	d.Copy().Dossier()
	d.settle()
	if !strings.Contains(d.last().Text, "clipboard did not take") {
		t.Errorf("a clipboard that fails says %q", d.last().Text)
	}
}

func TestWriteNumbersDossiersAndSaysWhere(t *testing.T) {
	d := newDesk(t, map[string]string{"a.txt": "x\n", "dossier.toml": "[project]\nnamespace = \"ns\"\n[files]\nitems = [\".\"]\n"})
	for _, want := range []string{".dossier/out/ns_001.md", ".dossier/out/ns_002.md"} {
		d.Snapshots().Write()
		d.until("it is written", func() bool { return d.Snapshots().Written() == want })
		if d.read(want) != d.Document().Text() {
			t.Errorf("%s is not what was shown", want)
		}
	}
	if strings.Contains(d.Document().Text(), "ns_001") {
		t.Error("own output is part of the document")
	}
	if d.read(".dossier/out/.gitignore") != "*\n" {
		t.Error("dossiers are not kept out of the repository")
	}
}

func TestWhatIsUnsavedIsFoundAgain(t *testing.T) {
	d := newDesk(t, map[string]string{"a.txt": "a\n", "b.txt": "b\n", "sub/c.txt": "c\n"})
	d.Add([]string{"b.txt", "a.txt"})
	d.SetInstruction("do it")
	d.Tree().Open("sub", true)
	d.Autosave().SetView(autosave.View{Tab: "presets", Place: "files", PlaceLine: 3})
	d.Autosave().SetGeometry(presets.Geometry{Width: 900, Height: 700, Panes: []float32{300}})
	want := d.Composition()
	d.stop()
	d.start()
	if diff := cmp.Diff(want, d.Composition()); diff != "" {
		t.Errorf("after a close (-want +got):\n%s", diff)
	}
	if d.Autosave().View().Tab != "presets" || d.Autosave().View().PlaceLine != 3 || d.Autosave().Geometry().Width != 900 {
		t.Errorf("the window is not where it was: %+v %+v", d.Autosave().View(), d.Autosave().Geometry())
	}
	if i := d.Tree().Model().Find("sub"); i < 0 || !d.Tree().Model().Row(i).Open {
		t.Error("the folder is not open")
	}

	// A crash loses at most the last moments: nothing is closed here.
	d.Remove([]string{"b.txt"})
	want = d.Composition()
	crashed := d.Session
	d.until("it is kept", func() bool {
		kept, ok := crashed.Autosave().Slot().Load()
		return ok && len(kept.Composition.Files) == 1
	})
	d.start()
	if diff := cmp.Diff(want, d.Composition()); diff != "" {
		t.Errorf("after a crash (-want +got):\n%s", diff)
	}
}

// Entries that name no file, and slices without lines, are no reason to lose what is unsaved
// beside them; saving leaves them as they are written.
func TestBrokenEntriesStayBesideWhatIsUnsaved(t *testing.T) {
	broken := "[files]\nitems = [\n  7, # odd\n  { path = \"a.txt\", view_mode = \"custom\", custom_slices = [{ end_line = 1 }] },\n]\n"
	d := newDesk(t, map[string]string{"a.txt": "a\n", "b.txt": "b\n", "dossier.toml": broken})
	d.want("", "a.txt")
	d.Add([]string{"b.txt"})
	d.stop()
	d.start()
	d.want("", "a.txt", "b.txt")
	if doc := d.Document().Text(); !strings.Contains(doc, "ERROR: entry 1 names no file") || !strings.Contains(doc, "ERROR: slice 1: start_line is missing") {
		t.Errorf("the document is %q", doc)
	}
	d.ProjectFile().Save(projectfile.AskUser)
	d.settle()
	if got, want := d.read("dossier.toml"), strings.Replace(broken, "\n]", "\n  \"b.txt\",\n]", 1); got != want {
		t.Errorf("the file became %q, want %q", got, want)
	}
	if d.ProjectFile().Modified() {
		t.Error("what was saved counts as unsaved")
	}
	d.Remove([]string{""})
	d.want("a.txt", "b.txt")
}

func TestOpeningWritesNothingIntoTheFolder(t *testing.T) {
	d := newDesk(t, map[string]string{"a.txt": "a\n"})
	d.Add([]string{"a.txt"})
	d.settle()
	d.stop()
	entries, err := os.ReadDir(d.dir)
	if err != nil || len(entries) != 1 {
		t.Errorf("the folder holds %v (%v)", entries, err)
	}
}

func TestSaveKeepsTheUsersText(t *testing.T) {
	file := "# mine\nschema = 1\n\n[project]\nname = \"x\" # the name\nodd = true\n\n[[files.items]]\npath = \"a.txt\"\n"
	d := newDesk(t, map[string]string{"a.txt": "a\n", "b.txt": "b\n", "dossier.toml": file})
	d.Add([]string{"b.txt"})
	if !d.ProjectFile().Modified() {
		t.Error("nothing is said to be unsaved")
	}
	d.ProjectFile().Save(projectfile.AskUser)
	d.until("it is saved", func() bool { return !d.ProjectFile().Modified() })
	saved := d.read("dossier.toml")
	if !strings.HasPrefix(saved, file) || !strings.Contains(saved, `path = "b.txt"`) {
		t.Errorf("saved\n%s", saved)
	}
}

func TestSaveAsksWhereBothSidesChanged(t *testing.T) {
	d := newDesk(t, map[string]string{"a.txt": "a\n", "b.txt": "b\n", "dossier.toml": "[files]\nitems = [\"a.txt\"]\n"})
	d.Tree().Close() // the change is not noticed before the save
	d.Add([]string{"b.txt"})
	d.write("dossier.toml", "[files]\nitems = [\"a.txt\", \"c.txt\"]\n")
	d.ProjectFile().Save(projectfile.AskUser)
	d.until("it is asked", func() bool { return len(d.conflicts) == 1 })
	if !strings.Contains(d.read("dossier.toml"), "c.txt") {
		t.Error("their version was written over")
	}
	d.ProjectFile().Save(projectfile.Mine)
	d.until("mine is saved", func() bool { return !d.ProjectFile().Modified() })
	if got := d.read("dossier.toml"); strings.Contains(got, "c.txt") || !strings.Contains(got, "b.txt") {
		t.Errorf("saved\n%s", got)
	}
}

// A change on the disk that is noticed before the save is no less theirs.
func TestSaveAsksAboutAChangeThatIsAlreadyShown(t *testing.T) {
	d := newDesk(t, map[string]string{"a.txt": "a\n", "b.txt": "b\n", "dossier.toml": "[files]\nitems = [\"a.txt\"]\n"})
	d.Add([]string{"b.txt"})
	d.write("dossier.toml", "[project]\ninstruction = \"theirs\"\n[files]\nitems = [\"a.txt\"]\n")
	treeHost{host{Session: d.Session}}.DiskChanged(watch.Batch{Files: []string{"dossier.toml"}})
	d.settle()
	d.ProjectFile().Save(projectfile.AskUser)
	d.until("it is saved", func() bool { return !d.saves.Busy() })
	if got := d.read("dossier.toml"); !strings.Contains(got, "theirs") || !strings.Contains(got, "b.txt") || d.Composition().Instruction != "theirs" || d.ProjectFile().Modified() {
		t.Errorf("two changes in two places came to %q, modified %t, in\n%s", d.Composition().Instruction, d.ProjectFile().Modified(), got)
	}
	d.SetInstruction("mine")
	theirs := strings.Replace(d.read("dossier.toml"), "theirs", "theirs again", 1)
	d.write("dossier.toml", theirs)
	treeHost{host{Session: d.Session}}.DiskChanged(watch.Batch{Files: []string{"dossier.toml"}})
	d.settle()
	d.ProjectFile().Save(projectfile.AskUser)
	d.until("it is asked", func() bool { return len(d.conflicts) == 1 })
	if got := d.read("dossier.toml"); got != theirs {
		t.Errorf("their version was written over:\n%s", got)
	}
	d.ProjectFile().Save(projectfile.Theirs)
	if d.Composition().Instruction != "theirs again" || d.ProjectFile().Modified() {
		t.Errorf("their version is %q, modified %t", d.Composition().Instruction, d.ProjectFile().Modified())
	}
	d.SetInstruction("mine after all")
	d.ProjectFile().Save(projectfile.AskUser)
	d.until("it is saved", func() bool { return !d.ProjectFile().Modified() })
}

func TestAConflictThatIsLeftIsNotSavedLater(t *testing.T) {
	d := newDesk(t, map[string]string{"a.txt": "a\n", "b.txt": "b\n", "c.txt": "c\n", "dossier.toml": "[files]\nitems = [\"a.txt\"]\n"})
	d.Tree().Close()
	d.Add([]string{"b.txt"})
	d.write("dossier.toml", "[files]\nitems = [\"theirs.txt\"]\n")
	d.ProjectFile().Save(projectfile.AskUser)
	d.until("it is asked", func() bool { return len(d.conflicts) == 1 })
	d.Add([]string{"c.txt"}) // instead of an answer
	d.ProjectFile().Save(projectfile.AskUser)
	d.until("it is asked again", func() bool { return len(d.conflicts) == 2 })
	d.ProjectFile().Save(projectfile.Mine)
	d.until("it is saved", func() bool { return !d.saves.Busy() })
	if got := d.read("dossier.toml"); !strings.Contains(got, "c.txt") || d.ProjectFile().Modified() {
		t.Errorf("what was put together since is not saved:\n%s", got)
	}
}

func TestAFileWithAMistakeIsShownAndNeverWritten(t *testing.T) {
	broken := "schema = 1\n\n[project\n"
	d := newDesk(t, map[string]string{"a.txt": "a\n", "dossier.toml": broken})
	if err := d.ProjectFile().ReadOnly(); err == nil || !strings.Contains(err.Error(), "line 3") {
		t.Errorf("the mistake is not named: %v", err)
	}
	d.Add([]string{"a.txt"})
	d.ProjectFile().Save(projectfile.AskUser)
	d.settle()
	if d.read("dossier.toml") != broken {
		t.Error("the file was written over")
	}
	if len(d.Warnings()) == 0 {
		t.Error("nothing says what is wrong")
	}
}

func TestPathsOutsideNeedLeave(t *testing.T) {
	d := newDesk(t, map[string]string{"a.txt": "a\n"})
	secret := filepath.Join(filepath.Dir(d.dir), "secret.txt")
	if err := os.WriteFile(secret, []byte("canary\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	d.write("dossier.toml", "[files]\nitems = [\"../secret.txt\"]\n")
	d.stop()
	d.start()
	item, ok := d.Files().Shown(0)
	if !ok || !project.Outside(item.Err) || strings.Contains(d.Document().Text(), "canary") {
		t.Fatalf("the row is %+v in %q", item, d.Document().Text())
	}
	target, err := d.Access().Target(item.Path)
	if err != nil {
		t.Fatal(err)
	}
	d.Access().Allow(target)
	d.settle()
	if !strings.Contains(d.Document().Text(), "canary") {
		t.Error("the leave changed nothing")
	}
	d.stop()
	d.start()
	if !strings.Contains(d.Document().Text(), "canary") {
		t.Error("the leave was forgotten")
	}
}

func TestPermissionIsGivenAtOnceAndStoredInTheBackground(t *testing.T) {
	d := newDesk(t, map[string]string{"a.txt": "a\n"})
	outside := filepath.Join(filepath.Dir(d.dir), "outside")
	var paths []string
	for _, name := range []string{"one.txt", "two.txt"} {
		d.write(filepath.Join("..", "outside", name), name+" is read\n")
		paths = append(paths, filepath.Join(outside, name))
	}
	// Another window writes the same file, and takes its time.
	if err := os.MkdirAll(filepath.Join(d.places.State, "locks"), 0o700); err != nil { // it may not be there yet
		t.Fatal(err)
	}
	file, err := filepath.EvalSymlinks(d.places.State)
	if err != nil {
		t.Fatal(err)
	}
	file = filepath.Join(file, "allowed", store.Key(d.Dir())+".json")
	lock := flock.New(filepath.Join(d.places.State, "locks", store.Key(file)+".lock"))
	if err := lock.Lock(); err != nil {
		t.Fatal(err)
	}
	d.Access().AddFiles(paths[:1])
	d.Access().AddFiles(paths[1:])
	d.settle()
	for _, name := range []string{"one.txt", "two.txt"} {
		if !strings.Contains(d.Document().Text(), name+" is read") {
			t.Errorf("%s waits for the lock: %q", name, d.Document().Text())
		}
	}
	if got := d.store.Allowed(d.Dir()); len(got) != 0 {
		t.Fatalf("the lock holds nobody back: %v are kept", got)
	}
	if err := lock.Unlock(); err != nil {
		t.Fatal(err)
	}
	d.until("the leave is kept", func() bool { return slices.Equal(d.store.Allowed(d.Dir()), paths) })
}

func TestChangesOnTheDiskShow(t *testing.T) {
	t.Parallel()
	d := newDesk(t, map[string]string{"a.txt": "one\n", "b.txt": "b\n", "dossier.toml": "[files]\nitems = [\"a.txt\", \"b.txt\"]\n"})
	d.write("a.txt", "two\n")
	d.until("the text follows", func() bool { return strings.Contains(d.Document().Text(), "two\n") })
	d.write("new.txt", "n\n")
	d.until("the new file is listed", func() bool { return d.Tree().Model().Find("new.txt") >= 0 })
	if err := os.Remove(filepath.Join(d.dir, "b.txt")); err != nil {
		t.Fatal(err)
	}
	d.until("the missing file is marked", func() bool {
		i := d.Tree().Model().Find("b.txt")
		return i >= 0 && d.Tree().Model().Row(i).Missing && strings.Contains(d.Document().Text(), "ERROR: file not found: b.txt")
	})
	d.want("a.txt", "b.txt")
	d.write("dossier.toml", "[files]\nitems = [\"new.txt\"]\n")
	d.until("the project file is taken in", func() bool { return len(d.Files().Items()) == 1 && d.Files().Items()[0].Path == "new.txt" })
}

// What another program changes in the file is an undo step of its own: undo of what was done before leaves it.
func TestAChangeOfTheFileIsAStep(t *testing.T) {
	t.Parallel()
	d := newDesk(t, map[string]string{"a.txt": "a\n", "b.txt": "b\n", "c.txt": "c\n", "dossier.toml": "[files]\nitems = [\"a.txt\"]\n"})
	d.Add([]string{"b.txt"})
	d.ProjectFile().Save(projectfile.AskUser)
	d.until("it is saved", func() bool { return !d.ProjectFile().Modified() })
	d.write("dossier.toml", "[files]\nitems = [\"a.txt\", \"b.txt\", \"c.txt\"]\n")
	d.until("the project file is taken in", func() bool { return len(d.Files().Items()) == 3 })
	for _, want := range [][]string{{"a.txt", "b.txt"}, {"a.txt"}} {
		d.Undo()
		d.want(want...)
	}
	if d.Undo() {
		t.Error("there is another step")
	}
	d.Redo()
	d.Redo()
	if d.want("a.txt", "b.txt", "c.txt"); d.ProjectFile().Modified() {
		t.Error("it differs from the file")
	}
}

func TestAPresetIsOneStep(t *testing.T) {
	d := newDesk(t, map[string]string{"a.txt": "a\n", "b.txt": "b\n", "dossier.toml": "[files]\nitems = [\"a.txt\"]\n[presets.other]\nfiles = [\"b.txt\"]\n"})
	list := d.Presets().In(models.ProjectScope)
	if len(list) != 1 {
		t.Fatalf("presets %v", list)
	}
	d.Presets().Apply(list[0])
	d.want("b.txt")
	if name, modified := d.Presets().Current(); name != "other" || modified {
		t.Errorf("applied %q, modified %t", name, modified)
	}
	d.Add([]string{"a.txt"})
	if _, modified := d.Presets().Current(); !modified {
		t.Error("the change does not show at the preset")
	}
	d.Undo()
	d.Undo()
	d.want("a.txt")
}

func TestAFileThatCannotBeReadHasNoPrices(t *testing.T) {
	d := newDesk(t, map[string]string{"big.txt": strings.Repeat("line\n", 300_000), "a.txt": "a\n", "dossier.toml": "[files]\nitems = [\"big.txt\", \"a.txt\"]\n"})
	prices := func(rows ...int) (costs aggregate.Costs) {
		known := false
		d.ModeCosts().Of(rows, func(c aggregate.Costs) { costs, known = c, true })
		d.until("the prices are known", func() bool { return known })
		return costs
	}
	if got := prices(0); len(got) != 0 {
		t.Errorf("the file that is too large costs %v", got)
	}
	if got := prices(0, 1); got[models.Full].N == 0 {
		t.Errorf("with one that can be read they cost %v", got)
	}
	d.ModeCosts().SetComparing(true)
	d.until("the modes are compared", func() bool { _, known := d.ModeCosts().Row(1); return known })
	if got, known := d.ModeCosts().Row(0); !known || len(got) != 0 {
		t.Errorf("compared, it costs %v, and that is known: %t", got, known)
	}
}

func TestTheLimitOfAFileIsRaisedByOneClick(t *testing.T) {
	d := newDesk(t, map[string]string{"big.txt": strings.Repeat("line\n", 300_000), "dossier.toml": "[files]\nitems = [\"big.txt\"]\n"})
	if item, _ := d.Files().Shown(0); !project.TooLarge(item.Err) {
		t.Fatalf("the row is %+v", item.Err)
	}
	d.RaiseLimit([]int{0})
	d.settle()
	if item, _ := d.Files().Shown(0); item.Err != nil {
		t.Errorf("it is still not shown: %v", item.Err)
	}
}

func TestNothingRunsAfterAClose(t *testing.T) {
	before := runtime.NumGoroutine()
	d := newDesk(t, map[string]string{"a.txt": "a\n"})
	d.Add([]string{"a.txt"})
	d.stop()
	if err := d.Close(); !errors.Is(err, ErrClosed) {
		t.Errorf("a second close gives %v", err)
	}
	for range 60_000 {
		if runtime.NumGoroutine() <= before {
			return
		}
		time.Sleep(5 * time.Millisecond)
	}
	t.Errorf("%d goroutines, %d before", runtime.NumGoroutine(), before)
}

func TestFoldersThatCannotBeOpenedSayWhy(t *testing.T) {
	d := newDesk(t, map[string]string{"a.txt": "a\n"})
	for dir, want := range map[string]string{
		filepath.Join(d.dir, "gone"):  "there is no folder",
		filepath.Join(d.dir, "a.txt"): "is a file; open its folder",
	} {
		if err := d.Open(dir); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", dir, err)
		}
	}
	if d.Dir() == "" {
		t.Error("the project that was open is gone")
	}
}

// Nothing is reported before a project is complete.
func TestAnOpenedProjectIsReportedAsAWhole(t *testing.T) {
	d := newDesk(t, map[string]string{"a.txt": "a\n", "dossier.toml": "schema = 1\n"})
	d.Add([]string{"a.txt"})
	d.settle()
	d.stop()
	d.write("dossier.toml", "schema = 1\n\n[project]\nname = \"other\"\n")
	d.launch()
	var events []string
	d.Session.Changed = func(c change.Set) {
		if c.Has(change.Project) {
			events = append(events, fmt.Sprintf("project with %d rows", len(d.Files().Items())))
		}
	}
	d.Session.Notify = func(m message.Message) { events = append(events, m.Text) }
	if err := d.Open(d.dir); err != nil {
		t.Fatal(err)
	}
	want := []string{"project with 1 rows", "dossier.toml has changed since these unsaved changes were made; they are still here"}
	if diff := cmp.Diff(want, events); diff != "" {
		t.Errorf("wrong order (-want +got):\n%s", diff)
	}
	d.settle()
}

func TestAScanThatWasAskedForSaysWhatCameOfIt(t *testing.T) {
	d := newDesk(t, map[string]string{"a.go": "a", "src/b.go": "b", "left.out": "", ".gitignore": "*.out\n.gitignore\n"})
	d.speakAfter = 0
	quiet := func(why string, scan func()) {
		t.Helper()
		scan()
		d.settle()
		if len(d.messages) > 0 {
			t.Fatalf("%s, and it says %+v", why, d.messages)
		}
	}
	quiet("nobody asked", d.Tree().Rescan)
	quiet("it was stopped before another one began", func() { d.Tree().ScanAgain(); d.Progress().Cancel(); d.Tree().Rescan() })
	d.Tree().ScanAgain()
	d.until("it says so", func() bool { return len(d.messages) > 0 })
	if got := d.last(); got.Text != "Scanned the folder again: {{.N}} files" || got.N != 2 {
		t.Errorf("it says %+v", got)
	}
}
