package edit

import (
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"
	"pgregory.net/rapid"

	"dossier/ui/kit"
	"dossier/ui/kit/kittest"
	"dossier/ui/kit/prose"
)

// newTestEditor returns an editor with a text, shown with the given width.
func newTestEditor(t testing.TB, text string, width float32) *Editor {
	t.Helper()
	e := NewEditor(nil)
	e.mods = func() fyne.KeyModifier { return 0 }
	e.SetText(text)
	e.Resize(fyne.NewSize(width, 400))
	e.SetView(0, 400)
	return e
}

func write(e *Editor, text string) {
	for _, r := range text {
		e.TypedRune(r)
	}
}

func TestEditorKeys(t *testing.T) {
	ctrl, shift := fyne.KeyModifierShortcutDefault, fyne.KeyModifierShift
	type press struct {
		key  fyne.KeyName
		mods fyne.KeyModifier
	}
	tests := []struct {
		name string
		text string // with | for the cursor
		keys []press
		want string // with [ ] around the selection
	}{
		{name: "left and right", text: "a|b", keys: []press{{key: fyne.KeyRight}, {key: fyne.KeyRight}, {key: fyne.KeyLeft}}, want: "a|b"},
		{name: "a character of several is one", text: "|\U0001F469\u200D\U0001F4BBx", keys: []press{{key: fyne.KeyRight}}, want: "\U0001F469\u200D\U0001F4BB|x"},
		{name: "backspace", text: "ab|c", keys: []press{{key: fyne.KeyBackspace}}, want: "a|c"},
		{name: "backspace takes a letter with its marks", text: "ae\u0301|", keys: []press{{key: fyne.KeyBackspace}}, want: "a|"},
		{name: "delete", text: "ab|c", keys: []press{{key: fyne.KeyDelete}, {key: fyne.KeyDelete}}, want: "ab|"},
		{name: "enter", text: "a|b", keys: []press{{key: fyne.KeyReturn}}, want: "a\n|b"},
		{name: "home and end are those of the line", text: "one\ntw|o\nthree", keys: []press{{key: fyne.KeyHome}, {key: fyne.KeyEnd, mods: shift}}, want: "one\n[two]\nthree"},
		{name: "with control, of the text", text: "one\ntw|o", keys: []press{{key: fyne.KeyHome, mods: ctrl}}, want: "|one\ntwo"},
		{name: "by words", text: "|one two_3, four", keys: []press{{key: fyne.KeyRight, mods: ctrl}, {key: fyne.KeyRight, mods: ctrl}}, want: "one two_3|, four"},
		{name: "back by words", text: "one two|", keys: []press{{key: fyne.KeyLeft, mods: ctrl | shift}}, want: "one [two]"},
		{name: "a word is erased", text: "one two|", keys: []press{{key: fyne.KeyBackspace, mods: ctrl}}, want: "one |"},
		{name: "up and down keep the column", text: "long line\nx\nlong l|ine", keys: []press{{key: fyne.KeyUp}, {key: fyne.KeyUp}}, want: "long l|ine\nx\nlong line"},
		{name: "down at the end goes to the end", text: "a|b", keys: []press{{key: fyne.KeyDown}}, want: "ab|"},
		{name: "a selection is left at its side", text: "a|bc", keys: []press{{key: fyne.KeyRight, mods: shift}, {key: fyne.KeyRight, mods: shift}, {key: fyne.KeyLeft}}, want: "a|bc"},
		{name: "what is selected is erased as one", text: "a|bcd", keys: []press{{key: fyne.KeyRight, mods: shift}, {key: fyne.KeyRight, mods: shift}, {key: fyne.KeyDelete}}, want: "a|d"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			begin(t)
			at := strings.Index(tt.text, "|")
			e := newTestEditor(t, strings.Replace(tt.text, "|", "", 1), 400)
			e.SetCaret(at)
			for _, p := range tt.keys {
				e.mods = func() fyne.KeyModifier { return p.mods }
				kittest.Key(e, p.key)
			}
			got := e.Text()
			if from, to := e.Selection(); from < to {
				got = got[:from] + "[" + got[from:to] + "]" + got[to:]
			} else {
				got = got[:from] + "|" + got[from:]
			}
			if got != tt.want {
				t.Errorf("%q, want %q", got, tt.want)
			}
		})
	}
}

