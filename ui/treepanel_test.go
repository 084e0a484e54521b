package ui

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"dossier/ui/kit"
	"dossier/ui/kit/board"
	"dossier/ui/part/parttest"
	"dossier/ui/session/filetree"
)

// nameCell returns what the tree writes of a path.
func (s *stage) nameCell(path string) board.Cell {
	s.t.Helper()
	for _, c := range (treeRows{s.session}).Row(s.row(path)).Cells {
		if c.Fill {
			return c
		}
	}
	s.t.Fatalf("%s has no name", path)
	return board.Cell{}
}

func TestTheFilterMarksCountsAndIsCleared(t *testing.T) {
	s := sample(t)
	all := s.session.Tree().Model().Len()
	s.focus(s.tree.filter)
	test.Type(s.tree.filter, "srvr go")
	if got, want := s.tree.hits.Text(), kit.Count(int64(s.session.Tree().Model().Hits())); got != want || s.session.Tree().Model().Hits() == 0 {
		t.Errorf("it says %s files, and finds %s", got, want)
	}
	if got, want := s.nameCell("internal/server/server.go").Marks, [][2]int{{0, 1}, {2, 4}, {5, 6}, {7, 9}}; !slices.Equal(got, want) {
		t.Errorf("of the name %v is marked, want %v", got, want)
	}

	// A folder is folded while there is a filter.
	s.tree.fold(s.row("internal/server"), false)
	if s.session.Tree().Model().Find("internal/server/server.go") >= 0 {
		t.Error("the folder is still open")
	}

	// Down goes to what was found, Escape clears, and a second one leaves.
	s.tree.filter.TypedKey(&fyne.KeyEvent{Name: fyne.KeyDown})
	if s.win.Canvas().Focused() != fyne.Focusable(s.tree.list) {
		t.Error("Down does not go to the tree")
	}
	s.focus(s.tree.filter)
	s.tree.filter.TypedKey(&fyne.KeyEvent{Name: fyne.KeyEscape})
	if s.tree.filter.Text != "" || s.session.Tree().Model().Len() != all {
		t.Errorf("after Escape the filter is %q, and there are %d rows of %d", s.tree.filter.Text, s.session.Tree().Model().Len(), all)
	}
	s.tree.filter.TypedKey(&fyne.KeyEvent{Name: fyne.KeyEscape})
	if s.win.Canvas().Focused() != fyne.Focusable(s.tree.list) {
		t.Error("a second Escape does not go to the tree")
	}
}

func TestWhatWasFoundIsInViewOnceTheFilterIsCleared(t *testing.T) {
	s := sample(t)
	all := s.session.Tree().Model().Len()
	s.focus(s.tree.filter)
	test.Type(s.tree.filter, "orders.html")
	s.tree.list.SetCursor(s.row("web/orders.html"))
	s.tree.filter.SetText("")
	if i := s.session.Tree().Model().Find("web/orders.html"); i < 0 || s.tree.list.Cursor() != i {
		t.Errorf("the file found is row %d, and the cursor at %d", i, s.tree.list.Cursor())
	}
	if s.session.Tree().Model().Len() <= all {
		t.Error("its folder is folded")
	}

	// The cursor on what was not found asks for nothing.
	s.tree.filter.SetText("go.mod")
	s.tree.filter.SetText("")
	if s.session.Tree().Model().Find("cmd/acme-api/main.go") >= 0 {
		t.Error("another folder is open")
	}
}

func TestAFilterThatFindsNothingSaysSoAndOffersTheWayBack(t *testing.T) {
	s := sample(t)
	s.focus(s.tree.filter)
	test.Type(s.tree.filter, "no such file")
	if s.tree.stack.Objects[0] != fyne.CanvasObject(s.tree.none) {
		t.Fatal("nothing is said")
	}
	s.tree.filter.TypedKey(&fyne.KeyEvent{Name: fyne.KeyDown})
	if s.win.Canvas().Focused() != fyne.Focusable(s.tree.filter) {
		t.Error("Down goes to a tree that is not there")
	}
	s.clickOn(s.tree.none.Step())
	if s.tree.filter.Text != "" || s.tree.stack.Objects[0] != fyne.CanvasObject(s.tree.list) {
		t.Error("the filter is not cleared")
	}
}

