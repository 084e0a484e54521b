package kit

import (
	"strings"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"
)

const (
	// foldedLines is what is shown of a long text: enough to know it again.
	foldedLines = 12
	// foldSlack is how many lines more are not worth folding.
	foldSlack = 3
	// estimateBytes bounds what is looked at of a text that is not in view, to guess how
	// high it is.
	estimateBytes = 4 << 10
	// aheadLines are drawn above and below what is in view of a long text, so that not
	// every step of a scroll draws.
	aheadLines = 12
)

// Cards is what a [CardList] shows. Len, Key, Find and Text are called for all cards when
// they are reloaded, so they should be quick and allocate nothing; Card is called for
// those in view.
type Cards interface {
	Len() int
	// Key names card i whatever its place. Keys are unique.
	Key(i int) string
	// Find returns the card of a key, or -1.
	Find(key string) int
	// Text is what the card shows, of any length: prose, which wraps, with Markdown
	// fences in it monospaced.
	Text(i int) string
	Card(i int) Card
}

// Card is what a [CardList] shows of a card beside its text.
type Card struct {
	Head  []Cell
	Muted bool   // there, but left out: of lesser weight
	Empty string // in the place of a text that is blank
	Found []Span // places of the text that were found, in order
	Shown int    // the one of Found that the person looks at, or -1
	Tip   string // of the head, where a cell has none
}

// Span is the bytes [Start, End) of a text.
type Span struct{ Start, End int }

// CardList shows cards of different heights one below the other, each with a head of
// cells, as a [Row] has, and a text. Only what is in view exists as canvas objects, lines
// of a long text included; the height of a card that was never in view is a guess, which
// is corrected without what is in view moving. Long texts are folded.
//
// Keyboard: Up and Down move the cursor, or scroll within a card that is higher than the
// view; PageUp, PageDown, Home and End move by more; with Shift they extend the
// selection; Left and Right fold; Ctrl+A selects all. Space, Enter and all other keys go
// to the callbacks. The mouse selects as in a [List].
type CardList struct {
	widget.BaseWidget

	// OnCell is told of a click on an active cell, with the cell's rectangle on the
	// canvas for a menu.
	OnCell func(i int, c Cell, at fyne.Position, size fyne.Size)
	// OnOpen is told of a double click on a text, with the byte that was clicked, and of
	// Enter, with -1.
	OnOpen func(i, at int)
	// OnSpace is told of the space key.
	OnSpace func(i int)
	// OnMenu is told of a secondary click, with the byte of the text that was clicked or
	// -1, and of the menu key. A card that is not selected is selected first.
	OnMenu func(i, at int, pos fyne.Position)
	// OnKey is told of each key first, also with Ctrl or Alt, and returns whether it was
	// used. The index is the cursor's card, or -1.
	OnKey func(ev *fyne.KeyEvent, mods fyne.KeyModifier, i int) bool
	// OnShortcut is told of shortcuts that the list does not use.
	OnShortcut func(fyne.Shortcut)
	// OnCursor is told when the cursor moves to another card.
	OnCursor func(i int)
	// OnSelect is told when the selection changes.
	OnSelect func()
	// OnMove is told where cards were dropped: before card before, which is their number
	// for the end. Cards are dragged by a cell of kind [CellGrip].
	OnMove func(cards []int, before int)
	// MoreText is what unfolds a text of so many lines; LessText folds it again.
	MoreText func(lines int) string
	LessText string

	cards  Cards
	rulers *rulers
	width  float32    // of the text, for which sizes hold
	sizes  []cardSize // by card
	tower  tower
	open   map[string]bool // long texts that are shown whole
	laid   map[string]*prose

	first int      // the card at the top of the view
	past  int64    // units of it that are scrolled past; at the bottom it may be more than exact heights allow
	atEnd bool     // whether the last card is in view to its end
	view  viewport // of units, for the scroll bar
	bar   scrollBar
	pool  slots[*cardView]

	selection
	frame      sketch
	ground     sketch
	objects    []fyne.CanvasObject
	focused    bool
	hover      cardSpot
	pressed    cardSpot
	pressedKey string
	collapse   bool
	lastPress  time.Time

	dragged     []int
	draggedKeys []string
	dropAt      int
	edge        edgeScroll
	pointer     fyne.Position

	edit *cardEditing // nil while nobody writes in a card

	now  func() time.Time
	mods func() fyne.KeyModifier
}

