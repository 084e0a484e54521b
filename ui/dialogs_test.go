package ui

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"
	"github.com/google/go-cmp/cmp"

	"dossier/ui/features/prompts/promptsdialog"
	"dossier/ui/kit"
	"dossier/ui/kit/board"
	"dossier/ui/kit/edit"
	"dossier/ui/kit/kittest"
	"dossier/ui/part/parttest"
	"dossier/ui/session"
	"dossier/ui/session/projectfile"
)

// A project file that sends dossiers to a folder which other programs act on is asked
// about: Enter writes nothing, the other button allows the folder and writes.
func TestWriteAsksForAnUnusualOutputFolder(t *testing.T) {
	dir := t.TempDir()
	for name, content := range map[string]string{
		"a.txt": "a\n", "dossier.toml": "[project]\nnamespace = \"acme\"\n[files]\nitems = [\"a.txt\"]\n[output]\ndir = \".github\"\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	s := newStage(t, parttest.Places(t))
	s.Start(dir, false)
	s.Settle()
	s.key(fyne.KeyW, ctrl|shift)
	s.Until("the person is asked", func() bool { return s.dialogs.Front() != nil })
	s.key(fyne.KeyReturn, 0)
	if _, err := os.Stat(filepath.Join(dir, ".github")); err == nil || s.dialogs.Front() != nil {
		t.Fatal("the folder was made although the person did not agree")
	}
	s.key(fyne.KeyW, ctrl|shift)
	s.Until("the person is asked again", func() bool { return s.dialogs.Front() != nil })
	button := s.Button("Allow and write")
	if button == nil {
		t.Fatal("there is no button")
	}
	test.Tap(button)
	s.Until("the dossier is written", func() bool { return s.session.Snapshots().Written() == ".github/acme_001.md" })
	s.key(fyne.KeyW, ctrl|shift)
	s.Until("the next one is written without a question", func() bool { return s.session.Snapshots().Written() == ".github/acme_002.md" })
}

// Write to… writes the bytes that Write does to a file of any name, asks before it replaces one, and
// begins where it was last.
func TestTheDossierIsWrittenToAChosenFile(t *testing.T) {
	s := sample(t)
	folder := t.TempDir()
	file := filepath.Join(folder, "question.md")
	s.key(fyne.KeyW, ctrl|shift)
	s.Until("the dossier is written", func() bool { return s.session.Snapshots().Written() != "" })
	sent, _ := s.session.Snapshots().LastSent()
	want := sent.Document.Text()
	writes := func() {
		t.Helper()
		s.overlay.HideToast()
		s.Press(fyne.KeyReturn)
		s.Until("it is said", func() bool { return s.overlay.ToastText() != "" })
		s.WaitIdle() // where it was written is stored too
		if got := s.overlay.ToastText(); !strings.HasPrefix(got, "Wrote ") || !strings.Contains(got, "question.md, ") || !strings.HasSuffix(got, " tokens") {
			t.Errorf("it says %q", got)
		}
		if got, err := os.ReadFile(file); err != nil || string(got) != want {
			t.Errorf("the file has %d bytes (%v), want the %d of Write", len(got), err, len(want))
		}
	}
	s.key(fyne.KeyW, alt)
	s.field().SetText(file)
	writes()

	s.key(fyne.KeyW, alt)
	if got := s.field().Text; filepath.Dir(got) != folder {
		t.Errorf("the next one is proposed as %q, want it in %s", got, folder)
	}
	if err := os.WriteFile(file, []byte("mine\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	s.field().SetText(file)
	s.Press(fyne.KeyReturn)
	if got, _ := os.ReadFile(file); string(got) != "mine\n" || !s.Readable("A file with this name exists. Write again to replace it.") {
		t.Fatalf("the file was replaced with %d bytes, or nothing is asked", len(got))
	}
	writes()
}

// What was written is shown in the file manager; a folder that is gone is said to be.
func TestTheFolderOfADossierIsShown(t *testing.T) {
	s := sample(t)
	show := func() {
		t.Helper()
		s.Until("it is offered", func() bool { return s.offers("Show in folder") == 1 })
		var button *kit.Button
		s.WalkFront(func(d kittest.Drawn) {
			if b, ok := d.Object.(*kit.Button); ok && b.Text() == "Show in folder" {
				button = b
			}
		})
		test.Tap(button)
	}
	s.key(fyne.KeyW, ctrl|shift)
	show()
	folder := filepath.Join(s.session.Dir(), filepath.Dir(s.session.Snapshots().Written()))
	if diff := cmp.Diff([]string{"file://" + filepath.ToSlash(folder)}, s.App.Opened); diff != "" {
		t.Errorf("wrong folders are opened (-want +got):\n%s", diff)
	}
	gone := filepath.Join(t.TempDir(), "gone")
	if err := os.Mkdir(gone, 0o755); err != nil {
		t.Fatal(err)
	}
	s.key(fyne.KeyW, alt)
	s.field().SetText(filepath.Join(gone, "a.md"))
	s.overlay.HideToast()
	s.Press(fyne.KeyReturn)
	s.Until("it is written", func() bool { return s.offers("Show in folder") == 1 })
	if err := os.RemoveAll(gone); err != nil {
		t.Fatal(err)
	}
	show()
	if got := s.overlay.ToastText(); !strings.HasPrefix(got, "There is no folder ") || len(s.App.Opened) != 1 {
		t.Errorf("it says %q and opens %q", got, s.App.Opened)
	}
}

// field is the one of the dialog in front.
func (s *stage) field() *board.Suggest {
	s.t.Helper()
	f, ok := s.Focused().(*board.Suggest)
	if !ok {
		s.t.Fatalf("the keyboard is in a %T", s.Focused())
	}
	return f
}

func TestAFolderIsOpenedByTyping(t *testing.T) {
	base := t.TempDir()
	for _, name := range []string{"one", "other"} {
		if err := os.Mkdir(filepath.Join(base, name), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	s := sample(t)
	old := s.session.Dir()
	s.key(fyne.KeyO, ctrl)
	test.Type(s.field(), base+"/o") // what was selected is typed over
	s.Press(fyne.KeyTab)
	s.Until("the folders are offered", func() bool { return len(s.field().Offered()) == 2 })
	s.WaitIdle()
	test.Type(s.field(), "n")
	if got := s.field().Offered(); len(got) != 1 {
		t.Errorf("%d are offered after one more letter", len(got))
	}
	s.Press(fyne.KeyTab)
	s.Until("the name is completed", func() bool { return s.field().Text == base+"/one/" })
	s.WaitIdle()
	s.Press(fyne.KeyReturn)
	if want := filepath.Join(base, "one"); s.session.Dir() != want || s.dialogs.Front() != nil {
		t.Fatalf("%s is open, want %s", s.session.Dir(), want)
	}

	s.key(fyne.KeyO, ctrl)
	s.WaitIdle()
	s.Press(fyne.KeyDown, fyne.KeyReturn)
	if s.session.Dir() != old || s.dialogs.Front() != nil {
		t.Errorf("%s is open, want %s", s.session.Dir(), old)
	}
}

// From the sample, another project is looked for beside the last real one, which is listed first.
func TestOpeningStartsBesideTheLastProject(t *testing.T) {
	base := t.TempDir()
	for _, name := range []string{"one", "other"} {
		if err := os.Mkdir(filepath.Join(base, name), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	s := newStage(t, parttest.Places(t))
	s.Start(filepath.Join(base, "one"), false)
	s.quiet()
	s.OpenSample()
	s.Settle()
	s.key(fyne.KeyO, ctrl)
	s.quiet()
	var got []string
	for _, row := range s.field().Offered() {
		got = append(got, row.Label)
	}
	if diff := cmp.Diff([]string{filepath.Join(base, "one"), "one/", "other/"}, got); diff != "" {
		t.Fatalf("wrong folders (-want +got):\n%s", diff)
	}
	test.Type(s.field(), "other")
	s.Press(fyne.KeyReturn)
	if want := filepath.Join(base, "other"); s.session.Dir() != want {
		t.Errorf("%s is open, want %s", s.session.Dir(), want)
	}
	s.key(fyne.KeyO, ctrl)
	s.quiet()
	s.Press(fyne.KeyDown, fyne.KeyDown, fyne.KeyReturn) // past the sample
	if want := filepath.Join(base, "one"); s.session.Dir() != want {
		t.Errorf("%s is open, want %s", s.session.Dir(), want)
	}
}

func TestAComplaintStaysUntilSomethingElseIsTyped(t *testing.T) {
	s := sample(t)
	s.key(fyne.KeyO, ctrl)
	test.Type(s.field(), "/nowhere")
	s.Press(fyne.KeyReturn)
	if s.dialogs.Front() == nil || !s.Readable("There is no folder /nowhere") {
		t.Error("a folder that is not there was opened, or nothing is said")
	}
	test.Type(s.field(), "/else")
	if s.Readable("There is no folder /nowhere") {
		t.Error("it still complains about what was typed before")
	}
}

// The tooltip below the pointer says nothing about a dialog that a key opened.
func TestATipGoesWhenADialogOpens(t *testing.T) {
	s := sample(t)
	s.toolbar.copyButton.MouseIn(&desktop.MouseEvent{})
	if s.overlay.TipText() == "" {
		t.Fatal("there is no tip")
	}
	s.key(fyne.KeyComma, ctrl)
	if tip := s.overlay.TipText(); tip != "" {
		t.Errorf("%q is left beneath the dialog", tip)
	}
}

// Nor does it say anything about a tab that was left.
func TestATipGoesWithItsTab(t *testing.T) {
	s := sample(t)
	s.win.Canvas().Unfocus() // as at the start
	s.files().MouseMoved(&desktop.MouseEvent{PointEvent: fyne.PointEvent{Position: fyne.NewPos(40, 10)}})
	if s.overlay.TipText() == "" {
		t.Fatal("there is no tip")
	}
	s.key(fyne.Key8, alt)
	if tip := s.overlay.TipText(); tip != "" {
		t.Errorf("%q is left over another tab", tip)
	}
}

// Tab stops at nothing that cannot be seen, in any tab.
func TestTabStopsOnlyAtWhatCanBeSeen(t *testing.T) {
	for _, begin := range []string{"sample", "sample without its picture", "empty folder"} {
		t.Run(begin, func(t *testing.T) {
			s := newStage(t, parttest.Places(t))
			if begin == "empty folder" {
				s.Start(t.TempDir(), false)
			} else {
				s.Start("", true)
				s.Settle()
			}
			if begin == "sample without its picture" {
				s.session.Screenshots().Remove([]int{0})
			}
			for _, tab := range s.inRail() {
				s.showTab(tab.ID)
				s.quiet()
				s.win.Canvas().Unfocus()
				seen := map[fyne.Focusable]bool{}
				for range 200 {
					s.win.Canvas().FocusNext()
					f := s.Focused()
					if f == nil || seen[f] {
						break
					}
					seen[f] = true
					if l, ok := f.(*kit.Label); ok && strings.TrimSpace(l.Text()) == "" {
						t.Errorf("in %s: an empty text after %d stops", tab.ID, len(seen))
					}
					if o := f.(fyne.CanvasObject); o.Size().Width < 1 || o.Size().Height < 1 {
						t.Errorf("in %s: a %T of no size after %d stops", tab.ID, f, len(seen))
					}
				}
			}
		})
	}
}

// A toast that comes while a dialog is open is read above it, and covers nothing in use.
func TestAToastKeepsClearOfTheDialog(t *testing.T) {
	s := sample(t)
	s.key(fyne.KeyComma, ctrl)
	s.zoom.setZoom(110)
	if !s.Readable("Zoom 110 %") {
		t.Fatal("the toast is not to be read")
	}
	var toast kit.Area
	s.WalkFront(func(d kittest.Drawn) {
		if kittest.Kind(d.Object) == "kit.toast" {
			toast = kit.Area{At: d.At, Size: d.Size}
		}
	})
	for _, used := range s.inUse() {
		if toast.Overlaps(used) {
			t.Errorf("the toast at %+v covers %+v", toast, used)
		}
	}
}

// A toast covers no button, in whatever state the window is: what it says is often the reason to press one.
func TestAToastCoversNoButton(t *testing.T) {
	for _, state := range states(t) {
		t.Run(state.name, func(t *testing.T) {
			s := newStage(t, parttest.Places(t))
			state.start(s)
			state.enter(s)
			s.WaitIdle()
			s.overlay.Toast("Copied 6 files, 12 345 tokens; the text is longer than most messages are", "Undo", func() {})
			s.WaitIdle()
			layers := s.Layers()
			at := slices.IndexFunc(layers, func(d kittest.Drawn) bool { return kittest.Kind(d.Object) == "kit.toast" })
			if at < 0 {
				t.Fatal("there is no toast")
			}
			toast := kit.Area{At: layers[at].At, Size: layers[at].Size}
			for _, d := range layers[:at] {
				if b, ok := d.Object.(*kit.Button); ok && toast.Overlaps(kit.Area{At: d.At, Size: d.Size}) {
					t.Errorf("the toast at %v, of %v, covers %q", toast.At, toast.Size, b.Text())
				}
			}
		})
	}
}

// While a dialog or a menu is open, no shortcut changes what is behind it: not the composition, not
// what is stored, and not what is in front.
func TestShortcutsStayOutOfDialogs(t *testing.T) {
	dialogs := map[string]func(s *stage){
		"the save conflict": func(s *stage) { s.conflict(projectfile.Conflict{}) },
		"the shortcuts":     func(s *stage) { s.shortcutsDialog() },
		"the palette":       func(s *stage) { s.paletteDialog() },
		"opening a folder":  func(s *stage) { s.toolbar.openDialog() },
		"the settings":      func(s *stage) { s.settingsDialog() },
		"excluded files":    func(s *stage) { (host{s.Window}).OpenExcludes("*.snap") },
		"saving a preset":   func(s *stage) { s.presets.SaveDialog() },
		"a chooser": func(s *stage) {
			s.toolbar.openDialog()
			test.Tap(s.Button("Browse…"))
		},
		"a menu": func(s *stage) {
			kit.ShowMenu(s.win.Canvas(), fyne.NewPos(10, 10), fyne.NewSize(20, 20), []kit.MenuItem{{Text: "One", Action: func() {}}})
		},
	}
	for name, open := range dialogs {
		t.Run(name, func(t *testing.T) {
			s := sample(t)
			s.session.Compose().SetFocused(true)
			s.session.Compose().SetFocused(false)
			s.session.Undo() // both ways have a step
			open(s)
			s.quiet()
			front, top := s.dialogs.Front(), s.win.Canvas().Overlays().Top()
			if top == nil {
				t.Fatal("nothing is open")
			}
			before, disk := s.session.Composition(), s.onDisk()
			press := func(what string, shortcut fyne.Shortcut) {
				t.Helper()
				s.shortcut(shortcut)
				s.Drain()
				if s.dialogs.Front() != front || s.win.Canvas().Overlays().Top() != top {
					t.Fatalf("%s changes what is in front", what)
				}
				if diff := cmp.Diff(before, s.session.Composition()); diff != "" {
					t.Fatalf("%s changes the composition behind it (-want +got):\n%s", what, diff)
				}
			}
			press("undo", &fyne.ShortcutUndo{})
			press("redo", &fyne.ShortcutRedo{})
			press("paste", &fyne.ShortcutPaste{})
			for _, c := range s.commandList {
				if c.mods != 0 && c.mods != shift {
					press(c.shortcut(), &desktop.CustomShortcut{KeyName: c.key, Modifier: c.mods})
				}
			}
			for _, key := range "123456789" {
				press("Ctrl+"+string(key), &desktop.CustomShortcut{KeyName: fyne.KeyName(key), Modifier: ctrl})
			}
			if s.onDisk() != disk {
				t.Error("a file of the project has changed")
			}
		})
	}
}

// What was typed in a dialog is not lost with the window, unless the user agrees. What was only searched for is no loss.
func TestTheWindowAsksAboutTextInADialog(t *testing.T) {
	tests := map[string]struct {
		open func(s *stage)
		asks bool
	}{
		"excluded files":  {func(s *stage) { (host{s.Window}).OpenExcludes("") }, true},
		"prompts":         {func(s *stage) { promptsdialog.Open(host{s.Window}) }, true},
		"saving a preset": {func(s *stage) { s.presets.SaveDialog() }, true},
		"the palette":     {func(s *stage) { s.paletteDialog() }, false},
		"the shortcuts":   {func(s *stage) { s.shortcutsDialog() }, false},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			s := sample(t)
			tt.open(s)
			s.quiet()
			dialog := s.dialogs.Front()
			if dialog == nil || s.dialogs.Unsaved() {
				t.Fatalf("before anything is typed a dialog is open: %t, unsaved: %t", dialog != nil, s.dialogs.Unsaved())
			}
			s.win.Canvas().Focused().TypedRune('x')
			s.Drain()
			if tt.asks {
				s.Close()
				s.Close() // the question is open
				if s.dialogs.Front() == dialog {
					t.Fatal("the user is not asked")
				}
				s.dialogs.TypedKey(fyne.KeyReturn) // Cancel
				if s.dialogs.Front() != dialog || !s.dialogs.Unsaved() {
					t.Fatal("the dialog is closed, or its text is lost")
				}
			}
			s.Close()
			if tt.asks {
				test.Tap(s.Button("Continue without saving"))
			}
			s.closed = true
			if err := s.session.Close(); !errors.Is(err, session.ErrClosed) {
				t.Errorf("the window is not closed: %v", err)
			}
		})
	}
}

// What is typed in the list of excluded files is added to it, and does not replace it.
func TestTypingAddsToTheExcludedFiles(t *testing.T) {
	s := sample(t)
	(host{s.Window}).OpenExcludes("")
	s.quiet()
	lines, ok := s.win.Canvas().Focused().(*edit.TextBox)
	if !ok || lines.Text != "deploy/" {
		t.Fatalf("the keyboard is in a %T", s.win.Canvas().Focused())
	}
	test.Type(lines, "\n*.snap")
	if lines.Text != "deploy/\n*.snap" {
		t.Errorf("the patterns are %q", lines.Text)
	}
}
