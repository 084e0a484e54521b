package session

import (
	"context"

	"dossier/ui/completion"
	"dossier/ui/session/projects"
)

// Projects are those that can be opened without naming a folder.
func (s *Session) Projects() *projects.Part { return s.projects }

// CompletePath tells then how a path goes on that was typed. Of several questions, the
// newest is answered.
func (s *Session) CompletePath(kind completion.Kind, typed string, then func(completion.Result)) {
	s.completing.Start(func(ctx context.Context) func() {
		c := kind.Complete(ctx, typed)
		return func() { then(c) }
	})
}
