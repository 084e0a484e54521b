package article

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"

	"dossier/ui/kit"
	"dossier/ui/kit/scroll"
)

// View shows an article. Arrows, PageUp, PageDown, Home and End scroll; Left and Right move between
// links, and Enter follows the focused link.
type View struct {
	widget.BaseWidget

	// OnLink is called for a link that the user follows.
	OnLink func(to string)
	// OnKey is called for other keys, and returns whether it handled the key.
	OnKey func(name fyne.KeyName, mods fyne.KeyModifier) bool
	// OnRune is called for typed characters except spaces, which scroll.
	OnRune func(rune)
	// OnShortcut is called for shortcuts.
	OnShortcut func(fyne.Shortcut)

	blocks []Block
	words  []string // in lower case; every occurrence is marked
	layout layout
	laid   bool
	view   scroll.View // of units
	bar    scroll.Bar
	goal   int // the block to scroll to once the size is known, or -1

	focused bool
	link    int // the focused link, or -1
	hover   int // the link under the pointer, or -1
	images  []*canvas.Image
}

// NewView returns an empty view.
func NewView() *View {
	v := &View{view: scroll.View{Row: 1}, link: -1, hover: -1, goal: -1}
	v.ExtendBaseWidget(v)
	return v
}

// SetBlocks replaces the article, and scrolls to its block first.
func (v *View) SetBlocks(blocks []Block, first int) {
	v.blocks, v.laid, v.link, v.hover = blocks, false, -1, -1
	v.images = nil
	for _, b := range blocks {
		if b.Kind == Picture && b.Image != nil {
			v.images = append(v.images, canvas.NewImageFromImage(b.Image))
		}
	}
	v.view.Offset = 0
	v.goal = first
	v.Refresh()
}

// Mark marks every occurrence of the words, ignoring case.
func (v *View) Mark(words []string) {
	v.words = v.words[:0]
	for _, w := range words {
		v.words = append(v.words, strings.ToLower(w))
	}
	v.Refresh()
}

// ShowBlock scrolls to a block.
func (v *View) ShowBlock(i int) {
	v.goal = i
	v.Refresh()
}

// Offset returns the scroll offset in units.
func (v *View) Offset() float64 { return v.view.Offset }

// SetOffset scrolls to an offset returned by [View.Offset].
func (v *View) SetOffset(to float64) {
	v.goal = -1
	v.arrange(v.Size())
	v.scrollTo(to)
}

// TopBlock returns the block at the top of the view, or -1.
func (v *View) TopBlock() int {
	at := -1
	for i, y := range v.layout.tops {
		if float64(y) <= v.view.Offset+float64(margin)+1 {
			at = i
		}
	}
	return at
}

// Links returns the links of the article in reading order.
func (v *View) Links() []string { return v.layout.links }

func (v *View) arrange(size fyne.Size) {
	if size.Width <= 0 {
		return
	}
	if width := max(8*kit.Group, min(MaxWidth, size.Width-2*margin-kit.ScrollBarWidth)); !v.laid || width != v.layout.width {
		at := v.TopBlock()
		if v.goal < 0 && v.laid {
			v.goal = at
		}
		v.layout.setBlocks(v.blocks, size.Width)
		v.laid = true
	}
	v.view.Rows, v.view.Height = int(v.layout.height), size.Height
	if v.goal >= 0 && v.goal < len(v.layout.tops) && size.Height > 0 {
		v.view.ScrollTo(float64(v.layout.tops[v.goal] - margin))
	}
	v.goal = -1
	v.view.ScrollTo(v.view.Offset)
}

func (v *View) scrollTo(to float64) {
	if v.view.ScrollTo(to) {
		v.hover = -1
		v.Refresh()
	}
}

// MinSize returns a small size, so that the pane can be narrowed.
func (v *View) MinSize() fyne.Size {
	v.ExtendBaseWidget(v)
	return fyne.NewSize(kit.MinSide, kit.MinSide)
}

