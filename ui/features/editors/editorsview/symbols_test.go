package editorsview

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"github.com/google/go-cmp/cmp"

	"dossier/models"
	"dossier/ui/kit/board"
	"dossier/ui/part/parttest"
)

// stage is a window for an editor.
type stage struct {
	*parttest.Stage
	t testing.TB
}

// sample is a stage on the sample project.
func sample(t *testing.T) *stage {
	t.Helper()
	s := &stage{parttest.NewStage(t, parttest.Places(t)), t}
	s.Window.Resize(fyne.NewSize(1000, 760))
	s.OpenSample()
	return s
}

// symbolsOf opens the symbols of a file of the sample and waits for them.
func (s *stage) symbolsOf(path string) *symbolsEditor {
	s.t.Helper()
	e := New(s).Symbols(path).(*symbolsEditor)
	s.Edit(e)
	s.Until("the symbols are known", e.model.Known)
	return e
}

// write modifies a file of the project on the disk, and notifies the window.
func (s *stage) write(path, content string) {
	s.t.Helper()
	if err := os.WriteFile(filepath.Join(s.Session().Dir(), path), []byte(content), 0o644); err != nil {
		s.t.Fatal(err)
	}
	s.Session().Tree().Rescan()
}

func (s *stage) read(path string) string {
	s.t.Helper()
	data, err := os.ReadFile(filepath.Join(s.Session().Dir(), path))
	if err != nil {
		s.t.Fatal(err)
	}
	return string(data)
}

// wantsMask waits for an expected mask of a file.
func (s *stage) wantsMask(path string, want map[string]models.MaskMode) {
	s.t.Helper()
	s.Settle()
	row, ok := s.Session().Files().RowOf(path)
	if !ok {
		s.t.Fatalf("%s is not in the dossier", path)
	}
	if diff := cmp.Diff(want, s.Session().Files().Items()[row].AstMask); diff != "" {
		s.t.Errorf("wrong mask (-want +got):\n%s", diff)
	}
}

func TestSymbolsByPointing(t *testing.T) {
	s := sample(t)
	const path = "internal/store/memory.go"
	e := s.symbolsOf(path)
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
	if !strings.Contains(s.Session().Document().Text(), "type Memory struct { ... }") {
		t.Error("the dossier does not show the signature")
	}

	// By keyboard: the current row in full, the next one excluded, and back.
	e.list.SetCursor(e.model.Find("Memory"))
	e.listKey(&fyne.KeyEvent{Name: fyne.KeyD}, 0, e.list.Cursor())
	s.wantsMask(path, map[string]models.MaskMode{"Memory": "def"})
	e.listKey(&fyne.KeyEvent{Name: fyne.KeyH}, 0, e.list.Cursor())
	s.wantsMask(path, map[string]models.MaskMode{})
	s.Undo()
	s.wantsMask(path, map[string]models.MaskMode{"Memory": "def"})

	if !s.Key(fyne.KeyEscape, 0) || s.Editing() {
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
