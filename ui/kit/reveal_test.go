package kit

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"dossier/ui/kit/kittest"
)

func TestWhatGetsTheKeyboardInADialogIsScrolledIntoView(t *testing.T) {
	begin(t)
	column := container.NewVBox()
	var boxes []*Check
	for range 12 {
		c := NewCheck("check", nil)
		boxes = append(boxes, c)
		column.Add(NewSurface(container.NewHBox(c), ColorPanel, 0, 0, 0))
	}
	w := kittest.Show(t, canvas.NewRectangle(nil), 400, 400)
	scroll := container.NewVScroll(column)
	popup := widget.NewModalPopUp(scroll, w.Canvas())
	popup.Resize(fyne.NewSize(300, 120))
	popup.Show()
	steps := []struct {
		name string
		at   int
		edge bool // at the edge of the view afterwards, with a gap
	}{
		{name: "in view nothing moves", at: 1},
		{name: "from below", at: 9, edge: true},
		{name: "in view again nothing moves", at: 8},
		{name: "from above", at: 3, edge: true},
	}
	for _, s := range steps {
		t.Run(s.name, func(t *testing.T) {
			before := scroll.Offset
			c := boxes[s.at]
			w.Canvas().Focus(c)
			top := PlaceOf(c).Y - PlaceOf(scroll).Y
			below := scroll.Size().Height - top - c.Size().Height
			if top < 0 || below < 0 {
				t.Errorf("it has the keyboard %v below the upper edge and %v above the lower", top, below)
			}
			if moved := scroll.Offset != before; moved != s.edge {
				t.Errorf("scrolled from %v to %v, want it moved: %t", before, scroll.Offset, s.edge)
			}
			if s.edge && min(top, below) != Gap {
				t.Errorf("it is %v below the upper edge and %v above the lower, want a gap at one", top, below)
			}
		})
	}
}

func TestNothingScrollsOutsideADialog(t *testing.T) {
	begin(t)
	c := NewCheck("check", nil)
	scroll := container.NewVScroll(container.NewVBox(block(10, 500), c))
	w := kittest.Show(t, scroll, 200, 100)
	w.Canvas().Focus(c)
	if scroll.Offset.Y != 0 {
		t.Errorf("the window scrolled to %v", scroll.Offset)
	}
	Reveal(NewCheck("on no canvas", nil)) // must not fail
	popup := widget.NewModalPopUp(NewCheck("does not scroll", nil), w.Canvas())
	popup.Show()
	Reveal(popup.Content)
	if scroll.Offset.Y != 0 {
		t.Errorf("what lies below a dialog scrolled to %v", scroll.Offset)
	}
}

func TestChildren(t *testing.T) {
	begin(t)
	inner := NewLabel("inner", Body)
	w := kittest.Show(t, canvas.NewRectangle(nil), 100, 100)
	tests := map[string]fyne.CanvasObject{
		"container": container.NewHBox(inner),
		"scroll":    container.NewVScroll(inner),
		"pop-up":    widget.NewPopUp(inner, w.Canvas()),
		"surface":   NewSurface(inner, ColorPanel, 0, 0, 0),
	}
	for name, o := range tests {
		if got := Children(o); len(got) != 1 || got[0] != inner {
			t.Errorf("in a %s stands %v", name, got)
		}
	}
	if got := Children(NewButton("leaf", nil)); got != nil {
		t.Errorf("in a button stands %v", got)
	}
}
