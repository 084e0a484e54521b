package linkstab

import (
	"dossier/aggregate"
	"dossier/ui/kit"
	"dossier/ui/part"
)

// Feature adds the links to the window.
var Feature = part.Feature{
	ID: part.Links, Help: "docs/guide/links.md", Title: "Links", Tip: "Notes and files that belong together", Icon: kit.GlyphLink, Group: part.InDocument, Section: aggregate.LinkedSection,
	New:      func(w part.Window) part.Tab { return New(w) },
	Commands: []part.Command{},
	Keys: []part.RowKey{
		{Does: "In the smart context, or not", Keys: "Space"},
		{Does: "Remove", Keys: "Delete"},
	},
}
