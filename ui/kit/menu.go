package kit

import (
	"math"
	"strings"
	"time"
	"unicode"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"
)

const (
	// typingPause is the pause that ends a typed prefix.
	typingPause = time.Second
)

// MenuItem is a row of a menu.
type MenuItem struct {
	Text    string
	Detail  string // shown at the right: a shortcut, a number of tokens
	Room    string // a longer detail that may follow, for which space is reserved; see [Menu.SetDetail]
	Note    string // a second line that explains the row
	Checked bool
	Reason  string // why the row is disabled; disables it if not empty
	Action  func() // called after the menu is closed; may be nil

	Heading   bool // a heading for the rows below it
	Separator bool // a separator; all other fields are ignored
}

func (m MenuItem) enabled() bool {
	return !m.Separator && !m.Heading && m.Reason == ""
}

// second returns the second line of a row; may be empty.
func (m MenuItem) second() string {
	if m.Reason != "" {
		return m.Reason
	}
	return m.Note
}

func (m MenuItem) height() float32 {
	switch {
	case m.Separator:
		return separatorSize
	case m.second() != "":
		return RowHeight + reasonSize
	}
	return RowHeight
}

// Menu is an open menu. It takes the focus: Up, Down, Home, End and typing the beginning of a row
// move, Enter and Space choose, Escape and Tab close.
//
// The menu's whole canvas is focused, not only its box: the release of the button that opened it
// is a click outside the box, and would remove the focus.
type Menu struct {
	widget.BaseWidget
	canvas fyne.Canvas
	panel  *menuPanel
	at     fyne.Position // of the object that the menu belongs to
	of     fyne.Size
	closed bool

	// OnClosed is called when the menu closes, before an item's action.
	OnClosed func()
}

// ShowMenu opens a menu next to the rectangle at, of on the canvas: below it if there is space,
// else above it, and always within the window. The cursor starts on the checked row, or else on
// the first enabled one. For an empty menu it returns nil.
func ShowMenu(c fyne.Canvas, at fyne.Position, of fyne.Size, items []MenuItem) *Menu {
	if len(items) == 0 {
		return nil
	}
	if o, ok := c.Content().(*Overlay); ok {
		o.HideTip()
	}
	m := &Menu{canvas: c, at: at, of: of}
	m.panel = &menuPanel{menu: m, items: items, cursor: -1, now: time.Now}
	m.panel.ExtendBaseWidget(m.panel)
	m.ExtendBaseWidget(m)
	m.panel.cursor = m.panel.firstChecked()
	c.Overlays().Add(m)
	m.Resize(c.Size())
	m.panel.reveal()
	c.Focus(m)
	return m
}

// ShowMenuAt opens a menu at a point of the canvas.
func ShowMenuAt(c fyne.Canvas, at fyne.Position, items []MenuItem) *Menu {
	return ShowMenu(c, at.SubtractXY(0, Gap), fyne.Size{}, items)
}

// Close closes the menu.
func (m *Menu) Close() {
	if m.closed {
		return
	}
	m.closed = true
	m.canvas.Overlays().Remove(m)
	if m.OnClosed != nil {
		m.OnClosed()
	}
}

// Detail returns the detail of row i.
func (m *Menu) Detail(i int) string { return m.panel.items[i].Detail }

// SetDetail changes the detail of row i while the menu is open. The menu keeps its width.
func (m *Menu) SetDetail(i int, detail string) {
	m.panel.items[i].Detail = detail
	m.panel.Refresh()
}

// Tapped handles a click outside the menu, which closes it.
func (m *Menu) Tapped(*fyne.PointEvent) { m.Close() }

// TappedSecondary closes the menu too.
func (m *Menu) TappedSecondary(*fyne.PointEvent) { m.Close() }

// FocusGained does nothing: an open menu is always focused.
func (m *Menu) FocusGained() {}

// FocusLost does nothing.
func (m *Menu) FocusLost() {}

// AcceptsTab returns true: Tab closes the menu.
func (m *Menu) AcceptsTab() bool { return true }

// TypedKey moves the cursor, chooses or closes.
func (m *Menu) TypedKey(ev *fyne.KeyEvent) { m.panel.typedKey(ev) }

// TypedRune moves to the row that begins with the typed text.
func (m *Menu) TypedRune(r rune) { m.panel.typedRune(r) }

