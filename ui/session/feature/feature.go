package feature

import (
	"dossier/ui/session/change"
	"dossier/ui/session/jobs"
)

// Feature declares a feature. Its state belongs to one project: each opened project gets a new one,
// so that nothing carries over.
type Feature struct {
	// Changes is the change that the feature reports when its visible state has changed.
	Changes change.Set
	// New returns the state of the feature in a newly opened project, or without a project. The
	// state may implement the event interfaces of this package.
	New func(Session, Jobs) any
}

// Jobs run a feature's work in the background. They end with the project.
type Jobs struct {
	Work *jobs.Group
	// Saves run one after another, including those of other features. Each is completed, even if
	// the project is closed.
	Saves *jobs.Serial
}

// Holder holds the states of the features, in the order of their declaration. A session implements it.
type Holder interface{ States() []any }

// State returns the state of a feature by its type. It panics if the session was created without
// the feature.
func State[T any](h Holder) T {
	for _, state := range h.States() {
		if t, ok := state.(T); ok {
			return t
		}
	}
	panic("the session lacks a feature")
}
