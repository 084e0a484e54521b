package answerstab

import (
	"dossier/ui/kit"
	"dossier/ui/part"
)

// Feature adds the answers to the window.
var Feature = part.Feature{
	ID: part.Answers, Help: "docs/guide/answers.md", Title: "Answers", Tip: "A model's answer: its edits, and the files that it requests", Icon: kit.GlyphAnswers, Group: part.AboutDocuments,
	New: func(w part.Window) part.Tab { return New(w) },
	Commands: []part.Command{
		{ID: "paste-answer", Name: "Paste a model's answer", Group: "Dossier", Why: part.NoProject, Run: func(w part.Window, t part.Tab) {
			w.ShowTab(part.Answers)
			t.(*Tab).paste()
		}},
		{ID: "review-edits", Name: "Review the edits in the answer", Group: "Dossier", Why: part.NoProject, Run: func(w part.Window, _ part.Tab) { w.ReviewEdits() }},
	},
	Keys: []part.RowKey{
		{Does: "Tick or untick", Keys: "Space"},
		{Does: "Apply the ticked hunks, or add the ticked files to the dossier", Keys: "Ctrl+Enter"},
		{Does: "Next or previous hunk", Keys: "F7, Shift+F7"},
		{Does: "Next or previous edit", Keys: "J, K"},
		{Does: "Edit the text of a hunk or file", Keys: "E"},
	},
}
