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
	"dossier/ui/project/dependencies"
	"dossier/ui/session"
	"dossier/ui/session/change"
	"dossier/ui/session/message"
	"dossier/ui/words"
)

// Stage is a window for one part: a [part.Window] that records the calls of the part. A test that
// needs more of a method embeds the stage and defines its own.
type Stage struct {
	*World
	Overlay *kit.Overlay
	// What the part requested of the window.
	Tabs    []string // ids of activated tabs
	Lines   []int    // lines of the document shown in the preview
	Blocks  []int    // blocks of the document shown in the preview
	Led     []string // other navigation: a verb and its arguments
	Folders int      // number of calls of OpenFolder

	dialogs *dialog.Dialogs
	shown   *fyne.Container
	parts   []part.Part
	editor  part.Editor
}

// NewStage returns a window with a session without a project. [Stage.Show] puts the part into it.
func NewStage(t testing.TB, places presets.Places) *Stage {
	t.Helper()
	if err := words.Load(); err != nil {
		t.Fatal(err)
	}
	s := &Stage{World: NewWorld(t), shown: container.NewStack()}
	opened, err := session.New(session.Options{
		Features: features.All(),
		Do:       s.Do, Changed: s.changed, Notify: s.Notify, Clipboard: s, Places: places,
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

// Show puts a part into the window, where it fills the space and follows the session.
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

// Edit puts an editor into the window, and connects the keyboard. Unhandled keys go to it, and
// Escape closes it.
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

// Open opens a folder, and waits until everything is loaded.
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

// Key handles a key that the focused widget did not: the topmost dialog or else the editor gets it,
// or Ctrl+Z undoes.
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

// Undo undoes the last change.
func (s *Stage) Undo() { s.session.Undo() }

// Notify shows a message of the session.
func (s *Stage) Notify(m message.Message) { s.Overlay.Toast(words.Message(m), "", nil) }

// Session returns the stage's own session.
func (s *Stage) Session() *session.Session { return s.session }

// Dialogs returns the dialogs of the stage.
func (s *Stage) Dialogs() *dialog.Dialogs { return s.dialogs }

// Focus focuses a widget.
func (s *Stage) Focus(o fyne.Focusable) { s.Window.Canvas().Focus(o) }

// ShowMenu shows a menu at a position of the window.
func (s *Stage) ShowMenu(at fyne.Position, items []kit.MenuItem) *kit.Menu {
	return kit.ShowMenuAt(s.Window.Canvas(), at, items)
}

// ShowMenuBelow shows a menu below an area of the window.
func (s *Stage) ShowMenuBelow(at fyne.Position, size fyne.Size, items []kit.MenuItem) *kit.Menu {
	return kit.ShowMenu(s.Window.Canvas(), at, size, items)
}

// Shortcut handles a shortcut like the window.
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

// Toast shows a text.
func (s *Stage) Toast(text string) { s.Overlay.Toast(text, "", nil) }

// OpenFolder counts its calls.
func (s *Stage) OpenFolder() { s.Folders++ }

// ShowTab records the tab.
func (s *Stage) ShowTab(id string) { s.Tabs = append(s.Tabs, id) }

// ShowLine records the line.
func (s *Stage) ShowLine(line int) { s.Lines = append(s.Lines, line) }

// ShowBlock records the block.
func (s *Stage) ShowBlock(block int) { s.Blocks = append(s.Blocks, block) }

func (s *Stage) lead(verb string, to ...string) {
	s.Led = append(s.Led, strings.Join(append([]string{verb}, to...), " "))
}

// The methods below record their calls.

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
func (s *Stage) ShowInFolder(path string)     { s.lead("folder of", path) }
func (s *Stage) Allow(target string)          { s.lead("allow", target) }
func (s *Stage) OpenExcludes(proposed string) { s.lead("excludes with", proposed) }

// OpenUses and OpenDifference record their calls.
func (s *Stage) OpenUses(_ dependencies.Direction, paths ...string) {
	s.lead("dependencies of", paths...)
}
func (s *Stage) OpenDifference(_, _ difference.Side) { s.lead("difference") }

// ShowHelp records the feature.
func (s *Stage) ShowHelp(id string) { s.lead("help on", id) }

// PreviewInView returns true: the preview is next to the tabs.
func (s *Stage) PreviewInView() bool { return true }

// OfferUndo shows the completed action.
func (s *Stage) OfferUndo(done string) { s.Toast(done) }
