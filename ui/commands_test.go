package ui

import (
	"errors"
	"strconv"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"
	"github.com/google/go-cmp/cmp"

	"dossier/models"
	"dossier/ui/kit/board"
	"dossier/ui/kit/edit"
	"dossier/ui/part"
	"dossier/ui/part/parttest"
	"dossier/ui/session"
)

// Alt and a digit activate the feature at that place of the rail, with the focus.
func TestAltAndADigitGoToTheFeaturesInTheirOrder(t *testing.T) {
	s := sample(t)
	press := func(figure int) {
		t.Helper()
		s.focus(s.treeList())
		s.key(fyne.KeyName(strconv.Itoa(figure)), alt)
	}
	bar := s.inRail()
	if len(bar) < 9 {
		t.Fatalf("there are %d items", len(bar))
	}
	for i, tab := range bar[:min(len(bar), 10)] { // there are ten digits
		press((i + 1) % 10)
		if s.tab != tab.ID || s.Focused() == fyne.Focusable(s.treeList()) {
			t.Errorf("Alt+%d leads to %s, the keyboard is in a %T, want the tab %s", i+1, s.tab, s.Focused(), tab.ID)
		}
	}
	s.key(fyne.KeyP, alt)
	if s.Focused() != fyne.Focusable(s.page()) {
		t.Errorf("Alt+P leads to a %T, want the preview", s.Focused())
	}
	s.key(fyne.KeyT, alt)
	if s.Focused() != fyne.Focusable(s.treeList()) {
		t.Errorf("Alt+T leads to a %T, want the tree", s.Focused())
	}
	s.win.Resize(fyne.NewSize(900, 700))
	if n := len(s.inRail()); n != len(bar)+1 {
		t.Fatalf("there are %d items in a narrow window, %d in a wide one", n, len(bar))
	}
	if s.key(fyne.KeyP, alt); s.tab != part.Preview {
		t.Errorf("Alt+P leads to %s in a narrow window", s.tab)
	}
}

// A list that is still being read when its tab gets the focus gets it as soon as it is shown: the keyboard is
// never without one.
func TestAListThatComesLateGetsTheFocus(t *testing.T) {
	s := newStage(t, parttest.Places(t))
	repository(t, s, func(s *stage) { s.Start("", true); s.Settle() })
	s.goTo(part.Git)
	s.Press(fyne.KeyReturn) // the step: uncommitted changes
	s.Settle()
	if list, ok := s.Focused().(*board.List); !ok || list == s.treeList() {
		t.Errorf("after the first step the keyboard is in a %T", s.Focused())
	}
	s.key(fyne.KeyT, alt)
	s.session.Compose().SetTree(models.TreeSelected)
	s.Settle()
	if s.Focused() != fyne.Focusable(s.treeList()) {
		t.Errorf("a change moves the keyboard to a %T", s.Focused())
	}
}

// Ctrl+Q does what closing the window does: what is unsaved is stored, and the window is gone.
func TestCtrlQQuits(t *testing.T) {
	s := sample(t)
	s.showTab(part.Notes)
	s.key(fyne.KeyQ, ctrl)
	s.closed = true
	if err := s.session.Close(); !errors.Is(err, session.ErrClosed) {
		t.Errorf("the session is still open: closing it gives %v", err)
	}
	if view := s.session.Autosave().View(); view.Tab != string(part.Notes) {
		t.Errorf("the tab that is stored is %q", view.Tab)
	}
	for _, w := range s.App.Driver().AllWindows() {
		if w == s.win {
			t.Error("the window is still open")
		}
	}
}

func TestThePaletteFindsCommands(t *testing.T) {
	s := sample(t)
	tests := []struct {
		name, typed string
		want        []string // the first rows
	}{
		{name: "any case", typed: "SAVE AS", want: []string{"Save as a preset"}},
		{name: "words in any order", typed: "dossier copy", want: []string{"Copy the dossier"}},
		{name: "a part of a word", typed: "croll", want: nil},
		{name: "another part", typed: "creensho", want: []string{"Add a screenshot", "Screenshots"}},
		{name: "beginnings of words come first", typed: "save", want: []string{"Save", "Save as a preset", "Unsaved work of other windows"}},
		{name: "the group", typed: "go snap", want: []string{"Snapshots"}},
	}
	for _, tt := range tests {
		p := newPalette(s.Window)
		p.filter(tt.typed)
		var got []string
		for _, row := range p.shown[:min(len(p.shown), max(1, len(tt.want)))] {
			got = append(got, row.name)
		}
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%s: %q finds (-want +got):\n%s", tt.name, tt.typed, diff)
		}
	}
	p := newPalette(s.Window)
	for _, c := range s.commandList {
		at := p.Find(c.id)
		if c.id == "command-palette" {
			continue
		}
		if at < 0 || p.Row(at).Cells[3].Text != c.shortcut() {
			t.Errorf("%s with %s is not in the palette", c.name, c.shortcut())
		}
	}
	p.filter("dos copy DOSSIER")
	if diff := cmp.Diff([][2]int{{0, 4}, {9, 16}}, p.Row(0).Cells[0].Marks); diff != "" {
		t.Errorf("marked in %q (-want +got):\n%s", p.shown[0].name, diff)
	}
}

