package ui

import (
	"fmt"
	"hash/maphash"
	"image/color"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"
)

// drawn is something on the screen, and where.
type drawn struct {
	object fyne.CanvasObject
	origin fyne.Position // where it begins, in view or not
	at     fyne.Position // where what is in view of it begins
	size   fyne.Size     // as much of it as is in view
}

func (d drawn) contains(p fyne.Position) bool {
	return p.X >= d.at.X && p.Y >= d.at.Y && p.X < d.at.X+d.size.Width && p.Y < d.at.Y+d.size.Height
}

// look visits what is in view below an object, parents first and in the order of
// painting, as the driver does when it looks for what is under the pointer.
func look(o fyne.CanvasObject, at fyne.Position, clip drawn, visit func(drawn)) {
	if o == nil || !o.Visible() {
		return
	}
	at = at.Add(o.Position())
	from := fyne.NewPos(max(at.X, clip.at.X), max(at.Y, clip.at.Y))
	to := fyne.NewPos(min(at.X+o.Size().Width, clip.at.X+clip.size.Width), min(at.Y+o.Size().Height, clip.at.Y+clip.size.Height))
	seen := drawn{o, at, from, fyne.NewSize(max(0, to.X-from.X), max(0, to.Y-from.Y))}
	visit(seen)
	switch o := o.(type) {
	case *fyne.Container:
		for _, child := range o.Objects {
			look(child, at, clip, visit)
		}
	case *container.Scroll:
		for _, child := range test.WidgetRenderer(o).Objects() {
			look(child, at, seen, visit)
		}
	case fyne.Widget:
		for _, child := range test.WidgetRenderer(o).Objects() {
			look(child, at, clip, visit)
		}
	}
}

// lookAt visits what is in view of one object.
func (s *stage) lookAt(d drawn, visit func(drawn)) {
	look(d.object, d.origin.Subtract(d.object.Position()), s.screen(), visit)
}

// inFront is what takes clicks: the menu or dialog on top, or else the window.
func (s *stage) inFront() fyne.CanvasObject {
	if top := s.win.Canvas().Overlays().Top(); top != nil {
		return top
	}
	return s.win.Canvas().Content()
}

func (s *stage) screen() drawn { return drawn{size: s.win.Canvas().Size()} }

// takesClicks reports whether the driver gives an object what the mouse does.
func takesClicks(o fyne.CanvasObject) bool {
	switch o.(type) {
	case fyne.Tappable, fyne.SecondaryTappable, fyne.DoubleTappable, desktop.Mouseable:
		return true
	}
	return false
}

// layers are the things in front that the driver tells of the pointer, in the order of
// painting.
type layers []drawn

func (s *stage) layers() layers {
	var all layers
	look(s.inFront(), fyne.Position{}, s.screen(), func(d drawn) {
		if _, hovers := d.object.(desktop.Hoverable); hovers || takesClicks(d.object) {
			all = append(all, d)
		}
	})
	return all
}

// under returns what is under the pointer: what was painted last.
func (l layers) under(p fyne.Position) (drawn, bool) {
	for _, d := range slices.Backward(l) {
		if d.contains(p) {
			return d, true
		}
	}
	return drawn{}, false
}

func (s *stage) under(p fyne.Position) (drawn, bool) { return s.layers().under(p) }

// inside returns a place on the screen as an object sees it.
func inside(d drawn, p fyne.Position) fyne.PointEvent {
	return fyne.PointEvent{AbsolutePosition: p, Position: p.Subtract(d.origin)}
}

// point moves the pointer.
func (s *stage) point(p fyne.Position) {
	d, _ := s.under(p)
	s.pointAt(d, p)
}

// pointAt moves the pointer to a place of what is there.
func (s *stage) pointAt(d drawn, p fyne.Position) {
	hovers, _ := d.object.(desktop.Hoverable)
	if s.pointed != nil && s.pointed != hovers {
		s.pointed.MouseOut()
	}
	if hovers != nil {
		ev := &desktop.MouseEvent{PointEvent: inside(d, p)}
		if s.pointed == hovers {
			hovers.MouseMoved(ev)
		} else {
			hovers.MouseIn(ev)
		}
	}
	s.pointed = hovers
}

// click presses and releases a button of the mouse, as the driver tells it.
func (s *stage) click(p fyne.Position, button desktop.MouseButton) {
	s.point(p)
	d, ok := s.under(p)
	if !ok {
		return
	}
	at := inside(d, p)
	if m, ok := d.object.(desktop.Mouseable); ok {
		m.MouseDown(&desktop.MouseEvent{PointEvent: at, Button: button})
		m.MouseUp(&desktop.MouseEvent{PointEvent: at, Button: button})
	}
	if button == desktop.MouseButtonSecondary {
		if t, ok := d.object.(fyne.SecondaryTappable); ok {
			t.TappedSecondary(&at)
		}
		return
	}
	if t, ok := d.object.(fyne.Tappable); ok {
		t.Tapped(&at)
	}
}

