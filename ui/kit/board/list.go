package board

import (
	"fyne.io/fyne/v2"

	"dossier/ui/kit"
	"dossier/ui/kit/scroll"
)

// Rows are the contents of a [List]. Only visible rows are requested; Key is called for all rows
// of a selection, so it should not allocate.
type Rows interface {
	Len() int
	Row(i int) Row
	// Key returns a unique key that identifies row i independent of its position: selection,
	// cursor and scroll position follow it when rows change.
	Key(i int) string
	// Find returns the index of the row with a key, or -1.
	Find(key string) int
}

// FindKey returns the index of the row with a key, or -1, by comparing all keys. It is an
// implementation of Find for lists of a few hundred rows.
func FindKey(rows interface {
	Len() int
	Key(i int) string
}, key string,
) int {
	for i := range rows.Len() {
		if rows.Key(i) == key {
			return i
		}
	}
	return -1
}

// Selectable is implemented by [Rows] with rows that cannot be selected, such as group headings.
// The cursor can be on these.
type Selectable interface {
	Selectable(i int) bool
}

// Labels is implemented by [Rows] whose rows can be found by typing.
type Labels interface {
	// Label returns the text that typing is compared with; "" never matches.
	Label(i int) string
}

// List shows rows of equal height. It has canvas objects only for the visible rows, and a frame
// changes only those that became visible. See [Board] for its use; rows are dragged by a cell of
// kind [CellGrip].
type List struct {
	Board

	// OnCell is called for a click on an active cell, with the cell's rectangle on the canvas for
	// a menu.
	OnCell func(i int, c Cell, at fyne.Position, size fyne.Size)
	// OnOpen is called for a double click and for Enter.
	OnOpen func(i int)
	// OnMenu is called for a secondary click and the menu key, with a position on the canvas. A
	// row that is not selected is selected first.
	OnMenu func(i int, at fyne.Position)

	lane
	rows Rows
	pool scroll.Tiles[*rowView]
	edit *cellEdit // nil unless a cell is being edited
}

// NewList returns a list of rows of the given height, usually [kit.RowHeight].
func NewList(rows Rows, height float32) *List {
	l := &List{rows: rows, lane: lane{view: scroll.View{Row: height}}}
	l.pool.Create = newRowView
	l.tiles = &l.pool
	l.setUp(l, rows)
	l.band = height
	return l
}

// SetRows replaces the rows. See [Board.Reload] for what is preserved.
func (l *List) SetRows(rows Rows) {
	l.rows, l.items = rows, rows
	l.Reload()
}

// Offset returns the scroll offset in units.
func (l *List) Offset() float64 { return l.view.Offset }

// SetOffset scrolls to an offset returned by [List.Offset].
func (l *List) SetOffset(offset float64) {
	if l.view.ScrollTo(offset) {
		l.Refresh()
	}
}

// RowArea returns the area of row i on the canvas, visible or not.
func (l *List) RowArea(i int) (fyne.Position, fyne.Size) {
	return kit.PlaceOf(l).AddXY(0, l.view.Y(i)), fyne.NewSize(l.Size().Width, l.view.Row)
}

// PressCell acts as a click on the first active cell of row i with the given ID, for example to
// open a drop-down menu from the keyboard.
func (l *List) PressCell(i, id int) {
	l.ScrollTo(i)
	if v, ok := l.pool.At(i); ok {
		if k := v.find(id); k >= 0 {
			l.clickCell(i, k)
		}
	}
}

func (l *List) clickCell(i, cell int) {
	v, ok := l.pool.At(i)
	if !ok || l.OnCell == nil {
		return
	}
	at, size := v.chipArea(cell, l.view.Row)
	l.OnCell(i, v.cells[cell], kit.PlaceOf(l).AddXY(at.X, l.view.Y(i)+at.Y), size)
}

// TappedSecondary opens the context menu.
func (l *List) TappedSecondary(ev *fyne.PointEvent) {
	l.openMenu(l.OnMenu, l.view.At(ev.Position.Y), ev.AbsolutePosition)
}

func (l *List) menu(i int) {
	if l.OnMenu != nil {
		l.view.Reveal(i)
		l.openMenu(l.OnMenu, i, kit.PlaceOf(l).AddXY(kit.Group, l.view.Y(i)+l.view.Row))
	}
}

func (l *List) reload() { l.view.Rows = l.rows.Len() }

func (l *List) cover(size fyne.Size, all bool) (first, last int) {
	return cover(&l.lane, &l.pool, size.Height, false, func(v *rowView, i int, fresh bool) {
		if fresh || all || v.Node.Size().Width != size.Width {
			l.drawRow(v, i)
		}
	})
}

func (l *List) draw(i int) {
	if v, ok := l.pool.At(i); ok {
		l.drawRow(v, i)
	}
}

func (l *List) drawRow(v *rowView, i int) {
	v.Key = l.rows.Key(i)
	_, selected := l.selected[v.Key]
	look := rowState{
		selected: selected,
		cursor:   l.focused && v.Key == l.cursor,
		hovered:  i == l.hover.i,
		under:    -1,
	}
	if look.hovered {
		look.under = l.hover.cell
	}
	v.draw(l, l.rows.Row(i), look, fyne.NewSize(l.Size().Width, l.view.Row))
}

func (l *List) hitAt(pos fyne.Position) hit {
	h := hit{i: l.view.At(pos.Y), cell: -1}
	if v, ok := l.pool.At(h.i); ok {
		h.cell = v.cellAt(pos.X)
		h.live, h.grip = v.acts(h.cell)
	}
	return h
}

func (l *List) scrollBy(by float64) bool {
	moved := l.lane.scrollBy(by)
	if moved {
		l.followEdit()
	}
	return moved
}

func (l *List) scaled() { l.followEdit() }

func (l *List) key(fyne.KeyName, int) bool { return false }

func (l *List) press(int) {}

func (l *List) click(h hit) { l.clickCell(h.i, h.cell) }

func (l *List) open(i int) bool {
	if l.OnOpen != nil && i >= 0 {
		l.OnOpen(i)
	}
	return l.OnOpen != nil
}

func (l *List) openAt(h hit, _ fyne.Position) bool { return l.open(h.i) }

func (l *List) tip(h hit) (text string, at fyne.Position, size fyne.Size) {
	v, ok := l.pool.At(h.i)
	if !ok {
		return "", at, size
	}
	text, at, size = v.tip(h.cell, v.row.Tip, fyne.NewSize(l.Size().Width, l.view.Row))
	return text, at.AddXY(0, l.view.Y(h.i)), size
}

func (l *List) writing() string { return "" }

func (l *List) reloaded() { l.followEdit() }

func (l *List) above(objects []fyne.CanvasObject) []fyne.CanvasObject {
	if entry, ok := l.placeEdit(); ok {
		objects = append(objects, entry)
	}
	return objects
}
