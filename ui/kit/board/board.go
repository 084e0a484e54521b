package board

import (
	"slices"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"

	"dossier/ui/kit"
	"dossier/ui/kit/scroll"
)

// Board implements what [List], [CardList] and [Strip] share: ordered items of which only the
// visible ones are drawn, selection, a keyboard cursor, pointer events, and drags that move
// items. The three differ in layout and appearance.
//
// Keyboard: the arrows along the board, PageUp, PageDown, Home and End move the cursor, and with
// Shift extend the selection; Ctrl+A selects all; typing moves to the next item whose label has
// that prefix, if the items have [Labels]. Space, Enter and other keys are passed to the
// callbacks. Mouse: a click moves the cursor and selects; Ctrl adds or removes an item, Shift
// extends.
type Board struct {
	widget.BaseWidget

	// Single limits the selection to the cursor's item.
	Single bool
	// OnClick is called for a plain click on an inactive part of an item.
	OnClick func(i int)
	// OnSpace is called for the space key.
	OnSpace func(i int)
	// OnKey is called first for each key, also with Ctrl or Alt, and returns whether it handled
	// the key. The index is the cursor's item, or -1.
	OnKey func(ev *fyne.KeyEvent, mods fyne.KeyModifier, i int) bool
	// OnRune is called first for each typed character, and returns whether it handled it.
	OnRune func(r rune, i int) bool
	// OnShortcut is called for shortcuts that the board does not handle.
	OnShortcut func(fyne.Shortcut)
	// OnCursor is called when the cursor moves to another item.
	OnCursor func(i int)
	// OnSelect is called when the selection changes.
	OnSelect func()
	// OnVisible is called with the visible items, [first, last), when they change.
	OnVisible func(first, last int)
	// OnMove is called when items are dropped before item before; the number of items means
	// the end.
	OnMove func(items []int, before int)
	// CanMove reports whether items may be dropped at a position; nil allows all.
	CanMove func(items []int, before int) bool

	self     fyne.Widget
	shape    shape
	items    items
	tiles    interface{ All() []*scroll.Tile }
	sideways bool                // items are laid out horizontally
	ground   fyne.ThemeColorName // background
	minSize  fyne.Size           // minimum size
	band     float32             // width of the edge zones in which a drag scrolls

	selection
	focused bool
	hover   hit // the part under the pointer
	seen    [2]int
	bar     scroll.Bar
	backing kit.Drawing // the background
	frame   kit.Drawing // focus ring, drop indicator, scroll bar
	objects []fyne.CanvasObject

	pressed      hit // the pressed part, until it is released
	pressedKey   string
	released     hit // the part that was just released, and the modifiers
	releasedMods fyne.KeyModifier
	collapse     bool // releasing selects only the pressed item
	lastPress    time.Time

	dragged []string // keys of the items being dragged
	dropAt  int      // the item before which they would be dropped, or -1
	pointer fyne.Position
	edge    scroll.Edge

	typed kit.TypedWord
	now   func() time.Time
	mods  func() fyne.KeyModifier
}

// items are the items of a board. Keys are unique and identify an item independent of its
// position.
type items interface {
	Len() int
	keyed
}

// hit is the part of a board at a position.
type hit struct {
	i    int      // the item, or -1
	part cardPart // of a card
	cell int      // of the item, or -1
	live bool     // a click on it has its own action
	grip bool     // the item can be dragged by it
}

// nowhere is a position outside all items.
var nowhere = hit{i: -1, cell: -1}

