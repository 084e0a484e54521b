package edit

import (
	"slices"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/widget"

	"dossier/ui/kit"
	"dossier/ui/kit/kittest"
)

func TestEntryKeys(t *testing.T) {
	begin(t)
	e := NewEntry("filter…", nil)
	escaped, keys := 0, []fyne.KeyName{}
	e.OnEscape = func() { escaped++ }
	e.OnKey = func(ev *fyne.KeyEvent, _ fyne.KeyModifier) bool { keys = append(keys, ev.Name); return true }
	kittest.Show(t, e, 200, 28)
	test.Type(e, "auth")
	kittest.Key(e, fyne.KeyDown, fyne.KeyUp, fyne.KeyReturn, fyne.KeyHome, fyne.KeyEnd, fyne.KeyEscape)
	if e.Text != "" || escaped != 0 {
		t.Errorf("the first Escape left %q and went on %d times", e.Text, escaped)
	}
	kittest.Key(e, fyne.KeyEscape)
	if escaped != 1 {
		t.Errorf("the second Escape went on %d times, want once", escaped)
	}
	kittest.Key(e, fyne.KeyEnd) // of an empty text
	if want := []fyne.KeyName{fyne.KeyDown, fyne.KeyUp, fyne.KeyReturn, fyne.KeyEnd}; !slices.Equal(keys, want) {
		t.Errorf("keys %v, want %v", keys, want)
	}
	if e.MinSize().Height != kit.ControlHeight {
		t.Errorf("%v high, want %v", e.MinSize().Height, kit.ControlHeight)
	}
	if got := e.Entry.MinSize().Height; got > kit.ControlHeight {
		t.Errorf("a line needs %v, which shows a scroll bar at %v", got, kit.ControlHeight)
	}
}

// Undo and redo go to the window where the text has none, so that a step is undone wherever the focus is.
func TestUndoGoesToTheWindowWhereTheTextHasNone(t *testing.T) {
	begin(t)
	entry, box := NewEntry("filter…", nil), NewTextBox("Instruction", 3, nil)
	for name, w := range map[string]struct {
		fyne.Shortcutable
		of *widget.Entry
	}{"entry": {entry, &entry.Entry}, "text box": {box, &box.Entry}} {
		var handed []string
		take := func(s fyne.Shortcut) bool { handed = append(handed, s.ShortcutName()); return true }
		entry.OnShortcut, box.OnShortcut = take, take
		w.TypedShortcut(&fyne.ShortcutUndo{})
		test.Type(w.of, "auth")
		w.TypedShortcut(&fyne.ShortcutUndo{})
		if w.of.Text != "" {
			t.Errorf("%s: undo leaves %q", name, w.of.Text)
		}
		w.TypedShortcut(&fyne.ShortcutRedo{})
		if w.of.Text != "auth" {
			t.Errorf("%s: redo leaves %q", name, w.of.Text)
		}
		w.TypedShortcut(&fyne.ShortcutRedo{})
		if want := []string{"Undo", "Redo"}; !slices.Equal(handed, want) {
			t.Errorf("%s: %v went to the window, want %v", name, handed, want)
		}
	}
}

func TestTextBoxLetsTabPass(t *testing.T) {
	begin(t)
	box := NewTextBox("Instruction", 3, nil)
	escaped := 0
	box.OnEscape = func() { escaped++ }
	kittest.Show(t, box, 200, 80)
	test.Type(box, "why")
	kittest.Key(box, fyne.KeyReturn, fyne.KeyEscape)
	if box.Text != "why\n" || escaped != 1 || box.AcceptsTab() {
		t.Errorf("text %q, Escape reported %d times, takes Tab: %t", box.Text, escaped, box.AcceptsTab())
	}
}

func TestAnEntryIsClearedByItsButton(t *testing.T) {
	begin(t)
	var reported []string
	e := NewEntry("", func(text string) { reported = append(reported, text) })
	count := kit.NewLabel("12", kit.Number)
	e.SetClear("Clear", count)
	w := kittest.Show(t, e, 300, kit.ControlHeight)
	end := e.ActionItem.(*fyne.Container).Objects[0]
	if end.Visible() {
		t.Error("there is a button while there is nothing to clear")
	}
	test.Type(e, "ab")
	if !end.Visible() {
		t.Fatal("there is no button")
	}
	place := fyne.CurrentApp().Driver().AbsolutePositionForObject(end)
	test.Type(e, "c")
	if now := fyne.CurrentApp().Driver().AbsolutePositionForObject(end); now != place {
		t.Errorf("the button moved from %v to %v", place, now)
	}
	w.Canvas().Unfocus()
	test.TapCanvas(w.Canvas(), fyne.NewPos(300-kit.ControlHeight/2, kit.ControlHeight/2))
	if e.Text != "" || end.Visible() {
		t.Errorf("after the click it holds %q, and the button is there: %t", e.Text, end.Visible())
	}
	if w.Canvas().Focused() != fyne.Focusable(e) {
		t.Error("the keyboard is not in the entry")
	}
	if want := []string{"a", "ab", "abc", ""}; !slices.Equal(reported, want) {
		t.Errorf("reported %q, want %q", reported, want)
	}
}

