package scroll

import (
	"fyne.io/fyne/v2"

	"dossier/ui/kit"
)

// Bar is a scroll bar at the right edge of a list or a document, or at the bottom for horizontal
// scrolling. It is drawn in the drawing of its owner, which passes pointer positions with x
// across and y along the bar.
type Bar struct {
	Hovered  bool
	Dragging bool
	grab     float32 // grabbed position on the handle
}

// Draw draws the handle at the right edge of the given size, or at the bottom for horizontal
// scrolling.
func (b *Bar) Draw(s *kit.Drawing, v *View, size fyne.Size, sideways bool) {
	track := size.Height
	if sideways {
		track = size.Width
	}
	start, length, ok := v.Thumb(track)
	if !ok {
		return
	}
	w := kit.ThumbWidth
	if b.Hovered || b.Dragging {
		w = kit.ScrollBarWidth - 2
	}
	if sideways {
		s.Box(start+1, size.Height-w-1, length-2, w, w/2, kit.ColorThumb, "")
		return
	}
	s.Box(size.Width-w-1, start+1, w, length-2, w/2, kit.ColorThumb, "")
}

// Press begins a drag of the handle, or moves it to a press on the track. It reports whether the
// press was on the scroll bar.
func (b *Bar) Press(v *View, x, y, width, height float32) bool {
	start, length, ok := v.Thumb(height)
	if !ok || x < width-kit.ScrollBarWidth || x >= width {
		return false
	}
	b.Dragging = true
	b.grab = y - start
	if y < start || y >= start+length {
		b.grab = length / 2
		v.DragThumb(y-b.grab, height)
	}
	return true
}

// Drag moves the handle with the pointer.
func (b *Bar) Drag(v *View, y, height float32) {
	v.DragThumb(y-b.grab, height)
}

// Over reports whether the pointer is over a visible bar.
func (b *Bar) Over(v *View, x, width float32) bool {
	return v.Limit() > 0 && x >= width-kit.ScrollBarWidth
}
