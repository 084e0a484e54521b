package edit

import (
	"slices"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/test"

	"dossier/ui/kit"
	"dossier/ui/kit/kittest"
)

// movie is an app whose animations are run by the test.
type movie struct {
	fyne.App
	running []*fyne.Animation
}

func (m *movie) Driver() fyne.Driver { return movieDriver{m.App.Driver(), m} }

type movieDriver struct {
	fyne.Driver
	m *movie
}

func (d movieDriver) StartAnimation(a *fyne.Animation) { d.m.running = append(d.m.running, a) }

func (d movieDriver) StopAnimation(a *fyne.Animation) {
	d.m.running = slices.DeleteFunc(d.m.running, func(b *fyne.Animation) bool { return a == b })
}

// run shows each animation at a number of moments and returns how often the result of seen
// changes.
func (m *movie) run(frames int, seen func() bool) (changes int) {
	old := seen()
	for _, a := range m.running {
		for f := range frames {
			a.Tick(float32(f) / float32(frames))
			if now := seen(); now != old {
				old = now
				changes++
			}
		}
		a.Tick(1)
		if now := seen(); now != old {
			changes++
		}
	}
	m.running = nil
	return changes
}

// bars returns the number of rectangles of an object in the colour of a caret.
func bars(o fyne.CanvasObject) int {
	n := 0
	accent := kit.ColorFor(fyne.CurrentApp().Settings().Theme(), kit.ColorAccent)
	switch o := o.(type) {
	case *canvas.Rectangle:
		r, g, b, a := o.FillColor.RGBA()
		if wr, wg, wb, wa := accent.RGBA(); o.Visible() && [4]uint32{r, g, b, a} == [4]uint32{wr, wg, wb, wa} {
			n++
		}
	case *fyne.Container:
		for _, c := range o.Objects {
			n += bars(c)
		}
	case fyne.Widget:
		for _, c := range test.WidgetRenderer(o).Objects() {
			n += bars(c)
		}
	}
	return n
}

func TestACaretComesToRest(t *testing.T) {
	tests := []struct {
		name string
		make func() (show fyne.CanvasObject, text fyne.Focusable)
	}{
		{name: "a line", make: func() (fyne.CanvasObject, fyne.Focusable) { e := NewEntry("", nil); return e, e }},
		{name: "a line within another widget", make: func() (fyne.CanvasObject, fyne.Focusable) {
			e := &struct{ Entry }{}
			e.Extend(e, "", nil)
			return e, e
		}},
		{name: "several lines", make: func() (fyne.CanvasObject, fyne.Focusable) { e := NewTextBox("", 3, nil); return e, e }},
		{name: "an editor", make: func() (fyne.CanvasObject, fyne.Focusable) {
			e := NewEditor(nil)
			return NewBox(e, 3, 6), e
		}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			begin(t)
			m := &movie{App: fyne.CurrentApp()}
			fyne.SetCurrentApp(WithoutCaretAnimation(m))
			o, text := tt.make()
			w := kittest.Show(t, o, 300, 100)
			seen := func() bool { return bars(o) == 1 }
			if seen() || len(m.running) > 0 {
				t.Fatal("there is a caret without the focus")
			}
			w.Canvas().Focus(text)
			for _, when := range []string{"with the focus", "after a letter", "after a key"} {
				switch when {
				case "after a letter":
					text.TypedRune('x')
				case "after a key":
					kittest.Key(text, fyne.KeyHome)
				}
				if !seen() {
					t.Errorf("%s there is no caret", when)
				}
				if n := len(m.running); n != 1 {
					t.Fatalf("%s there are %d animations, want that of the caret alone", when, n)
				}
				if a := m.running[0]; a.RepeatCount != 0 || a.AutoReverse {
					t.Errorf("%s the caret moves for ever", when)
				}
				if n := m.run(300, seen); n != 2*blinks || !seen() {
					t.Errorf("%s the caret changes %d times, and is seen then: %t; want %d and true", when, n, seen(), 2*blinks)
				}
			}
			text.TypedRune('y')
			m.running[0].Tick(1.5 / (2*blinks + 1))
			if seen() {
				t.Fatal("the caret does not blink")
			}
			w.Canvas().Unfocus()
			if seen() || len(m.running) > 0 {
				t.Error("something is left of the caret without the focus")
			}
		})
	}
}

func TestACaretIsStillWithReducedMotion(t *testing.T) {
	begin(t)
	m := &movie{App: WithoutCaretAnimation(WithoutCaretAnimation(fyne.CurrentApp()))} // the inner one is the user's setting
	fyne.SetCurrentApp(m)
	e := NewEntry("", nil)
	kittest.Show(t, e, 300, 40).Canvas().Focus(e)
	if len(m.running) > 0 || bars(e) != 1 {
		t.Errorf("%d animations and %d carets, want none and one", len(m.running), bars(e))
	}
}

// Without motion no caret blinks, whatever the toolkit's setting.
func TestNothingMovesOnceMotionIsReduced(t *testing.T) {
	before := fyne.CurrentApp()
	t.Cleanup(func() { fyne.SetCurrentApp(before) })
	app := WithoutCaretAnimation(moving{test.NewTempApp(t)})
	fyne.SetCurrentApp(app)
	if !animated() {
		t.Fatal("nothing moves before")
	}
	ReduceMotion(app, true)
	if animated() {
		t.Error("a caret would blink")
	}
	ReduceMotion(app, false)
	if !animated() {
		t.Error("it stays off")
	}
	ReduceMotion(moving{}, true) // another app: nothing happens
}

// moving is an app of a user who wants animations.
type moving struct{ fyne.App }

func (a moving) Settings() fyne.Settings { return movingSettings{a.App.Settings()} }

type movingSettings struct{ fyne.Settings }

func (movingSettings) ShowAnimations() bool { return true }
