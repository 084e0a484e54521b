package imports

import (
	"dossier/ui/session/change"
	"dossier/ui/session/feature"
)

// Feature declares the dependencies or dependents of files.
var Feature = feature.Feature{
	Changes: Changed,
	New:     func(s feature.Session, jobs feature.Jobs) any { return New(s, jobs.Work) },
}

// Changed reports that the dependencies or dependents of files have changed.
var Changed = change.New()

// Of returns the session's controller of the dependencies or dependents of files.
func Of(h feature.Holder) *Part { return feature.State[*Part](h) }
