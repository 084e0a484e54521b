package fit

import (
	"reflect"

	"dossier/models"
	"dossier/ui/project/fit"
	"dossier/ui/session/message"
)

// Preset returns the applied preset with its stored question; false if there is none.
func (p *Part) Preset() (models.Preset, bool) { return p.host.Preset() }

// Kept reports whether the applied preset has the current question and budget.
func (p *Part) Kept() bool {
	preset, ok := p.host.Preset()
	return ok && reflect.DeepEqual(preset.Asked, p.asked(preset.Asked))
}

// KeepWithPreset stores the question and the budget in the applied preset, or removes them, as one
// undo step.
func (p *Part) KeepWithPreset(on bool) {
	preset, ok := p.host.Preset()
	if !ok {
		return
	}
	label, asked := message.Named("save the question in {{.Name}}", preset.Name), p.asked(preset.Asked)
	if !on {
		label, asked = message.Named("remove the question from {{.Name}}", preset.Name), models.Asked{}
	}
	p.host.AlterPreset(label, func(to models.Preset) models.Preset {
		to.Asked = asked
		return to
	})
}

// Recall uses the question stored in the applied preset, unless the user has asked one since the
// project was opened.
func (p *Part) Recall() {
	preset, ok := p.host.Preset()
	if !ok || !p.question.Empty() || preset.Asked.IsZero() {
		return
	}
	p.question = fit.QuestionOf(preset.Asked)
	if preset.Asked.MaxTokens > 0 {
		p.budget = preset.Asked.MaxTokens
	}
}

// asked returns the question in its stored form, and preserves unknown stored keys of was.
func (p *Part) asked(was models.Asked) models.Asked {
	a := p.question.Asked(p.ofQuestion())
	a.Extra = was.Extra
	return a
}
