package ui

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"dossier/aggregate/text"
	"dossier/ui/features/difference"
	"dossier/ui/features/difference/differenceview"
	"dossier/ui/features/edits/editsview"
	"dossier/ui/features/filetree/treepanel"
	"dossier/ui/features/imports"
	"dossier/ui/features/imports/importsview"
	"dossier/ui/features/repairlist/repairview"
	"dossier/ui/features/secretlist/secretsview"
	"dossier/ui/kit"
	"dossier/ui/part"
	"dossier/ui/project/dependencies"
	"dossier/ui/session/change"
	"dossier/ui/words"
)

// openedEditor is an open editor.
type openedEditor struct {
	part.Editor
	title   *kit.Label      // title of the editor
	head    *fyne.Container // header with the title
	back    *kit.Button
	content fyne.CanvasObject
	dir     string         // the project of its file
	from    fyne.Focusable // the object that was focused before; nil for none
	under   *openedEditor  // the editor that it covers, shown again when it closes; nil for the dossier
}

// first returns the object that gets the focus: that of the editor, or the button that closes it
// while the editor has nothing to focus.
func (e *openedEditor) first() fyne.Focusable {
	if first := e.First(); first != nil {
		return first
	}
	return e.back
}

// close closes an editor, and those that it covers.
func (e *openedEditor) close() {
	for ; e != nil; e = e.under {
		e.Close()
	}
}

// openEditor opens an editor, replacing the current one, if there is one.
func (w *Window) openEditor(e part.Editor) {
	w.overlay.HideTip() // the covered editor
	from := w.win.Canvas().Focused()
	if old := w.editor; old != nil {
		for from = old.from; old.under != nil; from = old.from {
			old = old.under
		}
		w.editor.close()
	}
	w.showEditor(e, from, nil)
}

// coverEditor shows an editor over the current one, which is shown again when it closes.
func (w *Window) coverEditor(e part.Editor) {
	w.overlay.HideTip()
	w.showEditor(e, w.win.Canvas().Focused(), w.editor)
}

func (w *Window) showEditor(e part.Editor, from fyne.Focusable, under *openedEditor) {
	w.help.makeWay()
	w.session.Snapshots().LeavePeek() // a snapshot was shown in the preview, which the editor covers
	to := words.Say("Back to the dossier")
	if under != nil {
		to = words.Say("Back to the proposal")
	}
	back := kit.NewGlyphButton(kit.GlyphLeft, to+" ("+kit.Chords("Escape")+")", w.closeEditor)
	title := kit.NewLabel(e.Title(), kit.Strong)
	head := container.NewBorder(nil, nil,
		container.NewHBox(back, title), container.NewHBox(e.Actions()...),
		kit.NewPath(text.Escape(e.Path())))
	content := kit.NewColumn(kit.NewHeader(head, kit.EdgeBottom), e.Content(), nil)
	w.editor = &openedEditor{e, title, head, back, kit.NewSurface(content, kit.ColorGround, 0, 0, 0), w.session.Dir(), from, under}
	w.arrange()
	w.focus(w.editor.first())
}

// closeEditor shows the document again, or the editor that this one covers, and returns the focus
// to the row from which it was opened. It does nothing without an editor.
func (w *Window) closeEditor() {
	if w.editor == nil {
		return
	}
	old := w.editor
	w.editor = old.under
	old.Close()
	w.arrange()
	w.restoreFocus(old.from)
}

// leaveEditors closes the current editor and those that it covers.
func (w *Window) leaveEditors() {
	for w.editor != nil {
		w.closeEditor()
	}
}

// focusTab focuses the active tab.
func (w *Window) focusTab() {
	if f, ok := w.featureOf(w.tab); ok {
		f.tab.Focus()
	}
	w.awaitsFocus = w.win.Canvas().Focused() == nil
}

// editorKey passes a key to the editor, and reports whether the editor used it.
func (w *Window) editorKey(name fyne.KeyName, mods fyne.KeyModifier) bool {
	switch {
	case w.editor == nil:
		return false
	case w.editor.Key(name, mods):
		return true
	case name == fyne.KeyEscape && mods == 0:
		w.closeEditor()
		return true
	}
	return false
}

