package session

import (
	"dossier/models"
	"dossier/ui/project"
	"dossier/ui/session/message"
)

// ShowChanges puts a section into the dossier of what has changed since a snapshot. With
// only, the files, screenshots and beads that were sent then are left out.
func (s *Session) ShowChanges(since project.SnapshotID, only bool) {
	s.change(message.Named("changes since {{.Name}}", since.Name), "", func(e *project.Edit) {
		e.Composition.Changes = models.Changes{Since: since.Name, Copied: since.Copied, Only: only}
	})
}

// ChangesSince returns the snapshot on which the section of changes rests; false when
// there is no such section.
func (s *Session) ChangesSince() (project.SnapshotID, bool) {
	c := s.comp.Changes
	return project.SnapshotID{Copied: c.Copied, Name: project.SinceName(c)}, c.Since != ""
}

// HideChanges takes the section of changes out of the dossier.
func (s *Session) HideChanges() {
	s.change(message.New("without changes", nil), "", func(e *project.Edit) { e.Composition.Changes = models.Changes{} })
}

// ToggleChanges shows what has changed since what was sent last, or hides it again.
func (s *Session) ToggleChanges() {
	if _, ok := s.ChangesSince(); ok {
		s.HideChanges()
		return
	}
	sent, ok := s.LastSent()
	if !ok {
		s.tell(message.New("Nothing has been sent yet: copy or write the dossier first", nil))
		return
	}
	s.ShowChanges(sent.ID, false)
}
