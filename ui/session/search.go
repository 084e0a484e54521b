package session

import (
	"context"

	"dossier/ui/project"
	"dossier/ui/session/preview"
)

// Search looks for a text in the document, beside the window. A newer search ends an
// older one.
func (s *Session) Search(query string, found func(matches []project.Match, more bool)) {
	doc := s.Document()
	s.finding.Start(func(ctx context.Context) func() {
		matches, more, err := preview.Search(ctx, doc, query)
		if err != nil {
			return nil
		}
		return func() { found(matches, more) }
	})
}
