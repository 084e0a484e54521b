package board

import (
	"fyne.io/fyne/v2"

	"dossier/ui/kit"
	"dossier/ui/kit/scroll"
)

// Rows is what a [List] shows. The list asks for rows in view only; keys are
// asked for of as many rows as a selection covers, so Key should allocate
// nothing.
type Rows interface {
	Len() int
	Row(i int) Row
	// Key names row i whatever its place: selection, cursor and scroll position
	// follow it when rows change. Keys are unique.
	Key(i int) string
	// Find returns the row of a key, or -1.
	Find(key string) int
}

// Selectable is implemented by [Rows] of which some cannot be selected, such as
// the headings of groups. The cursor stands on these all the same.
type Selectable interface {
	Selectable(i int) bool
}

// Labels is implemented by [Rows] whose rows can be found by typing.
type Labels interface {
	// Label returns the text that typing is compared with; "" is never found.
	Label(i int) string
}

// List shows rows of one height. It draws itself with canvas objects for the
// rows in view, of which one frame changes those that came into view. [Board] says how
// it is worked with; rows are dragged by a cell of kind [CellGrip].
type List struct {
	Board

	// OnCell is told of a click on an active cell, with the cell's rectangle on
	// the canvas for a menu.
	OnCell func(i int, c Cell, at fyne.Position, size fyne.Size)
	// OnOpen is told of a double click and of Enter.
	OnOpen func(i int)
	// OnMenu is told of a secondary click and of the menu key, with a place on
	// the canvas. A row that is not selected is selected first.
	OnMenu func(i int, at fyne.Position)

	lane
	rows Rows
	pool scroll.Tiles[*rowView]
	edit *cellEdit // nil while nobody types into a cell
}

// NewList returns a list of rows of the given height, [kit.RowHeight] as a rule.
func NewList(rows Rows, height float32) *List {
	l := &List{rows: rows, lane: lane{view: scroll.View{Row: height}}}
	l.pool.Create = newRowView
	l.tiles = &l.pool
	l.setUp(l, rows)
	l.band = height
	return l
}

// SetRows shows other rows. See [Board.Reload] for what stays.
func (l *List) SetRows(rows Rows) {
	l.rows, l.items = rows, rows
	l.Reload()
}

// Offset returns how far the list is scrolled, in units.
func (l *List) Offset() float64 { return l.view.Offset }

// SetOffset scrolls to a place that [List.Offset] returned.
func (l *List) SetOffset(offset float64) {
	if l.view.ScrollTo(offset) {
		l.Refresh()
	}
}

// RowArea returns where row i stands on the canvas, whether or not it is in view.
func (l *List) RowArea(i int) (fyne.Position, fyne.Size) {
	return kit.PlaceOf(l).AddXY(0, l.view.Y(i)), fyne.NewSize(l.Size().Width, l.view.Row)
}

// PressCell does what a click on the first active cell of row i with the given
// ID does, such as opening the menu of its drop-down from the keyboard.
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

func (l *List) take() { l.view.Rows = l.rows.Len() }

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
	look := rowLook{
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
