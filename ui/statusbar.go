package ui

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"dossier/aggregate/text"
	"dossier/aggregate/tokens"
	"dossier/ui/kit"
	"dossier/ui/project"
	"dossier/ui/session"
	"dossier/ui/session/change"
	"dossier/ui/words"
)

// statusBar is the bar at the bottom: the cost of the document and the model's context window,
// running work, and notices. Nothing in it moves when a figure changes or when work begins:
// clickable objects are at its ends, and figures and progress between them.
type statusBar struct {
	w        *Window
	bar      *kit.BudgetBar
	model    *kit.Button
	figures  *kit.Label
	progress *kit.Progress // covers the figures, which are pending while work runs
	notices  *noticeButton
	prefix   *kit.Button
	// prefixRoom is the width of the longest text of prefix so far, so that shorter ones do not
	// move its neighbours.
	prefixRoom float32
	warnings   *kit.Button
	row        *fyne.Container // laid out again when a text has changed
	content    fyne.CanvasObject
}

func newStatusBar(w *Window) *statusBar {
	b := &statusBar{w: w}
	b.bar = kit.NewBudgetBar(func() { w.focusPreview() })
	b.model = kit.NewMenuButton("", b.models)
	b.model.SetKind(kit.Quiet)
	b.figures = kit.NewLabel("", kit.Number)
	b.progress = kit.NewProgress(b.settleProgress)
	b.progress.Hide()
	b.prefix = kit.NewMenuButton("", b.prefixRows)
	b.prefix.SetKind(kit.Quiet)
	b.warnings = kit.NewButton("", w.reviewProblems)
	b.warnings.SetTip(words.Say("Problems and notes by kind; each row leads to its file"))
	b.warnings.SetKind(kit.Quiet)
	b.notices = newNoticeButton(w)
	b.row = container.New(&statusRow{b}, b.bar, b.model, container.NewStack(b.figures, b.progress),
		b.notices.Button, container.NewStack(b.prefix), b.warnings)
	b.content = kit.NewStatusBar(b.row, kit.EdgeTop)
	return b
}

// statusRow lays out the bar from both ends; the middle gets the remaining width. If that is not
// enough, the prefix is hidden, and then notices are shortened.
type statusRow struct{ b *statusBar }

// The measures of the row.
const (
	budgetWidth, budgetNarrow = 160, 80
	figuresMin                = 130
	noticeMin                 = 90
	warningsWidth             = 170      // 12 problems · 999 notes
	noticeMax, noticeShare    = 320, 0.3 // maximum width, absolute and as a share of the whole bar
)

func (l *statusRow) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.NewSize(0, kit.StatusHeight) }

func (l *statusRow) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	b := l.b
	figures, prefix := objects[2], objects[4]
	bar, model, most := float32(budgetWidth), b.model.MinSize().Width, min(noticeMax, size.Width*noticeShare)
	if size.Width < narrow {
		bar = budgetNarrow
	}
	place := func(o fyne.CanvasObject, x, width float32) {
		o.Resize(fyne.NewSize(width, size.Height))
		o.Move(fyne.NewPos(x, 0))
	}
	room := func(o fyne.CanvasObject, width float32) float32 {
		if !o.Visible() || width == 0 {
			return 0
		}
		return width + kit.Gap
	}
	place(b.bar, 0, bar)
	place(b.model, bar+kit.Gap, model)
	from, to := bar+model+2*kit.Gap, size.Width
	notice := min(b.notices.MinSize().Width, most)
	warnings := room(b.warnings, b.warnings.MinSize().Width)
	if size.Width >= narrow { // their space is reserved, so that nothing moves when they appear
		warnings = max(warnings, warningsWidth)
	}
	left := to - from - figuresMin - warnings
	cached := prefix.MinSize().Width + kit.Gap
	if fits := b.prefix.Visible() && cached+room(b.notices, notice) <= left; fits {
		prefix.Show()
		left -= cached
	} else {
		prefix.Hide()
	}
	notice = max(noticeMin, min(notice, left-kit.Gap))
	if b.warnings.Visible() {
		place(b.warnings, to-b.warnings.MinSize().Width, b.warnings.MinSize().Width)
	}
	to -= warnings
	if prefix.Visible() {
		place(prefix, to-cached+kit.Gap, cached-kit.Gap)
		to -= cached
	}
	if b.notices.Visible() {
		place(b.notices.Button, to-notice, notice)
		to -= notice + kit.Gap
	}
	place(figures, from, max(0, to-from))
}

func (b *statusBar) refresh() {
	s := b.w.session
	budget := s.Budget()
	b.showFigures(budget)
	if budget.Tokens.N == 0 {
		b.bar.Disable() // there is no section to go to
	} else {
		b.bar.Enable()
	}
	b.bar.Set(b.parts(budget), int64(budget.Window), b.showPrefix(), b.budgetTip(budget))
	model := s.Settings().Model()
	b.model.SetText(model.Name)
	b.model.SetTip(modelTip(model))

	problems, notes := project.CountWarnings(s.Warnings())
	parts := words.CountIfAny("{{.N}} problems", problems)
	parts = append(parts, words.CountIfAny("{{.N}} notes|of a problem", notes)...)
	b.warnings.SetText(strings.Join(parts, " · "))
	b.warnings.SetTone(kit.ColorMuted)
	if problems > 0 {
		b.warnings.SetTone(kit.ColorWarn)
	}
	kit.SetVisible(b.warnings, len(parts) > 0)
	b.notices.refresh()
	p, is := s.Progress().Current()
	b.showProgress(p, is)
	kit.Relayout(b.row)
}

