package session

import (
	"context"

	"dossier/ui/session/filetree"

	"dossier/aggregate/fuzzy"
	"dossier/aggregate/images"
	"dossier/ui/project"
)

// FindPlaces tells then which paths of the tree a query finds that could stand in the
// place of what is missing, and why, the best first and at most so many: files, folders or images,
// as it was one. Of several questions, the newest is answered.
func (s *Session) FindPlaces(one project.Missing, query string, limit int, then func([]fuzzy.Found)) {
	entries := s.files.Entries()
	s.placing.Start(func(ctx context.Context) func() {
		var paths []string
		for _, e := range entries {
			if ctx.Err() != nil {
				return nil
			}
			if !e.Missing && !e.Barred && !e.Ignored && canBe(e, one.Kind) {
				paths = append(paths, e.Path)
			}
		}
		found := fuzzy.Find(query, paths, limit)
		return func() { then(found) }
	})
}

// canBe reports whether an entry of the tree can be what is missing.
func canBe(e filetree.Entry, k project.MissingKind) bool {
	switch k {
	case project.MissingFolder:
		return e.Dir
	case project.MissingPattern:
		return true
	case project.MissingScreenshot:
		return !e.Dir && images.Named(e.Path)
	}
	return !e.Dir
}
