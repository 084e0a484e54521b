// Package features lists the features of a session: their states, without widgets. A feature that has
// a tab is also in the list of the window.
package features

import (
	"dossier/ui/features/agents"
	"dossier/ui/features/answers"
	"dossier/ui/features/contentsearch"
	"dossier/ui/features/edits"
	"dossier/ui/features/git"
	"dossier/ui/features/imports"
	"dossier/ui/features/links"
	"dossier/ui/features/notes"
	"dossier/ui/features/ordering"
	"dossier/ui/features/prompts"
	"dossier/ui/features/textoptions"
	"dossier/ui/session/feature"
)

// All returns the features in the order in which they follow events.
func All() []feature.Feature {
	return []feature.Feature{
		notes.Feature,
		answers.Feature,
		edits.Feature,
		git.Feature,
		agents.Feature,
		prompts.Feature,
		contentsearch.Feature,
		links.Feature,
		imports.Feature,
		ordering.Feature,
		textoptions.Feature,
	}
}
