package session

import (
	"dossier/models"
	"dossier/ui/features/presets"
	"dossier/ui/session/change"
	"dossier/ui/session/message"
	"dossier/ui/session/undo"
)

// Presets are the presets of the project.
func (s *Session) Presets() *presets.Part { return s.presets }

// Record begins a undo step that changes what is put together.
func (h host) Record(label message.Message) { h.push(label, "") }

// SetComposition puts another composition in the place of the one before.
func (h host) SetComposition(comp models.Composition) { h.compose(comp) }

// Replace puts another state in the place of each that undo knows.
func (h host) Replace(by func(undo.State) undo.State) { h.undo.Replace(by) }

// Modified reports whether what is put together differs from the project file.
func (h host) Modified() bool { return h.projectFile.Modified() }

// SaveComposition writes a composition to the project file.
func (h host) SaveComposition(comp models.Composition) { h.projectFile.SaveComposition(comp) }

// AppliedChanged is told that another preset may be applied, or what is saved is another.
func (h host) AppliedChanged() {
	h.projectFile.Compare()
	h.notify(change.Presets | change.Project)
}