// CreateRenderer returns the renderer of the menu.
func (m *Menu) CreateRenderer() fyne.WidgetRenderer {
	r := NewRenderer(m, func() fyne.Size { return fyne.Size{} }, func(s *Drawing, size fyne.Size) {
		// The box is drawn here rather than by the panel, which would clip its edge.
		box := m.panel.MinSize().AddWidthHeight(2*Hairline, 2*Hairline)
		box = box.Min(size.SubtractWidthHeight(2*Gap, 2*Gap))
		at := place(m.at, m.of, box, size)
		s.Box(at.X, at.Y, box.Width, box.Height, Radius, ColorRaised, ColorOutline)
		m.panel.Resize(box.SubtractWidthHeight(2*Hairline, 2*Hairline))
		m.panel.Move(at.AddXY(Hairline, Hairline))
	})
	r.Above = []fyne.CanvasObject{m.panel}
	return r
}

// menuPanel is the box with the rows.
type menuPanel struct {
	widget.BaseWidget
	menu   *Menu
	items  []MenuItem
	cursor int     // -1 if no row is enabled
	offset float32 // scrolled distance
	typed  TypedWord
	now    func() time.Time
}

// TypedWord collects letters that are typed to jump to a row.
type TypedWord struct {
	text string
	last time.Time
}

// Add returns the text typed so far. A letter after a pause starts a new one, and a repeated
// letter is itself, to move to the next row that begins with it.
func (t *TypedWord) Add(r rune, now time.Time) string {
	if now.Sub(t.last) > typingPause {
		t.text = ""
	}
	t.last = now
	if t.text != string(r) {
		t.text += string(r)
	}
	return t.text
}

// StartsWith reports whether text begins with prefix, ignoring case.
func StartsWith(text, prefix string) bool {
	return len(text) >= len(prefix) && strings.EqualFold(text[:len(prefix)], prefix)
}

func (p *menuPanel) firstChecked() int {
	for i, item := range p.items {
		if item.Checked && item.enabled() {
			return i
		}
	}
	return p.step(-1, 1)
}

// step returns the next enabled row in a direction, or from.
func (p *menuPanel) step(from, by int) int {
	for i := from + by; i >= 0 && i < len(p.items); i += by {
		if p.items[i].enabled() {
			return i
		}
	}
	return from
}

func (p *menuPanel) contentHeight() float32 {
	h := 2 * Gap
	for _, item := range p.items {
		h += item.height()
	}
	return h
}

// top returns the position of row i, before scrolling.
func (p *menuPanel) top(i int) float32 {
	y := Gap
	for _, item := range p.items[:i] {
		y += item.height()
	}
	return y
}

// above and below report whether there are rows beyond the edges of the box: an arrow is shown
// there instead of a row.
func (p *menuPanel) above() bool { return p.offset > 0 }

func (p *menuPanel) below() bool { return p.offset < p.contentHeight()-p.Size().Height }

// room returns the part of the box between the arrows.
func (p *menuPanel) room() (from, to float32) {
	to = p.Size().Height
	if p.above() {
		from = arrowSize
	}
	if p.below() {
		to -= arrowSize
	}
	return from, to
}

// rowAt returns the row at a height of the box, or -1.
func (p *menuPanel) rowAt(y float32) int {
	if from, to := p.room(); y < from || y >= to {
		return -1
	}
	y += p.offset - Gap
	for i, item := range p.items {
		if y < 0 {
			return -1
		}
		if y < item.height() {
			return i
		}
		y -= item.height()
	}
	return -1
}

func (p *menuPanel) scroll(offset float32) {
	p.offset = max(0, min(offset, p.contentHeight()-p.Size().Height))
	p.Refresh()
}

func (p *menuPanel) reveal() {
	if p.cursor < 0 {
		return
	}
	top := p.top(p.cursor)
	bottom := top + p.items[p.cursor].height()
	p.scroll(max(min(p.offset, top-arrowSize), bottom+arrowSize-p.Size().Height))
}

func (p *menuPanel) moveTo(i int) {
	if i != p.cursor {
		p.cursor = i
		p.reveal()
	}
}

func (p *menuPanel) choose(i int) {
	if i < 0 || !p.items[i].enabled() {
		return
	}
	p.menu.Close()
	if f := p.items[i].Action; f != nil {
		f()
	}
}

// Tapped chooses a row, or scrolls at an arrow.
func (p *menuPanel) Tapped(ev *fyne.PointEvent) {
	page := p.Size().Height - 2*arrowSize
	switch from, to := p.room(); {
	case ev.Position.Y < from:
		p.scroll(p.offset - page)
	case ev.Position.Y >= to:
		p.scroll(p.offset + page)
	default:
		p.choose(p.rowAt(ev.Position.Y))
	}
}

