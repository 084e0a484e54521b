package presetlist

import (
	"dossier/models"
	"dossier/ui/project"
)

// Target is where [Part.SaveUnsaved] saves unsaved changes: the contents of presets into the
// applied one, and everything else into the project file.
type Target struct {
	Preset    project.PresetRef // its name is empty for the project file
	Remainder bool              // whether only what the applied preset does not contain is saved, to the project file
	Unsaved   bool
	Err       error // why it cannot be written
}

// Target returns what [Part.SaveUnsaved] would save now.
func (p *Part) Target() Target {
	opened := p.host.Project()
	if opened == nil {
		return Target{Err: project.ErrNone}
	}
	preset, ok := p.appliedPreset()
	if !ok {
		return Target{Unsaved: p.host.Modified(), Err: opened.File().ReadOnly()}
	}
	if !p.differsFrom(preset) && !project.SameComposition(p.remainder(), opened.StoredState().Composition()) {
		return Target{Remainder: true, Unsaved: true, Err: opened.File().ReadOnly()}
	}
	return Target{Preset: p.state.Applied, Unsaved: p.differsFrom(preset), Err: p.ReadOnly(p.state.Applied.Scope)}
}

// remainder returns the content of the project file after saving everything except the contents of
// presets to it.
func (p *Part) remainder() models.Composition {
	preset, _ := p.appliedPreset()
	return preset.ContentOf(p.host.Project().StoredState().Composition(), "").Apply(p.host.Composition().ForProject())
}

// ForFile returns the composition that [Part.SaveUnsaved] writes to the project file; false if it
// writes a preset, or nothing.
func (p *Part) ForFile() (models.Composition, bool) {
	switch t := p.Target(); {
	case !t.Unsaved || t.Err != nil || t.Preset.Name != "":
		return models.Composition{}, false
	case t.Remainder:
		return p.remainder(), true
	}
	return p.host.Composition(), true
}

// SaveUnsaved saves unsaved changes to their [Target].
func (p *Part) SaveUnsaved() {
	switch t := p.Target(); {
	case p.host.Project() == nil:
		p.host.Fail(t.Err)
	case t.Preset.Name != "":
		preset, _ := p.appliedPreset()
		p.Save(t.Preset, preset.Description)
	case t.Remainder:
		p.host.SaveComposition(p.remainder())
	default:
		p.host.SaveComposition(p.host.Composition())
	}
}
