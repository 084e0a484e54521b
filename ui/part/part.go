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

// Paster is a tab that takes the clipboard's text while nothing that is written in has the
// keyboard.
type Paster interface {
	Paste()
}

// Editor works on how one file is shown: its slices, its symbols; or it shows what differs
// between two documents. It stands in the place of the middle pane and the preview, so that
// the tree beside it goes on to be used; in a narrow window, in that of the tree too.
//
// There is nothing to confirm and nothing to lose: each change that an editor makes is at
// once a step of the composition, which undo takes back, so an editor can be closed, or
// another be opened in its place, at any time.
type Editor interface {
	// Part: what the editor shows has to follow what changes: the composition by undo or by
	// a click in the tree, and the file by whoever writes to it on the disk.
	Part
	// Title names the editor, and Path the file, relative to the project; empty where it
	// is for more than one.
	Title() string
	Path() string
	// Content is what stands below the header, and Actions what stands at its right. Both
	// are asked for once.
	Content() fyne.CanvasObject
	Actions() []fyne.CanvasObject
	// First has the keyboard when the editor opens; nil: nothing has it.
	First() fyne.Focusable
	// Key is told of keys and shortcuts that the widget with the focus has no use for,
	// before the commands of the window, and returns whether it used one. Escape closes the
	// editor when it did not.
	Key(name fyne.KeyName, mods fyne.KeyModifier) bool
	// TextBoxes lists what a person types into, in view or not: no toast may cover it.
	TextBoxes() []fyne.CanvasObject
	// Close ends what the editor has running. It is called once, and no other method is
	// called after it.
	Close()
}

// Window is what a part may ask of the window that it stands in.
type Window interface {
	Session() *session.Session
	Dialogs() *dialog.Dialogs
	// Focus gives something the keyboard; Focused is what has it, nil for nothing.
	Focus(o fyne.Focusable)
	Focused() fyne.Focusable
	// ShowMenu shows a menu at a place of the window, ShowMenuBelow below what lies there.
	// Both return nil when there are no items.
	ShowMenu(at fyne.Position, items []kit.MenuItem) *kit.Menu
	ShowMenuBelow(at fyne.Position, size fyne.Size, items []kit.MenuItem) *kit.Menu
	// Shortcut runs the command of a shortcut that the focused widget did not want, and
	// reports whether there is one.
	Shortcut(s fyne.Shortcut) bool
	// KeysOf returns the keys of a command of the window, as they are shown: Ctrl+Shift+C.
	// The window's table of commands lists the ids.
	KeysOf(id string) string
	// Toast says something in passing.
	Toast(text string)
	// OpenFolder asks for a project.
	OpenFolder()
	// ShowTab brings a tab to the front by its id, ShowLine a line of the document in the
	// preview.
	ShowTab(id string)
	ShowLine(line int)
}
