package discussiontab

import (
	"fyne.io/fyne/v2"

	"dossier/aggregate"
	"dossier/ui/kit"
	"dossier/ui/part"
)

// Feature adds the discussion to the window.
var Feature = part.Feature{
	ID: part.Discussion, Help: "docs/guide/discussion.md", Title: "Discussion", Tip: "The conversation so far, which the model reads last", Icon: kit.GlyphChat, Group: part.InDocument, Section: aggregate.HistorySection,
	New: func(w part.Window) part.Tab { return New(w) },
	Commands: []part.Command{
		{ID: "paste-chat", Name: "Paste a chat", Group: "Dossier", Key: fyne.KeyV, Mods: kit.Ctrl | kit.Shift, Why: part.NoProject, Run: func(w part.Window, t part.Tab) {
			w.ShowTab(part.Discussion)
			t.(*Tab).PasteDialog()
		}},
		{ID: "write-entry", Name: "Write the next entry", Group: "Go to", Key: fyne.KeyN, Mods: kit.Ctrl, Why: part.NoProject, Run: func(_ part.Window, t part.Tab) { t.(*Tab).Write() }},
	},
	Keys: []part.RowKey{
		{Does: "Write in the entry", Keys: "Enter"},
		{Does: "Done writing", Keys: "Ctrl+Enter, Escape"},
		{Does: "Split at the cursor", Keys: "Ctrl+Shift+Enter"},
		{Does: "In the dossier or not", Keys: "Space"},
		{Does: "Choose the role", Keys: "F2"},
		{Does: "Merge with the next", Keys: "Ctrl+J"},
		{Does: "Duplicate", Keys: "Ctrl+D"},
		{Does: "Unfold, fold", Keys: "Right, Left"},
	},
}