func TestEditorUndoesByWords(t *testing.T) {
	begin(t)
	e := newTestEditor(t, "", 400)
	write(e, "some words")
	kittest.Key(e, fyne.KeyReturn)
	write(e, "more")
	for _, want := range []string{"some words\n", "some words", "some", ""} {
		if !e.Undo() || e.Text() != want {
			t.Fatalf("undo leaves %q, want %q", e.Text(), want)
		}
	}
	handed := 0
	e.OnShortcut = func(fyne.Shortcut) { handed++ }
	e.TypedShortcut(&fyne.ShortcutUndo{})
	if handed != 1 {
		t.Error("an undo with nothing to undo is not handed on")
	}
	for e.Redo() {
	}
	if e.Text() != "some words\nmore" {
		t.Errorf("redo leaves %q", e.Text())
	}
	e.SetText("another")
	if e.Undo() {
		t.Error("what was done to another text can be undone")
	}
}

// TestEditorUndoTakesEverythingBack performs random actions: undo goes back through the same
// texts, redo forward again, and the cursor is always between characters.
func TestEditorUndoTakesEverythingBack(t *testing.T) {
	begin(t)
	keys := []fyne.KeyName{fyne.KeyLeft, fyne.KeyRight, fyne.KeyUp, fyne.KeyDown, fyne.KeyHome, fyne.KeyEnd, fyne.KeyBackspace, fyne.KeyDelete, fyne.KeyReturn}
	rapid.Check(t, func(rt *rapid.T) {
		e := newTestEditor(t, rapid.StringOf(rapid.RuneFrom([]rune("ab \n漢\u0301\u200D`"))).Draw(rt, "text"), 60)
		first, reported := e.Text(), e.Text()
		e.OnChanged = func(text string) { reported = text }
		for range rapid.IntRange(1, 30).Draw(rt, "steps") {
			mods := rapid.SampledFrom([]fyne.KeyModifier{0, fyne.KeyModifierShift, fyne.KeyModifierShortcutDefault}).Draw(rt, "mods")
			e.mods = func() fyne.KeyModifier { return mods }
			switch rapid.IntRange(0, 3).Draw(rt, "kind") {
			case 0:
				kittest.Key(e, rapid.SampledFrom(keys).Draw(rt, "key"))
			case 1:
				e.Insert(rapid.SampledFrom([]string{"word", "\n", "", "多", "```\n"}).Draw(rt, "insert"))
			case 2:
				e.Undo()
			default:
				write(e, rapid.SampledFrom([]string{"x", " ", "\u0301"}).Draw(rt, "letter"))
			}
			if e.Text() != reported {
				rt.Fatalf("the text is %q, and was reported to be %q", e.Text(), reported)
			}
			if from, to := e.Selection(); from < 0 || to > len(reported) || from < len(reported) && !utf8.RuneStart(reported[from]) || to < len(reported) && !utf8.RuneStart(reported[to]) {
				rt.Fatalf("[%d, %d) is selected of %q", from, to, reported)
			}
		}
		last := e.Text()
		n := 0
		for e.Undo() {
			n++
		}
		if e.Text() != first {
			rt.Fatalf("undo leads to %q, want %q", e.Text(), first)
		}
		for range n {
			e.Redo()
		}
		if e.Text() != last {
			rt.Fatalf("redo leads to %q, want %q", e.Text(), last)
		}
	})
}

