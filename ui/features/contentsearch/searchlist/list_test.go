package searchlist

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"dossier/aggregate/grep"
	"dossier/models"
	"dossier/ui/features/contentsearch"
	"dossier/ui/kit"
	"dossier/ui/kit/kittest"
	"dossier/ui/part/parttest"
	"dossier/ui/project/search"
)

func TestMain(m *testing.M) { parttest.Main(m) }

// stage is a window with the list, on a project of a few files.
type stage struct {
	*parttest.Stage
	t         testing.TB
	dir       string
	list      *List
	confirmed int
}

func newStage(t *testing.T) *stage {
	t.Helper()
	s := &stage{Stage: parttest.NewStage(t, parttest.Places(t)), t: t}
	s.dir = parttest.Folder(t, map[string]string{
		"a.go":      "package a\n\nfunc Login() {\n\tcheck()\n}\n\nfunc check() {}\n",
		"b/notes":   "Who may log in?\nlogin\n",
		"b/c.txt":   "nothing\n",
		"b/skip.md": "LOGIN here\n",
	})
	s.list = New(s, func(_ []string, then func()) { s.confirmed++; then() })
	s.Open(s.dir)
	s.Show(s.list, s.list.Content())
	contentsearch.Of(s.Session()).SetVisible(true)
	return s
}

func (s *stage) search(text string) {
	s.t.Helper()
	s.list.Search(text)
	s.rest()
}

func (s *stage) rest() {
	s.t.Helper()
	s.Until("the files are searched", func() bool { return !contentsearch.Of(s.Session()).Searching() })
	s.Settle()
}

// rows renders the rows: + and − for files in the document and others, lines with what is marked in brackets.
func (s *stage) rows() []string {
	out := []string{}
	for i := range s.list.Len() {
		cells := s.list.Row(i).Cells
		if len(cells) > 2 {
			mark := "−"
			if cells[1].State == kit.On {
				mark = "+"
			}
			out = append(out, mark+" "+cells[3].Text+" "+cells[4].Text)
			continue
		}
		line := cells[1].Text
		for _, m := range cells[1].Marks {
			line = line[:m[0]] + "[" + line[m[0]:m[1]] + "]" + line[m[1]:]
		}
		out = append(out, cells[0].Text+": "+line)
	}
	return out
}

