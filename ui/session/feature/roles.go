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
	"dossier/aggregate/tree"
	"dossier/models"
	"dossier/presets"
	"dossier/ui/project"
	"dossier/ui/project/rank"
	"dossier/ui/session/message"
	"dossier/ui/session/undo"
)

// Session is everything that a feature may ask of the session. A feature depends on the roles that it
// uses, so that they can be read off its declaration.
type Session interface {
	Source
	Document
	Tokens
	Editor
	Undo
	Reporter
	Storage
	Sending
}

// Source is what is open.
type Source interface {
	// Project is the open project; nil when there is none.
	Project() *project.Project
	// Ranker ranks its files for a question, and knows their history; nil when there is none.
	Ranker() *rank.Ranker
	// Composition is the current composition. It must not be modified.
	Composition() models.Composition
	// Input is the input of a build of it.
	Input() aggregate.Input
	// Items are its files, and RowOf is the index of one among them.
	Items() []aggregate.Item
	RowOf(path string) (int, bool)
	// Shown is item i in the most recently built document; false when it has none.
	Shown(i int) (aggregate.Item, bool)
	// Shots are its screenshots.
	Shots() []aggregate.Shot
	// Names are the paths of the project's folder; nil until they are known. Relist lists the folder
	// again, after which the document is built, and looks for what needs permission.
	Names() *tree.Tree
	Relist()
	// Settings are the user's own.
	Settings() presets.Settings
}

// Document is the most recently built document of the composition.
type Document interface {
	Document() *aggregate.Document
	// Building reports whether it is older than the composition.
	Building() bool
	// Replaying reports whether a snapshot is shown instead of it.
	Replaying() bool
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
	// Amend changes it without a step, as part of one that is recorded with [Undo].
	Amend(fn func(*project.Edit))
	// Preset is the preset that the composition is based on; false when there is none. AlterPreset
	// changes it in one undo step.
	Preset() (models.Preset, bool)
	AlterPreset(label message.Message, change func(models.Preset) models.Preset)
}

// Undo is the undo history.
type Undo interface {
	// Record begins an undo step that changes the composition, or something that is undone with it.
	Record(label message.Message)
	// Push records an undo step.
	Push(undo.Step)
	// Step returns the composition and its presets as they are now, as the state of an undo step.
	Step() undo.State
	// Turn identifies the step that undo would revert.
	Turn() int
	// Retract drops the last step of a topic if the current change leads back to the state before it.
	Retract(topic string, back func(undo.State) bool) bool
	// Forget drops steps whose state no longer exists.
	Forget(which func(undo.State) bool)
}

// Reporter reports to the user.
type Reporter interface {
	// Changed reports that the feature has something else to show.
	Changed()
	// Tell shows a message, Fail an error.
	Tell(message.Message)
	Fail(error)
	// TellComposed shows the message done about another composition, given its number of files, or
	// which of them are missing. name is the name of the composition, and may be empty.
	TellComposed(done func(files int) message.Message, name string)
	// Ask asks the user a question, whose type the window knows. It returns false if there is no
	// window to ask.
	Ask(question any) bool
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

// Sending is what every document goes through before it leaves the window.
type Sending interface {
	// Fresh builds the document from the files as they are on the disk now, and calls then with it
	// and with how many of them had changed.
	Fresh(then func(doc *aggregate.Document, changed int))
	// ConfirmReadable calls send once the user has agreed to the readable secrets in a document, or
	// again if the document was changed by redacting them.
	ConfirmReadable(doc *aggregate.Document, send, again func())
	// Remarks are remarks about a document that is sent. review is the list that shows the first of
	// them that needs attention.
	Remarks(doc *aggregate.Document) (more []message.Message, review message.Review)
	// LastSent is the document that was written or copied last; false when there is none.
	LastSent() (project.Sent, bool)
	// CopyText copies a text, and reports it by a name.
	CopyText(content, name string)
}
