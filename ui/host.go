package ui

import (
	"cmp"
	"path/filepath"

	"fyne.io/fyne/v2"

	"dossier/ui/dialog"
	"dossier/ui/features/difference"
	"dossier/ui/features/excludelist/excludesdialog"
	"dossier/ui/features/preview/previewpanel"
	"dossier/ui/guide"
	"dossier/ui/kit"
	"dossier/ui/part"
	"dossier/ui/project/dependencies"
	"dossier/ui/session"
	"dossier/ui/session/message"
	"dossier/ui/words"
)

// host is the window as its features see it: a [part.Window], and the other interfaces that they
// declare.
type host struct{ w *Window }

var _ previewpanel.Host = host{}

// Session returns the window's session.
func (h host) Session() *session.Session { return h.w.session }

// Dialogs returns the window's dialogs.
func (h host) Dialogs() *dialog.Dialogs { return h.w.dialogs }

// Focus focuses an object.
func (h host) Focus(o fyne.Focusable) { h.w.focus(o) }

// Focused returns the focused object.
func (h host) Focused() fyne.Focusable { return h.w.win.Canvas().Focused() }

// ShowMenu shows a menu at a position of the window.
func (h host) ShowMenu(at fyne.Position, items []kit.MenuItem) *kit.Menu {
	return h.w.menuAt(at, items)
}

// ShowMenuBelow shows a menu below an area of the window.
func (h host) ShowMenuBelow(at fyne.Position, size fyne.Size, items []kit.MenuItem) *kit.Menu {
	return kit.ShowMenu(h.w.win.Canvas(), at, size, items)
}

// Shortcut runs the command of a shortcut, and reports whether there is one.
func (h host) Shortcut(s fyne.Shortcut) bool { return h.w.shortcut(s) }

// KeysOf returns the keys of the command with an id.
func (h host) KeysOf(id string) string { return h.w.keysOf(id) }

// Toast shows a text briefly.
func (h host) Toast(text string) { h.w.overlay.Toast(text, "", nil) }

// OpenFolder asks the user for a project.
func (h host) OpenFolder() { h.w.toolbar.openDialog() }

// ShowTab activates a tab.
func (h host) ShowTab(id string) { h.w.showTab(id) }

// Reveal activates a feature's tab, and scrolls to one of its items.
func (h host) Reveal(id string, key ...string) {
	f, _ := h.w.featureOf(id)
	if tab, ok := f.tab.(part.Revealer); ok {
		tab.Reveal(key...)
		return
	}
	h.w.showTab(id)
}

// ShowLine scrolls the preview to a line of the document.
func (h host) ShowLine(line int) {
	h.w.showPreview()
	h.w.preview.ShowLine(line)
}

// ShowHelp opens the guide at the page about a feature.
func (h host) ShowHelp(id string) {
	f, _ := h.w.featureOf(id)
	h.w.showHelp(cmp.Or(f.Help, guide.Contents))
}

// ShowPreview makes the preview visible.
func (h host) ShowPreview() { h.w.showPreview() }

// PreviewInView reports whether the preview is visible next to the tabs.
func (h host) PreviewInView() bool { return !h.w.narrow && h.w.editor == nil && !h.w.help.open }

// CloseEditor closes the current editor.
func (h host) CloseEditor() { h.w.closeEditor() }

// OpenDifference compares two documents.
func (h host) OpenDifference(old, new difference.Side) { h.w.openDifference(old, new) }

// OpenFile opens a file with the system's program for it.
func (h host) OpenFile(path string) { h.w.openFile(path) }

// OpenInEditor opens a file of the project in the user's editor, at a line; 0 for none.
func (h host) OpenInEditor(path string, line int) { h.w.openInEditor(path, line) }

// ShowInFolder shows the folder that contains a file of the project in the system's file manager.
func (h host) ShowInFolder(path string) { h.w.openFolder(filepath.Dir(h.w.absolute(path))) }

// OfferUndo reports an action, with a button that undoes it.
func (h host) OfferUndo(done string) { h.w.overlay.Toast(done, words.Say("Undo"), h.w.undo) }

// ShowBlock scrolls the preview to a block of the document.
func (h host) ShowBlock(block int) {
	h.w.showPreview()
	h.w.preview.ShowBlock(block)
}

// Notify shows a message or an error.
func (h host) Notify(m message.Message) { h.w.notify(m) }

// Allow asks the user for permission to read a path outside the project.
func (h host) Allow(target string) { h.w.allow(target) }

// RevealInTree scrolls the tree to a file.
func (h host) RevealInTree(path string) { h.w.visibleTree().Reveal(path) }

// FocusTree focuses the tree.
func (h host) FocusTree() { h.w.visibleTree().Focus() }

// OpenSlices opens the slices of a file of the project, at a line; 0 for none.
func (h host) OpenSlices(path string, line int) { h.w.openSlices(path, line) }

// OpenSymbols opens the symbols of a file of the project.
func (h host) OpenSymbols(path string) { h.w.openSymbols(path) }

// OpenProposedSymbols opens the symbols of a file as Fit proposes them.
func (h host) OpenProposedSymbols(path string) { h.w.openProposedSymbols(path) }

// ReviewEdits opens the review of the edits of the answer.
func (h host) ReviewEdits() { reviewEdits(h.w) }

// ReviewSecrets opens the list of possible secrets, scrolled to a file.
func (h host) ReviewSecrets(path string) { reviewSecretsOf(h.w, path) }

// OpenUses opens the panel of the files' dependencies or dependents.
func (h host) OpenUses(to dependencies.Direction, paths ...string) { openUses(h.w, to, paths...) }

// OpenExcludes opens the dialog for the project's own ignore patterns, with a proposed one.
func (h host) OpenExcludes(proposed string) { excludesdialog.Open(h, proposed) }

// FocusPreview makes the preview visible and focuses it.
func (h host) FocusPreview() { h.w.focusPreview() }

// PrefixRule returns the label of the rule above a line of the document at which the previously
// sent part ends; empty for other lines.
func (h host) PrefixRule(line int) string { return h.w.status.prefixRule(line) }

// ChangesItems returns the menu rows for the changes since the last sent document.
func (h host) ChangesItems() []kit.MenuItem { return h.w.status.changesItems() }

// ShowRow scrolls the preview to a row of the composition.
func (h host) ShowRow(row int) { h.w.context.ShowRow(row) }

// Modes returns the menu rows of view modes. Priced adds their costs.
func (h host) Modes(rows []int) []kit.MenuItem { return h.w.context.Modes(rows) }

func (h host) Priced(menu *kit.Menu, first int, rows []int) { h.w.context.Priced(menu, first, rows) }

// FocusInstruction focuses the instruction.
func (h host) FocusInstruction() { h.w.instruct() }
