package roots

import (
	"dossier/ui/session/change"
	"dossier/ui/session/feature"
)

// Feature declares the folders beside the project to the session.
var Feature = feature.Feature{
	Changes: change.Project,
	New:     func(s feature.Session, jobs feature.Jobs) any { return New(s, jobs.Saves) },
}

// Of returns the folders beside the project of a session.
func Of(h feature.Holder) *Part { return feature.State[*Part](h) }
