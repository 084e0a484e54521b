package excludes

import (
	"dossier/ui/session/change"
	"dossier/ui/session/feature"
)

// Feature declares the excluded files to the session.
var Feature = feature.Feature{
	Changes: change.Project,
	New:     func(s feature.Session, jobs feature.Jobs) any { return New(s, jobs.Work, jobs.Saves) },
}

// Of returns the excluded files of a session.
func Of(h feature.Holder) *Part { return feature.State[*Part](h) }
