package discussion

import (
	"dossier/ui/session/change"
	"dossier/ui/session/feature"
)

// Feature declares the discussions.
var Feature = feature.Feature{
	Changes: Changed,
	New:     func(s feature.Session, jobs feature.Jobs) any { return New(s, jobs.Work) },
}

// Changed reports that the discussions, or the positions of their entries in the document, have changed.
var Changed = change.New()

// Of returns the session's controller of the discussions.
func Of(h feature.Holder) *Part { return feature.State[*Part](h) }
