package ui

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"github.com/google/go-cmp/cmp"

	"dossier/models"
	"dossier/ui/kit"
	"dossier/ui/kit/board"
	"dossier/ui/words"
)

// symbolsOf opens the symbols of a file of the sample and waits for them.
func (s *stage) symbolsOf(path string) *symbolsEditor {
	s.t.Helper()
	s.openSymbols(path)
	e := s.editor.Editor.(*symbolsEditor)
	s.Until("the symbols are known", e.model.Known)
	return e
}

// write changes a file of the project on the disk, and tells the window.
func (s *stage) write(path, content string) {
	s.t.Helper()
	if err := os.WriteFile(filepath.Join(s.session.Dir(), path), []byte(content), 0o644); err != nil {
		s.t.Fatal(err)
	}
	s.session.Tree().Rescan()
}

func (s *stage) read(path string) string {
	s.t.Helper()
	data, err := os.ReadFile(filepath.Join(s.session.Dir(), path))
	if err != nil {
		s.t.Fatal(err)
	}
	return string(data)
}

// wantsMask waits until a file's mask is what is wanted.
func (s *stage) wantsMask(path string, want map[string]models.MaskMode) {
	s.t.Helper()
	s.Settle()
	row, ok := s.session.Files().RowOf(path)
	if !ok {
		s.t.Fatalf("%s is not in the dossier", path)
	}
	if diff := cmp.Diff(want, s.session.Files().Items()[row].AstMask); diff != "" {
		s.t.Errorf("wrong mask (-want +got):\n%s", diff)
	}
}

func TestSymbolsByPointing(t *testing.T) {
	s := sample(t)
	const path = "internal/store/memory.go"
	e := s.symbolsOf(path)
	if !s.panes.Hidden(previewPane) || s.panes.Hidden(treePane) {
		t.Error("the editor should stand in the place of the preview, beside the tree")
	}
	e.model.Nothing()
	s.Until("nothing is chosen", func() bool { return e.model.Chosen() && e.shown.Objects[0] == fyne.CanvasObject(e.nothing) })

	i := e.model.Find("Memory")
	if i < 0 {
		t.Fatalf("the symbols are %v", e.model)
	}
	e.cell(i, board.Cell{ID: symbolSigCell}, fyne.Position{}, fyne.Size{})
	s.wantsMask(path, map[string]models.MaskMode{"Memory": "sig"})
	s.Until("the result stands beside", func() bool {
		return strings.Contains(strings.Join(e.model.Lines(), "\n"), "type Memory struct { ... }")
	})
	if !strings.Contains(s.session.Document().Text(), "type Memory struct { ... }") {
		t.Error("the dossier does not show the signature")
	}

	// By keyboard: the cursor's row whole, the next one left out, back.
	e.list.SetCursor(e.model.Find("Memory"))
	e.listKey(&fyne.KeyEvent{Name: fyne.KeyD}, 0, e.list.Cursor())
	s.wantsMask(path, map[string]models.MaskMode{"Memory": "def"})
	e.listKey(&fyne.KeyEvent{Name: fyne.KeyH}, 0, e.list.Cursor())
	s.wantsMask(path, map[string]models.MaskMode{})
	s.undo()
	s.wantsMask(path, map[string]models.MaskMode{"Memory": "def"})

	if !s.editorKey(fyne.KeyEscape, 0) || s.editor != nil || s.panes.Hidden(previewPane) {
		t.Error("Escape should give the dossier back")
	}
}

func TestALostSymbolIsReplacedByAClick(t *testing.T) {
	s := sample(t)
	const path = "internal/server/auth_test.go"
	e := s.symbolsOf(path)
	e.model.Nothing()
	e.model.Choose([]int{e.model.Find("TestLogin")}, models.MaskDef)
	s.Settle()
	s.write(path, strings.ReplaceAll(s.read(path), "TestLogin", "TestLogIn"))
	s.Until("the symbol is lost", func() bool { return e.model.Len() > 0 && e.model.Row(0).Lost })
	if got := (symbolRows{e}).Row(0).Cells; !strings.Contains(got[len(got)-2].Text, "TestLogIn") {
		t.Errorf("the row offers %q", got[len(got)-2].Text)
	}
	e.cell(0, board.Cell{ID: symbolNearCell}, fyne.Position{}, fyne.Size{})
	s.wantsMask(path, map[string]models.MaskMode{"TestLogIn": "def"})
}

func TestAFileWithoutSymbolsSaysSo(t *testing.T) {
	s := sample(t)
	e := s.symbolsOf("db/demo_users.csv")
	s.Until("the reason is there", func() bool { return e.model.Problem() != nil && len(e.stack.Objects) == 2 })
	if got := e.figure.Text(); got != "–" {
		t.Errorf("the figure is %q", got)
	}
}

func TestTheMenuSaysWhatModesCost(t *testing.T) {
	s := sample(t)
	i := s.context.rows.Find("internal/server/auth.go")
	rows := s.context.target(i)
	menu := kit.ShowMenu(s.win.Canvas(), fyne.NewPos(10, 10), fyne.NewSize(10, 10), s.context.modes(rows))
	s.context.priced(menu, 0, rows)
	shown, _ := s.session.Files().Shown(rows[0])
	want := words.Tokens(s.session.Cost(shown.Tokens))
	s.Until("the cost of full is there", func() bool { return menu.Detail(0) == want })
	for j, mode := range models.ViewModes() {
		has := menu.Detail(j) != ""
		if chosen := mode != models.Masked && mode != models.Custom; has != chosen {
			t.Errorf("%s costs %q", mode, menu.Detail(j))
		}
	}
	menu.Close()
}

func TestTheContextComparesModes(t *testing.T) {
	s := sample(t)
	s.session.ModeCosts().SetComparing(true)
	s.Until("the sums are there", func() bool {
		s.context.reload()
		return s.context.rows.head == comparisonHeads && !strings.Contains(s.context.rows.Row(1).Cells[1].Text, "…")
	})
	var titles, saved []string
	for i, cell := range s.context.rows.Row(0).Cells[1:5] {
		titles = append(titles, cell.Text)
		saved = append(saved, s.context.rows.Row(2).Cells[1+i].Text)
	}
	if diff := cmp.Diff([]string{"full", "skeleton", "outline", "summary"}, titles); diff != "" {
		t.Errorf("wrong columns (-want +got):\n%s", diff)
	}
	if saved[0] != "–" || !strings.HasPrefix(saved[1], "−") || !strings.HasPrefix(saved[3], "−") {
		t.Errorf("against full: %q", saved)
	}
	if got := s.context.target(1); len(got) != 0 {
		t.Errorf("a head stands for the files %v", got)
	}
	s.session.ModeCosts().SetComparing(false)
	s.Drain()
	if s.context.rows.head != 0 {
		t.Error("the heads are still there")
	}
}
