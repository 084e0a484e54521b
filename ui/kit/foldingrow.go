package kit

import "fyne.io/fyne/v2"

// FoldingRow is the layout of a bar: objects up to and including More are placed from the left, the
// rest from the right. If they do not fit, objects are hidden in the order of First, and More is
// shown unless only labels are hidden. The visibility of objects that are not in First does not
// change.
type FoldingRow struct {
	More  fyne.CanvasObject
	First []fyne.CanvasObject // hidden first
}

func (l *FoldingRow) MinSize([]fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(0, ControlHeight)
}

func (l *FoldingRow) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	for _, o := range l.First {
		o.Show()
	}
	l.More.Hide()
	need := float32(0)
	for _, o := range objects {
		if o.Visible() {
			need += o.MinSize().Width + Gap
		}
	}
	for _, o := range l.First {
		if need <= size.Width+Gap {
			break
		}
		o.Hide()
		need -= o.MinSize().Width + Gap
		if !l.More.Visible() && !isLabel(o) {
			l.More.Show()
			need += l.More.MinSize().Width + Gap
		}
	}
	place := func(o fyne.CanvasObject, x float32) {
		height := o.MinSize().Height
		o.Resize(fyne.NewSize(o.MinSize().Width, height))
		o.Move(fyne.NewPos(x, (size.Height-height)/2))
	}
	left, right, after := float32(0), size.Width, len(objects)
	for i, o := range objects {
		if o == l.More {
			after = i
		}
	}
	for i := len(objects) - 1; i > after; i-- {
		if o := objects[i]; o.Visible() {
			right -= o.MinSize().Width
			place(o, right)
			right -= Gap
		}
	}
	for _, o := range objects[:min(after+1, len(objects))] {
		if o.Visible() {
			place(o, left)
			left += o.MinSize().Width + Gap
		}
	}
}

// isLabel reports whether an object is only text, so that no function is lost with it.
func isLabel(o fyne.CanvasObject) bool {
	_, ok := o.(*Label)
	return ok
}
