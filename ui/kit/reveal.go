package kit

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"
)

// Reveal scrolls the open dialog that contains o, if there is one and it scrolls, until all
// of o is visible. Widgets call it when they get the focus.
func Reveal(o fyne.CanvasObject) {
	s := pageOf(o)
	if s == nil {
		return
	}
	top := PlaceOf(o).Y - PlaceOf(s).Y
	bottom := top + o.Size().Height
	switch {
	case top < Gap:
		s.ScrollToOffset(s.Offset.AddXY(0, top-Gap))
	case bottom > s.Size().Height-Gap:
		s.ScrollToOffset(s.Offset.AddXY(0, bottom-s.Size().Height+Gap))
	}
}

// ScrollPage scrolls the open dialog that contains o, if there is one and it scrolls, by a turn of
// the mouse wheel, and reports whether there is.
func ScrollPage(o fyne.CanvasObject, ev *fyne.ScrollEvent) bool {
	s := pageOf(o)
	if s != nil {
		s.Scrolled(ev)
	}
	return s != nil
}

// pageOf returns the innermost scroll container of the open dialog that contains o, or nil.
func pageOf(o fyne.CanvasObject) *container.Scroll {
	c := CanvasOf(o)
	if c == nil || c.Overlays().Top() == nil {
		return nil
	}
	found, _ := scrollTo(c.Overlays().Top(), o, nil)
	return found
}

func scrollTo(at, o fyne.CanvasObject, over *container.Scroll) (found *container.Scroll, ok bool) {
	if at == o {
		return over, true
	}
	if scroll, ok := at.(*container.Scroll); ok {
		over = scroll
	}
	for _, child := range Children(at) {
		if found, ok := scrollTo(child, o, over); ok {
			return found, true
		}
	}
	return nil, false
}

// Children returns the content of a container, a scroll container, a pop-up, or a widget
// with a Children method, and nil for anything else.
func Children(o fyne.CanvasObject) []fyne.CanvasObject {
	switch o := o.(type) {
	case *fyne.Container:
		return o.Objects
	case *container.Scroll:
		return []fyne.CanvasObject{o.Content}
	case *widget.PopUp:
		return []fyne.CanvasObject{o.Content}
	case interface{ Children() []fyne.CanvasObject }:
		return o.Children()
	}
	return nil
}
