package ui

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/storage"
	"fyne.io/fyne/v2/test"

	"dossier/aggregate/diskwrite"
	"dossier/models"
	"dossier/presets"
	"dossier/ui/features/discussion"
	"dossier/ui/features/discussion/discussiontab"
	"dossier/ui/features/excludelist/excludesdialog"
	"dossier/ui/features/links"
	"dossier/ui/features/links/linkstab"
	"dossier/ui/features/notes"
	"dossier/ui/features/notes/notestab"
	"dossier/ui/kit"
	"dossier/ui/kit/board"
	"dossier/ui/kit/code"
	"dossier/ui/kit/kittest"
	"dossier/ui/openwith"
	"dossier/ui/part"
	"dossier/ui/part/parttest"
)

// stage is a window with its world.
type stage struct {
	*Window
	*parttest.World
	t      testing.TB
	closed bool
}

func newStage(t testing.TB, places presets.Places, more ...part.Feature) *stage {
	t.Helper()
	t.Setenv(scaleVariable, "")
	s := &stage{World: parttest.NewWorld(t), t: t}
	w, err := newWindow(s.App, s.World.Window, s.Do, places, s, noPrograms(), surroundings{locale: "en", fonts: func() fonts { return noFonts{} }}, slices.Concat(tabs(), more))
	if err != nil {
		t.Fatal(err)
	}
	s.Window = w
	w.Manual = os.DirFS("..")
	s.Follow(w.session)
	s.Still(w.overlay)
	w.win.Resize(fyne.NewSize(1280, 800))
	t.Cleanup(s.leave)
	return s
}

// leave closes the window. A second call does nothing.
func (s *stage) leave() {
	if !s.closed {
		s.closed = true
		s.Drain()
		s.session.Close()
		s.win.Close()
	}
}

// sample is a stage on the sample project.
func sample(t *testing.T) *stage {
	t.Helper()
	s := newStage(t, parttest.Places(t))
	s.Start("", true)
	s.Settle()
	return s
}

// keyboardOf is what takes the keyboard of a tab.
func (s *stage) keyboardOf(id string) fyne.Focusable {
	before := s.tab
	s.goTo(id)
	defer s.showTab(before)
	return s.Focused()
}

func (s *stage) row(path string) int {
	s.t.Helper()
	i := s.session.Tree().Model().Find(path)
	if i < 0 {
		s.t.Fatalf("%s is not in the tree", path)
	}
	return i
}

// treeList is the list of the tree.
func (s *stage) treeList() *board.List {
	s.t.Helper()
	for _, o := range test.LaidOutObjects(s.tree.Content()) {
		if list, ok := o.(*board.List); ok {
			return list
		}
	}
	s.t.Fatal("the tree shows no files")
	return nil
}

// tick ticks a row of the tree, or unticks it.
func (s *stage) tick(path string) {
	s.t.Helper()
	s.treeList().SetCursor(s.row(path))
	s.treeList().TypedKey(&fyne.KeyEvent{Name: fyne.KeySpace})
}

func TestTheMainJob(t *testing.T) {
	s := sample(t)
	if s.context.Content().Size().Height == 0 || s.page().CursorLine() >= s.session.Preview().Len() {
		t.Fatal("the sample shows nothing")
	}

	// A click on a row of the tree puts the file into the dossier, and the preview follows.
	s.tick("go.mod")
	s.Settle()
	if !strings.Contains(s.session.Document().Text(), "### `go.mod`") {
		t.Fatal("the file that was ticked is not in the document")
	}

	// Its view mode is changed in the context.
	row, _ := s.session.Files().RowOf("go.mod")
	for _, item := range s.context.Modes([]int{row}) {
		if item.Text == "none" {
			item.Action()
		}
	}
	s.Settle()
	if !strings.Contains(s.session.Document().Text(), "### `go.mod` (excluded)") {
		t.Error("the view mode did not change")
	}

	// Copy gives what the preview shows, and says so.
	s.key(fyne.KeyC, ctrl|shift)
	s.Until("it is copied", func() bool { return s.Clip != "" })
	if s.Clip != s.session.Document().Text() {
		t.Error("what was copied is not what is shown")
	}
	s.Until("a toast says so", func() bool { return strings.HasPrefix(s.overlay.ToastText(), "Copied ") })

	// Undo takes both steps back.
	s.key(fyne.KeyZ, ctrl)
	s.key(fyne.KeyZ, ctrl)
	s.Settle()
	if strings.Contains(s.session.Document().Text(), "go.mod`") {
		t.Error("undo left the file in the document")
	}
}

