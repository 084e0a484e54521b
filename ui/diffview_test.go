package ui

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"dossier/models"
	"dossier/ui/columns"
	"dossier/ui/part/parttest"
)

func TestWhatDiffersFromTheLastDocumentSent(t *testing.T) {
	s := sample(t)
	s.compareWithLastSent()
	if s.editor != nil {
		t.Fatal("nothing was sent, and it is compared with something")
	}
	s.session.Snapshots().Write()
	s.Until("it was written", func() bool { _, ok := s.session.Snapshots().LastSent(); return ok })
	s.compareWithLastSent()
	v := s.editor.Editor.(*diffView)
	s.Until("both are compared", func() bool { return v.model.Known() })
	if !v.model.Same() || len(v.stack.Objects) != 2 {
		t.Fatal("the document differs from itself")
	}

	// The view follows what is put together.
	s.session.Compose().SetMode([]int{0}, models.None)
	s.Until("the change is seen", func() bool { return !v.model.Same() && len(v.model.Entries()) == 2 })
	if row := (diffRows{v}).Row(1); row.Cells[0].Text != columns.Changed || !strings.HasPrefix(row.Tip, "README.md\nchanged") {
		t.Errorf("the row shows %+v", row)
	}
	if !s.key(fyne.KeyF7, 0) || v.unified.CursorLine() < 0 {
		t.Error("F7 does not lead to the change")
	}
	at := v.unified.CursorLine()
	if line := (diffLines{v, bothTexts}).Line(at); !strings.HasPrefix(line.Text, "-   ### `README.md`") || line.Tint == "" {
		t.Errorf("it leads to %q", line.Text)
	}
	v.model.SetSideBySide(true)
	if line := (diffLines{v, nowText}).Line(at); !strings.HasPrefix(line.Text, "+   ### `README.md` (excluded)") || v.right.Objects[0] != v.pair {
		t.Errorf("side by side it shows %q", line.Text)
	}
	if a, b := v.sides[0].Size().Width, v.sides[1].Size().Width; a < 200 || b-a > 1 || a > b {
		t.Errorf("the texts are %v and %v wide", a, b)
	}
	if !s.panes.Hidden(treePane) {
		t.Error("the tree takes room from the difference")
	}
	if texts := parttest.MenuTexts(v.menu(1)); len(texts) != 3 || texts[2] != "Go to its row" {
		t.Errorf("the menu offers %q", texts)
	}
	s.key(fyne.KeyEscape, 0)
	if s.editor != nil {
		t.Error("Escape does not lead back")
	}
}
