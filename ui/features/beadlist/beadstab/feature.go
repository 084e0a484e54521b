package beadstab

import (
	"fyne.io/fyne/v2"

	"dossier/ui/kit"
	"dossier/ui/part"
)

// Feature adds the beads to the window.
var Feature = part.Feature{
	ID: part.Beads, Help: "docs/guide/beads.md", Title: "Beads", Tip: "The issues of the project's own tracker", Icon: kit.GlyphBeads, Group: part.InDocument,
	New: func(w part.Window) part.Tab { return New(w) },
	Commands: []part.Command{
		{ID: "toggle-beads", Name: "Beads in the dossier or not", Group: "Dossier", Key: fyne.KeyB, Mods: kit.Ctrl | kit.Shift, Why: part.NoProject, Run: func(w part.Window, _ part.Tab) { w.Session().Compose().ToggleBeads() }},
	},
	Keys: []part.RowKey{
		{Does: "In the dossier or out of it", Keys: "Space"},
		{Does: "Show in full, follow a link", Keys: "Enter"},
		{Does: "Show in the preview", Keys: "Ctrl+Enter"},
		{Does: "Filter", Keys: "/"},
		{Does: "Back to the previous bead", Keys: "Alt+Left"},
	},
}