// cardSize is what is known of how high a card is.
type cardSize struct {
	key   string
	text  string
	lines int32 // of the whole text; of an estimate at most a few more than are shown folded
	exact bool  // whether the text was laid out in the list's width
}

// cardPart is a part of a card that the pointer can be on.
type cardPart int

const (
	noCardPart cardPart = iota
	cardHead
	cardBody
	cardMore // what folds and unfolds
)

// cardSpot is what of a card the pointer is on.
type cardSpot struct {
	i    int // the card, or -1
	part cardPart
	cell int  // of the head, or -1
	live bool // whether a click on it does something of its own
}

var nowhere = cardSpot{i: -1, cell: -1}

// NewCardList returns a list of cards.
func NewCardList(cards Cards) *CardList {
	l := &CardList{
		cards: cards, rulers: newRulers(), open: map[string]bool{}, laid: map[string]*prose{},
		view: viewport{row: 1}, selection: newSelection(), hover: nowhere, pressed: nowhere, dropAt: -1,
		now: time.Now, mods: keyModifiers,
	}
	l.pool.create = newCardView
	l.ExtendBaseWidget(l)
	l.take()
	return l
}

// Reload shows the cards as they are now. What is in use stays where it is, found by its
// key: the card that is being written, or under the pointer, or the cursor's while the
// list has the focus, or else the first in view. A list that stands at its start stays
// there.
func (l *CardList) Reload() {
	held, y := l.held()
	place := l.placeOf(l.cursor)
	l.take()
	if i := l.cards.Find(held); held != "" && i >= 0 {
		l.first, l.past = i, -int64(y)
	} else {
		l.first = max(0, min(l.first, l.cards.Len()-1))
	}
	changed := l.follow(l.cards, l.cards.Len(), place)
	l.hover = nowhere
	if l.pressed.i >= 0 && l.cards.Find(l.pressedKey) != l.pressed.i {
		l.pressed = nowhere
	}
	if l.dragged != nil {
		l.dragged = l.dragged[:0]
		for _, key := range l.draggedKeys {
			if i := l.cards.Find(key); i >= 0 {
				l.dragged = append(l.dragged, i)
			}
		}
		if len(l.dragged) == 0 {
			l.endDrag()
		}
	}
	l.followEdit()
	l.Refresh()
	if changed && l.OnSelect != nil {
		l.OnSelect()
	}
}

// held returns the key of the card that is to stay where it is, as the last frame showed
// it, and where that is.
func (l *CardList) held() (key string, y float32) {
	for _, v := range l.pool.shown {
		if l.edit != nil && v.key == l.edit.key || l.edit == nil && (v.index == l.hover.i || l.hover.i < 0 && l.focused && v.key == l.cursor) {
			if top := v.node.Position().Y; top >= 0 || l.edit != nil { // its head is in view
				return v.key, top
			}
		}
	}
	if len(l.pool.shown) == 0 || l.first == 0 && l.past == 0 {
		return "", 0
	}
	return l.pool.shown[0].key, l.pool.shown[0].node.Position().Y
}

func (l *CardList) placeOf(key string) int {
	for _, v := range l.pool.shown {
		if v.key == key {
			return v.index
		}
	}
	return l.first
}

// take takes the cards anew. Heights that are known stay so.
func (l *CardList) take() {
	n := l.cards.Len()
	before := l.sizes
	var places map[string]int // of before, made when something has moved
	sizes := make([]cardSize, n)
	shift := 0 // most cards stand so much farther down
	for i := range sizes {
		key, text := l.cards.Key(i), l.cards.Text(i)
		sizes[i] = cardSize{key: key, text: text}
		at := i - shift
		if at < 0 || at >= len(before) || before[at].key != key {
			if places == nil {
				places = make(map[string]int, len(before))
				for k, s := range before {
					places[s.key] = k
				}
			}
			was, ok := places[key]
			if !ok {
				sizes[i].lines = l.estimate(text, l.open[key])
				continue
			}
			at, shift = was, i-was
		}
		if before[at].text == text {
			sizes[i] = before[at]
		} else {
			sizes[i].lines = l.estimate(text, l.open[key])
		}
	}
	l.sizes = sizes
	l.tower.build(n, l.heightOf)
}

