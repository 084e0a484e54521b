package parttest

import (
	"strconv"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"

	"dossier/presets"
	"dossier/ui/dialog"
	"dossier/ui/features"
	"dossier/ui/features/difference"
	"dossier/ui/kit"
	"dossier/ui/part"
	"dossier/ui/project/imports"
	"dossier/ui/session"
	"dossier/ui/session/change"
	"dossier/ui/session/message"
	"dossier/ui/words"
)

// Stage is a window for one part: a [part.Window] that records where the part leads to. A test that
// needs more of a method embeds the stage and defines its own.
type Stage struct {
	*World
	Overlay *kit.Overlay
	// What the part asked of the window.
	Tabs    []string // that were brought to the front, by their ids
	Lines   []int    // of the document that were shown in the preview
	Blocks  []int    // likewise
	Led     []string // other places that the part led to: a verb, and what it was called with
	Folders int      // how often a folder was asked for

	dialogs *dialog.Dialogs
	shown   *fyne.Container
	parts   []part.Part
	editor  part.Editor
}

// NewStage returns a window with a session on no project. [Stage.Show] puts the part into it.
func NewStage(t testing.TB, places presets.Places) *Stage {
	t.Helper()
	if err := words.Load(); err != nil {
		t.Fatal(err)
	}
	s := &Stage{World: NewWorld(t), shown: container.NewStack()}
	opened, err := session.New(session.Options{
		Features: features.All(),
		Do:       s.Do, Changed: s.changed, Tell: s.Tell, Clipboard: s, Places: places,
	})
	if err != nil {
		t.Fatal(err)
	}
	s.Follow(opened)
	s.Overlay = kit.NewOverlay(s.shown)
	s.Still(s.Overlay)
	s.dialogs = dialog.New(dialog.Options{
		Overlay: s.Overlay, Window: s.Window, Paths: opened.Paths(),
		Key: func(fyne.KeyName, fyne.KeyModifier) bool { return false },
	})
	s.Overlay.OnKey = func(ev *fyne.KeyEvent, mods fyne.KeyModifier) bool { return s.Key(ev.Name, mods) }
	s.Window.SetContent(s.Overlay)
	s.Window.SetPadded(false)
	s.Window.Resize(fyne.NewSize(640, 720))
	t.Cleanup(func() {
		s.Drain()
		opened.Close()
		s.Window.Close()
	})
	return s
}

// Show puts a part into the window: it fills it, and follows the session from now on.
func (s *Stage) Show(p part.Part, content fyne.CanvasObject) {
	s.parts = append(s.parts, p)
	s.shown.Objects = []fyne.CanvasObject{content}
	s.shown.Refresh()
	p.Changed(change.All)
}

// ShowInFront puts a tab into the window.
func (s *Stage) ShowInFront(t part.Tab) {
	s.Show(t, t.Content())
	t.Shown(true)
}

// Edit puts an editor into the window, with the keyboard. Keys that nothing takes go to it,
// and Escape closes it.
func (s *Stage) Edit(e part.Editor) {
	s.editor = e
	s.Show(e, e.Content())
	s.Focus(e.First())
}

// Editing reports whether the editor is open.
func (s *Stage) Editing() bool { return s.editor != nil }

// CloseEditor closes the editor.
func (s *Stage) CloseEditor() {
	s.editor.Close()
	s.editor, s.parts = nil, nil
}

// Open opens a folder, and waits until all of it is there.
func (s *Stage) Open(dir string) {
	s.t.Helper()
	if err := s.session.Open(dir); err != nil {
		s.t.Fatal(err)
	}
	s.Settle()
}

// OpenSample opens the sample project.
func (s *Stage) OpenSample() {
	s.t.Helper()
	if err := s.session.Projects().OpenSample(); err != nil {
		s.t.Fatal(err)
	}
	s.Settle()
}

func (s *Stage) changed(c change.Set) {
	for _, p := range s.parts {
		p.Changed(c)
	}
}

// Key is what the window does with a key that nothing has taken: it is the dialog's in
// front, or the editor's, or Ctrl+Z takes a step back.
func (s *Stage) Key(name fyne.KeyName, mods fyne.KeyModifier) bool {
	switch {
	case s.dialogs.TypedKey(name):
	case s.editor != nil && s.editor.Key(name, mods):
	case s.editor != nil && name == fyne.KeyEscape && mods == 0:
		s.CloseEditor()
	case name == fyne.KeyZ && mods == kit.Ctrl:
		s.Undo()
	default:
		return false
	}
	return true
}