func TestTheFolderBoxTicksWhatIsInIt(t *testing.T) {
	s := sample(t)
	s.tick("web")
	if row := s.session.Tree().Model().Row(s.row("web")); row.Tick != 1 {
		t.Errorf("the box of the folder is %v", row.Tick)
	}
	for _, p := range s.session.Tree().Model().Under("web") {
		if !s.session.Files().Has(p) {
			t.Errorf("%s is not in the dossier", p)
		}
	}
	s.tick("web")
	if row := s.session.Tree().Model().Row(s.row("web")); row.Tick != 0 {
		t.Errorf("the box of the folder is %v after the second click", row.Tick)
	}
}

func TestTheNextMatchOfNothingAsksWhatToFind(t *testing.T) {
	s := sample(t)
	for _, mods := range []fyne.KeyModifier{0, shift} {
		s.focus(s.treeList())
		s.key(fyne.KeyF3, mods)
		if s.Focused() != s.preview.Uncovered()[0].(fyne.Focusable) {
			t.Errorf("with modifiers %v the keyboard is in %T", mods, s.Focused())
		}
	}
}

func TestAHeadingLeadsToItsRowAndBack(t *testing.T) {
	s := sample(t)
	doc := s.session.Document()
	block := doc.BlockOfRow(1)
	line := s.session.Preview().VisibleLine(doc.Block(block).Lines.Start)
	s.jump(line)
	if got := s.paths(s.context.Current()); len(got) != 1 || got[0] != doc.Items[1].Path {
		t.Errorf("the heading led to %v", got)
	}
	s.context.ShowRow(1)
	if top, _ := s.page().Top(); top != line {
		t.Errorf("the row led to line %d, want %d", top, line)
	}
}

// paths are the files of rows of the context.
func (s *stage) paths(rows []int) []string {
	var out []string
	for _, row := range rows {
		out = append(out, s.session.Files().Items()[row].Path)
	}
	return out
}

// files is the list of the context.
func (s *stage) files() *board.List {
	s.t.Helper()
	for _, o := range test.LaidOutObjects(s.context.Content()) {
		if list, ok := o.(*board.List); ok {
			return list
		}
	}
	s.t.Fatal("the context shows no files")
	return nil
}

func TestANarrowWindowHasThePreviewAsATab(t *testing.T) {
	s := sample(t)
	s.win.Resize(fyne.NewSize(800, 600))
	if !s.panes.Hidden(previewPane) {
		t.Error("the pane of the preview is still there")
	}
	s.focusPreview()
	if s.tab != part.Preview {
		t.Errorf("the active tab is %s", s.tab)
	}
	s.win.Resize(fyne.NewSize(1280, 800))
	if s.panes.Hidden(previewPane) || s.tab == part.Preview {
		t.Error("the wide window has no pane for the preview")
	}
}

func TestTheToolbarFoldsAndLosesNothing(t *testing.T) {
	s := sample(t)
	for _, width := range []float32{480, 600, 800, 1000, 1280} {
		s.win.Resize(fyne.NewSize(width, 600))
		right := float32(0)
		hidden := 0
		for _, o := range s.toolbar.row.Objects {
			if !o.Visible() {
				hidden++
				continue
			}
			right = max(right, o.Position().X+o.Size().Width)
		}
		if right > width {
			t.Errorf("at %v the bar reaches to %v", width, right)
		}
		if !s.toolbar.copyButton.Visible() || !s.toolbar.project.Visible() {
			t.Errorf("at %v the most important buttons are hidden", width)
		}
		if s.toolbar.more.Visible() != (len(s.toolbar.hidden()) > 0) {
			t.Errorf("at %v, with %d hidden, the menu of the rest is %t and has %d rows", width, hidden, s.toolbar.more.Visible(), len(s.toolbar.hidden()))
		}
	}
}

