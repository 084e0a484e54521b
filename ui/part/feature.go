package part

import (
	"fyne.io/fyne/v2"

	"dossier/aggregate"
	"dossier/ui/kit"
	"dossier/ui/words"
)

// Feature is what a feature adds to the window: a tab with its item in the rail, commands, and keys
// of its rows. Its package exports one, and the window lists it. Texts are English and are
// translated where they are shown.
type Feature struct {
	ID    string // identifies the tab in stored state; it never changes
	Title string
	Tip   string // explains the title
	Icon  kit.Glyph
	Group Group
	// Section is the section of the document that the feature adds to: the rail shows how many things it
	// shows. It may be empty.
	Section aggregate.SectionKind
	// Help is the page of the guide about the feature: a path, possibly with a heading's anchor.
	Help string
	// New creates the tab. It is called once for each window.
	New      func(Window) Tab
	Commands []Command
	Keys     []RowKey
}

// Group is a group of items in the rail.
type Group int

// The groups of the rail, from top to bottom.
const (
	InDocument     Group = iota // becomes part of the document; the instruction is shown below its tab
	AboutDocuments              // is about documents
	OnlyNarrow                  // has a pane of its own in a wide window
)

// Command is an action that is available everywhere in the window: by its key, in the command
// palette and in the list of shortcuts.
type Command struct {
	ID    string // never changes
	Name  string // in English
	Group string // in the list of shortcuts: Project, Dossier, View or Go to
	Key   fyne.KeyName
	Mods  fyne.KeyModifier
	// Why returns the reason, for the user, why the command is disabled now; empty if the command
	// can run. A nil Why means never disabled.
	Why func(Window, Tab) string
	// Run runs the command. The tab is that of the command's feature; it need not be active.
	Run func(Window, Tab)
}

// RowKey is a key of a tab's rows, for the list of shortcuts: what it does, in English, and the
// key as it is shown.
type RowKey struct{ Does, Keys string }

// NoProject is a [Command.Why]: it is empty if a project is open.
func NoProject(w Window, _ Tab) string {
	if w.Session().Dir() == "" {
		return words.Say("Open a folder first")
	}
	return ""
}
