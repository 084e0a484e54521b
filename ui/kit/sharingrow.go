package kit

import (
	"slices"

	"fyne.io/fyne/v2"
)

// minShare is the minimum width of a control in a row that is too narrow.
const minShare float32 = 40

// NewSharingRow places controls next to each other: left ones from the left, right ones at the right, and fill, which
// may be nil, in the remaining width. If there is not enough space, the widest controls get less, and shorten their
// texts, so that a row is complete in every language, even if a text is much longer. Hidden controls take no space.
func NewSharingRow(left []fyne.CanvasObject, fill fyne.CanvasObject, right []fyne.CanvasObject) *fyne.Container {
	l := &sharingRow{left, fill, right}
	return &fyne.Container{Layout: l, Objects: l.all()}
}

type sharingRow struct {
	left  []fyne.CanvasObject
	fill  fyne.CanvasObject
	right []fyne.CanvasObject
}

func (l *sharingRow) all() []fyne.CanvasObject {
	all := slices.Clone(l.left)
	if l.fill != nil {
		all = append(all, l.fill)
	}
	return append(all, l.right...)
}

func (l *sharingRow) MinSize(objects []fyne.CanvasObject) fyne.Size {
	height := float32(0)
	for _, o := range objects {
		if o.Visible() {
			height = max(height, o.MinSize().Height)
		}
	}
	return fyne.NewSize(MinSide, height)
}

func (l *sharingRow) Layout(_ []fyne.CanvasObject, size fyne.Size) {
	room := size.Width
	var natural []float32
	for _, o := range l.all() {
		if !o.Visible() {
			continue
		}
		room -= Gap
		if w := o.MinSize().Width; o == l.fill {
			room -= min(w, minShare)
		} else {
			natural = append(natural, w)
		}
	}
	most := share(natural, room+Gap)
	width := func(o fyne.CanvasObject) float32 { return min(o.MinSize().Width, most) }
	from, to := float32(0), size.Width
	for _, o := range l.left {
		if o.Visible() {
			put(o, from, 0, width(o), size.Height)
			from += width(o) + Gap
		}
	}
	for _, o := range slices.Backward(l.right) {
		if o.Visible() {
			to -= width(o)
			put(o, to, 0, width(o), size.Height)
			to -= Gap
		}
	}
	if l.fill != nil {
		put(l.fill, from, 0, max(0, to-from), size.Height)
	}
}

// share returns the maximum width to which the given widths are limited so that their sum fits.
func share(widths []float32, room float32) float32 {
	sorted := slices.Sorted(slices.Values(widths))
	for i, w := range sorted {
		if w*float32(len(sorted)-i) > room {
			return max(minShare, room/float32(len(sorted)-i))
		}
		room -= w
	}
	if len(sorted) == 0 {
		return 0
	}
	return sorted[len(sorted)-1]
}