func TestEditorClipboard(t *testing.T) {
	begin(t)
	clip := test.NewClipboard()
	e := newTestEditor(t, "some words", 400)
	e.Select(0, 4)
	e.TypedShortcut(&fyne.ShortcutCut{Clipboard: clip})
	if e.Text() != " words" || clip.Content() != "some" {
		t.Errorf("%q is left, %q was cut", e.Text(), clip.Content())
	}
	clip.SetContent("a\r\nb")
	e.TypedShortcut(&fyne.ShortcutSelectAll{})
	e.TypedShortcut(&fyne.ShortcutPaste{Clipboard: clip})
	if e.Text() != "a\nb" {
		t.Errorf("pasted %q", e.Text())
	}
	e.TypedShortcut(&fyne.ShortcutCopy{Clipboard: clip})
	if clip.Content() != "a\r\nb" {
		t.Error("nothing is selected, and yet something was copied")
	}
}

func TestEditorMouse(t *testing.T) {
	begin(t)
	e := newTestEditor(t, "one two three\nfour", 400)
	now := time.Unix(0, 0)
	e.now = func() time.Time { return now }
	w := kittest.Show(t, e, 400, 100)
	at := func(line int, before string) fyne.Position {
		return fyne.NewPos(Padding+kit.Face{}.Width(before)+1, Padding+float32(line)*prose.LineHeight+9)
	}
	press := func(pos fyne.Position, mods fyne.KeyModifier) { kittest.Mouse(e, pos.X, pos.Y, mods) }

	press(at(0, "one t"), 0)
	if e.Caret() != 5 || w.Canvas().Focused() != fyne.Focusable(e) {
		t.Errorf("a click puts the cursor before byte %d", e.Caret())
	}
	press(at(0, "one t"), 0)
	if from, to := e.Selection(); from != 4 || to != 7 {
		t.Errorf("a double click selects [%d, %d)", from, to)
	}
	press(at(0, "one t"), 0)
	if from, to := e.Selection(); from != 0 || to != 13 {
		t.Errorf("a triple click selects [%d, %d)", from, to)
	}
	now = now.Add(time.Minute)
	press(at(1, "fo"), fyne.KeyModifierShift)
	if from, to := e.Selection(); from != 0 || to != 16 {
		t.Errorf("shift selects [%d, %d)", from, to)
	}
	now = now.Add(time.Minute)
	kittest.Drag(e, at(0, "one"), at(1, "four"))
	if from, to := e.Selection(); from != 3 || to != 18 {
		t.Errorf("a drag selects [%d, %d)", from, to)
	}
}

// Lines of ideographs break without a space: the end of one is the start of the next.
func TestTheCursorStaysInTheLineThatIsMeant(t *testing.T) {
	begin(t)
	tests := []struct {
		name string
		text string
	}{
		{name: "ideographs", text: strings.Repeat("日", 60)},
		{name: "a long word", text: strings.Repeat("n", 60)},
		{name: "words", text: strings.Repeat("nnn ", 20)},
		{name: "code", text: "```\n" + strings.Repeat("n", 60)},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			e := newTestEditor(t, tt.text, 150)
			kittest.Show(t, e, 150, 200)
			lines := len(e.prose.Lines)
			if lines < 3 {
				t.Fatalf("the text takes %d lines", lines)
			}
			for i := range lines {
				kittest.Mouse(e, 149, Padding+float32(i)*prose.LineHeight+9, 0)
				if got := e.prose.LineOf(e.Caret()); got != i {
					t.Errorf("a press at the end of line %d puts the cursor on line %d", i, got)
				}
			}
			e.SetCaret(e.prose.LastIn(lines - 2))
			e.goal = 149 // as from a longer line
			for i := lines - 3; i >= 0; i-- {
				kittest.Key(e, fyne.KeyUp)
				if got := e.prose.LineOf(e.Caret()); got != i {
					t.Errorf("Up leads to line %d, want %d", got, i)
				}
			}
		})
	}
}

