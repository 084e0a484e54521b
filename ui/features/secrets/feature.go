package secrets

import (
	"dossier/ui/session/change"
	"dossier/ui/session/feature"
)

// Feature declares the possible secrets to the session.
var Feature = feature.Feature{
	Changes: Changed,
	New:     func(s feature.Session, jobs feature.Jobs) any { return New(s, jobs.Work) },
}

// Changed reports that other values may be secrets, or other decisions on them were stored.
var Changed = change.New()

// Of returns the possible secrets in the document of a session.
func Of(h feature.Holder) *Part { return feature.State[*Part](h) }
