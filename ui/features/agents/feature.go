package agents

import (
	"dossier/ui/session/change"
	"dossier/ui/session/feature"
)

// Feature declares the proposals of programs.
var Feature = feature.Feature{
	Changes: Changed,
	New:     func(s feature.Session, jobs feature.Jobs) any { return New(s, jobs.Work, jobs.Saves) },
}

// Changed reports that the proposals of programs have changed.
var Changed = change.New()

// Of returns the session's controller of the proposals of programs.
func Of(h feature.Holder) *Part { return feature.State[*Part](h) }
