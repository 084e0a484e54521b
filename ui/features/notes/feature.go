package notes

import (
	"dossier/ui/session/change"
	"dossier/ui/session/feature"
)

// Feature declares the notes.
var Feature = feature.Feature{
	Changes: Changed,
	New:     func(s feature.Session, jobs feature.Jobs) any { return New(s, jobs.Work) },
}

// Changed reports that the notes, or the positions of the lines they follow, have changed.
var Changed = change.New()

// Of returns the session's controller of the notes.
func Of(h feature.Holder) *Part { return feature.State[*Part](h) }
