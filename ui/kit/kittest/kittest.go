// Package kittest contains what tests of the kit's widgets share: a window, keyboard and mouse
// input, inspection of what is drawn, and a clock. It depends on Fyne but on none of the widgets.
package kittest

import (
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"
	"github.com/google/go-cmp/cmp"
)

// Show shows an object in a window of the given size.
func Show(t *testing.T, o fyne.CanvasObject, width, height float32) fyne.Window {
	t.Helper()
	w := test.NewTempWindow(t, o)
	w.SetPadded(false)
	w.Resize(fyne.NewSize(width, height))
	return w
}

// Key types keys into a widget.
func Key(f fyne.Focusable, names ...fyne.KeyName) {
	for _, n := range names {
		f.TypedKey(&fyne.KeyEvent{Name: n})
	}
}

// Mouse presses and releases the primary button at a position of a widget.
func Mouse(w desktop.Mouseable, x, y float32, mods fyne.KeyModifier) {
	ev := &desktop.MouseEvent{Button: desktop.MouseButtonPrimary, Modifier: mods}
	ev.Position = fyne.NewPos(x, y)
	w.MouseDown(ev)
	Release(w, ev)
}

// Release releases a mouse button that was pressed on a widget and not dragged.
func Release(w desktop.Mouseable, ev *desktop.MouseEvent) {
	w.MouseUp(ev)
	if t, ok := w.(fyne.Tappable); ok && ev.Button == desktop.MouseButtonPrimary {
		t.Tapped(&ev.PointEvent)
	}
}

// Hover moves the pointer over a widget.
func Hover(w desktop.Hoverable, x, y float32) {
	ev := &desktop.MouseEvent{}
	ev.Position = fyne.NewPos(x, y)
	w.MouseMoved(ev)
}

// Drag drags from one position of a widget to others, without releasing.
func Drag(w interface {
	desktop.Mouseable
	fyne.Draggable
}, from fyne.Position, to ...fyne.Position,
) {
	ev := &desktop.MouseEvent{Button: desktop.MouseButtonPrimary}
	ev.Position = from
	w.MouseDown(ev)
	for _, p := range to {
		w.Dragged(&fyne.DragEvent{PointEvent: fyne.PointEvent{Position: p}, Dragged: fyne.NewDelta(p.X-from.X, p.Y-from.Y)})
		from = p
	}
}

// inside returns the objects that an object consists of, one level deep.
func inside(o fyne.CanvasObject) []fyne.CanvasObject {
	switch o := o.(type) {
	case *fyne.Container:
		return o.Objects
	case fyne.Widget:
		return test.WidgetRenderer(o).Objects()
	}
	return nil
}

// Objects returns the number of objects that would be painted.
func Objects(o fyne.CanvasObject) int {
	n := 1
	for _, c := range inside(o) {
		n += Objects(c)
	}
	return n
}

// Texts returns the texts in an object, in painting order.
func Texts(o fyne.CanvasObject) []string {
	if text, ok := o.(*canvas.Text); ok {
		return []string{text.Text}
	}
	var out []string
	for _, c := range inside(o) {
		out = append(out, Texts(c)...)
	}
	return out
}

// FocusIsVisible fails unless a widget looks different while it is focused, and the same as
// before afterwards.
func FocusIsVisible(t *testing.T, f fyne.Focusable) {
	t.Helper()
	w := Show(t, f.(fyne.CanvasObject), 200, 100)
	before := test.RenderToMarkup(w.Canvas())
	w.Canvas().Focus(f)
	focused := test.RenderToMarkup(w.Canvas())
	w.Canvas().Unfocus()
	if before == focused {
		t.Error("nothing shows the focus")
	}
	if after := test.RenderToMarkup(w.Canvas()); after != before {
		t.Errorf("losing the focus left a trace:\n%s", cmp.Diff(before, after))
	}
}

// Clock is a fake clock.
type Clock struct {
	now   time.Time
	alarm []alarm
}

type alarm struct {
	at  time.Time
	do  func()
	off *bool
}

// After calls f after a duration, unless the returned function is called before.
func (c *Clock) After(d time.Duration, f func()) func() {
	off := new(bool)
	c.alarm = append(c.alarm, alarm{c.now.Add(d), f, off})
	return func() { *off = true }
}

// Now returns the time of the clock.
func (c *Clock) Now() time.Time { return c.now }

// Pass advances the clock.
func (c *Clock) Pass(d time.Duration) {
	c.now = c.now.Add(d)
	due := c.alarm
	c.alarm = nil
	for _, a := range due {
		switch {
		case *a.off:
		case a.at.After(c.now):
			c.alarm = append(c.alarm, a)
		default:
			a.do()
		}
	}
}
