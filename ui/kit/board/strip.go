package board

import (
	"image"
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"

	"dossier/ui/kit"
	"dossier/ui/kit/scroll"
)

// Measures of a [Strip], in units.
const (
	// PictureWidth and PictureHeight are the size of the area for an image.
	PictureWidth  float32 = 136
	PictureHeight float32 = 84

	frameWidth  = PictureWidth + 2*kit.Inset
	moreTop     = kit.Inset + PictureHeight + kit.Gap/2 // of the line with the name
	stripHeight = PictureHeight + 2*kit.Inset + 2*kit.CodeRowHeight + kit.ScrollBarWidth
)

// Frame is an item of a [Strip]: an image, a name, and a line below it.
type Frame struct {
	Image image.Image // nil shows Word in its place; must not be modified
	Word  string
	Name  string
	Mark  string // shown before Detail, in Tone: a problem
	Tone  fyne.ThemeColorName
	// Detail is further information, monospaced.
	Detail string
	Noted  bool // show a dot next to the name: the tooltip has more
	Tip    string
}

// Frames are the contents of a [Strip]. Only visible frames are requested; keys are as in [Rows].
type Frames interface {
	Len() int
	Frame(i int) Frame
	Key(i int) string
	Find(key string) int
}

// Strip shows images in a row that scrolls horizontally. Only the visible ones exist as canvas
// objects. See [Board] for its use; frames can be dragged by any part except the menu button.
type Strip struct {
	Board

	// OnOpen is called for a double click and for Enter.
	OnOpen func(i int)
	// OnMenu is called for a secondary click, a click on the menu button, and the menu key, with
	// a position on the canvas.
	OnMenu func(i int, at fyne.Position)
	// MoreTip is the tooltip of the menu button.
	MoreTip string

	lane   // its rows are columns here
	frames Frames
	pool   scroll.Tiles[*frameView]
}

// frameView is the drawing of a frame.
type frameView struct {
	scroll.Tile
	picture *canvas.Image
}

func newFrameView() *frameView {
	v := &frameView{Tile: scroll.NewTile(), picture: &canvas.Image{FillMode: canvas.ImageFillContain, ScaleMode: canvas.ImageScaleSmooth}}
	return v
}

// NewStrip returns a strip of frames.
func NewStrip(frames Frames) *Strip {
	s := &Strip{frames: frames, lane: lane{view: scroll.View{Row: frameWidth}}}
	s.pool.Create = newFrameView
	s.tiles = &s.pool
	s.setUp(s, frames)
	s.sideways = true
	s.minSize, s.band = fyne.NewSize(kit.MinSide, stripHeight), frameWidth/4
	return s
}

// Reload shows the current frames, as [Board.Reload] does. A frame that takes the position of the
// cursor's is selected.
func (s *Strip) Reload() {
	before := s.cursor
	s.Board.Reload()
	if s.cursor != before && s.cursor != "" {
		s.selected[s.cursor] = struct{}{}
		s.Refresh()
	}
}

// InView returns the visible frames: [first, last).
func (s *Strip) InView() (first, last int) { return s.view.Span() }

// Scrolled scrolls with the wheel in either direction.
func (s *Strip) Scrolled(ev *fyne.ScrollEvent) {
	by := ev.Scrolled.DX
	if by == 0 {
		by = ev.Scrolled.DY
	}
	if s.scrollBy(-float64(by)) {
		kit.HideTip(s)
		s.hover = nowhere
		s.scrolled()
	}
}

// onMore reports whether a position is on the menu button of frame i.
func (s *Strip) onMore(i int, at fyne.Position) bool {
	if i < 0 || s.OnMenu == nil {
		return false
	}
	x := at.X - s.view.Y(i)
	return x >= frameWidth-kit.Inset-kit.GlyphSize && x < frameWidth-kit.Inset && at.Y >= moreTop && at.Y < moreTop+kit.CodeRowHeight
}

// TappedSecondary opens the context menu.
func (s *Strip) TappedSecondary(ev *fyne.PointEvent) {
	s.openMenu(s.OnMenu, s.view.At(ev.Position.X), ev.AbsolutePosition)
}

func (s *Strip) menu(i int) {
	s.view.Reveal(i)
	s.openMenu(s.OnMenu, i, kit.PlaceOf(s).AddXY(s.view.Y(i)+kit.Inset, PictureHeight))
}

func (s *Strip) reload() { s.view.Rows = s.frames.Len() }

func (s *Strip) cover(size fyne.Size, all bool) (first, last int) {
	return cover(&s.lane, &s.pool, size.Width, true, func(v *frameView, i int, fresh bool) {
		if fresh || all {
			s.drawFrame(v, i)
		}
	})
}

func (s *Strip) draw(i int) {
	if v, ok := s.pool.At(i); ok {
		s.drawFrame(v, i)
	}
}

func (s *Strip) hitAt(pos fyne.Position) hit {
	h := hit{i: s.view.At(pos.X), cell: -1}
	h.live = s.onMore(h.i, pos)
	h.grip = h.i >= 0 && !h.live
	return h
}

func (s *Strip) scaled() {}

func (s *Strip) key(fyne.KeyName, int) bool { return false }

func (s *Strip) press(int) {}

func (s *Strip) click(h hit) {
	s.openMenu(s.OnMenu, h.i, kit.PlaceOf(s).AddXY(s.view.Y(h.i)+frameWidth-kit.Inset-kit.GlyphSize, moreTop+kit.CodeRowHeight))
}

