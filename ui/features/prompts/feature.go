package prompts

import (
	"dossier/ui/session/change"
	"dossier/ui/session/feature"
)

// Feature declares the stored prompts to the session.
var Feature = feature.Feature{
	Changes: Changed,
	New:     func(s feature.Session, jobs feature.Jobs) any { return New(s, jobs.Work) },
}

// Changed reports that there is something else to show of the stored prompts.
var Changed = change.New()

// Of returns the stored prompts of a session.
func Of(h feature.Holder) *Part { return feature.State[*Part](h) }
