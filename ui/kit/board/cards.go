package board

import (
	"strings"

	"fyne.io/fyne/v2"

	"dossier/ui/kit"
	"dossier/ui/kit/prose"
	"dossier/ui/kit/scroll"
)

const (
	// foldedLines is the number of lines shown of a collapsed text: enough to recognize it.
	foldedLines = 12
	// foldSlack is the number of additional lines that are not worth collapsing.
	foldSlack = 3
	// estimateBytes is the maximum number of bytes examined to estimate the height of an invisible
	// text.
	estimateBytes = 4 << 10
	// aheadLines is the number of lines drawn above and below the visible part of a long text, so
	// that not every scroll step redraws.
	aheadLines = 12
)

// Cards are the contents of a [CardList]. Len, Key, Find and Text are called for all cards on
// reload, so they should be fast and not allocate; Card is called for visible ones.
type Cards interface {
	Len() int
	// Key returns a unique key that identifies card i independent of its position.
	Key(i int) string
	// Find returns the index of the card with a key, or -1.
	Find(key string) int
	// Text returns the card's text, of any length: prose, which wraps, with monospaced Markdown
	// fences.
	Text(i int) string
	Card(i int) Card
}

// Card is what a [CardList] shows of a card in addition to its text.
type Card struct {
	Head  []Cell
	Muted bool         // less prominent: present but excluded
	Empty string       // shown in place of a blank text
	Found []prose.Span // search matches in the text, in order
	Shown int          // index of the current match in Found, or -1
	Tip   string       // tooltip of the head, where a cell has none
}

// CardList shows a vertical list of cards of different heights, each with a head of cells, like a
// [Row], and a text. Only the visible part exists as canvas objects, including the lines of a
// long text; the height of a card that was never visible is an estimate, which is corrected
// without moving the visible part. Long texts are collapsed.
//
// See [Board] for its use, with two differences: Up and Down scroll within a card that is higher
// than the view, and Left and Right collapse and expand. Cards are dragged by a cell of kind
// [CellGrip].
type CardList struct {
	Board

	// OnCell is called for a click on an active cell, with the cell's rectangle on the canvas for
	// a menu.
	OnCell func(i int, c Cell, at fyne.Position, size fyne.Size)
	// OnOpen is called for a double click on a text, with the byte offset of the click, and for
	// Enter, with -1.
	OnOpen func(i, at int)
	// OnMenu is called for a secondary click, with the byte offset of the click in the text or
	// -1, and for the menu key. A card that is not selected is selected first.
	OnMenu func(i, at int, pos fyne.Position)
	// MoreText returns the label for expanding a text with a number of lines; LessText is the
	// label for collapsing it.
	MoreText func(lines int) string
	LessText string

	cards   Cards
	rulers  *prose.Rulers
	width   float32    // of the text, that sizes are based on
	framed  float32    // height of the view in the last frame
	sizes   []cardSize // by card
	heights heights
	whole   map[string]bool // expanded long texts
	laid    map[string]*prose.Layout

	at    int         // the card at the top of the view
	past  int64       // scrolled distance within it; at the bottom it may exceed the limit given by exact heights
	atEnd bool        // the end of the last card is visible
	view  scroll.View // in units, for the scroll bar
	pool  scroll.Tiles[*cardView]
	edit  *cardEditing // nil unless a card is being edited
}

// cardSize is the known or estimated height of a card.
type cardSize struct {
	key   string
	text  string
	lines int32 // of the whole text; an estimate of a collapsed text need only exceed the number shown
	exact bool  // the text was laid out in the list's width
}

// cardPart is a part of a card under the pointer.
type cardPart int

const (
	noCardPart cardPart = iota
	cardHead
	cardBody
	cardMore // the expand or collapse link
)

// NewCardList returns a list of cards.
func NewCardList(cards Cards) *CardList {
	l := &CardList{
		cards: cards, rulers: prose.NewRulers(), whole: map[string]bool{}, laid: map[string]*prose.Layout{},
		view: scroll.View{Row: 1},
	}
	l.pool.Create = newCardView
	l.tiles = &l.pool
	l.setUp(l, cards)
	l.ground = kit.ColorPanel
	return l
}

