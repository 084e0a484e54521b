package session

import (
	"context"

	"dossier/presets"
	"dossier/ui/completion"
	"dossier/ui/project"
)

// CompletePath tells then how a path goes on that was typed. Of several questions, the
// newest is answered.
func (s *Session) CompletePath(kind completion.Kind, typed string, then func(completion.Result)) {
	s.completing.Start(func(ctx context.Context) func() {
		c := kind.Complete(ctx, typed)
		return func() { then(c) }
	})
}

// OpenedBefore tells then which other projects were opened before and are still there, the
// last one first.
func (s *Session) OpenedBefore(then func([]presets.Recent)) {
	here := s.Dir()
	s.recents.Start(func(ctx context.Context) func() {
		var there []presets.Recent
		for _, r := range s.store.Recents() {
			if ctx.Err() == nil && r.Path != here && project.CheckFolder(r.Path) == nil {
				there = append(there, r)
			}
		}
		return func() { then(there) }
	})
}
