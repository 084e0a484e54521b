package ui

import (
	"dossier/ui/features/fit"
	"dossier/ui/features/fit/fitview"
	"dossier/ui/kit"
	"dossier/ui/words"
)

// openFit opens the proposal of files for a question.
func openFit(w *Window) {
	fit.Of(w.session).Ask()
	w.openEditor(fitview.New(host{w}))
}

// openReview opens the proposal of files for a change: the uncommitted one, unless another one was
// selected before.
func openReview(w *Window) {
	fit.Of(w.session).Review()
	w.openEditor(fitview.New(host{w}))
}

// openMakeItFit opens the proposal to show less of the composition, so that it fits into the
// model's context window.
func openMakeItFit(w *Window) {
	fit.Of(w.session).Degrade(w.session.Budget().Window)
	w.openEditor(fitview.New(host{w}))
}

// overNotice reports by how much the dossier exceeds the model's context window.
func (b *noticeButton) overNotice() (notice, bool) {
	budget := b.w.session.Budget()
	over := budget.Tokens.N - budget.Window
	if budget.Window == 0 || budget.Pending || over <= 0 {
		return notice{}, false
	}
	return notice{
		text: words.With("{{.Tokens}} tokens over the context window", map[string]any{"Tokens": kit.Count(int64(over))}),
		tip:  words.Say("The dossier exceeds the model's context window: files can be shown less instead of being excluded"), tone: kit.ColorBad,
		items: []kit.MenuItem{{Text: words.Say("Make it fit") + "…", Detail: b.w.keysOf("make-it-fit"), Action: func() { openMakeItFit(b.w) }}},
	}, true
}