// shape is the layout and the specific behaviour of a kind of board. Positions are in units of
// the widget; those along the board are x for a horizontal layout and y for a vertical one.
type shape interface {
	// count returns the number of items at the last call of take.
	count() int
	// reload reads the items again.
	reload()
	// scrollTo scrolls so that an item is at a position along the board; -1 scrolls only as far as
	// needed to stay within the items.
	scrollTo(i int, at float32)
	// start reports whether the beginning is visible.
	start() bool
	// first returns the first visible item.
	first() int
	// cover assigns a tile to each visible item, and returns their range [first, last). It draws
	// new tiles, or all of them if all is set.
	cover(size fyne.Size, all bool) (first, last int)
	// draw redraws an item if it is visible.
	draw(i int)
	// hitAt returns the part at a position.
	hitAt(pos fyne.Position) hit
	// gapAt returns the item before which a drop at a position along the board inserts others; it
	// may be outside the view.
	gapAt(along float32) int
	// gap returns the position along the board of the gap before an item.
	gap(i int) float32
	// reveal scrolls as little as possible to make an item visible, and reports whether it
	// scrolled.
	reveal(i int) bool
	// page scrolls by a page, down for 1 and up for -1, and returns the new item of a cursor on
	// item i.
	page(i, direction int) int
	// scrollBy scrolls, and reports whether anything moved.
	scrollBy(by float64) bool
	// scale returns the view for the scroll bar; scaled is called after the scroll bar has moved
	// it.
	scale() *scroll.View
	scaled()

	// key handles keys specific to this kind of board, and reports whether it did.
	key(name fyne.KeyName, i int) bool
	// press is called for a press on an item before it is selected.
	press(i int)
	// click handles a click on a live part.
	click(h hit)
	// open handles Enter on an item, or on none; it reports whether it did.
	open(i int) bool
	// openAt handles a double click, and reports whether it opens anything.
	openAt(h hit, pos fyne.Position) bool
	// menu opens the menu of an item for the keyboard.
	menu(i int)
	// tip returns the tooltip of a part and the area that it belongs to.
	tip(h hit) (text string, at fyne.Position, size fyne.Size)
	// writing returns the key of the item being edited, or "".
	writing() string
	// reloaded is called after the items were read again.
	reloaded()
	// above adds objects in front of the items.
	above(objects []fyne.CanvasObject) []fyne.CanvasObject
}

// setUp initializes the board of a widget, which implements its shape.
func (b *Board) setUp(self interface {
	fyne.Widget
	shape
}, items items,
) {
	b.self, b.shape, b.items = self, self, items
	b.selection = newSelection()
	b.hover, b.pressed, b.released, b.dropAt = nowhere, nowhere, nowhere, -1
	b.ground, b.minSize, b.band = kit.ColorGround, fyne.NewSize(kit.MinSide, kit.MinSide), kit.RowHeight
	b.now, b.mods = time.Now, kit.Modifiers
	b.ExtendBaseWidget(self)
	b.shape.reload()
}

// along returns the coordinate of a position along the board.
func (b *Board) along(pos fyne.Position) float32 {
	if b.sideways {
		return pos.X
	}
	return pos.Y
}

// upright returns a position and the size as for a vertical layout.
func (b *Board) upright(pos fyne.Position) (x, y, width, height float32) {
	size := b.Size()
	if b.sideways {
		return pos.Y, pos.X, size.Height, size.Width
	}
	return pos.X, pos.Y, size.Width, size.Height
}

// Reload shows the current items. What is in use keeps its position, identified by its key: the
// item being edited or under the pointer, else the cursor's if the board has the focus, else the
// first visible one; a board at its start stays there. Removed items are deselected; a cursor
// whose item was removed moves to the one in its position.
func (b *Board) Reload() {
	held, at := b.heldItem()
	place := b.placeOf(b.cursor)
	lit := ""
	if b.hover.i >= 0 {
		lit = b.shownKey(b.hover.i)
	}
	b.shape.reload()
	hold := -1
	if held != "" {
		hold = b.items.Find(held)
	}
	b.shape.scrollTo(hold, at)
	changed := b.follow(b.items, b.shape.count(), place)
	b.hover = b.moved(b.hover, lit)
	b.pressed = b.moved(b.pressed, b.pressedKey) // a click continues although items changed during it
	if b.dragged != nil {
		b.dragged = slices.DeleteFunc(b.dragged, func(key string) bool { return b.items.Find(key) < 0 })
		if len(b.dragged) == 0 {
			b.endDrag()
		} else {
			b.aim()
		}
	}
	b.shape.reloaded()
	b.self.Refresh()
	if changed && b.OnSelect != nil {
		b.OnSelect()
	}
}