// estimate guesses how many lines a text has, from its length: as far as it matters.
func (l *CardList) estimate(text string, whole bool) int32 {
	if l.width <= 0 {
		return 1
	}
	if !whole {
		text = text[:min(len(text), estimateBytes)]
	}
	perLine := max(1, int(l.width/l.rulers.plain.width('n')))
	lines := 0
	for para := range strings.SplitSeq(text, "\n") {
		lines += 1 + len(para)/perLine
		if !whole && lines > foldedLines+foldSlack {
			break
		}
	}
	return int32(lines)
}

// The measures of a card, from its top. What is between cards belongs to the one below.
const (
	cardGap    = Inset
	cardMargin = Inset           // left of the cards
	cardSide   = Group           // left and right of the text
	headTop    = cardGap + Gap/2 // the head
	bodyTop    = headTop + RowHeight + Gap/2
	bodyPad    = Inset // under the text
	lineHeight = CodeRowHeight
)

// heightOf returns how high card i is, as far as that is known.
func (l *CardList) heightOf(i int) int32 {
	s := l.sizes[i]
	if l.edit != nil && l.edit.key == s.key {
		return int32(bodyTop + l.edit.height() + bodyPad)
	}
	h := bodyTop + bodyPad
	switch folded, can := l.foldOf(s); {
	case folded:
		h += foldedLines*lineHeight + RowHeight
	case can:
		h += float32(s.lines)*lineHeight + RowHeight
	default:
		h += float32(max(1, s.lines)) * lineHeight
	}
	return int32(h)
}

// foldOf reports whether a text is folded, and whether it can be.
func (l *CardList) foldOf(s cardSize) (folded, can bool) {
	can = s.lines > foldedLines+foldSlack
	return can && !l.open[s.key], can
}

// lay lays the text of card i out, and corrects the card's height.
func (l *CardList) lay(i int) *prose {
	s := &l.sizes[i]
	p := l.laid[s.key]
	if p == nil {
		p = &prose{}
		l.laid[s.key] = p
	}
	if p.lines == nil || p.text != s.text || p.width != l.width {
		p.wrap(s.text, l.width, l.rulers)
	}
	if !s.exact {
		s.lines, s.exact = int32(len(p.lines)), true
		if strings.TrimSpace(s.text) == "" {
			s.lines = 1
		}
	}
	l.tower.set(i, l.heightOf(i))
	return p
}

// height returns how high card i is exactly.
func (l *CardList) height(i int) int64 {
	if s := l.sizes[i]; !s.exact && (l.edit == nil || l.edit.key != s.key) {
		l.lay(i)
	}
	return int64(l.tower.height(i))
}

// fit takes the width of the view: a text that is laid out anew in another one.
func (l *CardList) fit(size fyne.Size) {
	width := max(minimum, size.Width-cardMargin-2*cardSide-barWidth)
	if width == l.width {
		return
	}
	l.width = width
	clear(l.laid)
	for i := range l.sizes {
		s := &l.sizes[i]
		s.exact, s.lines = false, l.estimate(s.text, l.open[s.key])
	}
	if l.edit != nil {
		l.edit.editor.layIn(l.editWidth())
	}
	l.tower.build(len(l.sizes), l.heightOf)
}

// settle finds the card at the top of the view, and the one behind the last in view,
// with the heights of all between them exact.
func (l *CardList) settle(height float32) (end int) {
	n := len(l.sizes)
	if n == 0 {
		l.first, l.past = 0, 0
		return 0
	}
	fill := int64(height)
	for range 2 { // once more when the end came into view
		for l.past < 0 && l.first > 0 {
			l.first--
			l.past += l.height(l.first)
		}
		l.past = max(0, l.past)
		for l.first < n-1 && l.past >= l.height(l.first) {
			l.past -= l.height(l.first)
			l.first++
		}
		y := -l.past
		for end = l.first; end < n && y < fill; end++ {
			y += l.height(end)
		}
		y += int64(cardGap)
		l.atEnd = end == n && y <= fill
		if end < n || y >= fill || l.first == 0 && l.past == 0 {
			break
		}
		l.past -= fill - y
	}
	return end
}

// top returns where card i begins in the view.
func (l *CardList) top(i int) float32 {
	return float32(l.tower.top(i) - l.tower.top(l.first) - l.past)
}

// scrollBy scrolls, and reports whether that moved anything.
func (l *CardList) scrollBy(dy float32) bool {
	first, past := l.first, l.past
	l.past += int64(dy)
	l.settle(l.Size().Height)
	return l.first != first || l.past != past
}