// What is unsaved, where it would go and what the button says agree, in whatever is done;
// and no control of the bar moves when something becomes unsaved.
func TestTheButtonSaysWhereWhatIsUnsavedGoes(t *testing.T) {
	s := sample(t)
	want := func(preset, save string, disabled bool) {
		t.Helper()
		s.Settle()
		if got := s.toolbar.preset.Text(); got != preset {
			t.Errorf("the preset is %q, want %q", got, preset)
		}
		if got := s.toolbar.save.Text(); got != save || s.toolbar.save.Disabled() != disabled {
			t.Errorf("the button says %q and is disabled: %t, want %q, %t", got, s.toolbar.save.Disabled(), save, disabled)
		}
	}
	want("no preset", "Save to project", true)
	s.key(fyne.Key1, ctrl)
	want("Backend review", `Save "Backend review"`, true)
	before := s.places()
	s.tick("Makefile")
	want("Backend review, modified", `Save "Backend review"`, false)
	s.moved("something is unsaved", before)
	s.key(fyne.KeyS, ctrl)
	s.Until("it is saved", func() bool { return !s.session.Presets().Target().Unsaved })
	want("Backend review", `Save "Backend review"`, true)
	s.key(fyne.KeyZ, ctrl)
	s.Until("undo gives the preset back", func() bool { return s.session.Presets().Target().Unsaved })
	want("Backend review, modified", `Save "Backend review"`, false)
	s.win.Resize(fyne.NewSize(700, 600))
	if got := s.toolbar.save.Text(); got != "Save" {
		t.Errorf("in a narrow window the button says %q", got)
	}
}

func TestTheWindowOpensAsItWasLeft(t *testing.T) {
	places := parttest.Places(t)
	s := newStage(t, places)
	s.Start("", true)
	s.Settle()
	s.tick("Makefile")
	s.showTab(part.Presets)
	s.Settle()
	s.remember()
	if err := s.session.Close(); err != nil {
		t.Fatal(err)
	}
	again := newStage(t, places)
	again.Start("", false)
	again.Settle()
	if !again.session.Files().Has("Makefile") {
		t.Error("what was ticked is not ticked")
	}
	if again.tab != part.Presets {
		t.Errorf("the active tab is %s", again.tab)
	}
}

func TestDialogsCloseAndConfirm(t *testing.T) {
	s := sample(t)
	for _, open := range []func(){s.toolbar.openDialog, s.settingsDialog, s.shortcutsDialog, s.status.customModelDialog} {
		open()
		if s.dialogs.Front() == nil {
			t.Fatal("no dialog is open")
		}
		if s.key(fyne.KeyO, ctrl); s.win.Canvas().Overlays().Top() == nil {
			t.Error("a command ran beneath a dialog")
		}
		s.key(fyne.KeyEscape, 0)
		if s.dialogs.Front() != nil || s.win.Canvas().Overlays().Top() != nil {
			t.Fatal("Escape left the dialog open")
		}
	}
}