func (l *CardList) count() int { return len(l.sizes) }

func (l *CardList) start() bool { return l.at == 0 && l.past == 0 }

func (l *CardList) first() int { return l.at }

func (l *CardList) scrollTo(i int, y float32) {
	if i >= 0 {
		l.at, l.past = i, -int64(y)
	} else {
		l.at = max(0, min(l.at, len(l.sizes)-1))
	}
}

// reload reads the cards again. Known heights are kept.
func (l *CardList) reload() {
	n := l.cards.Len()
	before := l.sizes
	var places map[string]int // previous indices, built when something has moved
	sizes := make([]cardSize, n)
	shift := 0 // most cards have moved by this number
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
			old, ok := places[key]
			if !ok {
				sizes[i].lines = l.estimate(text, l.whole[key])
				continue
			}
			at, shift = old, i-old
		}
		if before[at].text == text {
			sizes[i] = before[at]
		} else {
			sizes[i].lines = l.estimate(text, l.whole[key])
		}
	}
	l.sizes = sizes
	l.heights.build(n, l.heightOf)
}

// estimate estimates the number of lines of a text by its length, as far as it matters.
func (l *CardList) estimate(text string, whole bool) int32 {
	if l.width <= 0 {
		return 1
	}
	if !whole {
		text = text[:min(len(text), estimateBytes)]
	}
	perLine := max(1, int(l.width/l.rulers.Plain.Width('n')))
	lines := 0
	for para := range strings.SplitSeq(text, "\n") {
		lines += 1 + len(para)/perLine
		if !whole && lines > foldedLines+foldSlack {
			break
		}
	}
	return int32(lines)
}

// Measures of a card, from its top. Space between cards belongs to the lower one.
const (
	cardGap    = kit.Inset
	cardMargin = kit.Inset           // to the left of the cards
	cardSide   = kit.Group           // to the left and right of the text
	headTop    = cardGap + kit.Gap/2 // the head
	bodyTop    = headTop + kit.RowHeight + kit.Gap/2
	bodyPad    = kit.Inset // below the text
)

// heightOf returns the known or estimated height of card i.
func (l *CardList) heightOf(i int) int32 {
	s := l.sizes[i]
	if l.edit != nil && l.edit.key == s.key {
		return int32(bodyTop + l.edit.height() + bodyPad)
	}
	h := bodyTop + bodyPad
	switch folded, can := l.foldOf(s); {
	case folded:
		h += foldedLines*prose.LineHeight + kit.RowHeight
	case can:
		h += float32(s.lines)*prose.LineHeight + kit.RowHeight
	default:
		h += float32(max(1, s.lines)) * prose.LineHeight
	}
	return int32(h)
}

// foldOf reports whether a text is collapsed, and whether it can be.
func (l *CardList) foldOf(s cardSize) (folded, can bool) {
	can = s.lines > foldedLines+foldSlack
	return can && !l.whole[s.key], can
}

// lay lays out the text of card i, and corrects the card's height.
func (l *CardList) lay(i int) *prose.Layout {
	s := &l.sizes[i]
	p := l.laid[s.key]
	if p == nil {
		p = &prose.Layout{}
		l.laid[s.key] = p
	}
	if p.Lines == nil || p.Text != s.text || p.Width != l.width {
		p.Wrap(s.text, l.width, l.rulers)
	}
	if !s.exact {
		s.lines, s.exact = int32(len(p.Lines)), true
		if strings.TrimSpace(s.text) == "" {
			s.lines = 1
		}
	}
	l.heights.set(i, l.heightOf(i))
	return p
}

// height returns the exact height of card i.
func (l *CardList) height(i int) int64 {
	if s := l.sizes[i]; !s.exact && (l.edit == nil || l.edit.key != s.key) {
		l.lay(i)
	}
	return int64(l.heights.height(i))
}

