package ui

import (
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	"github.com/google/go-cmp/cmp"

	"dossier/models"
	"dossier/ui/features/discussion"
	model "dossier/ui/features/fit"
	"dossier/ui/features/notes"
	"dossier/ui/kit"
	"dossier/ui/kit/board"
	"dossier/ui/kit/kittest"
	"dossier/ui/part"
	"dossier/ui/project/fit"
	"dossier/ui/session/change"
)

// page is an editor with nothing but a button.
type page struct {
	button  *kit.Button
	title   string
	closed  int
	used    fyne.KeyName // the key that it takes
	got     []fyne.KeyName
	changes change.Set
}

func newPage() *page { return &page{button: kit.NewButton("press", nil), title: "Page"} }

func (p *page) Help() string                   { return "docs/guide/files.md" }
func (p *page) Title() string                  { return p.title }
func (p *page) Path() string                   { return "docs/page.md" }
func (p *page) Content() fyne.CanvasObject     { return p.button }
func (p *page) Actions() []fyne.CanvasObject   { return nil }
func (p *page) First() fyne.Focusable          { return p.button }
func (p *page) Changed(c change.Set)           { p.changes |= c }
func (p *page) Uncovered() []fyne.CanvasObject { return nil }
func (p *page) Close()                         { p.closed++ }

func (p *page) Key(name fyne.KeyName, _ fyne.KeyModifier) bool {
	p.got = append(p.got, name)
	return name == p.used
}

func TestAnEditorTakesThePlaceOfTheDossierAndGivesItBack(t *testing.T) {
	s := sample(t)
	s.focus(s.files())
	s.context.Reveal("README.md")
	widths := s.panes.Widths()
	p := newPage()
	s.openEditor(p)
	if s.Focused() != fyne.Focusable(p.button) || !s.panes.Hidden(previewPane) || s.panes.Hidden(treePane) {
		t.Error("the editor has not the keyboard, or the panes stand wrongly")
	}
	if p.button.Size().Width < 900 {
		t.Errorf("the editor is %v wide in a window of 1280", p.button.Size().Width)
	}

	// The tree next to it stays usable, and the editor is notified.
	s.tick("go.mod")
	if p.changes&change.Composition == 0 {
		t.Error("the editor was not told of a click in the tree")
	}

	s.key(fyne.KeyEscape, 0)
	if p.closed != 1 || s.editor != nil || s.panes.Hidden(previewPane) {
		t.Error("Escape left the editor open")
	}
	if s.Focused() != fyne.Focusable(s.files()) || s.currentFile() != "README.md" {
		t.Errorf("the keyboard went to %T", s.Focused())
	}
	if got := s.panes.Widths(); got[middlePane] != widths[middlePane] {
		t.Errorf("the pane is %v wide afterwards, want %v", got[middlePane], widths[middlePane])
	}
}

func TestAnEditorHasKeysBeforeTheWindow(t *testing.T) {
	s := sample(t)
	p := newPage()
	p.used = fyne.KeyF
	s.openEditor(p)
	s.key(fyne.KeyF, ctrl)
	if s.editor == nil || s.Focused() == s.preview.Uncovered()[0].(fyne.Focusable) {
		t.Error("a key that the editor used went on to the window")
	}
	s.key(fyne.KeyF1, ctrl)
	if s.dialogs.Front() == nil {
		t.Fatal("a key that the editor did not use did not go on")
	}
	before := len(p.got)
	s.key(fyne.KeyEscape, 0)
	if s.dialogs.Front() != nil || s.editor == nil || len(p.got) != before {
		t.Error("Escape in a dialog did more than close it")
	}
}

func TestAnEditorIsClosedByItsReplacement(t *testing.T) {
	s := sample(t)
	tests := map[string]func(){
		"another editor":   func() { s.openEditor(newPage()) },
		"a tab":            func() { s.showTab(part.Presets) },
		"the preview":      s.focusPreview,
		"a row is shown":   func() { s.context.ShowRow(0) },
		"another project":  func() { s.Open(t.TempDir()) },
		"the back button":  s.closeEditor,
		"the search":       s.preview.FocusFind,
		"the instruction":  func() { s.key(fyne.KeyI, ctrl) },
		"Escape in a list": func() { s.focus(s.treeList()); s.treeList().TypedKey(&fyne.KeyEvent{Name: fyne.KeyEscape}) },
	}
	for name, do := range tests {
		if name == "another project" {
			continue // last: the others need the sample
		}
		p := newPage()
		s.openEditor(p)
		do()
		if p.closed != 1 {
			t.Errorf("%s: the editor was closed %d times", name, p.closed)
		}
		s.closeEditor()
	}
	p := newPage()
	s.openEditor(p)
	tests["another project"]()
	if p.closed != 1 || s.editor != nil {
		t.Error("the editor of a file of another project is still there")
	}
}

