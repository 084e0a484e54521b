package answerstab

import (
	"dossier/ui/kit"
	"dossier/ui/part"
)

// Feature adds the answers to the window.
var Feature = part.Feature{
	ID: part.Answers, Title: "Answers", Tip: "The files that a model's answer requests", Icon: kit.GlyphAnswers, Group: part.AroundIt,
	New:      func(w part.Window) part.Tab { return New(w) },
	Commands: []part.Command{},
	Keys: []part.RowKey{
		{Does: "Tick or untick", Keys: "Space"},
		{Does: "Add the ticked rows to the dossier", Keys: "Ctrl+Enter"},
	},
}