// Update draws card i again when it is in view.
func (l *CardList) Update(i int) {
	if v, ok := l.pool.at(i); ok && i < len(l.sizes) {
		l.drawCard(v, i)
	}
}

// Cursor returns the card of the keyboard, or -1.
func (l *CardList) Cursor() int {
	if l.cursor == "" {
		return -1
	}
	return l.cards.Find(l.cursor)
}

// SetCursor moves the keyboard to card i, selects it alone, and shows it.
func (l *CardList) SetCursor(i int) {
	if i < 0 || i >= len(l.sizes) {
		return
	}
	l.reveal(i)
	l.moveCursor(i, 0)
}

// ScrollTo scrolls as little as is needed to show card i: all of it, or its beginning
// when it is higher than the view.
func (l *CardList) ScrollTo(i int) {
	if i >= 0 && i < len(l.sizes) && l.reveal(i) {
		l.Refresh()
	}
}

// ScrollToEnd shows the end of the last card.
func (l *CardList) ScrollToEnd() {
	if n := len(l.sizes); n > 0 {
		l.first, l.past = n-1, l.height(n-1)
		l.settle(l.Size().Height)
		l.Refresh()
	}
}

// Place returns the first card in view, by its key, and how many units of it are scrolled
// past; "" stands for the start.
func (l *CardList) Place() (key string, past int64) {
	if l.first >= len(l.sizes) || l.first == 0 && l.past == 0 {
		return "", 0
	}
	return l.sizes[l.first].key, l.past
}

// SetPlace scrolls to a place that [CardList.Place] returned, or to the start when its card
// is gone.
func (l *CardList) SetPlace(key string, past int64) {
	l.first, l.past = 0, 0
	if i := l.cards.Find(key); key != "" && i >= 0 {
		l.first, l.past = i, past
	}
	l.settle(l.Size().Height)
	l.Refresh()
}

func (l *CardList) reveal(i int) bool {
	bottom := float32(l.height(i))
	if i == len(l.sizes)-1 {
		bottom += cardGap // the margin below the last one
	}
	return l.revealPart(i, 0, bottom)
}

// revealPart scrolls as little as is needed to show the part [from, to) of card i, in
// units below its top, or as much of its beginning as fits. It reports whether it did.
func (l *CardList) revealPart(i int, from, to float32) bool {
	height := l.Size().Height
	top := l.top(i)
	switch {
	case top+from < 0 || to-from > height:
		l.first, l.past = i, int64(from)
	case top+to > height:
		if top > height+float32(len(l.sizes))*bodyTop { // far below: what is between is a guess
			l.first, l.past = i, 0
		}
		l.first, l.past = i, int64(to-height)
	default:
		return false
	}
	l.settle(height)
	return true
}

// ShowText shows a byte of the text of card i, a third from the top when it was not in
// view, and unfolds what hides it.
func (l *CardList) ShowText(i, at int) {
	if i < 0 || i >= len(l.sizes) || l.width <= 0 {
		return
	}
	p := l.lay(i)
	line := p.lineOf(at)
	if folded, _ := l.foldOf(l.sizes[i]); folded && line >= foldedLines {
		l.unfold(i, true)
	}
	y := bodyTop + float32(line)*lineHeight
	if top := l.top(i) + y; top < 0 || top+lineHeight > l.Size().Height {
		l.first, l.past = i, int64(y-l.Size().Height/3)
		l.settle(l.Size().Height)
	}
	l.Refresh()
}

// Unfold shows the whole of a long text, or folds it.
func (l *CardList) Unfold(i int, whole bool) {
	if i >= 0 && i < len(l.sizes) {
		l.unfold(i, whole)
		if !whole {
			l.reveal(i)
		}
		l.Refresh()
	}
}

// Folded reports whether a text is folded, and whether it can be.
func (l *CardList) Folded(i int) (folded, can bool) { return l.foldOf(l.sizes[i]) }

func (l *CardList) unfold(i int, whole bool) {
	key := l.sizes[i].key
	if whole {
		l.open[key] = true
	} else {
		delete(l.open, key)
	}
	l.sizes[i].exact = false
	l.lay(i)
}

// Selected returns the selected cards in order.
func (l *CardList) Selected() []int { return l.in(l.cards) }

