package session

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"dossier/models"
	"dossier/presets"
	"dossier/presets/killtest"
	"dossier/ui/features"
	"dossier/ui/features/answers"
	"dossier/ui/features/discussion"
	"dossier/ui/features/edits"
	"dossier/ui/features/presetlist"
	"dossier/ui/project"
	"dossier/ui/session/change"
	"dossier/ui/session/projectfile"
	"dossier/ui/session/recovery"
	"dossier/ui/session/sessiontest"
)

// another opens the project of a desk in another window.
func (d *desk) another() *desk {
	d.tb.Helper()
	other := &desk{tb: d.tb, dir: d.dir, places: d.places}
	other.start()
	return other
}

// wantLeft compares the unsaved work of other windows: entries, drafts and whether there is a draft
// of an entry.
func (d *desk) wantLeft(want ...string) {
	d.tb.Helper()
	got := []string{}
	for _, left := range d.Recovery().List() {
		line := strings.Join(left.Files, " ")
		if left.Drafts > 0 {
			line += fmt.Sprintf(" +%d", left.Drafts)
		}
		if left.Writing {
			line += " writing"
		}
		if left.Answer {
			line += " answer"
		}
		got = append(got, line)
	}
	if diff := cmp.Diff(append([]string{}, want...), got); diff != "" {
		d.tb.Errorf("wrong sessions were left (-want +got):\n%s", diff)
	}
}

func leftDesk(t *testing.T) *desk {
	return newDesk(t, map[string]string{
		"dossier.toml": "[files]\nitems = [\"a.txt\"]\n", "a.txt": "a\n", "b.txt": "b\n", "c.txt": "c\n", "d.txt": "d\n",
	})
}

func TestEachWindowSaysThatAnotherHasTheProjectOpen(t *testing.T) {
	one := leftDesk(t)
	says := func(when string, want bool) {
		t.Helper()
		one.CountWindows()
		one.until("the windows are counted", func() bool { return !one.counting.Busy() })
		if got := one.Recovery().OpenElsewhere(); got != want {
			t.Errorf("%s: it says so is %t, want %t", when, got, want)
		}
	}
	says("alone", false)
	two := one.another()
	says("beside another", true)
	two.stop()
	says("the other is closed", false)
	two.start()
	says("it is open again", true)
	one.Recovery().MarkSeen()
	says("the user knows", false)
	three := one.another()
	says("a third is open", true)
	one.Recovery().MarkSeen()
	three.stop()
	says("the user knows of the one that is left", false)
	two.stop()
}

// A second `dossier DIR` brings the window to the front that has the folder open at the time.
func TestAWindowComesToTheFrontWhenItIsAskedTo(t *testing.T) {
	t.Parallel()
	one := leftDesk(t)
	came := 0
	one.Options.ToFront = func() { came++ }
	request := func(dir string) bool {
		t.Helper()
		answer := make(chan bool, 1)
		go func() { answer <- presets.NewState(one.places).RequestFront(t.Context(), dir) }()
		var taken, answered bool
		one.until("the request is answered", func() bool {
			select {
			case taken = <-answer:
				answered = true
			default:
			}
			return answered && (!taken || came > 0)
		})
		return taken
	}
	if !request(one.dir) || came != 1 {
		t.Errorf("it came to the front %d times", came)
	}
	former, next := one.dir, t.TempDir()
	if err := one.Open(next); err != nil {
		t.Fatal(err)
	}
	one.until("the former project is closed", func() bool { return !one.Busy() })
	came = 0
	if request(former) || came > 0 {
		t.Error("it comes to the front for a project that it no longer has open")
	}
	if !request(next) || came != 1 {
		t.Errorf("it came to the front %d times for the next project", came)
	}
}