func TestAnErrorInTheProjectFileIsShownUntilItIsFixed(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "dossier.toml")
	write := func(content string) {
		t.Helper()
		if err := os.WriteFile(file, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("schema = 1\n[project\n")
	s := newStage(t, parttest.Places(t))
	s.Start(dir, false)
	s.Settle()
	if n := s.status.notices; !n.Visible() || !strings.Contains(n.Text(), "line 2") {
		t.Errorf("the notice is shown: %t, and says %q", n.Visible(), n.Text())
	}
	if !s.status.warnings.Visible() || !s.toolbar.save.Disabled() {
		t.Error("nothing to look at, or Save can be pressed")
	}
	write("schema = 1\n[project]\nname = \"mended\"\n")
	s.Until("the mended file is read", func() bool { return s.session.Name() == "mended" })
	s.Settle()
	if s.status.notices.Visible() || s.status.warnings.Visible() {
		t.Errorf("mended, and the notice is shown: %t, and something is to look at: %t: %v", s.status.notices.Visible(), s.status.warnings.Visible(), s.session.Warnings())
	}
}

func TestFunctionKeysWorkWhereverTheFocusIs(t *testing.T) {
	s := sample(t)
	widgets := map[string]fyne.Focusable{
		"the filter": s.tree.Uncovered()[0].(fyne.Focusable), "the tree": s.treeList(), "the context": s.files(),
		"the instruction": fyne.Focusable(s.instruction.TextBox()), "the preview": s.page(), "the find box": s.preview.Uncovered()[0].(fyne.Focusable),
		"a button": s.toolbar.copyButton, "the rail": s.rail, "a drop-down": s.toolbar.strategy,
	}
	for name, widget := range widgets {
		s.focus(widget)
		widget.TypedKey(&fyne.KeyEvent{Name: fyne.KeyF1})
		if !s.help.open {
			t.Errorf("F1 does nothing in %s", name)
		}
		s.help.close()
	}
}

func TestFilesAndFoldersAreDropped(t *testing.T) {
	s := sample(t)
	s.dropped(fyne.Position{}, []fyne.URI{storage.NewFileURI(filepath.Join(s.session.Dir(), "Makefile"))})
	if !s.session.Files().Has("Makefile") {
		t.Error("a file that was dropped is not in the dossier")
	}
	s.dropped(fyne.Position{}, []fyne.URI{storage.NewFileURI(filepath.Join(s.session.Dir(), "web"))})
	for _, p := range s.session.Tree().Model().Under("web") {
		if !s.session.Files().Has(p) {
			t.Errorf("a folder of the project was dropped, and %s is not in the dossier", p)
		}
	}
	other := t.TempDir()
	before := s.session.Dir()
	excludesdialog.Open(host{s.Window}, "")
	s.dropped(fyne.Position{}, []fyne.URI{storage.NewFileURI(other)})
	if s.session.Dir() != before {
		t.Fatal("the project was replaced behind a dialog, which would change the other one")
	}
	s.dialogs.TypedKey(fyne.KeyEscape)
	s.dropped(fyne.Position{}, []fyne.URI{storage.NewFileURI(other)})
	if s.session.Dir() != other {
		t.Errorf("another folder was dropped, and %s is open", s.session.Dir())
	}
}

// While unsaved work cannot be saved, neither another project nor the end of the program takes it away unasked.
func TestUnsavedWorkThatCannotBeSavedIsNotLost(t *testing.T) {
	s := newStage(t, parttest.Places(t))
	first, second := parttest.Folder(t, map[string]string{"a.txt": "a\n"}), parttest.Folder(t, map[string]string{"b.txt": "b\n"})
	s.Start(first, false)
	s.Settle()
	stop := diskwrite.Watch(func(*diskwrite.Step, func() error) error { return errors.New("the disk is full") })
	defer func() { stop() }()
	s.Open(second) // nothing is unsaved
	s.Settle()
	if s.session.Dir() != second {
		t.Fatalf("%s is open: %q", s.session.Dir(), kittest.Texts(s.overlay))
	}
	s.session.Compose().Add([]string{"b.txt"})
	for _, leave := range []func(){func() { s.Open(first) }, s.Close} {
		leave()
		leave()
		s.Drain()
		if s.session.Dir() != second || s.dialogs.Front() == nil {
			t.Fatalf("%s is open, asked: %t", s.session.Dir(), s.dialogs.Front() != nil)
		}
		s.dialogs.TypedKey(fyne.KeyEscape)
		if s.dialogs.Front() != nil || !s.session.Files().Has("b.txt") {
			t.Errorf("after the question was declined the files are %v", s.session.Files().Items())
		}
	}
	s.Open(first)
	s.Drain()
	test.Tap(s.Button("Continue without saving"))
	if s.session.Dir() != first {
		t.Errorf("%s is open", s.session.Dir())
	}
}

func TestFilesAreDroppedOnTheLinks(t *testing.T) {
	s := sample(t)
	s.showTab(part.Links)
	s.Settle()
	content := tabOf[*linkstab.Tab](s.Window, part.Links).Content()
	at := kit.PlaceOf(content).AddXY(content.Size().Width/2, content.Size().Height/2)
	s.dropped(at, []fyne.URI{storage.NewFileURI(filepath.Join(s.session.Dir(), "Makefile"))})
	starts := links.Of(s.session).Starts()
	if len(starts) != 2 || starts[1].Path != "Makefile" || s.session.Files().Has("Makefile") {
		t.Errorf("a file was dropped on the links, which start from %v", starts)
	}
}

// Delete in an invisible list would delete something that the user does not see.
func TestTheKeyboardGoesAlongWithTheTab(t *testing.T) {
	s := sample(t)
	tests := []struct {
		name    string
		do      func()
		tab     string
		focused fyne.Focusable
	}{
		{"a command takes it to a list", func() { s.key(fyne.Key6, alt) }, part.Beads, s.keyboardOf(part.Beads)},
		{"the next tab's list", func() { s.key(fyne.KeyPageDown, ctrl) }, part.Discussion, s.keyboardOf(part.Discussion)},
		{"in a narrow window the preview is a tab", func() {
			s.win.Resize(fyne.NewSize(900, 700))
			s.showPreview()
		}, part.Preview, s.page()},
		{"a wider window shows the tab before, and the preview stays in use", func() {
			s.win.Resize(fyne.NewSize(1280, 800))
		}, part.Discussion, s.page()},
		{"who reads the preview goes on reading in a narrow window", func() {
			s.win.Resize(fyne.NewSize(900, 700))
		}, part.Preview, s.page()},
		{"the tree keeps it", func() {
			s.focus(s.treeList())
			s.key(fyne.KeyPageUp, ctrl)
		}, s.inRail()[len(s.inRail())-1].ID, s.treeList()},
	}
	for _, tt := range tests {
		tt.do()
		if s.tab != tt.tab || s.Focused() != tt.focused {
			t.Fatalf("%s: tab %s, keyboard in %T", tt.name, s.tab, s.Focused())
		}
	}
}

func TestAMistakeInTheProjectFileHasWaysOut(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "dossier.toml"), []byte("[oops\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	s := newStage(t, parttest.Places(t))
	s.Start(dir, false)
	s.Settle()
	s.showTab(part.Presets)
	if got := s.status.notices.Text(); !strings.HasPrefix(got, "Not saved: dossier.toml has a mistake in line 1") {
		t.Fatalf("the notice says %q", got)
	}
	if got, want := parttest.MenuTexts(s.status.notices.menu())[1:], []string{"Open the file", "Move aside"}; !slices.Equal(got, want) {
		t.Errorf("the notice offers %q, want %q", got, want)
	}
	s.session.ProjectFile().MoveAside()
	s.Until("the notice goes", func() bool { return !s.status.notices.Visible() })
}

func TestNoCaretIsPaintedForEver(t *testing.T) {
	sample(t)
	if fyne.CurrentApp().Settings().ShowAnimations() {
		t.Error("Fyne animates the carets of its entries")
	}
}

func TestTheUndoOfAToastIsOfWhatItSays(t *testing.T) {
	s := sample(t)
	undo := func() *kit.Button {
		t.Helper()
		var button *kit.Button
		kittest.Walk(s.win.Canvas().Content(), fyne.Position{}, s.Whole(), func(d kittest.Drawn) {
			if b, ok := d.Object.(*kit.Button); ok && b.Text() == "Undo" {
				button = b
			}
		})
		if button == nil {
			t.Fatal("no toast offers to undo")
		}
		return button
	}
	s.key(fyne.Key1, ctrl)
	s.Until("it says so", func() bool { return strings.HasPrefix(s.overlay.ToastText(), "Applied ") })
	if undo().Disabled() {
		t.Error("what was just done cannot be undone")
	}
	s.tick("Makefile")
	if !undo().Disabled() {
		t.Error("the toast would undo what was done since")
	}
}

// The first start says that this is a sample, offers a folder of one's own, and says in
// three words what to do, until a dossier was copied once.
func TestTheFirstStartSaysWhatToDo(t *testing.T) {
	places := parttest.Places(t)
	s := newStage(t, places)
	s.Start("", false)
	s.Settle()
	if !s.toolbar.openOwn.Visible() || s.toolbar.help.Text() != "1 Tick · 2 Choose · 3 Copy" {
		t.Errorf("a folder is offered: %t, and it says %q", s.toolbar.openOwn.Visible(), s.toolbar.help.Text())
	}
	s.toolbar.openOwn.Tapped(&fyne.PointEvent{})
	if s.dialogs.Front() == nil {
		t.Error("no folder is asked for")
	}
	s.key(fyne.KeyEscape, 0)
	before := s.places()
	s.session.Copy().Dossier()
	s.Until("it is copied", func() bool { return s.Clip != "" && s.session.Copy().EverCopied() })
	if got := s.toolbar.help.Text(); got != "" {
		t.Errorf("after a copy it still says %q", got)
	}
	s.Settle()
	delete(before, s.toolbar.changes) // which can be pressed now
	s.moved("the help goes", before)
	s.leave()

	again, dir := newStage(t, places), t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "a.txt"), []byte("a"), 0o600); err != nil {
		t.Fatal(err)
	}
	again.Start(dir, false)
	again.Settle()
	if again.toolbar.openOwn.Visible() || again.toolbar.help.Text() != "" {
		t.Errorf("in a folder of one's own another is offered: %t, and it says %q", again.toolbar.openOwn.Visible(), again.toolbar.help.Text())
	}
}

