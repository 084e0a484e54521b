// Package features lists the features of a session: their states, without widgets. A feature that
// has a tab is also listed in the window's package.
package features

import (
	"dossier/ui/features/agents"
	"dossier/ui/features/answers"
	"dossier/ui/features/beadlist"
	"dossier/ui/features/contentsearch"
	"dossier/ui/features/discussion"
	"dossier/ui/features/editors"
	"dossier/ui/features/edits"
	"dossier/ui/features/excludelist"
	"dossier/ui/features/fit"
	"dossier/ui/features/git"
	"dossier/ui/features/imports"
	"dossier/ui/features/links"
	"dossier/ui/features/notes"
	"dossier/ui/features/ordering"
	"dossier/ui/features/prompts"
	"dossier/ui/features/repairlist"
	"dossier/ui/features/roots"
	"dossier/ui/features/secretlist"
	"dossier/ui/features/textoptions"
	"dossier/ui/session/feature"
)

// All returns the features in the order in which they handle events.
func All() []feature.Feature {
	return []feature.Feature{
		beadlist.Feature,
		discussion.Feature,
		editors.Feature,
		fit.Feature,
		secretlist.Feature,
		repairlist.Feature,
		excludelist.Feature,
		roots.Feature,
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
