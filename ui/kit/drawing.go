package kit

import (
	"image/color"
	"math"
	"strings"
	"unicode/utf8"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/theme"
)

// Drawing converts drawing calls to canvas objects and reuses these for the next drawing, so that
// a widget can be redrawn from its state at each change without allocating objects. Boxes are
// below lines and lines below text, independent of the order of calls.
type Drawing struct {
	theme fyne.Theme
	scale float32 // pixels per unit

	shifts map[line]float32

	boxes []*canvas.Rectangle
	lines []*canvas.Line
	texts []*canvas.Text

	usedBoxes, usedLines, usedTexts int
	objects                         []fyne.CanvasObject
}

// Face is the font of a text.
type Face struct {
	Size   float32 // 0 means TextSize
	Bold   bool
	Mono   bool
	Italic bool
}

func (f Face) points() float32 {
	if f.Size == 0 {
		return TextSize
	}
	return f.Size
}

func (f Face) style() fyne.TextStyle {
	return fyne.TextStyle{Bold: f.Bold, Monospace: f.Mono, Italic: f.Italic && !f.Mono}
}

// Width returns the width of text. In the monospaced font a thin space would be as wide as a
// digit, so digit groups are separated by drawing instead.
func (f Face) Width(text string) float32 {
	if text == "" {
		return 0
	}
	if n := strings.Count(text, thinSpace); n > 0 && f.Mono {
		return f.Width(strings.ReplaceAll(text, thinSpace, "")) + float32(n)*digitGap
	}
	return f.measure(text).Width
}

// Begin starts a new drawing, which replaces the previous one at [Drawing.End].
func (s *Drawing) Begin(w fyne.Widget) {
	s.theme, s.scale = theme.CurrentForWidget(w), scaleOf(w)
	s.usedBoxes, s.usedLines, s.usedTexts = 0, 0, 0
}

// scaleOf returns the pixels per unit where a widget is drawn; 1 until it is.
func scaleOf(w fyne.Widget) float32 {
	if c := CanvasOf(w); w != nil && c != nil {
		return c.Scale()
	}
	return 1
}

