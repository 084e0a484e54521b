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
	// tipDelay is long enough for a pointer that only passes by.
	tipDelay = 500 * time.Millisecond
	// toastTime is enough to read a line and reach for its button.
	toastTime = 4 * time.Second

	tipColumns = 72 // maximum line length of a tooltip in runes
	toastLines = 4  // maximum number of lines of a toast
)

// Overlay is the content of a window with a layer above it for tooltips and toasts. The layer
// handles no events except those on a toast. While a [Dialog] is open, tooltips and toasts are
// shown in its own layer. Widgets of this package find the Overlay through their canvas, so it
// must be the window's content itself.
type Overlay struct {
	widget.BaseWidget

	// Free, if set, returns areas that a toast must not cover, such as the cursor's row and text
	// boxes. Positions are on the canvas.
	Free func() []Area
	// OnKey is called for keys that the focused widget does not handle, so that window-wide keys
	// work wherever the focus is. It returns whether it handled the key.
	OnKey func(ev *fyne.KeyEvent, mods fyne.KeyModifier) bool
	// UndoVersion returns a number that changes whenever the window's undo would do something else. It may be nil.
	UndoVersion func() int
	// After calls f on the UI goroutine after d, unless stop is called before. Tests replace it
	// by a fake clock.
	After func(d time.Duration, f func()) (stop func())

	content fyne.CanvasObject
	layers  []*layer // that of the window, then those of the open dialogs; the last is the topmost

	tip     string
	marks   []fyne.ThemeColorName // of the lines of tip
	tipFor  tipRequest
	tipAt   fyne.Position // of what the tip belongs to, once it is shown
	tipOf   fyne.Size
	tipOn   bool
	tipTurn int // the latest request; timers of older ones do nothing
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

// Overlaps reports whether some of a is in b.
func (a Area) Overlaps(b Area) bool {
	return a.At.X < b.At.X+b.Size.Width && b.At.X < a.At.X+a.Size.Width &&
		a.At.Y < b.At.Y+b.Size.Height && b.At.Y < a.At.Y+a.Size.Height
}

// NewOverlay returns an overlay around the window's content.
func NewOverlay(content fyne.CanvasObject) *Overlay {
	o := &Overlay{content: content, After: afterOnUI}
	o.layers = []*layer{newLayer(o)}
	o.ExtendBaseWidget(o)
	return o
}

// front returns the layer for tooltips and toasts.
func (o *Overlay) front() *layer { return o.layers[len(o.layers)-1] }

// bare reports whether nothing, such as a menu, is in front of the topmost layer.
func (o *Overlay) bare() bool {
	c := CanvasOf(o)
	return c == nil || c.Overlays().Top() == o.front().over
}

// push adds the layer of a dialog.
func (o *Overlay) push(l *layer) {
	before := o.front()
	o.layers = append(o.layers, l)
	before.Refresh()
	l.Refresh()
}

// pop removes the layer of a closed dialog, and those above it. A toast moves to the one below.
func (o *Overlay) pop(l *layer) {
	if i := slices.Index(o.layers, l); i >= 0 {
		o.layers = slices.Delete(o.layers, i, len(o.layers))
		o.front().Refresh()
	}
}

func afterOnUI(d time.Duration, f func()) func() {
	t := time.AfterFunc(d, func() { fyne.Do(f) })
	return func() { t.Stop() }
}

// overlayOf returns the overlay of the window that contains w, in a dialog or below it.
func overlayOf(w fyne.CanvasObject) *Overlay {
	c := CanvasOf(w)
	if c == nil {
		return nil
	}
	o, _ := c.Content().(*Overlay)
	return o
}

// ShowTip requests a tooltip for a part of w. Its position is determined when it is shown: a widget
// of a new dialog gets the focus before it has its position and size.
func ShowTip(w fyne.CanvasObject, text string, at fyne.Position, size fyne.Size) {
	o := overlayOf(w)
	if o == nil {
		return
	}
	if text == "" || !o.bare() {
		o.HideTip()
		return
	}
	o.show(text, nil, w, at, size)
}

// showLegend requests a tooltip with coloured squares for a part of w.
func showLegend(w fyne.CanvasObject, text string, marks []fyne.ThemeColorName, at fyne.Position, size fyne.Size) {
	if o := overlayOf(w); o != nil && o.bare() {
		o.show(text, marks, w, at, size)
	}
}

// HandOnKey passes a key that w does not handle to the window, and reports whether the window
// handled it.
func HandOnKey(w fyne.CanvasObject, ev *fyne.KeyEvent) bool {
	o := overlayOf(w)
	return o != nil && o.OnKey != nil && o.OnKey(ev, Modifiers())
}

// UndoVersion returns a number that changes whenever undo in the window that contains w would do something else.
func UndoVersion(w fyne.CanvasObject) int {
	o := overlayOf(w)
	if o == nil || o.UndoVersion == nil {
		return 0
	}
	return o.UndoVersion()
}

// HideTip hides the tooltip of the window that contains w.
func HideTip(w fyne.CanvasObject) {
	if o := overlayOf(w); o != nil {
		o.HideTip()
	}
}

// ShowTip shows a tooltip next to the given rectangle of the canvas after half a second, unless
// another one is requested before. Lines end with \n and are wrapped at 72 runes.
func (o *Overlay) ShowTip(text string, at fyne.Position, size fyne.Size) {
	o.ShowLegend(text, nil, at, size)
}

// ShowLegend is [Overlay.ShowTip] with a square before each line that has a colour in marks.
func (o *Overlay) ShowLegend(text string, marks []fyne.ThemeColorName, at fyne.Position, size fyne.Size) {
	o.show(text, marks, nil, at, size)
}

// tipRequest is what a tooltip was requested for: a part of a widget, or of the canvas if there is none.
type tipRequest struct {
	text string
	of   fyne.CanvasObject
	at   fyne.Position
	size fyne.Size // zero: the whole widget
}

// place returns its position on the canvas.
func (r tipRequest) place() fyne.Position {
	if r.of == nil {
		return r.at
	}
	return PlaceOf(r.of).Add(r.at)
}

// show requests a tooltip. Where the widget is on the canvas is asked only when the tip is shown, because
// the driver looks at all visible objects for it, and each movement of the pointer requests one.
func (o *Overlay) show(text string, marks []fyne.ThemeColorName, w fyne.CanvasObject, at fyne.Position, size fyne.Size) {
	request := tipRequest{text, w, at, size}
	if o.tip != "" && o.tipFor == request && (!o.tipOn || o.tipAt == request.place()) {
		return // already shown or requested
	}
	o.HideTip()
	o.tip, o.marks, o.tipFor = text, marks, request
	turn := o.tipTurn
	o.tipStop = o.After(tipDelay, func() {
		if turn == o.tipTurn && o.bare() {
			if o.tipAt, o.tipOf = request.place(), size; w != nil && size.IsZero() {
				o.tipOf = w.Size()
			}
			o.tipOn = true
			o.front().Refresh()
		}
	})
}

// HideTip hides the tooltip, or cancels a requested one.
func (o *Overlay) HideTip() {
	o.tipTurn++
	if o.tipStop != nil {
		o.tipStop()
		o.tipStop = nil
	}
	o.tip = ""
	if o.tipOn {
		o.tipOn = false
		o.front().Refresh()
	}
}

// Toast shows a message for four seconds, and a long one for as many per line. If action is not empty, the toast has a button with
// that text, which hides it and calls do. A toast replaces the previous one. The time stops while
// the pointer is on it.
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
	o.front().Refresh()
}

