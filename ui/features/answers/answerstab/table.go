package answerstab

import (
	"fmt"
	"slices"

	"fyne.io/fyne/v2"

	"dossier/aggregate/text"
	"dossier/ui/columns"
	"dossier/ui/features/answers"
	"dossier/ui/kit"
	"dossier/ui/kit/board"
	"dossier/ui/part"
	"dossier/ui/project/requests"
	"dossier/ui/words"
)

// Active cells.
const (
	checkCell = iota + 1
	whichCell
	moreCell
)

// Columns next to the path.
const (
	noteWidth = 124 // "over the file limit", or lines and symbols
	minNote   = 72
)

// table adapts the session's rows, as of the last update, to the list.
type table struct {
	t    *Tab
	rows []answers.Row
}

func (r *table) list() []answers.Row { return r.rows }

func (r *table) Len() int { return len(r.list()) }

// Key returns a key made of a row's position in the text and its request.
func (r *table) Key(i int) string {
	row := r.list()[i]
	if row.Text != "" {
		return fmt.Sprintf("%d %s %d", row.At, row.Text, row.Line)
	}
	if row.Line > 0 { // independent of its extent
		return fmt.Sprintf("%d %s:%d", row.At, row.Path, row.Line)
	}
	return fmt.Sprintf("%d %s %d %s", row.At, row.Path, row.Start, row.Symbol)
}

func (r *table) Find(key string) int { return board.FindKey(r, key) }

func (r *table) Label(i int) string { return r.list()[i].Path }

func (r *table) Row(i int) board.Row {
	row := r.list()[i]
	path := board.Cell{Text: text.Escape(row.Path), Fill: true, Middle: true}
	if !row.Acceptable() || row.In {
		path.Tone = kit.ColorMuted
	}
	cells := []board.Cell{
		{Kind: board.CellCheck, ID: checkCell, State: kit.Ticked(row.Ticked), Disabled: !row.Acceptable(), Tip: boxTip(row)},
		path,
	}
	if len(row.Candidates) > 0 {
		which := board.Cell{Kind: board.CellChip, ID: whichCell, Text: words.Count("which of {{.N}}", len(row.Candidates)), Tip: words.Say("Choose the file")}
		if len(row.Definitions) > 0 {
			which.Tip = words.Say("Choose the definition")
		}
		if row.Verdict == requests.Missing {
			which.Text = words.Say("did you mean…")
		}
		if row.Chosen {
			which.Text = words.Say("chosen")
		}
		cells = append(cells, which)
	}
	// An empty cell leaves its space to the path.
	if view := viewOf(row); view != "" {
		cells = append(cells, board.Cell{Text: view, Tone: kit.ColorMuted, Small: true, Width: noteWidth, MinWidth: minNote, Middle: true, Tip: viewTip(row)})
	}
	if word, tone := verdictOf(row); word != "" {
		cells = append(cells, board.Cell{Text: word, Tone: tone, Width: noteWidth, MinWidth: minNote, Middle: true, Tip: reasonOf(row)})
	}
	cells = append(cells,
		r.cost(row),
		board.Cell{Kind: board.CellGlyph, ID: moreCell, Glyph: kit.GlyphMore, Tip: words.Say("Actions for this request")},
	)
	return board.Row{Cells: cells, Tip: text.Escape(row.Path)}
}

// alone reports whether any row requests a single line.
func (r *table) alone() bool {
	return slices.ContainsFunc(r.list(), func(row answers.Row) bool { return row.Line > 0 })
}

func (r *table) cost(row answers.Row) board.Cell {
	cell := board.Cell{Kind: board.CellNumber, Width: columns.CountWidth}
	if r.t.requests().Countable(row) {
		cell.Text, cell.Tip = words.Figure(row.Cost), words.Exactness(row.Cost, words.Say("this request in the dossier"))
	}
	return cell
}

func boxTip(row answers.Row) string {
	if !row.Acceptable() {
		return reasonOf(row)
	}
	return words.Say("Selected")
}

// viewOf describes the requested extent; empty for the whole file.
func viewOf(row answers.Row) string {
	switch {
	case row.Symbol != "":
		return text.Escape(row.Symbol)
	case row.Start > 0 && row.Start == row.End:
		return words.With("line {{.Line}}", map[string]any{"Line": kit.Count(int64(row.Start))})
	case row.Start > 0:
		return words.With("lines {{.Lines}}", map[string]any{"Lines": words.Lines(row.Start, row.End)})
	case row.Line > 0:
		return words.Say("whole file")
	}
	return ""
}

func viewTip(row answers.Row) string {
	tip := words.Say("These lines alone, as a slice")
	switch {
	case row.Symbol != "":
		tip = words.Say("This symbol alone, as a mask") + ": " + text.Escape(row.Symbol)
	case row.Start == 0:
		tip = words.Say("The whole file")
	}
	if row.Line > 0 {
		tip += "\n" + words.With("The answer requests line {{.Line}}", map[string]any{"Line": kit.Count(int64(row.Line))})
	}
	return tip
}

// verdicts returns the names of verdicts.
func verdicts() words.Table[requests.Verdict] {
	return words.Table[requests.Verdict]{
		requests.Allowed:    "",
		requests.TooMany:    "over the file limit",
		requests.Filtered:   "other name",
		requests.TooLarge:   "too large",
		requests.Missing:    "missing",
		requests.Ambiguous:  "ambiguous",
		requests.Outside:    "needs permission",
		requests.Unlisted:   "not listed",
		requests.Unreadable: "unreadable",
		requests.NoLines:    "no such lines",
		requests.NeverShown: "never included",
		requests.Broad:      "too broad",
		requests.Elsewhere:  "another repository",
		requests.Undefined:  "not defined",
	}
}

