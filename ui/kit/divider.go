package kit

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"
)

const (
	gripWidth float32 = 7  // width of the invisible band around the line
	gripMark  float32 = 3  // width of the line while focused
	nudge     float32 = 16 // distance moved by an arrow key
)

// divider is an invisible band, 7 units wide, around the line between two objects. The line is
// moved by dragging, and with the arrow keys while the divider is focused; a double click and Home
// reset it. The owner draws the line.
type divider struct {
	widget.BaseWidget
	across bool             // the line is horizontal, and is moved vertically
	drag   func(by float32) // moves the line, to the right or down
	reset  func()
	moved  func() // called after the user has moved the line; may be nil

	hovered, focused bool
}

// newDivider returns a horizontal divider if across is set, else a vertical one.
func newDivider(across bool, drag func(by float32), reset, moved func()) *divider {
	d := &divider{across: across, drag: drag, reset: reset, moved: moved}
	d.ExtendBaseWidget(d)
	return d
}

// Cursor returns the pointer's shape for moving the line.
func (d *divider) Cursor() desktop.Cursor {
	if d.across {
		return desktop.VResizeCursor
	}
	return desktop.HResizeCursor
}

func (d *divider) Dragged(ev *fyne.DragEvent) {
	if d.across {
		d.drag(ev.Dragged.DY)
	} else {
		d.drag(ev.Dragged.DX)
	}
}

func (d *divider) DragEnd()                      { d.done() }
func (d *divider) DoubleTapped(*fyne.PointEvent) { d.restore() }

func (d *divider) MouseIn(*desktop.MouseEvent)    { set(d, &d.hovered, true) }
func (d *divider) MouseMoved(*desktop.MouseEvent) {}
func (d *divider) MouseOut()                      { set(d, &d.hovered, false) }

func (d *divider) FocusGained() { set(d, &d.focused, true) }
func (d *divider) FocusLost()   { set(d, &d.focused, false) }

func (d *divider) TypedRune(rune) {}

func (d *divider) TypedKey(ev *fyne.KeyEvent) {
	back, on := fyne.KeyLeft, fyne.KeyRight
	if d.across {
		back, on = fyne.KeyUp, fyne.KeyDown
	}
	switch ev.Name {
	case back:
		d.drag(-nudge)
		d.done()
	case on:
		d.drag(nudge)
		d.done()
	case fyne.KeyHome:
		d.restore()
	default:
		HandOnKey(d, ev)
	}
}

func (d *divider) restore() {
	d.reset()
	d.done()
}

func (d *divider) done() {
	if d.moved != nil {
		d.moved()
	}
}

func (d *divider) CreateRenderer() fyne.WidgetRenderer {
	return NewRenderer(d, func() fyne.Size {
		if d.across {
			return fyne.NewSize(MinSide, gripWidth)
		}
		return fyne.NewSize(gripWidth, MinSide)
	}, func(s *Drawing, size fyne.Size) {
		switch {
		case d.focused:
			d.drawLine(s, size, gripMark, ColorAccent)
		case d.hovered:
			d.drawLine(s, size, Hairline, ColorOutline)
		}
	})
}

// drawLine draws the line in the middle of the band.
func (d *divider) drawLine(s *Drawing, size fyne.Size, width float32, tone fyne.ThemeColorName) {
	from := (gripWidth - width) / 2
	if d.across {
		s.Box(0, from, size.Width, width, 0, tone, "")
	} else {
		s.Box(from, 0, width, size.Height, 0, tone, "")
	}
}