// openPalette opens the palette and types into it.
func (s *stage) openPalette(typed string) {
	s.t.Helper()
	s.key(fyne.KeyA, ctrl|shift)
	find, ok := s.Focused().(*edit.Entry)
	if !ok || s.whereabouts() != "dialog Command palette" {
		s.t.Fatalf("the keyboard is in a %T of %s", s.Focused(), s.whereabouts())
	}
	test.Type(find, typed)
}

// The keyboard is where the command leaves it, and a command for the cursor's file finds that.
func TestThePaletteRunsCommands(t *testing.T) {
	s := sample(t)
	s.focus(s.treeList())
	s.treeList().SetCursor(s.row("go.mod"))

	s.openPalette("copy")
	s.Press(fyne.KeyEscape)
	if s.dialogs.Front() != nil || s.Focused() != fyne.Focusable(s.treeList()) {
		t.Fatalf("after Escape the keyboard is in a %T", s.Focused())
	}

	s.openPalette("slices")
	s.Press(fyne.KeyReturn)
	if s.editor == nil || s.editor.Path() != "go.mod" || s.dialogs.Front() != nil {
		t.Fatal("the slices of the cursor's file did not open")
	}
	if s.Focused() != s.editor.First() {
		t.Errorf("then the keyboard is in a %T", s.Focused())
	}
	s.closeEditor()

	s.openPalette("zoom")
	s.Press(fyne.KeyDown, fyne.KeyReturn)
	if s.zoom.percent != 90 {
		t.Errorf("the second row zooms to %d %%", s.zoom.percent)
	}
	if s.Focused() != fyne.Focusable(s.treeList()) {
		t.Errorf("after a command that moves no keyboard it is in a %T", s.Focused())
	}

	s.openPalette("go discussion")
	s.Press(fyne.KeyReturn)
	if s.tab != part.Discussion || s.Focused() == fyne.Focusable(s.treeList()) || s.Focused() == nil {
		t.Errorf("the tab is %s, and the keyboard is in a %T", s.tab, s.Focused())
	}

	s.openPalette("switch preset")
	s.Press(fyne.KeyReturn)
	if s.whereabouts() != "dialog Switch preset" {
		t.Errorf("in front is %s", s.whereabouts())
	}
	s.Press(fyne.KeyEscape)

	s.openPalette("no such thing")
	if !s.Readable("No command has these words in its name") {
		t.Error("nothing is said of a search that finds nothing")
	}
	s.Press(fyne.KeyReturn)
	s.Press(fyne.KeyEscape)
	if s.dialogs.Front() != nil {
		t.Error("the palette is still open")
	}
}

// A command that can do nothing says why, in the palette and by its key.
func TestACommandThatCanDoNothingSaysWhy(t *testing.T) {
	s := sample(t)
	s.openPalette("undo")
	if !s.Readable("Nothing to undo") {
		t.Error("the palette does not say why")
	}
	s.Press(fyne.KeyReturn)
	if s.overlay.ToastText() != "Nothing to undo" || s.dialogs.Front() == nil {
		t.Errorf("Enter says %q, and leaves the palette open: %t", s.overlay.ToastText(), s.dialogs.Front() != nil)
	}
	s.Press(fyne.KeyEscape)
	s.overlay.HideToast()
	s.key(fyne.KeyZ, ctrl)
	if s.overlay.ToastText() != "Nothing to undo" {
		t.Errorf("the key says %q", s.overlay.ToastText())
	}
}

// In a window without a project, or on an empty folder, each command does something that is seen,
// or says why not.
func TestNoCommandIsSilentWithoutFiles(t *testing.T) {
	for name, start := range map[string]func(s *stage){
		"no project":   func(*stage) {},
		"empty folder": func(s *stage) { s.Start(t.TempDir(), false) },
	} {
		for _, c := range commandsOf(tabs()) {
			if c.id == "quit" {
				continue
			}
			s := newStage(t, parttest.Places(t))
			start(s)
			s.overlay.HideToast()
			before, disk := s.quiet(), s.onDisk()
			s.Window.perform(c)
			if !s.changes(before, disk) {
				t.Errorf("%s: nothing is to be seen of %q", name, c.name)
			}
			s.leave()
		}
	}
}

// A click on a row runs it.
func TestThePaletteIsUsedWithTheMouse(t *testing.T) {
	s := sample(t)
	s.openPalette("zoom in")
	var list *board.List
	s.dialogs.Front().Controls(func(f fyne.Focusable) {
		if l, ok := f.(*board.List); ok {
			list = l
		}
	})
	at, size := list.RowArea(0)
	s.Click(at.AddXY(size.Width/2, size.Height/2), desktop.MouseButtonPrimary)
	if s.zoom.percent != 110 || s.dialogs.Front() != nil {
		t.Errorf("a click zooms to %d %%", s.zoom.percent)
	}
}
