package session

import (
	"dossier/models"
	"dossier/ui/project"
	"dossier/ui/session/message"
	"dossier/ui/session/undo"
)

// together is what is put together at one time, with the preset and the drafts that belong
// to it: what most steps change.
type together struct {
	s       *Session
	comp    models.Composition
	presets presetMoment
	settled []string // of what other windows left
}

// step is what is put together now, for a step that is about to change it.
func (s *Session) step() together {
	return together{s, s.comp, s.presets.presetMoment, s.left.settled}
}

// Now returns what is put together now.
func (t together) Now() undo.State { return t.s.step() }

// Restore puts together what was.
func (t together) Restore() {
	t.s.setPresetMoment(t.presets)
	t.s.setSettled(t.settled)
	t.s.compose(t.comp)
}

// push records a step that changes what is put together.
func (s *Session) push(label message.Message, topic string) {
	s.undo.Push(undo.Step{Label: label, Topic: topic, Was: s.step()})
}

// Undo takes the last change back; false when there is none.
func (s *Session) Undo() bool { return s.undo.Undo() }

// Redo makes the change again that was taken back last; false when there is none.
func (s *Session) Redo() bool { return s.undo.Redo() }

// CanUndo reports whether Undo takes back what a message speaks of, and nothing that was
// done since.
func (s *Session) CanUndo(m message.Message) bool {
	return m.Undo && m.Step == s.undo.Turn() && !s.undo.Empty()
}

// UndoLabels names what undo and redo would do; without a text when there is nothing.
func (s *Session) UndoLabels() (undo, redo message.Message) { return s.undo.Next() }

// written is something that was done to the files of presets.
type written struct {
	s       *Session
	presets presetMoment
	plan    *presetStep
}

// presetStep takes back what was done to the files of presets or, once that is done, does it
// again.
type presetStep struct{ next project.PresetPlan }

// Now returns the same, with the presets of now.
func (w written) Now() undo.State { return written{w.s, w.s.presets.presetMoment, w.plan} }

// Restore takes it back on the disk.
func (w written) Restore() {
	w.s.setPresetMoment(w.presets)
	w.s.takeBack(w.plan)
}

// eachPresets changes what every step remembers of presets.
func (s *Session) eachPresets(fn func(presetMoment) presetMoment) {
	s.undo.Replace(func(state undo.State) undo.State {
		switch t := state.(type) {
		case together:
			t.presets = fn(t.presets)
			return t
		case written:
			t.presets = fn(t.presets)
			return t
		}
		return state
	})
}
