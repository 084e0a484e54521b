package presetlist

import (
	"context"
	"errors"
	"slices"
	"strings"

	"dossier/models"
	"dossier/presets"
	"dossier/ui/project"
	"dossier/ui/session/message"
	"dossier/ui/session/undo"
)

// plan returns the changes to the files of presets, given their current state.
type plan = func(project.PresetFiles) (project.PresetPlan, error)

// written is a completed action on the files of presets: an undo step that reverts it on the disk.
type written struct {
	p     *Part
	state State
	back  *inverse
}

// inverse reverts an action on the files of presets, or repeats it after it was reverted.
type inverse struct{ next project.PresetPlan }

// Current returns the same step with the current state of presets.
func (w written) Current() undo.State { return written{w.p, w.p.state, w.back} }

// Restore reverts the action on the disk.
func (w written) Restore() {
	w.p.SetState(w.state)
	w.p.revert(w.back)
}

// WithPresets returns the same step with a changed state of presets.
func (w written) WithPresets(change func(State) State) undo.State {
	w.state = change(w.state)
	return w
}

// perform changes the files of presets in the background, as one undo step that reverts them on the
// disk. plan is called after all previous actions are done; then is called afterwards and may be
// nil.
func (p *Part) perform(label message.Message, plan plan, then func()) {
	p.change(plan, func(back project.PresetPlan, old State, err error) {
		if len(back) > 0 {
			p.host.Push(undo.Step{Label: label, Old: written{p, old, &inverse{back}}})
		}
		p.done(err)
		if err == nil && then != nil {
			then()
		}
	})
}

// revert reverts an action on the files of presets, or repeats it.
func (p *Part) revert(step *inverse) {
	p.change(func(project.PresetFiles) (project.PresetPlan, error) { return step.next, nil }, func(back project.PresetPlan, _ State, err error) {
		if step.next = back; err != nil {
			p.host.Forget(func(state undo.State) bool { w, is := state.(written); return is && w.back == step })
		}
		p.done(err)
	})
}

// change runs a plan in the background. then is called with the plan that reverts it, and with the
// state before references to renamed presets were updated.
func (p *Part) change(plan plan, then func(back project.PresetPlan, old State, err error)) {
	if p.host.Project() == nil {
		p.host.Fail(project.ErrNone)
		return
	}
	p.saves.Start(func() func(context.Context) func() {
		opened := p.host.Project()
		return func(ctx context.Context) func() {
			made, back, err := opened.Presets().Change(ctx, plan)
			return func() {
				old := p.state
				p.follow(made)
				then(back, old, err)
			}
		}
	})
}

// follow updates references to renamed presets.
func (p *Part) follow(made project.PresetPlan) {
	for _, c := range made {
		if c.From != "" {
			from, to := project.PresetRef{Scope: c.Scope, Name: c.From}, project.PresetRef{Scope: c.Scope, Name: c.To}
			p.eachState(func(s State) State { return s.renamed(from, to) })
		}
	}
}

// eachState changes the state of presets, also in each undo step.
func (p *Part) eachState(change func(State) State) {
	p.state = change(p.state)
	p.host.Replace(func(state undo.State) undo.State {
		if h, is := state.(Holder); is {
			return h.WithPresets(change)
		}
		return state
	})
}

// done shows the presets after they were written, and reports errors.
func (p *Part) done(err error) {
	var conflict *presets.ConflictError
	switch {
	case errors.As(err, &conflict):
		p.host.Notify(message.New("Another program changed the same preset a moment ago, and nothing was written: {{.Keys}}. What it is now is listed here; do it again if you still want to", map[string]any{"Keys": strings.Join(conflict.Keys, ", ")}))
	case err != nil:
		p.host.Fail(err)
	}
	p.costs.Update()
	p.host.AppliedChanged()
	p.host.SaveSoon()
}

