package contentsearch

import (
	"dossier/ui/session/change"
	"dossier/ui/session/feature"
)

// Feature declares the search in the project's files to the session.
var Feature = feature.Feature{
	Changes: Changed,
	New:     func(s feature.Session, jobs feature.Jobs) any { return New(s, jobs.Work) },
}

// Changed reports that there is something else to show of the search in the project's files.
var Changed = change.New()

// Of returns the search in the project's files of a session.
func Of(h feature.Holder) *Part { return feature.State[*Part](h) }
