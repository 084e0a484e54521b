package session

import (
	"context"
	"errors"
	"strings"

	"dossier/models"
	"dossier/presets"
	"dossier/ui/project"
	"dossier/ui/session/change"
	"dossier/ui/session/message"
	"dossier/ui/session/undo"
)

// perform does something to the files of presets beside the window, as one step that
// undo takes back on the disk. plan is asked at its turn, when all that was begun before
// is done; then is told once it is done and may be nil.
func (s *Session) perform(label message.Message, plan func(project.PresetFiles) (project.PresetPlan, error), then func()) {
	if s.project == nil {
		s.fail(project.ErrNone)
		return
	}
	s.filing.Start(func() func(context.Context) func() {
		p := s.project
		return func(ctx context.Context) func() {
			done, back, err := p.Presets().Change(ctx, plan)
			return func() {
				was := s.presets.presetMoment
				s.modified = s.differs()
				s.follow(done)
				if len(back) > 0 {
					s.undo.Push(undo.Step{Label: label, Was: written{s, was, &presetStep{back}}})
				}
				s.presetsDone(err)
				if err == nil && then != nil {
					then()
				}
			}
		}
	})
}

// takeBack takes back what was done to the files of presets, or does it again.
func (s *Session) takeBack(step *presetStep) {
	s.filing.Start(func() func(context.Context) func() {
		p, plan := s.project, step.next
		return func(ctx context.Context) func() {
			done, back, err := p.Presets().Change(ctx, func(project.PresetFiles) (project.PresetPlan, error) { return plan, nil })
			return func() {
				s.modified = s.differs()
				s.follow(done)
				if step.next = back; err != nil {
					s.undo.Forget(func(state undo.State) bool { w, is := state.(written); return is && w.plan == step })
				}
				s.presetsDone(err)
			}
		}
	})
}

// follow gives what refers to presets by name their new names.
func (s *Session) follow(deed project.PresetPlan) {
	for _, c := range deed {
		if c.From != "" {
			from, to := project.PresetRef{Scope: c.Scope, Name: c.From}, project.PresetRef{Scope: c.Scope, Name: c.To}
			s.presets.presetMoment = s.presets.renamed(from, to)
			s.eachPresets(func(m presetMoment) presetMoment { return m.renamed(from, to) })
		}
	}
}

// presetsDone shows the presets after they were written, and what went wrong.
func (s *Session) presetsDone(err error) {
	var conflict *presets.ConflictError
	switch {
	case errors.As(err, &conflict):
		s.tell(message.New("Another program changed the same preset a moment ago, and nothing was written: {{.Keys}}. What it is now is listed here; do it again if you still want to", map[string]any{"Keys": strings.Join(conflict.Keys, ", ")}))
	case err != nil:
		s.fail(err)
	}
	s.price()
	s.notify(change.Presets | change.Project)
	s.saveSoon()
}

