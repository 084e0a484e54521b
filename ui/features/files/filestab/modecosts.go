package filestab

import (
	"dossier/models"
	"dossier/ui/kit"
	"dossier/ui/kit/board"
	"dossier/ui/project"
	"dossier/ui/session"
	"dossier/ui/words"
)

// The context tab compares the cost of each view mode: one column each, with the names of the
// modes, the totals and the savings above the files.
const (
	comparisonHeads = 3
	comparedWidth   = 54  // 123 456 in the small font
	comparedMode    = 100 // of the adjacent view mode, which shrinks
	comparedRoom    = 500 // width of the list from which the view mode is shown next to the columns
)

// showsModes reports whether rows show their own view mode. If there is not enough space during a
// comparison, only the colour of the column shows it.
func (r *table) showsModes() bool { return r.head == 0 || r.width() >= comparedRoom }

func (t *Tab) compareItem() kit.MenuItem {
	s := t.rows.s
	return kit.MenuItem{
		Text: words.Say("Compare the view modes"), Detail: t.w.KeysOf("compare-modes"), Checked: s.ModeCosts().Comparing(),
		Action: func() { s.ModeCosts().SetComparing(!s.ModeCosts().Comparing()) },
	}
}

// comparisonHead returns one of the rows above the files.
func (r *table) comparisonHead(i int) board.Row {
	totals, now := r.s.ModeCosts().Total()
	name := []string{words.Say("Tokens as"), words.Say("All files"), words.Say("Against full")}[i]
	cells := []board.Cell{{Text: name, Fill: true}}
	for _, mode := range session.ComparedModes() {
		cell := board.Cell{Kind: board.CellNumber, Small: true, Width: comparedWidth}
		switch i {
		case 0:
			cell.Text = words.Mode(mode)
		case 1:
			cell.Text, cell.Tip = words.Figure(totals[mode]), words.Exactness(totals[mode], words.Mode(mode))
		case 2:
			cell.Text = saved(totals[mode], totals[models.Full])
		}
		cells = append(cells, cell)
	}
	last := board.Cell{Kind: board.CellNumber, Small: true, Width: comparedWidth}
	if r.showsModes() {
		last.Width += comparedMode + kit.Gap
	}
	switch i {
	case 0:
		last.Text, last.Tip = words.Say("chosen"), words.Say("As the view modes are chosen now")
	case 1:
		last.Text = words.Figure(now)
	case 2:
		last.Text = saved(now, totals[models.Full])
	}
	cells = append(cells, last, board.Cell{Kind: board.CellGlyph, ID: moreCell, Glyph: kit.GlyphMore, Tip: words.Say("Compare the view modes")})
	return board.Row{Strong: i == 0, Cells: cells, Tint: kit.ColorPanel}
}

// saved returns the saving relative to full text.
func saved(cost, full project.Cost) string {
	if cost.Pending || full.Pending {
		return "…"
	}
	if full.N == 0 || cost.N == full.N {
		return "–"
	}
	return words.Change(float64(cost.N-full.N) / float64(full.N))
}

// comparison returns the columns of a file.
func (r *table) comparison(row int) []board.Cell {
	if r.head == 0 {
		return nil
	}
	costs, known := r.s.ModeCosts().Row(row)
	none := words.Say("not for this language")
	if built, ok := r.s.Files().Shown(row); ok && built.Err != nil {
		none = built.Err.Error()
	}
	var cells []board.Cell
	for _, mode := range session.ComparedModes() {
		cell := board.Cell{Kind: board.CellNumber, Small: true, Width: comparedWidth, Text: "…"}
		if cost, ok := costs[mode]; ok {
			cell.Text, cell.Tip = words.Tokens(cost), words.Exactness(project.Cost{Count: cost}, words.Mode(mode))
			if mode == r.s.Files().ShownAs(row) {
				cell.Tone = kit.ColorAccent
			}
		} else if known {
			cell.Text, cell.Tip = "–", none
		}
		cells = append(cells, cell)
	}
	return cells
}
