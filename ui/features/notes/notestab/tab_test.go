package notestab

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"
	"github.com/google/go-cmp/cmp"

	"dossier/models"
	"dossier/ui/features/notes"
	"dossier/ui/kit"
	"dossier/ui/kit/board"
	"dossier/ui/kit/edit"
	"dossier/ui/kit/kittest"
	"dossier/ui/part/parttest"
)

func TestMain(m *testing.M) { parttest.Main(m) }

// stage is a window with the tab. It has no preview.
type stage struct {
	*parttest.Stage
	t      testing.TB
	dir    string
	tab    *Tab
	undos  []string // texts of the undo offers
	blocks []int    // of the ShowBlock calls
}

func (s *stage) OfferUndo(done string) { s.undos = append(s.undos, done) }
func (s *stage) ShowBlock(block int)   { s.blocks = append(s.blocks, block) }

const source = "package a\n\nfunc A() {}\n\nfunc B() {}\n"

func newStage(t testing.TB) *stage {
	t.Helper()
	s := &stage{Stage: parttest.NewStage(t, parttest.Places(t)), t: t}
	s.tab = New(s)
	s.dir = parttest.Folder(t, map[string]string{"a.go": source})
	s.Open(s.dir)
	s.ShowInFront(s.tab)
	return s
}

// want compares the notes, excluded ones in brackets.
func (s *stage) want(want ...string) {
	s.t.Helper()
	got := []string{}
	for _, r := range notes.Of(s.Session()).Rows() {
		line := r.ID + " " + string(r.Type) + " " + r.Content
		if !r.In {
			line = "(" + line + ")"
		}
		got = append(got, line)
	}
	if diff := cmp.Diff(append([]string{}, want...), got); diff != "" {
		s.t.Errorf("wrong notes (-want +got):\n%s", diff)
	}
}

// typed types into the focused object, character by character.
func (s *stage) typed(text string) {
	for _, r := range text {
		s.Focused().TypedRune(r)
	}
}

// pressed presses a key with modifiers, like the driver.
func (s *stage) pressed(name fyne.KeyName, mods fyne.KeyModifier) {
	s.t.Helper()
	focused := s.Focused()
	if mods == 0 {
		focused.TypedKey(&fyne.KeyEvent{Name: name})
		return
	}
	focused.(fyne.Shortcutable).TypedShortcut(&desktop.CustomShortcut{KeyName: name, Modifier: mods})
}

// choose activates an item of a menu by its text.
func (s *stage) choose(items []kit.MenuItem, text string) {
	s.t.Helper()
	i := slices.IndexFunc(items, func(item kit.MenuItem) bool { return item.Text == text })
	if i < 0 {
		s.t.Fatalf("there is no %q in the menu", text)
	}
	items[i].Action()
}

func (s *stage) add(list ...models.Note) {
	notes.Of(s.Session()).Insert(len(s.tab.cards.rows), list...)
	s.Settle()
}

func note(content string) models.Note { return models.Note{Type: models.NoteText, Content: content} }

func TestANoteIsWrittenInPlace(t *testing.T) {
	s := newStage(t)
	if s.tab.stack.Objects[0] != fyne.CanvasObject(s.tab.empty) {
		t.Error("an empty tab does not say what it is for")
	}
	s.tab.empty.Step().TypedKey(&fyne.KeyEvent{Name: fyne.KeySpace})
	if _, ok := s.Focused().(*edit.Editor); !ok {
		t.Fatalf("the keyboard is with %T", s.Focused())
	}
	s.typed("panic: no")
	s.want("ctx-1 error panic: no")
	if got := s.tab.cards.Text(0); got != "panic: no" {
		t.Errorf("while it is written the card shows %q", got)
	}
	s.pressed(fyne.KeyReturn, kit.Ctrl)
	if got, want := s.tab.cards.Text(0), "### Error\n```\npanic: no\n```"; got != want {
		t.Errorf("then the card shows %q, want %q", got, want)
	}
	if s.Focused() != fyne.Focusable(s.tab.list) {
		t.Errorf("the keyboard is with %T", s.Focused())
	}

	s.tab.Write() // a note that stays empty is removed
	s.pressed(fyne.KeyEscape, 0)
	s.want("ctx-1 error panic: no")

	s.tab.edit(0)
	s.typed(" no")
	s.pressed(fyne.KeyEscape, 0)
	s.want("ctx-1 error panic: no no")
	s.Undo()
	s.want("ctx-1 error panic: no")
}

