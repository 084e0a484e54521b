package beadstab

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"dossier/aggregate/beads"
	"dossier/models"
	"dossier/ui/features/beadlist"
	"dossier/ui/kit"
	"dossier/ui/kit/board"
	"dossier/ui/kit/kittest"
	"dossier/ui/part"
	"dossier/ui/part/parttest"
)

func TestMain(m *testing.M) { parttest.Main(m) }

// stage is a window with the tab.
type stage struct {
	*parttest.Stage
	t   testing.TB
	tab *Tab
}

// tracked is a stage with a project whose tracker is loaded.
func tracked(t *testing.T, files map[string]string) *stage {
	t.Helper()
	s := &stage{Stage: parttest.NewStage(t, parttest.Places(t)), t: t}
	s.tab = New(s)
	s.Open(parttest.Folder(t, files))
	s.ShowInFront(s.tab)
	s.Until("the tracker is known", func() bool { return beadlist.Of(s.Session()).Model().Known() })
	return s
}

const trackerFile = `{"id":"x-1","title":"First","status":"open","priority":0,"issue_type":"bug","labels":["ui"],"description":"one\ntwo"}
{"id":"x-2","title":"Second","status":"open","priority":2,"issue_type":"task","dependencies":[{"depends_on_id":"x-1","type":"blocks"}]}
{"id":"x-3","title":"Third","status":"closed","priority":1,"issue_type":"task"}
`

func inBeadsMode(extra string) map[string]string {
	return map[string]string{".beads/issues.jsonl": trackerFile + extra, "a.txt": "a", "dossier.toml": "[project]\nexecution_mode = \"beads\"\n[files]\nitems = [\"a.txt\"]\n"}
}

// shows returns the keys of the rows, headings by their class.
func (s *stage) shows() []string {
	var keys []string
	for i := range s.tab.rows.Len() {
		keys = append(keys, strings.TrimPrefix(s.tab.rows.Key(i), headingKey))
	}
	return keys
}

func (s *stage) wantBeads(want ...string) {
	s.t.Helper()
	if got := s.shows(); !slices.Equal(got, want) {
		s.t.Errorf("the list shows %q, want %q", got, want)
	}
}

func TestBeadsAreIncludedAndExcludedByKeys(t *testing.T) {
	s := tracked(t, inBeadsMode(""))
	s.wantBeads("active", "x-1", "x-2", "completed", "x-3")
	s.tab.Focus()
	list := s.tab.list
	if s.Focused() != fyne.Focusable(list) {
		t.Fatalf("the keyboard went to %T", s.Focused())
	}
	list.SetCursor(1)
	kittest.Key(list, fyne.KeySpace)
	if got := s.Session().Composition().BeadsExclude; !slices.Equal(got, []string{"x-1"}) {
		t.Fatalf("excluded are %q", got)
	}
	excluded := func(row board.Row) bool {
		return slices.ContainsFunc(row.Cells, func(c board.Cell) bool { return c.Text == "excluded" })
	}
	if row := s.tab.rows.Row(1); row.Struck || !excluded(row) || excluded(s.tab.rows.Row(2)) {
		t.Error("what is left out is said by a word, for what is struck through looks done")
	}
	s.Settle()
	if strings.Contains(s.Session().Document().Text(), "**First**") {
		t.Error("the document still shows it")
	}
	// Several at once are one undo step: the excluded ones are included.
	list.Select(1, 2, 4)
	list.SetCursor(1)
	list.Select(1, 2, 4)
	kittest.Key(list, fyne.KeySpace)
	if got := s.Session().Composition().BeadsExclude; len(got) != 0 {
		t.Fatalf("excluded are %q", got)
	}
	kittest.Key(list, fyne.KeySpace)
	if got := s.Session().Composition().BeadsExclude; !slices.Equal(got, []string{"x-1", "x-2", "x-3"}) {
		t.Fatalf("excluded are %q", got)
	}
	s.Undo()
	if got := s.Session().Composition().BeadsExclude; len(got) != 0 {
		t.Fatalf("after undo %q are excluded", got)
	}
	// A heading controls its group, and folds.
	list.SetCursor(3)
	kittest.Key(list, fyne.KeySpace, fyne.KeyLeft)
	if got := s.Session().Composition().BeadsExclude; !slices.Equal(got, []string{"x-3"}) {
		t.Fatalf("excluded are %q", got)
	}
	s.wantBeads("active", "x-1", "x-2", "completed")
	kittest.Key(list, fyne.KeyRight)
	s.wantBeads("active", "x-1", "x-2", "completed", "x-3")
}

