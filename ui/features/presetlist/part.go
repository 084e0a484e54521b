// Package presetlist manages the presets of a session: those that can be applied, the applied one and
// its differences from the composition, the drafts of presets with unsaved changes, and actions on
// their files. Files are read and written in the background, one save of the project after another;
// costs are counted by a job of the project, only while they are visible.
package presetlist

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
	// Modified reports whether the composition differs from the project file. SaveComposition
	// writes a composition there.
	Modified() bool
	SaveComposition(models.Composition)
	// AppliedChanged is called after the applied preset, or its saved content, has changed.
	AppliedChanged()
}

// Part is the controller of one project's presets. It belongs to the session's goroutine.
type Part struct {
	host    Host
	saves   *jobs.Serial
	state   State
	scope   models.Scope      // scope of the presets in the toolbar's list; "" for all
	filter  string            // text that the manager filters by
	known   map[string]string // by name: digest of an applied project preset that hides another
	adopted []presets.Draft   // drafts of the command line, until they are saved here
	costs   *Costs
	// changedElsewhere is the applied preset, if another program has changed it since the unsaved changes were begun.
	changedElsewhere project.PresetRef
}

// New returns the controller for a newly opened project, or for none. saves is the project's queue
// of saves, which run one after another.
func New(host Host, work *jobs.Group, saves *jobs.Serial) *Part {
	p := &Part{host: host, saves: saves}
	p.costs = &Costs{host: host, rows: p.AllRows, counting: work.Latest(), known: map[string]cost{}}
	return p
}

// Costs returns the costs of the presets.
func (p *Part) Costs() *Costs { return p.costs }

// State returns the state of presets for undo.
func (p *Part) State() State { return p.state }

// SetState sets the applied preset and the drafts, for undo and redo.
func (p *Part) SetState(s State) {
	p.state = s
	p.host.AppliedChanged()
	p.host.SaveSoon()
}

// files returns the most recently loaded files of presets.
func (p *Part) files() project.PresetFiles { return p.host.Project().Presets().Files() }

// In returns the presets of a scope, including hidden ones.
func (p *Part) In(scope models.Scope) []models.ScopedPreset {
	if p.host.Project() == nil {
		return nil
	}
	return slices.DeleteFunc(p.host.Project().Presets().All(), func(one models.ScopedPreset) bool { return one.Scope != scope })
}

// Find returns a preset, hidden or not; false if it does not exist, or no project is open.
func (p *Part) Find(ref project.PresetRef) (models.ScopedPreset, bool) {
	if p.host.Project() == nil || ref.Name == "" {
		return models.ScopedPreset{}, false
	}
	preset, err := p.host.Project().Presets().Find(ref.Scope, ref.Name)
	return preset, err == nil
}

// Hidden reports whether a project preset hides the global one with that name.
func (p *Part) Hidden(name string) bool {
	if p.host.Project() == nil {
		return false
	}
	_, ok := presets.FindPreset(p.host.Project().StoredState().Project.Presets, name)
	return ok
}

// Applied identifies the most recently applied preset; its name is empty if there is none.
func (p *Part) Applied() project.PresetRef { return p.state.Applied }

// Current returns the name of the most recently applied preset, and whether the composition has
// changed since. The name is empty if there is none, or if it is gone.
func (p *Part) Current() (name string, modified bool) {
	preset, ok := p.appliedPreset()
	if !ok {
		return "", false
	}
	return preset.Name, p.differsFrom(preset)
}

// appliedPreset returns the stored form of the most recently applied preset.
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

// Scope returns the scope whose presets the toolbar lists; "" for both.
func (p *Part) Scope() models.Scope { return p.scope }

// SetScope sets the scope whose presets the toolbar lists; "" for both.
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

// notifyWithUndo shows a message about an action that undo reverts.
func (p *Part) notifyWithUndo(m message.Message) {
	m.Undo = true
	p.host.Notify(m)
}