// DisableToast disables the action of the visible toast, which is no longer valid.
func (o *Overlay) DisableToast(reason string) {
	if o.toast != nil && o.toast.button != nil {
		o.toast.button.DisableFor(reason)
	}
}

// HideToast hides the toast.
func (o *Overlay) HideToast() {
	o.stopTimer()
	if o.toast != nil {
		o.toast = nil
		o.front().Refresh()
	}
}

// stopTimer stops the timer of the toast.
func (o *Overlay) stopTimer() {
	o.toastTurn++
	if o.toastStop != nil {
		o.toastStop()
		o.toastStop = nil
	}
}

// expire starts the timer of the toast, if it is still there: the pointer may leave it after its button has hidden it.
func (o *Overlay) expire() {
	o.stopTimer()
	if o.toast == nil {
		return
	}
	turn := o.toastTurn
	o.toastStop = o.After(toastTime*time.Duration(len(o.toast.lines())), func() {
		if turn == o.toastTurn {
			o.HideToast()
		}
	})
}

// PressToast presses the button of the visible toast, and reports whether there is one that is enabled.
func (o *Overlay) PressToast() bool {
	if o.toast == nil || o.toast.button == nil || o.toast.button.Disabled() {
		return false
	}
	o.toast.button.Tapped(nil)
	return true
}

