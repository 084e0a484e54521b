package session

import (
	"dossier/ui/features/difference"
)

// OpenDiff compares two documents. changed is called on the session's goroutine whenever the result
// changes.
func OpenDiff(s *Session, old, new difference.Side, changed func()) *difference.Model {
	return difference.Open(host{Session: s}, s.work, old, new, changed)
}