func TestABeadIsShownInFullAndItsLinksLeadOn(t *testing.T) {
	s := tracked(t, inBeadsMode(""))
	b := s.tab
	s.Focus(b.list)
	b.list.SetCursor(2)
	kittest.Key(b.list, fyne.KeyReturn)
	if !b.drawer.Open() || b.details.id != "x-2" || s.Focused() != fyne.Focusable(b.details.list) {
		t.Fatalf("open %t, bead %q, keyboard %T", b.drawer.Open(), b.details.id, s.Focused())
	}
	link := func(id string) int {
		return slices.IndexFunc(b.details.lines, func(l detailLine) bool { return l.link == id })
	}
	b.details.list.SetCursor(link("x-1"))
	kittest.Key(b.details.list, fyne.KeyReturn)
	if b.details.id != "x-1" || s.tab.rows.Key(b.list.Cursor()) != "x-1" {
		t.Fatalf("the link led to %q, the list stands on %q", b.details.id, b.rows.Key(b.list.Cursor()))
	}
	text := ""
	for _, l := range b.details.lines {
		text += l.label + "|" + l.text + "\n"
	}
	for _, want := range []string{"|First\n", "labels\u00a0|ui\n", "blocks|x-2  [open]  Second\n", "|Full description\n|one\n|two\n"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	kittest.Key(b.details.list, fyne.KeyBackspace)
	if b.details.id != "x-2" || !b.details.back.Disabled() {
		t.Errorf("back led to %q", b.details.id)
	}
	// Moving in the list updates the details.
	s.Focus(b.list)
	kittest.Key(b.list, fyne.KeyUp)
	if b.details.id != "x-1" {
		t.Errorf("the details show %q", b.details.id)
	}
	b.details.in.Tapped(nil)
	if beadlist.Of(s.Session()).Model().In("x-1") {
		t.Error("the box of the details does nothing")
	}
	kittest.Key(b.list, fyne.KeyEscape)
	if b.drawer.Open() {
		t.Error("Escape left the details open")
	}
}

func TestEveryLabelOfABeadHasAWord(t *testing.T) {
	line := `{"id":"x","title":"t","description":"d","design":"d","acceptance_criteria":"a","notes":"n","status":"closed","priority":1,"issue_type":"bug","labels":["l"],
		"assignee":"a","owner":"o","created_by":"c","estimated_minutes":5,"external_ref":"e","spec_id":"s","created_at":"2026-01-01T00:00:00Z","updated_at":"2026-01-01T00:00:00Z",
		"started_at":"2026-01-01T00:00:00Z","closed_at":"2026-01-01T00:00:00Z","close_reason":"r","due_at":"2026-01-01T00:00:00Z","defer_until":"2026-01-01T00:00:00Z",
		"pinned":true,"ephemeral":true,"is_template":true,"dependency_count":99,"comment_count":99,"comments":[{"text":"c"}],"metadata":{},"dependencies":[%s]}`
	var dependencies []string
	for i, kind := range []string{"blocks", "conditional-blocks", "waits-for", "parent-child", "related", "relates-to", "discovered-from", "duplicates", "supersedes", "own"} {
		dependencies = append(dependencies, fmt.Sprintf(`{"depends_on_id":"x-%d","type":%q}`, i, kind), fmt.Sprintf(`{"depends_on_id":"x","type":%q}`, kind))
	}
	b, err := models.ParseBead(fmt.Appendf(nil, line, strings.Join(dependencies, ",")))
	if err != nil {
		t.Fatal(err)
	}
	words := beadLabels()
	d := beads.NewCatalog([]models.Bead{b}).Details(0)
	used := map[string]bool{}
	for _, f := range d.Facts {
		used[f.Label] = true
	}
	for _, l := range d.Relations {
		used[l.Label] = true
	}
	for _, text := range d.Texts {
		used[text.Label] = true
	}
	for label := range used {
		if words[label] == "" {
			t.Errorf("nothing says %q", label)
		}
	}
	for label := range words {
		if !used[label] {
			t.Errorf("nothing is called %q", label)
		}
	}
}

func TestABeadLeadsToItsLineAndBack(t *testing.T) {
	s := tracked(t, inBeadsMode(""))
	s.tab.filter.SetText("second")
	s.wantBeads("active", "x-2")
	s.tab.list.SetCursor(1)
	if !s.tab.key(&fyne.KeyEvent{Name: fyne.KeyReturn}, kit.Ctrl, 1) {
		t.Fatal("the key leads nowhere")
	}
	if len(s.Lines) != 1 || !strings.HasPrefix(s.Session().Document().Line(s.Lines[0]), "- **Second** (`x-2`)") {
		t.Errorf("it leads to the lines %v", s.Lines)
	}
	s.tab.Reveal("x-1")
	if !slices.Equal(s.Tabs, []string{part.Beads}) || s.tab.rows.Key(s.tab.list.Cursor()) != "x-1" || s.tab.filter.Text != "" {
		t.Errorf("tabs %q, cursor at %d, filter %q", s.Tabs, s.tab.list.Cursor(), s.tab.filter.Text)
	}
}

func TestBeadsAreNarrowedByMenus(t *testing.T) {
	s := tracked(t, inBeadsMode(""))
	choose := func(items []kit.MenuItem, text string) {
		t.Helper()
		for _, item := range items {
			if item.Text == text {
				item.Action()
				return
			}
		}
		t.Fatalf("no %q in the menu", text)
	}
	choose(s.tab.typeMenu(), "task")
	s.wantBeads("active", "x-2", "completed", "x-3")
	choose(s.tab.statusMenu(), "closed")
	s.wantBeads("completed", "x-3")
	choose(s.tab.statusMenu(), "open")
	s.wantBeads("active", "x-2", "completed", "x-3")
	if s.tab.status.Text() != "status: closed, open" || !s.tab.status.On() {
		t.Errorf("the button says %q", s.tab.status.Text())
	}
	choose(s.tab.showMenu(), "Blocked by others")
	s.wantBeads("active", "x-2")
	choose(s.tab.priorityMenu(), "P0, most urgent")
	s.wantBeads()
	if s.tab.body.Objects[0] != fyne.CanvasObject(s.tab.empty) {
		t.Error("an empty list does not say so")
	}
	s.tab.step()
	s.wantBeads("active", "x-1", "x-2", "completed", "x-3")
	choose(s.tab.labelMenu(), "ui")
	s.wantBeads("active", "x-1")
	s.tab.all.Tapped(nil)
	choose(s.tab.showMenu(), "Most urgent first")
	s.wantBeads("active", "x-1", "x-2", "completed", "x-3")
	if !s.tab.rune('/', 0) || s.Focused() != fyne.Focusable(s.tab.filter) {
		t.Error("a slash does not lead to the filter")
	}
}

func TestTheBeadsTabSaysWhatIsAmiss(t *testing.T) {
	t.Run("beads mode is off", func(t *testing.T) {
		s := tracked(t, map[string]string{".beads/issues.jsonl": trackerFile})
		if !s.tab.off.bar.Visible() {
			t.Fatal("nothing says so")
		}
		s.tab.off.step.Tapped(nil)
		if !beadlist.Of(s.Session()).Included() || s.tab.off.bar.Visible() {
			t.Error("the step does not switch it on")
		}
	})
	t.Run("a line that cannot be read", func(t *testing.T) {
		s := tracked(t, inBeadsMode("{\"id\":\n"))
		if got := s.tab.trouble.label.Text(); got != "1 of 4 lines of issues.jsonl could not be read; the others are included" {
			t.Errorf("it says %q", got)
		}
		s.tab.trouble.step.Tapped(nil)
		if s.Dialogs().Front() == nil {
			t.Error("the lines are not shown")
		}
	})
	t.Run("an id that comes again", func(t *testing.T) {
		s := tracked(t, inBeadsMode("{\"id\":\"x-1\",\"title\":\"again\"}\n"))
		if got := s.tab.trouble.label.Text(); got != "1 line has an id that an earlier line has too: the last one is used" {
			t.Errorf("it says %q", got)
		}
	})
	t.Run("no tracker", func(t *testing.T) {
		s := tracked(t, map[string]string{"a.txt": "a"})
		s.tab.step()
		s.Until("the command is copied", func() bool { return s.Clip == "bd init" })
	})
	t.Run("a tracker without a file, and bd to ask", func(t *testing.T) {
		if runtime.GOOS == "windows" {
			t.Skip("the bd of this test is a shell script")
		}
		bin := t.TempDir()
		calls := filepath.Join(bin, "calls")
		script := "#!/bin/sh\necho x >> '" + calls + "'\necho '[{\"id\":\"x-9\",\"title\":\"Ninth\"}]'\n"
		if err := os.WriteFile(filepath.Join(bin, "bd"), []byte(script), 0o755); err != nil {
			t.Fatal(err)
		}
		t.Setenv("PATH", bin+string(os.PathListSeparator)+os.Getenv("PATH"))
		s := tracked(t, map[string]string{".beads/metadata.json": "{}"})
		s.tab.consent.step.Tapped(nil)
		s.Until("the command is copied", func() bool { return s.Clip == "bd export -o .beads/issues.jsonl" })
		s.tab.step()
		s.Until("the user is asked", func() bool { return s.Dialogs().Front() != nil })
		s.Key(fyne.KeyReturn, 0) // removes the focus
		if _, err := os.Stat(calls); err == nil {
			t.Fatal("bd was run although the user declined")
		}
		s.tab.step()
		s.Until("the user is asked again", func() bool { return s.Dialogs().Front() != nil })
		button := s.Button("Run it")
		if button == nil {
			t.Fatal("there is no button")
		}
		test.Tap(button)
		s.Until("the list is there", func() bool { return slices.Equal(s.shows(), []string{"active", "x-9"}) })
		if !strings.HasPrefix(s.tab.consent.label.Text(), "Listed by bd at ") {
			t.Errorf("it says %q", s.tab.consent.label.Text())
		}
	})
}

// TestManyBeadsAreFluid checks that the tab draws only visible rows.
func TestManyBeadsAreFluid(t *testing.T) {
	var file strings.Builder
	for i := range 10_000 {
		fmt.Fprintf(&file, `{"id":"demo-%d","title":"A title of a usual length","status":%q,"priority":%d,"issue_type":"task","labels":["backend"],"description":"words"}`+"\n",
			i, []string{"open", "closed", "in_progress"}[i%3], i%5)
	}
	s := tracked(t, map[string]string{".beads/issues.jsonl": file.String()})
	if n := s.tab.rows.Len(); n != 10_002 {
		t.Fatalf("%d rows", n)
	}
	if n := len(test.LaidOutObjects(s.tab.list)); n > 900 {
		t.Errorf("%d canvas objects for a list of %v", n, s.tab.list.Size())
	}
	s.tab.narrow(func(f *beads.Filter) { f.Class = models.BeadCompleted })
	if n := s.tab.rows.Len(); n != 3_334 {
		t.Errorf("%d rows", n)
	}
}

// The filter is that of the list that is shown.
func TestTheListOfAnotherProjectIsNotFiltered(t *testing.T) {
	s := tracked(t, inBeadsMode(""))
	s.tab.filter.SetText("second")
	s.Open(parttest.Folder(t, map[string]string{"a.txt": "a"}))
	s.Settle()
	if got := s.tab.filter.Text; got != s.tab.model().Filter().Text || got != "" {
		t.Errorf("the filter is %q, the list has %q", got, s.tab.model().Filter().Text)
	}
}
