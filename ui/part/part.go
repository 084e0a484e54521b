// Package part defines what the window and the features in it know of each other: a feature is a
// package that exports a [Feature], and one line in the window's list of features.
package part

import (
	"fyne.io/fyne/v2"

	"dossier/ui/session/change"
)

// Part is something of the window that follows the session.
type Part interface {
	// Changed shows what has changed. It is told of everything, and looks for what it
	// cares for.
	Changed(c change.Set)
}

// Tab is what a [Feature] shows in the middle pane.
type Tab interface {
	Part
	// Content returns the tab's content, always the same object.
	Content() fyne.CanvasObject
	// Focus gives the tab the focus.
	Focus()
	// Shown reports whether the tab is active, for work that is only worth its cost while the
	// user sees it.
	Shown(on bool)
	// TextBoxes returns the text boxes, visible or not: no toast may cover them.
	TextBoxes() []fyne.CanvasObject
}

// Paster is a tab that takes the clipboard's text while no text box has the focus.
type Paster interface {
	Paste()
}

// Dropper is a tab that takes files dropped on it. Drop reports whether it did; the paths are
// absolute.
type Dropper interface {
	Drop(at fyne.Position, files []string) bool
}

// Counter is a tab that counts for the rail what of it is in the document, where that is not the
// number of blocks of its feature's section.
type Counter interface {
	Count() int
}

// Waiter is a tab in which something may wait for the user, which the rail shows by a dot.
type Waiter interface {
	Waiting() bool
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
	// TextBoxes lists what the user types into, in view or not: no toast may cover it.
	TextBoxes() []fyne.CanvasObject
	// Close ends what the editor has running. It is called once, and no other method is
	// called after it.
	Close()
}