// Check returns why a preset cannot get a name in a scope: the name breaks a rule, is taken, or the
// file cannot be written.
func (p *Part) Check(to project.PresetRef) error {
	if p.host.Project() == nil {
		return project.ErrNone
	}
	files := p.files()
	if err := files.ReadOnly(to.Scope); err != nil {
		return err
	}
	if err := presets.CheckPresetName(to.Name); err != nil {
		return err
	}
	if _, taken := files.Find(to); taken {
		return &presets.NameTakenError{Path: files.Path(to.Scope), Name: to.Name}
	}
	return nil
}

// ReadOnly returns why the presets of a scope cannot be changed; nil if they can.
func (p *Part) ReadOnly(scope models.Scope) error {
	if p.host.Project() == nil {
		return project.ErrNone
	}
	return p.files().ReadOnly(scope)
}

// FreeName returns the name, with a number if a preset of the scope has that name already.
func (p *Part) FreeName(to project.PresetRef) string {
	if p.host.Project() == nil {
		return to.Name
	}
	return presets.FreeName(p.files().List(to.Scope), to.Name)
}

// Save saves the composition as a new preset, or as the existing one of that name, and makes it the
// applied preset.
func (p *Part) Save(ref project.PresetRef, description string) {
	if p.host.Project() == nil {
		p.host.Fail(project.ErrNone)
		return
	}
	comp, before := p.host.Composition().Clone(), p.state
	p.perform(message.Named("save {{.Name}}", ref.Name), func(f project.PresetFiles) (project.PresetPlan, error) {
		old, _ := f.Find(ref)
		preset := project.SavedOver(old, comp, ref.Name)
		preset.Description = description
		return f.Save(ref.Scope, preset)
	}, func() {
		if !p.newerDraft(before, ref) {
			p.state = p.state.without(ref)
		}
		if p.state.Applied == before.Applied { // otherwise another one was applied in the meantime
			p.state.Applied, p.changedElsewhere = ref, project.PresetRef{}
			p.listScope(ref.Scope)
		}
		p.notifyWithUndo(message.New("Saved {{.Name}} to {{.Path}}", p.fields(ref)))
		p.host.AppliedChanged()
	})
}

// newerDraft reports whether the draft of a saved preset is of changes that were made while it was saved.
func (p *Part) newerDraft(before State, ref project.PresetRef) bool {
	draft, ok := p.state.draft(ref)
	if !ok {
		return false
	}
	saved, _ := p.files().Find(ref)
	old, had := before.draft(ref)
	return !models.ComparePresets(saved, draft).SameContent() && !(had && models.ComparePresets(old, draft).SameContent())
}

// Rename renames a preset. It keeps its position in the file.
func (p *Part) Rename(ref project.PresetRef, to string) {
	p.perform(message.Named("rename {{.Name}}", ref.Name), func(f project.PresetFiles) (project.PresetPlan, error) { return f.Rename(ref, to) }, nil)
}

// Alter changes a preset in one undo step with the given label: its description, or whether it has
// excluded notes.
func (p *Part) Alter(ref project.PresetRef, label message.Message, change func(models.Preset) models.Preset) {
	p.perform(label, func(f project.PresetFiles) (project.PresetPlan, error) { return f.Alter(ref, change) }, nil)
}

// Copy copies a preset to a scope and a name, replacing an existing one. If move is set, the
// original is deleted.
func (p *Part) Copy(ref, to project.PresetRef, move bool) {
	if move {
		p.perform(message.Named("move {{.Name}}", ref.Name), func(f project.PresetFiles) (project.PresetPlan, error) { return f.Move(ref, to, true) }, func() {
			if p.state.Applied == ref {
				p.state.Applied = to
				p.host.AppliedChanged()
			}
			p.notifyWithUndo(message.New("Moved {{.Name}} to {{.Path}}", p.fields(to)))
		})
		return
	}
	p.perform(message.Named("copy {{.Name}}", ref.Name), func(f project.PresetFiles) (project.PresetPlan, error) { return f.CopyTo(ref, to, true) }, func() {
		p.notifyWithUndo(message.New("Copied {{.Name}} to {{.Path}}", p.fields(to)))
	})
}

