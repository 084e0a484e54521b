package session

import (
	"dossier/ui/session/difference"
	"dossier/ui/session/editors"
)

// OpenSlices returns the slices of a file of the project, in the composition or not. changed
// is told on the session's goroutine when more is known of it. Close it when it is no longer
// shown.
func (s *Session) OpenSlices(path string, changed func()) *editors.Slices {
	return editors.OpenSlices(host{Session: s}, s.work, path, changed)
}

// OpenSymbols returns the choice of the symbols of a file. changed is told, on the session's
// goroutine, when there is something new to show.
func (s *Session) OpenSymbols(path string, changed func()) *editors.Symbols {
	return editors.OpenSymbols(host{Session: s}, s.work, path, changed)
}

// OpenDiff compares two documents. changed is told, on the session's goroutine, when there
// is something new to show.
func (s *Session) OpenDiff(was, now difference.Side, changed func()) *difference.Model {
	return difference.Open(host{Session: s}, s.work, was, now, changed)
}