func (s *stage) want(want ...string) {
	s.t.Helper()
	if got := s.rows(); !slices.Equal(got, want) {
		s.t.Errorf("the rows are\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// composition renders the files of the document with their views.
func (s *stage) composition() string {
	var out []string
	for _, it := range s.Session().Composition().Files {
		out = append(out, it.Path+" "+string(it.ViewMode))
	}
	return strings.Join(out, ", ")
}

// Capitals make case count, which is visible and can be reverted.
func TestCapitalsCountVisiblyAndCanBeIgnored(t *testing.T) {
	s := newStage(t)
	s.search("LogIn")
	s.want()
	if !s.list.letters.On() || !s.Readable("has capitals, so case counts.") {
		t.Errorf("Aa is on: %t; it says %q", s.list.letters.On(), kittest.Texts(s.list.content))
	}
	all := []string{"− a.go 1", "3: func [Login]() {", "− b/notes 1", "2: [login]", "− b/skip.md 1", "1: [LOGIN] here"}
	test.Tap(s.list.empty.Step())
	s.rest()
	s.want(all...)
	if s.list.letters.On() {
		t.Error("Aa is on while case is ignored")
	}
	test.Tap(s.list.letters)
	s.rest()
	s.want()
	test.Tap(s.list.letters)
	s.rest()
	s.want(all...)
	s.search("absent")
	if s.Readable("Ignore case") {
		t.Error("case can be ignored where it does not count")
	}
}

func TestLinesAreFoundByOptions(t *testing.T) {
	s := newStage(t)
	s.want()
	if got, _ := s.list.nothing(); !strings.Contains(got, "Type a text") {
		t.Errorf("before there is a text it says %q", got)
	}
	s.search("login")
	s.want("− a.go 1", "3: func [Login]() {", "− b/notes 1", "2: [login]", "− b/skip.md 1", "1: [LOGIN] here")
	if got := s.list.found.Text(); got != "3 lines · 3 files" {
		t.Errorf("it says %q", got)
	}
	test.Tap(s.list.letters)
	s.rest()
	s.want("− b/notes 1", "2: [login]")
	test.Tap(s.list.letters)
	test.Tap(s.list.regexp)
	s.search("^check|log( )?in")
	s.want("− a.go 1", "3: func [Login]() {", "− b/notes 2", "1: Who may [log in]?", "2: [login]", "− b/skip.md 1", "1: [LOGIN] here")
	s.search("(")
	s.want()
	if got, _ := s.list.nothing(); !strings.Contains(got, "not a valid regular expression") {
		t.Errorf("it says %q", got)
	}
	test.Tap(s.list.regexp)
	s.search("chec")
	test.Tap(s.list.whole)
	s.rest()
	s.want()
	if got, _ := s.list.nothing(); !strings.Contains(got, "No line") {
		t.Errorf("it says %q", got)
	}
	test.Tap(s.list.whole)
	s.rest()
	s.want("− a.go 2", "4: [chec]k()", "7: func [chec]k() {}")
	s.search("")
	s.want()
	if contentsearch.Of(s.Session()).Query() != (grep.Query{}) {
		t.Errorf("options stay on: %+v", contentsearch.Of(s.Session()).Query())
	}
}

func TestWhatWasFoundIsAddedAndUndone(t *testing.T) {
	s := newStage(t)
	s.search("login")
	choose := func(text string) {
		t.Helper()
		for _, item := range s.list.addItems(contentsearch.Of(s.Session()).All()) {
			if strings.HasPrefix(item.Text, text) {
				item.Action()
				s.Until("the files are added", func() bool { return !s.Session().Busy() })
				s.Settle()
				return
			}
		}
		t.Fatalf("there is no %q", text)
	}
	choose("Add 3 files")
	if got, want := s.composition(), "a.go full, b/notes full, b/skip.md full"; got != want {
		t.Errorf("the document has %s, want %s", got, want)
	}
	s.want("+ a.go 1", "3: func [Login]() {", "+ b/notes 1", "2: [login]", "+ b/skip.md 1", "1: [LOGIN] here")
	s.Undo()
	choose("Add 3 lines as slices")
	if got, want := s.composition(), "a.go slices, b/notes slices, b/skip.md slices"; strings.ReplaceAll(got, string(models.Custom), "slices") != want {
		t.Errorf("the document has %s, want %s", got, want)
	}
	s.Undo()
	choose("Add the symbols")
	want := "a.go " + string(models.Masked) + ", b/notes " + string(models.Custom) + ", b/skip.md " + string(models.Custom)
	if got := s.composition(); got != want {
		t.Errorf("the document has %s, want %s", got, want)
	}
	s.Undo()
	if got := s.composition(); got != "" {
		t.Errorf("after undo the document has %s", got)
	}

	// Space adds the file of the row, and removes it; a selected line alone becomes a slice.
	s.Focus(s.list.list)
	s.list.list.SetCursor(2)
	s.Key(fyne.KeySpace, 0)
	s.list.toggle(s.list.targets(2))
	s.Settle()
	in := s.composition()
	s.list.toggle(s.list.targets(2))
	s.Settle()
	if out := s.composition(); !strings.Contains(in+out, "b/notes full") || in == out {
		t.Errorf("the box leads from %q to %q", in, out)
	}
	s.Session().Compose().Clear()
	for _, item := range s.list.menu(1) {
		if item.Text == "Add 1 line as a slice" {
			item.Action()
		}
	}
	s.Until("the line is added", func() bool { return !s.Session().Busy() })
	s.Settle()
	if got := s.composition(); got != "a.go "+string(models.Custom) {
		t.Errorf("the line alone gives %q", got)
	}
}

func TestManyFilesAreConfirmed(t *testing.T) {
	s := newStage(t)
	all := s.Session().Settings().All()
	all.ConfirmFolderFiles = 2
	if err := s.Session().Settings().Set(all, ""); err != nil {
		t.Fatal(err)
	}
	s.search("login")
	s.list.addFiles(contentsearch.Of(s.Session()).All())
	if s.confirmed != 1 {
		t.Errorf("asked %d times", s.confirmed)
	}
}

func TestLinesFollowTheDisk(t *testing.T) {
	s := newStage(t)
	s.search("login")
	if err := os.WriteFile(filepath.Join(s.dir, "b", "c.txt"), []byte("login too\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	s.Until("the new line is found", func() bool { return slices.Contains(s.rows(), "1: [login] too") })

	// Files are folded one by one and all at once; the keys of a tree do so too.
	s.list.part().FoldAll(true)
	s.want("− a.go 1", "− b/c.txt 1", "− b/notes 1", "− b/skip.md 1")
	s.list.list.SetCursor(1)
	s.list.key(&fyne.KeyEvent{Name: fyne.KeyRight}, 0, 1)
	s.want("− a.go 1", "− b/c.txt 1", "1: [login] too", "− b/notes 1", "− b/skip.md 1")
	s.list.key(&fyne.KeyEvent{Name: fyne.KeyLeft}, 0, 2)
	if s.list.list.Cursor() != 1 {
		t.Errorf("Left goes to row %d", s.list.list.Cursor())
	}
	s.list.key(&fyne.KeyEvent{Name: fyne.KeyLeft}, 0, 1)
	s.want("− a.go 1", "− b/c.txt 1", "− b/notes 1", "− b/skip.md 1")
}

func TestAMatchIsInViewInANarrowPanel(t *testing.T) {
	tests := []struct{ line, match, want string }{
		{"needle", "needle", "[needle]"},
		{"\t\tif needle {", "needle", "if [needle] {"},
		{"a\tneedle", "needle", "a [needle]"},
		{"   ", "  ", ""},
		{"// it is safe to call this with a needle here", "needle", "…with a [needle] here"},
		{"éééééééééééééééééééééneedle", "needle", "…éééééé[needle]"},
		{"xxxxxxxxxxxxxxxxxxxxxxxxxxxneedle", "needle", "…xxxxxxxxxxxx[needle]"},
		{"a\u202eneedle", "needle", "a⟦U+202E⟧needle"},
	}
	for _, tt := range tests {
		start := strings.Index(tt.line, tt.match)
		got, marks := lineCell(search.LineReport{Text: tt.line, Start: start, End: start + len(tt.match)})
		for _, m := range marks {
			got = got[:m[0]] + "[" + got[m[0]:m[1]] + "]" + got[m[1]:]
		}
		if got != tt.want {
			t.Errorf("%q is shown as %q, want %q", tt.line, got, tt.want)
		}
	}
}

// Enter on a line opens the slices there; on a file, at the first line that was found.
func TestALineOpensTheSlicesAtIt(t *testing.T) {
	s := newStage(t)
	s.search("check")
	s.want("− a.go 2", "4: [check]()", "7: func [check]() {}")
	for row, want := range []string{"slices of a.go 4", "slices of a.go 4", "slices of a.go 7"} {
		s.Led = nil
		s.list.open(row)
		if !slices.Equal(s.Led, []string{want}) {
			t.Errorf("row %d leads to %q, want %q", row, s.Led, want)
		}
	}
}

// The actions of a menu are those of the row that it was opened for, also if the search finds something else meanwhile.
func TestAMenuOutlivesItsRows(t *testing.T) {
	s := newStage(t)
	s.search("login")
	items := s.list.menu(s.list.Len() - 1)
	s.search("absent")
	for _, name := range []string{"Slices…", "Open in the editor"} {
		parttest.MenuItem(t, items, name).Action()
	}
	if got, want := strings.Join(s.Led, ", "), "slices of b/skip.md 1, editor at b/skip.md 1"; got != want {
		t.Errorf("they lead to %s, want %s", got, want)
	}
}
