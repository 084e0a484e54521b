package answerstab

import (
	"dossier/ui/kit"
	"dossier/ui/part"
)

// Feature adds the answers to the window.
var Feature = part.Feature{
	ID: part.Answers, Help: "docs/guide/answers.md", Title: "Answers", Tip: "A model's answer: its edits, and the files that it requests", Icon: kit.GlyphAnswers, Group: part.AroundIt,
	New:      func(w part.Window) part.Tab { return New(w) },
	Commands: []part.Command{},
	Keys: []part.RowKey{
		{Does: "Tick or untick", Keys: "Space"},
		{Does: "Add the ticked rows to the dossier", Keys: "Ctrl+Enter"},
	},
}
