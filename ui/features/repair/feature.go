package repair

import (
	"dossier/ui/session/change"
	"dossier/ui/session/feature"
)

// Feature declares the missing files to the session.
var Feature = feature.Feature{
	Changes: Changed,
	New:     func(s feature.Session, jobs feature.Jobs) any { return New(s, jobs.Work) },
}

// Changed reports that other files are missing, or may be found elsewhere.
var Changed = change.New()

// Of returns the missing files of a session.
func Of(h feature.Holder) *Part { return feature.State[*Part](h) }
