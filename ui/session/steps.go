package session

import (
	"dossier/models"
	"dossier/ui/features/presetlist"
	"dossier/ui/session/message"
	"dossier/ui/session/undo"
)

// compositionState is the composition at one time, with its preset and drafts: the content of most undo steps.
type compositionState struct {
	s       *Session
	comp    models.Composition
	presets presetlist.State
	settled []string // recovered or discarded slots of other windows
}

// step returns the current composition, for an undo step that is about to change it.
func (s *Session) step() compositionState {
	return compositionState{s, s.comp, s.presets.State(), s.recovery.Settled()}
}

// Current returns the current composition.
func (t compositionState) Current() undo.State { return t.s.step() }

// Restore restores the composition.
func (t compositionState) Restore() {
	t.s.presets.SetState(t.presets)
	t.s.recovery.SetSettled(t.settled)
	t.s.compose(t.comp)
}

// WithPresets returns the same state with changed presets.
func (t compositionState) WithPresets(change func(presetlist.State) presetlist.State) undo.State {
	t.presets = change(t.presets)
	return t
}

// push records an undo step that changes the composition.
func (s *Session) push(label message.Message, topic string) {
	s.undo.Push(undo.Step{Label: label, Topic: topic, Old: s.step()})
}

// Undo reverts the last change. It returns false if there is none.
func (s *Session) Undo() bool { return s.undo.Undo() }

// Redo repeats the most recently undone change, and reports whether there is one.
func (s *Session) Redo() bool { return s.undo.Redo() }

// UndoVersion returns a number that changes whenever undo would do something else.
func (s *Session) UndoVersion() int { return s.undo.UndoVersion() }

// CanUndo reports whether Undo would revert the action of a message and nothing newer.
func (s *Session) CanUndo(m message.Message) bool {
	return m.Undo && m.Step == s.undo.UndoVersion() && !s.undo.Empty()
}

// UndoLabels describes what undo and redo would do; empty if there is nothing to do.
func (s *Session) UndoLabels() (undo, redo message.Message) { return s.undo.Next() }
