package fit

import (
	"dossier/ui/session/change"
	"dossier/ui/session/feature"
)

// Feature declares the proposals to the session.
var Feature = feature.Feature{
	Changes: Changed,
	New:     func(s feature.Session, jobs feature.Jobs) any { return New(s, jobs.Work) },
}

// Changed reports that there is something else to show of a proposal.
var Changed = change.New()

// Of returns the proposals of a session.
func Of(h feature.Holder) *Part { return feature.State[*Part](h) }
