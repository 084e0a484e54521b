package edit

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"dossier/ui/kit"
	"dossier/ui/kit/kittest"
)

func TestABoxScrolls(t *testing.T) {
	begin(t)
	e := NewEditor(nil)
	e.SetText(strings.Repeat("a line\n", 40))
	b := NewBox(e, 2, 5)
	kittest.Show(t, b, 300, b.MinSize().Height)
	if got := kit.Children(b); len(got) != 1 || got[0] != fyne.CanvasObject(e) {
		t.Errorf("in the box stands %v", got)
	}
	b.Scrolled(&fyne.ScrollEvent{Scrolled: fyne.NewDelta(0, -50)})
	if y := e.Position().Y; y != -50 {
		t.Errorf("the wheel moved the text to %v, want -50", y)
	}
	bottom := b.Size().Height - e.Size().Height
	kittest.Drag(b, fyne.NewPos(297, 8), fyne.NewPos(297, 900))
	b.DragEnd()
	if y := e.Position().Y; y != bottom {
		t.Errorf("the scroll bar moved the text to %v, want %v", y, bottom)
	}
	b.Dragged(&fyne.DragEvent{PointEvent: fyne.PointEvent{Position: fyne.NewPos(297, 0)}})
	if y := e.Position().Y; y != bottom {
		t.Errorf("a drag that is over moved the text to %v", y)
	}
}

// A click into the box below a short text is a click into the editor.
func TestABoxIsItsEditorBelowTheTextToo(t *testing.T) {
	begin(t)
	e := NewEditor(nil)
	e.SetText("a line")
	b := NewBox(e, 4, 8)
	kittest.Show(t, b, 300, b.MinSize().Height)
	if e.Size().Height < b.Size().Height {
		t.Fatalf("the editor ends at %v, the box at %v", e.Size().Height, b.Size().Height)
	}
	e.MouseDown(&desktop.MouseEvent{PointEvent: fyne.PointEvent{Position: fyne.NewPos(20, b.Size().Height-4)}, Button: desktop.MouseButtonPrimary})
	if !e.HasFocus() || e.Caret() == 0 {
		t.Errorf("focus %t, the cursor at %d", e.HasFocus(), e.Caret())
	}
}