// fit adapts to the width of the view: texts are laid out again if it changes.
func (l *CardList) fit(size fyne.Size) {
	width := max(kit.MinSide, size.Width-cardMargin-2*cardSide-kit.ScrollBarWidth)
	if width == l.width {
		return
	}
	l.width = width
	clear(l.laid)
	for i := range l.sizes {
		s := &l.sizes[i]
		s.exact, s.lines = false, l.estimate(s.text, l.whole[s.key])
	}
	if l.edit != nil {
		l.edit.editor.LayOut(l.editWidth())
	}
	l.heights.build(len(l.sizes), l.heightOf)
}

// settle determines the card at the top of the view, and the one after the last visible one, with
// exact heights of all between them.
func (l *CardList) settle() (end int) {
	n := len(l.sizes)
	if n == 0 {
		l.at, l.past = 0, 0
		return 0
	}
	fill := int64(l.Size().Height)
	for range 2 { // again if the end became visible
		for l.past < 0 && l.at > 0 {
			l.at--
			l.past += l.height(l.at)
		}
		l.past = max(0, l.past)
		for l.at < n-1 && l.past >= l.height(l.at) {
			l.past -= l.height(l.at)
			l.at++
		}
		y := -l.past
		for end = l.at; end < n && y < fill; end++ {
			y += l.height(end)
		}
		y += int64(cardGap)
		l.atEnd = end == n && y <= fill
		if end < n || y >= fill || l.at == 0 && l.past == 0 {
			break
		}
		l.past -= fill - y
	}
	return end
}

// top returns the position of card i in the view.
func (l *CardList) top(i int) float32 {
	return float32(l.heights.top(i) - l.heights.top(l.at) - l.past)
}

// scrollBy scrolls, and reports whether anything moved.
func (l *CardList) scrollBy(dy float64) bool {
	at, past := l.at, l.past
	l.past += int64(dy)
	l.settle()
	return l.at != at || l.past != past
}

// ScrollToEnd shows the end of the last card.
func (l *CardList) ScrollToEnd() {
	if n := len(l.sizes); n > 0 {
		l.at, l.past = n-1, l.height(n-1)
		l.settle()
		l.Refresh()
	}
}

// Place returns the key of the first visible card and the scrolled units of it; "" means the
// start.
func (l *CardList) Place() (key string, past int64) {
	if l.at >= len(l.sizes) || l.at == 0 && l.past == 0 {
		return "", 0
	}
	return l.sizes[l.at].key, l.past
}

// SetPlace scrolls to a position returned by [CardList.Place], or to the start if the card no
// longer exists.
func (l *CardList) SetPlace(key string, past int64) {
	l.at, l.past = 0, 0
	if i := l.cards.Find(key); key != "" && i >= 0 {
		l.at, l.past = i, past
	}
	l.settle()
	l.Refresh()
}

func (l *CardList) reveal(i int) bool {
	bottom := float32(l.height(i))
	if i == len(l.sizes)-1 {
		bottom += cardGap // the margin below the last one
	}
	return l.revealPart(i, 0, bottom)
}

// revealPart scrolls as little as possible to show the part [from, to) of card i, in units below
// its top, or as much of its beginning as fits. It reports whether it scrolled.
func (l *CardList) revealPart(i int, from, to float32) bool {
	height := l.Size().Height
	top := l.top(i)
	switch {
	case top+from < 0 || to-from > height:
		l.at, l.past = i, int64(from)
	case top+to > height:
		if top > height+float32(len(l.sizes))*bodyTop { // far below: the heights between are estimates
			l.at, l.past = i, 0
		}
		l.at, l.past = i, int64(to-height)
	default:
		return false
	}
	l.settle()
	return true
}

// ShowText shows an offset in the text of card i, a third from the top if it was not visible, and
// expands the text if necessary.
func (l *CardList) ShowText(i, at int) {
	if i < 0 || i >= len(l.sizes) || l.width <= 0 {
		return
	}
	p := l.lay(i)
	line := p.LineOf(at)
	if folded, _ := l.foldOf(l.sizes[i]); folded && line >= foldedLines {
		l.unfold(i, true)
	}
	y := bodyTop + float32(line)*prose.LineHeight
	if top := l.top(i) + y; top < 0 || top+prose.LineHeight > l.Size().Height {
		l.at, l.past = i, int64(y-l.Size().Height/3)
		l.settle()
	}
	l.Refresh()
}