func TestTheToolbarSaysWhetherChangesAreOn(t *testing.T) {
	s := sample(t)
	if !s.toolbar.changes.Disabled() {
		t.Error("nothing was sent, and changes since can be shown")
	}
	s.session.Snapshots().Write()
	s.Until("it was written", func() bool { _, ok := s.session.Snapshots().LastSent(); return ok && !s.toolbar.changes.Disabled() })
	for _, on := range []bool{true, false} {
		s.toolbar.changes.Tapped(&fyne.PointEvent{})
		if _, is := s.session.Snapshots().ChangesSince(); is != on || s.toolbar.changes.On() != on {
			t.Errorf("changes are shown: %t, and the button is on: %t, want %t", is, s.toolbar.changes.On(), on)
		}
	}
	s.key(fyne.KeyG, ctrl|shift)
	if !s.toolbar.changes.On() {
		t.Error("the key shows them, and the button does not")
	}
}

// A file that is dropped on the discussion is read as chats, and elsewhere it is a file.
func TestAChatIsDropped(t *testing.T) {
	s := newStage(t, parttest.Places(t))
	s.Start(parttest.Folder(t, map[string]string{"a.txt": "a\n"}), false)
	s.Settle()
	s.showTab(part.Discussion)
	name := filepath.Join(s.session.Dir(), "export.json")
	if err := os.WriteFile(name, []byte(`[{"role": "user", "content": "still"}]`), 0o644); err != nil {
		t.Fatal(err)
	}
	s.dropped(fyne.Position{}, []fyne.URI{storage.NewFileURI(name)})
	s.Until("it is a file of the dossier", func() bool { return len(s.session.Files().Items()) == 1 })
	inside := fyne.CurrentApp().Driver().AbsolutePositionForObject(tabOf[*discussiontab.Tab](s.Window, part.Discussion).Content()).AddXY(5, 5)
	s.dropped(inside, []fyne.URI{storage.NewFileURI(name)})
	s.Until("it is shown", func() bool { return s.dialogs.Front() != nil })
	s.dialogs.TypedKey(fyne.KeyReturn)
	if all := discussion.Of(s.session).Active().History; len(all) != 1 || all[0].Excerpt() != "User: still" {
		t.Errorf("the discussion is %v", all)
	}
	s.showTab(part.Files)
	if tabOf[*discussiontab.Tab](s.Window, part.Discussion).Drop(inside, []string{name}) {
		t.Error("the discussion is not in front, and takes what is dropped")
	}
}

