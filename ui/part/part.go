// Package part says what the window and its parts know of each other: a tab is a package that
// implements [Tab], and one line in the window's list of tabs.
package part

import (
	"fyne.io/fyne/v2"

	"dossier/ui/dialog"
	"dossier/ui/kit"
	"dossier/ui/session"
	"dossier/ui/session/change"
)

// Part is something of the window that follows the session.
type Part interface {
	// Changed shows what has changed. It is told of everything, and looks for what it
	// cares for.
	Changed(c change.Set)
}

// Tab is a part in a tab of its own.
type Tab interface {
	Part
	// ID names the tab in what is kept between two runs of the program. It never changes.
	ID() string
	// Title stands on the bar, Tip says more; both are in the person's language.
	Title() string
	Tip() string
	// Content is what the tab shows. It is asked for again and again, and stays the same.
	Content() fyne.CanvasObject
	// Focus gives the tab the keyboard.
	Focus()
	// Shown is told whether the tab is in front, for what is only worth its cost while
	// somebody looks at it.
	Shown(on bool)
	// TextBoxes lists what a person types into, in view or not: no toast may cover it.
	TextBoxes() []fyne.CanvasObject
}

// Window is what a part may ask of the window that it stands in.
type Window interface {
	Session() *session.Session
	Dialogs() *dialog.Dialogs
	// Focus gives something the keyboard.
	Focus(o fyne.Focusable)
	// ShowMenu shows a menu at a place of the window, ShowMenuBelow below what lies there.
	ShowMenu(at fyne.Position, items []kit.MenuItem)
	ShowMenuBelow(at fyne.Position, size fyne.Size, items []kit.MenuItem)
	// Shortcut runs the command of a shortcut that the focused widget did not want, and
	// reports whether there is one.
	Shortcut(s fyne.Shortcut) bool
	// KeysOf says how a command of the window is reached by keyboard, by its name in the
	// list of shortcuts.
	KeysOf(command string) string
	// Toast says something in passing.
	Toast(text string)
	// OpenFolder asks for a project.
	OpenFolder()
	// ShowTab brings a tab to the front by its id, ShowLine a line of the document in the
	// preview.
	ShowTab(id string)
	ShowLine(line int)
}
