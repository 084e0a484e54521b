package fit

import (
	"dossier/presets"
	"dossier/ui/project/fit"
)

// KeepUnsaved and RestoreUnsaved preserve the question, and the budget if the user has set it, across restarts.
func (p *Part) KeepUnsaved(u *presets.Unsaved) {
	if !p.question.Empty() {
		u.Asked = p.question.Asked(p.budget)
	}
}

func (p *Part) RestoreUnsaved(u presets.Unsaved) {
	p.question, p.budget, p.reviewed = fit.QuestionOf(u.Asked), u.Asked.MaxTokens, u.Asked.Range
}
