package session

import (
	"context"
	"errors"
	"slices"

	"dossier/aggregate/ignore"
	"dossier/aggregate/tokens"
	"dossier/models"
	"dossier/presets"
	"dossier/ui/project"
	"dossier/ui/session/change"
	"dossier/ui/session/message"
)

// Side says whose version wins where a file was changed here and on the disk.
type Side int

// The sides. Ask saves nothing where both have changed the same.
const (
	Ask Side = iota
	Mine
	Theirs
)

// Modified reports whether what is put together differs from the project file.
func (s *Session) Modified() bool { return s.modified }

// differs compares the composition with the project file, of which the focus is no
// part.
func (s *Session) differs() bool {
	return !project.SameComposition(s.project.Kept().Project.Composition(), s.comp.ForProject())
}

// ReadOnly says why dossier.toml is not written; nil when it can be.
func (s *Session) ReadOnly() error {
	if s.project == nil {
		return nil
	}
	return s.project.File().ReadOnly()
}

// Save writes what is put together to the project file, and nothing else of it. Where
// the file changed on disk in the same place, Options.Conflict is asked.
func (s *Session) Save(side Side) {
	if s.project == nil {
		s.fail(project.ErrNone)
		return
	}
	comp := s.comp
	if side == Mine && s.contested != nil {
		comp = *s.contested
	}
	s.saveAs(comp, side)
}

// saveAs writes a composition to the project file.
func (s *Session) saveAs(comp models.Composition, side Side) {
	opened := s.project
	comp = comp.Clone()
	s.contested = nil
	if side == Theirs {
		s.reloadFiles()
		s.base = opened.File()
		s.change(message.New("take the file's version", nil), "", func(e *project.Edit) {
			e.Composition = opened.Kept().Project.Composition().ForMessage(s.comp)
		})
		s.notify(change.Project)
		return
	}
	s.filing.Start(func() func(context.Context) func() {
		base := s.base
		return func(ctx context.Context) func() {
			next, err := opened.SaveComposition(ctx, base, comp, side == Mine)
			var conflict *presets.ConflictError
			return func() {
				if errors.As(err, &conflict) {
					s.contested = &comp
				}
				s.saved(opened, comp, next, err)
			}
		}
	})
}

// saved takes in what came of a save of a composition.
func (s *Session) saved(p *project.Project, comp models.Composition, next *presets.ProjectFile, err error) {
	var conflict *presets.ConflictError
	switch {
	case errors.As(err, &conflict) && s.Conflict != nil:
		s.Conflict(err)
		return
	case err != nil:
		s.fail(err)
		return
	}
	s.base = next
	if project.SameComposition(s.comp.ForProject(), comp.ForProject()) { // another program changed other parts of it
		s.change(message.New("take in what changed on disk", nil), "", func(e *project.Edit) { e.Composition = p.Kept().Project.Composition().ForMessage(s.comp) })
	}
	s.modified = s.differs()
	s.notify(change.Project)
	s.saveSoon()
	s.tell(message.New("Saved to {{.Path}}", map[string]any{"Path": next.Path()}))
}

// reloadFiles takes in the project's own files after they changed on disk. What is
// unsaved in the window stays. It reports whether other files are listed now.
func (s *Session) reloadFiles() (relist bool) {
	p := s.project
	before, unsaved := p.Kept().ScanOptions(), s.modified
	reapply := s.presets.BeforeReload()
	if changed, err := p.Reload(); changed {
		if err != nil {
			s.fail(err)
		}
		if !unsaved && p.Kept().Understood() == nil {
			was := s.comp
			s.comp = p.Kept().Project.Composition().ForMessage(s.comp)
			if !project.SameComposition(was, s.comp) {
				s.presets.Recognize()
			}
		}
		s.modified = s.differs()
		if !s.modified || s.base.ReadOnly() != nil {
			s.base = p.File()
		}
		s.resolve()
		reapply()
	}
	s.presets.TakeDrafts()
	s.discussion.Reload()
	s.notify(change.Project | change.Composition | change.Presets)
	after := p.Kept().ScanOptions()
	return after.Output != before.Output || !slices.Equal(after.Exclude, before.Exclude)
}

