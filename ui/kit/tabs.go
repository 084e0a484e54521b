package kit

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
)

// Tab is one tab of a [TabBar].
type Tab struct {
	Text   string
	Detail string // after the text, such as a count
	Tip    string
	Keep   bool // hidden only after all other tabs but the current one
}

// TabBar is a row of tabs, 32 units high plus a hairline. Tabs that do not fit go into a
// menu at the right; the current tab is always visible, and those with Keep are hidden
// last. The bar shows no content: switching it is up to the caller. Left, Right, Home and
// End move between tabs.
type TabBar struct {
	oneOf
	tabs  []Tab
	under int // the tab under the pointer, len(tabs) for the menu, or -1
	shown []tabPlace
	more  float32 // where the menu's sign starts; 0 when all tabs fit
}

type tabPlace struct {
	tab  int
	x, w float32
}

// NewTabBar returns a bar on its first tab. chosen, which may be nil, is called when the
// user chooses a tab, but not by [TabBar.SetCurrent].
func NewTabBar(tabs []Tab, chosen func(int)) *TabBar {
	b := &TabBar{oneOf: oneOf{count: len(tabs), chosen: chosen}, tabs: tabs, under: -1}
	b.extend(b)
	return b
}

// Current returns the index of the current tab.
func (b *TabBar) Current() int { return b.current }

// SetCurrent makes tab i the current one. An index out of range is ignored.
func (b *TabBar) SetCurrent(i int) { b.use(i) }

// SetTabs replaces the tabs. The index of the current tab stays the same, or becomes that
// of the last tab when there are fewer.
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

// arrange places the tabs that fit. When not all of them do, it leaves room for the menu
// and hides tabs from the end: those with Keep last, and the current one never.
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

// TypedKey moves between tabs. Down and Space open the menu, if there is one.
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

// MouseMoved highlights the tab under the pointer.
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

// CreateRenderer returns the renderer of the bar.
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