func TestANarrowWindowIsTheEditorsWhole(t *testing.T) {
	s := sample(t)
	p := newPage()
	s.openEditor(p)
	s.win.Resize(fyne.NewSize(800, 600))
	if !s.panes.Hidden(treePane) || p.button.Size().Width < 780 {
		t.Errorf("the tree is hidden: %t, the editor %v wide", s.panes.Hidden(treePane), p.button.Size().Width)
	}
	s.key(fyne.KeyEscape, 0)
	if s.panes.Hidden(treePane) || !s.panes.Hidden(previewPane) {
		t.Error("the narrow window has not its panes back")
	}
	s.openEditor(newPage())
	s.win.Resize(fyne.NewSize(1280, 800))
	if s.panes.Hidden(treePane) || !s.panes.Hidden(previewPane) || s.editor == nil {
		t.Error("growing changed what is shown")
	}
}

func TestTheDifferenceFromTheLastDocumentSentTakesTheWholeWindow(t *testing.T) {
	s := sample(t)
	s.key(fyne.KeyD, ctrl|shift)
	if s.editor != nil || s.overlay.ToastText() != "Nothing was copied or written yet" {
		t.Fatal("nothing was sent, and it is compared with something")
	}
	s.session.Snapshots().Write()
	s.Until("it was written", func() bool { _, ok := s.session.Snapshots().LastSent(); return ok })
	s.key(fyne.KeyD, ctrl|shift)
	if s.editor == nil || !s.panes.Hidden(treePane) {
		t.Fatal("nothing is compared, or the tree takes room from the difference")
	}
	s.key(fyne.KeyEscape, 0)
	if s.editor != nil {
		t.Error("Escape does not lead back")
	}
}

func TestEditorsOfTheCurrentFileOpenByKey(t *testing.T) {
	s := sample(t)
	s.focus(s.files())
	s.context.Reveal("README.md")
	for key, title := range map[fyne.KeyName]string{fyne.KeyL: "Slices", fyne.KeyO: "Symbols"} {
		s.key(key, ctrl|shift)
		if s.editor == nil || s.editor.Title() != title || s.editor.Path() != "README.md" {
			t.Fatalf("%s does not open the %s of the file", key, title)
		}
		s.key(fyne.KeyEscape, 0)
		if s.editor != nil || s.Focused() != fyne.Focusable(s.files()) {
			t.Errorf("Escape leaves the keyboard in %T", s.Focused())
		}
	}
}

func TestEscapeLeavesAReplay(t *testing.T) {
	s := sample(t)
	s.session.Snapshots().Write()
	s.Until("it is written", func() bool { _, ok := s.session.Snapshots().LastSent(); return ok })
	last, _ := s.session.Snapshots().LastSent()
	s.session.Snapshots().Replay(last.ID, false)
	s.Until("it is shown", func() bool { _, is := s.session.Snapshots().Replayed(); return is })
	s.key(fyne.KeyEscape, 0)
	if _, is := s.session.Snapshots().Replayed(); is {
		t.Error("Escape does not lead back to what is put together now")
	}
}