// IsSelected reports whether card i is selected.
func (l *CardList) IsSelected(i int) bool {
	_, ok := l.selected[l.sizes[i].key]
	return ok
}

// Select selects exactly the given cards. The cursor stays.
func (l *CardList) Select(cards ...int) {
	clear(l.selected)
	for _, i := range cards {
		l.add(l.cards, i)
	}
	l.selectionChanged()
}

// SelectAll selects every card.
func (l *CardList) SelectAll() {
	clear(l.selected)
	for i := range l.sizes {
		l.add(l.cards, i)
	}
	l.selectionChanged()
}

func (l *CardList) selectionChanged() {
	l.Refresh()
	if l.OnSelect != nil {
		l.OnSelect()
	}
}

// CardArea returns where card i stands on the canvas, without the gap above it.
func (l *CardList) CardArea(i int) (fyne.Position, fyne.Size) {
	if i < 0 || i >= len(l.sizes) {
		return fyne.Position{}, fyne.Size{}
	}
	return absolute(l).AddXY(0, l.top(i)+cardGap), fyne.NewSize(l.Size().Width, float32(l.tower.height(i))-cardGap)
}

func (l *CardList) moveCursor(i int, mods fyne.KeyModifier) {
	moved := l.pick(l.cards, i, mods)
	l.Refresh()
	if moved && l.OnCursor != nil {
		l.OnCursor(i)
	}
	if l.OnSelect != nil {
		l.OnSelect()
	}
}

// FocusGained shows the focus ring.
func (l *CardList) FocusGained() {
	l.focused = true
	if l.cursor == "" && len(l.sizes) > 0 {
		l.cursor = l.sizes[l.first].key
		l.anchor = l.cursor
	}
	l.Refresh()
}

// FocusLost hides the focus ring.
func (l *CardList) FocusLost() {
	l.focused = false
	hideTip(l)
	l.Refresh()
}

// TypedRune is not used: typing jumps nowhere.
func (l *CardList) TypedRune(rune) {}

// TypedKey moves the cursor, or hands the key to the callbacks.
func (l *CardList) TypedKey(ev *fyne.KeyEvent) {
	if l.dragged != nil && ev.Name == fyne.KeyEscape {
		l.endDrag()
		return
	}
	i, mods := l.Cursor(), l.mods()
	ev = menuKey(ev, mods)
	if l.OnKey != nil && l.OnKey(ev, mods, i) {
		return
	}
	n := len(l.sizes)
	if n == 0 {
		handOnKey(l, ev)
		return
	}
	at := max(0, i)
	to := at
	switch ev.Name {
	case fyne.KeyUp:
		if l.nudge(at, -1) {
			return
		}
		to = at - 1
	case fyne.KeyDown:
		if l.nudge(at, 1) {
			return
		}
		to = at + 1
	case fyne.KeyPageUp, fyne.KeyPageDown:
		l.moveCursor(l.page(at, ev.Name == fyne.KeyPageDown), mods&fyne.KeyModifierShift)
		return
	case fyne.KeyHome:
		to = 0
	case fyne.KeyEnd:
		to = n - 1
	case fyne.KeyLeft, fyne.KeyRight:
		if i >= 0 {
			l.Unfold(i, ev.Name == fyne.KeyRight)
		}
		return
	case fyne.KeySpace:
		if l.OnSpace != nil && i >= 0 {
			l.OnSpace(i)
		}
		return
	case fyne.KeyReturn, fyne.KeyEnter:
		if l.OnOpen != nil && i >= 0 {
			l.OnOpen(i, -1)
		}
		return
	case desktop.KeyMenu:
		if l.OnMenu != nil && i >= 0 {
			l.reveal(i)
			l.openMenu(i, -1, absolute(l).AddXY(cardMargin+Group, l.top(i)+bodyTop))
		}
		return
	default:
		handOnKey(l, ev)
		return
	}
	to = max(0, min(to, n-1))
	l.reveal(to)
	l.moveCursor(to, mods&fyne.KeyModifierShift)
}

// nudge scrolls within card i where it goes on beyond the edge of the view, and reports
// whether it did.
func (l *CardList) nudge(i, direction int) bool {
	height := l.Size().Height
	top := l.top(i)
	bottom := top + float32(l.height(i))
	if top > height || bottom < 0 || bottom-top <= height { // not in view, or as a whole
		return false
	}
	by := min(height-2*lineHeight, bottom-height)
	if direction < 0 {
		by = max(2*lineHeight-height, top)
	}
	if by*float32(direction) <= 0 || !l.scrollBy(by) {
		return false
	}
	l.Refresh()
	return true
}