// heldItem returns the key of the item that should keep its position, as in the last frame, and the
// position.
func (b *Board) heldItem() (key string, at float32) {
	writing, first := b.shape.writing(), true
	for _, t := range b.tiles.All() {
		y := b.along(t.Node.Position())
		if first {
			key, at, first = t.Key, y, false
		}
		switch {
		case writing != "":
			if t.Key == writing {
				return t.Key, y
			}
		case y < 0: // its beginning is outside the view
		case t.Index == b.hover.i, b.hover.i < 0 && b.focused && t.Key == b.cursor:
			return t.Key, y
		}
	}
	if b.shape.start() {
		return "", 0
	}
	return key, at
}

// placeOf returns the item that had a key in the last frame, or the first visible one.
func (b *Board) placeOf(key string) int {
	for _, t := range b.tiles.All() {
		if t.Key == key {
			return t.Index
		}
	}
	return b.shape.first()
}

// shownKey returns the key of item i in the last frame.
func (b *Board) shownKey(i int) string {
	for _, t := range b.tiles.All() {
		if t.Index == i {
			return t.Key
		}
	}
	return ""
}

// moved returns a hit on an item at its new position.
func (b *Board) moved(h hit, key string) hit {
	if h.i < 0 || key == "" {
		return nowhere
	}
	if h.i = b.items.Find(key); h.i < 0 {
		return nowhere
	}
	return h
}

// Update redraws item i if it is visible.
func (b *Board) Update(i int) {
	if i >= 0 && i < b.shape.count() {
		b.shape.draw(i)
	}
}

// Cursor returns the item with the keyboard cursor, or -1.
func (b *Board) Cursor() int {
	if b.cursor == "" {
		return -1
	}
	return b.items.Find(b.cursor)
}

// SetCursor moves the cursor to item i, selects only that, and shows it.
func (b *Board) SetCursor(i int) {
	if i < 0 || i >= b.shape.count() {
		return
	}
	b.shape.reveal(i)
	b.moveCursor(i, 0)
}

// ScrollTo scrolls as little as possible to show all of item i, or its beginning if it is larger
// than the view.
func (b *Board) ScrollTo(i int) {
	if i >= 0 && i < b.shape.count() && b.shape.reveal(i) {
		b.self.Refresh()
	}
}

// AtStart reports whether nothing is above the visible part.
func (b *Board) AtStart() bool { return b.shape.start() }

// Selected returns the selected items in order.
func (b *Board) Selected() []int { return b.in(b.items) }

// IsSelected reports whether item i is selected.
func (b *Board) IsSelected(i int) bool {
	_, ok := b.selected[b.items.Key(i)]
	return ok
}

// Targets returns the items that a click on item i applies to: the selection if it contains the
// item, else only the item. It is nil if there is no item i.
func (b *Board) Targets(i int) []int {
	if i < 0 || i >= b.shape.count() {
		return nil
	}
	if b.IsSelected(i) {
		return b.Selected()
	}
	return []int{i}
}

// Pinned returns a function that reports whether an action on item i would still apply to the same items, at the same
// positions. It is false once they have moved or vanished.
func (b *Board) Pinned(i int) func() bool {
	at := b.Targets(i)
	keys := make([]string, len(at))
	for n, item := range at {
		keys[n] = b.items.Key(item)
	}
	return func() bool {
		for n, key := range keys {
			if b.items.Find(key) != at[n] {
				return false
			}
		}
		return true
	}
}

// Chosen returns the items that a key applies to: the selection, else the cursor's item, if any.
func (b *Board) Chosen() []int {
	if items := b.Selected(); len(items) > 0 {
		return items
	}
	if i := b.Cursor(); i >= 0 {
		return []int{i}
	}
	return nil
}

// Select selects exactly the given items. It does not move the cursor.
func (b *Board) Select(items ...int) {
	clear(b.selected)
	for _, i := range items {
		if !b.Single || len(b.selected) == 0 {
			b.add(b.items, i)
		}
	}
	b.selectionChanged()
}

// SelectAll selects every selectable item.
func (b *Board) SelectAll() {
	clear(b.selected)
	for i := range b.shape.count() {
		b.add(b.items, i)
	}
	b.selectionChanged()
}

