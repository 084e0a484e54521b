package kit

import (
	"image/color"
	"strings"
	"unicode/utf8"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/theme"
)

// sketch turns drawing calls into canvas objects and keeps these for the next
// drawing, so that a widget can be drawn afresh from its state at each change
// without making objects. Boxes lie under lines and lines under text, whatever
// the order of the calls.
type sketch struct {
	theme fyne.Theme

	boxes []*canvas.Rectangle
	lines []*canvas.Line
	texts []*canvas.Text

	usedBoxes, usedLines, usedTexts int
	objects                         []fyne.CanvasObject
}

// face is how text looks.
type face struct {
	size   float32 // 0 is TextSize
	bold   bool
	mono   bool
	italic bool
}

func (f face) points() float32 {
	if f.size == 0 {
		return TextSize
	}
	return f.size
}

func (f face) style() fyne.TextStyle {
	return fyne.TextStyle{Bold: f.bold, Monospace: f.mono, Italic: f.italic && !f.mono}
}

// width returns how wide text is. In a monospaced font a thin space is as wide
// as a digit, so the space between groups of digits is drawn by us instead.
func (f face) width(text string) float32 {
	if text == "" {
		return 0
	}
	if n := strings.Count(text, thinSpace); n > 0 && f.mono {
		return f.width(strings.ReplaceAll(text, thinSpace, "")) + float32(n)*digitGap
	}
	return fyne.MeasureText(text, f.points(), f.style()).Width
}

// begin forgets what was drawn; what is drawn until end takes its place.
func (s *sketch) begin(w fyne.Widget) {
	s.theme = theme.CurrentForWidget(w)
	s.usedBoxes, s.usedLines, s.usedTexts = 0, 0, 0
}

// end returns the objects of the drawing. The slice is valid until the next end.
func (s *sketch) end() []fyne.CanvasObject {
	s.objects = s.objects[:0]
	for _, o := range s.boxes[:s.usedBoxes] {
		s.objects = append(s.objects, o)
	}
	for _, o := range s.lines[:s.usedLines] {
		s.objects = append(s.objects, o)
	}
	for _, o := range s.texts[:s.usedTexts] {
		s.objects = append(s.objects, o)
	}
	return s.objects
}

func (s *sketch) color(name fyne.ThemeColorName) color.Color {
	if name == "" {
		return color.Transparent
	}
	return colorFor(s.theme, name)
}

// box fills a rectangle; edge, when not empty, is the colour of its outline,
// which lies inside it.
func (s *sketch) box(x, y, w, h, radius float32, fill, edge fyne.ThemeColorName) {
	s.outlined(x, y, w, h, radius, Hairline, fill, edge)
}

func (s *sketch) outlined(x, y, w, h, radius, stroke float32, fill, edge fyne.ThemeColorName) {
	if w <= 0 || h <= 0 {
		return
	}
	if s.usedBoxes == len(s.boxes) {
		s.boxes = append(s.boxes, &canvas.Rectangle{})
	}
	r := s.boxes[s.usedBoxes]
	s.usedBoxes++
	r.FillColor = s.color(fill)
	r.StrokeColor, r.StrokeWidth = nil, 0
	if edge != "" {
		r.StrokeColor, r.StrokeWidth = s.color(edge), stroke
	}
	r.CornerRadius = radius
	r.Move(fyne.NewPos(x, y))
	r.Resize(fyne.NewSize(w, h))
}

func (s *sketch) line(x1, y1, x2, y2, width float32, c fyne.ThemeColorName) {
	if s.usedLines == len(s.lines) {
		s.lines = append(s.lines, &canvas.Line{})
	}
	l := s.lines[s.usedLines]
	s.usedLines++
	l.StrokeColor, l.StrokeWidth = s.color(c), width
	l.Position1, l.Position2 = fyne.NewPos(x1, y1), fyne.NewPos(x2, y2)
}

// glyph draws g in the square of the given size whose corner is at x, y.
func (s *sketch) glyph(g Glyph, x, y, size float32, c fyne.ThemeColorName) {
	k := size / glyphSize
	for _, a := range g.areas() {
		s.box(x+a.x*k, y+a.y*k, a.w*k, a.h*k, a.radius*k, c, "")
	}
	for _, stroke := range g.strokes() {
		if len(stroke) == 1 {
			d := 2 * k
			s.box(x+stroke[0].x*k-d/2, y+stroke[0].y*k-d/2, d, d, d/2, c, "")
			continue
		}
		for i := 1; i < len(stroke); i++ {
			a, b := stroke[i-1], stroke[i]
			s.line(x+a.x*k, y+a.y*k, x+b.x*k, y+b.y*k, strokeWidth, c)
		}
	}
}

// text writes from x to the right, in the middle of the height h below y, and
// returns the width of what it wrote.
func (s *sketch) text(text string, x, y, h float32, f face, c fyne.ThemeColorName) float32 {
	if text == "" {
		return 0
	}
	w := f.width(text)
	s.write(text, x, y, w, h, f, c)
	return w
}