func TestTwoWindowsKeepWhatIsUnsavedApart(t *testing.T) {
	one := leftDesk(t)
	one.Add([]string{"b.txt"})
	two := one.another()
	if one.Recovery().OpenElsewhere() || !two.Recovery().OpenElsewhere() {
		t.Errorf("the first says that it is beside another one: %t, the second %t", one.Recovery().OpenElsewhere(), two.Recovery().OpenElsewhere())
	}
	two.changes = 0
	if two.Recovery().MarkSeen(); two.Recovery().OpenElsewhere() || two.changes&change.Recovery == 0 {
		t.Error("it is said for ever")
	}
	two.want("a.txt") // as the file has it
	two.wantLeft()
	two.Add([]string{"c.txt"})
	discussion.Of(two).SetUnsent("AI", "half a sen")
	one.stop()
	two.stop()

	// The one that was closed last continues, the other one is offered.
	next := one.another()
	next.want("a.txt", "c.txt")
	next.wantLeft("a.txt b.txt")
	if next.Recovery().OpenElsewhere() {
		t.Error("a window that was closed is there still")
	}
	next.stop()
	next.start() // and offered again, until the user decides
	next.want("a.txt", "c.txt")
	next.wantLeft("a.txt b.txt")

	next.Recovery().Recover(next.Recovery().List()[0].ID)
	next.want("a.txt", "b.txt")
	next.wantLeft()
	if rows := next.Presets().AllRows(); len(rows) != 1 || !rows[0].Draft || len(rows[0].Files) != 2 || rows[0].Files[1].Path != "c.txt" {
		t.Errorf("what was there is no draft: %+v", rows)
	}
	if discussion.Of(next).Unsent().Content != "half a sen" {
		t.Errorf("what was being written is %q", discussion.Of(next).Unsent().Content)
	}
	next.Undo()
	next.want("a.txt", "c.txt")
	next.wantLeft("a.txt b.txt")
	next.Redo()
	next.want("a.txt", "b.txt")
	next.stop()
	next.start()
	next.want("a.txt", "b.txt")
	next.wantLeft()
}

// afterTwo is the second of two windows, opened again after both were closed with changes
// of their own, and what the first one left.
func afterTwo(t *testing.T) (two *desk, left string) {
	t.Helper()
	one := leftDesk(t)
	two = one.another()
	one.Add([]string{"b.txt"})
	two.Add([]string{"c.txt"})
	one.stop()
	two.stop()
	two.start()
	return two, two.Recovery().List()[0].ID
}

func TestWhatIsDiscardedIsGoneOnceTheProjectIsLeft(t *testing.T) {
	two, id := afterTwo(t)
	two.Recovery().Discard(id)
	two.wantLeft()
	two.want("a.txt", "c.txt")
	if m := two.last(); !m.Undo {
		t.Errorf("it says %+v", m)
	}
	if err := two.Keep(); err != nil { // for another folder, which was not opened then
		t.Fatal(err)
	}
	two.until("it is stored as an open window", func() bool {
		kept, _ := two.Autosave().Slot().Load()
		return !kept.Open.IsZero()
	})
	two.Undo()
	two.wantLeft("a.txt b.txt")
	two.stop()
	two.start()
	two.wantLeft("a.txt b.txt")
	two.Recovery().Discard(id)
	two.stop()
	two.start()
	two.wantLeft()
	if files, _ := filepath.Glob(filepath.Join(two.places.State, "sessions", "*.json")); len(files) != 1 {
		t.Errorf("there are %v", files)
	}
}

// After a kill nothing is offered twice, and nothing is lost.
func TestWhatWasTakenUpSurvivesACrash(t *testing.T) {
	one := leftDesk(t)
	two := one.another()
	one.Add([]string{"b.txt"})
	two.Add([]string{"c.txt"})
	one.stop()
	two.stop()
	two.start()
	two.Recovery().Recover(two.Recovery().List()[0].ID)
	two.until("it is kept", func() bool {
		kept, _ := two.Autosave().Slot().Load()
		return len(kept.Settled) == 1
	})
	two.start() // without a word to the one before
	two.want("a.txt", "b.txt")
	two.wantLeft()
	if rows := two.Presets().AllRows(); len(rows) != 1 || rows[0].Files[1].Path != "c.txt" {
		t.Errorf("the draft is %+v", rows)
	}
}