func TestEditorDrawsOnlyWhatIsInView(t *testing.T) {
	begin(t)
	e := newTestEditor(t, strings.Repeat("some words on a line\n", 20_000), 400)
	e.SetView(100_000, 100_400)
	e.TypedShortcut(&fyne.ShortcutSelectAll{})
	if n := kittest.Objects(e); n > 80 {
		t.Errorf("%d canvas objects for 400 units, want at most 80", n)
	}
	if e.MinSize().Height != 20_001*prose.LineHeight+2*Padding {
		t.Errorf("%v high", e.MinSize().Height)
	}
}

func TestEditorHandsOnWhatItDoesNotUse(t *testing.T) {
	begin(t)
	e := newTestEditor(t, "a", 400)
	var got []fyne.Shortcut
	e.OnShortcut = func(s fyne.Shortcut) { got = append(got, s) }
	e.TypedShortcut(&desktop.CustomShortcut{KeyName: fyne.KeyReturn, Modifier: fyne.KeyModifierShortcutDefault})
	e.TypedShortcut(&desktop.CustomShortcut{KeyName: fyne.KeyLeft, Modifier: fyne.KeyModifierShortcutDefault})
	if len(got) != 1 {
		t.Errorf("%d shortcuts handed on, want the first", len(got))
	}
	used := 0
	e.OnKey = func(ev *fyne.KeyEvent, mods fyne.KeyModifier) bool { used++; return true }
	e.TypedShortcut(&desktop.CustomShortcut{KeyName: fyne.KeyReturn, Modifier: fyne.KeyModifierShortcutDefault})
	kittest.Key(e, fyne.KeyEscape)
	if used != 2 || len(got) != 1 || e.Text() != "a" {
		t.Error("keys do not go to the owner first")
	}
}

func TestAnEditorBoxGrowsAndThenScrolls(t *testing.T) {
	begin(t)
	e := newTestEditor(t, "", 400)
	b := NewBox(e, 2, 5)
	grown := 0
	b.OnGrow = func() { grown++; b.Resize(fyne.NewSize(400, b.MinSize().Height)) }
	b.Resize(fyne.NewSize(400, b.MinSize().Height))
	kittest.Show(t, b, 400, b.MinSize().Height)
	for i := range 12 {
		write(e, "line")
		if i < 11 {
			kittest.Key(e, fyne.KeyReturn)
		}
		y := e.Position().Y + Padding + float32(e.prose.LineOf(e.caret))*prose.LineHeight
		if y < 0 || y+prose.LineHeight > b.Size().Height {
			t.Fatalf("line %d is out of view, at %v of %v", i, y, b.Size().Height)
		}
	}
	if want := 5*prose.LineHeight + 2*Padding; b.MinSize().Height != want || grown != 3 {
		t.Errorf("%v high after growing %d times, want %v and 3", b.MinSize().Height, grown, want)
	}
	e.SetText("")
	if want := 2*prose.LineHeight + 2*Padding; b.MinSize().Height != want || e.Position().Y != 0 {
		t.Errorf("%v high when empty, want %v", b.MinSize().Height, want)
	}
}

func BenchmarkEditorTyping(b *testing.B) {
	begin(b)
	e := newTestEditor(b, strings.Repeat("some words on a line, and some more of them that wrap\n", 2_000), 400) // about 100 KiB
	e.SetCaret(len(e.Text()) / 2)
	e.SetView(18_000, 18_400)
	b.SetBytes(int64(len(e.Text())))
	b.ReportAllocs()
	for b.Loop() {
		e.TypedRune('x')
		kittest.Key(e, fyne.KeyBackspace)
	}
}

func TestTabInsertsATabInCode(t *testing.T) {
	e := newTestEditor(t, "", 300)
	if e.AcceptsTab() {
		t.Error("Tab does not move the focus in prose")
	}
	e.Tabs = true
	if !e.AcceptsTab() {
		t.Error("Tab moves the focus in code")
	}
	e.TypedKey(&fyne.KeyEvent{Name: fyne.KeyTab})
	if e.Text() != "\t" {
		t.Errorf("Tab makes %q", e.Text())
	}
}
