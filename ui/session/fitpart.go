package session

import (
	"context"

	"dossier/models"
	"dossier/ui/features/fit"
	"dossier/ui/project/rank"
	"dossier/ui/session/message"
)

// Fit is what is proposed to put together for a question.
func (s *Session) Fit() *fit.Part { return s.fit }

// fitHost is what proposals need beside what every part does.
type fitHost struct{ host }

// Beads are those that the tracker holds.
func (h fitHost) Beads() []models.Bead {
	if t := h.project.Beads().InUse(); t != nil {
		return t.Result.Beads
	}
	return nil
}

// maxRanked is how many files of a ranking are asked for: those that are put together are
// wanted however far back they stand.
const maxRanked = 5000

// Rank ranks the project's files for a question.
func (h fitHost) Rank(ctx context.Context, question string, progress func(done, all int)) ([]rank.Ranked, error) {
	return h.ranker.Rank(ctx, question, maxRanked, progress)
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