// CreateRenderer returns the renderer of the view.
func (v *View) CreateRenderer() fyne.WidgetRenderer {
	var r *kit.Renderer
	frame := &kit.Drawing{}
	r = kit.NewRenderer(v, func() fyne.Size { return fyne.NewSize(kit.MinSide, kit.MinSide) }, func(s *kit.Drawing, size fyne.Size) {
		v.arrange(size)
		s.Box(0, 0, size.Width, size.Height, 0, kit.ColorGround, "")
		r.Above = r.Above[:0]
		for i := range v.layout.rows {
			one := &v.layout.rows[i]
			y := one.y - float32(v.view.Offset)
			if y+one.h < -codeMargin || y > size.Height+codeMargin {
				continue
			}
			if one.image >= 0 {
				p := v.layout.images[one.image]
				picture := v.images[one.image]
				picture.Move(fyne.NewPos(p.x, y))
				picture.Resize(fyne.NewSize(p.w, p.h))
				s.Box(p.x-1, y-1, p.w+2, p.h+2, 0, "", kit.ColorHairline)
				r.Above = append(r.Above, picture)
				continue
			}
			v.drawRow(s, one, y, i)
		}
		frame.Begin(v)
		v.bar.Draw(frame, &v.view, size, false)
		if v.focused && v.link < 0 {
			frame.FocusRing(size, 0)
		}
		r.Above = append(r.Above, frame.End()...)
	})
	return r
}

// drawRow draws a line at a height of the view.
func (v *View) drawRow(s *kit.Drawing, one *row, y float32, i int) {
	if one.code[0] != one.code[1] {
		top, bottom := y, y+one.h
		if i == 0 || v.layout.rows[i-1].block != one.block {
			top -= codeMargin
		}
		if i+1 == len(v.layout.rows) || v.layout.rows[i+1].block != one.block {
			bottom += codeMargin
		}
		s.Box(one.code[0], top, one.code[1]-one.code[0], bottom-top, 0, kit.ColorPanel, "")
	}
	if one.rule {
		s.Box(margin, y+one.h+1, v.layout.width, kit.Hairline, 0, kit.ColorHairline, "")
	}
	for _, p := range one.pieces {
		if p.mono && p.link < 0 {
			s.Box(p.x-2, y+1, p.w+4, one.h-2, kit.Radius-1, kit.ColorPanel, "")
		}
		v.drawMarks(s, p, y, one.h)
		s.Write(p.text, p.x, y, p.w, one.h, p.face, p.ink)
		if p.link >= 0 {
			s.Line(p.x, y+one.h-3, p.x+p.w, y+one.h-3, kit.Hairline, p.ink)
			if v.focused && p.link == v.link {
				s.Outlined(p.x-2, y, p.w+4, one.h, kit.Radius, kit.FocusWidth, "", kit.ColorAccent)
			} else if p.link == v.hover {
				s.Box(p.x-2, y, p.w+4, one.h, kit.Radius, kit.ColorHover, "")
			}
		}
	}
}

// drawMarks draws the background of the marked words of a piece.
func (v *View) drawMarks(s *kit.Drawing, p piece, y, h float32) {
	lower := strings.ToLower(p.text)
	if len(lower) != len(p.text) {
		return
	}
	for _, w := range v.words {
		for from := 0; w != ""; {
			at := strings.Index(lower[from:], w)
			if at < 0 {
				break
			}
			at += from
			from = at + len(w)
			x := p.x + p.face.Width(p.text[:at])
			s.Box(x, y+1, p.face.Width(p.text[at:from]), h-2, 2, kit.ColorMatch, "")
		}
	}
}

// linkAt returns the link at a position, or -1.
func (v *View) linkAt(pos fyne.Position) int {
	y := pos.Y + float32(v.view.Offset)
	for _, r := range v.layout.rows {
		if y < r.y || y >= r.y+r.h {
			continue
		}
		for _, p := range r.pieces {
			if p.link >= 0 && pos.X >= p.x-2 && pos.X < p.x+p.w+2 {
				return p.link
			}
		}
	}
	return -1
}

// span returns the start and end of a link, in units from the top.
func (v *View) span(link int) (top, bottom float32) {
	top = -1
	for _, r := range v.layout.rows {
		for _, p := range r.pieces {
			if p.link == link {
				if top < 0 {
					top = r.y
				}
				bottom = r.y + r.h
			}
		}
	}
	return top, bottom
}

// turn focuses the next link, or the previous one for -1: starting from the focused link if that is
// visible, or else from the edge of the view.
func (v *View) turn(by int) {
	n := len(v.layout.links)
	from, to := float32(v.view.Offset), float32(v.view.Offset)+v.view.Height
	next := v.link + by
	if top, bottom := v.span(v.link); v.link < 0 || bottom <= from || top >= to {
		next = -1
		for i := range n {
			top, bottom := v.span(i)
			if by > 0 && top >= from {
				next = i
				break
			}
			if by < 0 && bottom <= to {
				next = i
			}
		}
	}
	if next < 0 || next >= n {
		return
	}
	v.link = next
	switch top, bottom := v.span(next); {
	case top < from+margin:
		v.view.ScrollTo(float64(top - 3*lineHeight))
	case bottom > to-margin:
		v.view.ScrollTo(float64(bottom + 3*lineHeight - v.view.Height))
	}
	v.Refresh()
}

