package session

import (
	"dossier/ui/session/pathchoice"
	"dossier/ui/session/projects"
)

// Projects returns the controller of the projects that can be opened without naming a folder.
func (s *Session) Projects() *projects.Part { return s.projects }

// Paths returns the controller that completes and stores the paths that the user types and chooses.
func (s *Session) Paths() *pathchoice.Part { return s.paths }