// Unfold expands or collapses a long text.
func (l *CardList) Unfold(i int, whole bool) {
	if i >= 0 && i < len(l.sizes) {
		l.unfold(i, whole)
		if !whole {
			l.reveal(i)
		}
		l.Refresh()
	}
}

// Folded reports whether a text is collapsed, and whether it can be.
func (l *CardList) Folded(i int) (folded, can bool) { return l.foldOf(l.sizes[i]) }

func (l *CardList) unfold(i int, whole bool) {
	key := l.sizes[i].key
	if whole {
		l.whole[key] = true
	} else {
		delete(l.whole, key)
	}
	l.sizes[i].exact = false
	l.lay(i)
}

// CardArea returns the area of card i on the canvas, without the gap above it.
func (l *CardList) CardArea(i int) (fyne.Position, fyne.Size) {
	if i < 0 || i >= len(l.sizes) {
		return fyne.Position{}, fyne.Size{}
	}
	return kit.PlaceOf(l).AddXY(0, l.top(i)+cardGap), fyne.NewSize(l.Size().Width, float32(l.heights.height(i))-cardGap)
}

// key scrolls within a card, and collapses or expands it.
func (l *CardList) key(name fyne.KeyName, i int) bool {
	switch name {
	case fyne.KeyUp:
		return l.nudge(max(0, i), -1)
	case fyne.KeyDown:
		return l.nudge(max(0, i), 1)
	case fyne.KeyLeft, fyne.KeyRight:
		if i >= 0 {
			l.Unfold(i, name == fyne.KeyRight)
		}
		return true
	}
	return false
}

// nudge scrolls within card i if it extends beyond the edge of the view, and reports whether it
// did.
func (l *CardList) nudge(i, direction int) bool {
	height := l.Size().Height
	top := l.top(i)
	bottom := top + float32(l.height(i))
	if top > height || bottom < 0 || bottom-top <= height { // not visible, or completely visible
		return false
	}
	by := min(height-2*prose.LineHeight, bottom-height)
	if direction < 0 {
		by = max(2*prose.LineHeight-height, top)
	}
	if by*float32(direction) <= 0 || !l.scrollBy(float64(by)) {
		return false
	}
	l.Refresh()
	return true
}

// page scrolls by the height of the view minus two lines, and returns the card that is then where
// card at was.
func (l *CardList) page(at, direction int) int {
	at = max(0, at)
	by := float32(direction) * max(prose.LineHeight, l.Size().Height-2*prose.LineHeight)
	before := l.top(at)
	if !l.scrollBy(float64(by)) {
		if direction > 0 {
			return len(l.sizes) - 1
		}
		return 0
	}
	y := max(cardGap, min(before, l.Size().Height-1))
	i, _ := l.heights.at(l.heights.top(l.at) + l.past + int64(y))
	return i
}

func (l *CardList) hitAt(pos fyne.Position) hit {
	if pos.Y < 0 || pos.Y >= l.Size().Height || len(l.sizes) == 0 {
		return nowhere
	}
	i, past := l.heights.at(l.heights.top(l.at) + l.past + int64(pos.Y))
	v, ok := l.pool.At(i)
	y := float32(past)
	if !ok || past >= int64(l.heights.height(i)) || y < cardGap || pos.X < cardMargin {
		return nowhere
	}
	h := hit{i: i, part: cardBody, cell: -1}
	switch {
	case y < bodyTop:
		h.part = cardHead
		h.cell = v.head.cellAt(pos.X - cardMargin)
		h.live, h.grip = v.head.acts(h.cell)
	case v.more != "" && y >= float32(l.heights.height(i))-bodyPad-kit.RowHeight:
		if pos.X >= cardMargin+cardSide && pos.X < cardMargin+cardSide+v.moreWidth {
			h.part, h.live = cardMore, true
		}
	}
	return h
}

// byteAt returns the offset in the text of card i nearest to a position, or -1 outside the text.
func (l *CardList) byteAt(i int, pos fyne.Position) int {
	p := l.laid[l.sizes[i].key]
	y := pos.Y - l.top(i) - bodyTop
	if p == nil || len(p.Lines) == 0 || y < 0 {
		return -1
	}
	return p.ByteAt(min(int(y/prose.LineHeight), len(p.Lines)-1), pos.X-cardMargin-cardSide)
}

