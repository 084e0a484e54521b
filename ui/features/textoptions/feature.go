package textoptions

import (
	"dossier/ui/session/feature"
)

// Feature declares the text options of files.
var Feature = feature.Feature{
	New: func(s feature.Session, jobs feature.Jobs) any { return New(s, jobs.Work) },
}

// Of returns the session's controller of the text options.
func Of(h feature.Holder) *Part { return feature.State[*Part](h) }
