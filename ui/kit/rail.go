package kit

import (
	"slices"
	"strconv"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
)

// The measures of a [Rail], in units.
const (
	RailWidth       float32 = 70
	railWidest      float32 = 106 // maximum width, for languages with longer words
	RailNarrow      float32 = 40  // with icons alone
	railItem        float32 = 48
	railItemNarrow  float32 = 40
	railIcon        float32 = 20
	railBar         float32 = 3 // at the left of the active item
	railDot         float32 = 6
	railGroupMargin float32 = 4 // above and below the line between groups
	railArrow       float32 = 24
)

// RailItem is an item of a [Rail].
type RailItem struct {
	Text  string
	Icon  Glyph
	Tip   string
	Group int  // a line separates items of different groups
	Count int  // shown as a small figure unless it is 0
	Dot   bool // something in it needs attention
	// Run makes the item a button at the bottom of the rail instead of a choice.
	Run func()
}

// Rail is a column of items with icons, one of which is active, and buttons at its bottom. If the
// items do not fit, they scroll with the wheel and with an arrow above and below them; an item that
// becomes active is scrolled into view. Up, Down, Home and End move between items. The rail shows no
// content: switching it is up to the caller.
type Rail struct {
	oneOf
	items  []RailItem // items that can become active
	below  []RailItem // buttons
	narrow bool
	under  int // item under the pointer, or -1; buttons count after the items

	// As last drawn:
	places     []railPlace // of items and then of buttons; items that are scrolled out of view have no height
	room       float32     // height available for the items
	first, end int         // items [first, end) are in view
	revealed   int         // item that was active
	scrolled   float32     // what the wheel has turned since it last moved an item
}

type railPlace struct{ y, height float32 }

func (p railPlace) has(y float32) bool { return y >= p.y && y < p.y+p.height }

// NewRail returns a rail without items. chosen, which may be nil, is called with the index of the
// item that the user chooses, but not by [Rail.SetCurrent].
func NewRail(chosen func(int)) *Rail {
	r := &Rail{oneOf: oneOf{chosen: chosen}, under: -1}
	r.extend(r)
	return r
}

// Current returns the index of the active item.
func (r *Rail) Current() int { return r.current }

// SetCurrent makes item i the active one. An index out of range is ignored.
func (r *Rail) SetCurrent(i int) { r.use(i) }

// SetItems replaces the items. The index of the active item stays the same, or becomes that of the
// last item if there are fewer. It does nothing if nothing visible changes.
func (r *Rail) SetItems(items []RailItem) {
	old := r.items
	oldBelow := r.below
	r.items, r.below = nil, nil
	for _, item := range items {
		if item.Run != nil {
			r.below = append(r.below, item)
		} else {
			r.items = append(r.items, item)
		}
	}
	r.count = len(r.items)
	r.current = max(0, min(r.current, len(r.items)-1))
	if !sameItems(old, r.items) || !sameItems(oldBelow, r.below) {
		r.Refresh()
	}
}

func sameItems(a, b []RailItem) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		x, y := a[i], b[i]
		if x.Text != y.Text || x.Icon != y.Icon || x.Tip != y.Tip || x.Group != y.Group || x.Count != y.Count || x.Dot != y.Dot {
			return false
		}
	}
	return true
}

// SetNarrow sets whether the icons are shown without their texts.
func (r *Rail) SetNarrow(narrow bool) { set(r, &r.narrow, narrow) }

func (r *Rail) itemHeight() float32 {
	if r.narrow {
		return railItemNarrow
	}
	return railItem
}

func (r *Rail) width() float32 {
	if r.narrow {
		return RailNarrow
	}
	w := RailWidth
	for _, text := range r.texts() {
		w = max(w, Face{Size: SmallSize}.Width(text)+2*railBar)
	}
	return min(w, railWidest)
}

// texts returns the texts of the items and the buttons.
func (r *Rail) texts() []string {
	var all []string
	for _, item := range slices.Concat(r.items, r.below) {
		all = append(all, item.Text)
	}
	return all
}

