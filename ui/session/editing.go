package session

import (
	"dossier/ui/features/difference"
	"dossier/ui/features/editors"
)

// Editors open the editors of single files.
func (s *Session) Editors() *editors.Part { return s.editors }

// Turn tells what undo would take back from everything else that it would.
func (h host) Turn() int { return h.undo.Turn() }

// OpenDiff compares two documents. changed is told, on the session's goroutine, when there
// is something new to show.
func OpenDiff(s *Session, was, now difference.Side, changed func()) *difference.Model {
	return difference.Open(host{Session: s}, s.work, was, now, changed)
}