func (v *View) follow(link int) {
	if link >= 0 && link < len(v.layout.links) && v.OnLink != nil {
		v.OnLink(v.layout.links[link])
	}
}

// FocusGained shows the focus.
func (v *View) FocusGained() { v.focused = true; v.Refresh() }

// FocusLost hides the focus.
func (v *View) FocusLost() { v.focused, v.link = false, -1; v.Refresh() }

// TypedRune passes a character on; a space scrolls.
func (v *View) TypedRune(r rune) {
	if v.OnRune != nil && r != ' ' {
		v.OnRune(r)
	}
}

// TypedKey scrolls, moves between links, and follows one.
func (v *View) TypedKey(ev *fyne.KeyEvent) {
	page := float64(max(lineHeight, v.view.Height-2*lineHeight))
	by := map[fyne.KeyName]float64{
		fyne.KeyUp: -float64(2 * lineHeight), fyne.KeyDown: float64(2 * lineHeight), fyne.KeyPageUp: -page, fyne.KeyPageDown: page, fyne.KeySpace: page,
		fyne.KeyHome: -v.view.Limit(), fyne.KeyEnd: v.view.Limit(),
	}[ev.Name]
	switch {
	case by != 0:
		v.scrollTo(v.view.Offset + by)
		return
	case ev.Name == fyne.KeyUp, ev.Name == fyne.KeyDown, ev.Name == fyne.KeyHome, ev.Name == fyne.KeyEnd:
		return // everything is visible
	case ev.Name == fyne.KeyRight:
		v.turn(1)
		return
	case ev.Name == fyne.KeyLeft:
		v.turn(-1)
		return
	case ev.Name == fyne.KeyReturn, ev.Name == fyne.KeyEnter:
		if v.link >= 0 {
			v.follow(v.link)
			return
		}
	}
	if v.OnKey == nil || !v.OnKey(ev.Name, kit.Modifiers()) {
		kit.HandOnKey(v, ev)
	}
}

// TypedShortcut passes on the shortcuts of the window.
func (v *View) TypedShortcut(s fyne.Shortcut) {
	if v.OnShortcut != nil {
		v.OnShortcut(s)
	}
}

// MouseDown takes the focus, or begins a drag of the scroll bar.
func (v *View) MouseDown(ev *desktop.MouseEvent) {
	if c := kit.CanvasOf(v); c != nil && !v.focused {
		c.Focus(v)
	}
	if size := v.Size(); ev.Button == desktop.MouseButtonPrimary && v.bar.Press(&v.view, ev.Position.X, ev.Position.Y, size.Width, size.Height) {
		v.Refresh()
	}
}

// MouseUp ends a drag of the scroll bar, or follows the link under the pointer.
func (v *View) MouseUp(ev *desktop.MouseEvent) {
	if v.bar.Dragging {
		v.DragEnd()
		return
	}
	if ev.Button == desktop.MouseButtonPrimary {
		v.follow(v.linkAt(ev.Position))
	}
}

// Dragged moves the scroll bar.
func (v *View) Dragged(ev *fyne.DragEvent) {
	if v.bar.Dragging {
		v.bar.Drag(&v.view, ev.Position.Y, v.Size().Height)
		v.Refresh()
	}
}

// DragEnd ends a drag of the scroll bar.
func (v *View) DragEnd() {
	v.bar.Dragging = false
	v.Refresh()
}

// MouseIn begins hovering.
func (v *View) MouseIn(ev *desktop.MouseEvent) { v.MouseMoved(ev) }

// MouseMoved highlights links and the scroll bar.
func (v *View) MouseMoved(ev *desktop.MouseEvent) {
	over, link := v.bar.Over(&v.view, ev.Position.X, v.Size().Width), v.linkAt(ev.Position)
	if over != v.bar.Hovered || link != v.hover {
		v.bar.Hovered, v.hover = over, link
		v.Refresh()
	}
}

// MouseOut ends hovering.
func (v *View) MouseOut() {
	v.bar.Hovered, v.hover = false, -1
	v.Refresh()
}

// Cursor returns a hand over a link.
func (v *View) Cursor() desktop.Cursor {
	if v.hover >= 0 {
		return desktop.PointerCursor
	}
	return desktop.DefaultCursor
}

// Scrolled scrolls with the wheel.
func (v *View) Scrolled(ev *fyne.ScrollEvent) { v.scrollTo(v.view.Offset - float64(ev.Scrolled.DY)) }
