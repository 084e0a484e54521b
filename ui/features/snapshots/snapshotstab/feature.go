package snapshotstab

import (
	"dossier/ui/kit"
	"dossier/ui/part"
)

// Feature adds the snapshots to the window.
var Feature = part.Feature{
	ID: part.Snapshots, Help: "docs/guide/snapshots.md", Title: "Snapshots", Tip: "Written and copied documents, to replay, compare and restore", Icon: kit.GlyphSnapshots, Group: part.AboutDocuments,
	New:      func(w part.Window) part.Tab { return New(w) },
	Commands: []part.Command{},
	Keys: []part.RowKey{
		{Does: "Replay", Keys: "Enter"},
		{Does: "Describe", Keys: "F2"},
		{Does: "Delete", Keys: "Delete"},
	},
}
