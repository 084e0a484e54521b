package answerstab

import (
	"slices"
	"strconv"
	"strings"

	"fyne.io/fyne/v2"

	"dossier/aggregate/answer"
	"dossier/aggregate/text"
	"dossier/ui/dialog"
	"dossier/ui/features/edits"
	"dossier/ui/kit"
	"dossier/ui/kit/board"
	"dossier/ui/kit/code"
	"dossier/ui/kit/edit"
	"dossier/ui/words"
)

// The columns of the list of edits.
const (
	editLinesWidth = 74
	certaintyWidth = 92
)

// editsPane lists the edits of the answer, with the changes of the current one below it.
type editsPane struct {
	t      *Tab
	list   *board.List
	rows   []edits.Row
	diff   *code.View
	lines  []code.Line
	all    *kit.Check
	total  *kit.Label
	apply  *kit.Button
	drawer *kit.Drawer
	bar    *fyne.Container
	foot   fyne.CanvasObject
}

func newEditsPane(t *Tab) *editsPane {
	p := &editsPane{t: t}
	p.list = board.NewList(p, kit.RowHeight)
	p.list.OnCell = p.cell
	p.list.OnSpace = func(int) { p.toggle(p.list.Targets(p.list.Cursor())) }
	p.list.OnOpen = func(i int) { p.t.show(p.rows[i].At, p.rows[i].End) }
	p.list.OnCursor = func(int) { p.showDiff() }
	p.list.OnMenu = func(i int, at fyne.Position) { t.w.ShowMenu(at, p.menu(i)) }
	p.list.OnKey = func(ev *fyne.KeyEvent, mods fyne.KeyModifier, _ int) bool {
		if mods == kit.Ctrl && (ev.Name == fyne.KeyReturn || ev.Name == fyne.KeyEnter) {
			p.part().Apply()
			return true
		}
		return false
	}
	p.list.OnShortcut = func(s fyne.Shortcut) { t.w.Shortcut(s) }
	p.diff = code.NewView(diffLines{p})
	p.diff.OnShortcut = func(s fyne.Shortcut) { t.w.Shortcut(s) }
	p.drawer = kit.NewDrawer(p.list, p.diff)
	p.drawer.SetOpen(true)
	p.all = kit.NewCheck("", func(kit.CheckState) { p.toggle(p.everyRow()) })
	p.all.SetTip(words.Say("All edits that can be applied"))
	p.total = kit.NewLabel("", kit.Body)
	p.apply = kit.NewPrimaryButton(words.Say("Apply"), func() { p.part().Apply() })
	p.apply.SetTip(words.Say("Write the selected edits into the project's files; undo reverts them") + kit.Keys(" (Ctrl+Enter)"))
	p.bar = kit.NewSharingRow([]fyne.CanvasObject{p.all}, p.total, []fyne.CanvasObject{p.apply})
	p.foot = kit.NewBar(p.bar, kit.EdgeTop)
	return p
}

func (p *editsPane) part() *edits.Part { return edits.Of(p.t.w.Session()) }

// reload shows the edits as they are now.
func (p *editsPane) reload() {
	p.rows = p.part().Rows()
	p.list.Reload()
	if len(p.rows) > 0 && p.list.Cursor() < 0 {
		p.list.SetCursor(0)
	}
	p.showDiff()
	p.caption()
}

// caption shows the selection and the effect of the button below the list.
func (p *editsPane) caption() {
	n, files := p.part().Selected()
	selectable := 0
	for _, row := range p.rows {
		if row.Selectable() {
			selectable++
		}
	}
	state := kit.Mixed
	switch n {
	case 0:
		state = kit.Off
	case selectable:
		state = kit.On
	}
	p.all.SetState(state)
	enable(p.all, selectable > 0, words.Say("No edit can be applied"))
	p.apply.SetText(words.Say("Apply"))
	if n > 0 {
		p.apply.SetText(words.Count("Apply {{.N}} edits", n))
	}
	caption := words.Say("Nothing is selected")
	if n > 0 {
		caption = words.Count("{{.N}} files change", files)
	}
	p.total.SetText(caption)
	reason := words.Say("Nothing is selected")
	if p.part().Writing() {
		reason = words.Say("Files are being written…")
	}
	enable(p.apply, n > 0 && !p.part().Writing(), reason)
	kit.Relayout(p.bar)
}

func (p *editsPane) everyRow() []int {
	all := make([]int, len(p.rows))
	for i := range all {
		all[i] = i
	}
	return all
}

// toggle selects rows, or deselects them when all are selected.
func (p *editsPane) toggle(rows []int) {
	on := slices.ContainsFunc(rows, func(i int) bool { return p.rows[i].Selectable() && !p.rows[i].Selected })
	p.part().Select(rows, on)
}

