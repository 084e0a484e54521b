// Package editors holds the state of the editors for how one file is shown: its slices, and the
// selection of its symbols. An editor follows the composition and the file; each change is one undo
// step of the composition, so that nothing in the editor can be lost. All work runs in the given
// jobs.
package editors

import (
	"dossier/ui/session/feature"
	"dossier/ui/session/jobs"
)

// Host is the subset of the session that an editor depends on.
type Host interface {
	feature.Source
	feature.Document
	feature.Tokens
	feature.Editor
	feature.Undo
	feature.Reporter
}

// Part opens editors of files of one project, and makes slices of lines that were selected in the
// document. It belongs to the session's goroutine.
type Part struct {
	host Host
	work *jobs.Group
}

// New returns the controller that opens editors, whose work runs in jobs of the project.
func New(host Host, work *jobs.Group) *Part { return &Part{host, work} }
