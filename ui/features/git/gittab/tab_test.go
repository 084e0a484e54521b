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
	"dossier/ui/kit/edit"
	"dossier/ui/kit/kittest"
	"dossier/ui/part/parttest"
	"dossier/ui/project/repository"
	"dossier/ui/words"
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
	if got := s.tab.view.Text(); got != "as: full" {
		t.Errorf("the button says %q", got)
	}
	parttest.MenuItem(t, s.tab.ranges(), "none").Action()
	s.settle()
	if _, ok := s.Session().Document().Section(aggregate.GitChangesSection); ok || s.tab.Len() != 0 {
		t.Error("without a range there are changes")
	}
}

// views are the chips of the rows, and what the files cost.
func (s *stage) views() []string {
	var out []string
	for i := range s.tab.Len() {
		for _, c := range s.tab.Row(i).Cells {
			if c.ID == viewCell {
				out = append(out, s.tab.files[i].Path+" "+c.Text)
			}
		}
	}
	return out
}

func TestEachFileHasItsView(t *testing.T) {
	s := newStage(t)
	parttest.Write(t, filepath.Join(s.Session().Dir(), "a.go"), "package a\n\nconst one = 2\n\nfunc f() int {\n\treturn one\n}\n")
	parttest.Write(t, filepath.Join(s.Session().Dir(), "package-lock.json"), "{}\n")
	s.tab.setRange("uncommitted")
	s.settle()
	want := func(views ...string) {
		t.Helper()
		if got := s.views(); !slices.Equal(got, views) {
			t.Errorf("the views are %q, want %q", got, views)
		}
	}
	want("a.go diff", "new.txt diff") // the lock file is named only
	row := s.tab.Find("a.go")
	tokens := s.tab.files[row].Tokens
	parttest.MenuItem(t, s.tab.viewsOf([]int{row}), "skeleton").Action()
	s.settle()
	want("a.go skeleton", "new.txt diff")
	text := s.Session().Document().Text()
	if !strings.Contains(text, "### `a.go` (modified, +5 −1, skeleton)\n\n```go\n") || strings.Contains(text, "return one") || !strings.Contains(text, "+new") {
		t.Errorf("the document shows\n%s", text)
	}
	if now := s.tab.files[s.tab.Find("a.go")].Tokens; now == tokens || now == 0 {
		t.Errorf("it costs %d tokens, before %d", now, tokens)
	}
	if parttest.MenuItem(t, s.tab.viewsOf([]int{s.tab.Find("new.txt")}), "skeleton").Reason == "" {
		t.Error("a text can be shown as a skeleton")
	}
	if menu := s.tab.viewsOf([]int{s.tab.Find("package-lock.json")}); len(menu) > 0 {
		t.Errorf("a file that is named only has views: %q", parttest.MenuTexts(menu))
	}

	s.tab.part().SetView(models.GitSlices) // of the others
	s.settle()
	want("a.go skeleton", "new.txt lines")
	s.tab.setRange("unstaged") // what was chosen of the files holds in another range
	s.settle()
	want("a.go skeleton", "new.txt lines")
	parttest.MenuItem(t, s.tab.viewsOf([]int{row}), "lines").Action() // as the others
	s.settle()
	if views := s.tab.part().Choice().Views; len(views) > 0 {
		t.Errorf("stored are %v", views)
	}
	s.Undo()
	s.settle()
	want("a.go skeleton", "new.txt lines")
}

