package kit

import (
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"
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
// rows in view, of which one frame changes those that came into view.
//
// Keyboard: Up, Down, PageUp, PageDown, Home and End move the cursor, with Shift
// they extend the selection; Ctrl+A selects all; typing moves to the next row
// whose label starts so. Space, Enter and any other key go to the callbacks. The
// mouse: a click moves the cursor and selects; Ctrl adds or removes a row, Shift
// extends.
type List struct {
	widget.BaseWidget

	// Single keeps at most one row selected: the cursor's.
	Single bool
	// OnCell is told of a click on an active cell, with the cell's rectangle on
	// the canvas for a menu.
	OnCell func(i int, c Cell, at fyne.Position, size fyne.Size)
	// OnClick is told of a plain click on a row beside its active cells.
	OnClick func(i int)
	// OnOpen is told of a double click and of Enter.
	OnOpen func(i int)
	// OnSpace is told of the space key.
	OnSpace func(i int)
	// OnMenu is told of a secondary click and of the menu key, with a place on
	// the canvas. A row that is not selected is selected first.
	OnMenu func(i int, at fyne.Position)
	// OnKey is told of each key first, and returns whether it was used. The
	// index is the cursor's row, or -1.
	OnKey func(ev *fyne.KeyEvent, mods fyne.KeyModifier, i int) bool
	// OnRune is told of each typed letter first, and returns whether it was used.
	OnRune func(r rune, i int) bool
	// OnShortcut is told of shortcuts that the list does not use.
	OnShortcut func(fyne.Shortcut)
	// OnCursor is told when the cursor moves to another row.
	OnCursor func(i int)
	// OnSelect is told when the selection changes.
	OnSelect func()
	// OnVisible is told which rows, [first, last), are in view when that changes.
	OnVisible func(first, last int)
	// OnMove is told where rows were dropped: before row before, which is the
	// number of rows for the end. Rows are dragged by a cell of kind [CellGrip].
	OnMove func(rows []int, before int)
	// CanMove says where rows may be dropped; nil allows every place.
	CanMove func(rows []int, before int) bool

	rows    Rows
	view    viewport
	bar     scrollBar
	pool    slots[*rowView]
	frame   sketch // focus ring, insertion mark, scroll bar
	ground  sketch
	objects []fyne.CanvasObject
	selection
	focused bool
	hover   int // row under the pointer, or -1
	hoverOn int // its active cell, or -1
	seen    [2]int

	pressed    int // row of the press that goes on, or -1
	pressedKey string
	pressedOn  int // its cell, or -1
	collapse   bool
	lastPress  time.Time
	opened     bool

	dragged     []int // rows being moved
	draggedKeys []string
	dropAt      int
	edge        edgeScroll
	pointer     fyne.Position

	edit *cellEdit // nil while nobody types into a cell

	typed typedWord
	now   func() time.Time
	mods  func() fyne.KeyModifier
}

// NewList returns a list of rows of the given height, [RowHeight] as a rule.
func NewList(rows Rows, height float32) *List {
	l := &List{
		rows: rows, view: viewport{row: height},
		selection: newSelection(),
		hover:     -1, hoverOn: -1, pressed: -1, dropAt: -1,
		now: time.Now, mods: keyModifiers,
	}
	l.pool.create = newRowView
	l.ExtendBaseWidget(l)
	l.view.rows = rows.Len()
	return l
}

// SetRows shows other rows. See [List.Reload] for what stays.
func (l *List) SetRows(rows Rows) {
	l.rows = rows
	l.Reload()
}

// Reload shows the rows as they are now. What is in use stays where it is, found
// by its key: the row under the pointer, or else the cursor's while the list has
// the focus, or else the first row in view; a list that stands at its start stays
// there. Rows that are gone are no longer selected; a cursor whose row is gone
// moves to the row that took its place.
func (l *List) Reload() {
	held, y := l.held()
	place := l.placeOf(l.cursor)
	l.view.rows = l.rows.Len()
	offset := l.view.offset
	if held != "" {
		if i := l.rows.Find(held); i >= 0 {
			offset = float64(i)*float64(l.view.row) - float64(y)
		}
	}
	l.view.scrollTo(offset)

	changed := l.follow(l.rows, l.view.rows, place)
	if l.hover >= 0 {
		if l.hover = l.rows.Find(held); l.hover < 0 {
			l.hoverOn = -1
		}
	}
	if l.pressed >= 0 { // a click goes on although rows changed under it
		l.pressed = l.rows.Find(l.pressedKey)
	}
	if l.dragged != nil {
		l.dragged = l.dragged[:0]
		for _, key := range l.draggedKeys {
			if i := l.rows.Find(key); i >= 0 {
				l.dragged = append(l.dragged, i)
			}
		}
		if len(l.dragged) == 0 {
			l.endDrag()
		} else {
			l.aim()
		}
	}
	l.followEdit()
	l.Refresh()
	if changed && l.OnSelect != nil {
		l.OnSelect()
	}
}

// held returns the key of the row that is to stay where it is, as the last frame
// showed it, and where that is.
func (l *List) held() (key string, y float32) {
	for _, v := range l.pool.shown {
		switch {
		case l.hover >= 0:
			if v.index == l.hover {
				return v.key, l.view.y(v.index)
			}
		case l.focused && v.key == l.cursor:
			return v.key, l.view.y(v.index)
		}
	}
	if l.view.offset == 0 || len(l.pool.shown) == 0 {
		return "", 0
	}
	return l.pool.shown[0].key, l.view.y(l.pool.shown[0].index)
}

// placeOf returns the row that showed a key in the last frame, or the first one
// in view.
func (l *List) placeOf(key string) int {
	for _, v := range l.pool.shown {
		if v.key == key {
			return v.index
		}
	}
	first, _ := l.view.span()
	return first
}

// Update draws row i again when it is in view.
func (l *List) Update(i int) {
	if v, ok := l.pool.at(i); ok && i < l.view.rows {
		l.drawRow(v, i)
	}
}

// Cursor returns the row of the keyboard, or -1.
func (l *List) Cursor() int {
	if l.cursor == "" {
		return -1
	}
	return l.rows.Find(l.cursor)
}

// SetCursor moves the keyboard to row i, selects it alone, and shows it.
func (l *List) SetCursor(i int) {
	if i < 0 || i >= l.view.rows {
		return
	}
	l.view.reveal(i)
	l.moveCursor(i, 0)
}

// ScrollTo scrolls as little as is needed to show the whole of row i.
func (l *List) ScrollTo(i int) {
	if i >= 0 && i < l.view.rows && l.view.reveal(i) {
		l.Refresh()
	}
}

// Selected returns the selected rows in order.
func (l *List) Selected() []int { return l.in(l.rows) }

// IsSelected reports whether row i is selected.
func (l *List) IsSelected(i int) bool {
	_, ok := l.selected[l.rows.Key(i)]
	return ok
}

// Select selects exactly the given rows. The cursor stays.
func (l *List) Select(rows ...int) {
	clear(l.selected)
	for _, i := range rows {
		if !l.Single || len(l.selected) == 0 {
			l.add(l.rows, i)
		}
	}
	l.selectionChanged()
}

func (l *List) selectionChanged() {
	l.Refresh()
	if l.OnSelect != nil {
		l.OnSelect()
	}
}

// Offset returns how far the list is scrolled, in units.
func (l *List) Offset() float64 { return l.view.offset }

// SetOffset scrolls to a place that [List.Offset] returned.
func (l *List) SetOffset(offset float64) {
	if l.view.scrollTo(offset) {
		l.Refresh()
	}
}

// RowArea returns where row i stands on the canvas, whether or not it is in view.
func (l *List) RowArea(i int) (fyne.Position, fyne.Size) {
	return absolute(l).AddXY(0, l.view.y(i)), fyne.NewSize(l.Size().Width, l.view.row)
}

// moveCursor moves the cursor as a key or click with the given modifiers does. It
// does not scroll, since nothing may move under a pointer that clicks.
func (l *List) moveCursor(i int, mods fyne.KeyModifier) {
	if l.Single {
		mods = 0
	}
	moved := l.pick(l.rows, i, mods)
	l.Refresh()
	if moved && l.OnCursor != nil {
		l.OnCursor(i)
	}
	if l.OnSelect != nil {
		l.OnSelect()
	}
}

// FocusGained shows the focus ring.
func (l *List) FocusGained() {
	l.focused = true
	if l.cursor == "" && l.view.rows > 0 {
		first, _ := l.view.span()
		l.cursor = l.rows.Key(first)
		l.anchor = l.cursor
	}
	l.Refresh()
}

// FocusLost hides the focus ring.
func (l *List) FocusLost() {
	l.focused = false
	hideTip(l)
	l.Refresh()
}

// TypedKey moves the cursor, or hands the key to the callbacks.
func (l *List) TypedKey(ev *fyne.KeyEvent) {
	if l.dragged != nil && ev.Name == fyne.KeyEscape {
		l.endDrag()
		return
	}
	i, mods := l.Cursor(), l.mods()
	ev = menuKey(ev, mods)
	if l.OnKey != nil && l.OnKey(ev, mods, i) {
		return
	}
	n := l.view.rows
	if n == 0 {
		handOnKey(l, ev)
		return
	}
	to := i
	switch ev.Name {
	case fyne.KeyUp:
		to = i - 1
	case fyne.KeyDown:
		to = i + 1
	case fyne.KeyPageUp:
		to = i - l.view.page()
	case fyne.KeyPageDown:
		to = i + l.view.page()
	case fyne.KeyHome:
		to = 0
	case fyne.KeyEnd:
		to = n - 1
	case fyne.KeySpace:
		if l.OnSpace != nil && i >= 0 {
			l.OnSpace(i)
		}
		return
	case fyne.KeyReturn, fyne.KeyEnter:
		if l.OnOpen == nil {
			handOnKey(l, ev)
		} else if i >= 0 {
			l.OnOpen(i)
		}
		return
	case desktop.KeyMenu:
		if l.OnMenu != nil && i >= 0 {
			l.view.reveal(i)
			l.openMenu(i, absolute(l).AddXY(Group, l.view.y(i)+l.view.row))
		}
		return
	default:
		handOnKey(l, ev)
		return
	}
	to = max(0, min(to, n-1))
	l.view.reveal(to)
	l.moveCursor(to, mods&fyne.KeyModifierShift)
}

// TypedRune moves to the next row whose label starts with what is typed.
func (l *List) TypedRune(r rune) {
	if l.OnRune != nil && l.OnRune(r, l.Cursor()) {
		return
	}
	labels, ok := l.rows.(Labels)
	if !ok || r == ' ' { // the space key has its own meaning
		return
	}
	word := l.typed.add(r, l.now())
	n, start := l.view.rows, max(l.Cursor(), 0)
	if len([]rune(word)) == 1 {
		start++ // the same letter again goes on to the next row
	}
	for k := range n {
		i := (start + k) % n
		if startsWith(labels.Label(i), word) {
			l.view.reveal(i)
			l.moveCursor(i, 0)
			return
		}
	}
}

// TypedShortcut selects all rows with Ctrl+A. A key with Ctrl or Alt comes as a shortcut
// and not as a key, and is offered to OnKey first.
func (l *List) TypedShortcut(s fyne.Shortcut) {
	if c, ok := s.(*desktop.CustomShortcut); ok && l.OnKey != nil && l.OnKey(&fyne.KeyEvent{Name: c.KeyName}, c.Modifier, l.Cursor()) {
		return
	}
	if _, all := s.(*fyne.ShortcutSelectAll); all && !l.Single {
		l.SelectAll()
		return
	}
	if l.OnShortcut != nil {
		l.OnShortcut(s)
	}
}

// SelectAll selects every row that can be selected.
func (l *List) SelectAll() {
	clear(l.selected)
	for i := range l.view.rows {
		l.add(l.rows, i)
	}
	l.selectionChanged()
}

// MouseDown selects, or takes the scroll bar or a grip.
func (l *List) MouseDown(ev *desktop.MouseEvent) {
	hideTip(l)
	if c := canvasOf(l); c != nil && !l.focused {
		c.Focus(l)
	}
	l.pressed, l.pressedOn, l.collapse, l.opened = -1, -1, false, false
	size := l.Size()
	if ev.Button == desktop.MouseButtonPrimary && l.bar.press(&l.view, ev.Position.X, ev.Position.Y, size.Width, size.Height) {
		l.Refresh()
		return
	}
	i := l.view.at(ev.Position.Y)
	if i < 0 {
		return
	}
	if ev.Button == desktop.MouseButtonSecondary {
		if !l.IsSelected(i) {
			l.moveCursor(i, 0)
		}
		return
	}
	if ev.Button != desktop.MouseButtonPrimary {
		return
	}
	again := i == l.Cursor() && l.now().Sub(l.lastPress) < fyne.CurrentApp().Driver().DoubleTapDelay()
	l.lastPress = l.now()
	l.pressed, l.pressedKey = i, l.rows.Key(i)
	cell, active := l.cellAt(i, ev.Position.X)
	l.pressedOn = cell
	mods := ev.Modifier
	switch {
	case active:
		// A box or a drop-down of a selected row is meant for all selected rows,
		// so it leaves the selection as it is.
		if !l.IsSelected(i) {
			l.moveCursor(i, 0)
		}
	case mods&(fyne.KeyModifierShift|fyne.KeyModifierShortcutDefault) == 0 && l.IsSelected(i) && len(l.selected) > 1:
		l.collapse = true // on release, so that the rows can be dragged
	default:
		l.moveCursor(i, mods)
	}
	if again && !active && mods == 0 && l.OnOpen != nil {
		l.opened = true
		l.OnOpen(i)
	}
}

// MouseUp is the click.
func (l *List) MouseUp(ev *desktop.MouseEvent) {
	if l.bar.dragging {
		l.bar.dragging = false
		l.Refresh()
		return
	}
	i, on := l.pressed, l.pressedOn
	l.pressed = -1
	if ev.Button != desktop.MouseButtonPrimary || i < 0 || l.dragged != nil || i >= l.view.rows || l.view.at(ev.Position.Y) != i {
		return
	}
	cell, active := l.cellAt(i, ev.Position.X)
	if cell != on {
		return
	}
	if active {
		l.clickCell(i, cell)
		return
	}
	if l.collapse {
		l.moveCursor(i, 0)
	}
	if l.OnClick != nil && !l.opened && ev.Modifier&(fyne.KeyModifierShift|fyne.KeyModifierShortcutDefault) == 0 {
		l.OnClick(i)
	}
}

func (l *List) clickCell(i, cell int) {
	v, ok := l.pool.at(i)
	if !ok || l.OnCell == nil {
		return
	}
	at := absolute(l).AddXY(v.edges[cell], l.view.y(i)+(l.view.row-ChipHeight)/2)
	l.OnCell(i, v.cells[cell], at, fyne.NewSize(v.edges[cell+1]-Gap-v.edges[cell], ChipHeight))
}

// PressCell does what a click on the first active cell of row i with the given
// ID does, such as opening the menu of its drop-down from the keyboard.
func (l *List) PressCell(i, id int) {
	l.ScrollTo(i)
	v, ok := l.pool.at(i)
	if !ok {
		return
	}
	for k, c := range v.cells {
		if c.ID == id && c.active() {
			l.clickCell(i, k)
			return
		}
	}
}

func (l *List) cellAt(i int, x float32) (cell int, active bool) {
	v, ok := l.pool.at(i)
	if !ok {
		return -1, false
	}
	cell = v.cellAt(x)
	return cell, cell >= 0 && v.cells[cell].active()
}

// TappedSecondary opens the context menu.
func (l *List) TappedSecondary(ev *fyne.PointEvent) {
	if i := l.view.at(ev.Position.Y); i >= 0 && l.OnMenu != nil {
		l.openMenu(i, ev.AbsolutePosition)
	}
}

func (l *List) openMenu(i int, at fyne.Position) {
	hideTip(l)
	if !l.IsSelected(i) {
		l.moveCursor(i, 0)
	}
	l.OnMenu(i, at)
}

// MouseIn begins hovering.
func (l *List) MouseIn(ev *desktop.MouseEvent) { l.MouseMoved(ev) }

// MouseMoved lights the row under the pointer.
func (l *List) MouseMoved(ev *desktop.MouseEvent) {
	size := l.Size()
	if on := l.bar.over(&l.view, ev.Position.X, size.Width); on != l.bar.hovered {
		l.bar.hovered = on
		l.Refresh()
	}
	l.hoverAt(ev.Position)
}

func (l *List) hoverAt(pos fyne.Position) {
	i, on := l.view.at(pos.Y), -1
	if l.bar.hovered {
		i = -1
	}
	cell := -1
	if i >= 0 {
		var active bool
		if cell, active = l.cellAt(i, pos.X); active {
			on = cell
		}
	}
	if i != l.hover || on != l.hoverOn {
		before := l.hover
		l.hover, l.hoverOn = i, on
		l.Update(before)
		l.Update(i)
	}
	l.tipFor(i, cell)
}

func (l *List) tipFor(i, cell int) {
	v, ok := l.pool.at(i)
	if !ok {
		hideTip(l)
		return
	}
	y := l.view.y(i)
	if cell >= 0 && v.cells[cell].Tip != "" {
		showTip(l, v.cells[cell].Tip, fyne.NewPos(v.edges[cell], y), fyne.NewSize(v.edges[cell+1]-v.edges[cell], l.view.row))
		return
	}
	showTip(l, v.row.Tip, fyne.NewPos(Group, y), fyne.NewSize(l.Size().Width-Group, l.view.row))
}

// MouseOut ends hovering.
func (l *List) MouseOut() {
	before := l.hover
	l.hover, l.hoverOn = -1, -1
	if l.bar.hovered {
		l.bar.hovered = false
		l.Refresh()
	}
	l.Update(before)
	hideTip(l)
}

// Scrolled scrolls with the wheel.
func (l *List) Scrolled(ev *fyne.ScrollEvent) {
	if l.view.scrollTo(l.view.offset - float64(ev.Scrolled.DY)) {
		hideTip(l)
		l.scrolled()
		l.hoverAt(ev.Position)
	}
}

// Dragged moves the scroll bar, or the rows that were taken by their grip.
func (l *List) Dragged(ev *fyne.DragEvent) {
	if l.bar.dragging {
		l.bar.drag(&l.view, ev.Position.Y, l.Size().Height)
		l.scrolled()
		return
	}
	if l.dragged == nil && !l.beginDrag() {
		return
	}
	l.pointer = ev.Position
	l.aim()
	l.edge.pull(ev.Position.Y, l.Size().Height, l.view.row, func(by float64) {
		if l.view.scrollTo(l.view.offset + by) {
			l.aim()
		}
	})
}

// beginDrag takes the pressed row, with the other selected ones when it is one
// of them.
func (l *List) beginDrag() bool {
	v, ok := l.pool.at(l.pressed)
	if l.OnMove == nil || !ok || l.pressedOn < 0 || v.cells[l.pressedOn].Kind != CellGrip {
		return false
	}
	l.dragged = []int{l.pressed}
	if l.IsSelected(l.pressed) {
		l.dragged = l.Selected()
	}
	l.draggedKeys = l.draggedKeys[:0]
	for _, i := range l.dragged {
		l.draggedKeys = append(l.draggedKeys, l.rows.Key(i))
	}
	hideTip(l)
	return true
}

// aim finds the gap between rows that is next to the pointer.
func (l *List) aim() {
	gap := int((l.view.offset + float64(l.pointer.Y) + float64(l.view.row)/2) / float64(l.view.row))
	gap = max(0, min(gap, l.view.rows))
	if l.CanMove != nil && !l.CanMove(l.dragged, gap) {
		gap = -1
	}
	l.dropAt = gap
	l.Refresh()
}

// DragEnd drops the rows.
func (l *List) DragEnd() {
	if l.bar.dragging {
		l.bar.dragging = false
		l.Refresh()
		return
	}
	rows, before := l.dragged, l.dropAt
	if rows == nil {
		return
	}
	l.endDrag()
	if before >= 0 && l.OnMove != nil {
		l.OnMove(rows, before)
	}
}

func (l *List) endDrag() {
	l.edge.stop()
	l.dragged, l.dropAt, l.pressed = nil, -1, -1
	l.Refresh()
}

// scrolled shows what came into view and moves the rest.
func (l *List) scrolled() {
	l.hover, l.hoverOn = -1, -1
	l.followEdit()
	l.layout(false)
	canvas.Refresh(l)
}

// layout gives each row in view a rowView in its place. Rows that had one keep
// it; their drawing is made anew only when all is set.
func (l *List) layout(all bool) {
	size := l.Size()
	l.view.height = size.Height
	l.view.scrollTo(l.view.offset)
	first, last := l.view.span()

	l.pool.cover(first, last, func(v *rowView, i int, fresh bool) {
		if fresh || all || v.node.Size().Width != size.Width {
			l.drawRow(v, i)
		}
		v.node.Move(fyne.NewPos(0, l.view.y(i)))
	})
	l.compose(size)
	if seen := [2]int{first, last}; seen != l.seen {
		l.seen = seen
		if l.OnVisible != nil {
			l.OnVisible(first, last)
		}
	}
}

func (l *List) drawRow(v *rowView, i int) {
	v.key = l.rows.Key(i)
	_, selected := l.selected[v.key]
	look := rowLook{
		selected: selected,
		cursor:   l.focused && v.key == l.cursor,
		hovered:  i == l.hover,
		under:    -1,
	}
	if i == l.hover {
		look.under = l.hoverOn
	}
	v.draw(l, l.rows.Row(i), look, fyne.NewSize(l.Size().Width, l.view.row))
}

// compose puts ground, rows and frame together.
func (l *List) compose(size fyne.Size) {
	l.ground.begin(l)
	l.ground.box(0, 0, size.Width, size.Height, 0, ColorGround, "")
	l.objects = append(l.objects[:0], l.ground.end()...)
	cursorInView := false
	for _, v := range l.pool.shown {
		l.objects = append(l.objects, v.node)
		cursorInView = cursorInView || v.key == l.cursor
	}
	l.frame.begin(l)
	if l.focused && !cursorInView {
		l.frame.focusRing(size, 0)
	}
	if l.dropAt >= 0 {
		y := max(underline/2, min(l.view.y(l.dropAt), size.Height-underline/2))
		l.frame.box(Inset, y-underline/2, size.Width-Inset-barWidth, underline, underline/2, ColorAccent, "")
	}
	l.bar.draw(&l.frame, &l.view, size.Width, size.Height)
	l.objects = append(l.objects, l.frame.end()...)
	if entry, ok := l.placeEdit(); ok {
		l.objects = append(l.objects, entry)
	}
}

// CreateRenderer links the list to its renderer.
func (l *List) CreateRenderer() fyne.WidgetRenderer { return &listRenderer{l: l} }

type listRenderer struct {
	l    *List
	size fyne.Size
}

func (r *listRenderer) Destroy()                     {}
func (r *listRenderer) MinSize() fyne.Size           { return fyne.NewSize(minimum, minimum) }
func (r *listRenderer) Objects() []fyne.CanvasObject { return r.l.objects }

// Layout draws the rows again only for another size: the driver lays out a parent
// whenever a child's least size changes, which here is at every scroll.
func (r *listRenderer) Layout(size fyne.Size) {
	r.l.layout(size != r.size)
	r.size = size
}

func (r *listRenderer) Refresh() {
	r.l.layout(true)
	canvas.Refresh(r.l)
}
