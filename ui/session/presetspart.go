package session

import (
	"dossier/models"
	"dossier/ui/features/presetlist"
	"dossier/ui/session/change"
	"dossier/ui/session/message"
	"dossier/ui/session/undo"
)

// Presets returns the controller of the project's presets.
func (s *Session) Presets() *presetlist.Part { return s.presets }

// Record begins an undo step that changes the composition.
func (h host) Record(label message.Message) { h.push(label, "") }

// SetComposition replaces the composition.
func (h host) SetComposition(comp models.Composition) { h.compose(comp) }

// Replace replaces each state in the undo history by what by returns for it.
func (h host) Replace(by func(undo.State) undo.State) { h.undo.Replace(by) }

// Modified reports whether the composition differs from the project file.
func (h host) Modified() bool { return h.projectFile.Modified() }

// SaveComposition writes a composition to the project file.
func (h host) SaveComposition(comp models.Composition) { h.projectFile.SaveComposition(comp) }

// AppliedChanged is called after the applied preset, or its saved content, has changed.
func (h host) AppliedChanged() {
	h.projectFile.Compare()
	h.notify(change.Presets | change.Project)
}

// Preset returns the preset that the composition is based on, and whether there is one.
func (h host) Preset() (models.Preset, bool) {
	ref := h.presets.Applied()
	if h.project == nil || ref.Name == "" {
		return models.Preset{}, false
	}
	found, err := h.project.Presets().Find(ref.Scope, ref.Name)
	return found.Preset, err == nil
}

// AlterPreset changes the applied preset in one undo step.
func (h host) AlterPreset(label message.Message, change func(models.Preset) models.Preset) {
	h.presets.Alter(h.presets.Applied(), label, change)
}
