// Package feature defines what the session and the features in it know of each other: the roles of
// the session that a feature may ask, the events that it may follow, and how it is declared.
//
// A feature is a package that exports a [Feature], and one line in the list of ui/features. Everything
// here is used on the session's goroutine, except where it says so.
package feature

import (
	"context"

	"dossier/aggregate"
	"dossier/aggregate/tokens"
	"dossier/models"
	"dossier/presets"
	"dossier/ui/project"
	"dossier/ui/session/message"
	"dossier/ui/session/undo"
)

// Session is everything that a feature may ask of the session. A feature depends on the roles that it
// uses, so that they can be read off its declaration.
type Session interface {
	Source
	Files
	Document
	Tokens
	Editor
	Undo
	Reporter
	Storage
}

// Source is what is open.
type Source interface {
	// Project is the open project; nil when there is none.
	Project() *project.Project
	// Composition is the current composition. It must not be modified.
	Composition() models.Composition
	// Input is the input of a build of it.
	Input() aggregate.Input
}

// Files are the files of the composition.
type Files interface {
	// Items are the files of the composition, and RowOf is the index of one among them.
	Items() []aggregate.Item
	RowOf(path string) (int, bool)
	// Shown is item i in the most recently built document; false when it has none.
	Shown(i int) (aggregate.Item, bool)
}

// Document is the most recently built document of the composition.
type Document interface {
	Document() *aggregate.Document
	// Building reports whether it is older than the composition.
	Building() bool
	// Rebuild builds it again.
	Rebuild()
}

// Tokens counts as the user's language model does.
type Tokens interface {
	// Model is the language model whose tokens are counted.
	Model() tokens.Model
	// Cost is a count in its tokens.
	Cost(aggregate.Count) aggregate.Count
}

// Editor changes the composition.
type Editor interface {
	// Edit changes the composition in one undo step; without a change there is none.
	Edit(label message.Message, fn func(*project.Edit))
	// EditIn does so, and joins consecutive steps of a topic.
	EditIn(topic string, label message.Message, fn func(*project.Edit))
}

// Undo is the undo history.
type Undo interface {
	// Push records an undo step.
	Push(undo.Step)
	// Retract drops the last step of a topic if the current change leads back to the state before it.
	Retract(topic string, back func(undo.State) bool) bool
	// Forget drops steps whose state no longer exists.
	Forget(which func(undo.State) bool)
}

// Reporter tells the user.
type Reporter interface {
	// Changed reports that the feature has something else to show.
	Changed()
	// Tell shows a message, Fail an error.
	Tell(message.Message)
	Fail(error)
}

// Storage is what is stored for the user outside the project.
type Storage interface {
	// State is the user's stored state.
	State() *presets.State
	// Keep writes to it in the background, in call order, and reports errors: another window may
	// hold the lock.
	Keep(write func(context.Context) error)
	// Slot is the slot for the project's unsaved work; nil when no project is open.
	Slot() *presets.Slot
	// SaveSoon saves unsaved work within a second.
	SaveSoon()
}
