package session

import (
	"context"
	"errors"
	"path/filepath"

	"dossier/presets"
	"dossier/presets/tomledit"
)

// Broken returns the project file where it is there and cannot be understood, so that a
// person may mend it, or move it aside; it is empty otherwise.
func (s *Session) Broken() string {
	if s.project == nil {
		return ""
	}
	err := s.project.file.ReadOnly()
	if !errors.As(err, new(*tomledit.SyntaxError)) && !errors.As(err, new(*tomledit.LimitError)) {
		return ""
	}
	return filepath.Join(s.Dir(), presets.ProjectName)
}

// MoveAside gives a project file that cannot be understood another name, so that a new
// one can be begun. What is put together stays.
func (s *Session) MoveAside() {
	if s.Broken() == "" {
		return
	}
	s.filing.start(func() func(context.Context) func() {
		project := s.project
		file := project.file
		return func(ctx context.Context) func() {
			_, aside, err := file.MoveAside(ctx)
			return func() {
				if err != nil {
					s.fail(err)
					return
				}
				if project == s.project {
					s.reloadFiles()
					s.base = project.file
				}
				s.tell(told("{{.Path}} is now {{.Aside}}; saving begins a new one", map[string]any{"Path": presets.ProjectName, "Aside": aside}))
			}
		}
	})
}