// Undo takes a step back.
func (s *Stage) Undo() { s.session.Undo() }

// Tell says what the session has to say.
func (s *Stage) Tell(m message.Message) { s.Overlay.Toast(words.Message(m), "", nil) }

// Session is a session of its own for each stage.
func (s *Stage) Session() *session.Session { return s.session }

// Dialogs are the dialogs of the stage.
func (s *Stage) Dialogs() *dialog.Dialogs { return s.dialogs }

// Focus gives something the keyboard.
func (s *Stage) Focus(o fyne.Focusable) { s.Window.Canvas().Focus(o) }

// ShowMenu shows a menu at a place of the window.
func (s *Stage) ShowMenu(at fyne.Position, items []kit.MenuItem) *kit.Menu {
	return kit.ShowMenuAt(s.Window.Canvas(), at, items)
}

// ShowMenuBelow shows a menu below what lies at a place of the window.
func (s *Stage) ShowMenuBelow(at fyne.Position, size fyne.Size, items []kit.MenuItem) *kit.Menu {
	return kit.ShowMenu(s.Window.Canvas(), at, size, items)
}

// Shortcut does what the window does with a shortcut.
func (s *Stage) Shortcut(shortcut fyne.Shortcut) bool {
	switch shortcut := shortcut.(type) {
	case *desktop.CustomShortcut:
		return s.Key(shortcut.KeyName, shortcut.Modifier)
	case *fyne.ShortcutUndo:
		s.Undo()
		return true
	}
	return false
}

// KeysOf returns a text that names the command.
func (s *Stage) KeysOf(id string) string { return "keys of " + id }

// Toast says something in passing.
func (s *Stage) Toast(text string) { s.Overlay.Toast(text, "", nil) }

// OpenFolder counts how often it was called.
func (s *Stage) OpenFolder() { s.Folders++ }

// ShowTab remembers which tab was to be shown.
func (s *Stage) ShowTab(id string) { s.Tabs = append(s.Tabs, id) }

// ShowLine remembers which line was to be shown.
func (s *Stage) ShowLine(line int) { s.Lines = append(s.Lines, line) }

// ShowBlock records the block that was to be shown.
func (s *Stage) ShowBlock(block int) { s.Blocks = append(s.Blocks, block) }

func (s *Stage) lead(verb string, to ...string) {
	s.Led = append(s.Led, strings.Join(append([]string{verb}, to...), " "))
}

// The methods below record what was asked of the window.

func (s *Stage) Reveal(id string, key ...string)  { s.lead("reveal "+id, key...) }
func (s *Stage) ShowPreview()                     { s.lead("preview") }
func (s *Stage) FocusPreview()                    { s.lead("focus preview") }
func (s *Stage) ShowRow(row int)                  { s.lead("row", strconv.Itoa(row)) }
func (s *Stage) FocusInstruction()                { s.lead("instruction") }
func (s *Stage) FocusTree()                       { s.lead("focus tree") }
func (s *Stage) RevealInTree(path string)         { s.lead("tree", path) }
func (s *Stage) OpenSlices(path string, line int) { s.lead("slices of", path, strconv.Itoa(line)) }
func (s *Stage) OpenSymbols(path string)          { s.lead("symbols of", path) }
func (s *Stage) OpenProposedSymbols(path string)  { s.lead("proposed symbols of", path) }
func (s *Stage) ReviewSecrets(path string)        { s.lead("secrets of", path) }
func (s *Stage) ReviewEdits()                     { s.lead("review of edits") }
func (s *Stage) OpenFile(path string)             { s.lead("open", path) }
func (s *Stage) OpenInEditor(path string, line int) {
	s.lead("editor at", path, strconv.Itoa(line))
}
func (s *Stage) ShowInFolder(path string)    { s.lead("folder of", path) }
func (s *Stage) Allow(target string)         { s.lead("allow", target) }
func (s *Stage) AskExcludes(proposed string) { s.lead("excludes with", proposed) }

// OpenUses and OpenDifference record that they were called.
func (s *Stage) OpenUses(_ imports.Direction, paths ...string) { s.lead("dependencies of", paths...) }
func (s *Stage) OpenDifference(_, _ difference.Side)           { s.lead("difference") }

// ShowHelp records of which feature the guide was to be opened.
func (s *Stage) ShowHelp(id string) { s.lead("help on", id) }

// PreviewInView reports that the preview is next to the tabs.
func (s *Stage) PreviewInView() bool { return true }

// OfferUndo shows what was done.
func (s *Stage) OfferUndo(done string) { s.Toast(done) }
