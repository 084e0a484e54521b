package kit

import (
	"slices"
	"strings"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"
)

const (
	// tipDelay is long enough for a pointer on its way elsewhere.
	tipDelay = 500 * time.Millisecond
	// toastTime is enough to read a short sentence and reach for its button.
	toastTime = 4 * time.Second

	tipColumns = 72 // the longest line of a tooltip, in runes
)

// Overlay is the content of a window with a layer above it for tooltips and
// toasts. The layer takes no events apart from those on a toast, so the content
// works as if it were alone. Widgets of this package find the Overlay through
// their canvas; it must be the window's content itself.
type Overlay struct {
	widget.BaseWidget

	// Free, when set, returns what a toast must leave free, such as the row of the
	// keyboard and text boxes. Positions are those of the canvas.
	Free func() []Area
	// OnKey is told of keys that the widget with the focus has no use for: what the
	// keyboard does everywhere in the window works wherever the focus is. It returns
	// whether it used the key.
	OnKey func(ev *fyne.KeyEvent, mods fyne.KeyModifier) bool
	// After runs f on the UI goroutine once d has passed, unless stop is called
	// before. Tests pass a clock of their own.
	After func(d time.Duration, f func()) (stop func())

	content fyne.CanvasObject

	tip     string
	marks   []fyne.ThemeColorName // of the lines of tip
	tipAt   fyne.Position         // of what the tip is about
	tipOf   fyne.Size
	tipOn   bool
	tipTurn int // the latest request; a timer of an older one does nothing
	tipStop func()

	toast     *toast
	toastTurn int
	toastStop func()
}

// Area is a rectangle of the canvas.
type Area struct {
	At   fyne.Position
	Size fyne.Size
}

func (a Area) overlaps(b Area) bool {
	return a.At.X < b.At.X+b.Size.Width && b.At.X < a.At.X+a.Size.Width &&
		a.At.Y < b.At.Y+b.Size.Height && b.At.Y < a.At.Y+a.Size.Height
}

// NewOverlay returns a root for the window around its content.
func NewOverlay(content fyne.CanvasObject) *Overlay {
	o := &Overlay{content: content, After: afterOnUI}
	o.ExtendBaseWidget(o)
	return o
}

func afterOnUI(d time.Duration, f func()) func() {
	t := time.AfterFunc(d, func() { fyne.Do(f) })
	return func() { t.Stop() }
}

// overlayOf returns the root of the window that shows w, in a dialog or below it.
func overlayOf(w fyne.CanvasObject) *Overlay {
	c := canvasOf(w)
	if c == nil {
		return nil
	}
	o, _ := c.Content().(*Overlay)
	return o
}

// showTip asks for a tooltip about a part of w.
func showTip(w fyne.CanvasObject, text string, at fyne.Position, size fyne.Size) {
	o := overlayOf(w)
	if o == nil {
		return
	}
	if text == "" || canvasOf(w).Overlays().Top() != nil {
		o.HideTip()
		return
	}
	o.ShowTip(text, absolute(w).Add(at), size)
}

// showLegend asks for a tooltip with coloured squares about a part of w.
func showLegend(w fyne.CanvasObject, text string, marks []fyne.ThemeColorName, at fyne.Position, size fyne.Size) {
	if o := overlayOf(w); o != nil && canvasOf(w).Overlays().Top() == nil {
		o.ShowLegend(text, marks, absolute(w).Add(at), size)
	}
}

// handOnKey gives the window a key that w has no use for, and reports whether the window
// has one.
func handOnKey(w fyne.CanvasObject, ev *fyne.KeyEvent) bool {
	o := overlayOf(w)
	return o != nil && o.OnKey != nil && o.OnKey(ev, keyModifiers())
}

func hideTip(w fyne.CanvasObject) {
	if o := overlayOf(w); o != nil {
		o.HideTip()
	}
}

// ShowTip shows a tooltip beside the given rectangle of the canvas after half a
// second, unless another one is asked for before. Lines end at \n and are
// wrapped at 72 runes.
func (o *Overlay) ShowTip(text string, at fyne.Position, size fyne.Size) {
	o.ShowLegend(text, nil, at, size)
}

// ShowLegend does as [Overlay.ShowTip], with a square before each line that has a colour
// in marks.
func (o *Overlay) ShowLegend(text string, marks []fyne.ThemeColorName, at fyne.Position, size fyne.Size) {
	if o.tip == text && o.tipAt == at && o.tipOf == size {
		return // already shown, or on its way
	}
	o.HideTip()
	o.tip, o.marks, o.tipAt, o.tipOf = text, marks, at, size
	turn := o.tipTurn
	o.tipStop = o.After(tipDelay, func() {
		if c := canvasOf(o); turn == o.tipTurn && (c == nil || c.Overlays().Top() == nil) {
			o.tipOn = true
			o.Refresh()
		}
	})
}

