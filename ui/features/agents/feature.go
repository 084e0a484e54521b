package agents

import (
	"dossier/ui/session/change"
	"dossier/ui/session/feature"
)

// Feature declares the proposals of programs to the session.
var Feature = feature.Feature{
	Changes: Changed,
	New:     func(s feature.Session, jobs feature.Jobs) any { return New(s, jobs.Work) },
}

// Changed reports that there is something else to show of the proposals of programs.
var Changed = change.New()

// Of returns the proposals of programs of a session.
func Of(h feature.Holder) *Part { return feature.State[*Part](h) }
