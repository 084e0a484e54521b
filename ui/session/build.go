package session

import (
	"dossier/aggregate"
	"dossier/ui/features/preview"
	"dossier/ui/project"
)

// Document returns the document that is shown: the replayed snapshot, or else the document of the
// composition. It may be older than the composition while a build runs; see [Session.Building].
func (s *Session) Document() *aggregate.Document {
	if r, ok := s.snapshots.Replayed(); ok {
		return r.Document
	}
	return s.Composed()
}

// Composed returns the document of the composition, also while a snapshot is shown instead.
func (s *Session) Composed() *aggregate.Document { return s.document.Doc() }

// Building reports whether the document is older than the composition.
func (s *Session) Building() bool { return s.document.Stale() }

// Preview returns the controller that shows the document as lines.
func (s *Session) Preview() *preview.Part { return s.preview }

// Budget returns the cost of the document compared with the model's context window.
func (s *Session) Budget() Budget {
	b := budgetOf(s.Document(), s.settings.Model())
	if b.Pending = s.progress.Pending(); b.Pending {
		b.Files, b.Unlisted = s.context.InDocument(), s.progress.AwaitsNames()
	}
	return b
}

// Cost converts a count to the tokens of the model.
func (s *Session) Cost(c aggregate.Count) aggregate.Count {
	return project.ForModel(c, s.settings.Model())
}

// ReleaseCaches releases cached files that the document does not show, if they are large. Call it after a
// while without changes.
func (s *Session) ReleaseCaches() {
	if p := s.project; p != nil && !s.Building() {
		p.Builder.EvictUnused(s.document.Doc())
	}
}
