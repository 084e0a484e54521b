package differenceview

import (
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"dossier/models"
	"dossier/ui/columns"
	"dossier/ui/features/difference"
	"dossier/ui/part"
	"dossier/ui/part/parttest"
)

func TestMain(m *testing.M) { parttest.Main(m) }

func TestWhatDiffersFromTheLastDocumentSent(t *testing.T) {
	s := parttest.NewStage(t, parttest.Places(t))
	s.OpenSample()
	s.Window.Resize(fyne.NewSize(1000, 700))
	s.Session().Snapshots().Write()
	s.Until("it was written", func() bool { _, ok := s.Session().Snapshots().LastSent(); return ok })
	sent, _ := s.Session().Snapshots().LastSent()
	v := New(s, difference.Side{Snapshot: sent.ID}, difference.Current())
	s.Edit(v)
	s.Until("both are compared", func() bool { return v.model.Known() })
	if !v.model.Same() || len(v.stack.Objects) != 2 {
		t.Fatal("the document differs from itself")
	}

	// The view follows the composition.
	s.Session().Compose().SetMode([]int{0}, models.None)
	s.Until("the change is seen", func() bool { return !v.model.Same() && len(v.model.Entries()) == 2 })
	if row := (parts{v}).Row(1); row.Cells[0].Text != columns.Changed || !strings.HasPrefix(row.Tip, "README.md\nchanged") {
		t.Errorf("the row shows %+v", row)
	}
	if !s.Key(fyne.KeyF7, 0) || v.texts.unified.CursorLine() < 0 {
		t.Error("F7 does not lead to the change")
	}
	at := v.texts.unified.CursorLine()
	if line := (drawn{v.texts, bothTexts}).Line(at); !strings.HasPrefix(line.Text, "-   ### `README.md`") || line.Tint == "" {
		t.Errorf("it leads to %q", line.Text)
	}
	v.model.SetSideBySide(true)
	if line := (drawn{v.texts, newText}).Line(at); !strings.HasPrefix(line.Text, "+   ### `README.md` (excluded)") || v.texts.shown.Objects[0] != v.texts.pair {
		t.Errorf("side by side it shows %q", line.Text)
	}
	if a, b := v.texts.sides[0].Size().Width, v.texts.sides[1].Size().Width; a < 200 || b-a > 1 || a > b {
		t.Errorf("the texts are %v and %v wide", a, b)
	}
	if texts := parttest.MenuTexts(v.menu(1)); len(texts) != 3 || texts[2] != "Go to its row" {
		t.Errorf("the menu offers %q", texts)
	}
	parttest.MenuItem(t, v.menu(1), "Go to its row").Action()
	if want := "reveal " + part.Files + " README.md"; !slices.Contains(s.Led, want) {
		t.Errorf("it goes to %q", s.Led)
	}
	if s.Key(fyne.KeyEscape, 0); s.Editing() {
		t.Error("Escape does not lead back")
	}
}