// sight is a fingerprint of what a person sees. Two that differ look different.
type sight uint64

var sightSeed = maphash.MakeSeed()

// seen returns the sight of what is drawn below an object: texts, boxes, lines and
// pictures with their colours and places. It is asked for at every turn, so it makes no
// strings.
func (s *stage) seen(o fyne.CanvasObject) sight {
	h := hash{}
	h.SetSeed(sightSeed)
	look(o, fyne.Position{}, s.screen(), func(d drawn) {
		switch o := d.object.(type) {
		case *canvas.Text:
			h.WriteString(o.Text)
			h.colour(o.Color)
			h.numbers(o.TextSize)
		case *canvas.Rectangle:
			h.colour(o.FillColor)
			h.colour(o.StrokeColor)
			h.numbers(o.StrokeWidth, o.CornerRadius)
		case *canvas.Line:
			h.colour(o.StrokeColor)
			h.numbers(o.Position1.X, o.Position1.Y, o.Position2.X, o.Position2.Y, o.StrokeWidth)
			return // a line has no size of its own
		case *canvas.Circle:
			h.colour(o.FillColor)
			h.colour(o.StrokeColor)
		case *canvas.Image:
			if o.Resource != nil {
				h.WriteString(o.Resource.Name())
			} else if o.Image != nil {
				size := o.Image.Bounds().Size()
				h.numbers(float32(size.X), float32(size.Y))
			}
		default:
			return
		}
		h.numbers(d.at.X, d.at.Y, d.size.Width, d.size.Height)
	})
	return sight(h.Sum64())
}

// hash takes numbers and colours too.
type hash struct{ maphash.Hash }

func (h *hash) numbers(values ...float32) {
	for _, v := range values {
		maphash.WriteComparable(&h.Hash, v)
	}
}

func (h *hash) colour(c color.Color) {
	if c != nil {
		r, g, b, a := c.RGBA()
		maphash.WriteComparable(&h.Hash, [4]uint32{r, g, b, a})
	}
}

func shade(c color.Color) string {
	if c == nil {
		return "-"
	}
	r, g, b, a := c.RGBA()
	return fmt.Sprintf("%02x%02x%02x%02x", r>>8, g>>8, b>>8, a>>8)
}

// everything returns the sight of the window with all that lies over it, the keyboard's
// place, the clipboard, and what the program asked the system to open. A tip is no part of
// it: that one goes is not what a click does.
func (s *stage) everything() string {
	s.overlay.HideTip()
	var b strings.Builder
	fmt.Fprintf(&b, "%x", s.seen(s.win.Canvas().Content()))
	for _, o := range s.win.Canvas().Overlays().List() {
		fmt.Fprintf(&b, " %x", s.seen(o))
	}
	fmt.Fprintf(&b, " %T%p %x %q", s.focused(), s.focused(), maphash.String(sightSeed, s.clip), s.app.(*tempApp).opened)
	return b.String()
}

// onDisk returns a fingerprint of the files that there are in the project.
func (s *stage) onDisk() string {
	var b strings.Builder
	filepath.WalkDir(s.session.Dir(), func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() {
			data, _ := os.ReadFile(path)
			fmt.Fprintf(&b, "%s %x\n", path, maphash.Bytes(sightSeed, data))
		}
		return nil
	})
	return b.String()
}

// tempApp is the app of a test, which opens nothing and remembers what it was to open.
type tempApp struct {
	fyne.App
	opened []string
}

// kindOf names the type of an object: "kit.Button".
func kindOf(o fyne.CanvasObject) string {
	return strings.TrimPrefix(reflect.TypeOf(o).String(), "*")
}

// OpenURL remembers what was to be opened.
func (a *tempApp) OpenURL(u *url.URL) error {
	a.opened = append(a.opened, u.String())
	return nil
}

// spots returns places spread over a control.
func spots(d drawn) []fyne.Position {
	const across, down = 12, 12 // finer than anything that is clicked
	var out []fyne.Position
	for y := d.at.Y + down/2; y < d.at.Y+d.size.Height; y += down {
		for x := d.at.X + across/2; x < d.at.X+d.size.Width; x += across {
			out = append(out, fyne.NewPos(x, y))
		}
	}
	return out
}