func (p *menuPanel) TappedSecondary(*fyne.PointEvent) {}
func (p *menuPanel) MouseOut()                        {}
func (p *menuPanel) MouseIn(ev *desktop.MouseEvent)   { p.MouseMoved(ev) }
func (p *menuPanel) Scrolled(ev *fyne.ScrollEvent)    { p.scroll(p.offset - ev.Scrolled.DY) }
func (p *menuPanel) MouseMoved(ev *desktop.MouseEvent) {
	if i := p.rowAt(ev.Position.Y); i >= 0 && i != p.cursor && p.items[i].enabled() {
		p.cursor = i
		p.Refresh()
	}
}

func (p *menuPanel) typedKey(ev *fyne.KeyEvent) {
	switch ev.Name {
	case fyne.KeyUp:
		p.moveTo(p.step(p.cursor, -1))
	case fyne.KeyDown:
		p.moveTo(p.step(p.cursor, 1))
	case fyne.KeyHome, fyne.KeyPageUp:
		p.moveTo(p.step(-1, 1))
	case fyne.KeyEnd, fyne.KeyPageDown:
		if last := p.step(len(p.items), -1); last < len(p.items) {
			p.moveTo(last)
		}
	case fyne.KeyReturn, fyne.KeyEnter, fyne.KeySpace:
		p.choose(p.cursor)
	case fyne.KeyEscape, fyne.KeyTab:
		p.menu.Close()
	}
}

func (p *menuPanel) typedRune(r rune) {
	if unicode.IsSpace(r) {
		return // Space chooses
	}
	word := p.typed.Add(r, p.now())
	start := p.cursor
	if len([]rune(word)) == 1 {
		start++ // the next row with this letter
	}
	for k := range p.items {
		i := (max(start, 0) + k) % len(p.items)
		if p.items[i].enabled() && StartsWith(p.items[i].Text, word) {
			p.moveTo(i)
			return
		}
	}
}

func (p *menuPanel) CreateRenderer() fyne.WidgetRenderer {
	return NewRenderer(p, p.minSize, p.draw)
}

func (p *menuPanel) minSize() fyne.Size {
	w := float32(0)
	for _, item := range p.items {
		line := Face{}.Width(item.Text)
		if item.Detail+item.Room != "" {
			detail := Face{Mono: true}
			line += 2*Group + max(detail.Width(item.Detail), detail.Width(item.Room))
		}
		w = max(w, line, Face{Size: SmallSize}.Width(item.second()))
	}
	w = max(menuMinWidth, min(w+2*Inset+GlyphSize+Gap+2*Gap, menuMaxWidth))
	return fyne.NewSize(float32(math.Ceil(float64(w))), p.contentHeight())
}

func (p *menuPanel) draw(s *Drawing, size fyne.Size) {
	left, right := Gap+Inset+GlyphSize+Gap, size.Width-Gap-Inset
	from, to := p.room()
	if p.above() {
		s.Glyph(GlyphUp, (size.Width-GlyphSize)/2, (arrowSize-GlyphSize)/2, GlyphSize, ColorMuted)
	}
	if p.below() {
		s.Glyph(GlyphDown, (size.Width-GlyphSize)/2, size.Height-(arrowSize+GlyphSize)/2, GlyphSize, ColorMuted)
	}
	for i, item := range p.items {
		y := p.top(i) - p.offset
		if y < from || y+item.height() > to {
			continue // an arrow is shown there
		}
		if item.Separator {
			s.Box(0, y+separatorSize/2, size.Width, Hairline, 0, ColorHairline, "")
			continue
		}
		ink, second := ColorText, ColorMuted
		if !item.enabled() {
			ink = ColorMuted
		}
		if i == p.cursor {
			s.Box(Gap, y, size.Width-2*Gap, item.height(), Radius, ColorSelection, "")
		}
		if item.Heading {
			s.Text(FitEnd(item.Text, right-Gap-Inset, Face{Bold: true, Size: SmallSize}), Gap+Inset, y, RowHeight, Face{Bold: true, Size: SmallSize}, ColorMuted)
			continue
		}
		if item.Checked {
			s.Glyph(GlyphCheck, Gap+Inset, y+(RowHeight-GlyphSize)/2, GlyphSize, ColorAccent)
		}
		// The text has precedence over the detail if there is no space for both.
		text := s.Text(FitEnd(item.Text, right-left+1, Face{}), left, y, RowHeight, Face{}, ink)
		s.TextRight(FitEnd(item.Detail, right-left-text-Group, Face{Mono: true}), right, y, RowHeight, Face{Mono: true}, second)
		if line := item.second(); line != "" {
			s.Text(FitEnd(line, right-left+1, Face{Size: SmallSize}), left, y+RowHeight-Gap, reasonSize, Face{Size: SmallSize}, second)
		}
	}
}
