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
	under  int     // place under the pointer, or -1
	turned float32 // by the wheel since it last moved the items

	// As last drawn:
	places     []railPlace // of the items, the buttons, and the arrows up and down
	room       float32     // height available for the items
	first, end int         // items [first, end) are in view
	revealed   int         // item that was active
}

// railPlace is where something is drawn. What is not in view has no height.
type railPlace struct{ y, height float32 }

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
	for _, text := range texts(slices.Concat(r.items, r.below)) {
		w = max(w, Face{Size: SmallSize}.Width(text)+2*railBar)
	}
	return min(w, railWidest)
}

func texts(items []RailItem) []string {
	var all []string
	for _, item := range items {
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
	r.places = make([]railPlace, len(r.items), len(r.items)+len(r.below)+2)
	for i := r.first; i < r.end; i++ {
		r.places[i] = railPlace{top + starts[i] - starts[r.first], h}
	}
	for i := range r.below {
		r.places = append(r.places, railPlace{room + float32(i)*h, h})
	}
	var up, down railPlace
	if r.first > 0 {
		up = railPlace{0, railArrow}
	}
	if r.end < len(r.items) {
		down = railPlace{room - railArrow, railArrow}
	}
	r.places = append(r.places, up, down)
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

// scroll moves the items by a number of items.
func (r *Rail) scroll(by int) {
	HideTip(r)
	r.under = -1
	r.first += by
	r.Refresh()
}

// at returns the place at a height, or -1.
func (r *Rail) at(y float32) int {
	return slices.IndexFunc(r.places, func(p railPlace) bool { return y >= p.y && y < p.y+p.height })
}

// Tapped chooses the item under the pointer, or presses the button or the arrow.
func (r *Rail) Tapped(ev *fyne.PointEvent) {
	HideTip(r)
	if i := r.at(ev.Position.Y); i < len(r.items) {
		r.pick(i)
	} else {
		r.item(i).Run()
	}
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
	r.turned -= ev.Scrolled.DY
	by := int(r.turned / (r.itemHeight() / 2)) // a turn of the wheel is less than an item
	if by == 0 || r.end-r.first == len(r.items) {
		return
	}
	r.turned = 0
	r.scroll(by)
}

// MouseIn begins hovering.
func (r *Rail) MouseIn(ev *desktop.MouseEvent) { r.MouseMoved(ev) }

// MouseMoved highlights what is under the pointer and shows its tip.
func (r *Rail) MouseMoved(ev *desktop.MouseEvent) {
	i := r.at(ev.Position.Y)
	if i != r.under {
		r.under = i
		r.Refresh()
	}
	if i < 0 {
		HideTip(r)
		return
	}
	item := r.item(i)
	tip := item.Tip
	if r.narrow && tip != "" && item.Text != "" {
		tip = item.Text + ": " + tip
	}
	ShowTip(r, tip, fyne.NewPos(0, r.places[i].y), fyne.NewSize(r.width(), r.places[i].height))
}

// item returns what is drawn at place i. Those that are not items have a function to run.
func (r *Rail) item(i int) RailItem {
	buttons, up := len(r.items), len(r.items)+len(r.below)
	page := max(1, r.end-r.first-1) // one item stays in view
	switch {
	case i < buttons:
		return r.items[i]
	case i < up:
		return r.below[i-buttons]
	case i == up:
		return RailItem{Icon: GlyphUp, Tip: strings.Join(texts(r.items[:r.first]), ", "), Run: func() { r.scroll(-page) }}
	}
	return RailItem{Icon: GlyphDown, Tip: strings.Join(texts(r.items[r.end:]), ", "), Run: func() { r.scroll(page) }}
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
	})
}

// draw draws what is at place i.
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
	if !r.narrow && item.Text != "" {
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