// Len returns the number of rows.
func (p *editsPane) Len() int { return len(p.rows) }

// Key returns the key of a row, which stays the same while the answer does.
func (p *editsPane) Key(i int) string { return strconv.Itoa(p.rows[i].Edit) }

// Find returns the row with a key, or -1.
func (p *editsPane) Find(key string) int {
	return slices.IndexFunc(p.rows, func(r edits.Row) bool { return strconv.Itoa(r.Edit) == key })
}

// Label returns the text that typing finds a row by.
func (p *editsPane) Label(i int) string { return p.rows[i].Path }

// Row returns how a row is drawn.
func (p *editsPane) Row(i int) board.Row {
	row := p.rows[i]
	path := board.Cell{Text: text.Escape(row.Path), Fill: true, Middle: true}
	if row.To != "" {
		path.Text += " → " + text.Escape(row.To)
	}
	if !row.Selectable() {
		path.Tone = kit.ColorMuted
	}
	word, tone := certaintyOf(row)
	cells := []board.Cell{
		{Kind: board.CellCheck, ID: checkCell, State: kit.Ticked(row.Selected), Disabled: !row.Selectable(), Tip: tipOf(row)},
		path,
		{Text: whatOf(row), Tone: kit.ColorMuted, Small: true, Width: editLinesWidth, Tip: words.Say("The lines of the file that it changes")},
	}
	if len(row.Candidates) > 0 {
		cells = append(cells, board.Cell{Kind: board.CellChip, ID: whichCell, Text: whichOf(row), Width: certaintyWidth, Tip: words.Say("Which place is meant")})
	} else {
		cells = append(cells, board.Cell{Text: word, Tone: tone, Width: certaintyWidth, Tip: tipOf(row)})
	}
	return board.Row{
		Tip:   text.Escape(row.Path) + "\n" + tipOf(row),
		Cells: append(cells, board.Cell{Kind: board.CellGlyph, ID: moreCell, Glyph: kit.GlyphMore, Tip: words.Say("What can be done with this edit")}),
	}
}

func actions() words.Table[string] {
	return words.Table[string]{"create": "new file", "delete": "delete", "rename": "rename", "replace": "whole file", "modify": ""}
}

// whatOf returns the effect of an edit on its file: the changed lines, or a word.
func whatOf(row edits.Row) string {
	if word := actions()[row.Action]; word != "" {
		return actions().Say(row.Action)
	}
	return linesWord(row.Lines)
}

// linesWord returns a range of lines, "12-15" or "12", as the user reads it.
func linesWord(lines string) string {
	switch {
	case lines == "":
		return ""
	case strings.Contains(lines, "-"):
		return words.With("lines {{.Lines}}", map[string]any{"Lines": lines})
	}
	return words.With("line {{.Line}}", map[string]any{"Line": lines})
}

func whichOf(row edits.Row) string {
	if row.Choice >= 0 {
		return text.Escape(row.Candidates[row.Choice])
	}
	return words.Count("which of {{.N}}", len(row.Candidates))
}

func certainties() words.Table[answer.Level] {
	return words.Table[answer.Level]{answer.Certain: "certain", answer.Likely: "likely", answer.Ambiguous: "ambiguous", answer.NotFound: "not found"}
}

func certaintyOf(row edits.Row) (string, fyne.ThemeColorName) {
	level := answer.Level(row.Certainty)
	switch {
	case row.Applied:
		return words.Say("applied"), kit.ColorGood
	case row.Warning != "":
		return certainties().Say(level), kit.ColorWarn
	case level == answer.Certain:
		return certainties().Say(level), kit.ColorMuted
	case level == answer.NotFound:
		return certainties().Say(level), kit.ColorBad
	}
	return certainties().Say(level), kit.ColorWarn
}

func explanations() words.Table[answer.Level] {
	return words.Table[answer.Level]{
		answer.Certain:   "There is exactly one place for it",
		answer.Likely:    "There is one place, but its text differs from what the answer quotes: compare before you apply it",
		answer.Ambiguous: "It could be meant for several places: choose one",
		answer.NotFound:  "There is no place for it in the file",
	}
}

func tipOf(row edits.Row) string {
	if row.Applied {
		return words.Say("Applied; undo reverts it")
	}
	tip := explanations().Say(answer.Level(row.Certainty))
	for _, more := range []string{row.Reason, row.Warning} {
		if more != "" {
			tip += "\n" + text.Escape(more)
		}
	}
	return tip
}

