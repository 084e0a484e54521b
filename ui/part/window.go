package part

import (
	"fyne.io/fyne/v2"

	"dossier/ui/dialog"
	"dossier/ui/features/difference"
	"dossier/ui/kit"
	"dossier/ui/project/dependencies"
	"dossier/ui/session"
	"dossier/ui/session/message"
)

// Window is what a part can request of its window.
type Window interface {
	Session() *session.Session
	Dialogs() *dialog.Dialogs
	Keyboard
	Menus
	Reporter
	Navigator
	// OpenFolder asks the user for a project.
	OpenFolder()
	// Allow asks the user for permission to read a path outside the project.
	Allow(target string)
	// OpenExcludes opens the dialog for the project's own ignore patterns, with a proposed one.
	OpenExcludes(proposed string)
}

// Keyboard moves the focus and runs commands by their keys.
type Keyboard interface {
	// Focus focuses a widget; Focused returns the focused widget, or nil.
	Focus(o fyne.Focusable)
	Focused() fyne.Focusable
	// Shortcut runs the command of a shortcut that the focused widget did not handle, and reports
	// whether there is one.
	Shortcut(s fyne.Shortcut) bool
	// KeysOf returns the displayed keys of a command: Ctrl+Shift+C. It is empty for an unknown id.
	KeysOf(id string) string
}

// Menus shows menus. Both methods return nil if there are no items.
type Menus interface {
	// ShowMenu shows a menu at a position of the canvas, ShowMenuBelow below an area of it.
	ShowMenu(at fyne.Position, items []kit.MenuItem) *kit.Menu
	ShowMenuBelow(at fyne.Position, size fyne.Size, items []kit.MenuItem) *kit.Menu
}

// Reporter shows messages to the user.
type Reporter interface {
	// Toast shows a text, and Notify a message of the session.
	Toast(text string)
	Notify(m message.Message)
	// OfferUndo shows a completed action, with a button that undoes it.
	OfferUndo(done string)
}

// Navigator navigates to other places in the window.
type Navigator interface {
	// ShowTab activates a feature's tab by its id. Reveal does so too, and scrolls to one of its
	// items if the tab is a [Revealer].
	ShowTab(id string)
	Reveal(id string, key ...string)

	// ShowPreview makes the preview visible, and FocusPreview also focuses it. PreviewInView
	// reports whether it is currently next to the tabs.
	ShowPreview()
	FocusPreview()
	PreviewInView() bool
	// ShowLine, ShowBlock and ShowRow scroll the preview to a line or a block of the document, or
	// to what a row of the composition adds to it.
	ShowLine(line int)
	ShowBlock(block int)
	ShowRow(row int)

	// ShowHelp opens the guide at the page about a feature.
	ShowHelp(id string)

	// FocusInstruction focuses the instruction.
	FocusInstruction()
	// FocusTree focuses the tree, and RevealInTree scrolls it to a file.
	FocusTree()
	RevealInTree(path string)

	// OpenSlices, OpenSymbols and OpenProposedSymbols open the editor of a file's slices, at a line
	// (0 for none), of its symbols, or of its symbols as Fit proposes them. OpenDifference compares
	// two documents. CloseEditor closes the open editor.
	OpenSlices(path string, line int)
	OpenSymbols(path string)
	OpenProposedSymbols(path string)
	OpenDifference(old, current difference.Side)
	CloseEditor()
	// OpenUses opens the panel of the files' dependencies or dependents.
	OpenUses(to dependencies.Direction, paths ...string)
	// ReviewSecrets opens the secrets panel at a file.
	ReviewSecrets(path string)
	// ReviewEdits opens the review of the edits of the answer.
	ReviewEdits()
	// OpenFile opens a file with the system's program for it.
	OpenFile(path string)
	// OpenInEditor opens a file of the project in the user's editor, at a line; 0 for none.
	// ShowInFolder shows the file in the system's file manager.
	OpenInEditor(path string, line int)
	ShowInFolder(path string)
}

// Revealer is a tab that can scroll to one of its items and focus it. The meaning of the key
// depends on the tab.
type Revealer interface {
	Reveal(key ...string)
}
