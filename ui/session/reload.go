package session

import (
	"reflect"
	"slices"

	"dossier/ui/project"
	"dossier/ui/session/change"
)

// reloadFiles takes in the project's own files after they changed on disk. What is
// unsaved in the window stays. It reports whether other files are listed now.
func (s *Session) reloadFiles() (relist bool) {
	p := s.project
	file := p.File()
	before, unsaved := p.Kept().ScanOptions(), s.projectFile.Modified()
	reapply := s.presets.BeforeReload()
	if changed, err := p.Reload(); changed {
		if err != nil {
			s.fail(err)
		}
		if !unsaved && p.Kept().Understood() == nil {
			was := s.comp
			s.comp = p.Kept().Composition().ForMessage(s.comp)
			if !project.SameComposition(was, s.comp) {
				s.presets.Recognize()
			}
		}
		s.projectFile.Reloaded(file)
		s.resolve()
		reapply()
	}
	s.presets.TakeDrafts()
	s.discussion.Reload()
	s.notes.Reload()
	s.access.Asks().Look()
	s.notify(change.Project | change.Composition | change.Presets)
	after := p.Kept().ScanOptions()
	return !reflect.DeepEqual(after.Output, before.Output) || !slices.Equal(after.Exclude, before.Exclude)
}
