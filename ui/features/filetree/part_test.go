package filetree

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"dossier/aggregate"
	"dossier/aggregate/systemtest"
	"dossier/aggregate/watch"
	"dossier/models"
	"dossier/presets"
	"dossier/ui/project"
	"dossier/ui/session/message"
	"dossier/ui/session/sessiontest"
)

// fake is a session with nothing but what the tree asks of it.
type fake struct {
	*sessiontest.Desk
	part     *Part
	batches  []watch.Batch
	count    map[string]int // number of calls by name
	complete bool           // what WatchComplete last said
}

// newFake opens a project of some files, whose composition is empty.
func newFake(tb testing.TB, files map[string]string) (*fake, *Part) {
	tb.Helper()
	f := &fake{Desk: sessiontest.New(tb, files), count: map[string]int{}}
	f.part = New(f, f.Work)
	tb.Cleanup(f.part.Close)
	return f, f.part
}

func (f *fake) ScanBegins()                 { f.count["scans"]++ }
func (f *fake) DiskChanged(b watch.Batch)   { f.batches = append(f.batches, b) }
func (f *fake) Watched()                    { f.count["watched"]++ }
func (f *fake) FoldersWatched()             { f.count["folders watched"]++ }
func (f *fake) WatchComplete(complete bool) { f.complete = complete }
func (f *fake) path(name string) string     { return filepath.Join(f.Opened.Dir, name) }
func (f *fake) drawn() string               { return f.part.Model().drawn() }
func (f *fake) row(path string) Row         { m := f.part.Model(); return m.Row(m.Find(path)) }

func shot(path string) aggregate.Shot {
	return aggregate.Shot{Screenshot: models.Screenshot{Path: path}}
}

func (f *fake) Listed() {
	f.count["listed"]++
	f.part.Tick()
}

// reported reports whether a change of a file was reported.
func (f *fake) notified(file string) bool {
	return slices.ContainsFunc(f.batches, func(b watch.Batch) bool { return slices.Contains(b.Files, file) })
}

// settle waits until nothing is listed or counted any more.
func (f *fake) settle() {
	f.TB.Helper()
	f.Until("it is done", func() bool {
		_, scans := f.part.Scanning()
		return !scans && !f.part.Counting()
	})
}

func (f *fake) wantRows(want string) {
	f.TB.Helper()
	if diff := cmp.Diff(want, f.drawn()); diff != "" {
		f.TB.Errorf("wrong rows (-want +got):\n%s", diff)
	}
}

func TestAFolderIsListedMeasuredCountedAndWatched(t *testing.T) {
	f, p := newFake(t, map[string]string{"a.txt": "some words\n", "sub/b.txt": "more\n", ".gitignore": "out\n", "out/c.txt": "c\n"})
	if _, ok := p.Status("a.txt"); ok || p.Listed() || p.Names() != nil {
		t.Error("something is known before the folder is listed")
	}
	if _, ok := p.Explain("a.txt"); ok {
		t.Error("something is explained before the folder is listed")
	}
	p.Rescan()
	if scan, scans := p.Scanning(); !scans || scan.Began.IsZero() {
		t.Errorf("the scan that runs is %+v", scan)
	}
	f.settle()
	f.wantRows("+ sub/\n.gitignore\na.txt\n")
	f.Options.ShowIgnored = true
	f.wantRows("+ out/\n+ sub/\n.gitignore\na.txt\n")
	if row := f.row("a.txt"); row.Size != 11 || !row.Cost.Exact || row.Cost.N == 0 {
		t.Errorf("the row is %+v", row)
	}
	for path, want := range map[string]aggregate.Status{"a.txt": aggregate.File, "sub": aggregate.Folder} {
		if got, ok := p.Status(path); !ok || got != want {
			t.Errorf("%s is %v, known: %t", path, got, ok)
		}
	}
	if _, ok := p.Status("gone.txt"); ok || p.Has("gone.txt") || !p.Has("sub/b.txt") {
		t.Error("the tree holds other files than the disk")
	}
	if e, ok := p.Explain("out/c.txt"); !ok || !strings.Contains(e.String(), "not listed") {
		t.Errorf("it is explained as %v", e)
	}
	wholly := func() bool { return f.complete == (p.Limit() == nil) }
	f.Until("it is done", func() bool { return f.count["watched"] > 0 && wholly() })
	f.Write("new.txt", "new\n")
	f.Until("it is done", func() bool { return f.notified("new.txt") })
	p.RescanPaths([]string{"new.txt"})
	f.settle()
	f.Until("the listed folders are watched again", wholly)
	if !p.Has("new.txt") {
		t.Errorf("the new file is not listed:\n%s", f.drawn())
	}
	if f.count["watched"] != 1 || f.count["listed"] != 3 || len(f.Log) > 0 {
		t.Errorf("it told %v, and said %q", f.count, f.Log)
	}
}

