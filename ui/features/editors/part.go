// Package editors holds the state of what edits how one file is shown: its slices, and the
// choice of its symbols. An editor follows the composition and the file; each change that it
// makes is one step of the composition, so that there is nothing in it to be confirmed or
// lost. What it starts belongs to the jobs that it is given.
package editors

import (
	"dossier/aggregate"
	"dossier/aggregate/tokens"
	"dossier/ui/project"
	"dossier/ui/session/jobs"
	"dossier/ui/session/message"
)

// Host is what an editor needs of the session that it works in.
type Host interface {
	// Project is the one that is open; nil when none is.
	Project() *project.Project
	// Input is what a build is made of.
	Input() aggregate.Input
	// Items are the files of the composition, and RowOf is the place of one among them.
	Items() []aggregate.Item
	RowOf(path string) (int, bool)
	// Edit changes the composition in one undo step.
	Edit(label message.Message, fn func(*project.Edit))
	// Model is the language model whose tokens are counted, and Cost a count in them.
	Model() tokens.Model
	Cost(aggregate.Count) aggregate.Count
	// Document is what was built last of the composition, and Replaying reports whether a
	// snapshot is shown in its place.
	Document() *aggregate.Document
	Replaying() bool
	// Turn tells what undo would take back from everything else that it would.
	Turn() int
	Tell(message.Message)
}

// Part opens editors of the files of one project, and makes slices of lines that were chosen in
// the document. It belongs to the session's goroutine.
type Part struct {
	host Host
	work *jobs.Group
}

// New returns what opens editors; what they start belongs to the jobs of the project.
func New(host Host, work *jobs.Group) *Part { return &Part{host, work} }