func TestFilesLikeOneAreExcluded(t *testing.T) {
	s := newStage(t)
	for _, name := range []string{"api/a.mock.go", "api/v1/b.mock.go", "api/c.go"} {
		parttest.Write(t, filepath.Join(s.Session().Dir(), filepath.FromSlash(name)), "package api\n")
	}
	s.tab.setRange("uncommitted")
	s.settle()
	row := s.tab.Find("api/a.mock.go")
	item := parttest.MenuItem(t, s.tab.menu(row), "*.mock.go")
	if want := "2 files · "; !strings.HasPrefix(item.Detail, want) || strings.HasSuffix(item.Detail, " 0 tok") {
		t.Errorf("the pattern would exclude %q, want %q and tokens", item.Detail, want)
	}
	if got := parttest.MenuItem(t, s.tab.menu(row), "api/").Detail; !strings.HasPrefix(got, "3 files · ") {
		t.Errorf("the folder would exclude %q", got)
	}
	item.Action()
	s.settle()
	s.wantRows("✓ M a.go +1 −1", "? api/a.mock.go +1 −0", "✓ ? api/c.go +1 −0", "? api/v1/b.mock.go +1 −0", "✓ ? new.txt +1 −0")
	if got := s.tab.part().Choice().Exclude; !slices.Equal(got, []string{"*.mock.go"}) {
		t.Errorf("stored are %q", got)
	}
	if text := s.Session().Document().Text(); strings.Contains(text, ".mock.go") || !strings.Contains(text, "excluded: 2") {
		t.Errorf("the document has what is excluded:\n%s", text)
	}
	if tip := s.tab.Row(row).Tip; !strings.Contains(tip, "*.mock.go") {
		t.Errorf("the tip does not name the pattern: %q", tip)
	}
	if slices.Contains(parttest.MenuTexts(s.tab.menu(row)), "*.mock.go") {
		t.Error("what excludes nothing more is offered")
	}
	s.tab.toggle([]int{s.tab.Find("api/v1/b.mock.go")}) // one of them is included again
	s.settle()
	s.wantRows("✓ M a.go +1 −1", "? api/a.mock.go +1 −0", "✓ ? api/c.go +1 −0", "✓ ? api/v1/b.mock.go +1 −0", "✓ ? new.txt +1 −0")
	s.tab.toggle([]int{s.tab.Find("api/v1/b.mock.go")})
	s.settle()
	if got := s.tab.part().Choice().Exclude; !slices.Equal(got, []string{"*.mock.go"}) {
		t.Errorf("stored are %q", got)
	}
	s.Undo()
	s.Undo()
	s.Undo()
	s.settle()
	if got := s.tab.part().Choice().Exclude; len(got) > 0 {
		t.Errorf("after undo are stored %q", got)
	}
}

func TestTheCostOfEachViewIsShown(t *testing.T) {
	s := newStage(t)
	s.tab.setRange("uncommitted")
	s.settle()
	var costs aggregate.GitCosts
	s.tab.part().Costs([]string{"a.go", "new.txt"}, func(found aggregate.GitCosts, err error) {
		if err != nil {
			t.Error(err)
		}
		costs = found
	})
	s.Until("the costs are counted", func() bool { return costs != nil })
	for _, view := range models.GitViews() {
		if cost := costs[view]; !cost.Exact || cost.N == 0 {
			t.Errorf("%s costs %+v", view, cost)
		}
	}
	if sum := s.tab.files[0].Tokens + s.tab.files[1].Tokens; costs[models.GitDiff].N != sum {
		t.Errorf("differences cost %d, in the rows %d", costs[models.GitDiff].N, sum)
	}
}

// The figures of the rows are those of the preview, with any model, the last row's too.
func TestTheRowsCountAsThePreviewDoes(t *testing.T) {
	s := newStage(t)
	s.tab.setRange("uncommitted")
	for _, model := range []string{"gpt-5", "claude-5", "gpt-4"} {
		s.Session().Settings().SetModel(model)
		s.Until("all is counted for "+model, func() bool {
			doc := s.Session().Document()
			return !s.Session().Building() && doc.Tokens.Exact && doc.Tokens.Vocabulary == s.Session().Settings().Model().Vocabulary && !git.Of(s.Session()).Reading()
		})
		s.settle()
		doc, wanted := s.Session().Document(), map[string]string{}
		for i := range doc.Blocks() {
			b := doc.Block(i)
			wanted[b.Title] = words.Tokens(s.Session().Cost(b.Tokens))
		}
		for i, f := range s.tab.files {
			cells := s.tab.Row(i).Cells
			if got := cells[len(cells)-2].Text; got != wanted[f.Path] {
				t.Errorf("%s: %s counts %q, in the preview %q", model, f.Path, got, wanted[f.Path])
			}
		}
	}
}