func TestDraftsAndWritingAreTakenUp(t *testing.T) {
	one := leftDesk(t)
	two := one.another()
	one.ProjectFile().Save(projectfile.AskUser) // the composition is saved in both
	drafts := func(review string) presetlist.State {
		draft := func(of project.PresetRef, name string) presetlist.Draft {
			return presetlist.Draft{Of: of, Content: models.Preset{Files: []models.FileItem{models.NewFileItem(name)}}}
		}
		return presetlist.State{Drafts: []presetlist.Draft{draft(project.PresetRef{}, "d.txt"), draft(global("review"), review)}}
	}
	one.Presets().SetState(drafts("b.txt"))
	discussion.Of(one).SetUnsent("User", "from the first")
	two.Presets().SetState(drafts("c.txt"))
	discussion.Of(two).SetUnsent("AI", "from the second")
	one.stop()
	two.stop()
	two.start()
	two.wantLeft(" +2 writing")
	two.Recovery().Recover(two.Recovery().List()[0].ID)
	two.want("a.txt")
	got := map[string]string{}
	for _, d := range two.Presets().State().Drafts {
		got[d.Of.Name] = d.Content.Files[0].Path
	}
	if diff := cmp.Diff(map[string]string{"": "d.txt", "review": "c.txt", "review (2)": "b.txt"}, got); diff != "" {
		t.Errorf("wrong drafts (-want +got):\n%s", diff)
	}
	if u := discussion.Of(two).Unsent(); u.Role != "AI" || u.Content != "from the second\n\nfrom the first" {
		t.Errorf("what is being written is %+v", u)
	}
	two.stop()
	two.start()
	two.wantLeft()
}

// An answer that was pasted in another window is offered with what was decided and typed there, and added to the
// answer of this window.
func TestTheAnswerOfAnotherWindowIsTakenUp(t *testing.T) {
	t.Parallel()
	const answer = "a.txt\n```\n<<<<<<< SEARCH\na\n=======\nA\n>>>>>>> REPLACE\n```\nAlso see d.txt.\n"
	paste := func(d *desk, text string) {
		answers.Of(d).SetText(text)
		edits.Of(d).SetText(text)
		d.until("the answer is searched", func() bool { return !answers.Of(d).Reading() && !edits.Of(d).Reading() })
	}
	for _, own := range []string{"", "See c.txt.\n"} {
		one := leftDesk(t)
		two := one.another()
		paste(two, answer)
		mine := "mine\n"
		edits.Of(two).Rewrite(edits.Ref{}, &mine)
		for i := range answers.Of(two).Rows() {
			answers.Of(two).Tick([]int{i}, false)
		}
		two.stop()
		paste(one, own)
		one.Add([]string{"b.txt"})
		one.stop()
		one.start()
		one.wantLeft(" answer")
		one.Recovery().Recover(one.Recovery().List()[0].ID)
		text := answers.Of(one).Text()
		paste(one, text) // as the tab does
		if !strings.HasPrefix(text, own) || !strings.HasSuffix(text, answer) {
			t.Errorf("after %q the answer is %q", own, text)
		}
		if files := edits.Of(one).Files(); len(files) != 1 || files[0].Hunks[0].New != mine {
			t.Errorf("after %q the edits are %+v", own, files)
		}
		for _, row := range answers.Of(one).Rows() {
			if row.Path == "d.txt" && row.Ticked {
				t.Errorf("after %q %s is ticked", own, row.Path)
			}
		}
		one.wantLeft()
		one.stop()
		one.start()
		one.wantLeft()
		if got := answers.Of(one).Text(); got != text {
			t.Errorf("after a restart the answer is %q", got)
		}
	}
}

func TestWhatAnotherWindowTakesUpIsNotTakenTwice(t *testing.T) {
	two, id := afterTwo(t)
	three := two.another()
	three.want("a.txt", "b.txt")
	for _, act := range []func(string){two.Recovery().Recover, two.Recovery().Discard} {
		act(id)
		if !strings.Contains(two.said(), "Another window has resumed it") {
			t.Errorf("it says %q", two.said())
		}
		two.want("a.txt", "c.txt")
		two.wantLeft()
	}
	three.want("a.txt", "b.txt")
}

// A window in which nothing is unsaved leaves nothing, and what was saved since is not
// offered.
func TestOnlyWhatWouldBeLostIsOffered(t *testing.T) {
	one := leftDesk(t)
	two := one.another()
	three := one.another()
	three.stop()
	one.Add([]string{"b.txt"})
	two.Add([]string{"c.txt"})
	one.stop()
	two.stop()
	two.write("dossier.toml", "[files]\nitems = [\"a.txt\", \"b.txt\"]\n")
	two.start()
	two.want("a.txt", "c.txt")
	two.wantLeft()
	if files, _ := filepath.Glob(filepath.Join(two.places.State, "sessions", "*.json")); len(files) != 1 {
		t.Errorf("there are %v", files)
	}
}

