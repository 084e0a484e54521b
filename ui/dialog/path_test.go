package dialog_test

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	"github.com/google/go-cmp/cmp"

	"dossier/ui/dialog"
	"dossier/ui/kit"
	"dossier/ui/kit/board"
	"dossier/ui/kit/kittest"
	"dossier/ui/part/parttest"
)

func TestMain(m *testing.M) { parttest.Main(m) }

// stage is a window with dialogs for paths in a home folder.
type stage struct {
	*parttest.Stage
	t     testing.TB
	home  string
	taken []string
}

func newStage(t *testing.T) *stage {
	t.Helper()
	home, err := filepath.EvalSymlinks(parttest.Folder(t, map[string]string{
		"work/login.json": "", "work/plans.md": "", "work/picture.png": "", "work/old/login.json": "", "work/old/deep/plans.json": "",
		"Downloads/export.json": "", "Downloads/photo.png": "",
	}))
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("HOME", home)
	t.Setenv("USERPROFILE", home)
	return &stage{Stage: parttest.NewStage(t, parttest.Places(t)), t: t, home: home}
}

// chats is a question for a chat file, which starts in the folder work.
func (s *stage) chats() dialog.PathQuestion {
	return dialog.PathQuestion{
		Title: "Import chats", Accept: "Import", What: dialog.File, Endings: []string{".json", ".md"}, Purpose: "chats", Start: filepath.Join(s.home, "work"),
		Submit: s.take,
	}
}

func (s *stage) take(path string) error {
	s.taken = append(s.taken, path)
	return nil
}

// ask opens the dialog, and waits until the folder is listed.
func (s *stage) ask(q dialog.PathQuestion) *board.Suggest {
	s.t.Helper()
	s.Dialogs().PromptPath(q)
	s.settle()
	return s.field()
}

// settle waits for all results.
func (s *stage) settle() {
	s.t.Helper()
	s.Until("the paths are listed", func() bool {
		busy := s.Session().Busy()
		s.Drain()
		return !busy && !s.Session().Busy()
	})
}

func (s *stage) field() *board.Suggest {
	s.t.Helper()
	f, ok := s.Focused().(*board.Suggest)
	if !ok {
		s.t.Fatalf("the keyboard is in a %T", s.Focused())
	}
	return f
}

// want compares the rows below the field.
func (s *stage) want(when string, rows ...string) {
	s.t.Helper()
	s.settle()
	var got []string
	for _, row := range s.field().Offered() {
		label := row.Label
		if row.Detail != "" {
			label += " | " + row.Detail
		}
		got = append(got, label)
	}
	if diff := cmp.Diff(rows, got); diff != "" {
		s.t.Errorf("%s: wrong rows (-want +got):\n%s", when, diff)
	}
}

func (s *stage) wantTaken(paths ...string) {
	s.t.Helper()
	s.settle()
	if diff := cmp.Diff(paths, s.taken); diff != "" || s.Dialogs().Front() != nil {
		s.t.Errorf("the dialog is open: %t; wrong paths taken (-want +got):\n%s", s.Dialogs().Front() != nil, diff)
	}
}

func TestPathsAreListedWhileTheyAreTyped(t *testing.T) {
	s := newStage(t)
	f := s.ask(s.chats())
	s.want("at first", "login.json", "old/", "plans.md")
	if err := os.Mkdir(filepath.Join(s.home, "work/empty"), 0o755); err != nil {
		t.Fatal(err)
	}
	test.Type(f, "lo")
	s.want("what begins so, then what is found", "login.json", "old/login.json")
	test.Type(f, "x")
	s.want("nothing fits")
	if !s.Readable("No matches") {
		t.Error("nothing says that nothing was found")
	}
	f.SetText("")
	test.Type(f, "empty/")
	s.want("an empty folder")
	if !s.Readable("Nothing to choose in this folder") || s.Readable("No matches") {
		t.Error("nothing says that the folder is empty")
	}
	f.SetText("")
	test.Type(f, "old/")
	s.want("in a folder", "deep/", "login.json")
	s.Press(fyne.KeyDown, fyne.KeyReturn)
	s.want("in the folder that was chosen", "plans.json")
	if f.Text != "old/deep/" {
		t.Errorf("the field holds %q", f.Text)
	}
	s.Press(fyne.KeyDown, fyne.KeyReturn)
	s.wantTaken(filepath.Join(s.home, "work/old/deep/plans.json"))
}

