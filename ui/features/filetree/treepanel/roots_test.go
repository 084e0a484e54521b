package treepanel

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"dossier/ui/part/parttest"
	"dossier/ui/project/projecttest"
)

// The row of a root says whether it is read, and its menu has the way out.
func TestRowsOfRoots(t *testing.T) {
	s := newStage(t)
	base := t.TempDir()
	dir := filepath.Join(base, "project")
	projecttest.Write(t, filepath.Join(dir, "a.go"), "package a\n")
	projecttest.Write(t, filepath.Join(dir, "dossier.toml"), "[roots]\nlib = \"../library\"\nin = \"sub\"\n")
	projecttest.Write(t, filepath.Join(base, "library", "b.go"), "package b\n")
	if err := os.Mkdir(filepath.Join(dir, "sub"), 0o755); err != nil {
		t.Fatal(err)
	}
	s.Open(dir)
	says := func(path string) string {
		t.Helper()
		var texts []string
		for _, c := range (rows{s.Session()}).Row(s.row(path)).Cells {
			texts = append(texts, c.Text)
		}
		return strings.Join(texts, " ")
	}
	if got := says("lib:"); !strings.Contains(got, "lib: needs permission") {
		t.Errorf("its row says %q", got)
	}
	if got := says("in:"); !strings.Contains(got, "in: not used") {
		t.Errorf("the row of one that cannot be a root says %q", got)
	}
	parttest.MenuItem(t, s.panel.menu(s.row("lib:")), "Allow reading this folder").Action()
	library, err := filepath.EvalSymlinks(filepath.Join(base, "library"))
	if err != nil {
		t.Fatal(err)
	}
	if !slices.ContainsFunc(s.Led, func(led string) bool { return strings.HasPrefix(led, "allow") && strings.Contains(led, library) }) {
		t.Errorf("it led to %q", s.Led)
	}
	s.Session().Access().Allow(library)
	s.Settle()
	if got := says("lib:"); strings.Contains(got, "permission") {
		t.Errorf("allowed, its row says %q", got)
	}
	parttest.MenuItem(t, s.panel.menu(s.row("lib:")), "Remove this folder from the project").Action()
	s.Until("it is gone", func() bool { return s.Session().Tree().Model().Find("lib:") < 0 })
}

func TestTheDialogAddsARoot(t *testing.T) {
	s := newStage(t)
	base := t.TempDir()
	projecttest.Write(t, filepath.Join(base, "project", "a.go"), "package a\n")
	projecttest.Write(t, filepath.Join(base, "library", "b.go"), "package b\n")
	s.Open(filepath.Join(base, "project"))
	parttest.MenuItem(t, s.panel.options(), "Add a folder…").Action()
	typed := s.Window.Canvas().Focused()
	if typed == nil {
		t.Fatal("there is no dialog")
	}
	test.Type(typed, filepath.Join(base, "project"))
	test.Tap(s.Button("Add"))
	if s.Session().Tree().Model().Find("library:") >= 0 || s.Dialogs().Front() == nil {
		t.Error("the project itself is added")
	}
	s.Dialogs().TypedKey(fyne.KeyEscape)
	parttest.MenuItem(t, s.panel.options(), "Add a folder…").Action()
	test.Type(s.Window.Canvas().Focused(), filepath.Join(base, "library"))
	test.Tap(s.Button("Add"))
	s.Until("it is added", func() bool { return s.Session().Tree().Model().Find("library:") >= 0 })
	s.Until("it is open", func() bool { return s.Session().Tree().Model().Find("library:/b.go") >= 0 })
	if got := s.panel.list.Cursor(); got != s.row("library:") {
		t.Errorf("the cursor is on row %d", got)
	}
	s.Session().Tree().Open("library:", false)
	s.Settle()
	if s.Session().Tree().Model().Find("library:/b.go") >= 0 {
		t.Error("it opens again when it is folded")
	}
}
