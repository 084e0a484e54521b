package kit

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// Dialog is a modal box over the window: a title, a body, and a row of buttons of equal width.
// Tooltips and toasts are shown in front of it.
type Dialog struct {
	// OnClosed, if set, is called after the dialog is closed.
	OnClosed func()

	root  *Overlay
	popup *widget.PopUp
	layer *layer
}

// NewDialog returns a dialog for the window with a canvas and the content root. It is not shown
// yet.
func NewDialog(root *Overlay, c fyne.Canvas, title string, body fyne.CanvasObject, buttons []fyne.CanvasObject) *Dialog {
	d := &Dialog{root: root}
	d.layer = newLayer(root)
	d.popup = widget.NewModalPopUp(container.New(dialogLayout{}, NewLabel(title, Strong), body, container.NewGridWithRows(1, buttons...), d.layer), c)
	d.layer.over = d.popup
	Outline(d.popup)
	return d
}

// Outline draws the outline of a menu around the box of a pop-up whose content is a container. Fyne
// draws none, and in a dark theme its shadow does not show.
func Outline(p *widget.PopUp) {
	content := p.Content.(*fyne.Container)
	o := &outline{}
	o.ExtendBaseWidget(o)
	content.Layout = outlinedLayout{content.Layout}
	content.Objects = append([]fyne.CanvasObject{o}, content.Objects...)
	content.Refresh()
}

// outline is the outline of a box.
type outline struct{ widget.BaseWidget }

func (o *outline) CreateRenderer() fyne.WidgetRenderer {
	return NewRenderer(o, func() fyne.Size { return fyne.Size{} }, func(s *Drawing, size fyne.Size) {
		s.Box(0, 0, size.Width, size.Height, 0, "", ColorOutline)
	})
}

// outlinedLayout is a layout of the objects after the first one, which is the outline of their pop-up.
type outlinedLayout struct{ of fyne.Layout }

func (l outlinedLayout) MinSize(o []fyne.CanvasObject) fyne.Size { return l.of.MinSize(o[1:]) }

func (l outlinedLayout) Layout(o []fyne.CanvasObject, size fyne.Size) {
	margin := theme.InnerPadding() // of both sides of a pop-up
	put(o[0], -margin/2, -margin/2, size.Width+margin, size.Height+margin)
	l.of.Layout(o[1:], size)
}

// MinSize returns the size below which parts of the dialog are clipped.
func (d *Dialog) MinSize() fyne.Size { return d.popup.MinSize() }

// Resize sets the size, limited by the window and [Dialog.MinSize].
func (d *Dialog) Resize(size fyne.Size) { d.popup.Resize(size) }

// Show opens the dialog in front of everything else.
func (d *Dialog) Show() {
	d.root.HideTip() // tooltip of a widget below the dialog
	d.popup.Show()
	d.root.push(d.layer)
}

// Hide closes the dialog, and everything opened in front of it.
func (d *Dialog) Hide() {
	d.root.HideTip()
	d.popup.Hide()
	d.root.pop(d.layer)
	if d.OnClosed != nil {
		d.OnClosed()
	}
}

// dialogLayout puts the title at the top, the buttons in the middle of the bottom, and the body
// between them. The layer for tooltips and toasts takes no space.
type dialogLayout struct{}

func (dialogLayout) MinSize(o []fyne.CanvasObject) fyne.Size {
	title, body, buttons := o[0].MinSize(), o[1].MinSize(), o[2].MinSize()
	return fyne.NewSize(
		max(title.Width, body.Width, buttons.Width)+2*Group,
		title.Height+body.Height+buttons.Height+2*Gap+2*Group,
	)
}

func (dialogLayout) Layout(o []fyne.CanvasObject, size fyne.Size) {
	title, buttons := o[0].MinSize(), o[2].MinSize()
	within := size.Width - 2*Group
	put(o[0], Group-Gap, Inset, within, title.Height)
	bottom := size.Height - Inset - buttons.Height
	put(o[2], (size.Width-buttons.Width)/2, bottom, buttons.Width, buttons.Height)
	top := Inset + title.Height + Inset
	put(o[1], Group, top, within, max(0, bottom-Inset-Gap-top))
	put(o[3], 0, 0, size.Width, size.Height)
}

// DialogMargin returns how much wider a dialog is than its body.
func DialogMargin() float32 { return 2*Group + theme.InnerPadding() }

func put(o fyne.CanvasObject, x, y, width, height float32) {
	o.Move(fyne.NewPos(x, y))
	o.Resize(fyne.NewSize(width, height))
}