// ToastText returns the text of the visible toast, or "".
func (o *Overlay) ToastText() string {
	if o.toast == nil {
		return ""
	}
	return o.toast.text
}

// TipText returns the text of the visible tooltip, or "".
func (o *Overlay) TipText() string {
	if !o.tipOn {
		return ""
	}
	return o.tip
}

// CreateRenderer returns the renderer of the overlay.
func (o *Overlay) CreateRenderer() fyne.WidgetRenderer {
	return &overlayRenderer{o: o, objects: []fyne.CanvasObject{o.content, o.layers[0]}}
}

type overlayRenderer struct {
	o       *Overlay
	objects []fyne.CanvasObject
}

func (r *overlayRenderer) Destroy()                     {}
func (r *overlayRenderer) MinSize() fyne.Size           { return r.o.content.MinSize() }
func (r *overlayRenderer) Objects() []fyne.CanvasObject { return r.objects }

func (r *overlayRenderer) Layout(size fyne.Size) {
	for _, o := range r.objects {
		o.Resize(size)
	}
}

func (r *overlayRenderer) Refresh() {
	r.Layout(r.o.Size())
	r.o.front().Refresh()
	canvas.Refresh(r.o)
}

// layer draws the tooltip and the toast while it is the topmost layer. They may be outside its
// own bounds, anywhere in the window.
type layer struct {
	widget.BaseWidget
	root *Overlay
	over fyne.CanvasObject // its dialog; nil for the window's own
}

func newLayer(root *Overlay) *layer {
	l := &layer{root: root}
	l.ExtendBaseWidget(l)
	return l
}

// CreateRenderer returns the renderer of the layer.
func (l *layer) CreateRenderer() fyne.WidgetRenderer { return &layerRenderer{l: l} }

type layerRenderer struct {
	l       *layer
	tip     Drawing
	objects []fyne.CanvasObject
}

func (r *layerRenderer) Destroy()                     {}
func (r *layerRenderer) MinSize() fyne.Size           { return fyne.Size{} }
func (r *layerRenderer) Objects() []fyne.CanvasObject { return r.objects }

func (r *layerRenderer) Refresh() {
	r.Layout(r.l.Size())
	canvas.Refresh(r.l)
}

func (r *layerRenderer) Layout(fyne.Size) {
	r.objects = r.objects[:0]
	root := r.l.root
	if root.front() != r.l || root.toast == nil && !root.tipOn {
		return
	}
	window := PlaceOf(root)
	origin := PlaceOf(r.l).Subtract(window) // relative to the window
	if t := root.toast; t != nil {
		var free []Area
		if root.Free != nil {
			free = root.Free()
			for i := range free {
				free[i].At = free[i].At.Subtract(window)
			}
		}
		t.Resize(t.MinSize())
		if t.within != root.Size() || !isFree(Area{t.at, t.Size()}, free) {
			t.at = toastPlace(root.Size(), t.MinSize(), free)
		}
		t.within = root.Size()
		t.Move(t.at.Subtract(origin))
		r.objects = append(r.objects, t)
	}
	if root.tipOn {
		r.objects = append(r.objects, r.drawTip(root, window, origin)...)
	}
}

// drawTip draws the tooltip; window is the position of the window's content on the canvas, and
// origin that of the layer in it.
func (r *layerRenderer) drawTip(root *Overlay, window, origin fyne.Position) []fyne.CanvasObject {
	size := root.Size()
	var lines []string
	marked := map[int]fyne.ThemeColorName{}
	i := 0
	for para := range strings.SplitSeq(root.tip, "\n") {
		if i < len(root.marks) && root.marks[i] != "" {
			marked[len(lines)] = root.marks[i]
		}
		lines = append(lines, wrapLines(para, tipColumns)...)
		i++
	}
	var f Face
	left := float32(0)
	if len(marked) > 0 {
		left = markSize + Inset
	}
	width, height := float32(0), f.measure("x").Height
	for i, l := range lines {
		lines[i] = FitEnd(l, size.Width-4*Inset-left, f)
		width = max(width, left+f.Width(lines[i]))
	}
	box := fyne.NewSize(width+2*Inset, height*float32(len(lines))+2*Gap)
	at := place(root.tipAt.Subtract(window), root.tipOf, box, size).Subtract(origin)
	r.tip.Begin(r.l)
	r.tip.Box(at.X, at.Y, box.Width, box.Height, Radius, ColorRaised, ColorOutline)
	for i, l := range lines {
		y := at.Y + Gap + float32(i)*height
		if color, ok := marked[i]; ok {
			r.tip.Box(at.X+Inset, y+(height-markSize)/2, markSize, markSize, 1, color, "")
		}
		r.tip.Text(l, at.X+Inset+left, y, height, f, ColorText)
	}
	return r.tip.End()
}

