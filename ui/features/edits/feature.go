package edits

import (
	"dossier/ui/session/change"
	"dossier/ui/session/feature"
)

// Feature declares the edits of a pasted answer to the session.
var Feature = feature.Feature{
	Changes: Changed,
	New:     func(s feature.Session, jobs feature.Jobs) any { return New(s, jobs.Work, jobs.Saves) },
}

// Changed reports that there is something else to show of the edits of a pasted answer.
var Changed = change.New()

// Of returns the edits of a pasted answer of a session.
func Of(h feature.Holder) *Part { return feature.State[*Part](h) }
