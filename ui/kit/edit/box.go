package edit

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"

	"dossier/ui/kit"
	"dossier/ui/kit/prose"
	"dossier/ui/kit/scroll"
)

// Box is an [Editor] in a box that grows with its text up to a number of lines, and then scrolls.
type Box struct {
	widget.BaseWidget
	Editor *Editor
	// OnGrow is called when the preferred height changes, to lay out the parent; may be nil.
	OnGrow func()

	minLines, maxLines int // in lines
	shown              int // current number of lines
	view               scroll.View
	bar                scroll.Bar
}

// NewBox returns a box that shows at least least and at most most lines.
func NewBox(e *Editor, least, most int) *Box {
	b := &Box{Editor: e, minLines: least, maxLines: most, view: scroll.View{Row: 1}}
	b.shown = b.lines()
	e.OnResize = b.resize
	e.OnReveal = b.reveal
	focus := e.OnFocus
	e.OnFocus = func(on bool) {
		b.Refresh()
		if focus != nil {
			focus(on)
		}
	}
	b.ExtendBaseWidget(b)
	return b
}

// Children returns the editor.
func (b *Box) Children() []fyne.CanvasObject { return []fyne.CanvasObject{b.Editor} }

func (b *Box) lines() int {
	return max(b.minLines, min(len(b.Editor.prose.Lines), b.maxLines))
}

func (b *Box) resize() {
	if n := b.lines(); n != b.shown {
		b.shown = n
		if b.OnGrow != nil {
			b.OnGrow()
		}
	}
	b.Refresh()
}

func (b *Box) reveal(top, bottom float32) {
	b.measure(b.Size())
	switch {
	case float64(top-Padding) < b.view.Offset:
		b.view.ScrollTo(float64(top - Padding))
	case float64(bottom+Padding) > b.view.Offset+float64(b.view.Height):
		b.view.ScrollTo(float64(bottom + Padding - b.view.Height))
	}
	b.Refresh()
}

// measure updates the heights of the text and of the box.
func (b *Box) measure(size fyne.Size) {
	b.view.Rows, b.view.Height = int(b.Editor.Height()), size.Height
	b.view.ScrollTo(b.view.Offset)
}

// Scrolled scrolls with the wheel.
func (b *Box) Scrolled(ev *fyne.ScrollEvent) {
	if b.view.ScrollTo(b.view.Offset - float64(ev.Scrolled.DY)) {
		b.Refresh()
	}
}

// MouseDown begins a drag of the scroll bar.
func (b *Box) MouseDown(ev *desktop.MouseEvent) {
	b.bar.Press(&b.view, ev.Position.X, ev.Position.Y, b.Size().Width, b.Size().Height)
	b.Refresh()
}

// MouseUp ends a drag of the scroll bar.
func (b *Box) MouseUp(*desktop.MouseEvent) { b.DragEnd() }

// Dragged moves the scroll bar.
func (b *Box) Dragged(ev *fyne.DragEvent) {
	if b.bar.Dragging {
		b.bar.Drag(&b.view, ev.Position.Y, b.Size().Height)
		b.Refresh()
	}
}

// DragEnd ends a drag of the scroll bar.
func (b *Box) DragEnd() {
	b.bar.Dragging = false
	b.Refresh()
}

// CreateRenderer returns the renderer of the box.
func (b *Box) CreateRenderer() fyne.WidgetRenderer {
	r := kit.NewRenderer(b, func() fyne.Size {
		return fyne.NewSize(kit.MinSide, float32(b.shown)*prose.LineHeight+2*Padding)
	}, func(s *kit.Drawing, size fyne.Size) {
		edge, width := kit.ColorOutline, kit.Hairline
		if b.Editor.HasFocus() {
			edge, width = kit.ColorAccent, kit.FocusWidth
		}
		s.Outlined(0, 0, size.Width, size.Height, kit.Radius, width, kit.ColorGround, edge)
		b.measure(size)
		b.bar.Draw(s, &b.view, size, false)
	})
	r.Above = []fyne.CanvasObject{b.Editor}
	r.Place = func(size fyne.Size) {
		b.Editor.LayOut(size.Width - kit.ScrollBarWidth - 2*Padding)
		b.measure(size)
		b.Editor.Resize(fyne.NewSize(size.Width-kit.ScrollBarWidth, max(b.Editor.Height(), size.Height))) // a click below the text belongs to it
		b.Editor.Move(fyne.NewPos(0, -float32(b.view.Offset)))
		b.Editor.SetView(float32(b.view.Offset), float32(b.view.Offset)+size.Height)
	}
	return r
}