// page scrolls by what is in view less two lines, and returns the card that stands then
// where card at did.
func (l *CardList) page(at int, down bool) int {
	by := max(lineHeight, l.Size().Height-2*lineHeight)
	if !down {
		by = -by
	}
	before := l.top(at)
	if !l.scrollBy(by) {
		if down {
			return len(l.sizes) - 1
		}
		return 0
	}
	y := max(cardGap, min(before, l.Size().Height-1))
	i, _ := l.tower.at(l.tower.top(l.first) + l.past + int64(y))
	return i
}

// TypedShortcut selects all cards with Ctrl+A. A key with Ctrl or Alt comes as a shortcut
// and not as a key, and is offered to OnKey first.
func (l *CardList) TypedShortcut(s fyne.Shortcut) {
	if c, ok := s.(*desktop.CustomShortcut); ok && l.OnKey != nil && l.OnKey(&fyne.KeyEvent{Name: c.KeyName}, c.Modifier, l.Cursor()) {
		return
	}
	if _, all := s.(*fyne.ShortcutSelectAll); all {
		l.SelectAll()
		return
	}
	if l.OnShortcut != nil {
		l.OnShortcut(s)
	}
}

// spot returns what is at a place of the view.
func (l *CardList) spot(pos fyne.Position) cardSpot {
	if pos.Y < 0 || pos.Y >= l.Size().Height || len(l.sizes) == 0 {
		return nowhere
	}
	i, past := l.tower.at(l.tower.top(l.first) + l.past + int64(pos.Y))
	v, ok := l.pool.at(i)
	y := float32(past)
	if !ok || past >= int64(l.tower.height(i)) || y < cardGap || pos.X < cardMargin {
		return nowhere
	}
	s := cardSpot{i: i, part: cardBody, cell: -1}
	switch {
	case y < bodyTop:
		s.part = cardHead
		s.cell = v.head.cellAt(pos.X - cardMargin)
		s.live = s.cell >= 0 && v.head.cells[s.cell].active()
	case v.more != "" && y >= float32(l.tower.height(i))-bodyPad-RowHeight:
		if pos.X >= cardMargin+cardSide && pos.X < cardMargin+cardSide+v.moreWidth {
			s.part, s.live = cardMore, true
		}
	}
	return s
}

// byteAt returns the byte of the text of card i that is next to a place of the view, or
// -1 beside the text.
func (l *CardList) byteAt(i int, pos fyne.Position) int {
	p := l.laid[l.sizes[i].key]
	y := pos.Y - l.top(i) - bodyTop
	if p == nil || len(p.lines) == 0 || y < 0 {
		return -1
	}
	return p.byteAt(min(int(y/lineHeight), len(p.lines)-1), pos.X-cardMargin-cardSide, l.rulers)
}

// MouseDown selects, or takes the scroll bar or a grip.
func (l *CardList) MouseDown(ev *desktop.MouseEvent) {
	hideTip(l)
	if c := canvasOf(l); c != nil && !l.focused {
		c.Focus(l)
	}
	l.pressed, l.collapse = nowhere, false
	size := l.Size()
	if ev.Button == desktop.MouseButtonPrimary && l.bar.press(l.scale(), ev.Position.X, ev.Position.Y, size.Width, size.Height) {
		l.jump()
		return
	}
	s := l.spot(ev.Position)
	if s.i < 0 {
		return
	}
	l.endEditElsewhere(s.i)
	if ev.Button == desktop.MouseButtonSecondary {
		if !l.IsSelected(s.i) {
			l.moveCursor(s.i, 0)
		}
		return
	}
	if ev.Button != desktop.MouseButtonPrimary {
		return
	}
	again := s.i == l.Cursor() && l.now().Sub(l.lastPress) < fyne.CurrentApp().Driver().DoubleTapDelay()
	l.lastPress = l.now()
	l.pressed, l.pressedKey = s, l.sizes[s.i].key
	mods := ev.Modifier
	switch {
	case s.live:
		if !l.IsSelected(s.i) { // what is meant for one selected card is meant for all of them
			l.moveCursor(s.i, 0)
		}
	case mods&(fyne.KeyModifierShift|fyne.KeyModifierShortcutDefault) == 0 && l.IsSelected(s.i) && len(l.selected) > 1:
		l.collapse = true // on release, so that the cards can be dragged
	default:
		l.moveCursor(s.i, mods)
	}
	if again && !s.live && s.part == cardBody && mods == 0 && l.OnOpen != nil {
		l.pressed = nowhere
		l.OnOpen(s.i, l.byteAt(s.i, ev.Position))
	}
}

