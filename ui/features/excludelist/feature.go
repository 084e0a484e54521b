package excludelist

import (
	"dossier/ui/session/change"
	"dossier/ui/session/feature"
)

// Feature declares the ignore patterns.
var Feature = feature.Feature{
	Changes: change.Project,
	New:     func(s feature.Session, jobs feature.Jobs) any { return New(s, jobs.Work, jobs.Saves) },
}

// Of returns the session's controller of the ignore patterns.
func Of(h feature.Holder) *Part { return feature.State[*Part](h) }
