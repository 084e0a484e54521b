package session

import (
	"context"

	"dossier/models"
	"dossier/presets"
	"dossier/ui/session/change"
	"dossier/ui/session/recovery"
)

// Left is the unsaved work of other windows on the project.
func (s *Session) Left() *recovery.Part { return s.left }

// CountWindows counts, in the background, the windows that have the project open now, so that
// each of them says so.
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

// HasDraft reports whether a draft of presets holds just this.
func (h host) HasDraft(content models.Preset) bool { return h.presets.State().HasContent(content) }

// Unsent is the entry that the user is writing, and SetUnsent puts another in its place.
func (h host) Unsent() models.Entry           { return h.discussion.Unsent() }
func (h host) SetUnsent(role, content string) { h.discussion.SetUnsent(role, content) }

// TakeUp replaces the composition by that of another window, and adds its drafts to those of this
// window.
func (h host) TakeUp(kept presets.Unsaved) {
	h.presets.TakeUp(kept)
	if kept.Edited {
		h.compose(kept.Composition)
	}
	h.notify(change.Presets | change.Project | change.Discussion)
}
