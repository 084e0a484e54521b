package ui

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"

	"dossier/aggregate"
	"dossier/aggregate/text"
	"dossier/ui/dialog"
	"dossier/ui/features/secretlist"
	"dossier/ui/kit"
	"dossier/ui/words"
)

const (
	// readableListed is the maximum number of rows of the question; the list of secrets has all of them.
	readableListed = 200
	readableGap    = 16 // right of the rows, where the scroll bar is drawn
)

// confirmReadable asks whether to send a document although it contains readable values that may be secrets.
func (w *Window) confirmReadable(q secretlist.Question) {
	w.overlay.HideToast() // it is about the previous document
	list := container.NewVBox()
	for _, one := range q.List[:min(len(q.List), readableListed)] {
		list.Add(readableRow(one))
	}
	if more := len(q.List) - readableListed; more > 0 {
		list.Add(kit.NewMuted(words.Count("{{.N}} more are in the list of secrets", more)))
	}
	body := kit.NewParagraph(words.Count("{{.N}} values may be secrets, and would be readable in what you copy or write.", len(q.List)))
	w.dialogs.Show(words.Say("Possible secrets"), container.NewBorder(body, nil, nil, nil, container.NewVScroll(container.New(layout.NewCustomPaddedLayout(0, 0, 0, readableGap), list))), fyne.NewSize(640, 340),
		dialog.Closes(words.Say("Cancel")),
		dialog.Does(words.Say("Review…|look at"), func() { reviewSecrets(w) }),
		dialog.Does(words.Say("Leave readable"), q.Send),
		dialog.Does(words.Say("Redact all"), q.Redact).AsPrimary()).Help = "docs/guide/secrets.md#review-possible-secrets"
}

// readableRow shows the position of a value, the rule that found it, and its beginning.
func readableRow(one aggregate.Secret) fyne.CanvasObject {
	where := words.With("{{.Where}}, line {{.Line}}", map[string]any{"Where": kit.ShortenPath(text.Escape(one.Where), 44), "Line": kit.Count(int64(one.Line))})
	value := kit.NewLabel(one.Excerpt, kit.Number)
	value.SetMinWidth(1)
	return container.NewVBox(container.NewBorder(nil, nil, nil, kit.NewMuted(text.Escape(one.Rule)), kit.NewLabel(where, kit.Body)), value)
}