// press ends an edit of another card.
func (l *CardList) press(i int) { l.endEditElsewhere(i) }

func (l *CardList) click(h hit) {
	if h.part == cardMore {
		folded, _ := l.foldOf(l.sizes[h.i])
		l.Unfold(h.i, folded)
		return
	}
	l.clickCell(h.i, h.cell)
}

func (l *CardList) clickCell(i, cell int) {
	v, ok := l.pool.At(i)
	if !ok || l.OnCell == nil {
		return
	}
	at, size := v.head.chipArea(cell, kit.RowHeight)
	l.OnCell(i, v.head.cells[cell], kit.PlaceOf(l).AddXY(cardMargin+at.X, l.top(i)+headTop+at.Y), size)
}

// PressCell does what a click on the first active cell of card i with the given ID does.
func (l *CardList) PressCell(i, id int) {
	l.ScrollTo(i)
	if v, ok := l.pool.At(i); ok {
		if k := v.head.find(id); k >= 0 {
			l.clickCell(i, k)
		}
	}
}

func (l *CardList) open(i int) bool {
	if l.OnOpen != nil && i >= 0 {
		l.OnOpen(i, -1)
	}
	return true
}

func (l *CardList) openAt(h hit, pos fyne.Position) bool {
	if h.part != cardBody || l.OnOpen == nil {
		return false
	}
	l.OnOpen(h.i, l.byteAt(h.i, pos))
	return true
}

// TappedSecondary opens the context menu.
func (l *CardList) TappedSecondary(ev *fyne.PointEvent) {
	if h := l.hitAt(ev.Position); h.i >= 0 {
		at := -1
		if h.part == cardBody {
			at = l.byteAt(h.i, ev.Position)
		}
		l.openMenuAt(h.i, at, ev.AbsolutePosition)
	}
}

// openMenuAt opens the menu of card i at offset at of its text, or of the whole card for -1.
func (l *CardList) openMenuAt(i, at int, pos fyne.Position) {
	if l.OnMenu != nil {
		l.openMenu(func(i int, pos fyne.Position) { l.OnMenu(i, at, pos) }, i, pos)
	}
}

func (l *CardList) menu(i int) {
	if l.OnMenu != nil {
		l.reveal(i)
		l.openMenuAt(i, -1, kit.PlaceOf(l).AddXY(cardMargin+kit.Group, l.top(i)+bodyTop))
	}
}

func (l *CardList) tip(h hit) (text string, at fyne.Position, size fyne.Size) {
	v, ok := l.pool.At(h.i)
	if !ok || h.part != cardHead {
		return "", at, size
	}
	text, at, size = v.head.tip(h.cell, v.card.Tip, fyne.NewSize(l.Size().Width, kit.RowHeight))
	return text, at.AddXY(cardMargin, l.top(h.i)+headTop), size
}

func (l *CardList) writing() string {
	if l.edit == nil {
		return ""
	}
	return l.edit.key
}

func (l *CardList) reloaded() { l.followEdit() }

// scale returns the list as a view of units.
func (l *CardList) scale() *scroll.View {
	l.view.Rows = int(l.heights.total()) + int(cardGap)
	l.view.Height = l.Size().Height
	l.view.Offset = float64(l.heights.top(l.at) + l.past)
	return &l.view
}

// scaled scrolls to the position of the scroll bar.
func (l *CardList) scaled() {
	i, past := l.heights.at(int64(l.view.Offset))
	l.at, l.past = i, past
	if l.view.Offset >= l.view.Limit() {
		l.at, l.past = max(0, len(l.sizes)-1), int64(l.Size().Height)
	}
	l.settle()
}

func (l *CardList) gapAt(along float32) int {
	i, past := l.heights.at(l.heights.top(l.at) + l.past + int64(max(0, min(along, l.Size().Height))))
	if past > int64(l.heights.height(i))/2 {
		i++
	}
	return i
}

func (l *CardList) gap(i int) float32 { return l.top(i) + cardGap/2 }