// End returns the objects of the drawing. The slice is valid until the next call.
func (s *Drawing) End() []fyne.CanvasObject {
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

func (s *Drawing) color(name fyne.ThemeColorName) color.Color {
	if name == "" {
		return color.Transparent
	}
	return ColorFor(s.theme, name)
}

// Box fills a rectangle; edge, if not empty, is the colour of its outline, which is inside it.
func (s *Drawing) Box(x, y, w, h, radius float32, fill, edge fyne.ThemeColorName) {
	s.Outlined(x, y, w, h, radius, Hairline, fill, edge)
}

// Outlined fills a rectangle with an outline of the given width inside it.
func (s *Drawing) Outlined(x, y, w, h, radius, stroke float32, fill, edge fyne.ThemeColorName) {
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

// Line draws a line of the given width.
func (s *Drawing) Line(x1, y1, x2, y2, width float32, c fyne.ThemeColorName) {
	if s.usedLines == len(s.lines) {
		s.lines = append(s.lines, &canvas.Line{})
	}
	l := s.lines[s.usedLines]
	s.usedLines++
	l.StrokeColor, l.StrokeWidth = s.color(c), width
	l.Position1, l.Position2 = fyne.NewPos(x1, y1), fyne.NewPos(x2, y2)
}

// Glyph draws g in the square of the given size at x, y.
func (s *Drawing) Glyph(g Glyph, x, y, size float32, c fyne.ThemeColorName) {
	k := size / GlyphSize
	for _, a := range g.areas() {
		s.Box(x+a.x*k, y+a.y*k, a.w*k, a.h*k, a.radius*k, c, "")
	}
	for _, stroke := range g.strokes() {
		if len(stroke) == 1 {
			d := 2 * k
			s.Box(x+stroke[0].x*k-d/2, y+stroke[0].y*k-d/2, d, d, d/2, c, "")
			continue
		}
		for i := 1; i < len(stroke); i++ {
			a, b := stroke[i-1], stroke[i]
			s.Line(x+a.x*k, y+a.y*k, x+b.x*k, y+b.y*k, strokeWidth, c)
		}
	}
}

// Text writes from x to the right, vertically centred in the height h below y, and returns the
// width of the text.
func (s *Drawing) Text(text string, x, y, h float32, f Face, c fyne.ThemeColorName) float32 {
	if text == "" {
		return 0
	}
	w := f.Width(text)
	s.Write(text, x, y, w, h, f, c)
	return w
}

// TextRight writes so that the text ends at right.
func (s *Drawing) TextRight(text string, right, y, h float32, f Face, c fyne.ThemeColorName) float32 {
	if text == "" {
		return 0
	}
	w := f.Width(text)
	s.Write(text, right-w, y, w, h, f, c)
	return w
}

// Write writes text of a known width.
func (s *Drawing) Write(text string, x, y, w, h float32, f Face, c fyne.ThemeColorName) {
	if head, tail, thin := strings.Cut(text, thinSpace); thin && f.Mono {
		headWidth := f.Width(head)
		s.Write(head, x, y, headWidth, h, f, c)
		s.Write(tail, x+headWidth+digitGap, y, w-headWidth-digitGap, h, f, c)
		return
	}
	if s.usedTexts == len(s.texts) {
		s.texts = append(s.texts, &canvas.Text{})
	}
	t := s.texts[s.usedTexts]
	s.usedTexts++
	t.Text, t.TextSize, t.TextStyle, t.Color = text, f.points(), f.style(), s.color(c)
	t.FontSource = f.source(text)
	t.Move(fyne.NewPos(x, y+s.shift(f, h)))
	t.Resize(fyne.NewSize(w, h))
}

// line is the key of a vertical text shift.
type line struct{ size, height, scale float32 }

// shift returns the distance to move monospaced text down in a line of height h so that it has
// the same baseline as other text. Fyne centres texts vertically and rounds to pixels, so that
// the baselines may differ by a pixel. Bold text has the baseline of regular text.
func (s *Drawing) shift(f Face, h float32) float32 {
	if !f.Mono {
		return 0
	}
	l := line{f.Size, h, s.scale}
	by, known := s.shifts[l]
	if !known {
		if s.shifts == nil {
			s.shifts = map[line]float32{}
		}
		mono, beside := Face{Size: f.Size, Mono: true}, Face{Size: f.Size}
		by = (beside.baseline(h, s.scale) - mono.baseline(h, s.scale)) / s.scale
		s.shifts[l] = by
	}
	return by
}

// baseline returns the pixel of the baseline from the top of a line of height h, as Fyne computes
// it: it rounds the start of the text, and rounds up the distance of the baseline.
func (f Face) baseline(h, scale float32) float32 {
	size, below := f.metrics("x")
	top := max(0, h-size.Height) / 2
	return float32(math.Round(float64(top*scale)) + math.Ceil(float64(below*scale)))
}

// FocusRing draws the outline of a focused widget.
func (s *Drawing) FocusRing(size fyne.Size, radius float32) {
	s.Outlined(0, 0, size.Width, size.Height, radius, FocusWidth, "", ColorAccent)
}

// CheckBox draws a box of three states with its corner at x, y.
func (s *Drawing) CheckBox(x, y float32, state CheckState, disabled bool) {
	fill, edge, mark := ColorGround, ColorOutline, ColorOnAccent
	switch {
	case disabled && state != Off:
		fill, edge, mark = ColorFaint, "", ColorGround
	case disabled:
		fill, edge = ColorPanel, ColorFaint
	case state != Off:
		fill, edge = ColorAccent, ""
	}
	s.Box(x, y, BoxSize, BoxSize, Radius-1, fill, edge)
	switch state {
	case On:
		s.Glyph(GlyphCheck, x+1, y+1, BoxSize-2, mark)
	case Mixed:
		s.Glyph(GlyphMinus, x+1, y+1, BoxSize-2, mark)
	}
}

// FitEnd shortens text to a width, with an ellipsis at the end.
func FitEnd(text string, width float32, f Face) string {
	return fit(text, width, f.Width, func(runes []rune, n int) string {
		return string(runes[:n-1]) + Ellipsis
	})
}

// FitMiddle shortens a name or a path to a width, with an ellipsis in the middle. Of a path it shortens
// the folders first, because the names of files distinguish the rows of a list.
func FitMiddle(text string, width float32, f Face) string {
	return fit(text, width, f.Width, middleOfPath)
}

// fit returns text if it is at most width wide, or else the longest shape of at least one rune
// that is; just an ellipsis if none is.
func fit(text string, width float32, measure func(string) float32, shape func([]rune, int) string) string {
	if text == "" {
		return ""
	}
	// No rune is wider than three times the text size, so a much longer text need not be measured
	// completely.
	if utf8.RuneCountInString(text) < 512 && measure(text) <= width {
		return text
	}
	runes := []rune(text)
	low, high := 1, min(len(runes), 512)
	for low < high { // the longest fitting length is in [low, high]
		mid := (low + high + 1) / 2
		if measure(shape(runes, mid)) <= width {
			low = mid
		} else {
			high = mid - 1
		}
	}
	return shape(runes, low)
}

// Renderer renders a widget that is drawn from its state: a [Drawing], and objects above it.
type Renderer struct {
	Drawing
	owner fyne.Widget
	min   func() fyne.Size
	draw  func(*Drawing, fyne.Size)
	// Above are objects in front of the drawing, such as child widgets; Place lays them out.
	Above []fyne.CanvasObject
	Place func(fyne.Size)

	laid  bool // drawn at least once
	shown []fyne.CanvasObject
	above look // the theme in which Above was last refreshed
}

// look is a theme and its variant.
type look struct {
	theme   fyne.Theme
	variant fyne.ThemeVariant
}

// NewRenderer returns the renderer of owner, which calls minSize for its minimum size and draw to
// draw it in a size.
func NewRenderer(owner fyne.Widget, minSize func() fyne.Size, draw func(*Drawing, fyne.Size)) *Renderer {
	return &Renderer{owner: owner, min: minSize, draw: draw}
}

// Layout draws the widget in a size.
func (r *Renderer) Layout(size fyne.Size) {
	r.laid = true
	r.Begin(r.owner)
	r.draw(&r.Drawing, size)
	r.shown = append(append(r.shown[:0], r.End()...), r.Above...)
	if r.Place != nil {
		r.Place(size)
	}
}

// MinSize returns the minimum size of the widget.
func (r *Renderer) MinSize() fyne.Size { return r.min() }

// Destroy does nothing.
func (r *Renderer) Destroy() {}

// Objects draws the widget first if it was never laid out: Fyne discards the renderer of a widget
// that was invisible for a minute, such as in another tab, and creates a new one without laying
// it out, because the widget already has its size.
func (r *Renderer) Objects() []fyne.CanvasObject {
	if size := r.owner.Size(); !r.laid && !size.IsZero() {
		r.Layout(size)
	}
	return r.shown
}

// Refresh redraws the widget. After a change of the theme it also refreshes what is above the
// drawing: Fyne applies a theme only to what is in a window at that moment, and only refreshes the
// outermost object of what is added later, such as another tab.
func (r *Renderer) Refresh() {
	r.Layout(r.owner.Size())
	if now := (look{r.theme, fyne.CurrentApp().Settings().ThemeVariant()}); now != r.above {
		r.above = now
		for _, o := range r.Above {
			o.Refresh()
		}
	}
	canvas.Refresh(r.owner)
}
