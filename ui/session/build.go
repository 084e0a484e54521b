package session

import (
	"dossier/aggregate"
	"dossier/ui/features/preview"
	"dossier/ui/project"
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

// Preview returns the document as lines.
func (s *Session) Preview() *preview.Part { return s.preview }

// Budget returns what the document costs of the model's window.
func (s *Session) Budget() Budget {
	b := budgetOf(s.Document(), s.settings.Model())
	if b.Pending = s.progress.Pending(); b.Pending {
		b.Files, b.Unlisted = s.context.InDocument(), s.progress.AwaitsNames()
	}
	return b
}

// Cost returns a count in the tokens of the model.
func (s *Session) Cost(c aggregate.Count) aggregate.Count {
	return project.Scaled(c, s.settings.Model())
}

// Rest forgets what was read of files that the document does not show, when it is much. It is for
// when nothing has changed for a while.
func (s *Session) Rest() {
	if p := s.project; p != nil && !s.Building() {
		p.Builder.KeepOnly(s.document.Doc())
	}
}
