package imports

import (
	"dossier/ui/session/change"
	"dossier/ui/session/feature"
)

// Feature declares the dependencies or dependents of files to the session.
var Feature = feature.Feature{
	Changes: Changed,
	New:     func(s feature.Session, jobs feature.Jobs) any { return New(s, jobs.Work) },
}

// Changed reports that there is something else to show of the dependencies or dependents of files.
var Changed = change.New()

// Of returns the dependencies or dependents of files of a session.
func Of(h feature.Holder) *Part { return feature.State[*Part](h) }
