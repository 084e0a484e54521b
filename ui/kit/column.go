package kit

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"
)

// NewColumn stacks its arguments without gaps. fill gets the remaining height; top and bottom may
// be nil.
func NewColumn(top, fill, bottom fyne.CanvasObject) *fyne.Container {
	c := container.New(&columnLayout{top, fill, bottom})
	for _, o := range []fyne.CanvasObject{top, fill, bottom} {
		if o != nil {
			c.Add(o)
		}
	}
	return c
}

type columnLayout struct{ top, fill, bottom fyne.CanvasObject }

func (l *columnLayout) MinSize(objects []fyne.CanvasObject) fyne.Size {
	size := fyne.Size{}
	for _, o := range objects {
		if o.Visible() {
			least := o.MinSize()
			size = fyne.NewSize(max(size.Width, least.Width), size.Height+least.Height)
		}
	}
	return size
}

func (l *columnLayout) Layout(_ []fyne.CanvasObject, size fyne.Size) {
	top, bottom := float32(0), size.Height
	if l.top != nil && l.top.Visible() {
		top = l.top.MinSize().Height
		l.top.Resize(fyne.NewSize(size.Width, top))
		l.top.Move(fyne.Position{})
	}
	if l.bottom != nil && l.bottom.Visible() {
		bottom -= l.bottom.MinSize().Height
		l.bottom.Resize(fyne.NewSize(size.Width, size.Height-bottom))
		l.bottom.Move(fyne.NewPos(0, bottom))
	}
	l.fill.Resize(fyne.NewSize(size.Width, max(0, bottom-top)))
	l.fill.Move(fyne.NewPos(0, top))
}

// NewRow puts left next to fill without a gap. fill gets the remaining width.
func NewRow(left, fill fyne.CanvasObject) *fyne.Container {
	return container.New(&rowLayout{left, fill}, left, fill)
}

type rowLayout struct{ left, fill fyne.CanvasObject }

func (l *rowLayout) MinSize([]fyne.CanvasObject) fyne.Size {
	a, b := l.left.MinSize(), l.fill.MinSize()
	return fyne.NewSize(a.Width+b.Width, max(a.Height, b.Height))
}

func (l *rowLayout) Layout(_ []fyne.CanvasObject, size fyne.Size) {
	at := l.left.MinSize().Width
	l.left.Resize(fyne.NewSize(at, size.Height))
	l.left.Move(fyne.Position{})
	l.fill.Resize(fyne.NewSize(max(0, size.Width-at), size.Height))
	l.fill.Move(fyne.NewPos(at, 0))
}

// ShowAlone makes o the only visible object of a stack. If a hidden one had the focus, o gets it,
// because keys must not go to invisible objects.
func ShowAlone(stack *fyne.Container, o fyne.CanvasObject) {
	if len(stack.Objects) == 1 && stack.Objects[0] == o {
		return
	}
	old := VisibleFocusable(stack)
	stack.Objects = []fyne.CanvasObject{o}
	stack.Refresh()
	if c := CanvasOf(stack); old != nil && c != nil && c.Focused() == old {
		c.Focus(VisibleFocusable(stack))
	}
}

// ShowEither makes o the only visible object of a stack if there is something to show, else what says
// why there is nothing; see [ShowAlone].
func ShowEither(stack *fyne.Container, something bool, o, nothing fyne.CanvasObject) {
	if !something {
		o = nothing
	}
	ShowAlone(stack, o)
}

// VisibleFocusable returns what can be focused in a stack with one visible object: that object, or the button
// of an [Empty]. It may be nil.
func VisibleFocusable(stack *fyne.Container) fyne.Focusable {
	if len(stack.Objects) != 1 {
		return nil
	}
	switch o := stack.Objects[0].(type) {
	case *Empty:
		if step := o.Step(); step != nil && step.Visible() {
			return step
		}
	case fyne.Focusable:
		return o
	}
	return nil
}

// Relayout lays out a row and the rows within it, after one of their texts has changed.
func Relayout(row *fyne.Container) {
	for _, o := range row.Objects {
		if inner, ok := o.(*fyne.Container); ok {
			Relayout(inner)
		}
	}
	row.Refresh()
}

// SetVisible shows or hides an object if that is a change.
func SetVisible(o fyne.CanvasObject, is bool) {
	switch {
	case is && !o.Visible():
		o.Show()
	case !is && o.Visible():
		o.Hide()
	}
}

// NewMuted returns a label in the muted colour.
func NewMuted(text string) *Label {
	l := NewLabel(text, Body)
	l.SetTone(ColorMuted)
	return l
}

// NewParagraph returns wrapped text for dialogs.
func NewParagraph(text string) *widget.Label {
	l := widget.NewLabel(text)
	l.Wrapping = fyne.TextWrapWord
	return l
}

// NewComplaint returns an empty paragraph in red for input errors.
func NewComplaint() *widget.Label {
	l := NewParagraph("")
	l.Importance = widget.DangerImportance
	return l
}
