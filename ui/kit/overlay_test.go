package kit

import (
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/test"
	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"dossier/ui/kit/kittest"
)

// staged puts widgets under an Overlay with a fake clock.
func staged(t *testing.T, content fyne.CanvasObject) (*Overlay, *kittest.Clock, fyne.Window) {
	t.Helper()
	o := NewOverlay(content)
	c := &kittest.Clock{}
	o.After = c.After
	return o, c, kittest.Show(t, o, 600, 400)
}

func TestTips(t *testing.T) {
	begin(t)
	undo, copyIt := NewGlyphButton(GlyphUndo, "Undo", nil), NewButton("Copy", nil)
	copyIt.DisableFor("There is nothing to copy")
	o, c, w := staged(t, container.NewHBox(undo, copyIt, NewButton("bare", nil)))

	steps := []struct {
		name string
		do   func()
		want string
	}{
		{"not at once", func() { undo.MouseIn(nil) }, ""},
		{"after half a second", func() { c.Pass(tipDelay) }, "Undo"},
		{"it stays", func() { c.Pass(time.Minute) }, "Undo"},
		{"until the pointer leaves", undo.MouseOut, ""},
		{"a pointer that only passes shows none", func() { undo.MouseIn(nil); undo.MouseOut(); c.Pass(tipDelay) }, ""},
		{"the reason of a disabled control", func() { copyIt.MouseIn(nil); c.Pass(tipDelay) }, "There is nothing to copy"},
		{"the pointer leaves again", copyIt.MouseOut, ""},
		{"the keyboard shows it too", func() { w.Canvas().Focus(undo); c.Pass(tipDelay) }, "Undo"},
		{"a key press hides it", func() { kittest.Key(undo, fyne.KeySpace) }, ""},
		{"none under a menu", func() {
			ShowMenuAt(w.Canvas(), fyne.NewPos(9, 99), []MenuItem{{Text: "one"}})
			undo.MouseIn(nil)
			c.Pass(tipDelay)
		}, ""},
	}
	for _, s := range steps {
		t.Run(s.name, func(t *testing.T) {
			s.do()
			if got := o.TipText(); got != s.want {
				t.Errorf("tooltip %q, want %q", got, s.want)
			}
		})
	}
}

// Tooltips and toasts above a dialog are drawn last, at any position in the window.
func TestTipsAndToastsShowAboveADialog(t *testing.T) {
	begin(t)
	below := NewGlyphButton(GlyphUndo, "Undo", nil)
	o, c, w := staged(t, container.NewHBox(below))
	save := NewButton("Save", nil)
	save.DisableFor("There is nothing to save")
	closed := 0
	open := func() *Dialog {
		d := NewDialog(o, w.Canvas(), "Save as", NewLabel("body", Body), []fyne.CanvasObject{save})
		d.OnClosed = func() { closed++ }
		d.Show()
		return d
	}
	// drawnIn returns the texts of the layers, the window's first.
	drawnIn := func() []string {
		out := []string{}
		for _, l := range o.layers {
			texts := []string{}
			for _, object := range test.LaidOutObjects(l) {
				if text, ok := object.(*canvas.Text); ok && text.Visible() && text.Text != "" {
					texts = append(texts, text.Text)
				}
			}
			out = append(out, strings.Join(texts, ", "))
		}
		return out
	}
	var first, second *Dialog
	steps := []struct {
		name string
		do   func()
		want []string
	}{
		{"a tip of the window", func() { below.MouseIn(nil); c.Pass(tipDelay) }, []string{"Undo"}},
		{"goes when a dialog opens", func() { first = open() }, []string{"", ""}},
		{"the reason of a disabled button", func() { save.MouseIn(nil); c.Pass(tipDelay) }, []string{"", "There is nothing to save"}},
		{"none under a menu", func() {
			menu := ShowMenuAt(w.Canvas(), fyne.NewPos(9, 99), []MenuItem{{Text: "one"}})
			save.MouseOut()
			save.MouseIn(nil)
			c.Pass(tipDelay)
			menu.Close()
		}, []string{"", ""}},
		{"a toast", func() { save.MouseOut(); o.Toast("Zoom 110 %", "", nil) }, []string{"", "Zoom 110 %"}},
		{"over the dialog that opens next", func() { second = open() }, []string{"", "", "Zoom 110 %"}},
		{"over the one that is left", func() { second.Hide() }, []string{"", "Zoom 110 %"}},
		{"over the window", func() { first.Hide() }, []string{"Zoom 110 %"}},
		{"over the window when all close at once", func() { first = open(); open(); first.Hide() }, []string{"Zoom 110 %"}},
	}
	for _, s := range steps {
		t.Run(s.name, func(t *testing.T) {
			s.do()
			if diff := cmp.Diff(s.want, drawnIn()); diff != "" {
				t.Errorf("wrong texts (-want +got):\n%s", diff)
			}
		})
	}
	if closed != 3 {
		t.Errorf("reported of %d dialogs that they were closed, want 3", closed)
	}
}