// Tab completes as in a shell, and cycles through the list.
func TestTabCompletesWhatIsListed(t *testing.T) {
	s := newStage(t)
	f := s.ask(s.chats())
	test.Type(f, "~/Dow")
	s.want("as typed", "Downloads/", "~/Downloads/export.json")
	s.Press(fyne.KeyTab)
	s.want("after Tab", "export.json")
	if f.Text != "~/Downloads/" {
		t.Errorf("Tab makes it %q", f.Text)
	}
	f.SetText("")
	test.Type(f, "~/")
	s.want("home", "Downloads/", "work/")
	s.Press(fyne.KeyTab)
	s.settle()
	s.Press(fyne.KeyTab, fyne.KeyTab)
	s.settle()
	if at := f.List().Cursor(); at != 1 || f.Text != "~/" {
		t.Errorf("Tab is at row %d of %q", at, f.Text)
	}
}

// Where nothing begins with the text, Tab takes the path that the search found, and cycles through several.
func TestTabTakesWhatTheSearchFound(t *testing.T) {
	s := newStage(t)
	f := s.ask(s.chats())
	test.Type(f, "plans.js")
	s.want("found", "old/deep/plans.json")
	s.Press(fyne.KeyTab)
	s.settle()
	if f.Text != "old/deep/plans.json" {
		t.Errorf("Tab makes it %q", f.Text)
	}
	f.SetText("")
	test.Type(f, "json")
	s.settle()
	rows := len(f.Offered())
	s.Press(fyne.KeyTab)
	s.settle()
	s.Press(fyne.KeyTab, fyne.KeyTab)
	s.settle()
	if at := f.List().Cursor(); rows < 2 || len(f.Offered()) != rows || at != 1 || f.Text != "json" {
		t.Errorf("Tab is at row %d of %d for %q, want row 1 of %d", at, len(f.Offered()), f.Text, rows)
	}
}

// The current row stays current if more results arrive.
func TestTheCursorStaysInTheList(t *testing.T) {
	s := newStage(t)
	f := s.ask(s.chats())
	test.Type(f, "l") // the row of login.json is known already
	s.Press(fyne.KeyDown)
	s.want("at last", "login.json", "old/login.json", "plans.md", "old/deep/plans.json", "old/", "old/deep/")
	if at := f.List().Cursor(); at != 0 {
		t.Errorf("the keyboard is on row %d", at)
	}
}

func TestWhatCannotBeTakenIsRefused(t *testing.T) {
	s := newStage(t)
	folder := dialog.PathQuestion{Title: "Open", Accept: "Open", What: dialog.Folder, Start: s.home}
	item := dialog.PathQuestion{Title: "Add", Accept: "Add", What: dialog.FileOrFolder, Patterns: true, Base: filepath.Join(s.home, "work")}
	written := dialog.PathQuestion{Title: "Export", Accept: "Export", What: dialog.NewFile, Start: s.home, Name: "chats.json"}
	tests := []struct {
		name  string
		q     dialog.PathQuestion
		typed string
		says  string
		taken string // if there is no error
	}{
		{name: "nothing", q: s.chats(), typed: " ", says: "Type a path, or choose one from the list"},
		{name: "no such file", q: s.chats(), typed: "gone.json", says: "There is no file ~/work/gone.json"},
		{name: "a folder for a file", q: s.chats(), typed: "old", says: "~/work/old is a folder, not a file"},
		{name: "another type", q: s.chats(), typed: "picture.png", says: "~/work/picture.png is not one of the types .json .md"},
		{name: "a type in capitals", q: s.chats(), typed: "LOUD.JSON", taken: "work/LOUD.JSON"},
		{name: "below a file", q: s.chats(), typed: "login.json/x.json", says: "There is no file ~/work/login.json/x.json"},
		{name: "blanks around it", q: s.chats(), typed: " ~/Downloads/export.json ", taken: "Downloads/export.json"},
		{name: "no such folder", q: folder, typed: "/nowhere", says: "There is no folder /nowhere"},
		{name: "a file for a folder", q: folder, typed: "work/plans.md", says: "~/work/plans.md is a file, not a folder"},
		{name: "a folder", q: folder, typed: "work", taken: "work"},
		{name: "neither", q: item, typed: "gone.md", says: "There is no file or folder gone.md"},
		{name: "a relative one", q: item, typed: "old", taken: "./old"},
		{name: "an absolute one in the project", q: item, typed: "~/work/plans.md", taken: "./plans.md"},
		{name: "one outside", q: item, typed: "../Downloads", taken: "Downloads"},
		{name: "a pattern", q: item, typed: "*.nothing", taken: "./*.nothing"},
		{name: "a new file", q: written, typed: "work/new.json", taken: "work/new.json"},
		{name: "a new file in no folder", q: written, typed: "gone/new.json", says: "There is no folder ~/gone"},
		{name: "a folder in its place", q: written, typed: "work", says: "~/work is a folder: add the name of a file"},
	}
	parttest.Write(t, filepath.Join(s.home, "work/LOUD.JSON"), "")
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s.taken, tt.q.Submit = nil, s.take
			f := s.ask(tt.q)
			f.SetText(tt.typed)
			s.Press(fyne.KeyReturn)
			if tt.says == "" {
				want := filepath.Join(s.home, tt.taken)
				if tt.taken[:2] == "./" {
					want = tt.taken[2:]
				}
				s.wantTaken(want)
				return
			}
			if s.Dialogs().Front() == nil || !s.Readable(tt.says) || s.taken != nil {
				t.Fatalf("taken: %q; it does not say %q", s.taken, tt.says)
			}
			test.Type(f, "x")
			if s.Readable(tt.says) {
				t.Error("it still says so after something else was typed")
			}
			s.Press(fyne.KeyEscape)
			if s.Dialogs().Front() != nil {
				t.Error("Escape does not close the dialog")
			}
		})
	}
}

