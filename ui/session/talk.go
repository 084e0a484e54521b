package session

// restoreDiscussions begins with the discussions of the project.
func (s *Session) restoreDiscussions() { s.talk.now = s.project.history.Discussions }

// reloadDiscussions takes in the discussions after they changed on disk. Steps that rest
// on others than are shown now cannot be taken back any more.
func (s *Session) reloadDiscussions() {
	before := s.project.history.Discussions
	s.project.loadHistory()
	next := s.project.history.Discussions
	if next.Equal(before) {
		return
	}
	s.undo.forgetTalk()
	s.talk.now = next
	s.notify(DiscussionChanged)
}