func (b *Board) selectionChanged() {
	b.self.Refresh()
	if b.OnSelect != nil {
		b.OnSelect()
	}
}

// moveCursor moves the cursor for a key or click with the given modifiers. It does not scroll,
// because nothing must move under the pointer during a click.
func (b *Board) moveCursor(i int, mods fyne.KeyModifier) {
	if b.Single {
		mods = 0
	}
	moved := b.pick(b.items, i, mods)
	b.self.Refresh()
	if moved && b.OnCursor != nil {
		b.OnCursor(i)
	}
	if b.OnSelect != nil {
		b.OnSelect()
	}
}

// selectFor selects only item i unless it is selected: an action on a selected item applies to
// the whole selection.
func (b *Board) selectFor(i int) {
	if !b.IsSelected(i) {
		b.moveCursor(i, 0)
	}
}

// openMenu calls open, unless it is nil, for the context menu of item i at a position on the
// canvas. It first selects the item if it is not selected; -1 is no item.
func (b *Board) openMenu(open func(i int, at fyne.Position), i int, at fyne.Position) {
	if open != nil && i >= 0 {
		kit.HideTip(b.self)
		b.selectFor(i)
		open(i, at)
	}
}

// FocusGained shows the focus ring.
func (b *Board) FocusGained() {
	b.focused = true
	if b.cursor == "" && b.shape.count() > 0 {
		b.cursor = b.items.Key(b.shape.first())
		b.anchor = b.cursor
	}
	b.self.Refresh()
}

// FocusLost hides the focus ring.
func (b *Board) FocusLost() {
	b.focused = false
	kit.HideTip(b.self)
	b.self.Refresh()
}

// TypedKey moves the cursor, or passes the key to the callbacks.
func (b *Board) TypedKey(ev *fyne.KeyEvent) {
	if b.dragged != nil && ev.Name == fyne.KeyEscape {
		b.endDrag()
		return
	}
	i, mods := b.Cursor(), b.mods()
	ev = kit.MenuKey(ev, mods)
	if b.OnKey != nil && b.OnKey(ev, mods, i) {
		return
	}
	if b.shape.count() == 0 || !b.shape.key(ev.Name, i) && !b.typedKey(ev.Name, i, mods) {
		kit.HandOnKey(b.self, ev)
	}
}

// typedKey handles the keys common to all boards, and reports whether it did.
func (b *Board) typedKey(name fyne.KeyName, i int, mods fyne.KeyModifier) bool {
	back, forth := fyne.KeyUp, fyne.KeyDown
	if b.sideways {
		back, forth = fyne.KeyLeft, fyne.KeyRight
	}
	extend := mods & fyne.KeyModifierShift
	switch name {
	case back:
		b.goTo(i-1, extend)
	case forth:
		b.goTo(i+1, extend)
	case fyne.KeyHome:
		b.goTo(0, extend)
	case fyne.KeyEnd:
		b.goTo(b.shape.count()-1, extend)
	case fyne.KeyPageUp:
		b.moveCursor(b.shape.page(i, -1), extend)
	case fyne.KeyPageDown:
		b.moveCursor(b.shape.page(i, 1), extend)
	case fyne.KeySpace:
		if b.OnSpace != nil && i >= 0 {
			b.OnSpace(i)
		}
	case fyne.KeyReturn, fyne.KeyEnter:
		return b.shape.open(i)
	case desktop.KeyMenu:
		if i >= 0 {
			b.shape.menu(i)
		}
	default:
		return false
	}
	return true
}

// goTo moves the cursor to item i, or the nearest existing one, and shows it.
func (b *Board) goTo(i int, mods fyne.KeyModifier) {
	i = max(0, min(i, b.shape.count()-1))
	b.shape.reveal(i)
	b.moveCursor(i, mods)
}

