package session

import (
	"context"
	"errors"
	"strings"

	"dossier/models"
	"dossier/presets"
)

// doneDeed is something done to the files of presets, in the undo stack. Next takes it
// back or, once that is done, does it again.
type doneDeed struct{ next presetDeed }

// perform does something to the files of presets beside the window, as one step that
// undo takes back on the disk. plan is asked at its turn, when all that was begun before
// is done; then is told once it is done and may be nil.
func (s *Session) perform(label string, plan func(presetFiles) (presetDeed, error), then func()) {
	if s.project == nil {
		s.fail(errNoProject)
		return
	}
	s.filing.start(func() func(context.Context) func() {
		files := s.presetFiles()
		deed, err := plan(files)
		return func(ctx context.Context) func() {
			if err != nil {
				return func() { s.fail(err) }
			}
			next, back, err := deed.do(ctx, files)
			return func() {
				was := s.moment()
				s.takePresetFiles(next)
				s.follow(deed[:len(back)])
				if len(back) > 0 {
					s.undo.push(step{label: label, was: was, deed: &doneDeed{back}})
				}
				s.presetsDone(err)
				if err == nil && then != nil {
					then()
				}
			}
		}
	})
}

// takeBack undoes a deed, or does it again.
func (s *Session) takeBack(d *doneDeed) {
	s.filing.start(func() func(context.Context) func() {
		files, deed := s.presetFiles(), d.next
		return func(ctx context.Context) func() {
			next, back, err := deed.do(ctx, files)
			return func() {
				s.takePresetFiles(next)
				s.follow(deed[:len(back)])
				if d.next = back; err != nil {
					s.undo.forget(d)
				}
				s.presetsDone(err)
			}
		}
	})
}

// takePresetFiles takes in the files of presets after they were written.
func (s *Session) takePresetFiles(f presetFiles) {
	s.project.setPresetFiles(f)
	s.library = f.library
	s.modified = s.differs()
}

// follow gives what refers to presets by name their new names.
func (s *Session) follow(deed presetDeed) {
	for _, c := range deed {
		if c.from != "" {
			from, to := PresetRef{c.scope, c.from}, PresetRef{c.scope, c.to}
			s.presets.presetMoment = s.presets.renamed(from, to)
			s.undo.renamePreset(from, to)
		}
	}
}

// presetsDone shows the presets after they were written, and what went wrong.
func (s *Session) presetsDone(err error) {
	var conflict *presets.ConflictError
	switch {
	case errors.As(err, &conflict):
		s.tell(told("Another program changed the same preset a moment ago, and nothing was written: {{.Keys}}. What it is now is listed here; do it again if you still want to", map[string]any{"Keys": strings.Join(conflict.Keys, ", ")}))
	case err != nil:
		s.fail(err)
	}
	s.price()
	s.notify(PresetsChanged | ProjectChanged)
	s.saveSoon()
}

// CheckPreset reports why a preset cannot get a name in a scope: the name breaks a rule,
// is taken, or the file cannot be written.
func (s *Session) CheckPreset(to PresetRef) error {
	if s.project == nil {
		return errNoProject
	}
	files := s.presetFiles()
	if err := files.readOnly(to.Scope); err != nil {
		return err
	}
	if err := presets.CheckPresetName(to.Name); err != nil {
		return err
	}
	if _, taken := files.find(to); taken {
		return &presets.NameTakenError{Path: files.path(to.Scope), Name: to.Name}
	}
	return nil
}

// PresetsReadOnly says why the presets of a scope cannot be changed; nil when they can.
func (s *Session) PresetsReadOnly(scope models.Scope) error {
	if s.project == nil {
		return errNoProject
	}
	return s.presetFiles().readOnly(scope)
}

// FreePresetName returns a name, or that name with a number, that no preset of a scope
// has.
func (s *Session) FreePresetName(to PresetRef) string {
	if s.project == nil {
		return to.Name
	}
	return presets.FreeName(s.presetFiles().list(to.Scope), to.Name)
}

// SavePreset saves what is put together as a preset, a new one or over the one of the
// name, and makes it the applied one.
func (s *Session) SavePreset(ref PresetRef, description string) {
	if s.project == nil {
		s.fail(errNoProject)
		return
	}
	comp := s.comp.Clone()
	s.perform("save "+ref.Name, func(f presetFiles) (presetDeed, error) {
		was, _ := f.find(ref)
		p := savedOver(was, comp, ref.Name)
		p.Description = description
		return f.save(ref.Scope, p)
	}, func() {
		s.presets.presetMoment = s.presets.without(ref)
		s.presets.applied = ref
		s.listScope(ref.Scope)
		s.tellUndo(told("Saved {{.Name}} to {{.Path}}", s.presetFields(ref)))
		s.notify(PresetsChanged | ProjectChanged)
	})
}

