package session

import (
	"dossier/models"
	"dossier/ui/features/presets"
	"dossier/ui/session/change"
	"dossier/ui/session/message"
	"dossier/ui/session/undo"
)

// together is what is put together at one time, with the preset and the drafts that belong
// to it: what most steps change.
type together struct {
	s       *Session
	comp    models.Composition
	presets presets.State
	settled []string // of what other windows left
}

// step is what is put together now, for a step that is about to change it.
func (s *Session) step() together {
	return together{s, s.comp, s.presets.State(), s.left.Settled()}
}

// Now returns what is put together now.
func (t together) Now() undo.State { return t.s.step() }

// Restore puts together what was.
func (t together) Restore() {
	t.s.presets.SetState(t.presets)
	t.s.left.SetSettled(t.settled)
	t.s.compose(t.comp)
}

// WithPresets returns the same with another state of presets.
func (t together) WithPresets(change func(presets.State) presets.State) undo.State {
	t.presets = change(t.presets)
	return t
}

// recovered is what was put together, with the entry that was being written.
type recovered struct {
	together
	unsent models.Entry
}

// Now returns it as it is now.
func (f recovered) Now() undo.State { return recovered{f.s.step(), f.s.discussion.Unsent()} }

// Restore puts it in the place of what is now.
func (f recovered) Restore() {
	f.together.Restore()
	f.s.discussion.SetUnsent(f.unsent.Role, f.unsent.Content)
	f.s.notify(change.Discussion)
}

// WithPresets returns the same with another state of presets.
func (f recovered) WithPresets(fn func(presets.State) presets.State) undo.State {
	f.presets = fn(f.presets)
	return f
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
