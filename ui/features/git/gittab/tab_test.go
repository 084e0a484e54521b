package gittab

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"dossier/aggregate"
	"dossier/models"
	"dossier/ui/features/git"
	"dossier/ui/features/git/rangechoice"
	"dossier/ui/kit"
	"dossier/ui/part/parttest"
	"dossier/ui/project/repository"
)

func TestMain(m *testing.M) { parttest.Main(m) }

// stage is a window with the tab.
type stage struct {
	*parttest.Stage
	t   testing.TB
	tab *Tab
}

// newStage is a stage on a repository with one commit, one changed and one new file.
func newStage(t *testing.T) *stage {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("there is no git here")
	}
	dir := parttest.Folder(t, map[string]string{"a.go": "package a\n\nconst one = 1\n", "b.txt": "b\n"})
	for _, args := range [][]string{
		{"init", "-q", "-b", "main"},
		{"add", "."},
		{"-c", "user.name=Ada", "-c", "user.email=ada@example.com", "commit", "-q", "-m", "The first commit"},
	} {
		cmd := exec.Command("git", args...)
		cmd.Dir = dir
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("git %v: %v\n%s", args, err, out)
		}
	}
	for name, content := range map[string]string{"a.go": "package a\n\nconst one = 2\n", "new.txt": "new\n"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	s := &stage{Stage: parttest.NewStage(t, parttest.Places(t)), t: t}
	s.tab = New(s)
	s.Open(dir)
	s.ShowInFront(s.tab)
	return s
}

func (s *stage) settle() {
	s.t.Helper()
	s.Until("the repository is read", func() bool { return !git.Of(s.Session()).Reading() })
	s.Settle()
}

func (s *stage) rows() []string {
	var out []string
	for i := range s.tab.Len() {
		cells := s.tab.Row(i).Cells
		row := []string{cells[1].Text, cells[2].Text, cells[3].Text}
		if cells[0].State == kit.On {
			row = slices.Insert(row, 0, "✓")
		}
		out = append(out, strings.Join(row, " "))
	}
	return out
}

func (s *stage) wantRows(want ...string) {
	s.t.Helper()
	if got := s.rows(); !slices.Equal(got, want) {
		s.t.Errorf("the rows are %q, want %q", got, want)
	}
}

func TestChangesAreChosenAndExcluded(t *testing.T) {
	s := newStage(t)
	if why, step, _ := s.tab.nothing(s.tab.part().Choice()); why == "" || step == "" || s.tab.Len() != 0 {
		t.Errorf("without a range it shows %q with the step %q", why, step)
	}
	s.tab.Focus()
	s.Press(fyne.KeyReturn) // the step: uncommitted changes
	s.settle()
	s.wantRows("✓ M a.go +1 −1", "✓ ? new.txt +1 −0")
	if got := s.tab.rng.Text(); got != "changes: uncommitted" {
		t.Errorf("the button says %q", got)
	}
	section, ok := s.Session().Document().Section(aggregate.GitChangesSection)
	if !ok || !strings.Contains(s.Session().Document().Text(), "+const one = 2") {
		t.Fatalf("the document has no changes: %s", s.Session().Document().Text())
	}
	if blocks := section.Blocks.Len(); blocks < 2 {
		t.Errorf("the section has %d blocks", blocks)
	}

	s.Focus(s.tab.list)
	s.tab.list.SetCursor(s.tab.Find("a.go"))
	s.Press(fyne.KeySpace)
	s.settle()
	s.wantRows("M a.go +1 −1", "✓ ? new.txt +1 −0")
	if strings.Contains(s.Session().Document().Text(), "const one") || !strings.HasPrefix(s.tab.total.Text(), "1 file · +1 −0") {
		t.Errorf("an excluded file is in the document, or counted: %q", s.tab.total.Text())
	}
	s.Undo()
	s.settle()
	s.wantRows("✓ M a.go +1 −1", "✓ ? new.txt +1 −0")

	s.tab.part().SetView(models.GitFull)
	s.settle()
	if got := s.tab.view.Text(); got != "as: whole files" {
		t.Errorf("the button says %q", got)
	}
	parttest.MenuItem(t, s.tab.ranges(), "none").Action()
	s.settle()
	if _, ok := s.Session().Document().Section(aggregate.GitChangesSection); ok || s.tab.Len() != 0 {
		t.Error("without a range there are changes")
	}
}

func TestARangeIsChosenFromRevisions(t *testing.T) {
	s := newStage(t)
	s.tab.chooseRange()
	front := s.Dialogs().Front()
	if front == nil {
		t.Fatal("there is no dialog")
	}
	var found []repository.Revision
	s.tab.part().Revisions("first", func(list []repository.Revision, err error) {
		if err != nil {
			t.Error(err)
		}
		found = list
	})
	s.Until("the commit is found", func() bool { return len(found) > 0 })
	commit := found[slices.IndexFunc(found, func(r repository.Revision) bool { return r.Kind == "commit" })]
	s.Key(fyne.KeyEscape, 0)
	s.tab.setRange(rangechoice.Of(commit))
	s.settle()
	s.wantRows("✓ A a.go +3 −0", "✓ A b.txt +1 −0")
	s.tab.setRange("no such..branch")
	s.settle()
	if err := s.tab.part().Err(); err == nil && s.tab.part().Choice().Range == "no such..branch" {
		t.Error("a range that does not exist has no error")
	}
}

func TestTheLogIsChosen(t *testing.T) {
	s := newStage(t)
	items := s.tab.logs()
	if item := parttest.MenuItem(t, items, "Messages in full"); item.Reason == "" {
		t.Error("without a log its messages can be chosen")
	}
	parttest.MenuItem(t, items, "5 commits").Action()
	s.settle()
	if !strings.Contains(s.Session().Document().Text(), "The first commit") || s.tab.log.Text() != "log: 5 commits" {
		t.Errorf("the button says %q, and the document\n%s", s.tab.log.Text(), s.Session().Document().Text())
	}
}