// An error of a text disappears when the text is edited.
func TestTheErrorOfATextDisappears(t *testing.T) {
	s := newStage(t)
	s.Dialogs().PromptText(dialog.Question{Title: "Role", Accept: "Use", Submit: func(string) error { return errors.New("it is too long") }})
	s.Press(fyne.KeyReturn)
	if !s.Readable("It is too long") {
		t.Fatal("the dialog says nothing")
	}
	s.Focused().TypedRune('x')
	if s.Readable("It is too long") {
		t.Error("it still says so after something else was typed")
	}
}

// The path of a file stays listed when it is complete, and Tab then moves on.
func TestACompletePathIsListed(t *testing.T) {
	s := newStage(t)
	for _, what := range []dialog.What{dialog.File, dialog.FileOrFolder} {
		s.taken = nil
		q := s.chats()
		q.What, q.Purpose = what, ""
		f := s.ask(q)
		test.Type(f, "login.jso")
		s.want("nearly complete", "login.json", "old/login.json")
		test.Type(f, "n")
		s.want("complete", "login.json", "old/login.json")
		f.SetText("")
		test.Type(f, "old/login.json")
		s.want("in a folder", "login.json")
		s.Press(fyne.KeyTab)
		s.settle()
		if got := kittest.Texts(f.List()); len(got) != 1 || f.Text != "old/login.json" || s.Readable("No matches") || s.Focused() == f {
			t.Errorf("after Tab %q is listed, the field holds %q and is left: %t", got, f.Text, s.Focused() != f)
		}
		s.Focus(f)
		s.Press(fyne.KeyDown, fyne.KeyReturn)
		s.wantTaken(filepath.Join(s.home, "work/old/login.json"))
	}
}

// An error of the caller keeps the dialog open too.
func TestTheCallersSentenceStaysInTheDialog(t *testing.T) {
	s := newStage(t)
	q := s.chats()
	q.Submit = func(string) error { return errors.New("it is too long") }
	s.ask(q)
	s.Press(fyne.KeyDown, fyne.KeyReturn)
	if s.Dialogs().Front() == nil || !s.Readable("It is too long") {
		t.Error("the dialog is gone, or says nothing")
	}
}

func TestThePurposeRemembersItsPaths(t *testing.T) {
	s := newStage(t)
	f := s.ask(s.chats())
	test.Type(f, "~/Downloads/export.json")
	s.Press(fyne.KeyReturn)
	s.wantTaken(filepath.Join(s.home, "Downloads/export.json"))

	f = s.ask(s.chats())
	s.want("the next time", "~/Downloads/export.json | recent", "export.json")
	test.Type(f, "exp")
	s.want("as typed", "export.json", "~/Downloads/export.json | recent")
	s.Press(fyne.KeyEscape)

	pictures := dialog.PathQuestion{
		Title: "Add pictures", Accept: "Add", Endings: []string{".png"}, Purpose: "pictures", Base: filepath.Join(s.home, "work"), Submit: s.take,
	}
	f = s.ask(pictures)
	s.want("in a project", "old/", "picture.png")
	test.Type(f, "picture.png")
	s.Press(fyne.KeyReturn)
	s.settle()
	f = s.ask(pictures)
	s.want("what the project lists is not recent", "old/", "picture.png")
	test.Type(f, "~/Downloads/photo.png")
	s.Press(fyne.KeyReturn)
	s.settle()
	f = s.ask(pictures)
	s.want("but what is outside", "~/Downloads/photo.png | recent", "~/Downloads/ | last folder", "old/", "picture.png")
	s.Press(fyne.KeyDown, fyne.KeyDown, fyne.KeyReturn)
	s.want("in the last folder", "photo.png", "~/Downloads/photo.png | recent")
	if f.Text != "~/Downloads/" {
		t.Errorf("the field holds %q", f.Text)
	}
}

