package kit

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
)

// Tab is one of the texts of a [TabBar].
type Tab struct {
	Text   string
	Detail string // behind it: how many there are
	Tip    string
	Keep   bool // hidden after all others that are not in use
}

// TabBar is a row of tabs, 32 high and a hairline below. Tabs that do not fit are in a menu at its
// right; the tab in use is always in view, and those with Keep as long as any other is. It shows no content: that is the
// caller's to change. Left and Right, Home and End move along the tabs.
type TabBar struct {
	oneOf
	tabs  []Tab
	under int // under the pointer: a tab, len(tabs) for the menu, or -1
	shown []tabPlace
	more  float32 // where the menu's sign starts; 0 when all tabs fit
}

type tabPlace struct {
	tab  int
	x, w float32
}

// NewTabBar returns a bar with the first tab in use. chosen is told of a
// person's choices and not of [TabBar.SetCurrent].
func NewTabBar(tabs []Tab, chosen func(int)) *TabBar {
	b := &TabBar{oneOf: oneOf{count: len(tabs), chosen: chosen}, tabs: tabs, under: -1}
	b.extend(b)
	return b
}

// Current returns the index of the tab in use.
func (b *TabBar) Current() int { return b.current }

// SetCurrent sets the tab in use; an index that is none is ignored.
func (b *TabBar) SetCurrent(i int) { b.use(i) }

// SetTabs changes the tabs. The tab in use stays at its index, as far as there
// is one.
func (b *TabBar) SetTabs(tabs []Tab) {
	b.tabs, b.count = tabs, len(tabs)
	b.current = max(0, min(b.current, len(tabs)-1))
	b.Refresh()
}

func (b *TabBar) width(i int) float32 {
	w := Face{}.Width(b.tabs[i].Text)
	if d := b.tabs[i].Detail; d != "" {
		w += Inset + Face{Mono: true, Size: SmallSize}.Width(d)
	}
	return w + 2*(Inset+2)
}

// arrange places the tabs that fit. When not all do, room is kept for the menu, and the
// last go first: the tab in use never, and those to be kept after all others.
func (b *TabBar) arrange(total float32) {
	b.shown, b.more = b.shown[:0], 0
	hidden := make([]bool, len(b.tabs))
	sum, room := Gap, total
	for i := range b.tabs {
		sum += b.width(i)
	}
	if sum > total {
		room = total - TabHeight
		b.more = room
	}
	for _, keep := range []bool{false, true} {
		for i := len(b.tabs) - 1; i >= 0 && sum > room; i-- {
			if i != b.current && b.tabs[i].Keep == keep {
				hidden[i] = true
				sum -= b.width(i)
			}
		}
	}
	x := Gap
	for i := range b.tabs {
		if hidden[i] {
			continue
		}
		w := min(b.width(i), max(0, room-x))
		b.shown = append(b.shown, tabPlace{i, x, w})
		x += w
	}
}

func (b *TabBar) at(x float32) int {
	if b.more > 0 && x >= b.more {
		return len(b.tabs)
	}
	for _, p := range b.shown {
		if x >= p.x && x < p.x+p.w {
			return p.tab
		}
	}
	return -1
}

// Tapped chooses the tab under the pointer, or opens the menu of the rest.
func (b *TabBar) Tapped(ev *fyne.PointEvent) {
	HideTip(b)
	i := b.at(ev.Position.X)
	if i == len(b.tabs) {
		b.openMenu()
		return
	}
	b.pick(i)
}

func (b *TabBar) openMenu() {
	items := make([]MenuItem, len(b.tabs))
	for i, t := range b.tabs {
		items[i] = MenuItem{Text: t.Text, Detail: t.Detail, Checked: i == b.current, Action: func() { b.pick(i) }}
	}
	if c := CanvasOf(b); c != nil {
		ShowMenu(c, PlaceOf(b).AddXY(b.more, 0), fyne.NewSize(TabHeight, b.Size().Height), items)
	}
}

// TypedKey moves along the tabs.
func (b *TabBar) TypedKey(ev *fyne.KeyEvent) {
	switch ev.Name {
	case fyne.KeyLeft:
		b.pick(b.current - 1)
	case fyne.KeyRight:
		b.pick(b.current + 1)
	case fyne.KeyHome:
		b.pick(0)
	case fyne.KeyEnd:
		b.pick(len(b.tabs) - 1)
	case fyne.KeyDown, fyne.KeySpace:
		if b.more > 0 {
			b.openMenu()
		}
	default:
		HandOnKey(b, ev)
	}
}

// MouseIn begins hovering.
func (b *TabBar) MouseIn(ev *desktop.MouseEvent) { b.MouseMoved(ev) }

// MouseMoved lights the tab under the pointer.
func (b *TabBar) MouseMoved(ev *desktop.MouseEvent) {
	i := b.at(ev.Position.X)
	if i != b.under {
		b.under = i
		b.Refresh()
	}
	for _, p := range b.shown {
		if p.tab == i {
			ShowTip(b, b.tabs[i].Tip, fyne.NewPos(p.x, 0), fyne.NewSize(p.w, TabHeight))
			return
		}
	}
	HideTip(b)
}

// MouseOut ends hovering.
func (b *TabBar) MouseOut() {
	b.under = -1
	HideTip(b)
	b.Refresh()
}

// CreateRenderer links the bar to its renderer.
func (b *TabBar) CreateRenderer() fyne.WidgetRenderer {
	return NewRenderer(b, func() fyne.Size {
		return fyne.NewSize(3*TabHeight, TabHeight+Hairline)
	}, func(s *Drawing, size fyne.Size) {
		b.arrange(size.Width)
		s.Box(0, 0, size.Width, size.Height, 0, ColorPanel, "")
		s.Box(0, size.Height-Hairline, size.Width, Hairline, 0, ColorHairline, "")
		size.Height -= Hairline
		for _, p := range b.shown {
			ink, f := ColorMuted, Face{}
			if p.tab == b.current {
				ink = ColorText
				s.Box(p.x, size.Height-Underline, p.w, Underline, 0, ColorAccent, "")
				if b.focused {
					s.Outlined(p.x, 2, p.w, size.Height-2-Underline-1, Radius, FocusWidth, "", ColorAccent)
				}
			} else if p.tab == b.under {
				ink = ColorText
				s.Box(p.x, Gap, p.w, size.Height-2*Gap, Radius, ColorHover, "")
			}
			x := p.x + Inset + 2
			x += s.Text(FitEnd(b.tabs[p.tab].Text, p.x+p.w-x+0.5, f), x, 0, size.Height, f, ink)
			s.Text(b.tabs[p.tab].Detail, x+Inset, 1, size.Height, Face{Mono: true, Size: SmallSize}, ColorMuted)
		}
		if b.more > 0 {
			if b.under == len(b.tabs) {
				s.Box(b.more+2, Gap, TabHeight-4, size.Height-2*Gap, Radius, ColorHover, "")
			}
			s.Glyph(GlyphMore, b.more+(TabHeight-GlyphSize)/2, (size.Height-GlyphSize)/2, GlyphSize, ColorMuted)
		}
	})
}
