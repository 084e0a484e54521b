package session

import "dossier/models"

// Unsent returns the entry that the person is writing and has not added yet.
func (s *Session) Unsent() models.Entry { return s.unsent }

// SetUnsent keeps what the person is writing, so that it is there again after a crash.
func (s *Session) SetUnsent(role, content string) {
	if s.project == nil || role == s.unsent.Role && content == s.unsent.Content {
		return
	}
	s.unsent = models.Entry{Role: role, Content: content}
	s.saveSoon()
}

// AddUnsent adds the entry at the end of the active discussion.
func (s *Session) AddUnsent() {
	entry := s.unsent
	if entry.Content == "" {
		return
	}
	s.SetUnsent(entry.Role, "")
	s.InsertEntries(len(s.Discussion().History), []models.Entry{entry})
}