// HideTip hides the tooltip, or calls off one that was asked for.
func (o *Overlay) HideTip() {
	o.tipTurn++
	if o.tipStop != nil {
		o.tipStop()
		o.tipStop = nil
	}
	o.tip = ""
	if o.tipOn {
		o.tipOn = false
		o.Refresh()
	}
}

// Toast says for four seconds what was done. When action is not empty the toast
// has a button with that text, which hides it and calls do. A toast takes the
// place of the one before. The time stands still while the pointer is on it.
func (o *Overlay) Toast(text, action string, do func()) {
	o.HideToast()
	t := &toast{root: o, text: text}
	if action != "" {
		t.button = NewButton(action, func() {
			o.HideToast()
			if do != nil {
				do()
			}
		})
	}
	t.ExtendBaseWidget(t)
	o.toast = t
	o.expire()
	o.Refresh()
}

// DisableToast takes the action from the toast in view, which no longer holds.
func (o *Overlay) DisableToast(reason string) {
	if o.toast != nil && o.toast.button != nil {
		o.toast.button.DisableFor(reason)
	}
}

// HideToast hides the toast.
func (o *Overlay) HideToast() {
	o.hold()
	if o.toast != nil {
		o.toast = nil
		o.Refresh()
	}
}

// hold stops the clock of the toast.
func (o *Overlay) hold() {
	o.toastTurn++
	if o.toastStop != nil {
		o.toastStop()
		o.toastStop = nil
	}
}

// expire starts the clock of the toast.
func (o *Overlay) expire() {
	o.hold()
	turn := o.toastTurn
	o.toastStop = o.After(toastTime, func() {
		if turn == o.toastTurn {
			o.HideToast()
		}
	})
}

// ToastText returns the text of the toast in view, or "".
func (o *Overlay) ToastText() string {
	if o.toast == nil {
		return ""
	}
	return o.toast.text
}

// TipText returns the text of the tooltip in view, or "".
func (o *Overlay) TipText() string {
	if !o.tipOn {
		return ""
	}
	return o.tip
}

// CreateRenderer links the overlay to its renderer.
func (o *Overlay) CreateRenderer() fyne.WidgetRenderer {
	return &overlayRenderer{o: o}
}

type overlayRenderer struct {
	o       *Overlay
	tip     sketch
	objects []fyne.CanvasObject
}

func (r *overlayRenderer) Destroy()                     {}
func (r *overlayRenderer) MinSize() fyne.Size           { return r.o.content.MinSize() }
func (r *overlayRenderer) Objects() []fyne.CanvasObject { return r.objects }

func (r *overlayRenderer) Refresh() {
	r.Layout(r.o.Size())
	canvas.Refresh(r.o)
}

func (r *overlayRenderer) Layout(size fyne.Size) {
	r.o.content.Resize(size)
	r.objects = append(r.objects[:0], r.o.content)
	if t := r.o.toast; t != nil {
		var free []Area
		if r.o.Free != nil {
			free = r.o.Free()
			for i := range free {
				free[i].At = free[i].At.Subtract(absolute(r.o))
			}
		}
		t.Resize(t.MinSize())
		if place := (Area{t.Position(), t.Size()}); t.within != size || !isFree(place, free) {
			t.Move(toastPlace(size, t.MinSize(), free))
		}
		t.within = size
		r.objects = append(r.objects, t)
	}
	if r.o.tipOn {
		r.objects = append(r.objects, r.drawTip(size)...)
	}
}

func (r *overlayRenderer) drawTip(size fyne.Size) []fyne.CanvasObject {
	var lines []string
	marked := map[int]fyne.ThemeColorName{}
	i := 0
	for para := range strings.SplitSeq(r.o.tip, "\n") {
		if i < len(r.o.marks) && r.o.marks[i] != "" {
			marked[len(lines)] = r.o.marks[i]
		}
		lines = append(lines, wrapLines(para, tipColumns)...)
		i++
	}
	var f face
	left := float32(0)
	if len(marked) > 0 {
		left = markSize + Inset
	}
	width, height := float32(0), fyne.MeasureText("x", f.points(), f.style()).Height
	for i, l := range lines {
		lines[i] = fitEnd(l, size.Width-4*Inset-left, f)
		width = max(width, left+f.width(lines[i]))
	}
	box := fyne.NewSize(width+2*Inset, height*float32(len(lines))+2*Gap)
	at := place(r.o.tipAt.Subtract(absolute(r.o)), r.o.tipOf, box, size)
	r.tip.begin(r.o)
	r.tip.box(at.X, at.Y, box.Width, box.Height, Radius, ColorRaised, ColorOutline)
	for i, l := range lines {
		y := at.Y + Gap + float32(i)*height
		if color, ok := marked[i]; ok {
			r.tip.box(at.X+Inset, y+(height-markSize)/2, markSize, markSize, 1, color, "")
		}
		r.tip.text(l, at.X+Inset+left, y, height, f, ColorText)
	}
	return r.tip.end()
}

