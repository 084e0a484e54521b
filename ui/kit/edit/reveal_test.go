package edit

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/widget"

	"dossier/ui/kit"
	"dossier/ui/kit/kittest"
)

func TestWhatHasTheKeyboardIsScrolledIntoView(t *testing.T) {
	begin(t)
	column := container.NewVBox()
	var controls []fyne.Focusable
	add := func(o interface {
		fyne.CanvasObject
		fyne.Focusable
	},
	) {
		column.Add(container.NewHBox(o))
		controls = append(controls, o)
	}
	for range 6 {
		add(NewEntry("", nil))
		add(kit.NewCheck("check", nil))
		add(kit.NewButton("button", nil))
	}
	box := NewTextBox("", 2, nil)
	column.Add(box)
	controls = append(controls, box)
	w := kittest.Show(t, canvas.NewRectangle(nil), 400, 400)
	scroll := container.NewVScroll(column)
	popup := widget.NewModalPopUp(scroll, w.Canvas())
	popup.Resize(fyne.NewSize(300, 120))
	popup.Show()
	for _, list := range [][]fyne.Focusable{controls, reversed(controls)} {
		for _, f := range list {
			w.Canvas().Focus(f)
			o := f.(fyne.CanvasObject)
			top := kit.PlaceOf(o).Y - kit.PlaceOf(scroll).Y
			if top < 0 || top+o.Size().Height > scroll.Size().Height {
				t.Fatalf("a %T has the keyboard at %v of %v", f, top, scroll.Size().Height)
			}
		}
	}
}

func reversed(list []fyne.Focusable) []fyne.Focusable {
	var out []fyne.Focusable
	for i := len(list) - 1; i >= 0; i-- {
		out = append(out, list[i])
	}
	return out
}

func TestTheWheelOverAnEntryScrollsThePage(t *testing.T) {
	begin(t)
	column := container.NewVBox()
	for range 12 {
		column.Add(NewEntry("", nil))
	}
	w := kittest.Show(t, canvas.NewRectangle(nil), 400, 400)
	scroll := container.NewVScroll(column)
	popup := widget.NewModalPopUp(scroll, w.Canvas())
	popup.Resize(fyne.NewSize(300, 120))
	popup.Show()
	middle := kit.PlaceOf(scroll).AddXY(scroll.Size().Width/2, scroll.Size().Height/2)
	for range 3 {
		before := scroll.Offset.Y
		test.Scroll(w.Canvas(), middle, 0, -20)
		if scroll.Offset.Y != before+20 {
			t.Fatalf("the wheel moved the page from %v to %v", before, scroll.Offset.Y)
		}
	}
}

func TestTheWheelOverAnEntryWithoutAPageScrollsItsText(t *testing.T) {
	begin(t)
	e := NewEntry("", nil)
	e.SetText(strings.Repeat("long text ", 40))
	w := kittest.Show(t, e, 200, 60)
	e.CursorColumn = 0
	e.Refresh()
	before := test.WidgetRenderer(e).(*wheelRenderer).wheel.text.Offset
	test.Scroll(w.Canvas(), fyne.NewPos(60, 30), 0, -20)
	if after := test.WidgetRenderer(e).(*wheelRenderer).wheel.text.Offset; after == before {
		t.Errorf("the text stays at %v", after)
	}
}
