package kit

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"
)

// EditorBox is an [Editor] in a box that grows with its text up to a number of lines, and
// scrolls from there on.
type EditorBox struct {
	widget.BaseWidget
	Editor *Editor
	// OnGrow is told that the box wants to be higher or lower, to lay out what it stands
	// in; nil is fine.
	OnGrow func()

	least, most int // lines
	shown       int // lines that the box was made for
	view        viewport
	bar         scrollBar
}

// NewEditorBox returns a box that shows at least and at most so many lines.
func NewEditorBox(e *Editor, least, most int) *EditorBox {
	b := &EditorBox{Editor: e, least: least, most: most, view: viewport{row: 1}}
	b.shown = b.lines()
	e.resized = b.resize
	e.revealed = b.reveal
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
func (b *EditorBox) Children() []fyne.CanvasObject { return []fyne.CanvasObject{b.Editor} }

func (b *EditorBox) lines() int {
	return max(b.least, min(len(b.Editor.prose.lines), b.most))
}

func (b *EditorBox) resize() {
	if n := b.lines(); n != b.shown {
		b.shown = n
		if b.OnGrow != nil {
			b.OnGrow()
		}
	}
	b.Refresh()
}

func (b *EditorBox) reveal(top, bottom float32) {
	b.measure(b.Size())
	switch {
	case float64(top-editorPad) < b.view.offset:
		b.view.scrollTo(float64(top - editorPad))
	case float64(bottom+editorPad) > b.view.offset+float64(b.view.height):
		b.view.scrollTo(float64(bottom + editorPad - b.view.height))
	}
	b.Refresh()
}

// measure takes the height of the text and of the box.
func (b *EditorBox) measure(size fyne.Size) {
	b.view.rows, b.view.height = int(b.Editor.height()), size.Height
	b.view.scrollTo(b.view.offset)
}

// Scrolled scrolls with the wheel.
func (b *EditorBox) Scrolled(ev *fyne.ScrollEvent) {
	if b.view.scrollTo(b.view.offset - float64(ev.Scrolled.DY)) {
		b.Refresh()
	}
}

// MouseDown takes the scroll bar.
func (b *EditorBox) MouseDown(ev *desktop.MouseEvent) {
	b.bar.press(&b.view, ev.Position.X, ev.Position.Y, b.Size().Width, b.Size().Height)
	b.Refresh()
}

// MouseUp lets it go.
func (b *EditorBox) MouseUp(*desktop.MouseEvent) { b.DragEnd() }

// Dragged moves the scroll bar.
func (b *EditorBox) Dragged(ev *fyne.DragEvent) {
	if b.bar.dragging {
		b.bar.drag(&b.view, ev.Position.Y, b.Size().Height)
		b.Refresh()
	}
}

// DragEnd lets the scroll bar go.
func (b *EditorBox) DragEnd() {
	b.bar.dragging = false
	b.Refresh()
}

// CreateRenderer links the box to its renderer.
func (b *EditorBox) CreateRenderer() fyne.WidgetRenderer {
	r := newDrawn(b, func() fyne.Size {
		return fyne.NewSize(minimum, float32(b.shown)*lineHeight+2*editorPad)
	}, func(s *sketch, size fyne.Size) {
		edge, width := ColorOutline, Hairline
		if b.Editor.HasFocus() {
			edge, width = ColorAccent, focusWidth
		}
		s.outlined(0, 0, size.Width, size.Height, Radius, width, ColorGround, edge)
		b.measure(size)
		b.bar.draw(s, &b.view, size, false)
	})
	r.above = []fyne.CanvasObject{b.Editor}
	r.place = func(size fyne.Size) {
		b.Editor.layIn(size.Width - barWidth - 2*editorPad)
		b.measure(size)
		b.Editor.Resize(fyne.NewSize(size.Width-barWidth, b.Editor.height()))
		b.Editor.Move(fyne.NewPos(0, -float32(b.view.offset)))
		b.Editor.window(float32(b.view.offset), float32(b.view.offset)+size.Height)
	}
	return r
}
