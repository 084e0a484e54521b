package presetlist

import (
	"dossier/models"
	"dossier/ui/project"
)

// Target is where [Part.SaveUnsaved] saves unsaved changes: the contents of presets into the
// applied one, and everything else into the project file.
type Target struct {
	Preset  project.PresetRef // its name is empty for the project file
	Rest    bool              // whether only what the applied preset does not contain is saved, to the project file
	Unsaved bool
	Err     error // why it cannot be written
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
	if !p.differsFrom(preset) && !project.SameComposition(p.rest(), opened.Kept().Composition()) {
		return Target{Rest: true, Unsaved: true, Err: opened.File().ReadOnly()}
	}
	return Target{Preset: p.state.Applied, Unsaved: p.differsFrom(preset), Err: p.ReadOnly(p.state.Applied.Scope)}
}

// rest returns the content of the project file after saving everything except the contents of
// presets to it.
func (p *Part) rest() models.Composition {
	preset, _ := p.appliedPreset()
	return preset.ContentOf(p.host.Project().Kept().Composition(), "").Apply(p.host.Composition().ForProject())
}

// ForFile returns the composition that [Part.SaveUnsaved] writes to the project file; false if it
// writes a preset, or nothing.
func (p *Part) ForFile() (models.Composition, bool) {
	switch t := p.Target(); {
	case !t.Unsaved || t.Err != nil || t.Preset.Name != "":
		return models.Composition{}, false
	case t.Rest:
		return p.rest(), true
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
	case t.Rest:
		p.host.SaveComposition(p.rest())
	default:
		p.host.SaveComposition(p.host.Composition())
	}
}
