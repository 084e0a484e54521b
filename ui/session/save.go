package session

import (
	"slices"

	"dossier/aggregate/ignore"
	"dossier/aggregate/tokens"
	"dossier/presets"
	"dossier/ui/project"
	"dossier/ui/session/change"
)

// reloadFiles takes in the project's own files after they changed on disk. What is
// unsaved in the window stays. It reports whether other files are listed now.
func (s *Session) reloadFiles() (relist bool) {
	p := s.project
	before, unsaved := p.Kept().ScanOptions(), s.projectFile.Modified()
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
		s.projectFile.Reloaded()
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