// textRight writes so that the text ends at right.
func (s *sketch) textRight(text string, right, y, h float32, f face, c fyne.ThemeColorName) float32 {
	if text == "" {
		return 0
	}
	w := f.width(text)
	s.write(text, right-w, y, w, h, f, c)
	return w
}

// write places text whose width is known.
func (s *sketch) write(text string, x, y, w, h float32, f face, c fyne.ThemeColorName) {
	if head, tail, thin := strings.Cut(text, thinSpace); thin && f.mono {
		headWidth := f.width(head)
		s.write(head, x, y, headWidth, h, f, c)
		s.write(tail, x+headWidth+digitGap, y, w-headWidth-digitGap, h, f, c)
		return
	}
	if s.usedTexts == len(s.texts) {
		s.texts = append(s.texts, &canvas.Text{})
	}
	t := s.texts[s.usedTexts]
	s.usedTexts++
	t.Text, t.TextSize, t.TextStyle, t.Color = text, f.points(), f.style(), s.color(c)
	t.Move(fyne.NewPos(x, y))
	t.Resize(fyne.NewSize(w, h))
}

// focusRing outlines what has the focus.
func (s *sketch) focusRing(size fyne.Size, radius float32) {
	s.outlined(0, 0, size.Width, size.Height, radius, focusWidth, "", ColorAccent)
}

// checkBox draws a box of three states with its corner at x, y.
func (s *sketch) checkBox(x, y float32, state CheckState, disabled bool) {
	fill, edge, mark := ColorGround, ColorOutline, ColorOnAccent
	switch {
	case disabled && state != Off:
		fill, edge, mark = ColorFaint, "", ColorGround
	case disabled:
		fill, edge = ColorPanel, ColorFaint
	case state != Off:
		fill, edge = ColorAccent, ""
	}
	s.box(x, y, boxSize, boxSize, Radius-1, fill, edge)
	switch state {
	case On:
		s.glyph(GlyphCheck, x+1, y+1, boxSize-2, mark)
	case Mixed:
		s.glyph(GlyphMinus, x+1, y+1, boxSize-2, mark)
	}
}

// fitEnd shortens text to a width, with an ellipsis at its end.
func fitEnd(text string, width float32, f face) string {
	return fit(text, width, f.width, func(runes []rune, n int) string {
		return string(runes[:n-1]) + ellipsis
	})
}

// fitMiddle shortens text to a width, with an ellipsis in its middle.
func fitMiddle(text string, width float32, f face) string {
	return fit(text, width, f.width, middle)
}

// fit returns text when it is no wider than width, or else the longest shape of
// at least one rune that is; an ellipsis alone when none is.
func fit(text string, width float32, measure func(string) float32, shape func([]rune, int) string) string {
	if text == "" {
		return ""
	}
	// No rune is wider than three times the text size, so a far longer text need
	// not be measured as a whole.
	if utf8.RuneCountInString(text) < 512 && measure(text) <= width {
		return text
	}
	runes := []rune(text)
	low, high := 1, min(len(runes), 512)
	for low < high { // the longest that fits lies in [low, high]
		mid := (low + high + 1) / 2
		if measure(shape(runes, mid)) <= width {
			low = mid
		} else {
			high = mid - 1
		}
	}
	return shape(runes, low)
}

// drawn is the renderer of a widget that is drawn from its state.
type drawn struct {
	sketch
	owner fyne.Widget
	min   func() fyne.Size
	draw  func(*sketch, fyne.Size)
	// above are objects that stand over the drawing, such as child widgets;
	// place lays them out.
	above []fyne.CanvasObject
	place func(fyne.Size)

	laid  bool // drawn at least once
	shown []fyne.CanvasObject
}

func newDrawn(owner fyne.Widget, minSize func() fyne.Size, draw func(*sketch, fyne.Size)) *drawn {
	return &drawn{owner: owner, min: minSize, draw: draw}
}

func (r *drawn) Layout(size fyne.Size) {
	r.laid = true
	r.begin(r.owner)
	r.draw(&r.sketch, size)
	r.shown = append(append(r.shown[:0], r.end()...), r.above...)
	if r.place != nil {
		r.place(size)
	}
}

func (r *drawn) MinSize() fyne.Size { return r.min() }
func (r *drawn) Destroy()           {}

// Objects draws first what was never laid out: Fyne forgets the renderer of a widget that
// was out of sight for a minute, such as one in another tab, and makes another one without
// telling it the size, which the widget has already.
func (r *drawn) Objects() []fyne.CanvasObject {
	if size := r.owner.Size(); !r.laid && !size.IsZero() {
		r.Layout(size)
	}
	return r.shown
}

func (r *drawn) Refresh() {
	r.Layout(r.owner.Size())
	canvas.Refresh(r.owner)
}