// Files that are dropped on the notes become notes, to which what the preview shows of them
// leads.
func TestFilesAreDroppedOnTheNotes(t *testing.T) {
	s := newStage(t, parttest.Places(t))
	s.Start(parttest.Folder(t, map[string]string{"a.txt": "an apple\n", "b.txt": "a pear\n"}), false)
	s.Settle()
	s.showTab(part.Notes)
	inside := fyne.CurrentApp().Driver().AbsolutePositionForObject(tabOf[*notestab.Tab](s.Window, part.Notes).Content()).AddXY(5, 5)
	var uris []fyne.URI
	for _, name := range []string{"a.txt", "b.txt"} {
		uris = append(uris, storage.NewFileURI(filepath.Join(s.session.Dir(), name)))
	}
	s.dropped(inside, uris)
	s.Until("they are notes", func() bool { return len(notes.Of(s.session).Rows()) == 2 })
	if n := notes.Of(s.session).Rows()[1]; n.Type != models.NoteFile || n.Metadata.Filename != "b.txt" || len(s.session.Files().Items()) > 0 {
		t.Errorf("the second is %+v, and there are %d files", n, len(s.session.Files().Items()))
	}
	s.Until("they are in the document", func() bool { _, ok := notes.Of(s.session).BlockOf("ctx-2"); return ok })
	s.showTab(part.Files)
	s.jump(s.lineOf("a pear"))
	if cards, ok := s.Focused().(*board.CardList); s.tab != part.Notes || !ok || cards.Cursor() != 1 {
		t.Errorf("the line leads to the tab %s, the keyboard is in %T", s.tab, s.Focused())
	}
}

