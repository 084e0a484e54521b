package ui

import (
	"fmt"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"

	"dossier/aggregate/tokens"
	"dossier/ui/kit"
	"dossier/ui/session"
)

// statusBar is the bar at the bottom: what the dossier costs, of which window, and
// what a person should look at.
type statusBar struct {
	w        *Window
	files    *kit.Label
	tokens   *kit.Label
	bar      *kit.BudgetBar
	model    *kit.Button
	progress *kit.Progress
	prefix   *kit.Button
	warnings *kit.Button
	row      *fyne.Container // laid out again when a text has changed
	content  fyne.CanvasObject
}

func newStatusBar(w *Window) *statusBar {
	b := &statusBar{w: w}
	b.files = kit.NewLabel("", kit.Body)
	b.tokens = kit.NewLabel("", kit.Number)
	b.bar = kit.NewBudgetBar(func() { w.focusPreview() })
	b.model = kit.NewMenuButton("", b.models)
	b.model.SetKind(kit.Quiet)
	b.progress = kit.NewProgress(say("Scanning"), say("Cancel"), func() { w.session.CancelScan() })
	b.prefix = kit.NewMenuButton("", w.prefixRows)
	b.prefix.SetKind(kit.Quiet)
	b.warnings = kit.NewMenuButton("", b.warningRows)
	b.warnings.SetKind(kit.Quiet)
	bar := container.NewGridWrap(fyne.NewSize(budgetWidth, kit.StatusHeight), b.bar)
	middle := layout.NewSpacer()
	prefix := container.NewStack(b.prefix) // the row hides this one where it does not fit
	b.row = container.New(&foldingRow{more: middle, first: []fyne.CanvasObject{bar, prefix, b.files}}, b.files, b.tokens, bar, b.model, middle, prefix, b.warnings)
	b.content = column(b.progress, kit.NewStatusBar(b.row, kit.EdgeTop), nil)
	return b
}

func (b *statusBar) refresh() {
	s := b.w.session
	budget := s.Budget()
	b.files.SetText(sayCount("{{.N}} files", budget.Files))
	cost := session.Cost{Count: budget.Tokens}
	total := sayWith("{{.Tokens}} of {{.Window}} tokens", map[string]any{"Tokens": figure(cost), "Window": kit.Count(int64(budget.Window))})
	if images := s.ScreenshotsCost(); images.N > 0 || images.Pending {
		total += sayWith(" + {{.N}} for images", map[string]any{"N": figure(images)})
	}
	b.tokens.SetText(total)
	b.tokens.SetTip(b.budgetTip(budget))
	b.bar.Set(b.parts(budget), int64(budget.Window), b.showPrefix(), b.budgetTip(budget))
	model := s.Model()
	b.model.SetText(model.Name)
	b.model.SetTip(modelTip(model))

	warnings := s.Warnings()
	if len(warnings) == 0 {
		b.warnings.Hide()
	} else {
		b.warnings.SetText(sayCount("{{.N}} to look at", len(warnings)))
		b.warnings.Show()
	}
	relayout(b.row)
	if done, running := s.Scanning(); running {
		b.progress.Set(say("Scanning the folder"), sayCount("{{.N}} files", done), -1)
		b.progress.Show()
	} else {
		b.progress.Hide()
	}
}

// showPrefix says how much of the dossier is cached, and returns its tokens.
func (b *statusBar) showPrefix() int64 {
	p, ok := b.w.session.Prefix()
	if !ok || p.Tokens.N == 0 && p.Breaker() == "" {
		b.prefix.Hide()
		return int64(p.Tokens.N)
	}
	b.prefix.SetText(prefixText(p))
	b.prefix.SetTip(prefixTip(p))
	b.prefix.Show()
	return int64(p.Tokens.N)
}

// budgetWidth is how long the bar is that the window's tokens stand for.
const budgetWidth = 160

func (b *statusBar) parts(budget session.Budget) []kit.Part {
	var parts []kit.Part
	for _, section := range budget.Sections {
		parts = append(parts, kit.Part{Amount: int64(section.Tokens.N), Tip: section.Title + ": " + tokensFigure(section.Tokens)})
	}
	return parts
}

func (b *statusBar) budgetTip(budget session.Budget) string {
	lines := []string{exactness(session.Cost{Count: budget.Tokens}, say("the whole dossier")), percent(budget.Share()) + " " + say("of the model's window")}
	for _, section := range budget.Sections {
		lines = append(lines, section.Title+": "+tokensFigure(section.Tokens))
	}
	if p, ok := b.w.session.Prefix(); ok {
		lines = append(lines, prefixText(p))
	}
	return strings.Join(lines, "\n")
}

func modelTip(m tokens.Model) string {
	if m.Exact {
		return say("The model reads the vocabulary that is counted here: figures are exact")
	}
	return sayWith("Counted in another vocabulary and multiplied by {{.Factor}}: within {{.Error}} of the model's own count", map[string]any{
		"Factor": fmt.Sprintf("%.2f", m.Factor), "Error": percent(m.Error),
	})
}

func (b *statusBar) models() []kit.MenuItem {
	s := b.w.session
	var items []kit.MenuItem
	for _, m := range s.Models() {
		detail := kit.Short(int64(m.Window))
		if !m.Exact {
			detail += fmt.Sprintf("  ~ ±%.0f %%", m.Error*100)
		}
		items = append(items, kit.MenuItem{Text: m.Name, Detail: detail, Checked: m.ID == s.Model().ID, Action: func() {
			if m.ID == tokens.CustomID {
				b.w.customModelDialog()
				return
			}
			s.SetModel(m.ID)
		}})
	}
	return items
}

// warningRows lists what a person should look at; choosing one leads to its row.
func (b *statusBar) warningRows() []kit.MenuItem {
	var items []kit.MenuItem
	if list := b.w.session.Missing(); len(list) > 0 {
		items = append(items, kit.MenuItem{Text: missingText(list) + ": " + say("Review…"), Detail: shortcutOf("Review what is missing"), Action: b.w.reviewMissing}, kit.MenuItem{Separator: true})
	}
	for _, warning := range b.w.session.Warnings() {
		items = append(items, kit.MenuItem{Text: warning.String(), Action: func() {
			if row, ok := b.w.session.RowOf(warning.Path); ok {
				b.w.showTab(contextID)
				b.w.context.reveal(warning.Path)
				b.w.showRow(row)
				return
			}
			b.w.overlay.Toast(warning.String(), "", nil)
		}})
		if len(items) == maxWarningRows {
			more := len(b.w.session.Warnings()) - len(items)
			if more > 0 {
				items = append(items, kit.MenuItem{Text: sayCount("and {{.N}} more", more), Heading: true})
			}
			break
		}
	}
	return items
}

// maxWarningRows keeps the menu of warnings within the window.
const maxWarningRows = 24