// A tooltip is next to its object, and a toast receives clicks, in a dialog too.
func TestObjectsAboveADialogAreInTheWindow(t *testing.T) {
	begin(t)
	o, c, w := staged(t, NewEmpty("", "", nil))
	save := NewGlyphButton(GlyphUndo, "Save it", nil)
	NewDialog(o, w.Canvas(), "Save as", container.NewVBox(save), []fyne.CanvasObject{NewButton("Close", nil)}).Show()
	save.MouseIn(nil)
	c.Pass(tipDelay)
	for _, object := range test.WidgetRenderer(o.front()).Objects() {
		if text, ok := object.(*canvas.Text); ok && text.Text == "Save it" {
			if at, below := PlaceOf(o.front()).Add(text.Position()), PlaceOf(save).Y+save.Size().Height; at.Y < below || at.Y > below+RowHeight {
				t.Errorf("the tip stands at %v, and the button ends at %v", at, below)
			}
		}
	}
	undone := 0
	o.Toast("Removed", "Undo", func() { undone++ })
	button := o.toast.button
	at := PlaceOf(button)
	if want := PlaceOf(o).Y + o.Size().Height - StatusHeight - Group - o.toast.Size().Height; PlaceOf(o.toast).Y != want {
		t.Errorf("the toast stands at %v, want %v", PlaceOf(o.toast).Y, want)
	}
	test.TapCanvas(w.Canvas(), at.AddXY(5, 5))
	if undone != 1 {
		t.Error("a click on the toast does not reach it")
	}
}

func TestTheBudgetHasALegend(t *testing.T) {
	begin(t)
	bar := NewBudgetBar(nil)
	bar.Set([]Part{{3000, "Files: 3 000 tokens, 75 %"}, {1000, "Beads: 1 000 tokens, 25 %"}}, 8000, 0, "4 000 tokens\n50 % of the window")
	o, c, w := staged(t, container.NewVBox(bar))
	kittest.Hover(bar, 5, 12)
	c.Pass(tipDelay)
	if got, want := o.TipText(), "4 000 tokens\n50 % of the window\nFiles: 3 000 tokens, 75 %\nBeads: 1 000 tokens, 25 %"; got != want {
		t.Errorf("the legend is %q, want %q", got, want)
	}
	var marks, boxes []string
	for _, name := range o.marks {
		marks = append(marks, string(name))
	}
	if diff := cmp.Diff([]string{"", "", string(ColorPart1), string(ColorPart2)}, marks); diff != "" {
		t.Errorf("wrong colours (-want +got):\n%s", diff)
	}
	for _, object := range test.WidgetRenderer(o.front()).Objects() {
		if box, ok := object.(*canvas.Rectangle); ok && box.Size() == fyne.NewSquareSize(markSize) && box.Visible() {
			boxes = append(boxes, "mark")
		}
	}
	if len(boxes) != 2 {
		t.Errorf("%d lines have a square, want 2", len(boxes))
	}
	w.Canvas().Focus(bar)
	if o.TipText() == "" {
		t.Error("the keyboard does not show it")
	}
}

func TestToasts(t *testing.T) {
	begin(t)
	o, c, _ := staged(t, NewEmpty("", "", nil))
	undone := 0
	steps := []struct {
		name string
		do   func()
		want string
	}{
		{"it says what was done", func() { o.Toast("Copied", "", nil) }, "Copied"},
		{"for four seconds", func() { c.Pass(3900 * time.Millisecond) }, "Copied"},
		{"and no longer", func() { c.Pass(200 * time.Millisecond) }, ""},
		{"the newest wins", func() {
			o.Toast("Copied", "", nil)
			c.Pass(3 * time.Second)
			o.Toast("Removed", "Undo", func() { undone++ })
		}, "Removed"},
		{"and has its own four seconds", func() { c.Pass(3 * time.Second) }, "Removed"},
		{"the time stands still under the pointer", func() { o.toast.MouseIn(nil); c.Pass(time.Minute) }, "Removed"},
		{"and starts anew", func() { o.toast.MouseOut(); c.Pass(3 * time.Second) }, "Removed"},
		{"the button acts and hides it", func() { test.Tap(o.toast.button) }, ""},
	}
	for _, s := range steps {
		t.Run(s.name, func(t *testing.T) {
			s.do()
			if got := o.ToastText(); got != s.want {
				t.Errorf("toast %q, want %q", got, s.want)
			}
		})
	}
	if undone != 1 {
		t.Errorf("undone %d times, want once", undone)
	}
}

