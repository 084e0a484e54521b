package edit

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
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
