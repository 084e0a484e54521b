package session

import (
	"context"

	"dossier/presets"
	"dossier/ui/session/change"
	"dossier/ui/session/feature"
	"dossier/ui/session/recovery"
)

// Left returns the controller that recovers unsaved work of other windows on the project.
func (s *Session) Left() *recovery.Part { return s.left }

// CountWindows counts, in the background, the windows that have the project open now; each of them
// shows the number.
func (s *Session) CountWindows() {
	slot := s.autosave.Slot()
	if s.project == nil || slot == nil {
		return
	}
	s.counting.Start(func(context.Context) func() {
		n := slot.Others()
		return func() {
			if slot == s.autosave.Slot() {
				s.left.SetOthers(n)
			}
		}
	})
}

// Lacks reports whether the unsaved work of another window contains something of a feature that is not in this window.
func (h host) Lacks(kept presets.Unsaved) bool {
	lacks := false
	feature.Each(h.states, func(j feature.Joiner) { lacks = lacks || j.Lacks(kept) })
	return lacks
}

// TakeUp replaces the composition by that of another window, and adds the other's drafts to those
// of this window.
func (h host) TakeUp(kept presets.Unsaved) {
	feature.Each(h.states, func(j feature.Joiner) { j.Join(kept) })
	if kept.Edited {
		h.compose(kept.Composition)
	}
	h.notify(change.Presets | change.Project)
}
