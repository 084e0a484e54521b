package repairlist

import (
	"dossier/ui/session/change"
	"dossier/ui/session/feature"
)

// Feature declares the missing files.
var Feature = feature.Feature{
	Changes: Changed,
	New:     func(s feature.Session, jobs feature.Jobs) any { return New(s, jobs.Work) },
}

// Changed reports that the missing files, or their candidates, have changed.
var Changed = change.New()

// Of returns the session's controller of the missing files.
func Of(h feature.Holder) *Part { return feature.State[*Part](h) }
