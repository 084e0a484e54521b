package editors

import "dossier/ui/session/feature"

// Feature declares the editors of single files to the session. It reports nothing, because each open
// editor notifies its own view.
var Feature = feature.Feature{
	New: func(s feature.Session, jobs feature.Jobs) any { return New(s, jobs.Work) },
}

// Of returns the session's controller of editors.
func Of(h feature.Holder) *Part { return feature.State[*Part](h) }