// A project's folder that is moved or deleted is reported by its name, once.
func TestAFolderThatIsGoneIsReported(t *testing.T) {
	for name, lose := range map[string]func(dir string) error{
		"moved":   func(dir string) error { return os.Rename(dir, dir+" elsewhere") },
		"deleted": os.RemoveAll,
	} {
		t.Run(name, func(t *testing.T) {
			systemtest.NeedMovesOpenFolders(t)
			f, p := newFake(t, map[string]string{"a.txt": "a\n"})
			p.Rescan()
			f.settle()
			f.Log = nil
			dir := f.Opened.Root().Dir()
			if err := lose(dir); err != nil {
				t.Fatal(err)
			}
			for range 2 {
				p.RescanPaths([]string{"a.txt"})
				f.settle()
			}
			f.Until("it is reported", func() bool { return len(f.Log) > 0 })
			if want := "the folder " + project.Shown(dir) + " is not there any more, it was moved or deleted: put it back, or open the folder where it is now"; !slices.Equal(f.Log, []string{want}) {
				t.Errorf("it says %q, want %q", f.Log, want)
			}
		})
	}
}

func TestFilesOfTheCompositionAreTickedThoughTheyAreGone(t *testing.T) {
	f, p := newFake(t, map[string]string{"a.txt": "a\n", "b.txt": "b\n", ".gitignore": "out\n", "out/c.txt": "c\n"})
	f.Comp.Files = []models.FileItem{models.NewFileItem("a.txt"), models.NewFileItem("gone.txt"), models.NewFileItem("out/c.txt")}
	p.Rescan()
	f.settle()
	p.OpenAll(true)
	p.Open("out", true)
	f.settle()
	for path, want := range map[string]project.Tick{"a.txt": project.Ticked, "b.txt": project.Unticked, "gone.txt": project.Ticked, "out/c.txt": project.Ticked} {
		if row := f.row(path); row.Tick != want || row.Missing != (path == "gone.txt") {
			t.Errorf("%s is ticked: %v, missing: %t (%s)", path, row.Tick, row.Missing, row.Note)
		}
	}
	if p.Has("gone.txt") {
		t.Error("what is gone is said to be there")
	}
	f.Comp.Files = nil
	p.Tick()
	f.wantRows(".gitignore\na.txt\nb.txt\n")
}

func TestAnExcludedFolderIsListedWhenItIsOpened(t *testing.T) {
	f, p := newFake(t, map[string]string{".gitignore": "out\n", "out/c.txt": "c\n"})
	f.Options.ShowIgnored = true
	p.Rescan()
	f.settle()
	p.Open("out", true)
	f.settle()
	f.wantRows("- out/\n  c.txt\n.gitignore\n")
	p.Rescan() // looks into it again
	f.settle()
	f.wantRows("- out/\n  c.txt\n.gitignore\n")
	if f.Saved != 1 {
		t.Errorf("it was to be kept %d times", f.Saved)
	}
}

