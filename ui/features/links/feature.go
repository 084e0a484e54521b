package links

import (
	"dossier/ui/session/change"
	"dossier/ui/session/feature"
)

// Feature declares the smart contexts.
var Feature = feature.Feature{
	Changes: Changed,
	New:     func(s feature.Session, jobs feature.Jobs) any { return New(s, jobs.Work) },
}

// Changed reports that the smart contexts have changed.
var Changed = change.New()

// Of returns the session's controller of the smart contexts.
func Of(h feature.Holder) *Part { return feature.State[*Part](h) }
