package kit

import (
	"fyne.io/fyne/v2"
)

// ButtonKind determines how prominent a button is.
type ButtonKind int

// The kinds of a [Button].
const (
	Plain   ButtonKind = iota // outlined
	Primary                   // filled with the accent colour: one per window
	Quiet                     // outlined only under the pointer: for toolbars of glyphs
)

// Button has a glyph, a text, or both. It is 28 units high, or as high as the bar it is
// in.
type Button struct {
	control
	kind     ButtonKind
	text     string
	glyph    Glyph
	items    func() []MenuItem
	toggle   bool
	on       bool
	minWidth float32
	badge    string              // after the text
	tone     fyne.ThemeColorName // of the text; "" is the usual one
}

// NewButton returns a plain button.
func NewButton(text string, pressed func()) *Button {
	return newButton(Plain, NoGlyph, text, pressed)
}

// NewPrimaryButton returns a button for the most likely next action.
func NewPrimaryButton(text string, pressed func()) *Button {
	return newButton(Primary, NoGlyph, text, pressed)
}

// NewGlyphButton returns a quiet button with a glyph. The tooltip is its only name, so it
// must not be empty.
func NewGlyphButton(g Glyph, tip string, pressed func()) *Button {
	b := newButton(Quiet, g, "", pressed)
	b.tip = tip
	return b
}

// NewMenuButton returns a drop-down: a text, a chevron, and a menu that the Down key opens
// too. items is called each time the menu opens.
func NewMenuButton(text string, items func() []MenuItem) *Button {
	b := newButton(Plain, NoGlyph, text, nil)
	b.items = items
	b.press = b.openMenu
	return b
}

// SetItems makes the button open a menu. items is called each time the menu opens.
func (b *Button) SetItems(items func() []MenuItem) {
	b.items = items
	b.press = b.openMenu
	b.Refresh() // the chevron
}

// NewToggle returns a button that stays pressed while it is on. changed, which may be nil,
// is called when the user clicks, but not by [Button.SetOn].
func NewToggle(text string, on bool, changed func(on bool)) *Button {
	b := newButton(Plain, NoGlyph, text, nil)
	b.toggle, b.on = true, on
	b.press = func() {
		b.SetOn(!b.on)
		if changed != nil {
			changed(b.on)
		}
	}
	return b
}

// NewGlyphToggle returns a quiet toggle with a glyph, which is off. The tooltip is its name.
func NewGlyphToggle(g Glyph, tip string, changed func(on bool)) *Button {
	b := NewToggle("", false, changed)
	b.kind, b.glyph, b.tip = Quiet, g, tip
	return b
}

func newButton(kind ButtonKind, g Glyph, text string, pressed func()) *Button {
	b := &Button{kind: kind, glyph: g, text: text}
	b.press = pressed
	b.extend(b)
	return b
}

// SetText changes the text, and the minimum width with it.
func (b *Button) SetText(text string) { set(b, &b.text, text) }

// Text returns the text.
func (b *Button) Text() string { return b.text }

// SetBadge shows a word in a box after the text, such as the kind of thing; "" removes it.
func (b *Button) SetBadge(word string) { set(b, &b.badge, word) }

// badgeWidth returns the width of the badge with the gap before it.
func (b *Button) badgeWidth() float32 {
	if b.badge == "" {
		return 0
	}
	return Face{Size: SmallSize}.Width(b.badge) + 3*Gap
}

// SetGlyph changes the glyph.
func (b *Button) SetGlyph(g Glyph) { set(b, &b.glyph, g) }

// SetKind changes how prominent the button is.
func (b *Button) SetKind(kind ButtonKind) { set(b, &b.kind, kind) }

// SetTone sets the colour of the text; "" is the usual one. Primary and disabled buttons
// ignore it.
func (b *Button) SetTone(tone fyne.ThemeColorName) { set(b, &b.tone, tone) }

// SetPressed changes what the button does. It no longer opens a menu.
func (b *Button) SetPressed(pressed func()) {
	b.press = pressed
	if b.items != nil {
		b.items = nil
		b.Refresh() // the chevron
	}
}

// SetMinWidth reserves space for longer texts, so that nothing moves when the text changes.
func (b *Button) SetMinWidth(width float32) {
	b.minWidth = width
	b.Refresh()
}

