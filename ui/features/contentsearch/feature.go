package contentsearch

import (
	"dossier/ui/session/change"
	"dossier/ui/session/feature"
)

// Feature declares the search in the project's files.
var Feature = feature.Feature{
	Changes: Changed,
	New:     func(s feature.Session, jobs feature.Jobs) any { return New(s, jobs.Work) },
}

// Changed reports that the result of the search has changed.
var Changed = change.New()

// Of returns the session's controller of the search in the project's files.
func Of(h feature.Holder) *Part { return feature.State[*Part](h) }