func TestRowsShowWhatTheyAre(t *testing.T) {
	s := sample(t)
	s.session.Tree().Open("internal", true)
	tests := map[string]kit.Glyph{
		"internal": kit.GlyphFolderOpen, "docs": kit.GlyphFolder, "go.mod": kit.GlyphData, "README.md": kit.GlyphProse, "Makefile": kit.GlyphCode,
	}
	for path, want := range tests {
		t.Run(path, func(t *testing.T) {
			row := (treeRows{s.session}).Row(s.row(path))
			if !slices.ContainsFunc(row.Cells, func(c board.Cell) bool { return c.Kind == board.CellGlyph && c.Glyph == want && c.ID == 0 }) {
				t.Errorf("the row has not the sign %d: %+v", want, row.Cells)
			}
		})
	}
}

func TestAFileThatIsMissingKeepsItsSign(t *testing.T) {
	for _, row := range []filetree.Row{
		{Entry: filetree.Entry{Path: "gone.go", Missing: true}, Binary: true},
		{Entry: filetree.Entry{Path: "pipe.go", Barred: true}, Binary: true},
	} {
		if got := sign(row).Glyph; got != kit.GlyphCode {
			t.Errorf("%s has the sign %d", row.Path, got)
		}
	}
	if got := sign(filetree.Row{Entry: filetree.Entry{Path: "code.go"}, Binary: true}).Glyph; got != kit.GlyphFile {
		t.Errorf("a file that is binary has the sign %d", got)
	}
}

func TestATreeWithoutRowsSaysWhyAndOffersTheFirstStep(t *testing.T) {
	tests := []struct {
		name  string
		files map[string]string
		step  string
		then  func(*stage) bool
	}{
		{name: "an empty folder", step: "Open a folder", then: func(s *stage) bool { return s.dialogs.Front() != nil }},
		{
			name: "all is left out", files: map[string]string{".gitignore": "*\n", "a.txt": "a\n"}, step: "Show ignored files",
			then: func(s *stage) bool {
				return s.session.Tree().Model().Find("a.txt") >= 0 && s.Focused() == fyne.Focusable(s.tree.list)
			},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			dir := t.TempDir()
			for name, content := range tt.files {
				if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			s := newStage(t, parttest.Places(t))
			s.Start(dir, false)
			s.Until("something is said", func() bool { return s.tree.stack.Objects[0] == fyne.CanvasObject(s.tree.none) })
			if got := s.tree.none.Step().Text(); got != tt.step {
				t.Errorf("it offers %q, want %q", got, tt.step)
			}
			s.key(fyne.Key1, alt)
			if s.Focused() != fyne.Focusable(s.tree.none.Step()) {
				t.Fatalf("the key of the tree goes to %T", s.Focused())
			}
			s.tree.none.Step().TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
			s.Until("the step is made", func() bool { return tt.then(s) })
		})
	}
}

func TestATreeThatIsNotKnownYetIsNotSaidToBeEmpty(t *testing.T) {
	s := newStage(t, parttest.Places(t))
	s.tree.reload()
	if got := s.tree.none.Step().Text(); s.tree.stack.Objects[0] != fyne.CanvasObject(s.tree.none) || got != "Open a folder" {
		t.Errorf("without a project it offers %q", got)
	}
	s.Start("", true)
	if s.session.Tree().Listed() {
		t.Fatal("the tree is known at once")
	}
	if s.tree.stack.Objects[0] != fyne.CanvasObject(s.tree.list) {
		t.Error("a tree that is still read is said to be empty")
	}
	s.Settle()
}
