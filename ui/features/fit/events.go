package fit

import (
	"dossier/presets"
	"dossier/ui/project/fit"
)

// CollectUnsaved and RestoreUnsaved preserve the question, and the budget if the user has set it, across restarts.
func (p *Part) CollectUnsaved(u *presets.Unsaved) {
	if !p.question.Empty() {
		u.Question = p.question.Stored(p.budget)
	}
}

func (p *Part) RestoreUnsaved(u presets.Unsaved) {
	p.question, p.budget, p.reviewed = fit.QuestionOf(u.Question), u.Question.MaxTokens, u.Question.Range
}
