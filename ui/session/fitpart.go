package session

import (
	"context"

	"dossier/models"
	"dossier/ui/features/fit"
	proposal "dossier/ui/project/fit"
	"dossier/ui/project/rank"
	"dossier/ui/session/message"
)

// Fit is the proposal for a question.
func (s *Session) Fit() *fit.Part { return s.fit }

// fitHost is the host of proposals.
type fitHost struct{ host }

// Beads are those that the tracker holds.
func (h fitHost) Beads() []models.Bead {
	if t := h.project.Beads().InUse(); t != nil {
		return t.Result.Beads
	}
	return nil
}

// Rank ranks the project's files for a question or a change.
func (h fitHost) Rank(ctx context.Context, search proposal.Search, progress func(done, all int)) ([]rank.Ranked, error) {
	return proposal.To(h.project).Rank(ctx, h.ranker, search, proposal.MaxRanked, progress)
}

// Unread is how many files are ranked by their paths alone.
func (h fitHost) Unread() int {
	if h.ranker == nil {
		return 0
	}
	return h.ranker.Over()
}

// Preset is the one that is applied.
func (h fitHost) Preset() (models.Preset, bool) {
	ref := h.presets.Applied()
	if h.project == nil || ref.Name == "" {
		return models.Preset{}, false
	}
	found, err := h.project.Presets().Find(ref.Scope, ref.Name)
	return found.Preset, err == nil
}

// AlterPreset changes the preset that is applied.
func (h fitHost) AlterPreset(label message.Message, change func(models.Preset) models.Preset) {
	h.presets.Alter(h.presets.Applied(), label, change)
}
