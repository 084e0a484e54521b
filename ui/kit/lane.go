package kit

import "fyne.io/fyne/v2"

// lane is the part of a [shape] that boards with items of one size share.
type lane struct {
	view viewport
}

func (l *lane) count() int       { return l.view.rows }
func (l *lane) start() bool      { return l.view.offset == 0 }
func (l *lane) scale() *viewport { return &l.view }

func (l *lane) first() int {
	first, _ := l.view.span()
	return first
}

func (l *lane) gap(i int) float32 { return l.view.y(i) }

func (l *lane) reveal(i int) bool { return l.view.reveal(i) }

func (l *lane) scrollBy(by float64) bool { return l.view.scrollTo(l.view.offset + by) }

func (l *lane) page(i, direction int) int {
	i = max(0, min(i+direction*l.view.page(), l.view.rows-1))
	l.view.reveal(i)
	return i
}

func (l *lane) hold(i int, at float32) {
	offset := l.view.offset
	if i >= 0 {
		offset = float64(i)*float64(l.view.row) - float64(at)
	}
	l.view.scrollTo(offset)
}

func (l *lane) gapAt(along float32) int {
	row := float64(l.view.row)
	gap := int((l.view.offset + float64(along) + row/2) / row)
	return max(0, min(gap, l.view.rows))
}

// cover gives each item in view of a length a tile in its place. fill is called for each
// of them, and told whether its tile is a new one.
func cover[T interface{ base() *slot }](l *lane, pool *slots[T], length float32, sideways bool, fill func(t T, i int, fresh bool)) (first, last int) {
	l.view.height = length
	l.view.scrollTo(l.view.offset)
	first, last = l.view.span()
	pool.cover(first, last, func(t T, i int, fresh bool) {
		fill(t, i, fresh)
		at := fyne.NewPos(0, l.view.y(i))
		if sideways {
			at.X, at.Y = at.Y, at.X
		}
		t.base().node.Move(at)
	})
	return first, last
}
