// Package agentsdialog implements the dialog for a program's proposal: its author and reason, and a
// list of rows to apply, one for each file with its proposed view.
package agentsdialog

import (
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"dossier/aggregate"
	"dossier/aggregate/text"
	"dossier/ui/columns"
	"dossier/ui/dialog"
	"dossier/ui/features/agents"
	"dossier/ui/kit"
	"dossier/ui/kit/board"
	"dossier/ui/language"
	"dossier/ui/part"
	"dossier/ui/project/fit"
	"dossier/ui/project/proposals"
	"dossier/ui/words"
)

// Dialog is an open dialog.
type Dialog struct {
	w     part.Window
	of    proposals.Report
	off   map[string]bool // unticked rows, by path
	list  *board.List
	total *kit.Label
}

// Sizes of the dialog.
const (
	width, height = 860, 520
	signWidth     = 16
	whyWidth      = 300
)

const checkCell = 1

// Open opens the dialog for a pending proposal.
func Open(w part.Window, id string) *Dialog {
	of, ok := agents.Of(w.Session()).Find(id)
	if !ok {
		return nil
	}
	d := &Dialog{w: w, of: of, off: map[string]bool{}, total: kit.NewLabel("", kit.Body)}
	for _, row := range d.rows() {
		if row.Problem != "" {
			d.off[row.Path] = true
		}
	}
	d.list = board.NewList(d, kit.RowHeight)
	d.list.OnCell = func(i int, _ board.Cell, _ fyne.Position, _ fyne.Size) { d.toggle(d.list.Targets(i)) }
	d.list.OnSpace = func(i int) { d.toggle(d.list.Targets(i)) }
	d.list.OnShortcut = func(s fyne.Shortcut) { w.Dialogs().Shortcut(s) }
	about := text.Escape(of.Title)
	if of.Reason != "" {
		about += "\n" + text.Escape(of.Reason)
	}
	by := kit.NewMuted(words.With("By {{.Client}}, {{.Time}}", map[string]any{"Client": text.Escape(of.Client), "Time": language.Minute(of.Time)}))
	head := container.NewVBox(kit.NewParagraph(about), by)
	w.Dialogs().Show(words.Say("An agent proposes"), kit.NewColumn(head, d.list, d.total), fyne.NewSize(width, height),
		dialog.Does(words.Say("Drop"), func() { agents.Of(w.Session()).Drop(of.ID) }),
		dialog.Closes(words.Say("Later")),
		dialog.Answer{Text: words.Say("Apply"), Primary: true, Run: d.accept}).Help = "docs/guide/agents.md#decide-on-a-proposal"
	d.sum()
	return d
}

// rows holds the rows of the proposal; the instruction is the last one.
func (d *Dialog) rows() []proposals.RowReport {
	rows := d.of.Rows
	if i := d.of.Instruction; i != nil {
		rows = append(rows[:len(rows):len(rows)], proposals.RowReport{Path: proposals.InstructionRow, Kind: fit.KindChanged, Why: i.New, Problem: i.Problem})
	}
	return rows
}

// toggle ticks rows, or unticks them if all are ticked. Rows that no longer fit cannot be ticked.
func (d *Dialog) toggle(places []int) {
	rows, on := d.rows(), false
	for _, i := range places {
		on = on || d.off[rows[i].Path] && rows[i].Problem == ""
	}
	for _, i := range places {
		if rows[i].Problem == "" {
			d.off[rows[i].Path] = !on
		}
	}
	d.list.Reload()
	d.sum()
}

// accept applies the ticked rows.
func (d *Dialog) accept() (stay bool) {
	var paths []string
	for _, row := range d.rows() {
		if !d.off[row.Path] {
			paths = append(paths, row.Path)
		}
	}
	if len(paths) == 0 {
		d.w.Toast(words.Say("No row is ticked"))
		return true
	}
	if len(paths) == len(d.rows()) {
		paths = nil // all rows
	}
	agents.Of(d.w.Session()).Accept(d.of.ID, paths...)
	return false
}