func TestANoteIsPasted(t *testing.T) {
	s := newStage(t)
	s.tab.pasteText("\nTraceback (most recent call last):\nValueError: no\n")
	s.tab.pasteText(">>> 1 + 1\n2\n")
	s.tab.pasteText("func f() {\n}\n")
	s.tab.pasteText(" \n")
	s.want("ctx-1 error Traceback (most recent call last):\nValueError: no", "ctx-2 repl-history >>> 1 + 1\n2", "ctx-3 code func f() {\n}")
	if diff := cmp.Diff([]string{"Added a note: error", "Added a note: REPL history", "Added a note: code"}, s.undos); diff != "" {
		t.Errorf("wrong messages (-want +got):\n%s", diff)
	}
	if got := s.Overlay.ToastText(); !strings.Contains(got, "no text on the clipboard") {
		t.Errorf("of nothing it says %q", got)
	}
	if s.tab.cards.rows[2].Language != "go" {
		t.Errorf("the language is %q", s.tab.cards.rows[2].Language)
	}
}

func TestNotesAreOrderedIncludedAndExcluded(t *testing.T) {
	s := newStage(t)
	s.add(note("a"), note("b"), note("c"))
	s.tab.Focus()
	s.tab.list.SetCursor(0)
	s.pressed(fyne.KeySpace, 0)
	s.want("(ctx-1 text a)", "ctx-2 text b", "ctx-3 text c")
	s.pressed(fyne.KeyDown, kit.Alt)
	s.want("ctx-2 text b", "(ctx-1 text a)", "ctx-3 text c")
	s.pressed(fyne.KeyUp, kit.Alt)
	s.pressed(fyne.KeyUp, kit.Alt)
	s.want("(ctx-1 text a)", "ctx-2 text b", "ctx-3 text c")
	s.tab.list.SelectAll()
	s.pressed(fyne.KeySpace, 0)
	s.want("ctx-1 text a", "ctx-2 text b", "ctx-3 text c")
	s.choose(s.tab.headMenu(), "Exclude all from the dossier")
	s.want("(ctx-1 text a)", "(ctx-2 text b)", "(ctx-3 text c)")
	s.choose(s.tab.types(1), "custom")
	s.want("(ctx-1 custom a)", "(ctx-2 custom b)", "(ctx-3 custom c)")
	s.tab.list.Select(2)
	s.tab.list.SetCursor(2)
	s.pressed(fyne.KeyDelete, 0)
	s.want("(ctx-1 custom a)", "(ctx-2 custom b)")
	if len(s.undos) != 1 {
		t.Errorf("said %q", s.undos)
	}
}

func TestWhatIsCopiedIsTheTextOrWhatTheDossierSays(t *testing.T) {
	s := newStage(t)
	s.add(note("a"), note("b"))
	s.tab.copy([]int{0})
	s.Until("it is copied", func() bool { return !s.Session().Copy().Busy() })
	if got := s.Clip; got != "a" {
		t.Errorf("one gives %q", got)
	}
	s.choose(s.tab.headMenu(), "Copy all notes")
	s.Until("they are copied", func() bool { return !s.Session().Copy().Busy() })
	if got, want := s.Clip, "### Text\n```\na\n```\n\n### Text\n```\nb\n```"; got != want {
		t.Errorf("all give %q, want %q", got, want)
	}
}

