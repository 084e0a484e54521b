// Package editors holds the state of the editors for how one file is shown: its slices, and the
// selection of its symbols. An editor follows the composition and the file; each change is one undo
// step of the composition, so that nothing in the editor can be lost. All work runs in the given
// jobs.
package editors

import (
	"dossier/aggregate"
	"dossier/aggregate/tokens"
	"dossier/ui/project"
	"dossier/ui/session/jobs"
	"dossier/ui/session/message"
)

// Host is the subset of the session that an editor depends on.
type Host interface {
	// Project is the one that is open; nil when none is.
	Project() *project.Project
	// Input is the input of a build.
	Input() aggregate.Input
	// Items are the files of the composition, and RowOf is the place of one among them.
	Items() []aggregate.Item
	RowOf(path string) (int, bool)
	// Edit changes the composition in one undo step.
	Edit(label message.Message, fn func(*project.Edit))
	// Model is the language model whose tokens are counted, and Cost a count in them.
	Model() tokens.Model
	Cost(aggregate.Count) aggregate.Count
	// Document is the most recently built document of the composition. Replaying reports whether a
	// snapshot is shown instead.
	Document() *aggregate.Document
	Replaying() bool
	// Turn identifies the step that undo would revert.
	Turn() int
	Tell(message.Message)
}

// Part opens editors of the files of one project, and makes slices of lines that were chosen in
// the document. It belongs to the session's goroutine.
type Part struct {
	host Host
	work *jobs.Group
}

// New returns the controller that opens editors, whose work runs in jobs of the project.
func New(host Host, work *jobs.Group) *Part { return &Part{host, work} }
