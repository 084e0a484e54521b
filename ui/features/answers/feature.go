package answers

import (
	"dossier/ui/session/change"
	"dossier/ui/session/feature"
)

// Feature declares the files that a pasted answer requests.
var Feature = feature.Feature{
	Changes: Changed,
	New:     func(s feature.Session, jobs feature.Jobs) any { return New(s, jobs.Work) },
}

// Changed reports that the requests of the pasted answer have changed.
var Changed = change.New()

// Of returns the session's controller of the files that a pasted answer requests.
func Of(h feature.Holder) *Part { return feature.State[*Part](h) }
