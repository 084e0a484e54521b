// Package presets manages the presets of a session: those that can be applied, the applied one and
// its differences from the composition, the drafts of presets with unsaved changes, and actions on
// their files. Files are read and written in the background, one save of the project after the
// other; costs are counted by a job of the project, only while they are visible.
package presets

import (
	"slices"

	"dossier/models"
	"dossier/presets"
	"dossier/ui/project"
	"dossier/ui/session/feature"
	"dossier/ui/session/jobs"
	"dossier/ui/session/message"
	"dossier/ui/session/undo"
)

// Host is the subset of the session that the presets depend on.
type Host interface {
	feature.Source
	feature.Tokens
	feature.Undo
	feature.Reporter
	feature.Storage

	// SetComposition replaces the composition, without a step.
	SetComposition(models.Composition)
	// Replace replaces the state of each undo step.
	Replace(by func(undo.State) undo.State)
	// Modified reports whether the composition differs from the project file, and
	// SaveComposition writes one there.
	Modified() bool
	SaveComposition(models.Composition)
	// AppliedChanged is called after the applied preset, or its saved content, has changed.
	AppliedChanged()
}

// Part is the presets of one project in a session. It belongs to the session's goroutine.
type Part struct {
	host   Host
	saves  *jobs.Serial
	state  State
	scope  models.Scope      // whose presets the toolbar lists; "" is all of them
	filter string            // of the manager
	known  map[string]string // by name: the digest of a project's preset that was applied although it hides another
	taken  []presets.Draft   // of the command line, until they are saved here
	costs  *Costs
}

// New returns the controller for a newly opened project, or for none. saves are those of the
// project, which run one after the other.
func New(host Host, work *jobs.Group, saves *jobs.Serial) *Part {
	p := &Part{host: host, saves: saves}
	p.costs = &Costs{host: host, rows: p.AllRows, counting: work.Latest(), known: map[string]cost{}}
	return p
}

// Costs are the costs of the presets.
func (p *Part) Costs() *Costs { return p.costs }

// State returns the state of presets for undo.
func (p *Part) State() State { return p.state }

// SetState sets the applied preset and the drafts, for undo and redo.
func (p *Part) SetState(s State) {
	p.state = s
	p.host.AppliedChanged()
	p.host.SaveSoon()
}

// files returns the files of presets as they were loaded last.
func (p *Part) files() project.PresetFiles { return p.host.Project().Presets().Files() }

// In lists the presets of a scope, including hidden ones.
func (p *Part) In(scope models.Scope) []models.ScopedPreset {
	if p.host.Project() == nil {
		return nil
	}
	return slices.DeleteFunc(p.host.Project().Presets().All(), func(one models.ScopedPreset) bool { return one.Scope != scope })
}

// Hidden reports whether a project preset hides the global one of a name.
func (p *Part) Hidden(name string) bool {
	if p.host.Project() == nil {
		return false
	}
	_, ok := presets.FindPreset(p.host.Project().Kept().Project.Presets, name)
	return ok
}

// Applied names the preset applied last; its name is empty when there is none.
func (p *Part) Applied() project.PresetRef { return p.state.Applied }

// Current returns the name of the preset applied last, and whether the composition has
// changed since. It is empty when there is none, or it is gone.
func (p *Part) Current() (name string, modified bool) {
	preset, ok := p.appliedPreset()
	if !ok {
		return "", false
	}
	return preset.Name, p.differsFrom(preset)
}

// appliedPreset returns the stored form of the preset applied last.
func (p *Part) appliedPreset() (models.Preset, bool) {
	if p.host.Project() == nil || p.state.Applied.Scope == "" {
		return models.Preset{}, false
	}
	return p.files().Find(p.state.Applied)
}

// differsFrom reports whether a preset would change the composition.
func (p *Part) differsFrom(preset models.Preset) bool {
	comp := p.host.Composition()
	return !project.SameComposition(preset.Apply(comp), comp)
}

// Scope returns the scope whose presets the toolbar lists; "" is both.
func (p *Part) Scope() models.Scope { return p.scope }

// SetScope lists the presets of a scope, or with "" those of both.
func (p *Part) SetScope(scope models.Scope) {
	if p.scope != scope {
		p.scope = scope
		p.host.Changed()
		p.host.SaveSoon()
	}
}

// listScope makes the applied preset visible in the list.
func (p *Part) listScope(scope models.Scope) {
	if p.scope != "" && scope != "" {
		p.scope = scope
	}
}

// tellUndo reports what undo reverts.
func (p *Part) tellUndo(m message.Message) {
	m.Undo = true
	p.host.Tell(m)
}
