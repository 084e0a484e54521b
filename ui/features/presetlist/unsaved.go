package presetlist

import (
	"slices"

	"dossier/presets"
	"dossier/ui/project"
)

// RestoreUnsaved restores the drafts, the applied preset, and the listed scope.
func (p *Part) RestoreUnsaved(u presets.Unsaved) {
	p.state = State{Applied: appliedIn(u)}
	for _, d := range u.Drafts {
		p.state.Drafts = append(p.state.Drafts, draftOf(d))
	}
	p.scope, p.known = u.Listed, u.Shadows
}

// CollectUnsaved adds them to the unsaved work.
func (p *Part) CollectUnsaved(u *presets.Unsaved) {
	u.Preset, u.Scope, u.Listed = p.state.Applied.Name, p.state.Applied.Scope, p.scope
	for _, d := range p.state.Drafts {
		u.Drafts = append(u.Drafts, project.DraftOf(d.Of, d.Content))
	}
	u.Shadows = p.known
}

// Join adds the drafts of another window. If the composition of that window is about to replace the
// current one, the current one becomes a draft too. The caller records the undo step, replaces the
// composition and reports it.
func (p *Part) Join(u presets.Unsaved) {
	if u.Edited {
		next := p.leaveDraft()
		next.Applied = appliedIn(u)
		p.state = next
	}
	for _, d := range u.Drafts {
		p.state = p.state.withDraft(draftOf(d).Of, draftOf(d).Content)
	}
}

// appliedIn returns the preset that unsaved work is based on.
func appliedIn(u presets.Unsaved) project.PresetRef {
	if u.Preset == "" {
		return project.PresetRef{}
	}
	return project.PresetRef{Scope: u.Scope, Name: u.Preset}
}

// draftOf converts a stored draft.
func draftOf(d presets.Draft) Draft {
	return Draft{project.PresetRef{Scope: d.Scope, Name: d.Of}, project.ContentOf(d)}
}

// AdoptDrafts adds compositions that the command line has replaced in the project file. They also
// stay at their origin until they are saved here: see [Part.AdoptedDrafts].
func (p *Part) AdoptDrafts() {
	list := p.host.Project().Presets().Drafts()
	if len(list) == 0 {
		return
	}
	for _, d := range slices.Backward(list) { // the last added becomes the first
		draft := draftOf(d)
		p.eachState(func(s State) State { return s.withDraft(draft.Of, draft.Content) })
	}
	p.adopted = list
	p.host.Changed()
	p.host.SaveSoon()
}

// AdoptedDrafts returns what [Part.AdoptDrafts] added since the last call, to delete it from its origin
// after unsaved work is saved.
func (p *Part) AdoptedDrafts() []presets.Draft {
	list := p.adopted
	p.adopted = nil
	return list
}

// IsMissing reports whether another window has a draft whose content is not here under any name.
func (p *Part) IsMissing(u presets.Unsaved) bool {
	return slices.ContainsFunc(u.Drafts, func(d presets.Draft) bool {
		return !p.state.HasContent(project.ContentOf(d))
	})
}
