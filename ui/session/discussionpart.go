package session

import (
	"dossier/presets"
	"dossier/ui/session/discussion"
	"dossier/ui/session/undo"
)

// Discussion is the discussions of the project.
func (s *Session) Discussion() *discussion.Part { return s.discussion }

// Slot is where what is unsaved of the project is kept; nil while none is open.
func (h host) Slot() *presets.Slot { return h.slot }

// Push records a step that undo takes back.
func (h host) Push(step undo.Step) { h.undo.Push(step) }

// Retract drops the last step of a topic where it leads nowhere.
func (h host) Retract(topic string, back func(undo.State) bool) bool {
	return h.undo.Retract(topic, back)
}

// Forget drops steps that rest on what is no more.
func (h host) Forget(which func(undo.State) bool) { h.undo.Forget(which) }
