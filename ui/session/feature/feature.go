package feature

import (
	"dossier/ui/session/change"
	"dossier/ui/session/jobs"
)

// Feature is how a feature is declared. Its state belongs to one project: each that is opened gets new
// ones, so that nothing carries over.
type Feature struct {
	// Changes is what the feature reports when it has something else to show.
	Changes change.Set
	// New returns the state of the feature in a newly opened project, or in none. It may follow the
	// events of this package.
	New func(Session, Jobs) any
}

// Jobs run a feature's work in the background. They end with the project.
type Jobs struct {
	Work *jobs.Group
	// Saves run one after the other, also with those of other features: each is completed, even if
	// the project is closed.
	Saves *jobs.Serial
}

// Holder holds the states of the features, in their order: a session.
type Holder interface{ States() []any }

// State returns the state of a feature by its type. It panics when the session was made without the
// feature.
func State[T any](h Holder) T {
	for _, state := range h.States() {
		if t, ok := state.(T); ok {
			return t
		}
	}
	panic("the session lacks a feature")
}
