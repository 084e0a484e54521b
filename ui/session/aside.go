package session

import (
	"context"
	"errors"
	"path/filepath"

	"dossier/presets"
	"dossier/presets/tomledit"
	"dossier/ui/session/message"
)

// Broken returns the project file where it is there and cannot be understood, so that a
// person may mend it, or move it aside; it is empty otherwise.
func (s *Session) Broken() string {
	if s.project == nil {
		return ""
	}
	err := s.project.File().ReadOnly()
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
	s.filing.Start(func() func(context.Context) func() {
		p := s.project
		return func(ctx context.Context) func() {
			aside, err := p.MoveAside(ctx)
			return func() {
				if err != nil {
					s.fail(err)
					return
				}
				if p == s.project {
					s.reloadFiles()
					s.base = p.File()
				}
				s.tell(message.New("{{.Path}} is now {{.Aside}}; saving begins a new one", map[string]any{"Path": presets.ProjectName, "Aside": aside}))
			}
		}
	})
}
