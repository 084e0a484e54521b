package session

import (
	"context"

	"dossier/presets"
	"dossier/ui/session/change"
	"dossier/ui/session/feature"
	"dossier/ui/session/recovery"
)

// Recovery returns the controller that recovers unsaved work of other windows on the project.
func (s *Session) Recovery() *recovery.Part { return s.recovery }

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
				s.recovery.SetOthers(n)
			}
		}
	})
}

// IsMissing reports whether the unsaved work of another window contains something of a feature that is not in this window.
func (h host) IsMissing(kept presets.Unsaved) bool {
	lacks := false
	feature.Each(h.states, func(j feature.Joiner) { lacks = lacks || j.IsMissing(kept) })
	return lacks
}

// Recover replaces the composition by that of another window, and adds the other's drafts to those
// of this window.
func (h host) Recover(kept presets.Unsaved) {
	feature.Each(h.states, func(j feature.Joiner) { j.Join(kept) })
	if kept.Edited {
		h.compose(kept.Composition)
	}
	h.notify(change.Presets | change.Project)
}
