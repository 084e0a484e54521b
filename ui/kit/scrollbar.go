package kit

import "fyne.io/fyne/v2"

// scrollBar is the handle at the right edge of a list or a document, or at the bottom of
// what scrolls sideways. It is drawn into the sketch of its owner, which hands it the
// pointer with x across and y along the bar.
type scrollBar struct {
	hovered  bool
	dragging bool
	grab     float32 // where on the handle it was taken
}

// draw draws the handle in the band of barWidth at the right of the given size, or at its
// bottom when it scrolls sideways.
func (b *scrollBar) draw(s *sketch, v *viewport, size fyne.Size, sideways bool) {
	track := size.Height
	if sideways {
		track = size.Width
	}
	start, length, ok := v.thumb(track)
	if !ok {
		return
	}
	w := thumbWidth
	if b.hovered || b.dragging {
		w = barWidth - 2
	}
	if sideways {
		s.box(start+1, size.Height-w-1, length-2, w, w/2, ColorThumb, "")
		return
	}
	s.box(size.Width-w-1, start+1, w, length-2, w/2, ColorThumb, "")
}

// press begins a drag of the handle, or moves it to where the track is pressed.
// It reports whether the press was the scroll bar's.
func (b *scrollBar) press(v *viewport, x, y, width, height float32) bool {
	start, length, ok := v.thumb(height)
	if !ok || x < width-barWidth || x >= width {
		return false
	}
	b.dragging = true
	b.grab = y - start
	if y < start || y >= start+length {
		b.grab = length / 2
		v.dragThumb(y-b.grab, height)
	}
	return true
}

// drag moves the handle with the pointer.
func (b *scrollBar) drag(v *viewport, y, height float32) {
	v.dragThumb(y-b.grab, height)
}

// over reports whether the pointer is on the band of a bar that is shown.
func (b *scrollBar) over(v *viewport, x, width float32) bool {
	return v.limit() > 0 && x >= width-barWidth
}
