package session

import (
	"dossier/models"
	"dossier/ui/project"
	"dossier/ui/session/change"
	"dossier/ui/session/feature"
	"dossier/ui/session/message"
)

// change edits the composition in one undo step; without a change there is no step. Consecutive
// steps of one topic are joined; see [undo.Step].
func (s *Session) change(label message.Message, topic string, fn func(*project.Edit)) {
	if s.project == nil {
		return
	}
	e := project.NewEdit(s.comp, s.project.StoredState().FilesBase(), s.context.All())
	fn(e)
	if project.SameComposition(s.comp, e.Composition) {
		return
	}
	s.push(label, topic)
	s.compose(e.Composition)
	if e.Split > 0 {
		m := message.Count("{{.N}} patterns are now listed file by file", e.Split, nil)
		m.Undo = true
		s.notifyUser(m)
	}
}

// compose replaces the composition.
func (s *Session) compose(next models.Composition) {
	before := s.comp
	s.comp = next
	s.projectFile.Compare()
	what := change.Composition
	if !project.SameFiles(before.Files, next.Files) {
		s.resolve()
		what |= change.Tree
	} else if !project.SameScreenshots(before, next) {
		s.resolveScreenshots()
	}
	s.notify(what)
	s.rebuild()
	feature.Each(s.states, feature.Edited.CompositionChanged)
	s.autosave.SaveSoon()
}

// Composition returns the current composition. It must not be modified.
func (s *Session) Composition() models.Composition { return s.comp }
