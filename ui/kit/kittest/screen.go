package kittest

import (
	"cmp"
	"reflect"
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"
)

// Drawn is an object on the screen and its position.
type Drawn struct {
	Object fyne.CanvasObject
	Origin fyne.Position // its position, visible or not
	At     fyne.Position // position of its visible part
	Size   fyne.Size     // size of its visible part
}

// Contains reports whether a position on the screen is in its visible part.
func (d Drawn) Contains(p fyne.Position) bool {
	return p.X >= d.At.X && p.Y >= d.At.Y && p.X < d.At.X+d.Size.Width && p.Y < d.At.Y+d.Size.Height
}

// Middle returns the centre of its visible part.
func (d Drawn) Middle() fyne.Position {
	return fyne.NewPos(d.At.X+d.Size.Width/2, d.At.Y+d.Size.Height/2)
}

// Inside converts a position on the screen to one relative to the object.
func (d Drawn) Inside(p fyne.Position) fyne.PointEvent {
	return fyne.PointEvent{AbsolutePosition: p, Position: p.Subtract(d.Origin)}
}

// Kind returns the type of an object: "kit.Button".
func Kind(o fyne.CanvasObject) string {
	return strings.TrimPrefix(reflect.TypeOf(o).String(), "*")
}

// Walk visits the visible objects below an object, parents first and in painting order, as the
// driver does to find what is under the pointer.
func Walk(o fyne.CanvasObject, at fyne.Position, clip Drawn, visit func(Drawn)) {
	if o == nil || !o.Visible() {
		return
	}
	at = at.Add(o.Position())
	from := fyne.NewPos(max(at.X, clip.At.X), max(at.Y, clip.At.Y))
	to := fyne.NewPos(min(at.X+o.Size().Width, clip.At.X+clip.Size.Width), min(at.Y+o.Size().Height, clip.At.Y+clip.Size.Height))
	seen := Drawn{o, at, from, fyne.NewSize(max(0, to.X-from.X), max(0, to.Y-from.Y))}
	visit(seen)
	switch o := o.(type) {
	case *fyne.Container:
		for _, child := range o.Objects {
			Walk(child, at, clip, visit)
		}
	case *container.Scroll:
		for _, child := range test.WidgetRenderer(o).Objects() {
			Walk(child, at, seen, visit)
		}
	case fyne.Widget:
		for _, child := range test.WidgetRenderer(o).Objects() {
			Walk(child, at, clip, visit)
		}
	}
}

// IsClickable reports whether the driver sends mouse events to an object.
func IsClickable(o fyne.CanvasObject) bool {
	switch o.(type) {
	case fyne.Tappable, fyne.SecondaryTappable, fyne.DoubleTappable, desktop.Mouseable:
		return true
	}
	return false
}

// Layers are the objects in the top layer that receive pointer events, in painting order.
type Layers []Drawn

// Under returns the object under the pointer: the one painted last.
func (l Layers) Under(p fyne.Position) (Drawn, bool) {
	for _, d := range slices.Backward(l) {
		if d.Contains(p) {
			return d, true
		}
	}
	return Drawn{}, false
}

// Screen simulates a user in front of a window: pointer, mouse and keyboard events go where the
// driver would send them.
type Screen struct {
	Window fyne.Window

	pointed desktop.Hoverable // the object under the pointer; may be nil
}

// Whole returns the visible area.
func (s *Screen) Whole() Drawn { return Drawn{Size: s.Window.Canvas().Size()} }

// InFront returns the object that receives clicks: the topmost menu or dialog, or else the
// window.
func (s *Screen) InFront() fyne.CanvasObject {
	if top := s.Window.Canvas().Overlays().Top(); top != nil {
		return top
	}
	return s.Window.Canvas().Content()
}

// WalkFront visits the visible parts of the topmost layer.
func (s *Screen) WalkFront(visit func(Drawn)) {
	Walk(s.InFront(), fyne.Position{}, s.Whole(), visit)
}

// WalkIn visits the visible parts of one object.
func (s *Screen) WalkIn(d Drawn, visit func(Drawn)) {
	Walk(d.Object, d.Origin.Subtract(d.Object.Position()), s.Whole(), visit)
}

// Readable reports whether a text is visible in the topmost layer.
func (s *Screen) Readable(text string) bool {
	found := false
	s.WalkFront(func(d Drawn) {
		if t, ok := d.Object.(*canvas.Text); ok && strings.Contains(t.Text, text) {
			found = true
		}
	})
	return found
}

