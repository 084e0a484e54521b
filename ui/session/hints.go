package session

import (
	"context"

	"dossier/ui/session/change"
)

// Copied reports whether the person has ever copied a dossier.
func (s *Session) Copied() bool { return s.hints.Copied }

// noteCopied keeps that a dossier was copied.
func (s *Session) noteCopied() {
	if s.hints.Copied {
		return
	}
	s.hints.Copied = true
	hints := s.hints
	s.keep(func(ctx context.Context) {
		// What cannot be kept is said of what a person would miss; a hint comes once more.
		_ = s.store.SetHints(ctx, hints)
	})
	s.notify(change.Activity)
}
