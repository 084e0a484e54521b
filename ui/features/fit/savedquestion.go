package fit

import (
	"reflect"

	"dossier/models"
	"dossier/ui/project/fit"
	"dossier/ui/session/message"
)

// Preset returns the applied preset with its stored question; false if there is none.
func (p *Part) Preset() (models.Preset, bool) { return p.host.Preset() }

// SavedInPreset reports whether the applied preset has the current question and budget.
func (p *Part) SavedInPreset() bool {
	preset, ok := p.host.Preset()
	return ok && reflect.DeepEqual(preset.Question, p.savedQuestion(preset.Question))
}

// SaveInPreset stores the question and the budget in the applied preset, or removes them, as one
// undo step.
func (p *Part) SaveInPreset(on bool) {
	preset, ok := p.host.Preset()
	if !ok {
		return
	}
	label, asked := message.Named("save the question in {{.Name}}", preset.Name), p.savedQuestion(preset.Question)
	if !on {
		label, asked = message.Named("remove the question from {{.Name}}", preset.Name), models.Question{}
	}
	p.host.AlterPreset(label, func(to models.Preset) models.Preset {
		to.Question = asked
		return to
	})
}

// UseSaved uses the question stored in the applied preset, unless the user has asked one since the
// project was opened.
func (p *Part) UseSaved() {
	preset, ok := p.host.Preset()
	if !ok || !p.Question().Empty() || preset.Question.IsZero() {
		return
	}
	q := fit.QuestionOf(preset.Question)
	if p.Degrading() {
		q.Range = ""
		p.questions[reducing] = q
		return
	}
	p.questions[p.purpose] = q
	if preset.Question.MaxTokens > 0 {
		p.budget = preset.Question.MaxTokens
	}
}

// savedQuestion returns the question in its stored form, and preserves unknown stored keys of old.
func (p *Part) savedQuestion(old models.Question) models.Question {
	a := p.Question().Stored(p.ofQuestion())
	a.Extra = old.Extra
	return a
}
