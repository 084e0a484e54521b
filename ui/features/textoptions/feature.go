package textoptions

import (
	"dossier/ui/session/feature"
)

// Feature declares the options of the text of files to the session.
var Feature = feature.Feature{
	New: func(s feature.Session, jobs feature.Jobs) any { return New(s, jobs.Work) },
}

// Of returns the options of the text of files of a session.
func Of(h feature.Holder) *Part { return feature.State[*Part](h) }
