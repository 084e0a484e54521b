package ui

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"dossier/ui/kit"
	"dossier/ui/session"
)

// contextHead is the line above the files of the context tab. It has its place whether or
// not there is something to say, so that no row moves when there is: what has files shown
// in another view mode than their own, with the way back.
type contextHead struct {
	w       *Window
	label   *kit.Label
	back    *kit.Label
	row     *fyne.Container // laid out again when a text has changed
	content fyne.CanvasObject
}

func newContextHead(w *Window) *contextHead {
	h := &contextHead{w: w, label: kit.NewLabel("", kit.Body)}
	h.back = kit.NewLink("", func() { w.session.EndOverride() })
	h.back.SetTone(kit.ColorAccent)
	h.row = container.NewBorder(nil, nil, nil, h.back, h.label)
	h.content = kit.NewStatusBar(h.row, kit.EdgeBottom)
	return h
}

// refresh takes what the line says from the session.
func (h *contextHead) refresh() {
	label, tip, back := say("In the order of the document"), "", ""
	switch h.w.session.Override() {
	case session.ByFocus:
		label, back = say("Focus is on: other files show their structure"), say("Turn focus off")
		tip = say("Files in focus and forced ones are shown in full; of the others their slices, their chosen symbols, or else their skeleton")
	case session.BySummarize:
		label, back = say("Strategy summarize: files show their summary"), say("Back to auto")
		tip = say("Forced files are shown in full; none stays none")
	case session.BySummaryOnly:
		label, back = say("The project wants summaries only"), say("Turn that off")
		tip = say("summary_only in dossier.toml: under the strategy auto every file shows its summary, but for forced ones")
	}
	h.label.SetText(label)
	h.label.SetTip(tip)
	h.label.SetTone(kit.ColorMuted)
	if back != "" {
		h.label.SetTone(kit.ColorText)
	}
	h.back.SetText(back)
	setVisible(h.back, back != "")
	relayout(h.row)
}
