// Package part defines the interface between the window and its features: a feature is a package
// that exports a [Feature], and one line in the window's list of features.
package part

import (
	"fyne.io/fyne/v2"

	"dossier/ui/session/change"
)

// Part is a part of the window that follows the session.
type Part interface {
	// Changed shows changes. It is called with all changes, including irrelevant ones.
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
	// Uncovered returns what no toast may cover, visible or not: text boxes, and the bar with what the
	// user does next.
	Uncovered() []fyne.CanvasObject
}

// Paster is a tab that handles pasted text while no text box has the focus.
type Paster interface {
	Paste()
}

// Dropper is a tab that accepts files dropped on it. Drop reports whether it did; the paths are
// absolute.
type Dropper interface {
	Drop(at fyne.Position, files []string) bool
}

// Counter is a tab that counts, for the rail, its items in the document if they are not those of its
// feature's section.
type Counter interface {
	Count() int
}

// Waiter is a tab in which something may need the user's attention, which a dot in the rail
// indicates.
type Waiter interface {
	Waiting() bool
}

// Editor edits how one file is shown: its slices, its symbols; or it compares two documents. It is
// shown instead of the middle pane and the preview, so that the tree stays usable; in a narrow
// window, instead of the tree too.
//
// Nothing needs to be confirmed or can be lost: each change of an editor is immediately an undo
// step of the composition, so an editor can be closed or replaced at any time.
type Editor interface {
	// An editor must follow changes of the composition, by undo or a click in the tree, and of the
	// file on the disk.
	Part
	// Title returns the title of the editor. Path returns the file, relative to the project; empty
	// if the editor is for more than one.
	Title() string
	Path() string
	// Help returns the page of the guide about it: a path, possibly with a heading's anchor.
	Help() string
	// Content returns the content below the header, and Actions the controls at its right. Both are called once.
	Content() fyne.CanvasObject
	Actions() []fyne.CanvasObject
	// First returns what gets the focus when the editor opens; nil for none.
	First() fyne.Focusable
	// Key handles keys and shortcuts that the focused widget does not use, before the commands of
	// the window, and reports whether it used one. Escape closes the editor if it did not.
	Key(name fyne.KeyName, mods fyne.KeyModifier) bool
	// Uncovered returns what no toast may cover, visible or not: text boxes, and the bar with what the
	// user does next.
	Uncovered() []fyne.CanvasObject
	// Close cancels the editor's background work. It is called once, and no other method is called
	// after it.
	Close()
}

// EditorDefaults implements the methods of an [Editor] that is not for a single file and has no keys, text
// boxes or background work.
type EditorDefaults struct{}

// Path returns "".
func (EditorDefaults) Path() string { return "" }

// Key handles no keys.
func (EditorDefaults) Key(fyne.KeyName, fyne.KeyModifier) bool { return false }

// Uncovered returns nil.
func (EditorDefaults) Uncovered() []fyne.CanvasObject { return nil }

// Close does nothing.
func (EditorDefaults) Close() {}