// Settings returns what holds for every project.
func (s *Session) Settings() presets.Settings { return s.user.Settings() }

// SettingsError says why settings are not saved; nil when they are.
func (s *Session) SettingsError() error { return s.user.Library().ReadOnly() }

// DefaultJunk returns the built-in list of what is left out of trees.
func DefaultJunk() string { return ignore.DefaultText() }

// JunkText returns the list of what is left out of trees.
func (s *Session) JunkText() string {
	if s.user.Settings().OwnJunk {
		return s.user.Settings().Junk
	}
	return DefaultJunk()
}

// SetSettings keeps settings, and the list of what is left out of trees.
func (s *Session) SetSettings(settings presets.Settings, junk string) error {
	settings.OwnJunk = junk != DefaultJunk()
	settings.Junk, settings.JunkVersion = "", 0
	if settings.OwnJunk {
		settings.Junk, settings.JunkVersion = junk, ignore.VersionOf(DefaultJunk())
	}
	before := s.user.Settings()
	if err := s.keepSettings(func(all *presets.Settings) { *all = settings }); err != nil {
		return err
	}
	s.notify(change.Settings | change.Tree | change.Counts)
	if before.Junk != settings.Junk || before.OwnJunk != settings.OwnJunk {
		s.files.Rescan()
	}
	if before.MaxBytes != settings.MaxBytes {
		s.rebuild()
	}
	return nil
}

// keepSettings changes settings, keeps them and takes them into use.
func (s *Session) keepSettings(edit func(*presets.Settings)) error {
	if err := s.user.ChangeSettings(s.jobs.Context(), edit); err != nil {
		return err
	}
	return nil
}

// adjust changes a setting that a click chooses. Where settings cannot be kept, the
// choice holds until the window closes.
func (s *Session) adjust(edit func(*presets.Settings)) {
	if err := s.keepSettings(edit); err != nil {
		s.user.UseSettings(edit)
		s.fail(err)
	}
	s.notify(change.Settings)
}

// SetZoom keeps the size of all that the window draws, in percent of its usual one.
func (s *Session) SetZoom(percent int) {
	s.adjust(func(settings *presets.Settings) { settings.Zoom = percent })
}

// Model returns the model whose window is filled.
func (s *Session) Model() tokens.Model { return project.ModelOf(s.user.Settings()) }

// Models lists the models of the menu.
func (s *Session) Models() []tokens.Model {
	models := tokens.Models()
	for i, m := range models {
		if m.ID == tokens.CustomID {
			models[i] = tokens.Custom(s.user.Settings().CustomWindow, s.user.Settings().CustomFactor)
		}
	}
	return models
}

// SetModel chooses the model whose window is filled.
func (s *Session) SetModel(id string) {
	s.adjust(func(settings *presets.Settings) { settings.Model = id })
	s.recost()
}

// SetCustomModel chooses a model by its window in tokens and its factor.
func (s *Session) SetCustomModel(window int, factor float64) {
	s.adjust(func(settings *presets.Settings) {
		settings.Model, settings.CustomWindow, settings.CustomFactor = tokens.CustomID, window, factor
	})
	s.recost()
}

// recost shows every figure in the tokens of the model.
func (s *Session) recost() {
	s.list = nil
	s.notify(change.Tree | change.Counts | change.Document)
}

// ShowIgnored reports whether the tree shows what is left out of it.
func (s *Session) ShowIgnored() bool { return s.user.Settings().ShowIgnored }

// SetShowIgnored shows or hides what is left out of the tree.
func (s *Session) SetShowIgnored(on bool) {
	s.adjust(func(settings *presets.Settings) { settings.ShowIgnored = on })
	s.notify(change.Tree)
}

// WrapLines reports whether the preview wraps long lines.
func (s *Session) WrapLines() bool { return s.user.Settings().WrapLines }

// SetWrapLines wraps long lines in the preview, or not.
func (s *Session) SetWrapLines(on bool) {
	s.adjust(func(settings *presets.Settings) { settings.WrapLines = on })
}

// InFocus reports whether a row is in focus in the focused variant.
func (s *Session) InFocus(row int) bool {
	return row < len(s.rows.Items) && slices.Contains(s.comp.Focus, s.rows.Items[row].Path)
}
