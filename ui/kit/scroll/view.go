package scroll

import (
	"math"

	"dossier/ui/kit"
)

// View is the part of a column of rows of one height that is in view.
// Places are float64 units from the top of the first row: exact for 2^53 units,
// where the float32 of canvas positions ends at 2^24.
type View struct {
	Rows   int
	Row    float32 // height of a row; above 0
	Height float32 // of the view
	Offset float64 // of the view's top
}

// Limit is the largest offset that still fills the view.
func (v *View) Limit() float64 {
	return math.Max(0, float64(v.Rows)*float64(v.Row)-float64(v.Height))
}

// ScrollTo moves the view's top and reports whether it moved.
func (v *View) ScrollTo(offset float64) bool {
	before := v.Offset
	// A whole number of units keeps text on the pixel grid.
	v.Offset = math.Round(math.Min(math.Max(0, offset), v.Limit()))
	return v.Offset != before
}

// Span returns the rows that show at least a part: [first, last). It is empty
// when there are no rows.
func (v *View) Span() (first, last int) {
	if v.Rows == 0 || v.Height <= 0 {
		return 0, 0
	}
	first = int(v.Offset / float64(v.Row))
	last = int(math.Ceil((v.Offset + float64(v.Height)) / float64(v.Row)))
	return min(first, v.Rows), min(last, v.Rows)
}

// Y returns where row i starts, from the view's top.
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

// Reveal scrolls as little as is needed to show the whole of row i, and reports
// whether it did.
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

// Page is the number of rows that a page key moves by: one less than fit.
func (v *View) Page() int {
	return max(1, int(v.Height/v.Row)-1)
}

// Thumb returns the start and length of a scroll bar's handle on a track of the
// given length, or ok false when everything is in view.
func (v *View) Thumb(track float32) (start, length float32, ok bool) {
	limit := v.Limit()
	if limit == 0 {
		return 0, 0, false
	}
	length = max(kit.ThumbMin, track*float32(float64(v.Height)/(limit+float64(v.Height))))
	length = min(length, track)
	return (track - length) * float32(v.Offset/limit), length, true
}

// DragThumb scrolls so that the handle starts at the given place of the track.
func (v *View) DragThumb(start, track float32) bool {
	_, length, ok := v.Thumb(track)
	if !ok || track <= length {
		return false
	}
	return v.ScrollTo(float64(start) / float64(track-length) * v.Limit())
}