func (s *Strip) open(i int) bool {
	if s.OnOpen != nil && i >= 0 {
		s.OnOpen(i)
	}
	return true
}

func (s *Strip) openAt(h hit, _ fyne.Position) bool { return s.open(h.i) }

func (s *Strip) tip(h hit) (text string, at fyne.Position, size fyne.Size) {
	if h.live {
		return s.MoreTip, fyne.NewPos(s.view.Y(h.i), moreTop), fyne.NewSize(s.view.Row, kit.CodeRowHeight)
	}
	return s.frames.Frame(h.i).Tip, fyne.NewPos(s.view.Y(h.i), 0), fyne.NewSize(s.view.Row, s.Size().Height)
}

func (s *Strip) writing() string { return "" }

func (s *Strip) reloaded() {}

func (s *Strip) above(objects []fyne.CanvasObject) []fyne.CanvasObject { return objects }

func (s *Strip) drawFrame(v *frameView, i int) {
	v.Key = s.frames.Key(i)
	f := s.frames.Frame(i)
	_, selected := s.selected[v.Key]
	size := fyne.NewSize(frameWidth, stripHeight-kit.ScrollBarWidth)
	v.Begin(s)
	ground := fyne.ThemeColorName("")
	switch {
	case selected:
		ground = kit.ColorSelection
	case i == s.hover.i:
		ground = kit.ColorHover
	}
	v.Box(1, 1, size.Width-2, size.Height-2, kit.Radius, ground, "")
	if s.focused && v.Key == s.cursor {
		v.Outlined(1, 1, size.Width-2, size.Height-2, kit.Radius, kit.FocusWidth, "", kit.ColorAccent)
	}
	v.Box(kit.Inset, kit.Inset, PictureWidth, PictureHeight, 2, kit.ColorPanel, kit.ColorHairline)
	if f.Image == nil {
		word := kit.FitEnd(f.Word, PictureWidth-2*kit.Gap, kit.Face{})
		v.Text(word, kit.Inset+(PictureWidth-kit.Face{}.Width(word))/2, kit.Inset, PictureHeight, kit.Face{}, kit.ColorMuted)
	}
	nameWidth := PictureWidth
	if s.OnMenu != nil {
		nameWidth -= kit.GlyphSize + kit.Gap
		x, ink := kit.Inset+PictureWidth-kit.GlyphSize, kit.ColorMuted
		if i == s.hover.i && s.hover.live {
			ink = kit.ColorText
			v.Box(x, moreTop, kit.GlyphSize, kit.CodeRowHeight, kit.Radius, kit.ColorChipHover, "")
		}
		v.Glyph(kit.GlyphMore, x, moreTop+(kit.CodeRowHeight-kit.GlyphSize)/2, kit.GlyphSize, ink)
	}
	if f.Noted {
		nameWidth -= 10
		v.Box(kit.Inset+nameWidth+3, moreTop+kit.CodeRowHeight/2-3, 5, 5, 2.5, kit.ColorAccent, "")
	}
	y := moreTop
	v.Text(kit.FitMiddle(f.Name, nameWidth, kit.Face{}), kit.Inset, y, kit.CodeRowHeight, kit.Face{}, kit.ColorText)
	x, y := kit.Inset, y+kit.CodeRowHeight
	if f.Mark != "" {
		x += v.Text(kit.FitEnd(f.Mark, PictureWidth, kit.Face{Size: kit.SmallSize}), x, y, kit.CodeRowHeight, kit.Face{Size: kit.SmallSize}, f.Tone) + kit.Gap
	}
	small := kit.Face{Mono: true, Size: kit.SmallSize}
	if room := kit.Inset + PictureWidth - x; room > 3*kit.Group {
		v.Text(kit.FitEnd(f.Detail, room, small), x, y, kit.CodeRowHeight, small, kit.ColorMuted)
	}
	objects := slices.Clone(v.End())
	if f.Image != nil {
		if v.picture.Image != f.Image {
			v.picture.Image = f.Image
			v.picture.Refresh()
		}
		shown := s.pictureSize(f.Image.Bounds().Size())
		v.picture.Resize(shown)
		v.picture.Move(fyne.NewPos(kit.Inset+(PictureWidth-shown.Width)/2, kit.Inset+(PictureHeight-shown.Height)/2))
		objects = append(objects, v.picture)
	}
	v.Node.Objects = objects
	v.Node.Resize(size)
	canvas.Refresh(v.Node)
}

// PictureBox returns the maximum size of an image in pixels, so that it need not have more.
func (s *Strip) PictureBox() image.Point {
	scale := s.pixels()
	return image.Pt(int((PictureWidth-2)*scale), int((PictureHeight-2)*scale))
}

// pixels returns the number of pixels per unit.
func (s *Strip) pixels() float32 {
	if c := kit.CanvasOf(s); c != nil {
		return c.Scale()
	}
	return 1
}

// pictureSize returns the size at which an image is shown: complete and not enlarged.
func (s *Strip) pictureSize(px image.Point) fyne.Size {
	w, h := float32(max(1, px.X))/s.pixels(), float32(max(1, px.Y))/s.pixels()
	fit := min(1, (PictureWidth-2)/w, (PictureHeight-2)/h)
	return fyne.NewSize(w*fit, h*fit)
}
