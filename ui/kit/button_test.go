package kit

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/test"

	"dossier/ui/kit/kittest"
)

// A button is drawn again for each change, and not if nothing changes.
func TestAButtonShowsWhatIsChanged(t *testing.T) {
	tests := []struct {
		name   string
		change func(*Button)
		wider  bool
	}{
		{name: "the text", change: func(b *Button) { b.SetText("Copy it all") }, wider: true},
		{name: "a badge", change: func(b *Button) { b.SetBadge("local") }, wider: true},
		{name: "a sign", change: func(b *Button) { b.SetGlyph(GlyphUndo) }, wider: true},
		{name: "the kind", change: func(b *Button) { b.SetKind(Primary) }},
		{name: "the tone", change: func(b *Button) { b.SetTone(ColorWarn) }},
		{name: "items", change: func(b *Button) {
			b.SetItems(func() []MenuItem { return []MenuItem{{Text: "one"}} })
		}, wider: true},
		{name: "that it is disabled", change: (*Button).Disable},
		{name: "the pointer on it", change: func(b *Button) { b.MouseIn(nil) }},
		{name: "that it is on", change: func(b *Button) { b.SetOn(true) }},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			begin(t)
			b := NewButton("Copy", nil)
			w := kittest.Show(t, b, 200, 28)
			before, least := test.RenderToMarkup(w.Canvas()), b.MinSize().Width
			tt.change(b)
			after := test.RenderToMarkup(w.Canvas())
			if before == after {
				t.Error("it looks as before")
			}
			if wider := b.MinSize().Width > least; wider != tt.wider {
				t.Errorf("%v wide after %v, want it wider: %t", b.MinSize().Width, least, tt.wider)
			}
			tt.change(b)
			if again := test.RenderToMarkup(w.Canvas()); again != after {
				t.Error("the same again looks different")
			}
		})
	}
}

func TestButtonsRenderToMarkup(t *testing.T) {
	begin(t)
	none := func() []MenuItem { return nil }
	badge := NewButton("review", nil)
	badge.SetBadge("local")
	signed := NewButton("Undo", nil)
	signed.SetGlyph(GlyphUndo)
	off := NewGlyphButton(GlyphClose, "Close", nil)
	off.DisableFor("not now")
	under := NewPrimaryButton("Copy", nil)
	under.MouseIn(nil)
	toned := NewMenuButton("2 secrets", none)
	toned.SetTone(ColorWarn)
	box := container.NewHBox(badge, signed, off, under, toned)
	w := kittest.Show(t, box, 480, 28)
	test.AssertRendersToMarkup(t, "buttons.xml", w.Canvas())
}

// A later text of a button moves nothing next to it.
func TestAButtonKeepsRoomForAnotherText(t *testing.T) {
	begin(t)
	b := NewButton("Copy", nil)
	b.ReserveWidth("Copied 4 096 tokens")
	kept := b.MinSize().Width
	if b.Text() != "Copy" {
		t.Errorf("it says %q", b.Text())
	}
	b.SetText("Copied 4 096 tokens")
	if b.MinSize().Width != kept {
		t.Errorf("%v wide with the other text, and %v before", b.MinSize().Width, kept)
	}
	b.ReserveWidth("Go")
	b.SetText("Go")
	if b.MinSize().Width >= kept {
		t.Error("room is kept for a text that is kept no more")
	}
}

func TestAButtonDoesWhatItIsGiven(t *testing.T) {
	begin(t)
	var got []string
	b := NewButton("Copy", func() { got = append(got, "old") })
	w := kittest.Show(t, b, 200, 100)
	b.SetPressed(func() { got = append(got, "new") })
	test.Tap(b)
	b.SetItems(func() []MenuItem { return []MenuItem{{Text: "one", Action: func() { got = append(got, "one") }}} })
	kittest.Key(b, fyne.KeyDown)
	m, ok := w.Canvas().Overlays().Top().(*Menu)
	if !ok {
		t.Fatal("Down opens no menu")
	}
	kittest.Key(m, fyne.KeyReturn)
	if len(got) != 2 || got[0] != "new" || got[1] != "one" {
		t.Errorf("it did %q", got)
	}
}

func TestAToggleReportsItsState(t *testing.T) {
	begin(t)
	var got []bool
	b := NewGlyphToggle(GlyphUndo, "Wrap lines", func(on bool) { got = append(got, on) })
	o, clock, _ := staged(t, b)
	b.SetOn(true) // not reported
	for range 2 {
		test.Tap(b)
	}
	if len(got) != 2 || got[0] || !got[1] || !b.On() {
		t.Errorf("reported %v, and is on: %t", got, b.On())
	}
	b.SetTip("Wrap long lines")
	b.MouseIn(nil)
	clock.Pass(tipDelay)
	if o.TipText() != "Wrap long lines" {
		t.Errorf("its tip is %q", o.TipText())
	}
}

// In a dialog Enter belongs to the dialog: toggles are changed with Space.
func TestEnterIsTheWindowsWhereItHasAUseForIt(t *testing.T) {
	tests := []struct {
		name string
		make func(count func()) fyne.Focusable
		own  bool // the control handles Enter nevertheless
	}{
		{name: "check", make: func(count func()) fyne.Focusable { return NewCheck("Ignored", func(CheckState) { count() }) }},
		{name: "toggle", make: func(count func()) fyne.Focusable { return NewToggle("Focus", false, func(bool) { count() }) }},
		{name: "choice", make: func(count func()) fyne.Focusable { return NewChoice([]string{"a", "b"}, func(int) { count() }) }},
		{name: "button", make: func(count func()) fyne.Focusable { return NewButton("Copy", count) }, own: true},
	}
	for _, tt := range tests {
		for _, used := range []bool{true, false} {
			t.Run(tt.name, func(t *testing.T) {
				begin(t)
				changed, asked := 0, 0
				f := tt.make(func() { changed++ })
				o, _, _ := staged(t, f.(fyne.CanvasObject))
				o.OnKey = func(ev *fyne.KeyEvent, _ fyne.KeyModifier) bool {
					asked++
					return used
				}
				kittest.Key(f, fyne.KeyReturn)
				if want := tt.own || !used; (changed == 1) != want {
					t.Errorf("the window uses Enter: %t; the control changed %d times", used, changed)
				}
				kittest.Key(f, fyne.KeySpace)
				if tt.own && asked != 0 {
					t.Errorf("the window was asked %d times", asked)
				}
				kittest.Key(f, fyne.KeyF5)
				if asked == 0 {
					t.Error("a key that the control has no use for does not reach the window")
				}
			})
		}
	}
}
