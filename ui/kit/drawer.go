package kit

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"
)

// Drawer shows one object above another: the lower one is the drawer, which can be opened and
// closed, and covers what the upper one draws outside its own area. The drawer takes half of the
// height until the user drags the line at its top; a double click on the line resets it, and Up and
// Down move the line while it has the focus.
type Drawer struct {
	widget.BaseWidget
	over, below fyne.CanvasObject
	grip        *divider
	open        bool
	height      float32 // as set by dragging; 0 means half
}

// NewDrawer returns a closed drawer.
func NewDrawer(over, below fyne.CanvasObject) *Drawer {
	d := &Drawer{over: over, below: below}
	d.grip = newDivider(true, d.drag, d.reset, nil)
	d.ExtendBaseWidget(d)
	return d
}

// SetOpen opens or closes the drawer.
func (d *Drawer) SetOpen(open bool) { set(d, &d.open, open) }

// Open reports whether the drawer is open.
func (d *Drawer) Open() bool { return d.open }

// drawn returns the height of the drawer for a total height. Neither part gets less than four rows
// if there is space for both.
func (d *Drawer) drawn(total float32) float32 {
	wanted, least := d.height, min(4*RowHeight, total/2)
	if wanted == 0 {
		wanted = total / 2
	}
	return max(least, min(wanted, total-least))
}

func (d *Drawer) drag(by float32) {
	d.height = d.drawn(d.Size().Height) - by
	d.height = d.drawn(d.Size().Height)
	d.Refresh()
}

func (d *Drawer) reset() {
	d.height = 0
	d.Refresh()
}

// CreateRenderer returns the renderer of the drawer.
func (d *Drawer) CreateRenderer() fyne.WidgetRenderer {
	r := NewRenderer(d, func() fyne.Size { return fyne.NewSize(MinSide, MinSide) }, func(s *Drawing, size fyne.Size) {
		if !d.open {
			return
		}
		y := size.Height - d.drawn(size.Height)
		s.Box(0, y, size.Width, Hairline, 0, ColorHairline, "")
	})
	r.Above = []fyne.CanvasObject{d.over, d.below, d.grip}
	r.Place = func(size fyne.Size) {
		top := size.Height
		if !d.open {
			d.below.Hide()
			d.grip.Hide()
		} else {
			d.below.Show()
			d.grip.Show()
			top -= d.drawn(size.Height)
			d.below.Move(fyne.NewPos(0, top+Hairline))
			d.below.Resize(fyne.NewSize(size.Width, size.Height-top-Hairline))
			d.grip.Move(fyne.NewPos(0, top-(gripWidth-Hairline)/2))
			d.grip.Resize(fyne.NewSize(size.Width, gripWidth))
		}
		d.over.Move(fyne.Position{})
		d.over.Resize(fyne.NewSize(size.Width, top))
	}
	return r
}
