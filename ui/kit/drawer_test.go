package kit

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/test"
)

func TestDrawer(t *testing.T) {
	test.NewTempApp(t)
	over, below := canvas.NewRectangle(nil), canvas.NewRectangle(nil)
	d := NewDrawer(over, below)
	w := test.NewWindow(d)
	defer w.Close()
	w.SetPadded(false)
	w.Resize(fyne.NewSize(300, 400))
	want := func(when string, top, bottom float32) {
		t.Helper()
		if d.over.Size().Height != top || d.below.Visible() && d.below.Size().Height != bottom || d.below.Visible() != (bottom > 0) {
			t.Errorf("%s: %v over %v, visible %t; want %v over %v", when, d.over.Size().Height, d.below.Size().Height, d.below.Visible(), top, bottom)
		}
	}
	want("put away", 400, 0)
	d.SetOpen(true)
	want("open", 200, 199)
	d.grip.Dragged(&fyne.DragEvent{Dragged: fyne.NewDelta(0, -50)})
	want("dragged up", 150, 249)
	d.grip.TypedKey(&fyne.KeyEvent{Name: fyne.KeyDown})
	want("moved down by a key", 166, 233)
	d.grip.Dragged(&fyne.DragEvent{Dragged: fyne.NewDelta(0, -1000)})
	want("dragged as far as it goes", 96, 303)
	d.grip.Dragged(&fyne.DragEvent{Dragged: fyne.NewDelta(0, 1000)})
	want("and back", 304, 95)
	d.grip.DoubleTapped(nil)
	want("reset", 200, 199)
	w.Resize(fyne.NewSize(300, 100))
	want("without room for both", 50, 49)
	d.SetOpen(false)
	want("put away again", 100, 0)
}
