package kit

import (
	"slices"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/theme"

	"dossier/ui/kit/kittest"
)

func TestSlider(t *testing.T) {
	begin(t)
	var reported []int
	s := NewSlider(4, func(v int) { reported = append(reported, v) })
	kittest.Show(t, s, 114, ControlHeight) // 25 units from one number to the next, after 7
	at := func(x float32) *fyne.PointEvent { return &fyne.PointEvent{Position: fyne.NewPos(x, 5)} }
	s.Tapped(at(57))
	s.Tapped(at(60)) // nearest to the same
	s.Dragged(&fyne.DragEvent{PointEvent: *at(90)})
	s.Dragged(&fyne.DragEvent{PointEvent: *at(900)})
	kittest.Key(s, fyne.KeyRight, fyne.KeyLeft, fyne.KeyHome, fyne.KeyLeft, fyne.KeyEnd, fyne.KeyLeft)
	if want := []int{2, 3, 4, 3, 0, 4, 3}; !slices.Equal(reported, want) {
		t.Errorf("reported %v, want %v", reported, want)
	}
	s.SetValue(9, 6)
	if s.Value() != 6 || len(reported) != 7 {
		t.Errorf("set beyond the limit it is %d, and was reported %v", s.Value(), reported)
	}
	s.DisableFor("why")
	kittest.Key(s, fyne.KeyLeft)
	s.Tapped(at(7))
	if s.Value() != 6 {
		t.Errorf("disabled, it went to %d", s.Value())
	}
}

func TestASliderOfManyStepsGoesByPages(t *testing.T) {
	begin(t)
	s := NewSlider(400, nil)
	kittest.Show(t, s, 114, ControlHeight)
	if n := kittest.Objects(s); n > 5 { // the line, its active part, and the handle
		t.Errorf("it draws %d objects", n)
	}
	kittest.Key(s, fyne.KeyPageUp, fyne.KeyPageUp, fyne.KeyPageDown, fyne.KeyRight)
	if s.Value() != 41 {
		t.Errorf("it is at %d, want 41", s.Value())
	}
}

func TestTheHandleOfASliderStaysInSightUnderThePointer(t *testing.T) {
	begin(t)
	s := NewSlider(400, nil)
	kittest.Show(t, s, 114, ControlHeight)
	s.MouseIn(nil)
	drawn := test.WidgetRenderer(s).Objects()
	if top := drawn[len(drawn)-1].(*canvas.Rectangle); top.FillColor != ColorFor(theme.Current(), ColorAccent) {
		t.Errorf("what is drawn over all else is %v, not the handle", top.FillColor)
	}
}

func TestSliderFocusIsVisible(t *testing.T) {
	begin(t)
	kittest.FocusIsVisible(t, NewSlider(4, nil))
}
