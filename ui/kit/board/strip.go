package board

import (
	"image"
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"

	"dossier/ui/kit"
	"dossier/ui/kit/scroll"
)

// The measures of a [Strip], in units.
const (
	// PictureWidth and PictureHeight are the room that a picture has.
	PictureWidth  float32 = 136
	PictureHeight float32 = 84

	frameWidth  = PictureWidth + 2*kit.Inset
	moreTop     = kit.Inset + PictureHeight + kit.Gap/2 // of the line with the name
	stripHeight = PictureHeight + 2*kit.Inset + 2*kit.CodeRowHeight + kit.ScrollBarWidth
)

// Frame is what a [Strip] shows of one thing: a picture, a name, and a line below it.
type Frame struct {
	Image image.Image // nil: Word stands in its place. It must not be changed
	Word  string
	Name  string
	Mark  string // before Detail, in Tone: what is wrong
	Tone  fyne.ThemeColorName
	// Detail is what else there is to know, monospaced.
	Detail string
	Noted  bool // a dot beside the name: there is more in the tip
	Tip    string
}

// Frames is what a [Strip] shows. It asks for the frames in view only; keys are as those
// of [Rows].
type Frames interface {
	Len() int
	Frame(i int) Frame
	Key(i int) string
	Find(key string) int
}

// Strip shows pictures in a row that scrolls sideways. Only those in view exist as canvas
// objects. [Board] says how it is worked with; frames are dragged by all of them but the
// sign for more.
type Strip struct {
	Board

	// OnOpen is told of a double click and of Enter.
	OnOpen func(i int)
	// OnMenu is told of a secondary click, of a click on the sign for more, and of the menu
	// key, with a place on the canvas.
	OnMenu func(i int, at fyne.Position)
	// MoreTip is the tip of the sign for more.
	MoreTip string

	lane   // its rows are columns here
	frames Frames
	pool   scroll.Tiles[*frameView]
}

// frameView is the drawing of one frame.
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
	s.least, s.band = fyne.NewSize(kit.LeastSide, stripHeight), frameWidth/4
	return s
}

// Reload shows the frames as they are now, as [Board.Reload] does. A frame that took the
// place of the cursor's is selected.
func (s *Strip) Reload() {
	before := s.cursor
	s.Board.Reload()
	if s.cursor != before && s.cursor != "" {
		s.selected[s.cursor] = struct{}{}
		s.Refresh()
	}
}

// InView returns the frames in view: [first, last).
func (s *Strip) InView() (first, last int) { return s.view.Span() }

// Area returns where frame i stands on the canvas, whether or not it is in view.
func (s *Strip) Area(i int) (fyne.Position, fyne.Size) {
	return kit.PlaceOf(s).AddXY(s.view.Y(i), 0), fyne.NewSize(s.view.Row, s.Size().Height)
}

// Scrolled scrolls with the wheel, whichever way it turns.
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

// onMore reports whether a place is on the sign for more of frame i.
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

func (s *Strip) take() { s.view.Rows = s.frames.Len() }

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

// PictureBox is how many pixels a picture can show, so that it need have no more.
func (s *Strip) PictureBox() image.Point {
	scale := s.pixels()
	return image.Pt(int((PictureWidth-2)*scale), int((PictureHeight-2)*scale))
}

// pixels returns how many there are to a unit.
func (s *Strip) pixels() float32 {
	if c := kit.CanvasOf(s); c != nil {
		return c.Scale()
	}
	return 1
}

// pictureSize returns the size at which an image is shown: whole, and never larger than
// it is.
func (s *Strip) pictureSize(px image.Point) fyne.Size {
	w, h := float32(max(1, px.X))/s.pixels(), float32(max(1, px.Y))/s.pixels()
	fit := min(1, (PictureWidth-2)/w, (PictureHeight-2)/h)
	return fyne.NewSize(w*fit, h*fit)
}