// MouseUp is the click.
func (l *CardList) MouseUp(ev *desktop.MouseEvent) {
	if l.bar.dragging {
		l.bar.dragging = false
		l.Refresh()
		return
	}
	was := l.pressed
	l.pressed = nowhere
	if ev.Button != desktop.MouseButtonPrimary || was.i < 0 || was.i >= len(l.sizes) || l.dragged != nil || l.spot(ev.Position) != was {
		return
	}
	switch {
	case was.part == cardMore:
		folded, _ := l.foldOf(l.sizes[was.i])
		l.Unfold(was.i, folded)
	case was.live:
		l.clickCell(was.i, was.cell)
	case l.collapse:
		l.moveCursor(was.i, 0)
	}
}

func (l *CardList) clickCell(i, cell int) {
	v, ok := l.pool.at(i)
	if !ok || l.OnCell == nil {
		return
	}
	at := absolute(l).AddXY(cardMargin+v.head.edges[cell], l.top(i)+headTop+(RowHeight-ChipHeight)/2)
	l.OnCell(i, v.head.cells[cell], at, fyne.NewSize(v.head.edges[cell+1]-Gap-v.head.edges[cell], ChipHeight))
}

// PressCell does what a click on the first active cell of card i with the given ID does.
func (l *CardList) PressCell(i, id int) {
	l.ScrollTo(i)
	v, ok := l.pool.at(i)
	if !ok {
		return
	}
	for k, c := range v.head.cells {
		if c.ID == id && c.active() {
			l.clickCell(i, k)
			return
		}
	}
}

// TappedSecondary opens the context menu.
func (l *CardList) TappedSecondary(ev *fyne.PointEvent) {
	if s := l.spot(ev.Position); s.i >= 0 && l.OnMenu != nil {
		at := -1
		if s.part == cardBody {
			at = l.byteAt(s.i, ev.Position)
		}
		l.openMenu(s.i, at, ev.AbsolutePosition)
	}
}

func (l *CardList) openMenu(i, at int, pos fyne.Position) {
	hideTip(l)
	if !l.IsSelected(i) {
		l.moveCursor(i, 0)
	}
	l.OnMenu(i, at, pos)
}

// MouseIn begins hovering.
func (l *CardList) MouseIn(ev *desktop.MouseEvent) { l.MouseMoved(ev) }

// MouseMoved lights what is under the pointer.
func (l *CardList) MouseMoved(ev *desktop.MouseEvent) {
	if on := l.bar.over(l.scale(), ev.Position.X, l.Size().Width); on != l.bar.hovered {
		l.bar.hovered = on
		l.Refresh()
	}
	s := l.spot(ev.Position)
	if l.bar.hovered {
		s = nowhere
	}
	l.hoverAt(s)
	v, ok := l.pool.at(s.i)
	if !ok || s.part != cardHead {
		hideTip(l)
		return
	}
	y := l.top(s.i) + headTop
	if s.cell >= 0 && v.head.cells[s.cell].Tip != "" {
		showTip(l, v.head.cells[s.cell].Tip, fyne.NewPos(cardMargin+v.head.edges[s.cell], y), fyne.NewSize(v.head.edges[s.cell+1]-v.head.edges[s.cell], RowHeight))
		return
	}
	showTip(l, v.card.Tip, fyne.NewPos(cardMargin+Group, y), fyne.NewSize(l.Size().Width-Group, RowHeight))
}

func (l *CardList) hoverAt(s cardSpot) {
	if s == l.hover {
		return
	}
	before := l.hover.i
	l.hover = s
	l.Update(before)
	if s.i != before {
		l.Update(s.i)
	}
}

// MouseOut ends hovering.
func (l *CardList) MouseOut() {
	l.hoverAt(nowhere)
	if l.bar.hovered {
		l.bar.hovered = false
		l.Refresh()
	}
	hideTip(l)
}