func TestThePlaceOfANoteIsAskedFor(t *testing.T) {
	s := newStage(t)
	s.add(models.Note{Type: models.NoteCode, Content: "func A() {}"})
	fields := func() []*edit.Entry {
		var found []*edit.Entry
		s.Dialogs().Front().Controls(func(f fyne.Focusable) {
			switch f := f.(type) {
			case *edit.Entry:
				found = append(found, f)
			case *board.Suggest:
				found = append(found, &f.Entry)
			}
		})
		return found
	}
	s.tab.placeDialog(0)
	f := fields()
	file := s.Focused().(*board.Suggest)
	test.Type(file, "a")
	s.Until("the file is listed", func() bool { return len(file.Offered()) == 1 })
	s.Press(fyne.KeyDown, fyne.KeyReturn)
	if file.Text != "a.go" || s.Dialogs().Front() == nil {
		t.Fatalf("a file is chosen, and the field holds %q", file.Text)
	}
	for _, wrong := range []string{"x", "0", "5-3"} {
		f[1].SetText(wrong)
		s.Button("Save").TypedKey(&fyne.KeyEvent{Name: fyne.KeySpace})
		if s.Dialogs().Front() == nil {
			t.Fatalf("lines %q are taken", wrong)
		}
	}
	f[1].SetText("3")
	f[2].SetText("a")
	s.Button("Save").TypedKey(&fyne.KeyEvent{Name: fyne.KeySpace})
	s.Until("it follows its lines", func() bool { return notes.Of(s.Session()).Rows()[0].Health == "exact" })
	if got := where(s.tab.cards.rows[0].Now); got != "a.go:3-3 · a" {
		t.Errorf("it is at %q", got)
	}
	s.tab.placeDialog(0)
	if f := fields(); f[0].Text != "a.go" || f[1].Text != "3-3" || f[2].Text != "a" {
		t.Errorf("asked again it offers %q, %q, %q", f[0].Text, f[1].Text, f[2].Text)
	}
}

func TestChangedLinesAreUpdatedOrLeft(t *testing.T) {
	s := newStage(t)
	notes.Of(s.Session()).AddLines("a.go", 5, 5)
	s.Until("it is taken", func() bool { return len(s.tab.cards.rows) == 1 && s.tab.cards.rows[0].Health == "exact" })
	if len(s.tab.followItems(0)) != 1 {
		t.Error("unchanged lines can be updated")
	}
	if err := os.WriteFile(filepath.Join(s.dir, "a.go"), []byte(strings.Replace(source, "func B() {}", "func B() { A() }", 1)), 0o644); err != nil {
		t.Fatal(err)
	}
	s.Session().Tree().Rescan()
	s.Until("it is changed", func() bool { return s.tab.cards.rows[0].Health == "changed" })
	card := s.tab.cards.Card(0)
	if i := slices.IndexFunc(card.Head, func(c board.Cell) bool { return c.ID == healthCell }); i < 0 || card.Head[i].Text != "changed" || !strings.Contains(card.Head[i].Tip, "have changed") {
		t.Errorf("the card says %+v", card.Head)
	}
	if got := s.tab.cards.Text(0); !strings.Contains(got, "func B() { A() }") {
		t.Errorf("the card shows %q", got)
	}
	s.want("ctx-1 code func B() {}")
	s.tab.edit(0) // editing continues with the visible text
	if got := s.Focused().(*edit.Editor).Text(); got != "func B() { A() }" {
		t.Errorf("written on is %q", got)
	}
	s.pressed(fyne.KeyEscape, 0)
	s.want("ctx-1 code func B() {}")
	s.tab.edit(0)
	s.typed(" // mine")
	s.pressed(fyne.KeyEscape, 0)
	s.want("ctx-1 code func B() { A() } // mine")
	s.Until("its lines are known", func() bool { return s.tab.cards.rows[0].Health == "exact" })
	s.Undo()
	s.Until("its lines are known", func() bool { return s.tab.cards.rows[0].Health == "changed" })
	s.choose(s.tab.followItems(0), "Update from the file")
	s.want("ctx-1 code func B() { A() }")
	s.Until("it is known", func() bool { return s.tab.cards.rows[0].Health == "exact" })
	s.choose(s.tab.menu(0), "Stop following the file")
	s.Until("it is known", func() bool { return s.tab.cards.rows[0].Health == "" })
}