// RenamePreset gives a preset another name. In its file it stays where it is.
func (s *Session) RenamePreset(ref PresetRef, to string) {
	s.perform("rename "+ref.Name, func(f presetFiles) (presetDeed, error) { return f.rename(ref, to) }, nil)
}

// DescribePreset says in words what a preset is for.
func (s *Session) DescribePreset(ref PresetRef, description string) {
	s.perform("describe "+ref.Name, func(f presetFiles) (presetDeed, error) { return f.describe(ref, description) }, nil)
}

// CopyPreset copies a preset to a scope and a name; one that is there is replaced. With
// move the one that was copied is deleted.
func (s *Session) CopyPreset(ref, to PresetRef, move bool) {
	if move {
		s.perform("move "+ref.Name, func(f presetFiles) (presetDeed, error) { return f.move(ref, to, true) }, func() {
			if s.presets.applied == ref {
				s.presets.applied = to
				s.notify(PresetsChanged | ProjectChanged)
			}
			s.tellUndo(told("Moved {{.Name}} to {{.Path}}", s.presetFields(to)))
		})
		return
	}
	s.perform("copy "+ref.Name, func(f presetFiles) (presetDeed, error) { return f.copyTo(ref, to, true) }, func() {
		s.tellUndo(told("Copied {{.Name}} to {{.Path}}", s.presetFields(to)))
	})
}

// DuplicatePreset copies a preset beside itself, by a free name.
func (s *Session) DuplicatePreset(ref PresetRef) {
	to := ref
	s.perform("duplicate "+ref.Name, func(f presetFiles) (presetDeed, error) {
		to.Name = presets.FreeName(f.list(ref.Scope), ref.Name)
		return f.copyTo(ref, to, false)
	}, func() {
		s.tellUndo(told("Duplicated as {{.Name}}", s.presetFields(to)))
	})
}

// DeletePreset deletes a preset; what is put together stays.
func (s *Session) DeletePreset(ref PresetRef) {
	s.perform("delete "+ref.Name, func(f presetFiles) (presetDeed, error) { return f.delete(ref) }, func() {
		s.tellUndo(told("Deleted {{.Name}} from {{.Path}}", s.presetFields(ref)))
	})
}

// presetFields are the name of a preset and of its file, for messages.
func (s *Session) presetFields(ref PresetRef) map[string]any {
	return map[string]any{"Name": ref.Shown(), "Path": Shown(s.presetFiles().path(ref.Scope))}
}

// tellUndo says what undo takes back.
func (s *Session) tellUndo(m Message) {
	m.Undo = true
	s.tell(m)
}

// ReadPresetFile reads the presets of a file beside the window, for
// [Session.ImportPresets].
func (s *Session) ReadPresetFile(path string, then func(presets.Offer)) {
	if s.project == nil {
		s.fail(errNoProject)
		return
	}
	s.filing.start(func() func(context.Context) func() {
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
	return s.project.ClashingPresets(scope, offered)
}

// ImportPresets takes presets into a scope.
func (s *Session) ImportPresets(scope models.Scope, offered []models.Preset, clash presets.Clash) {
	var report []presets.Taken
	s.perform("import presets", func(f presetFiles) (deed presetDeed, err error) {
		deed, report = f.take(scope, offered, func(string) presets.Clash { return clash })
		return deed, nil
	}, func() {
		taken := 0
		for _, t := range report {
			if t.As != "" {
				taken++
			}
		}
		m := toldCount("Imported {{.N}} presets", taken, nil)
		if left := len(report) - taken; left > 0 {
			m = toldCount("Imported {{.N}} presets; {{.Left}} were there already or were skipped", taken, map[string]any{"Left": left})
		}
		m.Undo = taken > 0
		s.tell(m)
	})
}

// ExportPresets writes presets to a file that a person named, in the place of one that is
// there.
func (s *Session) ExportPresets(refs []PresetRef, path string) {
	if s.project == nil {
		s.fail(errNoProject)
		return
	}
	var list []models.ScopedPreset
	for _, p := range s.project.AllPresets() {
		for _, ref := range refs {
			if (PresetRef{p.Scope, p.Name}) == ref {
				list = append(list, p)
			}
		}
	}
	s.filing.start(func() func(context.Context) func() {
		return func(ctx context.Context) func() {
			data, err := ExportPresets(list)
			if err == nil {
				err = presets.WriteFile(ctx, s.Places, path, data, true)
			}
			return func() {
				if err != nil {
					s.fail(err)
					return
				}
				s.tell(toldCount("Exported {{.N}} presets to {{.Path}}", len(list), map[string]any{"Path": Shown(path)}))
			}
		}
	})
}
