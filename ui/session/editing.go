package session

import (
	"dossier/ui/features/difference"
	"dossier/ui/features/editors"
)

// Editors open the editors of single files.
func (s *Session) Editors() *editors.Part { return s.editors }

// Turn identifies the step that undo would revert.
func (h host) Turn() int { return h.undo.Turn() }

// OpenDiff compares two documents. changed is called on the session's goroutine when there is
// something new to show.
func OpenDiff(s *Session, was, now difference.Side, changed func()) *difference.Model {
	return difference.Open(host{Session: s}, s.work, was, now, changed)
}
