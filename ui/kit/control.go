package kit

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"
)

// control implements what all widgets with a single value have in common: hover, focus, a tooltip,
// a reason for being disabled, and an action for a click, Space or Enter.
//
// Clicking a control does not move the focus to it, so that the list or document in which the user
// is working keeps the focus.
type control struct {
	widget.BaseWidget
	self     fyne.Widget
	hovered  bool
	focused  bool
	tip      string
	disabled bool
	reason   string // shown in place of tip while disabled
	press    func()
}

func (c *control) extend(self fyne.Widget) {
	c.self = self
	c.ExtendBaseWidget(self)
}

// SetTip sets the tooltip.
func (c *control) SetTip(text string) {
	c.tip = text
}

// Disable makes the control ignore clicks and refuse the focus.
func (c *control) Disable() { c.DisableFor(c.reason) }

// DisableFor disables the control and shows the reason as its tooltip.
func (c *control) DisableFor(reason string) {
	if c.disabled && c.reason == reason {
		return
	}
	c.disabled, c.reason = true, reason
	c.Refresh()
}

// Enable undoes Disable.
func (c *control) Enable() {
	if !c.disabled {
		return
	}
	c.disabled, c.reason = false, ""
	c.Refresh()
}

// SetEnabled enables a control, or disables it for a reason.
func SetEnabled(c interface {
	Enable()
	DisableFor(reason string)
}, on bool, reason string,
) {
	if on {
		c.Enable()
	} else {
		c.DisableFor(reason)
	}
}

// Disabled reports whether the control ignores clicks and refuses the focus.
func (c *control) Disabled() bool { return c.disabled }

func (c *control) activate() {
	HideTip(c.self)
	if !c.disabled && c.press != nil {
		c.press()
	}
}

// Tapped handles a click.
func (c *control) Tapped(*fyne.PointEvent) { c.activate() }

// TypedKey treats Space and Enter as a click if there is an action: a label that only has a tooltip
// leaves Enter to its dialog.
func (c *control) TypedKey(ev *fyne.KeyEvent) {
	clicks := ev.Name == fyne.KeySpace || ev.Name == fyne.KeyReturn || ev.Name == fyne.KeyEnter
	if clicks {
		c.activate()
	}
	if !clicks || c.press == nil {
		HandOnKey(c.self, ev)
	}
}

// typedKeyOfState is TypedKey for controls that are on or off: Space is a click, and Enter
// only if the window does not handle it, as a dialog does.
func (c *control) typedKeyOfState(ev *fyne.KeyEvent) {
	if (ev.Name == fyne.KeyReturn || ev.Name == fyne.KeyEnter) && HandOnKey(c.self, ev) {
		return
	}
	c.TypedKey(ev)
}

// TypedRune does nothing. Fyne requires it of every focusable widget.
func (c *control) TypedRune(rune) {}

// FocusGained shows the focus ring and, as hovering does, the tooltip.
func (c *control) FocusGained() {
	c.focused = true
	Reveal(c.self)
	c.showTip()
	c.Refresh()
}

// FocusLost hides the focus ring.
func (c *control) FocusLost() {
	c.focused = false
	HideTip(c.self)
	c.Refresh()
}

// MouseIn begins hovering.
func (c *control) MouseIn(*desktop.MouseEvent) {
	c.hovered = true
	c.showTip()
	c.Refresh()
}

// MouseMoved changes nothing.
func (c *control) MouseMoved(*desktop.MouseEvent) {}

// MouseOut ends hovering.
func (c *control) MouseOut() {
	c.hovered = false
	HideTip(c.self)
	c.Refresh()
}

func (c *control) showTip() {
	text := c.tip
	if c.disabled && c.reason != "" {
		text = c.reason
	}
	ShowTip(c.self, text, fyne.Position{}, c.Size())
}

// ink returns the colour of the control's text.
func (c *control) ink() fyne.ThemeColorName {
	if c.disabled {
		return ColorFaint
	}
	return ColorText
}

// oneOf is a control with several options in a row, one of which is the current one.
type oneOf struct {
	control
	count   int
	current int
	chosen  func(i int) // called when the user chooses; may be nil
}

// use makes option i the current one. An index out of range is ignored.
func (o *oneOf) use(i int) {
	if i >= 0 && i < o.count {
		set(o.self, &o.current, i)
	}
}

// pick is use on behalf of the user: chosen is called if that changes anything.
func (o *oneOf) pick(i int) {
	if o.disabled || i == o.current || i < 0 || i >= o.count {
		return
	}
	o.use(i)
	if o.chosen != nil {
		o.chosen(i)
	}
}

// set assigns to a field of a widget, and redraws the widget if the value is a new one.
func set[T comparable](w fyne.Widget, field *T, to T) {
	if *field != to {
		*field = to
		w.Refresh()
	}
}

// PlaceOf returns the position of a widget on its canvas.
func PlaceOf(o fyne.CanvasObject) fyne.Position {
	return fyne.CurrentApp().Driver().AbsolutePositionForObject(o)
}

// IsShown reports whether a widget is on a canvas and neither it nor a parent of it is hidden.
func IsShown(o fyne.CanvasObject) bool {
	return o.Visible() && PlaceOf(o) != PlaceOf(canvas.NewRectangle(nil)) // the driver's position for objects that it does not find
}

// Covers reports whether a position on the canvas is on a widget.
func Covers(o fyne.CanvasObject, at fyne.Position) bool {
	from, size := PlaceOf(o), o.Size()
	return at.X >= from.X && at.Y >= from.Y && at.X < from.X+size.Width && at.Y < from.Y+size.Height
}

// CanvasOf returns the canvas of a widget, or nil. The driver knows it only once the widget has
// been drawn; until then it is the canvas of the newest window, so that a new widget can be
// focused before the first key is typed.
func CanvasOf(o fyne.CanvasObject) fyne.Canvas {
	driver := fyne.CurrentApp().Driver()
	if c := driver.CanvasForObject(o); c != nil {
		return c
	}
	if windows := driver.AllWindows(); len(windows) > 0 {
		return windows[len(windows)-1].Canvas()
	}
	return nil
}

// Modifiers returns the modifier keys that are held down, which Fyne's key and scroll
// events do not include.
func Modifiers() fyne.KeyModifier {
	if d, ok := fyne.CurrentApp().Driver().(desktop.Driver); ok {
		return d.CurrentKeyModifiers()
	}
	return 0
}

// MenuKey turns Shift+F10, which replaces the menu key on keyboards without one, into the
// menu key. Other events are returned unchanged.
func MenuKey(ev *fyne.KeyEvent, mods fyne.KeyModifier) *fyne.KeyEvent {
	if ev.Name == fyne.KeyF10 && mods == fyne.KeyModifierShift {
		return &fyne.KeyEvent{Name: desktop.KeyMenu}
	}
	return ev
}
