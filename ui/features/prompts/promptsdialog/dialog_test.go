package promptsdialog

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"dossier/models"
	"dossier/ui/features/prompts"
	"dossier/ui/kit"
	"dossier/ui/kit/kittest"
	"dossier/ui/part/parttest"
)

func TestMain(m *testing.M) { parttest.Main(m) }

// stage is a window on a project with a prompt of its own.
type stage struct {
	*parttest.Stage
	t   testing.TB
	dir string
}

func newStage(t *testing.T) *stage {
	t.Helper()
	s := &stage{Stage: parttest.NewStage(t, parttest.Places(t)), t: t}
	s.dir = parttest.Folder(t, map[string]string{"a.go": "package a\n", ".dossier/prompts/terse.md": "Be terse.\n", "dossier.toml": "[files]\nitems = [\"a.go\"]\n"})
	s.Open(s.dir)
	prompts.Of(s.Session()).Reload()
	s.rest()
	return s
}

func (s *stage) rest() {
	s.t.Helper()
	s.Until("the prompts are read", func() bool { return !s.Session().Busy() })
	s.Settle()
}

// menu renders the menu: + for what is on.
func (s *stage) menu() string {
	var out []string
	for _, item := range Items(s) {
		if item.Separator {
			break
		}
		name := item.Text
		if item.Checked {
			name = "+" + name
		}
		out = append(out, name)
	}
	return strings.Join(out, " ")
}

func (s *stage) choose(text string) {
	s.t.Helper()
	parttest.MenuItem(s.t, Items(s), text).Action()
	s.rest()
}

func TestPromptsAreSwitchedOnAndOff(t *testing.T) {
	s := newStage(t)
	if got := s.menu(); got != "review plan explain fix write tests document terse" {
		t.Errorf("the menu has %s", got)
	}
	s.choose("terse")
	s.choose("plan")
	if got := s.menu(); got != "+terse +plan review explain fix write tests document" {
		t.Errorf("the menu has %s", got)
	}
	text := s.Session().Document().Text()
	if i, j := strings.Index(text, "Be terse."), strings.Index(text, "Make a plan"); i < 0 || j < i {
		t.Errorf("the document has\n%s", text)
	}
	if got := Word(s); got != "2" {
		t.Errorf("the button says %q", got)
	}
	s.Undo()
	s.rest()
	if got := s.menu(); !strings.HasPrefix(got, "+terse review") && !strings.HasPrefix(got, "+terse plan") || Word(s) != "terse" {
		t.Errorf("after undo the menu has %s, and the button says %s", got, Word(s))
	}

	// A file that changes is read again, and one that goes is said to be missing.
	file := filepath.Join(s.dir, ".dossier", "prompts", "terse.md")
	if err := os.WriteFile(file, []byte("Be brief.\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	s.Until("the change is seen", func() bool { return strings.Contains(s.Session().Document().Text(), "Be brief.") })
	if err := os.Remove(file); err != nil {
		t.Fatal(err)
	}
	s.Until("that it is gone is seen", func() bool { return strings.HasSuffix(s.menu(), "document +terse") })
	s.choose("terse")
	if got := prompts.Of(s.Session()).Selected(); len(got) != 0 || Word(s) != "none" {
		t.Errorf("on are %v", got)
	}
}

func TestPromptsAreEdited(t *testing.T) {
	s := newStage(t)
	s.choose("terse")
	d := Open(s)
	row := func(name string) int {
		for i, e := range d.drafts {
			if e.Now.Name == name {
				return i
			}
		}
		t.Fatalf("there is no %s", name)
		return -1
	}
	save := func() {
		t.Helper()
		s.Key(fyne.KeyReturn, kit.Ctrl)
		if s.Dialogs().Front() != nil {
			d.save()
		}
		s.rest()
	}
	d.list.SetCursor(row("terse"))
	d.name.SetText("short")
	d.text.SetText("Be short.")
	d.list.SetCursor(row("review"))
	d.text.SetText("Mine.")
	d.list.SetCursor(row("plan"))
	d.remove.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	d.add()
	d.name.SetText("a/b")
	d.text.SetText("New.")
	d.scope.Choose(1)
	d.change(func(e *draft) { e.Now.Scope = models.ProjectPrompt })

	// What was typed stays while another prompt is shown, and nothing is saved before it is asked for.
	d.list.SetCursor(row("short"))
	if d.text.Text != "Be short." {
		t.Errorf("the text is %q", d.text.Text)
	}
	if got := s.menu(); !strings.HasPrefix(got, "+terse") {
		t.Errorf("before it is saved the menu has %s", got)
	}
	if !d.save() || !s.Readable("The name of a prompt has letters") {
		t.Error("a wrong name is saved")
	}
	d.list.SetCursor(row("a/b"))
	d.name.SetText("review")
	d.change(func(e *draft) { e.Now.Scope = models.UserPrompt })
	d.list.SetCursor(row("review"))
	d.change(func(e *draft) { e.Now.Scope = models.UserPrompt })
	if !d.save() {
		t.Error("two prompts of one name are saved")
	}
	d.list.SetCursor(len(d.drafts) - 1)
	d.name.SetText("deploy")
	save()
	if s.Dialogs().Front() != nil {
		t.Fatalf("the dialog is open: %q", kittest.Texts(s.InFront()))
	}
	if got := s.menu(); got != "+short review explain fix write tests document deploy" {
		t.Errorf("the menu has %s", got)
	}
	if text := s.Session().Document().Text(); !strings.Contains(text, "Be short.") {
		t.Errorf("the document has\n%s", text)
	}
	if _, err := os.Stat(filepath.Join(s.dir, ".dossier", "prompts", "terse.md")); err == nil {
		t.Error("the prompt is there by its old name too")
	}
	for _, one := range prompts.Of(s.Session()).List() {
		if one.Name == "review" && (one.Text != "Mine." || one.Scope != models.UserPrompt) {
			t.Errorf("the prompt is %+v", one)
		}
	}
}

// Whoever presses twice saves once, also if the first time is done and the window does not know it yet.
func TestPromptsAreSavedOnceByTwoPresses(t *testing.T) {
	s := newStage(t)
	d := Open(s)
	for i, e := range d.drafts {
		if e.Now.Name == "terse" {
			d.list.SetCursor(i)
		}
	}
	d.name.SetText("short")
	d.save()
	for s.Session().Busy() {
		runtime.Gosched()
	}
	d.save()
	s.rest()
	if s.Dialogs().Front() != nil {
		t.Errorf("the dialog is open: %q", kittest.Texts(s.InFront()))
	}
}

func TestUnsavedPromptsAreNotLost(t *testing.T) {
	s := newStage(t)
	Open(s)
	s.Key(fyne.KeyEscape, 0)
	if s.Dialogs().Front() != nil {
		t.Fatal("without changes the dialog stays open")
	}
	d := Open(s)
	d.text.SetText("Mine.")
	s.Key(fyne.KeyEscape, 0)
	if !s.Readable("1 prompt is changed and not saved.") {
		t.Fatal("nobody is asked")
	}
	s.Key(fyne.KeyReturn, 0)
	if s.Dialogs().Front() == nil || d.text.Text != "Mine." {
		t.Fatal("the text is gone")
	}
	s.Key(fyne.KeyEscape, 0)
	test.Tap(s.Button("Discard changes"))
	if s.Dialogs().Front() != nil {
		t.Error("the dialog is open")
	}
}
