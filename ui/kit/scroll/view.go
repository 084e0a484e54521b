package scroll

import (
	"math"

	"dossier/ui/kit"
)

// View is the visible part of a column of rows of equal height. Positions are float64 units from
// the top of the first row, exact up to 2^53 units, unlike the float32 of canvas positions, which
// is exact up to 2^24.
type View struct {
	Rows   int
	Row    float32 // height of a row; positive
	Height float32 // of the view
	Offset float64 // of the view's top
}

// Limit returns the largest offset that still fills the view.
func (v *View) Limit() float64 {
	return math.Max(0, float64(v.Rows)*float64(v.Row)-float64(v.Height))
}

// ScrollTo moves the view's top and reports whether it moved.
func (v *View) ScrollTo(offset float64) bool {
	before := v.Offset
	// Integers keep text aligned to pixels.
	v.Offset = math.Round(math.Min(math.Max(0, offset), v.Limit()))
	return v.Offset != before
}

// Span returns the rows that are at least partly visible: [first, last). It is empty if there are
// no rows.
func (v *View) Span() (first, last int) {
	if v.Rows == 0 || v.Height <= 0 {
		return 0, 0
	}
	first = int(v.Offset / float64(v.Row))
	last = int(math.Ceil((v.Offset + float64(v.Height)) / float64(v.Row)))
	return min(first, v.Rows), min(last, v.Rows)
}

// Y returns the start of row i relative to the view's top.
func (v *View) Y(i int) float32 {
	return float32(float64(i)*float64(v.Row) - v.Offset)
}

// At returns the row at a height of the view, or -1.
func (v *View) At(y float32) int {
	if y < 0 || y >= v.Height {
		return -1
	}
	i := int((v.Offset + float64(y)) / float64(v.Row))
	if i >= v.Rows {
		return -1
	}
	return i
}

// Reveal scrolls as little as possible to show all of row i, and reports whether it scrolled.
func (v *View) Reveal(i int) bool {
	top := float64(i) * float64(v.Row)
	if top < v.Offset || v.Height < v.Row {
		return v.ScrollTo(top)
	}
	if bottom := top + float64(v.Row); bottom > v.Offset+float64(v.Height) {
		return v.ScrollTo(bottom - float64(v.Height))
	}
	return false
}

// Page returns the number of rows that a page key moves by: one less than fit.
func (v *View) Page() int {
	return max(1, int(v.Height/v.Row)-1)
}

// Thumb returns the start and length of a scroll bar's handle on a track of the given length; ok
// is false if everything is visible.
func (v *View) Thumb(track float32) (start, length float32, ok bool) {
	limit := v.Limit()
	if limit == 0 {
		return 0, 0, false
	}
	length = max(kit.ThumbMin, track*float32(float64(v.Height)/(limit+float64(v.Height))))
	length = min(length, track)
	return (track - length) * float32(v.Offset/limit), length, true
}

// DragThumb scrolls so that the handle starts at the given position of the track.
func (v *View) DragThumb(start, track float32) bool {
	_, length, ok := v.Thumb(track)
	if !ok || track <= length {
		return false
	}
	return v.ScrollTo(float64(start) / float64(track-length) * v.Limit())
}
