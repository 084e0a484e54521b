package presets

import (
	"slices"

	"dossier/models"
	kept "dossier/presets"
	"dossier/ui/project"
)

// Restore finds what was kept of presets.
func (p *Part) Restore(u kept.Unsaved) {
	p.state = State{Applied: appliedIn(u)}
	for _, d := range u.Drafts {
		p.state.Drafts = append(p.state.Drafts, draftOf(d))
	}
	p.scope, p.known = u.Listed, u.Shadows
}

// Keep says what is to be kept of presets.
func (p *Part) Keep(u *kept.Unsaved) {
	u.Preset, u.Scope, u.Listed = p.state.Applied.Name, p.state.Applied.Scope, p.scope
	for _, d := range p.state.Drafts {
		u.Drafts = append(u.Drafts, project.DraftOf(d.Of, d.Content))
	}
	u.Shadows = p.known
}

// TakeUp takes in what another window kept of its presets: its drafts join those that there
// are. Where what was put together there is about to take the place of what is here, this
// becomes a draft too. The caller records the step, composes and tells of it.
func (p *Part) TakeUp(u kept.Unsaved) {
	if u.Edited {
		next := p.leaveDraft()
		next.Applied = appliedIn(u)
		p.state = next
	}
	for _, d := range u.Drafts {
		p.state = p.state.beside(draftOf(d).Of, draftOf(d).Content)
	}
}

// appliedIn names the preset that what was kept rests on.
func appliedIn(u kept.Unsaved) project.PresetRef {
	if u.Preset == "" {
		return project.PresetRef{}
	}
	return project.PresetRef{Scope: u.Scope, Name: u.Preset}
}

// draftOf is a draft that was kept.
func draftOf(d kept.Draft) Draft {
	return Draft{project.PresetRef{Scope: d.Scope, Name: d.Of}, models.PresetOf(d.Content, "")}
}

// TakeDrafts takes in what the command line has replaced in the project file. It stays
// where it is until it is kept here: see [Part.Taken].
func (p *Part) TakeDrafts() {
	list := p.host.Project().Presets().Drafts()
	if len(list) == 0 {
		return
	}
	for _, d := range slices.Backward(list) { // the newest last, which then stands first
		draft := draftOf(d)
		p.eachState(func(s State) State { return s.beside(draft.Of, draft.Content) })
	}
	p.taken = list
	p.host.Changed()
	p.host.SaveSoon()
}

// Taken returns what [Part.TakeDrafts] took in since it was called last, to be dropped from
// where it was as soon as what is unsaved is kept.
func (p *Part) Taken() []kept.Draft {
	list := p.taken
	p.taken = nil
	return list
}
