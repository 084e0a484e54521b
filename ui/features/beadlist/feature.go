package beadlist

import (
	"dossier/ui/session/change"
	"dossier/ui/session/feature"
)

// Feature declares the beads.
var Feature = feature.Feature{
	Changes: Changed,
	New:     func(s feature.Session, jobs feature.Jobs) any { return New(s, jobs.Work) },
}

// Changed reports that the tracker's beads have changed, or that bd has started or ended.
var Changed = change.New()

// Of returns the session's controller of the beads.
func Of(h feature.Holder) *Part { return feature.State[*Part](h) }
