// Package feature defines the interface between the session and its features: the roles of the
// session that a feature may use, the events that it may handle, and how it is declared.
//
// A feature is a package that exports a [Feature], and one line in the list of ui/features.
// Everything here is used on the session's goroutine, unless stated otherwise.
package feature

import (
	"context"

	"dossier/aggregate"
	"dossier/aggregate/tokens"
	"dossier/aggregate/tree"
	"dossier/models"
	"dossier/presets"
	"dossier/ui/project"
	"dossier/ui/project/ranking"
	"dossier/ui/session/message"
	"dossier/ui/session/undo"
)

// Session is everything that a feature may use of the session. A feature depends only on the roles
// that it needs, so that its declaration shows them.
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

// Source is the open project and its composition.
type Source interface {
	// Project returns the open project; nil if none is open.
	Project() *project.Project
	// Ranker ranks the project's files for a question, and knows their history; nil if no project is open.
	Ranker() *ranking.Ranker
	// Composition returns the current composition. It must not be modified.
	Composition() models.Composition
	// Input returns the input of a build of the composition.
	Input() aggregate.Input
	// Items returns the composition's files, and RowOf the index of one of them.
	Items() []aggregate.Item
	RowOf(path string) (int, bool)
	// Shown returns item i of the most recently built document; false if the document does not have it.
	Shown(i int) (aggregate.Item, bool)
	// Shots returns the composition's screenshots.
	Shots() []aggregate.Shot
	// Names returns the paths of the project's folder; nil until they are known. Relist lists the
	// folder again and then builds the document, and checks what needs permission.
	Names() *tree.Tree
	Relist()
	// Settings returns the user's settings.
	Settings() presets.Settings
}

// Document is the role that provides the most recently built document of the composition.
type Document interface {
	Document() *aggregate.Document
	// Building reports whether the document is older than the composition.
	Building() bool
	// Replaying reports whether a snapshot is shown instead of the document.
	Replaying() bool
	// Rebuild builds the document again.
	Rebuild()
}

// Tokens counts in tokens of the user's language model.
type Tokens interface {
	// Model returns the language model whose tokens are counted.
	Model() tokens.Model
	// Cost converts a count to the model's tokens.
	Cost(aggregate.Count) aggregate.Count
}

// Editor changes the composition.
type Editor interface {
	// Edit changes the composition in one undo step. If nothing changes, there is no step.
	Edit(label message.Message, fn func(*project.Edit))
	// EditIn is like Edit, and joins consecutive steps of one topic.
	EditIn(topic string, label message.Message, fn func(*project.Edit))
	// Amend changes the composition without a step, as part of one that is recorded with [Undo].
	Amend(fn func(*project.Edit))
	// Preset returns the preset that the composition is based on; false if there is none.
	// AlterPreset changes it in one undo step.
	Preset() (models.Preset, bool)
	AlterPreset(label message.Message, change func(models.Preset) models.Preset)
}

// Undo is the undo history.
type Undo interface {
	// Record begins an undo step that changes the composition, or something that is undone together with it.
	Record(label message.Message)
	// Push records an undo step.
	Push(undo.Step)
	// Step returns the current composition and its presets, as the state of an undo step.
	Step() undo.State
	// UndoVersion identifies the step that undo would revert.
	UndoVersion() int
	// Retract drops the last step of a topic if the current change restores the state before that step.
	Retract(topic string, back func(undo.State) bool) bool
	// Forget drops steps whose state no longer exists.
	Forget(which func(undo.State) bool)
}

// Reporter reports to the user.
type Reporter interface {
	// Changed reports that the feature's visible state has changed.
	Changed()
	// Progressed reports that work in the background has progressed or ended.
	Progressed()
	// Notify shows a message, and Fail an error.
	Notify(message.Message)
	Fail(error)
	// NotifyComposed shows the message done about another composition, given its number of files, or
	// reports which files are missing. name is the name of the composition, and may be empty.
	NotifyComposed(done func(files int) message.Message, name string)
	// Ask asks the user a question, whose type the window knows. It returns false if no window can
	// ask it.
	Ask(question any) bool
}

// Storage provides the user's data outside the project.
type Storage interface {
	// State returns the user's stored state.
	State() *presets.State
	// WriteState runs a write to the state in the background, in call order, and reports errors: another
	// window may hold the lock.
	WriteState(write func(context.Context) error)
	// Slot returns the slot for the project's unsaved work; nil if no project is open.
	Slot() *presets.Slot
	// SaveSoon saves unsaved work within a second.
	SaveSoon()
}

// Sending is the role that checks every document before it leaves the program.
type Sending interface {
	// FreshDocument builds the document from the files as they are on disk now, and calls then with it and
	// with the number of changed files.
	FreshDocument(then func(doc *aggregate.Document, changed int))
	// ConfirmReadable calls send once the user has agreed to the readable secrets in a document, or
	// again if the document was changed by redacting them.
	ConfirmReadable(doc *aggregate.Document, send, again func())
	// Remarks returns remarks about a document that is sent. review is the list that shows the
	// first remark that needs attention.
	Remarks(doc *aggregate.Document) (more []message.Message, review message.Review)
	// LastSent returns the most recently written or copied document; false if there is none.
	LastSent() (project.Sent, bool)
	// CopyText copies a text, and reports it under a name.
	CopyText(content, name string)
}
