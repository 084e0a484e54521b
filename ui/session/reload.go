package session

import (
	"reflect"
	"slices"

	"dossier/ui/project"
	"dossier/ui/session/change"
	"dossier/ui/session/feature"
)

// reloadFiles handles changes of the project's own files on the disk. Unsaved work is preserved. It
// reports whether the list of files has changed.
func (s *Session) reloadFiles() (relist bool) {
	p := s.project
	file := p.File()
	before, unsaved := p.StoredState().ScanOptions(), s.projectFile.Modified()
	reapply := s.presets.BeforeReload()
	p.Access().Follow()
	if changed, err := p.Reload(); changed {
		if err != nil {
			s.fail(err)
		}
		if !unsaved && p.StoredState().Understood() == nil {
			old := s.comp
			s.comp = p.StoredState().Composition().ForMessage(s.comp)
			if !project.SameComposition(old, s.comp) {
				s.presets.Recognize()
			}
		}
		s.projectFile.Reloaded(file)
		s.resolve()
		reapply()
	}
	feature.Each(s.states, feature.Reloader.Reload)
	s.notify(change.Project | change.Composition | change.Presets)
	after := p.StoredState().ScanOptions()
	return s.tree.RootsOutdated() || !reflect.DeepEqual(after.Output, before.Output) || !slices.Equal(after.Exclude, before.Exclude)
}