// showFigures shows the cost of the document, as detailed as the space allows.
func (b *statusBar) showFigures(budget session.Budget) {
	cost := project.Cost{Count: budget.Tokens, Pending: budget.Pending}
	tokens := words.With("{{.Tokens}} tokens", map[string]any{"Tokens": words.Figure(cost)})
	of := words.With("{{.Tokens}} of {{.Window}} tokens", map[string]any{"Tokens": words.Figure(cost), "Window": kit.Count(int64(budget.Window))})
	files := words.Say("… files")
	if !budget.Unlisted {
		files = words.Count("{{.N}} files", budget.Files)
	}
	shorter := []string{of + " · " + files, of, tokens}
	r, replaying := b.w.session.Snapshots().Replayed()
	if images := b.w.session.Screenshots().Cost(); !replaying && (images.N > 0 || images.Pending) { // those of a snapshot are unknown
		of += words.With(" + {{.N}} for images", map[string]any{"N": words.Figure(images)})
	}
	if replaying {
		name := words.With("snapshot {{.Name}}", map[string]any{"Name": text.Escape(r.ID.Name)}) + ": "
		of = name + of
		for i := range shorter {
			shorter[i] = name + shorter[i]
		}
	}
	b.figures.SetText(of + " · " + files)
	b.figures.SetShorter(shorter...)
	b.figures.SetTip(b.budgetTip(budget))
}

// showProgress shows running work instead of the figures.
func (b *statusBar) showProgress(p session.WorkStatus, is bool) {
	if !is {
		b.progress.Hide()
		return
	}
	label, count, fraction, button := words.Say("Reading files"), "…", float32(-1), words.Say("Cancel")
	if p.Work == session.Listing {
		label = words.Say("Listing the folder")
	}
	switch {
	case p.Stopped && p.Work == session.Listing:
		label, count, button = words.Say("The folder is not listed"), "", words.Say("Continue")
	case p.Stopped:
		label, count, button = words.Say("The files were not read"), "", words.Say("Continue")
	case p.Total > 0:
		fraction = float32(p.Done) / float32(p.Total)
		count = words.With("{{.Done}} of {{.Total}}", map[string]any{"Done": kit.Count(int64(p.Done)), "Total": kit.Count(int64(p.Total))})
	case p.Done > 0:
		count = words.Count("{{.N}} files", p.Done)
	}
	b.progress.Set(label, count, fraction, button)
	b.progress.Show()
}

// settleProgress handles a click on the button of the progress.
func (b *statusBar) settleProgress() {
	if p, is := b.w.session.Progress().Current(); is && p.Stopped {
		b.w.session.Progress().Restart()
		return
	}
	b.w.session.Progress().Cancel()
}

// showPrefix shows how much of the dossier is cached, and returns its tokens.
func (b *statusBar) showPrefix() int64 {
	p, ok := b.w.session.Prefix().Current()
	if !ok || p.Tokens.N == 0 && p.Breaker() == "" {
		b.prefix.Hide()
		return int64(p.Tokens.N)
	}
	b.prefix.SetText(prefixText(p))
	b.prefix.SetTip(prefixTip(p))
	b.prefix.SetMinWidth(0)
	b.prefixRoom = max(b.prefixRoom, b.prefix.MinSize().Width)
	if !b.w.narrow {
		b.prefix.SetMinWidth(b.prefixRoom)
	}
	b.prefix.Show()
	return int64(p.Tokens.N)
}

func (b *statusBar) parts(budget session.Budget) []kit.Part {
	var parts []kit.Part
	for _, section := range budget.Sections {
		parts = append(parts, kit.Part{Amount: int64(section.Tokens.N), Name: sectionLine(section, budget)})
	}
	return parts
}

// sectionLine returns a section's line of the legend.
func sectionLine(section session.SectionCost, budget session.Budget) string {
	share := 0.0
	if budget.Tokens.N > 0 {
		share = float64(section.Tokens.N) / float64(budget.Tokens.N)
	}
	return words.With("{{.Name}}: {{.Tokens}} tokens, {{.Share}}", map[string]any{
		"Name": section.Title, "Tokens": words.Tokens(section.Tokens), "Share": words.Percent(share),
	})
}

func (b *statusBar) budgetTip(budget session.Budget) string {
	if budget.Pending {
		return words.Exactness(project.Cost{Pending: true}, words.Say("the whole dossier"))
	}
	lines := []string{words.Exactness(project.Cost{Count: budget.Tokens}, words.Say("the whole dossier")), words.Percent(budget.Share()) + " " + words.Say("of the model's window")}
	if p, ok := b.w.session.Prefix().Current(); ok {
		lines = append(lines, prefixText(p))
	}
	return strings.Join(lines, "\n")
}

func modelTip(m tokens.Model) string {
	if m.Exact {
		return words.Say("The model uses the vocabulary that is counted here: figures are exact")
	}
	return words.With("Counted in another vocabulary and multiplied by {{.Factor}}: within {{.Error}} of the model's own count", map[string]any{
		"Factor": kit.Decimal(m.Factor, 2), "Error": words.Percent(m.Error),
	})
}

func (b *statusBar) models() []kit.MenuItem {
	s := b.w.session
	var items []kit.MenuItem
	for _, m := range s.Settings().Models() {
		detail := kit.Short(int64(m.Window))
		if !m.Exact {
			detail += "  ~ ±" + words.Percent(m.Error)
		}
		items = append(items, kit.MenuItem{Text: m.Name, Detail: detail, Checked: m.ID == s.Settings().Model().ID, Action: func() {
			if m.ID == tokens.CustomID {
				b.customModelDialog()
				return
			}
			s.Settings().SetModel(m.ID)
		}})
	}
	return items
}

// Changed updates the bar.
func (b *statusBar) Changed(change.Set) { b.refresh() }
