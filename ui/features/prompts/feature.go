package prompts

import (
	"dossier/ui/session/change"
	"dossier/ui/session/feature"
)

// Feature declares the stored prompts.
var Feature = feature.Feature{
	Changes: Changed,
	New:     func(s feature.Session, jobs feature.Jobs) any { return New(s, jobs.Work, jobs.Saves) },
}

// Changed reports that the stored prompts have changed.
var Changed = change.New()

// Of returns the session's controller of the stored prompts.
func Of(h feature.Holder) *Part { return feature.State[*Part](h) }