func TestToastPlace(t *testing.T) {
	window, box := fyne.NewSize(1280, 800), fyne.NewSize(300, 36)
	bottom := float32(800 - 36 - StatusHeight - Group)
	area := func(x, y, width, height float32) Area {
		return Area{fyne.NewPos(x, y), fyne.NewSize(width, height)}
	}
	tests := []struct {
		name string
		free []Area
		want fyne.Position
	}{
		{"the middle of the bottom", nil, fyne.NewPos(490, bottom)},
		{"to the right of what is in use", []Area{area(400, 740, 300, 24)}, fyne.NewPos(968, bottom)},
		{"to the left of it and of a text box", []Area{area(700, 740, 300, 24), area(400, 740, 100, 24)}, fyne.NewPos(Group, bottom)},
		{"above what takes the whole width", []Area{area(0, 700, 1280, 100)}, fyne.NewPos(490, bottom-6*Group)},
		{"over text boxes that stand on each other", []Area{area(0, 700, 1280, 100), area(288, 600, 1000, 90)}, fyne.NewPos(490, bottom-14*Group)},
		{"nowhere is free", []Area{area(0, 0, window.Width, window.Height)}, fyne.NewPos(490, bottom)},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := toastPlace(window, box, tt.free)
			if got != tt.want {
				t.Errorf("at %v, want %v", got, tt.want)
			}
			if place := (Area{got, box}); tt.name != "nowhere is free" && !isFree(place, tt.free) {
				t.Errorf("%v covers what is in use", place)
			}
		})
	}
}

// A toast does not move away from a pointer approaching its button, and makes way for one working
// beneath it.
func TestAToastStaysWhereItIsNotInTheWay(t *testing.T) {
	begin(t)
	o, _, _ := staged(t, NewEmpty("", "", nil))
	var free []Area
	o.Free = func() []Area { return free }
	free = []Area{{fyne.NewPos(0, 340), fyne.NewSize(600, 60)}}
	o.Toast("Copied", "Undo", nil)
	at := o.toast.Position()
	free = nil
	o.Refresh()
	if got := o.toast.Position(); got != at {
		t.Errorf("it went from %v to %v although nothing was in its way", at, got)
	}
	free = []Area{{at, fyne.NewSize(10, 10)}}
	o.Refresh()
	if got := o.toast.Position(); got == at {
		t.Error("it stays over what is in use")
	}
}

func TestOverlayTakesNoEventsFromItsContent(t *testing.T) {
	begin(t)
	pressed := 0
	b := NewButton("Copy", func() { pressed++ })
	o, c, w := staged(t, container.NewVBox(b))
	o.ShowTip("over the button", fyne.NewPos(0, 0), fyne.Size{})
	c.Pass(tipDelay)
	test.TapCanvas(w.Canvas(), fyne.NewPos(20, 15))
	if pressed != 1 {
		t.Error("a tooltip took the click")
	}
}

func TestWrapLines(t *testing.T) {
	tests := []struct {
		name string
		text string
		want []string
	}{
		{"short", "one two", []string{"one two"}},
		{"at blanks", "one two three", []string{"one two", "three"}},
		{"a long word stands alone", "a extraordinary b", []string{"a", "extraordinary", "b"}},
		{"lines are kept", "one\n\ntwo", []string{"one", "", "two"}},
		{"between ideographs, of two columns each", "日本語です", []string{"日本語", "です"}},
		{"a full stop begins no line", "日本語。日", []string{"日本", "語。日"}},
		{"a bracket ends no line", "日本「語」", []string{"日本", "「語」"}},
		{"words among ideographs", "用 Git 添加", []string{"用 Git", "添加"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, wrapLines(tt.text, 7)); diff != "" {
				t.Errorf("wrong lines (-want +got):\n%s", diff)
			}
		})
	}
}

func TestWrapLinesKeepsEveryWord(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringMatching(`[a-zé「語。 \n]{0,80}`).Draw(t, "text")
		columns := rapid.IntRange(1, 20).Draw(t, "columns")
		lines := wrapLines(text, columns)
		if want, got := strings.Fields(text), strings.Fields(strings.Join(lines, "\n")); strings.Join(want, "") != strings.Join(got, "") || !strings.ContainsAny(text, "「語。") && !slices.Equal(want, got) {
			t.Fatalf("words %q became %q", want, got)
		}
		for _, l := range lines {
			if utf8.RuneCountInString(l) > columns && strings.Contains(l, " ") {
				t.Fatalf("%q is longer than %d", l, columns)
			}
		}
	})
}

