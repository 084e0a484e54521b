package fit

import (
	"cmp"

	"dossier/presets"
	"dossier/ui/project/fit"
)

// CollectUnsaved and RestoreUnsaved preserve the questions of Fit and Review, the budget if the user has set it, and
// whether the preview is hidden, across restarts.
func (p *Part) CollectUnsaved(u *presets.Unsaved) {
	u.Question, u.Review = p.questions[asking].Stored(p.budget), p.questions[reviewing].Stored(0)
	u.NoProposed = p.unseen
}

func (p *Part) RestoreUnsaved(u presets.Unsaved) {
	p.questions[asking], p.questions[reviewing] = fit.QuestionOf(u.Question), fit.QuestionOf(u.Review)
	p.budget, p.reviewed = u.Question.MaxTokens, cmp.Or(u.Review.Range, u.Question.Range)
	p.unseen = u.NoProposed
}