func TestExcludedFoldersOfImagesAreWatched(t *testing.T) {
	f, p := newFake(t, map[string]string{".gitignore": "shots\n", "shots/a.png": "a", "sub/b.png": "b"})
	p.WatchImages() // before there is anything to watch
	p.Rescan()
	f.settle()
	f.Until("it is done", func() bool { return f.count["watched"] > 0 })
	f.Images = []aggregate.Shot{shot("shots/a.png"), shot("sub/b.png"), shot("../far/c.png")}
	p.WatchImages()
	if diff := cmp.Diff([]string{"shots"}, p.imageFolders); diff != "" {
		t.Errorf("wrong folders (-want +got):\n%s", diff)
	}
	f.Until("the session knows", func() bool { return f.count["folders watched"] == 1 })
	f.Write("shots/a.png", "another")
	f.Until("it is done", func() bool { return f.notified("shots/a.png") })
}

func TestAScanThatIsAskedForSaysWhatCameOfIt(t *testing.T) {
	f, p := newFake(t, map[string]string{"a.txt": "a\n", "b/c.txt": "c\n"})
	p.Rescan()
	f.settle()
	p.ScanAgain()
	p.Stop()
	p.Rescan()
	f.settle()
	if f.Log != nil {
		t.Fatalf("scans without a caller say %q", f.Log)
	}
	p.ScanAgain()
	f.settle()
	if diff := cmp.Diff([]message.Message{message.Count("Scanned the folder again: {{.N}} files", 2, nil)}, f.Messages); diff != "" {
		t.Errorf("it says something else (-want +got):\n%s", diff)
	}
}

func TestAPanicInAScanLeavesNothingWaiting(t *testing.T) {
	f, p := newFake(t, map[string]string{"a.txt": "a\n", "sub/b.txt": "b\n"})
	p.Rescan()
	f.settle()
	old, counts := p.Names(), p.counts
	p.counts = nil // whatever asks them panics
	p.Rescan()
	f.settle()
	p.counts = counts
	if len(f.Log) != 1 || !strings.Contains(f.Log[0], "something went wrong inside Dossier") {
		t.Fatalf("it says %q", f.Log)
	}
	if p.Names() != old {
		t.Error("the tree that was there before is gone")
	}
	ctx, cancel := context.WithTimeout(t.Context(), sessiontest.Patience)
	defer cancel()
	if listed, err := f.Opened.Tree(ctx); err != nil || len(listed.Files()) != 2 {
		t.Errorf("a build would get %v, error %v", listed, err)
	}
}

func TestTheOrderAndTheFilterShowAtOnce(t *testing.T) {
	f, p := newFake(t, map[string]string{"a.txt": "short\n", "b.txt": "a few more words than in the other\n", "sub/c.go": "package c\n"})
	p.Rescan()
	f.settle()
	p.SetSort(ByTokens)
	f.wantRows("b.txt\n+ sub/\na.txt\n")
	p.SetFilter("c.go")
	f.wantRows("- sub/\n  ‹c.go›\n")
	p.SetFilter("")
	p.SetSort(ByName)
	p.Reveal("sub/c.go")
	f.wantRows("- sub/\n  c.go\na.txt\nb.txt\n")
	p.RestoreUnsaved(presets.Unsaved{})
	if got := p.Model().Sort(); got != ByName {
		t.Errorf("without an order that was kept it is by %s", got)
	}
	p.RestoreUnsaved(presets.Unsaved{Expanded: []string{"sub"}, Sort: "size"})
	if got := p.Model(); got.Sort() != BySize || !cmp.Equal(got.OpenFolders(), []string{"sub"}) {
		t.Errorf("what was kept is by %s, with %q open", got.Sort(), got.OpenFolders())
	}
}