// A snapshot whose row is selected is in the preview, whose head names it, and the window is in no
// mode: what copies and writes is enabled, no bar moves the row under the pointer, and what leads
// elsewhere shows the current document.
func TestASelectedSnapshotIsOnlyLookedAt(t *testing.T) {
	s := sample(t)
	s.session.Snapshots().Write()
	s.Until("it is written", func() bool { _, ok := s.session.Snapshots().LastSent(); return ok })
	s.tick("go.mod")
	s.Settle()
	s.goTo(part.Snapshots)
	peeking := func() bool { r, is := s.session.Snapshots().Replayed(); return is && r.Peek }
	look := func() {
		t.Helper()
		s.Until("it is listed", func() bool { _, ok := s.Focused().(*board.List); return ok })
		s.Press(fyne.KeyHome, fyne.KeyDown)
		s.Until("it is shown", peeking)
		s.quiet()
	}
	figures := kittest.Texts(s.rail)
	look()
	if got := kittest.Texts(s.rail); !slices.Equal(got, figures) {
		t.Errorf("the rail shows %q, want those of the document: %q", got, figures)
	}
	if !s.Readable("Snapshot acme_api_001") || s.replay.content.Visible() || s.toolbar.copyButton.Disabled() || s.toolbar.write.Disabled() {
		t.Error("the preview does not name it, or it is a mode")
	}
	if strings.Contains(s.session.Document().Text(), "### `go.mod`") {
		t.Error("the preview shows the current document")
	}
	for _, way := range []struct {
		name string
		do   func()
	}{
		{"Escape", func() { s.Press(fyne.KeyEscape) }},
		{"another tab", func() { s.key(fyne.Key1, alt); s.quiet(); s.key(fyne.Key9, alt) }},
		{"an editor", func() { s.key(fyne.KeyP, ctrl|shift); s.quiet(); defer s.closeEditor() }},
		{"a narrow window", func() { s.win.Resize(fyne.NewSize(700, 600)); s.quiet(); s.win.Resize(fyne.NewSize(1280, 800)) }},
	} {
		way.do()
		s.Until(way.name+" leads back", func() bool { return !peeking() })
		if s.quiet(); s.Readable("Snapshot acme_api_001") {
			t.Errorf("after %s the preview names the snapshot", way.name)
		}
		look()
	}
}

// While a snapshot is shown, the window says so, what copies and writes the document is disabled, and
// every change shows the current document again, in which undo reverts it.
func TestAReplayIsAModeOfItsOwn(t *testing.T) {
	s := sample(t)
	s.session.Snapshots().Write()
	s.Until("it is written", func() bool { _, ok := s.session.Snapshots().LastSent(); return ok })
	last, _ := s.session.Snapshots().LastSent()
	replaying := func() bool { _, is := s.session.Snapshots().Replayed(); return is }
	enter := func() {
		t.Helper()
		s.session.Snapshots().Replay(last.ID, false)
		s.Until("it is shown", replaying)
		s.quiet()
	}
	enter()
	if !s.replay.content.Visible() || !strings.Contains(s.replay.label.Text(), "Snapshot acme_api_001, ") || !strings.HasSuffix(s.replay.label.Text(), ", verified") {
		t.Errorf("the bar says %q", s.replay.label.Text())
	}
	if !strings.HasPrefix(s.status.figures.Text(), "snapshot acme_api_001: ") {
		t.Errorf("the status bar says %q", s.status.figures.Text())
	}
	if !s.toolbar.copyButton.Disabled() || !s.toolbar.write.Disabled() {
		t.Error("what copies or writes the document is not disabled")
	}
	s.Clip = "before"
	for _, key := range []fyne.KeyName{fyne.KeyC, fyne.KeyW} {
		s.key(key, ctrl|shift)
		s.quiet()
		if !strings.Contains(s.overlay.ToastText(), "Copy snapshot") || s.Clip != "before" || !replaying() {
			t.Errorf("Ctrl+Shift+%s says %q and copies %q", key, s.overlay.ToastText(), s.Clip)
		}
	}
	test.Tap(s.replay.copyButton)
	s.Until("the snapshot is copied", func() bool { return s.Clip == last.Document.Text() })

	changes := map[string]func(){
		"a tick":        func() { s.tick("go.mod") },
		"a view mode":   func() { s.session.Compose().SetMode([]int{0}, models.None) },
		"undo":          func() { s.session.Undo() },
		"a note":        func() { notes.Of(s.session).Insert(0, models.Note{Content: "x"}) },
		"an entry":      func() { discussion.Of(s.session).InsertEntries(0, []models.Entry{{Role: "User", Content: "x"}}) },
		"Restore":       func() { test.Tap(s.replay.restore) },
		"Back to now":   func() { test.Tap(s.replay.leave) },
		"another step":  func() { s.session.Compose().SetFocused(true) },
		"going forward": func() { s.session.Undo(); s.session.Redo() },
	}
	for _, name := range []string{"a tick", "a view mode", "undo", "going forward", "a note", "an entry", "another step", "Restore", "Back to now"} {
		enter()
		changes[name]()
		s.Until(name+" leaves the snapshot", func() bool { return !replaying() })
		s.quiet()
		if s.replay.content.Visible() || strings.HasPrefix(s.status.figures.Text(), "snapshot ") || s.toolbar.copyButton.Disabled() {
			t.Errorf("%s leaves the window between two documents", name)
		}
	}
}