func TestLeftSessionsAreBounded(t *testing.T) {
	d := leftDesk(t)
	d.stop()
	var windows []*desk
	for i := range recovery.Max + 3 {
		w := d.another()
		w.SetInstruction(fmt.Sprint("of ", i))
		windows = append(windows, w)
	}
	for i, w := range windows {
		w.stop()
		at := time.Now().Add(time.Duration(i-100) * time.Hour)
		files, err := filepath.Glob(filepath.Join(d.places.State, "sessions", "*.json"))
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range files {
			if data, err := os.ReadFile(name); err == nil && strings.Contains(string(data), fmt.Sprintf("%q", fmt.Sprint("of ", i))) {
				if err := os.Chtimes(name, at, at); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	d.start()
	if got := d.Composition().Instruction; got != fmt.Sprint("of ", recovery.Max+2) {
		t.Errorf("taken up was %q", got)
	}
	if n := len(d.Recovery().List()); n != recovery.Max {
		t.Errorf("%d are offered", n)
	}
	if !strings.Contains(d.said(), "old unsaved sessions were removed") {
		t.Errorf("it says %q", d.said())
	}
	if files, _ := filepath.Glob(filepath.Join(d.places.State, "sessions", "*.json")); len(files) != recovery.Max+1 {
		t.Errorf("there are %v", files)
	}
}

// What two windows typed where the project's file cannot be written is there at the next
// start, of both.
func TestJournalsOfTwoWindowsAreJoined(t *testing.T) {
	one := newDesk(t, map[string]string{presets.HistoryName: "schema = 99\n" + twoDiscussions}).fast()
	two := one.another().fast()
	discussion.Of(one).InsertEntries(2, entry("of the first"))
	one.stores()
	discussion.Of(two).InsertEntries(2, entry("of the second"))
	two.stores()
	one.stop()
	two.stop()
	two.start()
	two.fast()
	for _, want := range []string{"of the first", "of the second"} {
		if got := fmt.Sprint(discussion.Of(two).All()); strings.Count(got, want) != 1 {
			t.Errorf("%q is not there once: %s", want, got)
		}
	}
	if !strings.Contains(two.said(), "Unsaved changes of the discussions were restored") {
		t.Errorf("it says %q", two.said())
	}
	two.stop()
	two.write(presets.HistoryName, twoDiscussions)
	two.start()
	two.stop()
	for _, want := range []string{"of the first", "of the second"} {
		if strings.Count(two.read(presets.HistoryName), want) != 1 {
			t.Errorf("%q is not in the file:\n%s", want, two.read(presets.HistoryName))
		}
	}
	if two.journalled() {
		t.Error("a journal is left")
	}
}

// Two windows of processes of their own are killed: each has its unsaved work at the next
// start.
func TestKilledWindowsLoseNothing(t *testing.T) {
	d := leftDesk(t)
	d.stop()
	var windows []*killtest.Child
	for _, name := range []string{"b.txt", "c.txt"} {
		window := killtest.Start(t, "picker", filepath.Dir(d.dir), name)
		windows = append(windows, window)
		if line := window.Line(); line != "kept" {
			t.Fatalf("it says %q", line)
		}
	}
	for _, window := range windows {
		window.Kill(0)
	}
	d.start()
	got := []string{strings.Join(pathsOf(d.Composition().Files), " ")}
	for _, left := range d.Recovery().List() {
		got = append(got, strings.Join(left.Files, " "))
	}
	if diff := cmp.Diff([]string{"a.txt c.txt", "a.txt b.txt"}, got); diff != "" {
		t.Errorf("wrong sessions (-want +got):\n%s", diff)
	}
}

// picker is a window that adds a file: it opens the project in a folder, adds the file, reports
// when that is saved, and waits.
func picker(args []string) error {
	base, name := args[0], args[1]
	q := sessiontest.NewQueue()
	s, err := New(Options{Features: features.All(), Do: q.Do, Places: placesIn(base), Clipboard: &clip{}})
	if err != nil {
		return err
	}
	if err := s.Open(filepath.Join(base, "project")); err != nil {
		return err
	}
	s.Compose().Add([]string{name})
	if err := s.Keep(); err != nil {
		return err
	}
	fmt.Println("kept")
	select {}
}

func pathsOf(items []models.FileItem) []string {
	var out []string
	for _, item := range items {
		out = append(out, item.Path)
	}
	return out
}