func TestAnExcerptOfThePreviewLeadsToItsEntry(t *testing.T) {
	s := newStage(t, parttest.Places(t))
	s.Start(parttest.Folder(t, map[string]string{"a.txt": "a\n", presets.HistoryName: `active = "main"
[[discussions.main.history]]
role = "User"
content = "why?"
[[discussions.main.history]]
role = "AI"
content = "because"
`}), false)
	s.Settle()
	s.jump(s.lineOf("### Discussion Excerpt 2") + 2)
	if cards, ok := s.Focused().(*board.CardList); s.tab != part.Discussion || !ok || cards.Cursor() != 1 {
		t.Errorf("the excerpt leads to the tab %s, the keyboard is in %T", s.tab, s.Focused())
	}
}

func TestAHeadingOfAnImageLeadsToItsPicture(t *testing.T) {
	s := sample(t)
	shot := s.session.Screenshots().Row(0).Path
	s.jump(s.lineOf("### `" + shot + "`"))
	if strip, ok := s.Focused().(*board.Strip); s.tab != part.Screenshots || !ok || strip.Cursor() != 0 {
		t.Errorf("the heading leads to the tab %s, the keyboard is in %T", s.tab, s.Focused())
	}
}

// offers counts the buttons of a text that are in view.
func (s *stage) offers(text string) int {
	n := 0
	s.WalkFront(func(d kittest.Drawn) {
		if b, ok := d.Object.(*kit.Button); ok && b.Text() == text {
			n++
		}
	})
	return n
}

func TestAnEmptyWindowOffersOneWayToTheTree(t *testing.T) {
	s := newStage(t, parttest.Places(t))
	s.Start(t.TempDir(), false)
	s.Until("there is a document", func() bool { return !s.session.Building() && s.Readable("The dossier appears here") })
	s.key(fyne.Key1, alt)
	if b, ok := s.Focused().(*kit.Button); s.offers("Go to the tree") != 1 || !ok || b.Text() != "Go to the tree" {
		t.Error("beside the context, the preview offers a step too")
	}
	s.win.Resize(fyne.NewSize(700, 600))
	s.showTab(part.Preview)
	if s.offers("Go to the tree") != 1 {
		t.Error("as a tab, the preview offers no step")
	}

	s = sample(t)
	s.session.Compose().Clear()
	s.Settle()
	s.key(fyne.Key1, alt)
	s.Press(fyne.KeyReturn)
	if s.Focused() != fyne.Focusable(s.treeList()) {
		t.Error("the step does not lead to the tree")
	}
}

// lineOf returns the line of the preview that holds a text first.
func (s *stage) lineOf(text string) int {
	s.t.Helper()
	preview := s.session.Preview()
	for i := range preview.Len() {
		if strings.Contains(preview.Text(i), text) {
			return i
		}
	}
	s.t.Fatalf("the preview does not show %q", text)
	return -1
}

// page is the document of the preview.
func (s *stage) page() *code.View {
	s.t.Helper()
	for _, o := range test.LaidOutObjects(s.preview.Content()) {
		if view, ok := o.(*code.View); ok {
			return view
		}
	}
	s.t.Fatal("the preview shows no document")
	return nil
}

// jump follows a line of the preview to what it was made of.
func (s *stage) jump(line int) {
	s.page().SetCursor(line)
	s.page().TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
}

func TestThePreviewKeepsItsPositionAfterTheSlices(t *testing.T) {
	for _, width := range []float32{1280, 700} {
		s := sample(t)
		s.win.Resize(fyne.NewSize(width, 600))
		s.focusPreview()
		top := s.lineOf("600_000")
		s.page().SetTop(top, 5)

		s.openSlices("internal/server/auth.go", 0)
		row, _ := s.session.Files().RowOf("internal/server/auth.go")
		s.session.Compose().SetMode([]int{row}, models.None)
		s.Settle()
		s.session.Undo()
		s.Settle()
		s.closeEditor()
		s.Settle()
		if line, past := s.page().Top(); line != top || past != 5 {
			t.Errorf("%v wide: the preview stands at line %d less %v, want %d less 5", width, line, past, top)
		}
	}
}

