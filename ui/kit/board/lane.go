package board

import (
	"fyne.io/fyne/v2"

	"dossier/ui/kit/scroll"
)

// lane implements the part of [shape] shared by boards with items of equal size.
type lane struct {
	view scroll.View
}

func (l *lane) count() int          { return l.view.Rows }
func (l *lane) start() bool         { return l.view.Offset == 0 }
func (l *lane) scale() *scroll.View { return &l.view }

func (l *lane) first() int {
	first, _ := l.view.Span()
	return first
}

func (l *lane) gap(i int) float32 { return l.view.Y(i) }

func (l *lane) reveal(i int) bool { return l.view.Reveal(i) }

func (l *lane) scrollBy(by float64) bool { return l.view.ScrollTo(l.view.Offset + by) }

func (l *lane) page(i, direction int) int {
	i = max(0, min(i+direction*l.view.Page(), l.view.Rows-1))
	l.view.Reveal(i)
	return i
}

func (l *lane) scrollTo(i int, at float32) {
	offset := l.view.Offset
	if i >= 0 {
		offset = float64(i)*float64(l.view.Row) - float64(at)
	}
	l.view.ScrollTo(offset)
}

func (l *lane) gapAt(along float32) int {
	row := float64(l.view.Row)
	gap := int((l.view.Offset + float64(along) + row/2) / row)
	return max(0, min(gap, l.view.Rows))
}

// cover assigns a tile to each item visible in a length. It calls fill for each of them, with
// whether its tile is new.
func cover[T interface{ Base() *scroll.Tile }](l *lane, pool *scroll.Tiles[T], length float32, sideways bool, fill func(t T, i int, fresh bool)) (first, last int) {
	l.view.Height = length
	l.view.ScrollTo(l.view.Offset)
	first, last = l.view.Span()
	pool.Cover(first, last, func(t T, i int, fresh bool) {
		fill(t, i, fresh)
		at := fyne.NewPos(0, l.view.Y(i))
		if sideways {
			at.X, at.Y = at.Y, at.X
		}
		t.Base().Node.Move(at)
	})
	return first, last
}
