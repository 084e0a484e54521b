package git

import (
	"dossier/ui/session/change"
	"dossier/ui/session/feature"
)

// Feature declares the git sections of the document.
var Feature = feature.Feature{
	Changes: Changed,
	New:     func(s feature.Session, jobs feature.Jobs) any { return New(s, jobs.Work) },
}

// Changed reports that the git sections have changed.
var Changed = change.New()

// Of returns the session's controller of the git sections.
func Of(h feature.Holder) *Part { return feature.State[*Part](h) }
