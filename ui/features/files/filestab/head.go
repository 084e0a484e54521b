package filestab

import (
	"fyne.io/fyne/v2"

	"dossier/ui/kit"
	"dossier/ui/part"
	"dossier/ui/session"
	"dossier/ui/words"
)

// headLine is the line above the files of the context tab. It always takes space, so that rows do
// not move. It shows what overrides the files' own view modes, with a link to reset it, or that
// folders are not grouped.
type headLine struct {
	w       part.Window
	label   *kit.Label
	do      func() // action of the link
	link    *kit.Label
	row     *fyne.Container // laid out again when a text has changed
	content fyne.CanvasObject
}

func newHeadLine(t *Tab) *headLine {
	h := &headLine{w: t.w, label: kit.NewLabel("", kit.Body)}
	h.link = kit.NewLink("", func() { h.do() })
	h.link.SetTone(kit.ColorAccent)
	more := kit.NewGlyphButton(kit.GlyphMore, words.Say("Order of the files, and the costs of their view modes"), nil)
	more.SetItems(t.listMenu)
	h.row = kit.NewSharingRow(nil, h.label, []fyne.CanvasObject{h.link, more})
	h.content = kit.NewStatusBar(h.row, kit.EdgeBottom)
	return h
}

// refresh updates the line from the session.
func (h *headLine) refresh() {
	label, tip, link := words.Say("In the order of the document"), "", ""
	h.do = h.w.Session().Compose().EndOverride
	switch n := h.w.Session().Files().Moved(); h.w.Session().Compose().Override() {
	case session.ByFocus:
		label, link = words.Say("Focus is on: other files show their structure"), words.Say("Turn focus off")
		tip = words.Say("Files in focus and forced ones are shown in full; of the others their slices, their chosen symbols, or else their skeleton")
	case session.BySummarize:
		label, link = words.Say("Strategy summarize: files show their summary"), words.Say("Back to auto")
		tip = words.Say("Forced files are shown in full; none stays none")
	case session.BySummaryOnly:
		label, link = words.Say("The project wants summaries only"), words.Say("Turn that off")
		tip = words.Say("summary_only in dossier.toml: with the strategy auto, every file shows its summary, except forced ones")
	default:
		if n > 0 {
			label, link, h.do = words.Count("{{.N}} folders continue further down", n), words.Say("Group by folder"), h.w.Session().Compose().GroupByFolder
			tip = words.Say("The document has the files in this order: files of a folder are separated if they were moved, or if different patterns name them")
		}
	}
	h.label.SetText(label)
	h.label.SetTip(tip)
	h.label.SetTone(kit.ColorMuted)
	if link != "" {
		h.label.SetTone(kit.ColorText)
	}
	h.link.SetText(link)
	kit.SetVisible(h.link, link != "")
	kit.Relayout(h.row)
}