// editorChanged notifies the editor of changes. An editor of a closed project is closed.
func (w *Window) editorChanged(c change.Set) {
	if w.editor == nil {
		return
	}
	if w.session.Dir() != w.editor.dir {
		w.leaveEditors()
		return
	}
	for e := w.editor; e != nil; e = e.under {
		e.Changed(c)
		if title := e.Title(); title != e.title.Text() {
			e.title.SetText(title)
			kit.Relayout(e.head)
		}
	}
	focused := w.win.Canvas().Focused()
	if (focused == nil || focused == fyne.Focusable(w.editor.back)) && w.win.Canvas().Overlays().Top() == nil {
		w.focus(w.editor.first()) // the editor may have got something to focus
	}
}

// arrange lays out the parts of the window.
func (w *Window) arrange() {
	editing := w.editor != nil
	middle, right := w.column, fyne.CanvasObject(container.NewStack())
	if editing {
		middle = w.editor.content
	}
	switch {
	case w.help.open && w.narrow:
		middle = w.help.content
	case w.help.open:
		right = w.help.content
	case !w.narrow: // otherwise it is a tab
		right = kit.NewSurface(w.preview.Content(), kit.ColorGround, 0, 0, 0)
	}
	w.panes.SetContent(middlePane, middle)
	w.panes.SetContent(previewPane, right)
	w.panes.SetStretch(middlePane, editing)
	w.panes.SetHidden(treePane, editing && (w.narrow || w.editor.Path() == ""))
	w.panes.SetHidden(previewPane, w.narrow || editing && !w.help.open)
}

// visibleTree returns the tree. It closes the editor if that hides the tree.
func (w *Window) visibleTree() *treepanel.Panel {
	if w.panes.Hidden(treePane) {
		w.help.makeWay()
		w.leaveEditors()
	}
	return w.tree
}

// currentFile returns the file that a keyboard command applies to: that of the current editor, that
// of the tree's cursor if the tree is focused, otherwise the first selected one in the context. It
// is empty if there is none.
func (w *Window) currentFile() string {
	if w.editor != nil {
		return w.editor.Path()
	}
	if path, is := w.tree.CurrentFile(); is {
		return path
	}
	if rows := w.context.Current(); len(rows) > 0 {
		return w.session.Files().Items()[rows[0]].Path
	}
	return ""
}

// openDifference compares two documents.
func (w *Window) openDifference(old, new difference.Side) {
	w.openEditor(differenceview.New(host{w}, old, new))
}

// compareWithLastSent compares the most recently sent document with the current one. It does
// nothing if there is none.
func (w *Window) compareWithLastSent() {
	if sent, ok := w.session.Snapshots().LastSent(); ok {
		w.openDifference(difference.Side{Snapshot: sent.ID}, difference.Current())
	}
}

// openSlices opens the slices of a file of the project, at a line; 0 for none.
func (w *Window) openSlices(path string, line int) { w.openEditor(w.editors.Slices(path, line)) }

// openSymbols opens the symbols of a file of the project.
func (w *Window) openSymbols(path string) { w.openEditor(w.editors.Symbols(path)) }

// openProposedSymbols opens the symbols of a file as Fit proposes them, over the proposal.
func (w *Window) openProposedSymbols(path string) { w.coverEditor(w.editors.ProposedSymbols(path)) }

// openUses opens the panel of the files' dependencies or dependents.
func openUses(w *Window, to dependencies.Direction, paths ...string) {
	imports.Of(w.session).Query(to, paths...)
	w.openEditor(importsview.New(host{w}))
}

// reviewMissing opens the list of missing files.
func (w *Window) reviewMissing() { w.openEditor(repairview.New(host{w})) }

// reviewEdits opens the review of the edits of the answer.
func reviewEdits(w *Window) { w.openEditor(editsview.New(host{w})) }

// reviewSecrets opens the list of possible secrets.
func reviewSecrets(w *Window) { reviewSecretsOf(w, "") }

// reviewSecretsOf opens the list scrolled to a file, or to a file of a folder.
func reviewSecretsOf(w *Window, path string) {
	v := secretsview.New(host{w})
	w.openEditor(v)
	v.Reveal(path)
}
