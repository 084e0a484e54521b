package session

import (
	"errors"
	"time"

	"dossier/aggregate"
	"dossier/ui/project"
	"dossier/ui/session/preview"
)

// Document returns the document shown: the one that is put together, unless a snapshot
// is replayed. It may be older than the composition while a build runs;
// [Session.Building] says so.
func (s *Session) Document() *aggregate.Document {
	if r, ok := s.snapshots.Replayed(); ok {
		return r.Document
	}
	return s.document.Doc()
}

// Building reports whether the document is older than the composition.
func (s *Session) Building() bool { return s.document.Stale() }

// Rendered returns how long the last build took.
func (s *Session) Rendered() time.Duration { return s.document.Took() }

// BuildError returns why there is no newer document; nil when there is one.
func (s *Session) BuildError() error { return s.document.Err() }

// Preview returns the document as lines.
func (s *Session) Preview() *preview.Part { return s.preview }

func (s *Session) input() aggregate.Input {
	in := s.project.Input()
	in.Composition = s.comp
	in.History = s.discussion.Active().History
	return in
}

// Budget returns what the document costs of the model's window.
func (s *Session) Budget() Budget {
	b := budgetOf(s.Document(), s.settings.Model())
	if b.Pending = s.Pending(); b.Pending {
		b.Files, b.Unlisted = 0, !s.Listed()
		for _, item := range s.rows.Items {
			if item.InDocument() {
				b.Files++
			}
		}
	}
	return b
}

// Cost returns a count in the tokens of the model.
func (s *Session) Cost(c aggregate.Count) aggregate.Count {
	return project.Scaled(c, s.settings.Model())
}

// Selected reports whether a file of the project is in the composition.
func (s *Session) Selected(path string) bool {
	_, ok := s.at[path]
	return ok
}

// RowOf returns the row of a file in [Session.Items].
func (s *Session) RowOf(path string) (int, bool) {
	i, ok := s.at[path]
	return i, ok
}

// resolve finds the files of the composition anew, and ticks them in the tree. It reads no
// contents.
func (s *Session) resolve() {
	s.rows, s.list = s.resolver().Rows(s.comp.Files), nil
	s.at = make(map[string]int, len(s.rows.Items))
	for i, item := range s.rows.Items {
		s.at[item.Path] = i
	}
	if !s.files.Listed() {
		s.awaitMatches()
	}
	s.resolveScreenshots()
	s.files.Tick()
}

// awaitMatches leaves open what folders and patterns stand for until the folder is listed:
// that they match nothing is not known before.
func (s *Session) awaitMatches() {
	for i := range s.rows.Items {
		var none *aggregate.NotFoundError
		if errors.As(s.rows.Items[i].Err, &none) && (none.Pattern || none.Folder) {
			s.rows.Items[i].Err = nil
		}
	}
}

// resolver answers from the tree, and from the disk only for what the tree does not
// hold. Until the tree is known, patterns match nothing.
func (s *Session) resolver() aggregate.Resolver {
	return aggregate.Resolver{
		Base: s.project.Kept().FilesBase(),
		Status: func(p string) aggregate.Status {
			if status, ok := s.files.Status(p); ok {
				return status
			}
			return s.project.Builder.Status(p)
		},
		Listing: func() (aggregate.Listing, error) {
			if names := s.files.Names(); names != nil {
				return names, nil
			}
			return nothing{}, nil
		},
		Ours: s.project.Kept().Output().Has,
	}
}

// nothing is the listing of a tree that is not known yet.
type nothing struct{}

func (nothing) Folder(string) ([]string, bool) { return nil, false }

func (nothing) Glob(string) ([]string, error) { return nil, nil }