func TestABeadOfThePreviewLeadsToItsRow(t *testing.T) {
	s := newStage(t, parttest.Places(t))
	s.Start(parttest.Folder(t, map[string]string{
		".beads/issues.jsonl": `{"id":"x-1","title":"First","status":"open"}`, "a.txt": "a",
		"dossier.toml": "[project]\nexecution_mode = \"beads\"\n[files]\nitems = [\"a.txt\"]\n",
	}), false)
	s.Settle()
	s.jump(s.lineOf("- **First**"))
	if s.tab != part.Beads {
		t.Fatalf("it leads to the tab %s", s.tab)
	}
	if list, ok := s.Focused().(*board.List); !ok || list.Cursor() != 1 { // below its heading
		t.Errorf("the keyboard is in %T", s.Focused())
	}
}

func TestWrappingIsKept(t *testing.T) {
	places := parttest.Places(t)
	for _, want := range []bool{false, true} {
		s := newStage(t, places)
		s.Start("", true)
		s.Settle()
		if s.session.Settings().WrapLines() != want {
			t.Errorf("lines are wrapped: %t, want %t", s.session.Settings().WrapLines(), want)
		}
		before := s.session.Settings().WrapLines()
		s.key(fyne.KeyZ, alt)
		if s.session.Settings().WrapLines() == before {
			t.Error("the key does not change it")
		}
		s.leave()
	}
}

// What is pasted while nothing that is written in has the keyboard is for the tab in front:
// an empty one has no list that could take it.
func TestPasteIsForTheTabInFront(t *testing.T) {
	s := sample(t)
	fyne.CurrentApp().Clipboard().SetContent("panic: no such row")
	if s.goTo(part.Files); s.shortcut(&fyne.ShortcutPaste{}) {
		t.Error("the context takes text")
	}
	s.goTo(part.Notes)
	if s.Focused() == nil {
		t.Error("the keyboard is nowhere in an empty tab")
	}
	if !s.shortcut(&fyne.ShortcutPaste{}) {
		t.Fatal("the notes take no text")
	}
	list := notes.Of(s.session).Value().List
	if len(list) != 1 || list[0].Content != "panic: no such row" {
		t.Errorf("the notes are %v", list)
	}
}

// noPrograms is a system without an editor.
func noPrograms() openwith.System {
	return openwith.System{
		Getenv:   func(string) string { return "" },
		LookPath: func(string) (string, error) { return "", exec.ErrNotFound },
	}
}

func TestAFileIsOpenedInTheEditor(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the editor of this test is a shell script")
	}
	s := sample(t)
	s.tree.Reveal("internal/server/server.go")
	s.key(fyne.KeyE, alt)
	if got := s.overlay.ToastText(); !strings.Contains(got, "No editor was found") {
		t.Errorf("without an editor it says %q", got)
	}

	dir := t.TempDir()
	program, out := filepath.Join(dir, "editor"), filepath.Join(dir, "out")
	script := "#!/bin/sh\nprintf '%s ' \"$@\" >'" + out + ".part'\nmv '" + out + ".part' '" + out + "'\n"
	if err := os.WriteFile(program, []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
	all := s.session.Settings().All()
	all.Editor = program + " {line} {file}"
	if err := s.session.Settings().Set(all, s.session.Settings().Junk()); err != nil {
		t.Fatal(err)
	}
	s.key(fyne.KeyE, alt)
	s.Until("the editor is started", func() bool { _, err := os.Stat(out); return err == nil })
	got, err := os.ReadFile(out)
	if want := "1 " + filepath.Join(s.session.Dir(), "internal", "server", "server.go") + " "; err != nil || string(got) != want {
		t.Errorf("the editor is given %q, %v, want %q", got, err, want)
	}
	host{s.Window}.ShowInFolder("internal/server/server.go")
	if want := "file://" + filepath.ToSlash(filepath.Join(s.session.Dir(), "internal", "server")); !slices.Contains(s.App.Opened, want) {
		t.Errorf("opened is %v, want %s", s.App.Opened, want)
	}
}