// reasons returns a sentence for each verdict.
func reasons() words.Table[requests.Verdict] {
	return words.Table[requests.Verdict]{
		requests.Allowed:    "It can be added",
		requests.TooMany:    "The files before it reach the file limit",
		requests.Filtered:   "Excluded by the name filter",
		requests.TooLarge:   "Larger than the maximum file size",
		requests.Missing:    "There is no such file in the project",
		requests.Ambiguous:  "Several files have that name",
		requests.Outside:    "It is outside the project and needs permission: its row requests it after you add it",
		requests.Unlisted:   "The tree does not list it",
		requests.Unreadable: "It cannot be read",
		requests.NoLines:    "The file ends before these lines",
		requests.NeverShown: "A discussion's own file is never included",
		requests.Broad:      "It has more than 200 files: choose a smaller folder or pattern",
		requests.Elsewhere:  "It is in another repository: open that repository to add it",
		requests.Undefined:  "No file of the project defines a symbol of that name",
	}
}

// more returns a sentence for each detailed reason.
func more() words.Table[string] {
	return words.Table[string]{
		requests.MissingFolder:  "There is no such folder in the project",
		requests.MissingPattern: "No file of the project matches the pattern",
		requests.Common:         "More than 40 files have that name: name its file",
		requests.NotAll:         "Not all files were searched: the project is too large",
	}
}

// verdictOf returns the text for a row's verdict, and its colour.
func verdictOf(row answers.Row) (string, fyne.ThemeColorName) {
	switch {
	case row.In:
		return words.Say("in the dossier"), kit.ColorMuted
	case row.Verdict == requests.Allowed && row.MissingSymbol != "":
		return words.With("no symbol {{.Symbol}}", map[string]any{"Symbol": text.Escape(row.MissingSymbol)}), kit.ColorWarn
	case row.Verdict == requests.Allowed:
		return "", kit.ColorMuted
	case row.Verdict == requests.Ambiguous && row.Reason == requests.Common:
		return words.Say("in many files"), kit.ColorWarn
	case row.Verdict == requests.Ambiguous && len(row.Definitions) > 0:
		return words.Count("{{.N}} definitions", len(row.Definitions)), kit.ColorWarn
	case row.Acceptable(), row.Verdict == requests.Ambiguous:
		return verdicts().Say(row.Verdict), kit.ColorWarn
	}
	return verdicts().Say(row.Verdict), kit.ColorBad
}

func reasonOf(row answers.Row) string {
	if row.In {
		return words.Say("The dossier shows it already")
	}
	if row.Verdict == requests.Allowed && row.MissingSymbol != "" {
		return words.With("The file does not define {{.Symbol}}: select the row to add all of the file", map[string]any{"Symbol": text.Escape(row.MissingSymbol)})
	}
	if row.Verdict == requests.Ambiguous && len(row.Definitions) > 0 {
		return words.Say("Several symbols have that name: choose one")
	}
	switch row.Reason {
	case requests.MissingFolder, requests.MissingPattern, requests.Common:
		return more().Say(row.Reason)
	case requests.NotAll:
		return reasons().Say(row.Verdict) + "\n" + more().Say(row.Reason)
	}
	reason := reasons().Say(row.Verdict)
	if row.Reason != "" {
		reason += "\n" + row.Reason
	}
	return reason
}

func (t *Tab) cell(i int, c board.Cell, at fyne.Position, size fyne.Size) {
	switch c.ID {
	case checkCell:
		t.toggle(t.list.Targets(i))
	case whichCell:
		t.w.ShowMenuBelow(at, size, part.RowMenu(t.w, t.list, i, t.candidates(i)))
	case moreCell:
		t.w.ShowMenuBelow(at, size, part.RowMenu(t.w, t.list, i, t.menu(i)))
	}
}

// candidates returns the menu of files that a row may refer to.
func (t *Tab) candidates(i int) []kit.MenuItem {
	row := t.rows.list()[i]
	var items []kit.MenuItem
	for _, candidate := range row.Candidates {
		items = append(items, kit.MenuItem{Text: text.Escape(candidate), Checked: row.Is(candidate), Action: func() { t.requests().Choose(i, candidate) }})
	}
	return items
}

func (t *Tab) menu(i int) []kit.MenuItem {
	rows := t.list.Targets(i)
	if len(rows) == 0 {
		return nil
	}
	row := t.rows.list()[i]
	tick := kit.MenuItem{Text: words.Say("Selected"), Detail: kit.Chords("Space"), Checked: row.Ticked, Action: func() { t.toggle(rows) }}
	if !row.Acceptable() {
		tick.Reason = reasonOf(row)
	}
	items := []kit.MenuItem{
		tick,
		{Text: words.Say("Show in the answer"), Detail: kit.Chords("Enter"), Action: func() { t.reveal(i) }},
		{Text: words.Say("Copy path"), Action: func() { t.w.Session().Copy().Text(row.Path, text.Escape(row.Path)) }},
	}
	if len(row.Candidates) > 0 {
		which := words.Say("Choose the file")
		if len(row.Definitions) > 0 {
			which = words.Say("Choose the definition")
		}
		items = append(items, kit.MenuItem{Separator: true}, kit.MenuItem{Text: which, Heading: true})
		items = append(items, t.candidates(i)...)
	}
	if row.Line > 0 {
		items = append(items, kit.MenuItem{Separator: true}, kit.MenuItem{Text: words.Say("Its line means"), Heading: true})
		items = append(items, t.extentsOf(i, rows)...)
	}
	return items
}
