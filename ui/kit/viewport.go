package kit

import "math"

// viewport is the part of a column of rows of one height that is in view.
// Places are float64 units from the top of the first row: exact for 2^53 units,
// where the float32 of canvas positions ends at 2^24.
type viewport struct {
	rows   int
	row    float32 // height of a row; above 0
	height float32 // of the view
	offset float64 // of the view's top
}

// limit is the largest offset that still fills the view.
func (v *viewport) limit() float64 {
	return math.Max(0, float64(v.rows)*float64(v.row)-float64(v.height))
}

// scrollTo moves the view's top and reports whether it moved.
func (v *viewport) scrollTo(offset float64) bool {
	before := v.offset
	// A whole number of units keeps text on the pixel grid.
	v.offset = math.Round(math.Min(math.Max(0, offset), v.limit()))
	return v.offset != before
}

// span returns the rows that show at least a part: [first, last). It is empty
// when there are no rows.
func (v *viewport) span() (first, last int) {
	if v.rows == 0 || v.height <= 0 {
		return 0, 0
	}
	first = int(v.offset / float64(v.row))
	last = int(math.Ceil((v.offset + float64(v.height)) / float64(v.row)))
	return min(first, v.rows), min(last, v.rows)
}

// y returns where row i starts, from the view's top.
func (v *viewport) y(i int) float32 {
	return float32(float64(i)*float64(v.row) - v.offset)
}

// at returns the row at a height of the view, or -1.
func (v *viewport) at(y float32) int {
	if y < 0 || y >= v.height {
		return -1
	}
	i := int((v.offset + float64(y)) / float64(v.row))
	if i >= v.rows {
		return -1
	}
	return i
}

// reveal scrolls as little as is needed to show the whole of row i, and reports
// whether it did.
func (v *viewport) reveal(i int) bool {
	top := float64(i) * float64(v.row)
	if top < v.offset || v.height < v.row {
		return v.scrollTo(top)
	}
	if bottom := top + float64(v.row); bottom > v.offset+float64(v.height) {
		return v.scrollTo(bottom - float64(v.height))
	}
	return false
}

// page is the number of rows that a page key moves by: one less than fit.
func (v *viewport) page() int {
	return max(1, int(v.height/v.row)-1)
}

// thumb returns the start and length of a scroll bar's handle on a track of the
// given length, or ok false when everything is in view.
func (v *viewport) thumb(track float32) (start, length float32, ok bool) {
	limit := v.limit()
	if limit == 0 {
		return 0, 0, false
	}
	length = max(thumbMin, track*float32(float64(v.height)/(limit+float64(v.height))))
	length = min(length, track)
	return (track - length) * float32(v.offset/limit), length, true
}

// dragThumb scrolls so that the handle starts at the given place of the track.
func (v *viewport) dragThumb(start, track float32) bool {
	_, length, ok := v.thumb(track)
	if !ok || track <= length {
		return false
	}
	return v.scrollTo(float64(start) / float64(track-length) * v.limit())
}