// Duplicate copies a preset in its scope, under a free name.
func (p *Part) Duplicate(ref project.PresetRef) {
	to := ref
	p.perform(message.Named("duplicate {{.Name}}", ref.Name), func(f project.PresetFiles) (project.PresetPlan, error) {
		to.Name = presets.FreeName(f.List(ref.Scope), ref.Name)
		return f.CopyTo(ref, to, false)
	}, func() {
		p.notifyWithUndo(message.New("Duplicated as {{.Name}}", p.fields(to)))
	})
}

// Delete deletes a preset. The composition stays unchanged.
func (p *Part) Delete(ref project.PresetRef) {
	p.perform(message.Named("delete {{.Name}}", ref.Name), func(f project.PresetFiles) (project.PresetPlan, error) { return f.Delete(ref) }, func() {
		p.notifyWithUndo(message.New("Deleted {{.Name}} from {{.Path}}", p.fields(ref)))
	})
}

// fields returns the names of a preset and of its file, for messages.
func (p *Part) fields(ref project.PresetRef) map[string]any {
	return map[string]any{"Name": ref.Shown(), "Path": project.Shown(p.files().Path(ref.Scope))}
}

// ReadFile reads the presets of a file in the background, for [Part.Import].
func (p *Part) ReadFile(path string, then func(presets.Offer)) {
	if p.host.Project() == nil {
		p.host.Fail(project.ErrNone)
		return
	}
	p.saves.Start(func() func(context.Context) func() {
		return func(context.Context) func() {
			offer, err := presets.ReadPresets(path)
			return func() {
				if err != nil {
					p.host.Fail(err)
					return
				}
				then(offer)
			}
		}
	})
}

// Clashing returns the names of offered presets that are taken in a scope by presets with other
// contents.
func (p *Part) Clashing(scope models.Scope, offered []models.Preset) []string {
	if p.host.Project() == nil {
		return nil
	}
	return p.host.Project().Presets().Clashing(scope, offered)
}

// Import imports presets into a scope.
func (p *Part) Import(scope models.Scope, offered []models.Preset, clash presets.Clash) {
	var report []presets.ImportResult
	p.perform(message.New("import presets", nil), func(f project.PresetFiles) (plan project.PresetPlan, err error) {
		plan, report = f.Import(scope, offered, func(string) presets.Clash { return clash })
		return plan, nil
	}, func() {
		taken := 0
		for _, t := range report {
			if t.As != "" {
				taken++
			}
		}
		m := message.Count("Imported {{.N}} presets", taken, nil)
		if left := len(report) - taken; left > 0 {
			m = message.Count("Imported {{.N}} presets; {{.Left}} were there already or were skipped", taken, map[string]any{"Left": left})
		}
		m.Undo = taken > 0
		p.host.Notify(m)
	})
}

// Export writes presets to a file that the user named, replacing an existing one, and reports how
// secrets in their texts were handled.
func (p *Part) Export(refs []project.PresetRef, path string, as project.Redaction) {
	opened := p.host.Project()
	if opened == nil {
		p.host.Fail(project.ErrNone)
		return
	}
	list := slices.DeleteFunc(opened.Presets().All(), func(one models.ScopedPreset) bool { return !slices.Contains(refs, refOf(one)) })
	p.saves.Start(func() func(context.Context) func() {
		return func(ctx context.Context) func() {
			list, found, err := opened.Presets().Redact(ctx, list, as)
			if err == nil {
				err = opened.Presets().Export(ctx, list, path, true)
			}
			return func() {
				if err != nil {
					p.host.Fail(err)
					return
				}
				m := message.Count("Exported {{.N}} presets to {{.Path}}", len(list), map[string]any{"Path": project.Shown(path)})
				for _, more := range []message.Message{
					message.Count("{{.N}} secrets redacted", found.Redacted, nil),
					message.Count("{{.N}} secrets readable", found.Certain, nil),
					message.Count("{{.N}} possible secrets readable", found.Possible, nil),
				} {
					if more.N > 0 {
						m.More = append(m.More, more)
					}
				}
				p.host.Notify(m)
			}
		}
	})
}