// Layers returns the objects that can be under the pointer.
func (s *Screen) Layers() Layers {
	var all Layers
	s.WalkFront(func(d Drawn) {
		if _, hovers := d.Object.(desktop.Hoverable); hovers || IsClickable(d.Object) {
			all = append(all, d)
		}
	})
	return all
}

// Under returns the object under the pointer.
func (s *Screen) Under(p fyne.Position) (Drawn, bool) { return s.Layers().Under(p) }

// Point moves the pointer.
func (s *Screen) Point(p fyne.Position) {
	d, _ := s.Under(p)
	s.PointAt(d, p)
}

// PointAt moves the pointer to a position on a known object.
func (s *Screen) PointAt(d Drawn, p fyne.Position) {
	hovers, _ := d.Object.(desktop.Hoverable)
	if s.pointed != nil && s.pointed != hovers {
		s.pointed.MouseOut()
	}
	if hovers != nil {
		ev := &desktop.MouseEvent{PointEvent: d.Inside(p)}
		if s.pointed == hovers {
			hovers.MouseMoved(ev)
		} else {
			hovers.MouseIn(ev)
		}
	}
	s.pointed = hovers
}

// PointAway moves the pointer outside the window.
func (s *Screen) PointAway() {
	if s.pointed != nil {
		s.pointed.MouseOut()
		s.pointed = nil
	}
}

// Click presses and releases a mouse button.
func (s *Screen) Click(p fyne.Position, button desktop.MouseButton) {
	s.Point(p)
	d, ok := s.Under(p)
	if !ok {
		return
	}
	at := d.Inside(p)
	if m, ok := d.Object.(desktop.Mouseable); ok {
		m.MouseDown(&desktop.MouseEvent{PointEvent: at, Button: button})
		s.settleFocus(d.Object, p)
		m.MouseUp(&desktop.MouseEvent{PointEvent: at, Button: button})
	}
	s.settleFocus(d.Object, p)
	if button == desktop.MouseButtonSecondary {
		if t, ok := d.Object.(fyne.SecondaryTappable); ok {
			t.TappedSecondary(&at)
		}
		return
	}
	if t, ok := d.Object.(fyne.Tappable); ok {
		t.Tapped(&at)
	}
}

// settleFocus removes the focus as the driver does after each press and release: unless the
// clicked object has it, or a focusable object is now under the pointer.
func (s *Screen) settleFocus(clicked fyne.CanvasObject, p fyne.Position) {
	if f, ok := clicked.(fyne.Focusable); ok && f == s.Focused() {
		return
	}
	keeps := false
	s.WalkFront(func(d Drawn) {
		if _, ok := d.Object.(fyne.Focusable); ok && d.Contains(p) {
			keeps = true
		}
	})
	if !keeps {
		s.Window.Canvas().Unfocus()
	}
}

// ClickOn clicks in the centre of an object.
func (s *Screen) ClickOn(o fyne.CanvasObject) {
	at, size := fyne.CurrentApp().Driver().AbsolutePositionForObject(o), o.Size()
	s.Click(at.AddXY(size.Width/2, size.Height/2), desktop.MouseButtonPrimary)
}

// Focused returns the focused object.
func (s *Screen) Focused() fyne.Focusable { return s.Window.Canvas().Focused() }

// Press presses keys in the focused object.
func (s *Screen) Press(names ...fyne.KeyName) {
	for _, name := range names {
		s.Focused().TypedKey(&fyne.KeyEvent{Name: name})
	}
}

// InOneRow fails if objects in a row overlap, or extend beyond a position. Containers are checked
// recursively.
func InOneRow(t testing.TB, row *fyne.Container, right float32) {
	t.Helper()
	var parts []fyne.CanvasObject
	for _, o := range row.Objects {
		if inner, ok := o.(*fyne.Container); ok {
			parts = append(parts, inner.Objects...)
		} else {
			parts = append(parts, o)
		}
	}
	at := func(o fyne.CanvasObject) float32 {
		return fyne.CurrentApp().Driver().AbsolutePositionForObject(o).X
	}
	slices.SortFunc(parts, func(a, b fyne.CanvasObject) int { return cmp.Compare(at(a), at(b)) })
	end := float32(0) // end of the previous object in reading order
	for _, o := range parts {
		if o.Visible() && o.Size().Width > 0 {
			if at(o) < end {
				t.Errorf("a %T begins at %v, and the one before it ends at %v", o, at(o), end)
			}
			end = at(o) + o.Size().Width
		}
	}
	if end > right {
		t.Errorf("the row ends at %v, not before %v", end, right)
	}
}
