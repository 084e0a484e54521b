package session

import "dossier/ui/session/secrets"

// Secrets are what looks secret in the document.
func (s *Session) Secrets() *secrets.Part { return s.secrets }

// Remove takes files out of the composition.
func (h host) Remove(paths []string) { h.composing.Remove(paths) }
