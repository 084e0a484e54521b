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

// Board is what a [List], a [CardList] and a [Strip] have in common: items in an order, of
// which it draws those in view, with a selection, a cursor for the keyboard, the pointer,
// and drags that move items to another place. What differs is how the items stand and
// what they look like.
//
// Keyboard: the arrows along the board, PageUp, PageDown, Home and End move the cursor,
// with Shift they extend the selection; Ctrl+A selects all; typing moves to the next item
// whose label starts so, where the items have [Labels]. Space, Enter and any other key go
// to the callbacks. The mouse: a click moves the cursor and selects; Ctrl adds or removes
// an item, Shift extends.
type Board struct {
	widget.BaseWidget

	// Single keeps at most one item selected: the cursor's.
	Single bool
	// OnClick is told of a plain click on an item beside what is active in it.
	OnClick func(i int)
	// OnSpace is told of the space key.
	OnSpace func(i int)
	// OnKey is told of each key first, also with Ctrl or Alt, and returns whether it was
	// used. The index is the cursor's item, or -1.
	OnKey func(ev *fyne.KeyEvent, mods fyne.KeyModifier, i int) bool
	// OnRune is told of each typed letter first, and returns whether it was used.
	OnRune func(r rune, i int) bool
	// OnShortcut is told of shortcuts that the board does not use.
	OnShortcut func(fyne.Shortcut)
	// OnCursor is told when the cursor moves to another item.
	OnCursor func(i int)
	// OnSelect is told when the selection changes.
	OnSelect func()
	// OnVisible is told which items, [first, last), are in view when that changes.
	OnVisible func(first, last int)
	// OnMove is told where items were dropped: before item before, which is their number
	// for the end.
	OnMove func(items []int, before int)
	// CanMove says where items may be dropped; nil allows every place.
	CanMove func(items []int, before int) bool

	self     fyne.Widget
	shape    shape
	items    items
	tiles    interface{ All() []*scroll.Tile }
	sideways bool                // items stand side by side
	ground   fyne.ThemeColorName // behind the items
	least    fyne.Size           // that the board can have
	band     float32             // at the edges, where a drag scrolls

	selection
	focused bool
	hover   hit // what the pointer lights
	seen    [2]int
	bar     scroll.Bar
	backing kit.Drawing // the ground
	frame   kit.Drawing // focus ring, insertion mark, scroll bar
	objects []fyne.CanvasObject

	pressed      hit // what is pressed and not yet let go
	pressedKey   string
	released     hit // what was let go just now, with the modifiers of that
	releasedMods fyne.KeyModifier
	collapse     bool // letting go selects the pressed item alone
	lastPress    time.Time

	dragged []string // keys of the items being moved
	dropAt  int      // the item that they would stand before, or -1
	pointer fyne.Position
	edge    scroll.Edge

	typed kit.TypedWord
	now   func() time.Time
	mods  func() fyne.KeyModifier
}

// items are what a board shows. Keys are unique, and name an item whatever its place.
type items interface {
	Len() int
	keyed
}

// hit is what of a board the pointer is on.
type hit struct {
	i    int      // the item, or -1
	part cardPart // of a card
	cell int      // of the item, or -1
	live bool     // whether a click on it does something of its own
	grip bool     // whether the item can be dragged by it
}

// nowhere is the place beside all items.
var nowhere = hit{i: -1, cell: -1}