// sum shows the cost of the ticked rows.
func (d *Dialog) sum() {
	tokens, taken := 0, 0
	for _, row := range d.rows() {
		if !d.off[row.Path] {
			tokens += row.After - row.Before
			taken++
		}
	}
	sign := "+"
	if tokens < 0 {
		sign = "−"
		tokens = -tokens
	}
	line := words.With("{{.N}} of {{.All}} rows", map[string]any{"N": taken, "All": len(d.rows())}) + " · " + words.With("{{.Tokens}} tokens", map[string]any{"Tokens": sign + kit.Count(int64(tokens))})
	if !d.of.Fits {
		line += " · " + words.Say("what no longer fits cannot be applied")
	}
	d.total.SetText(line)
}

// Len returns the number of rows; with Key, Find, Label and Row it implements [board.Rows].
func (d *Dialog) Len() int { return len(d.rows()) }

// Key returns the path of a row.
func (d *Dialog) Key(i int) string { return d.rows()[i].Path }

// Find returns the row of a path, or -1.
func (d *Dialog) Find(key string) int {
	return slices.IndexFunc(d.rows(), func(r proposals.RowReport) bool { return r.Path == key })
}

// Label returns the text with which typing finds a row.
func (d *Dialog) Label(i int) string { return d.rows()[i].Path }

// Row returns a row for the list.
func (d *Dialog) Row(i int) board.Row {
	row := d.rows()[i]
	sign, tone := columns.Added, kit.ColorGood
	switch row.Kind {
	case fit.KindRemoved:
		sign, tone = columns.Removed, kit.ColorBad
	case fit.KindChanged:
		sign, tone = columns.Changed, kit.ColorWarn
	}
	name := board.Cell{Text: text.Escape(row.Path), Fill: true, Middle: true}
	if row.Path == proposals.InstructionRow {
		name.Text = words.Say("Instruction")
	}
	why := board.Cell{Text: kit.OneLine(about(row)), Tone: kit.ColorMuted, Small: true, Width: whyWidth, MinWidth: 60, Yields: true, Tip: text.Escape(row.Why)}
	if row.Problem != "" {
		why.Text, why.Tone, why.Tip = text.Escape(row.Problem), kit.ColorWarn, text.Escape(row.Problem)
	}
	return board.Row{Tip: name.Text, Cells: []board.Cell{
		{Kind: board.CellCheck, ID: checkCell, State: kit.Ticked(!d.off[row.Path]), Disabled: row.Problem != ""},
		{Text: sign, Tone: tone, Width: signWidth, Mono: true},
		name, why,
		{Text: shownAs(row), Width: columns.ModeWidth, Tip: detail(row)},
		{Kind: board.CellNumber, Width: 2 * columns.CountWidth, Text: cost(row)},
	}}
}

// about describes which parts of a file a row shows, and why.
func about(row proposals.RowReport) string {
	parts := text.Escape(strings.Join(slices.Concat(row.Lines, row.Symbols), ", "))
	if parts != "" && row.Why != "" {
		parts += " · "
	}
	return parts + text.Escape(row.Why)
}

// cost returns the tokens of a row before and after it is applied; only after if it was not in the
// document, and none for the instruction, which is counted only with the document.
func cost(row proposals.RowReport) string {
	tokens := func(n int) string { return words.Tokens(aggregate.Count{N: n, Exact: true}) }
	switch {
	case row.Path == proposals.InstructionRow:
		return ""
	case row.Kind == fit.KindAdded:
		return tokens(row.After)
	}
	return tokens(row.Before) + " → " + tokens(row.After)
}

// shownAs describes how a row would show its file.
func shownAs(row proposals.RowReport) string {
	switch {
	case row.Path == proposals.InstructionRow:
		return ""
	case row.New == "":
		return words.Say("excluded")
	}
	return words.Mode(row.New)
}

// detail returns the shown lines or symbols.
func detail(row proposals.RowReport) string {
	return text.Escape(strings.Join(append(append([]string{}, row.Lines...), row.Symbols...), "\n"))
}