// place returns the position of a box that belongs to the rectangle at, of: below it, above it if
// there is no space below, and within size as far as it fits.
func place(at fyne.Position, of, box, size fyne.Size) fyne.Position {
	pos := fyne.NewPos(at.X, at.Y+of.Height+Gap)
	if above := at.Y - Gap - box.Height; pos.Y+box.Height > size.Height && above >= 0 {
		pos.Y = above
	}
	pos.X = max(0, min(pos.X, size.Width-box.Width-Gap))
	pos.Y = max(0, min(pos.Y, size.Height-box.Height-Gap))
	return fyne.NewPos(float32(int(pos.X)), float32(int(pos.Y))) // aligned to pixels
}

// toastPlace returns the first position for a toast that does not cover the areas in free: in the
// middle, at the right or the left, from the bottom up; otherwise the middle of the bottom.
func toastPlace(size, box fyne.Size, free []Area) fyne.Position {
	left, middle, right := Group, (size.Width-box.Width)/2, size.Width-box.Width-Group
	bottom, top := size.Height-box.Height-StatusHeight-Group, BarHeight+HeadHeight+Group
	for y := bottom; y >= top; y -= Group {
		for _, x := range [...]float32{middle, right, left} {
			if p := fyne.NewPos(x, y); isFree(Area{p, box}, free) {
				return p
			}
		}
	}
	return fyne.NewPos(middle, bottom)
}

// isFree reports whether an area overlaps none of those in free.
func isFree(place Area, free []Area) bool {
	return !slices.ContainsFunc(free, place.Overlaps)
}

// toast is the box of a toast.
type toast struct {
	widget.BaseWidget
	root   *Overlay
	text   string
	button *Button
	at     fyne.Position // position in the window
	within fyne.Size     // size of the window when it was positioned: it stays unless it is in the way
}

func (t *toast) MouseIn(*desktop.MouseEvent)    { t.root.stopTimer() }
func (t *toast) MouseMoved(*desktop.MouseEvent) {}
func (t *toast) MouseOut()                      { t.root.expire() }

// Tapped hides the toast; clicks on it do not reach what is below.
func (t *toast) Tapped(*fyne.PointEvent) { t.root.HideToast() }

// lines returns the displayed lines of the text: a long message, such as an error, has several.
func (t *toast) lines() []string {
	room := t.root.Size().Width - 4*Group
	if t.button != nil {
		room -= Group + t.button.MinSize().Width
	}
	return fitLines(t.text, min(toastWidth, max(MinSide, room)), toastLines)
}

func (t *toast) CreateRenderer() fyne.WidgetRenderer {
	var f Face
	line := f.measure("x").Height
	r := NewRenderer(t, func() fyne.Size {
		lines := t.lines()
		w := float32(0)
		for _, l := range lines {
			w = max(w, f.Width(l))
		}
		if t.button != nil {
			w += Group + t.button.MinSize().Width
		}
		return fyne.NewSize(w+2*Group, ControlHeight+2*Gap+line*float32(len(lines)-1))
	}, func(s *Drawing, size fyne.Size) {
		s.Box(0, 0, size.Width, size.Height, Radius, ColorRaised, ColorOutline)
		lines := t.lines()
		for i, l := range lines {
			s.Text(l, Group, (size.Height-line*float32(len(lines)))/2+line*float32(i), line, f, ColorText)
		}
	})
	if t.button != nil {
		r.Above = []fyne.CanvasObject{t.button}
		r.Place = func(size fyne.Size) {
			m := t.button.MinSize()
			t.button.Resize(m)
			t.button.Move(fyne.NewPos(size.Width-m.Width-Gap, (size.Height-m.Height)/2))
		}
	}
	return r
}