// shape is how the items of a board stand, and what they do of their own. Places are in
// units of the widget; those along the board are x where items stand side by side, and y
// where they stand one below the other.
type shape interface {
	// count is the number of items, as they were taken last.
	count() int
	// take takes the items anew.
	take()
	// hold scrolls so that an item stands at a place along the board; with -1 no more
	// than is needed to stay among the items.
	hold(i int, at float32)
	// start reports whether the beginning is in view.
	start() bool
	// first is the first item in view.
	first() int
	// cover gives each item in view a tile in its place, and returns which these are:
	// [first, last). Tiles are drawn again when they are new, and with all in any case.
	cover(size fyne.Size, all bool) (first, last int)
	// draw draws an item again when it is in view.
	draw(i int)
	// hitAt returns what is at a place.
	hitAt(pos fyne.Position) hit
	// gapAt returns the item before which a drop at a place along the board would put
	// others; it may be out of view.
	gapAt(along float32) int
	// gap returns where along the board the gap before an item is.
	gap(i int) float32
	// reveal scrolls as little as is needed to show an item, and reports whether it did.
	reveal(i int) bool
	// page scrolls by a page, down for 1 and up for -1, and returns where that takes a
	// cursor that stands on item i.
	page(i, direction int) int
	// scrollBy reports whether it moved anything.
	scrollBy(by float64) bool
	// scale is the board as the scroll bar shows it, and scaled is told that the scroll
	// bar has moved it.
	scale() *scroll.View
	scaled()

	// key does what a key does in this board alone, and reports whether it does anything.
	key(name fyne.KeyName, i int) bool
	// press is told of a press on an item before it selects.
	press(i int)
	// click is a click on a live part.
	click(h hit)
	// open is Enter on an item, or on none; it reports whether the key was used.
	open(i int) bool
	// openAt is a double click, and reports whether it opens anything.
	openAt(h hit, pos fyne.Position) bool
	// menu opens the menu of an item for the keyboard.
	menu(i int)
	// tip is the tooltip of a part, and where that stands.
	tip(h hit) (text string, at fyne.Position, size fyne.Size)
	// writing is the key of the item that a person writes in, or "".
	writing() string
	// reloaded is told that other items were taken.
	reloaded()
	// above adds what stands over the items.
	above(objects []fyne.CanvasObject) []fyne.CanvasObject
}

// setUp makes the board of a widget, which has its shape.
func (b *Board) setUp(self interface {
	fyne.Widget
	shape
}, items items,
) {
	b.self, b.shape, b.items = self, self, items
	b.selection = newSelection()
	b.hover, b.pressed, b.released, b.dropAt = nowhere, nowhere, nowhere, -1
	b.ground, b.least, b.band = kit.ColorGround, fyne.NewSize(kit.LeastSide, kit.LeastSide), kit.RowHeight
	b.now, b.mods = time.Now, kit.Modifiers
	b.ExtendBaseWidget(self)
	b.shape.take()
}

// along returns the coordinate of a place along the board.
func (b *Board) along(pos fyne.Position) float32 {
	if b.sideways {
		return pos.X
	}
	return pos.Y
}

// upright returns a place and the size as they are when items stand one below the other.
func (b *Board) upright(pos fyne.Position) (x, y, width, height float32) {
	size := b.Size()
	if b.sideways {
		return pos.Y, pos.X, size.Height, size.Width
	}
	return pos.X, pos.Y, size.Width, size.Height
}

// Reload shows the items as they are now. What is in use stays where it is, found by its
// key: the item that a person writes in, or under the pointer, or else the cursor's while
// the board has the focus, or else the first in view; a board that stands at its start
// stays there. Items that are gone are no longer selected; a cursor whose item is gone
// moves to the one that took its place.
func (b *Board) Reload() {
	held, at := b.held()
	place := b.placeOf(b.cursor)
	lit := ""
	if b.hover.i >= 0 {
		lit = b.shownKey(b.hover.i)
	}
	b.shape.take()
	hold := -1
	if held != "" {
		hold = b.items.Find(held)
	}
	b.shape.hold(hold, at)
	changed := b.follow(b.items, b.shape.count(), place)
	b.hover = b.moved(b.hover, lit)
	b.pressed = b.moved(b.pressed, b.pressedKey) // a click goes on although items changed under it
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

// held returns the key of the item that is to stay where it is, as the last frame showed
// it, and where that is.
func (b *Board) held() (key string, at float32) {
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
		case y < 0: // its beginning is out of view
		case t.Index == b.hover.i, b.hover.i < 0 && b.focused && t.Key == b.cursor:
			return t.Key, y
		}
	}
	if b.shape.start() {
		return "", 0
	}
	return key, at
}

// placeOf returns the item that showed a key in the last frame, or the first in view.
func (b *Board) placeOf(key string) int {
	for _, t := range b.tiles.All() {
		if t.Key == key {
			return t.Index
		}
	}
	return b.shape.first()
}

// shownKey returns the key that item i had in the last frame.
func (b *Board) shownKey(i int) string {
	for _, t := range b.tiles.All() {
		if t.Index == i {
			return t.Key
		}
	}
	return ""
}

// moved returns a hit on an item where that stands now.
func (b *Board) moved(h hit, key string) hit {
	if h.i < 0 || key == "" {
		return nowhere
	}
	if h.i = b.items.Find(key); h.i < 0 {
		return nowhere
	}
	return h
}

// Update draws item i again when it is in view.
func (b *Board) Update(i int) {
	if i >= 0 && i < b.shape.count() {
		b.shape.draw(i)
	}
}