// arrange places the items and buttons in a height.
func (r *Rail) arrange(height float32) {
	h := r.itemHeight()
	starts := make([]float32, len(r.items))
	bottom := float32(0)
	for i, item := range r.items {
		if i > 0 && item.Group != r.items[i-1].Group {
			bottom += 2*railGroupMargin + Hairline
		}
		starts[i] = bottom
		bottom += h
	}
	room := max(h, height-float32(len(r.below))*h)
	top, view := float32(0), room
	if bottom > room {
		top, view = railArrow, max(h, room-2*railArrow)
	}
	r.scrollTo(starts, view, room != r.room)
	if r.first == 0 {
		top = 0
	}
	r.room = room
	r.places = make([]railPlace, 0, len(r.items)+len(r.below))
	for i := range r.items {
		p := railPlace{top, 0}
		if i >= r.first && i < r.end {
			p = railPlace{top + starts[i] - starts[r.first], h}
		}
		r.places = append(r.places, p)
	}
	for i := range r.below {
		r.places = append(r.places, railPlace{room + float32(i)*h, h})
	}
}

// scrollTo determines the items in view, which is at least as high as one item. The active item is among them
// if it has just become active, or if the height is new.
func (r *Rail) scrollTo(starts []float32, view float32, resized bool) {
	h, n := r.itemHeight(), len(starts)
	fit := func(first, i int) bool { return starts[i]+h-starts[first] <= view }
	furthest := max(0, n-1)
	for furthest > 0 && fit(furthest-1, n-1) {
		furthest--
	}
	r.first = max(0, min(r.first, furthest))
	if n > 0 && (resized || r.current != r.revealed) {
		r.first = min(r.first, r.current)
		for !fit(r.first, r.current) {
			r.first++
		}
	}
	r.revealed = r.current
	if r.first == 0 && n > 0 && !fit(0, n-1) {
		view += railArrow // that of the arrow up
	}
	for r.end = r.first; r.end < n && fit(r.first, r.end); {
		r.end++
	}
}

// arrow returns the direction of the arrow at a height: -1 up, 1 down, 0 if there is none.
func (r *Rail) arrow(y float32) int {
	switch {
	case r.first > 0 && y < railArrow:
		return -1
	case r.end < len(r.items) && y >= r.room-railArrow && y < r.room:
		return 1
	}
	return 0
}

// hidden returns the names of the items that are out of view in a direction.
func (r *Rail) hidden(direction int) string {
	list := r.items[:r.first]
	if direction > 0 {
		list = r.items[r.end:]
	}
	var names []string
	for _, item := range list {
		names = append(names, item.Text)
	}
	return strings.Join(names, ", ")
}

// scroll moves the items by a number of items.
func (r *Rail) scroll(by int) {
	HideTip(r)
	r.under = -1
	r.first += by
	r.Refresh()
}

// at returns the item at a height, or -1. Buttons are counted after the items.
func (r *Rail) at(y float32) int {
	return slices.IndexFunc(r.places, func(p railPlace) bool { return p.has(y) })
}

// Tapped chooses the item under the pointer, or presses the button.
func (r *Rail) Tapped(ev *fyne.PointEvent) {
	HideTip(r)
	if direction := r.arrow(ev.Position.Y); direction != 0 {
		r.scroll(direction * max(1, r.end-r.first-1)) // one stays in view
		return
	}
	i := r.at(ev.Position.Y)
	if i >= len(r.items) {
		r.below[i-len(r.items)].Run()
		return
	}
	r.pick(i)
}

// TypedKey moves between items.
func (r *Rail) TypedKey(ev *fyne.KeyEvent) {
	switch ev.Name {
	case fyne.KeyUp:
		r.pick(r.current - 1)
	case fyne.KeyDown:
		r.pick(r.current + 1)
	case fyne.KeyHome:
		r.pick(0)
	case fyne.KeyEnd:
		r.pick(len(r.items) - 1)
	default:
		HandOnKey(r, ev)
	}
}

// Scrolled scrolls the items that do not fit.
func (r *Rail) Scrolled(ev *fyne.ScrollEvent) {
	r.scrolled -= ev.Scrolled.DY
	by := int(r.scrolled / (r.itemHeight() / 2)) // a turn of the wheel is less than an item
	if by == 0 {
		return
	}
	r.scrolled = 0
	r.scroll(by)
}

// MouseIn begins hovering.
func (r *Rail) MouseIn(ev *desktop.MouseEvent) { r.MouseMoved(ev) }

