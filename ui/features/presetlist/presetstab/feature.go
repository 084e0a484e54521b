package presetstab

import (
	"fyne.io/fyne/v2"

	"dossier/ui/kit"
	"dossier/ui/part"
)

// Feature adds the presets to the window.
var Feature = part.Feature{
	ID: part.Presets, Help: "docs/guide/presets.md", Title: "Presets", Tip: "Named compositions of the project, and your own", Icon: kit.GlyphPresets, Group: part.AboutDocuments,
	New: func(w part.Window) part.Tab { return New(w) },
	Commands: []part.Command{
		{ID: "switch-preset", Name: "Switch preset", Group: "Dossier", Key: fyne.KeyK, Mods: kit.Ctrl, Why: part.NoProject, Run: func(_ part.Window, t part.Tab) { t.(*Tab).SwitchDialog() }},
		{ID: "save-preset", Name: "Save as a preset", Group: "Dossier", Key: fyne.KeyS, Mods: kit.Ctrl | kit.Shift, Why: part.NoProject, Run: func(_ part.Window, t part.Tab) { t.(*Tab).SaveDialog() }},
	},
	Keys: []part.RowKey{
		{Does: "Apply a preset by its number", Keys: "Ctrl+1 … Ctrl+9"},
		{Does: "Apply", Keys: "Enter"},
		{Does: "Rename", Keys: "F2"},
		{Does: "Duplicate", Keys: "Ctrl+D"},
		{Does: "Delete", Keys: "Delete"},
	},
}