// Paths given to the dialog are listed first, such as projects.
func TestRecentPathsComeFirst(t *testing.T) {
	s := newStage(t)
	work := filepath.Join(s.home, "work")
	f := s.ask(dialog.PathQuestion{
		Title: "Open", Accept: "Open", What: dialog.Folder, Start: s.home, Submit: s.take,
		Recent: func(then func([]dialog.Recent)) { then([]dialog.Recent{{Path: work, Detail: "2026-11-21"}}) },
	})
	s.want("at first", "~/work | 2026-11-21", "Downloads/", "work/")
	test.Type(f, "wk")
	s.want("found by its letters", "~/work | 2026-11-21", "work/", "work/old/", "work/old/deep/")
	s.Press(fyne.KeyDown, fyne.KeyReturn)
	s.wantTaken(work)
}

// Browse starts in the folder of the path, filters by the same types, and returns a path.
func TestBrowseStartsInTheFolderTyped(t *testing.T) {
	started := func() string { return fyne.CurrentApp().Preferences().String("fyne:fileDialogLastFolder") }
	tests := []struct {
		name, typed, start string
	}{
		{"the folder that it starts in", "", "work"},
		{"a folder", "old", "work/old"},
		{"the folder of a file", "old/login.json", "work/old"},
		{"the nearest folder of what is not there", "old/gone/x.json", "work/old"},
		{"an absolute one", "~/Downloads/", "Downloads"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := newStage(t)
			f := s.ask(s.chats())
			f.SetText(tt.typed)
			test.Tap(s.Button("Browse…"))
			if want := "file://" + filepath.ToSlash(filepath.Join(s.home, tt.start)); started() != want {
				t.Errorf("the chooser starts in %s, want %s", started(), want)
			}
			if s.Readable("picture") || tt.start == "work" && !s.Readable("plans") { // names are shown without extensions
				t.Error("the chooser shows other types")
			}
			s.Dialogs().TypedKey(fyne.KeyEscape)
			if got := s.field().Text; got != tt.typed || s.Button("Import") == nil {
				t.Errorf("after Escape the field holds %q", got)
			}
		})
	}
}

// A new file is suggested in the folder used last; Browse selects another folder.
func TestNewFileIsSuggested(t *testing.T) {
	s := newStage(t)
	q := dialog.PathQuestion{
		Title: "Export", Accept: "Export", What: dialog.NewFile, Purpose: "exports", Start: s.home, Name: "chats.json",
		Above: kit.NewLabel("With notes", kit.Body), Submit: s.take,
	}
	f := s.ask(q)
	if want := filepath.Join(s.home, "chats.json"); f.Text != want || f.SelectedText() != want || !s.Readable("With notes") {
		t.Errorf("%q is proposed, %q of it selected", f.Text, f.SelectedText())
	}
	f.SetText("~/work/mine.json")
	s.Press(fyne.KeyReturn)
	s.wantTaken(filepath.Join(s.home, "work/mine.json"))
	if _, err := os.Stat(s.taken[0]); err == nil {
		t.Error("the dialog has written the file")
	}
	f = s.ask(q)
	if want := filepath.Join(s.home, "work/chats.json"); f.Text != want {
		t.Errorf("%q is proposed the next time, want %q", f.Text, want)
	}
}

// Recent paths that are known late do not replace the list through which Tab cycles.
func TestLateRecentPathsKeepTheListOfTab(t *testing.T) {
	s := newStage(t)
	var late func([]dialog.Recent)
	q := s.chats()
	q.Recent = func(then func([]dialog.Recent)) { late = then }
	f := s.ask(q)
	test.Type(f, "old/")
	s.settle()
	s.Press(fyne.KeyTab)
	s.want("after Tab", "deep/", "login.json")
	late([]dialog.Recent{{Path: filepath.Join(s.home, "work/old/deep/plans.json"), Detail: "recent"}})
	s.want("with recent paths", "deep/", "login.json")
}