func TestATipIsPlacedWhenItIsShown(t *testing.T) {
	begin(t)
	b := NewButton("Copy", nil)
	b.SetTip("Copies the document")
	o, c, _ := staged(t, container.NewWithoutLayout(b))
	b.FocusGained() // before it is laid out
	b.Resize(fyne.NewSize(80, 30))
	b.Move(fyne.NewPos(200, 150))
	c.Pass(tipDelay)
	if want := PlaceOf(b); !o.tipOn || o.tipAt != want || o.tipOf != b.Size() {
		t.Errorf("it is at %v of %v, want %v of %v", o.tipAt, o.tipOf, want, b.Size())
	}
}

// Where a widget is, which the driver looks for among all objects, is not asked while the pointer only passes.
func TestATipThatIsNotShownIsNotPlaced(t *testing.T) {
	begin(t)
	b := NewButton("Copy", nil)
	o, c, _ := staged(t, b)
	asked := counting(t)
	for i := range 9 {
		ShowTip(b, "tip", fyne.NewPos(0, float32(i)), fyne.NewSize(80, 1))
	}
	if *asked != 0 {
		t.Errorf("the place of the button was asked %d times", *asked)
	}
	if c.Pass(tipDelay); *asked == 0 || o.tipAt != PlaceOf(b).AddXY(0, 8) {
		t.Errorf("the tip is at %v", o.tipAt)
	}
}

// counting counts how often the driver is asked where an object is.
func counting(t *testing.T) *int {
	app, n := fyne.CurrentApp(), new(int)
	fyne.SetCurrentApp(countingApp{app, n})
	t.Cleanup(func() { fyne.SetCurrentApp(app) })
	return n
}

type countingApp struct {
	fyne.App
	n *int
}

func (a countingApp) Driver() fyne.Driver { return countingDriver{a.App.Driver(), a.n} }

type countingDriver struct {
	fyne.Driver
	n *int
}

func (d countingDriver) AbsolutePositionForObject(o fyne.CanvasObject) fyne.Position {
	*d.n++
	return d.Driver.AbsolutePositionForObject(o)
}

// Why something failed can be read: it is not cut, and stays for longer.
func TestALongToastHasSeveralLines(t *testing.T) {
	begin(t)
	o, c, _ := staged(t, NewEmpty("", "", nil))
	why := "The notes are stored on this computer only: /home/ann/projects/shop/dossier_notes.toml was not saved: no permission to write in /home/ann/projects/shop"
	o.Toast(why, "", nil)
	lines := o.toast.lines()
	if got := strings.Join(lines, " "); got != why || len(lines) < 2 {
		t.Fatalf("it says %q", lines)
	}
	for _, l := range lines {
		if w := (Face{}).Width(l); w > o.toast.Size().Width-2*Group {
			t.Errorf("%q is %v wide in a toast of %v", l, w, o.toast.Size().Width)
		}
	}
	if size := o.Size(); o.toast.Size().Width > size.Width {
		t.Errorf("it is %v wide in a window of %v", o.toast.Size().Width, size.Width)
	}
	c.Pass(5 * time.Second)
	if o.ToastText() == "" {
		t.Error("it is gone after the time of a short one")
	}
	left := o.toast
	c.Pass(time.Minute)
	if o.ToastText() != "" {
		t.Error("it stays")
	}
	left.MouseOut() // the pointer leaves what was hidden under it
}

func TestFitLines(t *testing.T) {
	begin(t)
	width := (Face{}).Width("aaaa bbbb")
	tests := []struct {
		text string
		want []string
	}{
		{"", []string{""}},
		{"aaaa bbbb", []string{"aaaa bbbb"}},
		{"aaaa bbbb cc", []string{"aaaa bbbb", "cc"}},
		{"aaaa bbbbb cc", []string{"aaaa", "bbbbb cc"}},
		{"aaaa bbbb aaaa bbbb aaaa bbbb c", []string{"aaaa bbbb", "aaaa bbbb", "aaaa bb" + Ellipsis}},
	}
	for _, tt := range tests {
		if got := fitLines(tt.text, width, 3); !slices.Equal(got, tt.want) {
			t.Errorf("%q becomes %q, want %q", tt.text, got, tt.want)
		}
	}
	if got := fitLines("日本語。日本語です", (Face{}).Width("日本語"), 3); slices.ContainsFunc(got, func(line string) bool { return strings.HasPrefix(line, "。") }) {
		t.Errorf("a full stop begins a line of %q", got)
	}
	// A word that is too wide, or a text without blanks, is broken anywhere.
	if got := fitLines(strings.Repeat("字", 40), width, 40); strings.Join(got, "") != strings.Repeat("字", 40) || len(got) < 3 {
		t.Errorf("a text without blanks becomes %q", got)
	}
}
