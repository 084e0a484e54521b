package part

import (
	"fyne.io/fyne/v2"

	"dossier/ui/dialog"
	"dossier/ui/features/difference"
	"dossier/ui/kit"
	"dossier/ui/project/imports"
	"dossier/ui/session"
	"dossier/ui/session/message"
)

// Window is what a part can ask of the window that it is in.
type Window interface {
	Session() *session.Session
	Dialogs() *dialog.Dialogs
	Keyboard
	Menus
	Reporter
	Navigator
	// OpenFolder asks for a project.
	OpenFolder()
	// Allow asks for permission to read a path outside the project.
	Allow(target string)
	// AskExcludes asks for the project's own ignore patterns, with one proposed.
	AskExcludes(proposed string)
}

// Keyboard moves the focus and runs commands by their keys.
type Keyboard interface {
	// Focus gives a widget the focus; Focused returns the widget that has it, or nil.
	Focus(o fyne.Focusable)
	Focused() fyne.Focusable
	// Shortcut runs the command of a shortcut that the focused widget did not use, and
	// reports whether there is one.
	Shortcut(s fyne.Shortcut) bool
	// KeysOf returns the keys of a command as they are shown: Ctrl+Shift+C. It is empty for
	// an unknown id.
	KeysOf(id string) string
}

// Menus shows menus. Both methods return nil when there are no items.
type Menus interface {
	// ShowMenu shows a menu at a position of the canvas, ShowMenuBelow below an area of it.
	ShowMenu(at fyne.Position, items []kit.MenuItem) *kit.Menu
	ShowMenuBelow(at fyne.Position, size fyne.Size, items []kit.MenuItem) *kit.Menu
}

// Reporter shows messages to the user.
type Reporter interface {
	// Toast shows a text, Tell a message of the session.
	Toast(text string)
	Tell(m message.Message)
	// OfferUndo reports what was done, with a button that undoes it.
	OfferUndo(done string)
}

// Navigator leads to other places of the window.
type Navigator interface {
	// ShowTab activates a feature's tab by its id. Reveal does so too, and brings one item of
	// it into view, where the tab is a [Revealer].
	ShowTab(id string)
	Reveal(id string, key ...string)

	// ShowPreview brings the preview into view, FocusPreview also gives it the focus.
	// PreviewInView reports whether it is next to the tabs now.
	ShowPreview()
	FocusPreview()
	PreviewInView() bool
	// ShowLine, ShowBlock and ShowRow bring a line or a block of the document, or what a row of
	// the composition adds to it, into view in the preview.
	ShowLine(line int)
	ShowBlock(block int)
	ShowRow(row int)

	// ShowHelp opens the guide at what is about a feature.
	ShowHelp(id string)

	// FocusInstruction gives the focus to the instruction.
	FocusInstruction()
	// FocusTree gives the tree the focus, RevealInTree brings a file of it into view.
	FocusTree()
	RevealInTree(path string)

	// OpenSlices, OpenSymbols and OpenProposedSymbols open the editor of a file's slices, at a line
	// (0 is no particular one), of its symbols, or of its symbols as Fit proposes them. OpenDifference compares two documents.
	// CloseEditor closes what any of them opened.
	OpenSlices(path string, line int)
	OpenSymbols(path string)
	OpenProposedSymbols(path string)
	OpenDifference(old, current difference.Side)
	CloseEditor()
	// OpenUses opens the choice of a file's dependencies or dependents.
	OpenUses(to imports.Direction, paths ...string)
	// ReviewSecrets opens the secrets panel at a file.
	ReviewSecrets(path string)
	// ReviewEdits opens the review of the edits of the answer.
	ReviewEdits()
	// OpenFile opens a file with the system's program for it.
	OpenFile(path string)
	// OpenInEditor opens a file of the project in the user's editor, at a line; 0 is no particular
	// one. ShowInFolder shows the folder that contains it in the system's file manager.
	OpenInEditor(path string, line int)
	ShowInFolder(path string)
}

// Revealer is a tab that can bring one of its items into view and give it the focus. What a key
// is depends on the tab.
type Revealer interface {
	Reveal(key ...string)
}