func TestTheLimitIsAskedFor(t *testing.T) {
	s := newStage(t)
	s.add(note("a"), note("b"), note("c"))
	s.tab.limitDialog()
	s.typed("2")
	s.Button("Save").TypedKey(&fyne.KeyEvent{Name: fyne.KeySpace})
	s.want("ctx-2 text b", "ctx-3 text c")
	if items := s.tab.headMenu(); items[2].Note != "Max 2 notes; the oldest are deleted" {
		t.Errorf("the menu says %q", items[2].Note)
	}
}

func TestNotesLeadToThePreviewAndBack(t *testing.T) {
	s := newStage(t)
	s.add(note("a"), note("b"))
	s.Until("they are in the document", func() bool { _, ok := notes.Of(s.Session()).BlockOf("ctx-2"); return ok })
	s.choose(s.tab.menu(1), "Show in the preview")
	if len(s.blocks) != 1 {
		t.Fatalf("shown are %v", s.blocks)
	}
	id, ok := notes.Of(s.Session()).NoteOf(s.blocks[0])
	if !ok || id != "ctx-2" {
		t.Errorf("block %d is of %q", s.blocks[0], id)
	}
	s.tab.Reveal(id)
	if s.tab.list.Cursor() != 1 || s.Focused() != fyne.Focusable(s.tab.list) {
		t.Errorf("marked is %d, the keyboard is with %T", s.tab.list.Cursor(), s.Focused())
	}
}

func TestWithoutAProjectOneIsAskedFor(t *testing.T) {
	s := &stage{Stage: parttest.NewStage(t, parttest.Places(t)), t: t}
	s.tab = New(s)
	s.ShowInFront(s.tab)
	s.tab.Write()
	s.tab.pasteText("x")
	if s.Folders != 2 {
		t.Errorf("a folder was asked for %d times", s.Folders)
	}
}

// Text typed immediately after the first note was created is in it, although the list was not
// drawn before; and an empty note is removed.
func TestTheFirstNoteHasTheKeyboardAtOnce(t *testing.T) {
	s := newStage(t)
	parttest.Undrawn(t)
	s.tab.Write()
	focused := s.Window.Canvas().Focused()
	if _, ok := focused.(*edit.Editor); !ok {
		t.Fatalf("the keyboard is in a %T", focused)
	}
	for _, r := range "why?" {
		focused.TypedRune(r)
	}
	focused.TypedKey(&fyne.KeyEvent{Name: fyne.KeyEscape})
	s.Settle()
	s.want("ctx-1 text why?")
	s.tab.Write()
	s.Window.Canvas().Focused().TypedKey(&fyne.KeyEvent{Name: fyne.KeyEscape})
	s.Settle()
	s.want("ctx-1 text why?")
}

func TestADialogThatAClickOpensHasTheKeyboard(t *testing.T) {
	s := newStage(t)
	s.tab.part().Insert(0, models.Note{Content: "x"})
	s.Drain()
	var place *kittest.Drawn
	s.WalkIn(kittest.Drawn{Object: s.tab.list, Origin: kit.PlaceOf(s.tab.list), Size: s.tab.list.Size()}, func(d kittest.Drawn) {
		if text, ok := d.Object.(*canvas.Text); ok && text.Text == "from…" {
			place = &d
		}
	})
	if place == nil {
		t.Fatal("the card does not say where the note is from")
	}
	s.Click(place.Middle(), desktop.MouseButtonPrimary)
	if _, ok := s.Focused().(*board.Suggest); !ok {
		t.Errorf("the keyboard is at a %T, want the path of the file", s.Focused())
	}
}
