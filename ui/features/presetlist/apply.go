package presetlist

import (
	"dossier/models"
	"dossier/ui/project"
	"dossier/ui/session/message"
)

// Apply replaces the composition by a preset, in one undo step. Unsaved changes become a draft of
// the preset that they are based on.
func (p *Part) Apply(one models.ScopedPreset) {
	if p.host.Project() == nil {
		return
	}
	ref := refOf(one)
	p.acquaint(ref)
	drafted := p.switchTo(message.Named("apply {{.Name}}", one.Name), ref, one.Preset, p.leaveDraft())
	fields := map[string]any{"Name": ref.Shown()}
	p.host.NotifyComposed(func(files int) message.Message {
		if drafted {
			return message.New("Unsaved changes were stored as a draft; applied {{.Name}}", fields)
		}
		return message.Count("Applied {{.Name}}: {{.N}} files", files, fields)
	}, ref.Shown())
}

// ApplyDraft replaces the composition by the draft of a preset. Unsaved changes become a draft too.
func (p *Part) ApplyDraft(ref project.PresetRef) {
	if p.host.Project() == nil {
		return
	}
	content, ok := p.state.draft(ref)
	if !ok {
		return
	}
	next := p.state.without(ref)
	if of, unsaved, is := p.unsaved(); is {
		next = next.with(of, unsaved)
	}
	p.acquaint(ref)
	p.switchTo(message.Named("apply the draft of {{.Name}}", ref.Name), ref, content, next)
	m := message.New("Applied the draft of {{.Name}}", map[string]any{"Name": ref.Shown()})
	if ref.Name == "" {
		m = message.New("Restored the previous composition", nil)
	}
	p.host.NotifyComposed(func(int) message.Message { return m }, ref.Shown())
}

// DropDraft deletes the draft of a preset. Undo restores it.
func (p *Part) DropDraft(ref project.PresetRef) {
	if _, ok := p.state.draft(ref); !ok {
		return
	}
	p.host.Record(message.Named("drop the draft of {{.Name}}", ref.Name))
	p.state = p.state.without(ref)
	p.notifyWithUndo(message.New("Dropped the draft of {{.Name}}", map[string]any{"Name": ref.Shown()}))
	p.host.Changed()
	p.host.SaveSoon()
}

// switchTo replaces the composition by the content of a preset, in one undo step. It reports
// whether a draft was created.
func (p *Part) switchTo(label message.Message, ref project.PresetRef, content models.Preset, next State) (drafted bool) {
	if p.state.Applied == ref && !p.differsFrom(content) {
		return false
	}
	next.Applied = ref
	drafted = len(next.Drafts) > len(p.state.Drafts)
	p.host.Record(label)
	p.state, p.changedElsewhere = next, project.PresetRef{}
	p.listScope(ref.Scope)
	p.host.SetComposition(content.Apply(p.host.Composition()))
	p.host.AppliedChanged()
	return drafted
}

// leaveDraft returns the state with unsaved changes as a draft.
func (p *Part) leaveDraft() State {
	if of, content, unsaved := p.unsaved(); unsaved {
		return p.state.with(of, content)
	}
	return p.state
}

// unsaved returns what would be lost if another preset were applied: the differences from the
// applied preset or, without one, from the project file.
func (p *Part) unsaved() (of project.PresetRef, content models.Preset, unsaved bool) {
	content = models.PresetOf(p.host.Composition(), "")
	preset, there := p.appliedPreset()
	switch {
	case there:
		return p.state.Applied, preset.ContentOf(p.host.Composition(), ""), p.differsFrom(preset)
	case p.state.Applied.Name != "":
		return p.state.Applied, content, !empty(content) // the preset is gone: this is all that remains of it
	}
	saved := models.PresetOf(p.host.Project().StoredState().Composition(), "")
	return project.PresetRef{}, content, !empty(content) && !models.ComparePresets(saved, content).Same()
}

// empty reports whether a preset has no content.
func empty(preset models.Preset) bool {
	return models.ComparePresets(models.Preset{}, preset).SameContent()
}