func TestTheCostOfARangeIsShownBeforeItIsChosen(t *testing.T) {
	s := newStage(t)
	s.tab.setRange("uncommitted")
	s.settle()
	s.tab.part().Include([]string{"new.txt"}, false)
	s.settle()
	var counted repository.Report
	s.tab.part().CostOf("HEAD^!", func(r repository.Report, err error) {
		if err != nil {
			t.Error(err)
		}
		counted = r
	})
	s.Until("the cost is counted", func() bool { return counted.Range != "" && !counted.Uncounted })
	if got := rangechoice.Cost(s.Session(), counted); !strings.HasPrefix(got, "2 files · +4 −0 · ") || counted.Tokens == 0 {
		t.Errorf("the last commit costs %q", got)
	}
	counted = repository.Report{}
	s.tab.part().CostOf("HEAD", func(r repository.Report, _ error) { counted = r })
	s.Until("the cost is counted", func() bool { return counted.Range != "" && !counted.Uncounted })
	if got := rangechoice.Cost(s.Session(), counted); !strings.HasPrefix(got, "1 file · +1 −1 · ") {
		t.Errorf("without the excluded file HEAD costs %q", got)
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
	s.tab.part().Revisions("first", repository.AllRevisions, func(list []repository.Revision, err error) {
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

// A range that names no commit keeps the dialog open, and the range of before.
func TestTheDialogOfRangesSaysWhatIsNoRange(t *testing.T) {
	s := newStage(t)
	s.tab.setRange("uncommitted")
	s.settle()
	s.tab.chooseRange()
	field := s.Focused().(*edit.Entry)
	if field.Text != "" {
		t.Errorf("the field begins with %q, which is no branch", field.Text)
	}
	for typed, says := range map[string]string{
		"":             "Type a range, or select a branch, a tag or a commit",
		"nosuch":       `There is no branch, tag or commit "nosuch"`,
		"main..nosuch": `There is no branch, tag or commit "nosuch"`,
		"HEAD~3":       `"HEAD~3": `,
	} {
		field.SetText(typed)
		s.Press(fyne.KeyReturn)
		s.Until("it says "+says, func() bool { return s.Readable(says) })
		if s.Dialogs().Front() == nil || s.tab.part().Choice().Range != "uncommitted" {
			t.Fatalf("%q: the dialog is closed, or the range is %q", typed, s.tab.part().Choice().Range)
		}
		field.SetText("nosuc")
		if s.Readable(says) {
			t.Errorf("it still says so of %q after something else was typed", typed)
		}
		s.Until("nothing matches", func() bool { return s.Readable("No matches") })
	}
	commit, err := exec.Command("git", "-C", s.Session().Dir(), "rev-parse", "HEAD").Output()
	if err != nil {
		t.Fatal(err)
	}
	s.Key(fyne.KeyEscape, 0)
	for _, typed := range []string{"HEAD^0", "main...HEAD", " " + strings.TrimSpace(string(commit)), "staged"} {
		s.tab.chooseRange()
		field := s.Focused().(*edit.Entry)
		field.SetText(typed)
		s.Press(fyne.KeyReturn)
		s.Until("the dialog is closed", func() bool { return s.Dialogs().Front() == nil })
		if got := s.tab.part().Choice().Range; got != strings.TrimSpace(typed) {
			t.Errorf("the range is %q, want %q", got, typed)
		}
	}
	s.tab.setRange("gone") // deleted since
	s.settle()
	if why, _, _ := s.tab.nothing(s.tab.part().Choice()); why != `There is no branch, tag or commit "gone"` {
		t.Errorf("the tab says %q", why)
	}
}

func TestClosingTheDialogOfRangesCancelsItsCount(t *testing.T) {
	s := newStage(t)
	s.tab.setRange("HEAD")
	s.settle()
	for _, close := range []func(){
		func() { s.Key(fyne.KeyEscape, 0) },
		func() { s.Dialogs().Front().Confirm() },
	} {
		s.tab.chooseRange() // it counts the range of before
		if !s.tab.part().Counting() {
			t.Fatal("nothing is counted")
		}
		close()
		s.Until("the dialog is closed", func() bool { return s.Dialogs().Front() == nil })
		if s.tab.part().Counting() {
			t.Error("it is still counted")
		}
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

// The width of the tab is 370 in a window of 1 000, and names come before figures there. Without files there
// is no empty bar below.
func TestNamesComeBeforeTheLinesOfChanges(t *testing.T) {
	s := newStage(t)
	s.settle()
	if s.tab.foot.Visible() {
		t.Error("there is a bar with nothing in it")
	}
	const name = "internal/auth/check.go"
	path := filepath.Join(s.Session().Dir(), name)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte("package auth\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	s.tab.setRange("uncommitted")
	s.settle()
	s.Until("the file is listed", func() bool { return s.tab.Find(name) >= 0 })
	for _, width := range []float32{370, 450} {
		s.Window.Resize(fyne.NewSize(width, 600))
		if !s.Readable("check.go") {
			t.Errorf("%v wide, the names are cut: %q", width, kittest.Texts(s.tab.list))
		}
	}
	if !s.Readable(name) || !s.Readable("+1 −0") {
		t.Errorf("450 wide, the name is cut or the lines are gone: %q", kittest.Texts(s.tab.list))
	}
	if !s.tab.foot.Visible() {
		t.Error("the sums are hidden")
	}
}

// git runs git in the project.
func (s *stage) git(args ...string) {
	s.t.Helper()
	cmd := exec.Command("git", args...)
	cmd.Dir = s.Session().Dir()
	if out, err := cmd.CombinedOutput(); err != nil {
		s.t.Fatalf("git %v: %v\n%s", args, err, out)
	}
}

// A renamed file has its new path first, and a file that cannot be compared says why. The rail counts only
// changes that are shown, and a difference has colours.
func TestWhatIsUnusualAboutAChange(t *testing.T) {
	s := newStage(t)
	dir := s.Session().Dir()
	s.git("mv", "b.txt", "c.txt")
	parttest.Write(t, filepath.Join(dir, "large.bin"), "a pointer\n")
	s.git("add", "large.bin")
	s.git("-c", "user.name=Ada", "-c", "user.email=ada@example.com", "commit", "-q", "-m", "A large file", "large.bin")
	parttest.Write(t, filepath.Join(dir, ".gitattributes"), "*.bin filter=lfs\n")
	parttest.Write(t, filepath.Join(dir, "large.bin"), "the content of the file\n")
	s.tab.Focus()
	s.Press(fyne.KeyReturn) // the step: uncommitted changes
	s.settle()

	row := s.tab.Row(s.tab.Find("c.txt"))
	if got := []string{row.Cells[2].Text, row.Cells[3].Text}; !slices.Equal(got, []string{"c.txt", "← b.txt"}) || !strings.HasPrefix(row.Tip, "b.txt → c.txt\nrenamed") {
		t.Errorf("a renamed file is %q with the tip %q", got, row.Tip)
	}
	if tip := s.tab.Row(s.tab.Find("large.bin")).Tip; !strings.Contains(tip, "lfs") || !strings.Contains(tip, "It may be unchanged") {
		t.Errorf("the tip of a file behind a filter is %q", tip)
	}
	if tip := s.tab.Row(s.tab.Find("a.go")).Tip; strings.Contains(tip, "unchanged") {
		t.Errorf("the tip of a changed file is %q", tip)
	}
	doc := s.Session().Document()
	if got, want := doc.Shown(aggregate.GitChangesSection), s.tab.Len()-1; got != want {
		t.Errorf("%d changes are shown, want %d: all but the file behind a filter", got, want)
	}
	preview := s.Session().Preview()
	s.Until("the difference is coloured", func() bool {
		for i := range preview.Len() {
			if line := preview.Line(i); preview.Text(i) == "+const one = 2" {
				preview.Highlight([]int{line.Block})
				s.Settle()
				return len(preview.Runs(line.Block, line.BodyLine)) > 0
			}
		}
		return false
	})
}
