package edits

import (
	"dossier/ui/session/change"
	"dossier/ui/session/feature"
)

// Feature declares the edits of a pasted answer.
var Feature = feature.Feature{
	Changes: Changed,
	New:     func(s feature.Session, jobs feature.Jobs) any { return New(s, jobs.Work, jobs.Saves) },
}

// Changed reports that the edits of the pasted answer have changed.
var Changed = change.New()

// Of returns the session's controller of the edits of a pasted answer.
func Of(h feature.Holder) *Part { return feature.State[*Part](h) }
