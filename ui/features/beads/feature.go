package beads

import (
	"dossier/ui/session/change"
	"dossier/ui/session/feature"
)

// Feature declares the beads to the session.
var Feature = feature.Feature{
	Changes: Changed,
	New:     func(s feature.Session, jobs feature.Jobs) any { return New(s, jobs.Work) },
}

// Changed reports that the tracker has other beads, or bd runs.
var Changed = change.New()

// Of returns the beads of a session.
func Of(h feature.Holder) *Part { return feature.State[*Part](h) }