func (p *editsPane) cell(i int, c board.Cell, at fyne.Position, size fyne.Size) {
	switch c.ID {
	case checkCell:
		p.toggle(p.list.Targets(i))
	case whichCell:
		p.t.w.ShowMenuBelow(at, size, p.candidates(i))
	case moreCell:
		p.t.w.ShowMenuBelow(at, size, p.menu(i))
	}
}

// candidates is the menu of the places that an edit may be meant for.
func (p *editsPane) candidates(i int) []kit.MenuItem {
	row := p.rows[i]
	var items []kit.MenuItem
	for k, candidate := range row.Candidates {
		shown := text.Escape(candidate)
		if len(row.Choices) > 0 {
			shown = linesWord(candidate)
		}
		items = append(items, kit.MenuItem{Text: shown, Checked: k == row.Choice, Action: func() { p.part().Choose(i, k) }})
	}
	return items
}

func (p *editsPane) menu(i int) []kit.MenuItem {
	rows := p.list.Targets(i)
	if len(rows) == 0 {
		return nil
	}
	row := p.rows[i]
	tick := kit.MenuItem{Text: words.Say("Selected"), Detail: "Space", Checked: row.Selected, Action: func() { p.toggle(rows) }}
	if !row.Selectable() {
		tick.Reason = tipOf(row)
	}
	change := kit.MenuItem{Text: words.Say("Change its text…"), Action: func() { p.changeText(i) }}
	if !row.Editable() {
		change.Reason = words.Say("Only an edit of one place in a file that can be applied can be changed")
	}
	items := []kit.MenuItem{
		tick, change,
		{Text: words.Say("Show in the answer"), Detail: "Enter", Action: func() { p.t.show(row.At, row.End) }},
		{Text: words.Say("Show in tree"), Action: func() { p.t.w.RevealInTree(row.Path) }},
		{Text: words.Say("Copy path"), Action: func() { p.t.w.Session().Copy().Text(row.Path, text.Escape(row.Path)) }},
	}
	if row.New != nil {
		items = append(items, kit.MenuItem{Text: words.Say("Restore the answer's text"), Action: func() { p.part().SetNew(i, nil) }})
	}
	if len(row.Candidates) > 0 {
		items = append(items, kit.MenuItem{Separator: true}, kit.MenuItem{Text: words.Say("Which place is meant"), Heading: true})
		items = append(items, p.candidates(i)...)
	}
	return items
}

// changeText lets the user change the text of an edit.
func (p *editsPane) changeText(i int) {
	row := p.rows[i]
	editor := edit.NewEditor(nil)
	editor.SetText(strings.TrimSuffix(row.Shown()[0].New, "\n"))
	set := dialog.Does(words.Say("Use this text"), func() {
		changed := editor.Text()
		if changed != "" {
			changed += "\n"
		}
		if now := p.part().Rows(); i < len(now) && now[i].Editable() {
			p.part().SetNew(i, &changed)
		}
	}).AsPrimary()
	title := words.With("Text for {{.Path}}", map[string]any{"Path": kit.ShortenPath(text.Escape(row.Path), 48)})
	p.t.w.Dialogs().Ask(title, edit.NewBox(editor, 16, 16), fyne.NewSize(720, 420), dialog.Closes(words.Say("Cancel")), set)
}

// showDiff shows the changes of the current edit.
func (p *editsPane) showDiff() {
	p.lines = p.lines[:0]
	if i := p.list.Cursor(); i >= 0 && i < len(p.rows) {
		p.lines = diffOf(p.rows[i])
	}
	p.diff.SetLines(diffLines{p})
}

// diffOf returns the lines of an edit: removed ones, added ones, with the line numbers of the file.
func diffOf(row edits.Row) []code.Line {
	var out []code.Line
	for _, note := range []string{row.Reason, row.Warning} {
		if note != "" {
			out = append(out, code.Line{Text: text.Escape(note)})
		}
	}
	for k, hunk := range row.Shown() {
		if k > 0 {
			out = append(out, code.Line{Text: "…"})
		}
		n := hunk.Line
		for line := range strings.Lines(hunk.Old) {
			out = append(out, code.Line{Text: "- " + strings.TrimRight(line, "\r\n"), Number: n, Tint: kit.ColorRemoved})
			n++
		}
		for line := range strings.Lines(hunk.New) {
			out = append(out, code.Line{Text: "+ " + strings.TrimRight(line, "\r\n"), Tint: kit.ColorAdded})
		}
	}
	if len(out) == 0 {
		out = append(out, code.Line{Text: tipOf(row)})
	}
	return out
}

// diffLines are the lines of the current edit as the view draws them.
type diffLines struct{ p *editsPane }

func (l diffLines) Len() int             { return len(l.p.lines) }
func (l diffLines) Line(i int) code.Line { return l.p.lines[i] }
