package gittab

import (
	"dossier/aggregate"
	"dossier/ui/kit"
	"dossier/ui/part"
)

// Feature adds the git sections to the window.
var Feature = part.Feature{
	ID: part.Git, Help: "docs/guide/git.md", Title: "Git", Tip: "Changes and commits of the repository", Icon: kit.GlyphGit, Group: part.InDocument, Section: aggregate.GitChangesSection,
	New: func(w part.Window) part.Tab { return New(w) },
	Commands: []part.Command{
		{ID: "git-range", Name: "Choose a git range", Group: "Dossier", Why: part.NoProject, Run: func(w part.Window, t part.Tab) {
			w.ShowTab(part.Git)
			t.(*Tab).chooseRange()
		}},
	},
	Keys: []part.RowKey{{Does: "In the document, or not", Keys: "Space"}, {Does: "Show in the preview", Keys: "Enter"}},
}