// ReserveWidth reserves space for another text, so that nothing moves when the button shows it.
func (b *Button) ReserveWidth(text string) {
	own := b.text
	b.text, b.minWidth = text, 0
	b.minWidth = b.minSize().Width
	b.text = own
	b.Refresh()
}

// SetOn sets whether a toggle is on.
func (b *Button) SetOn(on bool) { set(b, &b.on, on) }

// On reports whether a toggle is on.
func (b *Button) On() bool { return b.on }

// TypedKey treats Space and Enter as a click, and Down if there is a menu. A toggle leaves
// Enter to the window if that handles it.
func (b *Button) TypedKey(ev *fyne.KeyEvent) {
	switch {
	case ev.Name == fyne.KeyDown && b.items != nil:
		b.activate()
	case b.toggle:
		b.typedKeyOfState(ev)
	default:
		b.control.TypedKey(ev)
	}
}

func (b *Button) openMenu() {
	if c := CanvasOf(b); c != nil {
		ShowMenu(c, PlaceOf(b), b.Size(), b.items())
	}
}

// CreateRenderer returns the renderer of the button.
func (b *Button) CreateRenderer() fyne.WidgetRenderer {
	return NewRenderer(b, b.minSize, b.draw)
}

// chevron reports whether the button shows that it opens a menu. A glyph alone leaves that
// to its tooltip.
func (b *Button) chevron() bool { return b.items != nil && b.text != "" }

func (b *Button) minSize() fyne.Size {
	w := 2 * Inset
	if b.text != "" {
		w = 2*(Inset+Hairline) + Face{}.Width(b.text)
	}
	if b.glyph != NoGlyph {
		w += GlyphSize
		if b.text != "" {
			w += Gap
		}
	}
	if b.chevron() {
		w += GlyphSize
	}
	w += b.badgeWidth()
	return fyne.NewSize(max(w, b.minWidth), ControlHeight)
}

func (b *Button) draw(s *Drawing, size fyne.Size) {
	fill, edge, ink := ColorRaised, ColorHairline, b.ink()
	switch {
	case b.disabled:
		fill = ColorPanel
		if b.kind == Quiet {
			fill, edge = "", ""
		}
	case b.kind == Primary:
		fill, edge, ink = ColorAccent, "", ColorOnAccent
		if b.hovered {
			edge = ColorText
		}
	case b.on:
		fill, edge = ColorSelection, ColorAccent
	case b.hovered:
		fill, edge = ColorHover, ColorOutline
	case b.kind == Quiet:
		fill, edge = "", ""
	}
	if b.tone != "" && !b.disabled && b.kind != Primary {
		ink = b.tone
	}
	height := min(ControlHeight, size.Height)
	top := (size.Height - height) / 2
	s.Box(0, top, size.Width, height, Radius, fill, edge)
	if b.focused {
		if b.kind == Primary { // a ring in the accent colour would be invisible on the accent
			s.Outlined(2, top+2, size.Width-4, height-4, Radius-1, FocusWidth, "", ColorOnAccent)
		}
		s.Outlined(0, top, size.Width, height, Radius, FocusWidth, "", ColorAccent)
	}

	right := size.Width - Inset
	if b.chevron() {
		s.Glyph(GlyphDown, right-GlyphSize+2, (size.Height-GlyphSize)/2, GlyphSize, ink)
		right -= GlyphSize
	}
	if badge := b.badgeWidth(); badge > 0 {
		right -= badge
		f := Face{Size: SmallSize}
		s.Box(right+Gap, (size.Height-badgeHeight)/2, badge-Gap, badgeHeight, Radius, "", ColorOutline)
		s.Text(b.badge, right+2*Gap, 0, size.Height, f, ColorMuted)
	}
	x := Inset + Hairline
	if b.text == "" {
		if b.glyph != NoGlyph {
			s.Glyph(b.glyph, (size.Width-GlyphSize)/2, (size.Height-GlyphSize)/2, GlyphSize, ink)
		}
		return
	}
	if b.glyph != NoGlyph {
		s.Glyph(b.glyph, x, (size.Height-GlyphSize)/2, GlyphSize, ink)
		x += GlyphSize + Gap
	}
	text := FitEnd(b.text, right-x+1, Face{})
	if b.items == nil && b.glyph == NoGlyph { // in the middle of the reserved space
		x += max(0, (right-x-Face{}.Width(text))/2)
	}
	s.Text(text, x, 0, size.Height, Face{}, ink)
}
