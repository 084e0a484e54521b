// Package presets are the presets of a session: which can be applied, which one was and how
// what is put together differs from it, the drafts of those that were left with unsaved
// changes, and what is done to the files that keep them. Files are read and written beside
// the window by the saves of the project, one after the other, and costs are counted by a job
// of the project, only while somebody looks.
package presets

import (
	"slices"

	"dossier/aggregate"
	"dossier/models"
	kept "dossier/presets"
	"dossier/ui/project"
	"dossier/ui/session/jobs"
	"dossier/ui/session/message"
	"dossier/ui/session/undo"
)

// Host is what the presets need of the session that they are a part of.
type Host interface {
	// Project is the one that is open; nil when none is.
	Project() *project.Project
	// Composition is what is put together. Record begins a undo step that changes it, or
	// the state of the presets; SetComposition puts another one in its place.
	Composition() models.Composition
	Record(label message.Message)
	SetComposition(models.Composition)
	// Push records a undo step. Forget drops steps that rest on what is no more, and Replace
	// puts another state in the place of each.
	Push(undo.Step)
	Forget(which func(undo.State) bool)
	Replace(by func(undo.State) undo.State)
	// Modified reports whether the composition differs from the project file, and
	// SaveComposition writes one there.
	Modified() bool
	SaveComposition(models.Composition)
	// Cost is a count in the tokens of the language model.
	Cost(aggregate.Count) aggregate.Count
	// SaveSoon keeps what is unsaved within a second.
	SaveSoon()
	// Changed is told that there is something else to be listed, and AppliedChanged that
	// besides another preset may be applied, or what is saved is another.
	Changed()
	AppliedChanged()
	Tell(message.Message)
	// TellComposed shows the message done about another composition, given its number of files,
	// or which of them are missing.
	TellComposed(done func(files int) message.Message, name string)
	Fail(error)
}

// Part is the presets of one project in a session. It belongs to the session's goroutine.
type Part struct {
	host   Host
	saves  *jobs.Serial
	state  State
	scope  models.Scope      // whose presets the toolbar lists; "" is all of them
	filter string            // of the manager
	known  map[string]string // by name: the digest of a project's preset that was applied although it hides another
	taken  []kept.Draft      // from the command line, until they are kept here
	costs  *Costs
}

// New returns the presets of a project that was just opened, or of none. Saves are those of
// the project, which wait for each other.
func New(host Host, work *jobs.Group, saves *jobs.Serial) *Part {
	p := &Part{host: host, saves: saves}
	p.costs = &Costs{host: host, rows: p.AllRows, counting: work.Latest(), known: map[string]cost{}}
	return p
}

// Costs are what the presets cost.
func (p *Part) Costs() *Costs { return p.costs }

// State returns what undo takes back of presets.
func (p *Part) State() State { return p.state }

// SetState takes back, or makes again, which preset is applied and which drafts there are.
func (p *Part) SetState(s State) {
	p.state = s
	p.host.AppliedChanged()
	p.host.SaveSoon()
}

// files returns the files of presets as they were loaded last.
func (p *Part) files() project.PresetFiles { return p.host.Project().Presets().Files() }

// In lists what can be applied in a scope, hidden ones included.
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
	_, ok := kept.FindPreset(p.host.Project().Kept().Project.Presets, name)
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

// appliedPreset returns the preset applied last as it is kept now.
func (p *Part) appliedPreset() (models.Preset, bool) {
	if p.host.Project() == nil || p.state.Applied.Scope == "" {
		return models.Preset{}, false
	}
	return p.files().Find(p.state.Applied)
}

// differsFrom reports whether a preset would change what is put together.
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

// listScope keeps the preset that is applied among those that are listed.
func (p *Part) listScope(scope models.Scope) {
	if p.scope != "" && scope != "" {
		p.scope = scope
	}
}

// tellUndo says what undo takes back.
func (p *Part) tellUndo(m message.Message) {
	m.Undo = true
	p.host.Tell(m)
}