// Scrolled scrolls with the wheel.
func (l *CardList) Scrolled(ev *fyne.ScrollEvent) {
	if l.scrollBy(-ev.Scrolled.DY) {
		hideTip(l)
		l.scrolled()
		l.hoverAt(l.spot(ev.Position))
	}
}

// scale returns the list as a viewport of units, for the scroll bar.
func (l *CardList) scale() *viewport {
	l.view.rows = int(l.tower.total()) + int(cardGap)
	l.view.height = l.Size().Height
	l.view.offset = float64(l.tower.top(l.first) + l.past)
	return &l.view
}

// jump goes to where the scroll bar says.
func (l *CardList) jump() {
	i, past := l.tower.at(int64(l.view.offset))
	l.first, l.past = i, past
	if l.view.offset >= l.view.limit() {
		l.first, l.past = max(0, len(l.sizes)-1), int64(l.Size().Height)
	}
	l.settle(l.Size().Height)
	l.scrolled()
}

// Dragged moves the scroll bar, or the cards that were taken by their grip.
func (l *CardList) Dragged(ev *fyne.DragEvent) {
	if l.bar.dragging {
		l.bar.drag(l.scale(), ev.Position.Y, l.Size().Height)
		l.jump()
		return
	}
	if l.dragged == nil && !l.beginDrag() {
		return
	}
	l.pointer = ev.Position
	l.aim()
	l.edge.pull(ev.Position.Y, l.Size().Height, RowHeight, func(by float64) {
		if l.scrollBy(float32(by)) {
			l.aim()
		}
	})
}

// beginDrag takes the pressed card, with the other selected ones when it is one of them.
func (l *CardList) beginDrag() bool {
	v, ok := l.pool.at(l.pressed.i)
	if l.OnMove == nil || !ok || l.pressed.cell < 0 || v.head.cells[l.pressed.cell].Kind != CellGrip {
		return false
	}
	l.dragged = []int{l.pressed.i}
	if l.IsSelected(l.pressed.i) {
		l.dragged = l.Selected()
	}
	l.draggedKeys = l.draggedKeys[:0]
	for _, i := range l.dragged {
		l.draggedKeys = append(l.draggedKeys, l.sizes[i].key)
	}
	hideTip(l)
	return true
}

// aim finds the gap between cards that is next to the pointer.
func (l *CardList) aim() {
	i, past := l.tower.at(l.tower.top(l.first) + l.past + int64(max(0, min(l.pointer.Y, l.Size().Height))))
	if past > int64(l.tower.height(i))/2 {
		i++
	}
	l.dropAt = i
	l.Refresh()
}

// DragEnd drops the cards.
func (l *CardList) DragEnd() {
	if l.bar.dragging {
		l.bar.dragging = false
		l.Refresh()
		return
	}
	cards, before := l.dragged, l.dropAt
	if cards == nil {
		return
	}
	l.endDrag()
	if before >= 0 && l.OnMove != nil {
		l.OnMove(cards, before)
	}
}

func (l *CardList) endDrag() {
	l.edge.stop()
	l.dragged, l.dropAt, l.pressed = nil, -1, nowhere
	l.Refresh()
}

// MinSize returns a small size: a list can be cut off.
func (l *CardList) MinSize() fyne.Size { return fyne.NewSize(minimum, minimum) }

// scrolled shows what came into view and moves the rest.
func (l *CardList) scrolled() {
	l.layout(false)
	canvas.Refresh(l)
}

// CreateRenderer links the list to its renderer.
func (l *CardList) CreateRenderer() fyne.WidgetRenderer { return &cardListRenderer{l: l} }

type cardListRenderer struct {
	l    *CardList
	size fyne.Size
}

func (r *cardListRenderer) Destroy()                     {}
func (r *cardListRenderer) MinSize() fyne.Size           { return r.l.MinSize() }
func (r *cardListRenderer) Objects() []fyne.CanvasObject { return r.l.objects }

// Layout draws the cards again only for another size, as that of a [List] does. A list that
// stands at its end stays there when it becomes lower.
func (r *cardListRenderer) Layout(size fyne.Size) {
	if r.l.atEnd && r.size.Height > size.Height {
		r.l.past += int64(r.size.Height - size.Height)
	}
	r.l.layout(size != r.size)
	r.size = size
}

func (r *cardListRenderer) Refresh() {
	r.l.layout(true)
	canvas.Refresh(r.l)
}