func TestAnEntryHidesItsTipOnceSomethingIsTyped(t *testing.T) {
	begin(t)
	e := NewEntry("", nil)
	e.SetTip("words or a pattern")
	o := kit.NewOverlay(e)
	o.After = func(_ time.Duration, f func()) func() { f(); return func() {} }
	kittest.Show(t, o, 300, 100)
	e.MouseIn(&desktop.MouseEvent{})
	if !slices.Contains(kittest.Texts(o), "words or a pattern") {
		t.Fatal("there is no tip")
	}
	e.TypedRune('a')
	if slices.Contains(kittest.Texts(o), "words or a pattern") {
		t.Error("the tip lies over what is found")
	}
}

func TestAnEditorThatWasForgottenIsDrawnAgain(t *testing.T) {
	test.NewTempApp(t)
	editor := NewEditor(nil)
	editor.SetText("what was said")
	for name, widget := range map[string]fyne.Widget{"editor": editor, "box": NewBox(NewEditor(nil), 2, 4)} {
		w := test.NewWindow(widget)
		w.Resize(fyne.NewSize(300, 200))
		before := len(test.WidgetRenderer(widget).Objects())
		if again := len(widget.CreateRenderer().Objects()); before == 0 || again != before {
			t.Errorf("%s: %d objects became %d", name, before, again)
		}
		w.Close()
	}
}

// A placeholder is shortened to the width of the entry: it needs no scroll bar, and is whole again in a wide
// one. The space for clearing the text is free as long as there is none.
func TestAPlaceholderFits(t *testing.T) {
	begin(t)
	e := NewEntry("search in the files…", nil)
	e.SetClear("Clear", kit.NewLabel("12", kit.Number))
	kittest.Show(t, e, 300, kit.ControlHeight)
	for _, width := range []float32{300, 90, 40, 300} {
		e.Resize(fyne.NewSize(width, kit.ControlHeight))
		for _, o := range e.laid.Objects() {
			if text, ok := o.(*container.Scroll); ok && text.Content.MinSize().Width > text.Size().Width {
				t.Errorf("%v wide, %q is %v wide in %v", width, e.PlaceHolder, text.Content.MinSize().Width, text.Size().Width)
			}
		}
		if whole := e.PlaceHolder == "search in the files…"; whole != (width == 300) {
			t.Errorf("%v wide, the placeholder is %q", width, e.PlaceHolder)
		}
	}
	e.Resize(fyne.NewSize(90, kit.ControlHeight))
	e.SetPlaceHolder("filter in names and in folders…")
	if !strings.HasPrefix(e.PlaceHolder, "filter") || !strings.HasSuffix(e.PlaceHolder, kit.Ellipsis) {
		t.Errorf("another placeholder is %q", e.PlaceHolder)
	}
}

// TestUndoIsForWhatWasDoneLast checks that undo and redo go to the window after something else was done there, and to
// the text again after the next change of it.
func TestUndoIsForWhatWasDoneLast(t *testing.T) {
	begin(t)
	entry, box, editor := NewEntry("filter…", nil), NewTextBox("Instruction", 3, nil), NewEditor(nil)
	o := kit.NewOverlay(container.NewVBox(entry, box, editor))
	version := 0
	o.UndoVersion = func() int { return version }
	test.NewTempWindow(t, o)
	var handed int
	take := func(fyne.Shortcut) bool { handed++; return true }
	entry.OnShortcut, box.OnShortcut, editor.OnShortcut = take, take, func(s fyne.Shortcut) { take(s) }
	for name, w := range map[string]struct {
		focused interface {
			fyne.Focusable
			fyne.Shortcutable
		}
		text func() string
	}{
		"entry":    {entry, func() string { return entry.Text }},
		"text box": {box, func() string { return box.Text }},
		"editor":   {editor, editor.Text},
	} {
		handed = 0
		undo := func(want string, wantHanded int) {
			t.Helper()
			w.focused.TypedShortcut(&fyne.ShortcutUndo{})
			if got := w.text(); got != want || handed != wantHanded {
				t.Errorf("%s: undo leaves %q, want %q; %d went to the window, want %d", name, got, want, handed, wantHanded)
			}
		}
		w.focused.TypedRune('a')
		version++ // a click elsewhere
		undo("a", 1)
		w.focused.TypedKey(&fyne.KeyEvent{Name: fyne.KeyLeft}) // changes nothing
		undo("a", 2)
		w.focused.TypedRune('b')
		undo("a", 2)
	}
}
