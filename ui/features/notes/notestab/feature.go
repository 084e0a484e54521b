package notestab

import (
	"fyne.io/fyne/v2"

	"dossier/aggregate"
	"dossier/ui/kit"
	"dossier/ui/part"
)

// Feature adds the notes to the window.
var Feature = part.Feature{
	ID: part.Notes, Help: "docs/guide/notes.md", Title: "Notes", Tip: "Snippets, errors, sessions and texts next to the files", Icon: kit.GlyphNote, Group: part.InDocument, Section: aggregate.NotesSection,
	New: func(w part.Window) part.Tab { return New(w) },
	Commands: []part.Command{
		{ID: "write-note", Name: "Write a note", Group: "Dossier", Key: fyne.KeyN, Mods: kit.Ctrl | kit.Shift, Run: func(_ part.Window, t part.Tab) { t.(*Tab).Write() }},
	},
	Keys: []part.RowKey{
		{Does: "Edit", Keys: "Enter"},
		{Does: "In the dossier or not", Keys: "Space"},
		{Does: "Kind", Keys: "F2"},
		{Does: "Move up or down", Keys: "Alt+Up, Alt+Down"},
		{Does: "Paste", Keys: "Ctrl+V"},
		{Does: "Delete", Keys: "Delete"},
	},
}
