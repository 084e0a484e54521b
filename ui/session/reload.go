package session

import (
	"reflect"
	"slices"

	"dossier/models"
	"dossier/ui/project"
	"dossier/ui/session/change"
	"dossier/ui/session/feature"
	"dossier/ui/session/message"
)

// reloadFiles handles changes of the project's own files on the disk. Unsaved work is preserved. It
// reports whether the list of files has changed.
func (s *Session) reloadFiles() (relist bool) {
	p := s.project
	file := p.File()
	before, unsaved := p.StoredState().ScanOptions(), s.projectFile.Modified()
	reapply := s.presets.BeforeReload()
	composed := false
	p.Access().Follow()
	if changed, err := p.Reload(); changed {
		if err != nil {
			s.fail(err)
		}
		if !unsaved && p.StoredState().Understood() == nil {
			composed = s.followFile(p.StoredState().Composition().ForMessage(s.comp))
		}
		s.projectFile.Reloaded(file)
		s.resolve()
		reapply()
	}
	feature.Each(s.states, feature.Reloader.Reload)
	if composed {
		feature.Each(s.states, feature.Edited.CompositionChanged)
	}
	s.notify(change.Project | change.Composition | change.Presets)
	after := p.StoredState().ScanOptions()
	return s.tree.RootsOutdated() || !reflect.DeepEqual(after.Output, before.Output) || !slices.Equal(after.Exclude, before.Exclude)
}

// followFile replaces the composition by that of the file on the disk, and reports whether they differ. That is an undo
// step: otherwise the previous step would revert the changes of another program too.
func (s *Session) followFile(next models.Composition) bool {
	if project.SameComposition(s.comp, next) {
		return false
	}
	s.push(message.New("take the file's version", nil), "")
	s.comp = next
	s.presets.Recognize()
	return true
}
