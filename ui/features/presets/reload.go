package presets

import (
	"dossier/models"
	"dossier/ui/project"
	"dossier/ui/session/message"
)

// BeforeReload is called before files of presets are read again. What it returns is called
// afterwards: it takes in that the preset applied last is another one on the disk than it
// was. A composition that was just what it said follows, in a step of its own; one that was
// changed here stays.
func (p *Part) BeforeReload() (after func()) {
	was, ok := p.appliedPreset()
	clean := ok && !p.differsFrom(was)
	return func() {
		p.reapply(was, clean)
		p.costs.Update()
	}
}

func (p *Part) reapply(was models.Preset, clean bool) {
	now, ok := p.appliedPreset()
	if !ok || now.Name != was.Name || models.ComparePresets(was, now).SameContent() || !p.differsFrom(now) {
		return
	}
	fields := map[string]any{"Name": p.state.Applied.Shown()}
	if !clean || p.differsFrom(was) {
		p.host.Tell(message.New("{{.Name}} has changed on the disk; what is unsaved here stays", fields))
		return
	}
	p.host.Record(message.Named("take in {{.Name}}", now.Name))
	p.host.SetComposition(now.Apply(p.host.Composition()))
	p.tellUndo(message.New("{{.Name}} has changed on the disk and was applied again", fields))
}

// Recognize says which preset is applied after what is put together was taken in from the
// disk, where somebody may have applied another one: the one applied last if it is just
// that, or else another one that is, or none.
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