// CheckPreset reports why a preset cannot get a name in a scope: the name breaks a rule,
// is taken, or the file cannot be written.
func (s *Session) CheckPreset(to project.PresetRef) error {
	if s.project == nil {
		return project.ErrNone
	}
	files := s.presetFiles()
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

// PresetsReadOnly says why the presets of a scope cannot be changed; nil when they can.
func (s *Session) PresetsReadOnly(scope models.Scope) error {
	if s.project == nil {
		return project.ErrNone
	}
	return s.presetFiles().ReadOnly(scope)
}

// FreePresetName returns a name, or that name with a number, that no preset of a scope
// has.
func (s *Session) FreePresetName(to project.PresetRef) string {
	if s.project == nil {
		return to.Name
	}
	return presets.FreeName(s.presetFiles().List(to.Scope), to.Name)
}

// SavePreset saves what is put together as a preset, a new one or over the one of the
// name, and makes it the applied one.
func (s *Session) SavePreset(ref project.PresetRef, description string) {
	if s.project == nil {
		s.fail(project.ErrNone)
		return
	}
	comp := s.comp.Clone()
	s.perform(message.Named("save {{.Name}}", ref.Name), func(f project.PresetFiles) (project.PresetPlan, error) {
		was, _ := f.Find(ref)
		p := project.SavedOver(was, comp, ref.Name)
		p.Description = description
		return f.Save(ref.Scope, p)
	}, func() {
		s.presets.presetMoment = s.presets.without(ref)
		s.presets.applied = ref
		s.listScope(ref.Scope)
		s.tellUndo(message.New("Saved {{.Name}} to {{.Path}}", s.presetFields(ref)))
		s.notify(change.Presets | change.Project)
	})
}

// RenamePreset gives a preset another name. In its file it stays where it is.
func (s *Session) RenamePreset(ref project.PresetRef, to string) {
	s.perform(message.Named("rename {{.Name}}", ref.Name), func(f project.PresetFiles) (project.PresetPlan, error) { return f.Rename(ref, to) }, nil)
}

// DescribePreset says in words what a preset is for.
func (s *Session) DescribePreset(ref project.PresetRef, description string) {
	s.perform(message.Named("describe {{.Name}}", ref.Name), func(f project.PresetFiles) (project.PresetPlan, error) { return f.Describe(ref, description) }, nil)
}

// CopyPreset copies a preset to a scope and a name; one that is there is replaced. With
// move the one that was copied is deleted.
func (s *Session) CopyPreset(ref, to project.PresetRef, move bool) {
	if move {
		s.perform(message.Named("move {{.Name}}", ref.Name), func(f project.PresetFiles) (project.PresetPlan, error) { return f.Move(ref, to, true) }, func() {
			if s.presets.applied == ref {
				s.presets.applied = to
				s.notify(change.Presets | change.Project)
			}
			s.tellUndo(message.New("Moved {{.Name}} to {{.Path}}", s.presetFields(to)))
		})
		return
	}
	s.perform(message.Named("copy {{.Name}}", ref.Name), func(f project.PresetFiles) (project.PresetPlan, error) { return f.CopyTo(ref, to, true) }, func() {
		s.tellUndo(message.New("Copied {{.Name}} to {{.Path}}", s.presetFields(to)))
	})
}

// DuplicatePreset copies a preset beside itself, by a free name.
func (s *Session) DuplicatePreset(ref project.PresetRef) {
	to := ref
	s.perform(message.Named("duplicate {{.Name}}", ref.Name), func(f project.PresetFiles) (project.PresetPlan, error) {
		to.Name = presets.FreeName(f.List(ref.Scope), ref.Name)
		return f.CopyTo(ref, to, false)
	}, func() {
		s.tellUndo(message.New("Duplicated as {{.Name}}", s.presetFields(to)))
	})
}

// DeletePreset deletes a preset; what is put together stays.
func (s *Session) DeletePreset(ref project.PresetRef) {
	s.perform(message.Named("delete {{.Name}}", ref.Name), func(f project.PresetFiles) (project.PresetPlan, error) { return f.Delete(ref) }, func() {
		s.tellUndo(message.New("Deleted {{.Name}} from {{.Path}}", s.presetFields(ref)))
	})
}

// presetFields are the name of a preset and of its file, for messages.
func (s *Session) presetFields(ref project.PresetRef) map[string]any {
	return map[string]any{"Name": ref.Shown(), "Path": project.Shown(s.presetFiles().Path(ref.Scope))}
}

// tellUndo says what undo takes back.
func (s *Session) tellUndo(m message.Message) {
	m.Undo = true
	s.tell(m)
}

// ReadPresetFile reads the presets of a file beside the window, for
// [Session.ImportPresets].
func (s *Session) ReadPresetFile(path string, then func(presets.Offer)) {
	if s.project == nil {
		s.fail(project.ErrNone)
		return
	}
	s.filing.Start(func() func(context.Context) func() {
		return func(context.Context) func() {
			offer, err := presets.ReadPresets(path)
			return func() {
				if err != nil {
					s.fail(err)
					return
				}
				then(offer)
			}
		}
	})
}

// Clashing lists the presets among those offered whose names are taken in a scope by
// ones that say something else.
func (s *Session) Clashing(scope models.Scope, offered []models.Preset) []string {
	if s.project == nil {
		return nil
	}
	return s.project.Presets().Clashing(scope, offered)
}

// ImportPresets takes presets into a scope.
func (s *Session) ImportPresets(scope models.Scope, offered []models.Preset, clash presets.Clash) {
	var report []presets.Taken
	s.perform(message.New("import presets", nil), func(f project.PresetFiles) (deed project.PresetPlan, err error) {
		deed, report = f.Take(scope, offered, func(string) presets.Clash { return clash })
		return deed, nil
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
		s.tell(m)
	})
}

// ExportPresets writes presets to a file that a person named, in the place of one that is
// there.
func (s *Session) ExportPresets(refs []project.PresetRef, path string) {
	if s.project == nil {
		s.fail(project.ErrNone)
		return
	}
	var list []models.ScopedPreset
	for _, p := range s.project.Presets().All() {
		for _, ref := range refs {
			if (project.PresetRef{Scope: p.Scope, Name: p.Name}) == ref {
				list = append(list, p)
			}
		}
	}
	s.filing.Start(func() func(context.Context) func() {
		return func(ctx context.Context) func() {
			data, err := project.ExportPresets(list)
			if err == nil {
				err = presets.WriteFile(ctx, s.Places, path, data, true)
			}
			return func() {
				if err != nil {
					s.fail(err)
					return
				}
				s.tell(message.Count("Exported {{.N}} presets to {{.Path}}", len(list), map[string]any{"Path": project.Shown(path)}))
			}
		}
	})
}