// Cursor returns the item of the keyboard, or -1.
func (b *Board) Cursor() int {
	if b.cursor == "" {
		return -1
	}
	return b.items.Find(b.cursor)
}

// SetCursor moves the keyboard to item i, selects it alone, and shows it.
func (b *Board) SetCursor(i int) {
	if i < 0 || i >= b.shape.count() {
		return
	}
	b.shape.reveal(i)
	b.moveCursor(i, 0)
}

// ScrollTo scrolls as little as is needed to show the whole of item i, or its beginning
// when it is larger than the view.
func (b *Board) ScrollTo(i int) {
	if i >= 0 && i < b.shape.count() && b.shape.reveal(i) {
		b.self.Refresh()
	}
}

// AtStart reports whether nothing is above what is in view.
func (b *Board) AtStart() bool { return b.shape.start() }

// Selected returns the selected items in order.
func (b *Board) Selected() []int { return b.in(b.items) }

// IsSelected reports whether item i is selected.
func (b *Board) IsSelected(i int) bool {
	_, ok := b.selected[b.items.Key(i)]
	return ok
}

// Targets are the items that a click on item i is for: the selection when the item is part
// of it, else the item alone.
func (b *Board) Targets(i int) []int {
	if b.IsSelected(i) {
		return b.Selected()
	}
	return []int{i}
}

// Chosen are the items that a key is for: the selection, else the item of the cursor, if
// there is one.
func (b *Board) Chosen() []int {
	if items := b.Selected(); len(items) > 0 {
		return items
	}
	if i := b.Cursor(); i >= 0 {
		return []int{i}
	}
	return nil
}

// Select selects exactly the given items. The cursor stays.
func (b *Board) Select(items ...int) {
	clear(b.selected)
	for _, i := range items {
		if !b.Single || len(b.selected) == 0 {
			b.add(b.items, i)
		}
	}
	b.selectionChanged()
}

// SelectAll selects every item that can be selected.
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

// moveCursor moves the cursor as a key or click with the given modifiers does. It does
// not scroll, since nothing may move under a pointer that clicks.
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

// selectFor selects item i alone unless it is selected: what is meant for one selected
// item is meant for all of them.
func (b *Board) selectFor(i int) {
	if !b.IsSelected(i) {
		b.moveCursor(i, 0)
	}
}

// openMenu calls open, unless it is nil, for the context menu of item i at a position on
// the canvas. If the item is not selected, it is selected first; -1 is no item.
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

// TypedKey moves the cursor, or hands the key to the callbacks.
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

// typedKey does what a key does in every board, and reports whether it does anything.
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

// goTo moves the cursor to item i, or the nearest that there is, and shows it.
func (b *Board) goTo(i int, mods fyne.KeyModifier) {
	i = max(0, min(i, b.shape.count()-1))
	b.shape.reveal(i)
	b.moveCursor(i, mods)
}

// TypedRune moves to the next item whose label starts with what is typed.
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
		start++ // the same letter again goes on to the next item
	}
	for k := range n {
		if i := (start + k) % n; kit.StartsWith(labels.Label(i), word) {
			b.goTo(i, 0)
			return
		}
	}
}

// TypedShortcut selects all with Ctrl+A. A key with Ctrl or Alt comes as a shortcut and
// not as a key, and is offered to OnKey first.
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

// MinSize returns a small size: a board can be cut off.
func (b *Board) MinSize() fyne.Size { return b.least }

// layout gives each item in view a tile in its place. Items that had one keep it; they
// are drawn anew only when all is set.
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

// scrolled shows what came into view and moves the rest.
func (b *Board) scrolled() {
	b.layout(false)
	canvas.Refresh(b.self)
}

// compose puts ground, tiles and frame together.
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

// drawDrop draws the line where a drop would put what is dragged.
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

// CreateRenderer links the board to its renderer.
func (b *Board) CreateRenderer() fyne.WidgetRenderer { return &boardRenderer{b: b} }

type boardRenderer struct {
	b    *Board
	size fyne.Size
}

func (r *boardRenderer) Destroy()                     {}
func (r *boardRenderer) MinSize() fyne.Size           { return r.b.least }
func (r *boardRenderer) Objects() []fyne.CanvasObject { return r.b.objects }

// Layout draws the items again only for another size: the driver lays out a parent
// whenever a child's least size changes, which here is at every scroll.
func (r *boardRenderer) Layout(size fyne.Size) {
	r.b.layout(size != r.size)
	r.size = size
}

func (r *boardRenderer) Refresh() {
	r.b.layout(true)
	canvas.Refresh(r.b.self)
}
