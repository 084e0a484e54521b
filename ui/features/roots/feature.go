package roots

import (
	"dossier/ui/session/change"
	"dossier/ui/session/feature"
)

// Feature declares the additional folders of a project.
var Feature = feature.Feature{
	Changes: change.Project,
	New:     func(s feature.Session, jobs feature.Jobs) any { return New(s, jobs.Saves) },
}

// Of returns the session's controller of the additional folders.
func Of(h feature.Holder) *Part { return feature.State[*Part](h) }
