package presetlist

import (
	"dossier/models"
	"dossier/ui/project"
	"dossier/ui/session/message"
)

// BeforeReload is called before files of presets are read again. The function that it returns is
// called afterwards: it handles a change of the applied preset on the disk. A composition equal to
// the preset's previous content is updated, in a separate undo step; a changed composition stays.
func (p *Part) BeforeReload() (after func()) {
	old, ok := p.appliedPreset()
	clean := ok && !p.differsFrom(old)
	return func() {
		p.reapply(old, clean)
		p.costs.Update()
	}
}

func (p *Part) reapply(old models.Preset, clean bool) {
	new, ok := p.appliedPreset()
	if !ok || new.Name != old.Name || models.ComparePresets(old, new).SameContent() || !p.differsFrom(new) {
		return
	}
	fields := map[string]any{"Name": p.state.Applied.Shown()}
	if !clean || p.differsFrom(old) {
		p.changedElsewhere = p.state.Applied
		p.host.Notify(message.New("{{.Name}} has changed on the disk; your unsaved changes stay", fields))
		return
	}
	p.host.Record(message.Named("include {{.Name}}", new.Name))
	p.host.SetComposition(new.Apply(p.host.Composition()))
	p.notifyWithUndo(message.New("{{.Name}} has changed on the disk and was applied again", fields))
}

// Diverged returns the preset that [Part.SaveUnsaved] would save, if another program has changed it since the
// unsaved changes were begun: saving would drop that change.
func (p *Part) Diverged() (models.ScopedPreset, bool) {
	if t := p.Target(); !t.Unsaved || t.Err != nil || t.Preset.Name == "" || t.Preset != p.changedElsewhere {
		return models.ScopedPreset{}, false
	}
	return p.Find(p.changedElsewhere)
}

// Recognize determines the applied preset after the composition was replaced by that on the disk,
// where another program may have applied one: the most recently applied one if it still matches,
// otherwise any matching one, or none.
func (p *Part) Recognize() {
	if preset, ok := p.appliedPreset(); ok && !p.differsFrom(preset) {
		return
	}
	p.state.Applied = project.PresetRef{}
	if empty(models.PresetOf(p.host.Composition(), "")) {
		return
	}
	for _, one := range p.host.Project().Presets().All() {
		if hidden := one.Scope == models.Global && p.Hidden(one.Name); !hidden && !p.differsFrom(one.Preset) {
			p.state.Applied = refOf(one)
			return
		}
	}
}