// place returns where a box goes that belongs to the rectangle at, of: below it,
// above it when there is no room below, and always within size as far as it fits.
func place(at fyne.Position, of, box, size fyne.Size) fyne.Position {
	pos := fyne.NewPos(at.X, at.Y+of.Height+Gap)
	if above := at.Y - Gap - box.Height; pos.Y+box.Height > size.Height && above >= 0 {
		pos.Y = above
	}
	pos.X = max(0, min(pos.X, size.Width-box.Width-Gap))
	pos.Y = max(0, min(pos.Y, size.Height-box.Height-Gap))
	return fyne.NewPos(float32(int(pos.X)), float32(int(pos.Y))) // edges on the pixel grid
}

// toastPlace returns the first place for a toast that leaves what is given free: at the
// middle, the right or the left, from the bottom up. Where there is none it is the middle
// of the bottom.
func toastPlace(size, box fyne.Size, free []Area) fyne.Position {
	left, middle, right := Group, (size.Width-box.Width)/2, size.Width-box.Width-Group
	bottom, top := size.Height-box.Height-StatusHeight-Group, BarHeight+TabHeight+Group
	for y := bottom; y >= top; y -= Group {
		for _, x := range [...]float32{middle, right, left} {
			if p := fyne.NewPos(x, y); isFree(Area{p, box}, free) {
				return p
			}
		}
	}
	return fyne.NewPos(middle, bottom)
}

// isFree reports whether a place covers none of what is given.
func isFree(place Area, free []Area) bool {
	return !slices.ContainsFunc(free, place.overlaps)
}

// wrapLines breaks text at \n, and at blanks so that no line is longer than
// columns runes unless a word is.
func wrapLines(text string, columns int) []string {
	var lines []string
	for para := range strings.SplitSeq(text, "\n") {
		line := ""
		for word := range strings.FieldsSeq(para) {
			switch {
			case line == "":
				line = word
			case len([]rune(line))+1+len([]rune(word)) <= columns:
				line += " " + word
			default:
				lines = append(lines, line)
				line = word
			}
		}
		lines = append(lines, line)
	}
	return lines
}

// toast is the box of a toast.
type toast struct {
	widget.BaseWidget
	root   *Overlay
	text   string
	button *Button
	within fyne.Size // of the overlay when it was placed: it stays while it is in nobody's way
}

func (t *toast) MouseIn(*desktop.MouseEvent)    { t.root.hold() }
func (t *toast) MouseMoved(*desktop.MouseEvent) {}
func (t *toast) MouseOut()                      { t.root.expire() }

// Tapped hides the toast; taps on it do not reach what lies below.
func (t *toast) Tapped(*fyne.PointEvent) { t.root.HideToast() }

func (t *toast) CreateRenderer() fyne.WidgetRenderer {
	textWidth := func() float32 {
		room := t.root.Size().Width - 4*Group
		if t.button != nil {
			room -= Group + t.button.MinSize().Width
		}
		return min(face{}.width(t.text), toastWidth, max(minimum, room))
	}
	r := newDrawn(t, func() fyne.Size {
		w := textWidth() + 2*Group
		if t.button != nil {
			w += Group + t.button.MinSize().Width
		}
		return fyne.NewSize(w, ControlHeight+2*Gap)
	}, func(s *sketch, size fyne.Size) {
		s.box(0, 0, size.Width, size.Height, Radius, ColorRaised, ColorOutline)
		s.text(fitEnd(t.text, textWidth()+1, face{}), Group, 0, size.Height, face{}, ColorText)
	})
	if t.button != nil {
		r.above = []fyne.CanvasObject{t.button}
		r.place = func(size fyne.Size) {
			m := t.button.MinSize()
			t.button.Resize(m)
			t.button.Move(fyne.NewPos(size.Width-m.Width-Gap, Gap))
		}
	}
	return r
}
