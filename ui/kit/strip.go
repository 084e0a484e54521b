package kit

import (
	"image"
	"slices"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"
)

// The measures of a [Strip], in units.
const (
	// PictureWidth and PictureHeight are the room that a picture has.
	PictureWidth  float32 = 136
	PictureHeight float32 = 84

	frameWidth  = PictureWidth + 2*Inset
	moreTop     = Inset + PictureHeight + Gap/2 // of the line with the name
	stripHeight = PictureHeight + 2*Inset + 2*CodeRowHeight + barWidth
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
// objects. It is worked with as a [List] is: Left, Right, PageUp, PageDown, Home and End
// move the cursor, with Shift they extend the selection, and pictures are dragged to
// another place.
type Strip struct {
	widget.BaseWidget

	// OnOpen is told of a double click and of Enter.
	OnOpen func(i int)
	// OnMenu is told of a secondary click, of a click on the sign for more, and of the menu
	// key, with a place on the canvas.
	OnMenu func(i int, at fyne.Position)
	// MoreTip is the tip of the sign for more.
	MoreTip string
	// OnKey is told of each key first, and returns whether it was used. The index is the
	// cursor's, or -1.
	OnKey func(ev *fyne.KeyEvent, mods fyne.KeyModifier, i int) bool
	// OnShortcut is told of shortcuts that the strip does not use.
	OnShortcut func(fyne.Shortcut)
	// OnVisible is told which frames, [first, last), are in view when that changes.
	OnVisible func(first, last int)
	// OnMove is told where frames were dropped: before frame before, which is the number
	// of frames for the end.
	OnMove func(frames []int, before int)

	frames  Frames
	view    viewport // its rows are columns here
	pool    slots[*frameView]
	over    sketch
	ground  sketch
	objects []fyne.CanvasObject
	selection
	focused bool
	hover   int  // under the pointer, or -1
	hoverOn bool // whether the pointer is on its sign for more
	seen    [2]int

	pressed   int // of the press that goes on, or -1
	more      int // whose sign for more was pressed, or -1
	lastPress time.Time
	bar       bool // whether the scroll bar is dragged
	grab      float32

	dragged []string // keys of what is being moved
	dropAt  int      // -1: nothing is
	pointer fyne.Position
	edge    edgeScroll
	mods    func() fyne.KeyModifier
}

// frameView is the drawing of one frame.
type frameView struct {
	slot
	key     string
	picture *canvas.Image
}

func newFrameView() *frameView {
	v := &frameView{slot: newSlot(), picture: &canvas.Image{FillMode: canvas.ImageFillContain, ScaleMode: canvas.ImageScaleSmooth}}
	return v
}

// NewStrip returns a strip of frames.
func NewStrip(frames Frames) *Strip {
	s := &Strip{frames: frames, view: viewport{row: frameWidth}, selection: newSelection(), hover: -1, pressed: -1, more: -1, dropAt: -1, mods: keyModifiers}
	s.pool.create = newFrameView
	s.ExtendBaseWidget(s)
	s.view.rows = frames.Len()
	return s
}

// Reload shows the frames as they are now. Selection and cursor follow their keys; a
// cursor whose frame is gone moves to the one that took its place.
func (s *Strip) Reload() {
	place := 0
	for _, v := range s.pool.shown {
		if v.key == s.cursor {
			place = v.index
		}
	}
	s.view.rows = s.frames.Len()
	before := s.cursor
	s.follow(s.frames, s.view.rows, place)
	if s.cursor != before && s.cursor != "" {
		s.selected[s.cursor] = struct{}{}
	}
	if s.hover >= s.view.rows {
		s.hover = -1
	}
	s.dragged = slices.DeleteFunc(s.dragged, func(key string) bool { return s.frames.Find(key) < 0 })
	s.Refresh()
}

// Update draws frame i again when it is in view.
func (s *Strip) Update(i int) {
	if v, ok := s.pool.at(i); ok && i < s.view.rows {
		s.drawFrame(v, i)
	}
}

// Cursor returns the frame of the keyboard, or -1.
func (s *Strip) Cursor() int {
	if s.cursor == "" {
		return -1
	}
	return s.frames.Find(s.cursor)
}

// SetCursor moves the keyboard to frame i, selects it alone, and shows it.
func (s *Strip) SetCursor(i int) {
	if i >= 0 && i < s.view.rows {
		s.view.reveal(i)
		s.moveCursor(i, 0)
	}
}

// Selected returns the selected frames in order.
func (s *Strip) Selected() []int { return s.in(s.frames) }

// IsSelected reports whether frame i is selected.
func (s *Strip) IsSelected(i int) bool {
	_, ok := s.selected[s.frames.Key(i)]
	return ok
}

// InView returns the frames in view: [first, last).
func (s *Strip) InView() (first, last int) { return s.view.span() }

// Area returns where frame i stands on the canvas, whether or not it is in view.
func (s *Strip) Area(i int) (fyne.Position, fyne.Size) {
	return absolute(s).AddXY(s.view.y(i), 0), fyne.NewSize(s.view.row, s.Size().Height)
}

func (s *Strip) moveCursor(i int, mods fyne.KeyModifier) {
	s.pick(s.frames, i, mods)
	s.Refresh()
}

// FocusGained shows the focus ring.
func (s *Strip) FocusGained() {
	s.focused = true
	if s.cursor == "" && s.view.rows > 0 {
		first, _ := s.view.span()
		s.cursor = s.frames.Key(first)
		s.anchor = s.cursor
	}
	s.Refresh()
}

// FocusLost hides the focus ring.
func (s *Strip) FocusLost() {
	s.focused = false
	hideTip(s)
	s.Refresh()
}

// TypedRune is not used; Fyne wants it of everything that takes the focus.
func (s *Strip) TypedRune(rune) {}

// TypedKey moves the cursor, or hands the key to the callbacks.
func (s *Strip) TypedKey(ev *fyne.KeyEvent) {
	if s.dragged != nil && ev.Name == fyne.KeyEscape {
		s.endDrag()
		return
	}
	i, mods := s.Cursor(), s.mods()
	ev = menuKey(ev, mods)
	if s.OnKey != nil && s.OnKey(ev, mods, i) {
		return
	}
	n, to := s.view.rows, i
	switch {
	case n == 0:
		handOnKey(s, ev)
		return
	case ev.Name == fyne.KeyLeft:
		to = i - 1
	case ev.Name == fyne.KeyRight:
		to = i + 1
	case ev.Name == fyne.KeyPageUp:
		to = i - s.view.page()
	case ev.Name == fyne.KeyPageDown:
		to = i + s.view.page()
	case ev.Name == fyne.KeyHome:
		to = 0
	case ev.Name == fyne.KeyEnd:
		to = n - 1
	case ev.Name == fyne.KeyReturn || ev.Name == fyne.KeyEnter:
		if s.OnOpen != nil && i >= 0 {
			s.OnOpen(i)
		}
		return
	case ev.Name == desktop.KeyMenu:
		if i >= 0 {
			s.view.reveal(i)
			s.openMenu(i, absolute(s).AddXY(s.view.y(i)+Inset, PictureHeight))
		}
		return
	default:
		handOnKey(s, ev)
		return
	}
	to = max(0, min(to, n-1))
	s.view.reveal(to)
	s.moveCursor(to, mods&fyne.KeyModifierShift)
}

// TypedShortcut selects all with Ctrl+A. A key with Ctrl or Alt comes as a shortcut and
// not as a key, and is offered to OnKey first.
func (s *Strip) TypedShortcut(sc fyne.Shortcut) {
	if c, ok := sc.(*desktop.CustomShortcut); ok && s.OnKey != nil && s.OnKey(&fyne.KeyEvent{Name: c.KeyName}, c.Modifier, s.Cursor()) {
		return
	}
	if _, all := sc.(*fyne.ShortcutSelectAll); all {
		for i := range s.view.rows {
			s.selected[s.frames.Key(i)] = struct{}{}
		}
		s.Refresh()
		return
	}
	if s.OnShortcut != nil {
		s.OnShortcut(sc)
	}
}

// MouseDown selects, or takes the scroll bar.
func (s *Strip) MouseDown(ev *desktop.MouseEvent) {
	hideTip(s)
	if c := canvasOf(s); c != nil && !s.focused {
		c.Focus(s)
	}
	s.pressed = -1
	size := s.Size()
	if start, length, ok := s.view.thumb(size.Width); ok && ev.Position.Y >= size.Height-barWidth {
		s.bar, s.grab = true, ev.Position.X-start
		if s.grab < 0 || s.grab >= length {
			s.grab = length / 2
			s.view.dragThumb(ev.Position.X-s.grab, size.Width)
		}
		s.Refresh()
		return
	}
	i := s.view.at(ev.Position.X)
	if i < 0 {
		return
	}
	if ev.Button != desktop.MouseButtonPrimary {
		if !s.IsSelected(i) {
			s.moveCursor(i, 0)
		}
		return
	}
	if s.onMore(ev.Position) {
		s.more = i
		return
	}
	now := time.Now()
	again := i == s.Cursor() && now.Sub(s.lastPress) < fyne.CurrentApp().Driver().DoubleTapDelay()
	s.lastPress, s.pressed = now, i
	// A frame of several that are selected may be about to be dragged with them.
	if ev.Modifier != 0 || !s.IsSelected(i) {
		s.moveCursor(i, ev.Modifier)
	}
	if again && ev.Modifier == 0 && s.OnOpen != nil {
		s.pressed = -1
		s.OnOpen(i)
	}
}

// MouseUp ends the press.
func (s *Strip) MouseUp(ev *desktop.MouseEvent) {
	if s.bar {
		s.bar = false
		s.Refresh()
	}
	if i := s.pressed; i >= 0 && i < s.view.rows && ev.Modifier == 0 && s.dragged == nil && len(s.selected) > 1 {
		s.moveCursor(i, 0)
	}
	if i := s.more; i >= 0 && i < s.view.rows && s.onMore(ev.Position) && s.view.at(ev.Position.X) == i {
		s.openMenu(i, absolute(s).AddXY(s.view.y(i)+frameWidth-Inset-glyphSize, moreTop+CodeRowHeight))
	}
	s.pressed, s.more = -1, -1
}

// onMore reports whether a place is on the sign for more of the frame there.
func (s *Strip) onMore(at fyne.Position) bool {
	i := s.view.at(at.X)
	if i < 0 || s.OnMenu == nil {
		return false
	}
	x := at.X - s.view.y(i)
	return x >= frameWidth-Inset-glyphSize && x < frameWidth-Inset && at.Y >= moreTop && at.Y < moreTop+CodeRowHeight
}

// TappedSecondary opens the context menu.
func (s *Strip) TappedSecondary(ev *fyne.PointEvent) {
	if i := s.view.at(ev.Position.X); i >= 0 {
		s.openMenu(i, ev.AbsolutePosition)
	}
}

func (s *Strip) openMenu(i int, at fyne.Position) {
	hideTip(s)
	if !s.IsSelected(i) {
		s.moveCursor(i, 0)
	}
	if s.OnMenu != nil {
		s.OnMenu(i, at)
	}
}

// MouseIn begins hovering.
func (s *Strip) MouseIn(ev *desktop.MouseEvent) { s.MouseMoved(ev) }

// MouseMoved lights the frame under the pointer.
func (s *Strip) MouseMoved(ev *desktop.MouseEvent) {
	i, on := s.view.at(ev.Position.X), s.onMore(ev.Position)
	if i == s.hover && on == s.hoverOn {
		return
	}
	before := s.hover
	s.hover, s.hoverOn = i, on
	s.Update(before)
	s.Update(i)
	hideTip(s)
	switch {
	case on:
		showTip(s, s.MoreTip, fyne.NewPos(s.view.y(i), moreTop), fyne.NewSize(s.view.row, CodeRowHeight))
	case i >= 0:
		showTip(s, s.frames.Frame(i).Tip, fyne.NewPos(s.view.y(i), 0), fyne.NewSize(s.view.row, s.Size().Height))
	}
}

// MouseOut ends hovering.
func (s *Strip) MouseOut() {
	before := s.hover
	s.hover, s.hoverOn = -1, false
	s.Update(before)
	hideTip(s)
}

// Scrolled scrolls with the wheel, whichever way it turns.
func (s *Strip) Scrolled(ev *fyne.ScrollEvent) {
	by := ev.Scrolled.DX
	if by == 0 {
		by = ev.Scrolled.DY
	}
	if s.view.scrollTo(s.view.offset - float64(by)) {
		hideTip(s)
		s.hover = -1
		s.layout(false)
		canvas.Refresh(s)
	}
}

// Dragged moves the scroll bar, or the frames that were taken.
func (s *Strip) Dragged(ev *fyne.DragEvent) {
	if s.bar {
		s.view.dragThumb(ev.Position.X-s.grab, s.Size().Width)
		s.layout(false)
		canvas.Refresh(s)
		return
	}
	if s.dragged == nil {
		if s.OnMove == nil || s.pressed < 0 || s.pressed >= s.view.rows {
			return
		}
		hideTip(s)
		for _, i := range s.Selected() {
			s.dragged = append(s.dragged, s.frames.Key(i))
		}
		if len(s.dragged) == 0 {
			return
		}
	}
	s.pointer = ev.Position
	s.aim()
	s.edge.pull(ev.Position.X, s.Size().Width, s.view.row/4, func(by float64) {
		if s.view.scrollTo(s.view.offset + by) {
			s.aim()
		}
	})
}

// aim finds the gap between frames that is next to the pointer.
func (s *Strip) aim() {
	gap := int((s.view.offset + float64(s.pointer.X) + float64(s.view.row)/2) / float64(s.view.row))
	s.dropAt = max(0, min(gap, s.view.rows))
	s.Refresh()
}

// DragEnd drops the frames.
func (s *Strip) DragEnd() {
	s.bar = false
	before := s.dropAt
	var frames []int
	for _, key := range s.dragged {
		if i := s.frames.Find(key); i >= 0 {
			frames = append(frames, i)
		}
	}
	s.endDrag()
	if len(frames) > 0 && before >= 0 {
		s.OnMove(frames, before)
	}
}

func (s *Strip) endDrag() {
	s.edge.stop()
	s.dragged, s.dropAt, s.pressed = nil, -1, -1
	s.Refresh()
}

// layout gives each frame in view a drawing in its place.
func (s *Strip) layout(all bool) {
	size := s.Size()
	s.view.height = size.Width
	s.view.scrollTo(s.view.offset)
	first, last := s.view.span()
	s.pool.cover(first, last, func(v *frameView, i int, fresh bool) {
		if fresh || all {
			s.drawFrame(v, i)
		}
		v.node.Move(fyne.NewPos(s.view.y(i), 0))
	})
	s.compose(size)
	if seen := [2]int{first, last}; seen != s.seen {
		s.seen = seen
		if s.OnVisible != nil {
			s.OnVisible(first, last)
		}
	}
}

func (s *Strip) drawFrame(v *frameView, i int) {
	v.key = s.frames.Key(i)
	f := s.frames.Frame(i)
	_, selected := s.selected[v.key]
	size := fyne.NewSize(frameWidth, stripHeight-barWidth)
	v.begin(s)
	ground := fyne.ThemeColorName("")
	switch {
	case selected:
		ground = ColorSelection
	case i == s.hover:
		ground = ColorHover
	}
	v.box(1, 1, size.Width-2, size.Height-2, Radius, ground, "")
	if s.focused && v.key == s.cursor {
		v.outlined(1, 1, size.Width-2, size.Height-2, Radius, focusWidth, "", ColorAccent)
	}
	v.box(Inset, Inset, PictureWidth, PictureHeight, 2, ColorPanel, ColorHairline)
	if f.Image == nil {
		word := fitEnd(f.Word, PictureWidth-2*Gap, face{})
		v.text(word, Inset+(PictureWidth-face{}.width(word))/2, Inset, PictureHeight, face{}, ColorMuted)
	}
	nameWidth := PictureWidth
	if s.OnMenu != nil {
		nameWidth -= glyphSize + Gap
		x, ink := Inset+PictureWidth-glyphSize, ColorMuted
		if i == s.hover && s.hoverOn {
			ink = ColorText
			v.box(x, moreTop, glyphSize, CodeRowHeight, Radius, ColorChipHover, "")
		}
		v.glyph(GlyphMore, x, moreTop+(CodeRowHeight-glyphSize)/2, glyphSize, ink)
	}
	if f.Noted {
		nameWidth -= 10
		v.box(Inset+nameWidth+3, moreTop+CodeRowHeight/2-3, 5, 5, 2.5, ColorAccent, "")
	}
	y := moreTop
	v.text(fitMiddle(f.Name, nameWidth, face{}), Inset, y, CodeRowHeight, face{}, ColorText)
	x, y := Inset, y+CodeRowHeight
	if f.Mark != "" {
		x += v.text(fitEnd(f.Mark, PictureWidth, face{size: SmallSize}), x, y, CodeRowHeight, face{size: SmallSize}, f.Tone) + Gap
	}
	small := face{mono: true, size: SmallSize}
	if room := Inset + PictureWidth - x; room > 3*Group {
		v.text(fitEnd(f.Detail, room, small), x, y, CodeRowHeight, small, ColorMuted)
	}
	objects := slices.Clone(v.end())
	if f.Image != nil {
		if v.picture.Image != f.Image {
			v.picture.Image = f.Image
			v.picture.Refresh()
		}
		shown := s.pictureSize(f.Image.Bounds().Size())
		v.picture.Resize(shown)
		v.picture.Move(fyne.NewPos(Inset+(PictureWidth-shown.Width)/2, Inset+(PictureHeight-shown.Height)/2))
		objects = append(objects, v.picture)
	}
	v.node.Objects = objects
	v.node.Resize(size)
	canvas.Refresh(v.node)
}

// PictureBox is how many pixels a picture can show, so that it need have no more.
func (s *Strip) PictureBox() image.Point {
	scale := s.scale()
	return image.Pt(int((PictureWidth-2)*scale), int((PictureHeight-2)*scale))
}

func (s *Strip) scale() float32 {
	if c := canvasOf(s); c != nil {
		return c.Scale()
	}
	return 1
}

// pictureSize returns the size at which an image is shown: whole, and never larger than
// it is.
func (s *Strip) pictureSize(px image.Point) fyne.Size {
	w, h := float32(max(1, px.X))/s.scale(), float32(max(1, px.Y))/s.scale()
	fit := min(1, (PictureWidth-2)/w, (PictureHeight-2)/h)
	return fyne.NewSize(w*fit, h*fit)
}

// compose puts ground, frames, insertion mark and scroll bar together.
func (s *Strip) compose(size fyne.Size) {
	s.ground.begin(s)
	s.ground.box(0, 0, size.Width, size.Height, 0, ColorGround, "")
	s.objects = append(s.objects[:0], s.ground.end()...)
	for _, v := range s.pool.shown {
		s.objects = append(s.objects, v.node)
	}
	s.over.begin(s)
	if s.dropAt >= 0 && s.dragged != nil {
		x := max(underline/2, min(s.view.y(s.dropAt), size.Width-underline/2))
		s.over.box(x-underline/2, Inset, underline, size.Height-barWidth-2*Inset, underline/2, ColorAccent, "")
	}
	if start, length, ok := s.view.thumb(size.Width); ok {
		s.over.box(start+1, size.Height-thumbWidth-2, length-2, thumbWidth, thumbWidth/2, ColorThumb, "")
	}
	s.objects = append(s.objects, s.over.end()...)
}

// CreateRenderer links the strip to its renderer.
func (s *Strip) CreateRenderer() fyne.WidgetRenderer { return &stripRenderer{s: s} }

type stripRenderer struct {
	s    *Strip
	size fyne.Size
}

func (r *stripRenderer) Destroy()                     {}
func (r *stripRenderer) MinSize() fyne.Size           { return fyne.NewSize(minimum, stripHeight) }
func (r *stripRenderer) Objects() []fyne.CanvasObject { return r.s.objects }

func (r *stripRenderer) Layout(size fyne.Size) {
	r.s.layout(size != r.size)
	r.size = size
}

func (r *stripRenderer) Refresh() {
	r.s.layout(true)
	canvas.Refresh(r.s)
}