// TypedRune moves to the next item whose label begins with the typed text.
func (b *Board) TypedRune(r rune) {
	if b.OnRune != nil && b.OnRune(r, b.Cursor()) {
		return
	}
	labels, ok := b.items.(Labels)
	if !ok || r == ' ' { // the space key has its own meaning
		return
	}
	word := b.typed.Add(r, b.now())
	n, start := b.shape.count(), max(b.Cursor(), 0)
	if len([]rune(word)) == 1 {
		start++ // repeating the letter continues with the next item
	}
	for k := range n {
		if i := (start + k) % n; kit.StartsWith(labels.Label(i), word) {
			b.goTo(i, 0)
			return
		}
	}
}

// TypedShortcut selects all on Ctrl+A. A key with Ctrl or Alt arrives as a shortcut, and is
// passed to OnKey first.
func (b *Board) TypedShortcut(s fyne.Shortcut) {
	if c, ok := s.(*desktop.CustomShortcut); ok && b.OnKey != nil && b.OnKey(&fyne.KeyEvent{Name: c.KeyName}, c.Modifier, b.Cursor()) {
		return
	}
	if _, all := s.(*fyne.ShortcutSelectAll); all && !b.Single {
		b.SelectAll()
		return
	}
	if b.OnShortcut != nil {
		b.OnShortcut(s)
	}
}

// MinSize returns a small size, because a board can be clipped.
func (b *Board) MinSize() fyne.Size { return b.minSize }

// layout assigns a tile to each visible item. Existing tiles are reused, and redrawn only if all
// is set.
func (b *Board) layout(all bool) {
	size := b.Size()
	first, last := b.shape.cover(size, all)
	b.compose(size)
	if seen := [2]int{first, last}; seen != b.seen {
		b.seen = seen
		if b.OnVisible != nil {
			b.OnVisible(first, last)
		}
	}
}

// scrolled shows newly visible items and moves the others.
func (b *Board) scrolled() {
	b.layout(false)
	canvas.Refresh(b.self)
}

// compose assembles background, tiles and frame.
func (b *Board) compose(size fyne.Size) {
	b.backing.Begin(b.self)
	b.backing.Box(0, 0, size.Width, size.Height, 0, b.ground, "")
	b.objects = append(b.objects[:0], b.backing.End()...)
	cursorInView := false
	for _, t := range b.tiles.All() {
		b.objects = append(b.objects, t.Node)
		cursorInView = cursorInView || t.Key == b.cursor
	}
	b.objects = b.shape.above(b.objects)
	b.frame.Begin(b.self)
	if b.focused && !cursorInView {
		b.frame.FocusRing(size, 0)
	}
	b.drawDrop(size)
	b.bar.Draw(&b.frame, b.shape.scale(), size, b.sideways)
	b.objects = append(b.objects, b.frame.End()...)
}

// drawDrop draws the drop indicator.
func (b *Board) drawDrop(size fyne.Size) {
	if b.dropAt < 0 {
		return
	}
	place := func(length float32) float32 {
		return max(kit.Underline/2, min(b.shape.gap(b.dropAt), length-kit.Underline/2)) - kit.Underline/2
	}
	if b.sideways {
		b.frame.Box(place(size.Width), kit.Inset, kit.Underline, size.Height-kit.ScrollBarWidth-2*kit.Inset, kit.Underline/2, kit.ColorAccent, "")
		return
	}
	b.frame.Box(kit.Inset, place(size.Height), size.Width-kit.Inset-kit.ScrollBarWidth, kit.Underline, kit.Underline/2, kit.ColorAccent, "")
}

// CreateRenderer returns the renderer of the board.
func (b *Board) CreateRenderer() fyne.WidgetRenderer { return &boardRenderer{b: b} }

type boardRenderer struct {
	b    *Board
	size fyne.Size
}

func (r *boardRenderer) Destroy()                     {}
func (r *boardRenderer) MinSize() fyne.Size           { return r.b.minSize }
func (r *boardRenderer) Objects() []fyne.CanvasObject { return r.b.objects }

// Layout redraws the items only if the size has changed: the driver lays out a parent whenever a
// child's minimum size changes, which here is on every scroll.
func (r *boardRenderer) Layout(size fyne.Size) {
	r.b.layout(size != r.size)
	r.size = size
}

func (r *boardRenderer) Refresh() {
	r.b.layout(true)
	canvas.Refresh(r.b.self)
}
