package scroll

import (
	"fyne.io/fyne/v2"

	"dossier/ui/kit"
)

// Bar is the handle at the right edge of a list or a document, or at the bottom of
// what scrolls sideways. It is drawn into the drawing of its owner, which hands it the
// pointer with x across and y along the bar.
type Bar struct {
	Hovered  bool
	Dragging bool
	grab     float32 // where on the handle it was taken
}

// Draw draws the handle in the band of barWidth at the right of the given size, or at its
// bottom when it scrolls sideways.
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

// Press begins a drag of the handle, or moves it to where the track is pressed.
// It reports whether the press was the scroll bar's.
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

// Over reports whether the pointer is on the band of a bar that is shown.
func (b *Bar) Over(v *View, x, width float32) bool {
	return v.Limit() > 0 && x >= width-kit.ScrollBarWidth
}