func TestRowsSayWhyTheyCannotBeTicked(t *testing.T) {
	f, p := newFake(t, map[string]string{".gitignore": "*.o\n", "a.o": "o", "a.txt": "a\n"})
	if err := os.Symlink(filepath.Join(t.TempDir(), "far.txt"), f.path("link.txt")); err != nil {
		t.Skip(err)
	}
	f.Options.ShowIgnored = true
	p.Rescan()
	f.settle()
	for path, want := range map[string]struct {
		ignored, barred bool
		note            string
	}{"a.txt": {}, "a.o": {ignored: true, note: "ignored by .gitignore:1: *.o"}, "link.txt": {barred: true, note: "link"}} {
		row := f.row(path)
		if row.Ignored != want.ignored || row.Barred != want.barred || !strings.Contains(row.Note, want.note) {
			t.Errorf("%s is ignored: %t, barred: %t, %q", path, row.Ignored, row.Barred, row.Note)
		}
	}
	if n := len(p.Entries()); n != 4 {
		t.Errorf("%d entries, want 4", n)
	}
}

func (f *fake) RepositoryChanged() {
	f.count["repository"]++
	f.part.followStates()
}

// TestTheTreeShowsWhatGitSays follows a repository: letters, the filter, what is ticked, and a commit by git itself.
func TestTheTreeShowsWhatGitSays(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("there is no git here")
	}
	f, p := newFake(t, map[string]string{"a.go": strings.Repeat("package a\n", 20), "d/b.go": "package b\n", "d/c.go": "package c\n", ".gitignore": "*.log\n", "x.log": "x\n"})
	git := func(args ...string) {
		t.Helper()
		cmd := exec.Command("git", append([]string{"-c", "user.name=Ada", "-c", "user.email=ada@example.com"}, args...)...)
		cmd.Dir = f.Opened.Dir
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("git %v: %v\n%s", args, err, out)
		}
	}
	git("init", "-q", "-b", "main")
	git("add", ".")
	git("commit", "-q", "-m", "First")
	f.Write("a.go", strings.Repeat("package a\n", 20)+"// More.\n")
	f.Write("d/new.go", "package d\n")
	p.Rescan()
	f.Until("it is done", func() bool { return len(p.Model().Changed()) == 2 })
	states := func() string {
		p.OpenAll(true)
		var out []string
		for i := range p.Model().Len() {
			if row := p.Model().Row(i); row.State != 0 {
				out = append(out, row.Path+" "+string(rune(row.State)))
			}
		}
		return strings.Join(out, ", ")
	}
	if got, want := states(), "d M, d/new.go ?, a.go M"; got != want {
		t.Errorf("the tree says %q, want %q", got, want)
	}
	for filter, want := range map[string]string{
		"is:modified": "a.go", "is:untracked": "d d/new.go", "is:changed": "d d/new.go a.go", "is:changed new": "d d/new.go", "is:deleted": "", "is:nothing": "",
	} {
		p.SetFilter(filter)
		var got []string
		for i := range p.Model().Len() {
			got = append(got, p.Model().Path(i))
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%q finds %q, want %q", filter, got, want)
		}
	}
	p.SetFilter("")

	p.AddChanged()
	if got := fmt.Sprintf("%d %s %s", len(f.Comp.Files), f.Comp.Files[0].Path, f.Comp.Files[1].Path); got != "2 a.go d/new.go" {
		t.Errorf("ticked are %s", got)
	}
	f.Comp = models.Composition{}
	p.AddChangedLines()
	f.Until("it is done", func() bool { return len(f.Comp.Files) == 2 })
	if a, d := f.Comp.Files[0], f.Comp.Files[1]; a.ViewMode != models.Custom || len(a.CustomSlices) != 1 || a.CustomSlices[0].StartLine != 18 || d.ViewMode != models.Full {
		t.Errorf("the slices are %+v and %+v", a, d)
	}

	// What git does by itself is followed too.
	git("add", ".")
	git("commit", "-q", "-m", "Second")
	f.Until("it is done", func() bool { return len(p.Model().Changed()) == 0 })
	if got := states(); got != "" || f.count["repository"] == 0 {
		t.Errorf("the tree says %q; the repository changed %d times", got, f.count["repository"])
	}
	for _, b := range f.batches {
		for _, name := range append(b.Files, b.Folders...) {
			if strings.HasPrefix(name, ".git/") || name == ".git" {
				t.Errorf("%s is told as a file of the project", name)
			}
		}
	}
}