// TestProposedSymbolsLeadBackToTheProposal says that symbols which are chosen over a proposal are its own, that the
// composition stays as it is until they are applied, and that Escape leads back to the list.
func TestProposedSymbolsLeadBackToTheProposal(t *testing.T) {
	const path = "internal/server/auth.go"
	s := sample(t)
	openFit(s.Window)
	part := model.Of(s.session)
	part.SetBudget(20_000)
	part.SetQuestion(fit.Question{Text: "where is a login checked in auth"})
	s.Until("it is proposed", func() bool { _, ok := part.Row(path); return ok && !part.Busy() })
	view, old := s.editor, s.session.Composition().Clone()
	s.openProposedSymbols(path)
	if s.editor.under != view || s.editor.Title() != "Symbols in the proposal" {
		t.Fatalf("in view is %q", s.editor.Title())
	}
	s.Settle()
	list := s.Focused().(*board.List)
	s.Until("its symbols are listed", func() bool { list.SetCursor(0); return list.Cursor() == 0 })
	list.TypedKey(&fyne.KeyEvent{Name: fyne.KeyH})
	s.Settle()
	item, _ := part.Item(path)
	if item.ViewMode != models.Masked || len(item.AstMask) == 0 {
		t.Errorf("it is proposed as %s with %v", item.ViewMode, item.AstMask)
	}
	if diff := cmp.Diff(old, s.session.Composition()); diff != "" {
		t.Errorf("the composition has changed before anything is applied (-was +is):\n%s", diff)
	}
	s.key(fyne.KeyEscape, 0)
	if s.editor != view {
		t.Fatal("Escape does not lead back to the proposal")
	}
	s.Until("the row shows the symbols", func() bool { row, _ := part.Row(path); return row.New == models.Masked && part.Chosen(path) })
	row, _ := part.Row(path)
	part.ApplyRow(row)
	s.Settle()
	for _, it := range s.session.Composition().Files {
		if it.Path == path && cmp.Diff(item.AstMask, it.AstMask) != "" {
			t.Errorf("applied is %v, chosen was %v", it.AstMask, item.AstMask)
		}
	}
	s.key(fyne.KeyEscape, 0)
	if s.editor != nil {
		t.Error("Escape does not lead back to the dossier")
	}
}

// TestACoveredEditorIsClosedToo says that nothing of a stack of editors stays open.
func TestACoveredEditorIsClosedToo(t *testing.T) {
	s := sample(t)
	for name, do := range map[string]func(){
		"another editor": func() { s.openEditor(newPage()) },
		"a tab":          func() { s.showTab(part.Presets) },
		"the preview":    s.focusPreview,
		"a row is shown": func() { s.context.ShowRow(0) },
		"the search":     s.preview.FocusFind,
	} {
		below, above := newPage(), newPage()
		s.openEditor(below)
		s.coverEditor(above)
		do()
		if below.closed != 1 || above.closed != 1 {
			t.Errorf("%s: closed are the upper %d times and the lower %d times", name, above.closed, below.closed)
		}
		s.leaveEditors()
	}
}

// What goes to the tree closes an editor that hides the tree, as in a narrow window, and no other.
func TestNothingGoesToAHiddenTree(t *testing.T) {
	s := sample(t)
	command := func(id string) func() {
		c, _ := s.commandOf(id)
		return func() { c.run(s.Window) }
	}
	for name, do := range map[string]func(){
		"a file":     func() { host{s.Window}.RevealInTree("internal/server/server.go") },
		"the tree":   host{s.Window}.FocusTree,
		"its key":    command("go-tree"),
		"the filter": command("filter-files"),
		"the search": command("search-files"),
	} {
		for width, closes := range map[float32]bool{1280: false, 800: true} {
			s.win.Resize(fyne.NewSize(width, 600))
			s.openEditor(newPage())
			do()
			if s.panes.Hidden(treePane) || (s.editor == nil) != closes {
				t.Errorf("%s, in a window %v wide: the tree is hidden: %t, the editor is closed: %t", name, width, s.panes.Hidden(treePane), s.editor == nil)
			}
			s.leaveEditors()
		}
	}
}

// The title of an editor can change, as that of Review does with the range.
func TestTheHeadFollowsTheTitleOfTheEditor(t *testing.T) {
	s := sample(t)
	p := newPage()
	s.openEditor(p)
	p.title = "Review a change: this branch"
	s.editorChanged(change.Composition)
	if !s.Readable("Review a change: this branch") || s.Readable("Page") {
		t.Error("the head has the title of before")
	}
}
