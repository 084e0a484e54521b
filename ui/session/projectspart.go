package session

import (
	"dossier/ui/session/pathchoice"
	"dossier/ui/session/projects"
)

// Projects are those that can be opened without naming a folder.
func (s *Session) Projects() *projects.Part { return s.projects }

// Paths completes and stores the paths that the user types and chooses.
func (s *Session) Paths() *pathchoice.Part { return s.paths }
