package session

import (
	"slices"

	"dossier/aggregate"
)

// Warnings returns problems and notes about the project's files, the document and the watcher.
func (s *Session) Warnings() []aggregate.Warning {
	if s.project == nil {
		return nil
	}
	out := slices.Concat(s.project.Warnings(), s.document.Doc().Warnings)
	if err := s.tree.Limit(); err != nil {
		out = append(out, aggregate.Warning{Message: err.Error()})
	}
	return out
}
