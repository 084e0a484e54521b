package fit

import (
	"reflect"

	"dossier/models"
	"dossier/ui/project/fit"
	"dossier/ui/session/message"
)

// Preset is the one that is applied, with the question that is kept with it; false when there
// is none.
func (p *Part) Preset() (models.Preset, bool) { return p.host.Preset() }

// Kept reports whether the preset that is applied keeps the question and the budget as they
// are.
func (p *Part) Kept() bool {
	preset, ok := p.host.Preset()
	return ok && reflect.DeepEqual(preset.Asked, p.asked(preset.Asked))
}

// KeepWithPreset keeps the question and the budget with the preset that is applied, or takes
// out what is kept there: a step that undo takes back.
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

// Recall asks what is kept with the preset that is applied, unless something was asked since
// the project was opened.
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

// asked is the question in the form that is kept, with what else was kept there.
func (p *Part) asked(was models.Asked) models.Asked {
	a := p.question.Asked(p.ofQuestion())
	a.Extra = was.Extra
	return a
}