// MouseMoved highlights the item under the pointer and shows its tip.
func (r *Rail) MouseMoved(ev *desktop.MouseEvent) {
	i := r.at(ev.Position.Y)
	if i != r.under {
		r.under = i
		r.Refresh()
	}
	if direction := r.arrow(ev.Position.Y); direction != 0 {
		y := float32(0)
		if direction > 0 {
			y = r.room - railArrow
		}
		ShowTip(r, r.hidden(direction), fyne.NewPos(0, y), fyne.NewSize(r.width(), railArrow))
		return
	}
	if i < 0 {
		HideTip(r)
		return
	}
	item := r.item(i)
	tip := item.Tip
	if r.narrow && tip != "" {
		tip = item.Text + ": " + tip
	}
	ShowTip(r, tip, fyne.NewPos(0, r.places[i].y), fyne.NewSize(r.width(), r.places[i].height))
}

// item returns item i. Buttons are counted after the items.
func (r *Rail) item(i int) RailItem {
	if i >= len(r.items) {
		return r.below[i-len(r.items)]
	}
	return r.items[i]
}

// MouseOut ends hovering.
func (r *Rail) MouseOut() {
	r.under = -1
	HideTip(r)
	r.Refresh()
}

// CreateRenderer returns the renderer of the rail.
func (r *Rail) CreateRenderer() fyne.WidgetRenderer {
	return NewRenderer(r, func() fyne.Size {
		return fyne.NewSize(r.width(), 2*r.itemHeight()+float32(len(r.below))*r.itemHeight())
	}, func(s *Drawing, size fyne.Size) {
		r.arrange(size.Height)
		s.Box(0, 0, size.Width, size.Height, 0, ColorPanel, "")
		s.Box(size.Width-Hairline, 0, Hairline, size.Height, 0, ColorHairline, "")
		for i, p := range r.places {
			if p.height == 0 {
				continue
			}
			if i > r.first && i < len(r.items) && r.items[i].Group != r.items[i-1].Group {
				s.Box(Inset, p.y-railGroupMargin-Hairline, size.Width-2*Inset, Hairline, 0, ColorHairline, "")
			}
			r.draw(s, i, p, size.Width-Hairline)
		}
		const glyph = railIcon * 0.8
		x := (size.Width - Hairline - glyph) / 2
		if r.first > 0 {
			s.Glyph(GlyphUp, x, (railArrow-glyph)/2, glyph, ColorMuted)
		}
		if r.end < len(r.items) {
			s.Glyph(GlyphDown, x, r.room-(railArrow+glyph)/2, glyph, ColorMuted)
		}
	})
}

// draw draws one item.
func (r *Rail) draw(s *Drawing, i int, p railPlace, width float32) {
	item := r.item(i)
	ink := ColorMuted
	switch {
	case i == r.current && i < len(r.items):
		ink = ColorText
		s.Box(0, p.y, width, p.height, 0, ColorSelection, "")
		s.Box(0, p.y, railBar, p.height, 0, ColorAccent, "")
		if r.focused {
			s.Outlined(railBar+1, p.y+1, width-railBar-2, p.height-2, Radius, FocusWidth, "", ColorAccent)
		}
	case i == r.under:
		ink = ColorText
		s.Box(2, p.y+2, width-4, p.height-4, Radius, ColorHover, "")
	}
	iconY := p.y + (p.height-railIcon)/2
	if !r.narrow {
		iconY = p.y + Inset
		f := Face{Size: SmallSize}
		text := FitEnd(item.Text, width-4, f)
		s.Text(text, (width-f.Width(text))/2, iconY+railIcon+1, p.height-Inset-railIcon-3, f, ink)
	}
	iconX := (width - railIcon) / 2
	s.Glyph(item.Icon, iconX, iconY, railIcon, ink)
	if item.Dot {
		s.Box(iconX+railIcon, iconY-2, railDot, railDot, railDot/2, ColorAccent, "")
	} else if item.Count > 0 {
		text := strconv.Itoa(item.Count)
		if item.Count > 999 {
			text = "1k+"
		}
		if !r.narrow || len(text) < 3 {
			f := Face{Mono: true, Size: SmallSize}
			x := min(iconX+railIcon, width-f.Width(text)-1) // all of it, even if it covers a corner of the icon
			s.Text(text, x, iconY-3, SmallSize+2, f, ColorAccent)
		}
	}
}
