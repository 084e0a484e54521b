package editorsview

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"dossier/aggregate/text"
	"dossier/models"
	"dossier/ui/columns"
	"dossier/ui/features/editors"
	"dossier/ui/highlighting"
	"dossier/ui/kit"
	"dossier/ui/kit/board"
	"dossier/ui/kit/code"
	"dossier/ui/kit/edit"
	"dossier/ui/part"
	"dossier/ui/project"
	"dossier/ui/session/change"
	"dossier/ui/words"
)

// symbolsEditor selects how much of each symbol of a file is shown, with the result next to it.
type symbolsEditor struct {
	w     part.Window
	model *editors.Symbols

	proposed bool // the symbols are those of a proposal

	list    *board.List
	filter  *edit.Entry
	result  *code.View
	figure  *kit.Label
	all     *kit.Button
	empty   *kit.Empty
	nothing *kit.Empty      // shown instead of the result while nothing is selected
	shown   *fyne.Container // contains the result or nothing
	stack   *fyne.Container
	content fyne.CanvasObject
}

// Active cells of a symbol's row.
const (
	symbolFoldCell = iota + 1
	symbolTickCell
	symbolDefCell
	symbolSigCell
	symbolHideCell
	symbolNearCell
	symbolDropCell
)

const (
	kindWidth  = 62 // Namespace
	linesWidth = 84 // 1234–1234
	wayWidth   = 36

	symbolCountWidth = 52 // 12 345
)

// newSymbolsEditor returns the editor of a file's symbols in the composition, or in a separate
// choice.
func newSymbolsEditor(w part.Window, path string, choice editors.Choice) *symbolsEditor {
	e := &symbolsEditor{w: w, proposed: choice != nil}
	e.model = editors.Of(w.Session()).Symbols(path, choice, e.reload)
	e.list = part.NewList(w, symbolRows{e}, e.menu)
	e.list.OnCell = e.cell
	e.list.OnSpace = func(int) { e.model.Toggle(e.chosen()) }
	e.list.OnOpen = func(i int) { e.model.Open(i, !e.model.Row(i).Open) }
	e.list.OnKey = e.listKey
	e.filter = edit.NewEntry(words.Say("filter symbols…"), func(text string) { e.model.SetFilter(text) })
	e.filter.OnKey = func(ev *fyne.KeyEvent, _ fyne.KeyModifier) bool {
		if ev.Name == fyne.KeyDown {
			w.Focus(e.list)
			return true
		}
		return false
	}
	e.filter.OnEscape = func() { w.Focus(e.list) }
	e.filter.OnShortcut = w.Shortcut
	e.result = code.NewView(symbolLines{e})
	e.result.OnShortcut = func(s fyne.Shortcut) { w.Shortcut(s) }
	e.figure = kit.NewFigure(172, words.Say("Tokens of the selection, and of the whole file"))
	e.all = kit.NewMenuButton(words.Say("All symbols"), e.allItems)
	back, title := words.Say("Back to the dossier"), words.Say("In the dossier")
	if e.proposed {
		back, title = words.Say("Back to the proposal"), words.Say("If applied")
	}
	e.empty = kit.NewEmpty("", back, w.CloseEditor)
	e.nothing = kit.NewEmpty("", words.Say("Choose all symbols"), func() { e.model.Whole(); w.Focus(e.list) })
	left := kit.NewColumn(kit.NewHeader(e.filter, kit.EdgeBottom), e.list, nil)
	e.shown = container.NewStack(e.result)
	right := kit.NewColumn(kit.NewHeader(container.NewHBox(kit.NewLabel(title, kit.Strong)), kit.EdgeBottom), e.shown, nil)
	panes := kit.NewPanes(kit.Pane{Content: left, Width: 600, Min: 420}, kit.Pane{Content: right, Min: 240, Stretch: true})
	e.stack = container.NewStack(panes)
	e.content = e.stack
	e.reload()
	return e
}

func (e *symbolsEditor) Uncovered() []fyne.CanvasObject { return []fyne.CanvasObject{e.filter} }

// Help returns the page of the guide about it.
func (e *symbolsEditor) Help() string {
	return "docs/guide/files.md#show-only-part-of-a-file"
}

// Title returns a title for the dossier's or the proposal's symbols.
func (e *symbolsEditor) Title() string {
	if e.proposed {
		return words.Say("Symbols in the proposal")
	}
	return words.Say("Symbols")
}

func (e *symbolsEditor) Path() string                 { return e.model.Path() }
func (e *symbolsEditor) Content() fyne.CanvasObject   { return e.content }
func (e *symbolsEditor) Actions() []fyne.CanvasObject { return []fyne.CanvasObject{e.figure, e.all} }
func (e *symbolsEditor) First() fyne.Focusable        { return e.list }
func (e *symbolsEditor) Changed(c change.Set)         { e.model.Follow(c) }
func (e *symbolsEditor) Close()                       { e.model.Close() }

func (e *symbolsEditor) Key(name fyne.KeyName, mods fyne.KeyModifier) bool {
	if name == fyne.KeyP && mods == kit.Ctrl {
		e.w.Focus(e.filter)
		return true
	}
	return false
}

// reload shows the model again; the list keeps its scroll position, cursor and selection.
func (e *symbolsEditor) reload() {
	if e.stack == nil {
		return // called by the model while the editor is being created
	}
	e.list.Reload()
	e.result.SetLines(symbolLines{e})
	shown, full := e.model.Cost()
	switch {
	case !e.model.Known():
		e.figure.SetText("…")
	case e.model.Problem() != nil:
		e.figure.SetText("–")
	default:
		e.figure.SetText(words.With("{{.Shown}} of {{.Full}} tok", map[string]any{"Shown": words.Tokens(shown), "Full": words.Tokens(full)}))
	}
	e.showResult()
	panes := e.stack.Objects[0]
	objects := []fyne.CanvasObject{panes}
	switch problem := e.model.Problem(); {
	case problem != nil:
		e.empty.SetText(words.With("This file cannot be shown by its symbols: {{.Problem}}.", map[string]any{"Problem": problem.Error()}))
		objects = append(objects, kit.NewSurface(e.empty, kit.ColorGround, 0, 0, 0))
	case e.model.Known() && e.model.Len() == 0 && e.model.Filter() == "":
		e.empty.SetText(words.Say("This file defines no symbols."))
		objects = append(objects, kit.NewSurface(e.empty, kit.ColorGround, 0, 0, 0))
	}
	if len(objects) != len(e.stack.Objects) {
		e.stack.Objects = objects
		e.stack.Refresh()
	}
}

// showResult shows the selected symbols, or the meaning of an empty selection.
func (e *symbolsEditor) showResult() {
	shown := fyne.CanvasObject(e.result)
	if lines := e.model.Lines(); e.model.Known() && e.model.Problem() == nil && (len(lines) == 0 || len(lines) == 1 && lines[0] == "") {
		shown = e.nothing
		if e.model.Chosen() {
			e.nothing.SetText(words.Say("No symbol is chosen, so the dossier shows the summary of the file."))
		} else {
			e.nothing.SetText(words.Say("Symbols that you choose are listed here, and replace what the dossier shows of the file now."))
		}
	}
	if e.shown.Objects[0] != shown {
		e.shown.Objects = []fyne.CanvasObject{shown}
		e.shown.Refresh()
	}
}

// symbolRows adapts the symbols to the list.
type symbolRows struct{ e *symbolsEditor }

func (r symbolRows) Len() int            { return r.e.model.Len() }
func (r symbolRows) Key(i int) string    { return r.e.model.Row(i).Path }
func (r symbolRows) Find(key string) int { return r.e.model.Find(key) }

func (r symbolRows) Row(i int) board.Row {
	row := r.e.model.Row(i)
	if row.Lost {
		return lostRow(row)
	}
	fold := board.Cell{Kind: board.CellSpace, Width: columns.FoldWidth}
	if row.Fold {
		fold = board.Cell{Kind: board.CellFold, ID: symbolFoldCell, Width: columns.FoldWidth, State: kit.Ticked(row.Open)}
	}
	name := board.Cell{Text: text.Escape(row.Name()), Fill: true, Middle: true, Mono: true}
	if row.Mode == models.MaskHide && row.Tick == project.Unticked {
		name.Tone = kit.ColorMuted
	}
	cells := []board.Cell{
		fold,
		{Kind: board.CellCheck, ID: symbolTickCell, State: columns.Box(row.Tick), Tip: words.Say("Show the full definition (Space)")},
		name,
		{Text: string(row.Kind), Tone: kit.ColorMuted, Small: true, Width: kindWidth},
		{Kind: board.CellNumber, Text: words.Lines(row.StartLine, row.EndLine), Width: linesWidth, Tip: words.Say("Lines of the file")},
		{Kind: board.CellNumber, Text: words.Figure(project.Cost{Count: r.e.model.Scale(row.Tokens)}), Width: symbolCountWidth, Tip: words.Say("Tokens of the definition with its comment")},
		{Kind: board.CellSpace, Width: kit.Gap},
	}
	for _, way := range []struct {
		id   int
		mode models.MaskMode
		tip  string
	}{
		{symbolDefCell, models.MaskDef, words.Say("The whole definition (D)")},
		{symbolSigCell, models.MaskSig, words.Say("The signature alone (S)")},
		{symbolHideCell, models.MaskHide, words.Say("Nothing of it (H)")},
	} {
		cells = append(cells, board.Cell{
			Kind: board.CellOption, ID: way.id, Text: string(way.mode), Mono: true, Small: true,
			Width: wayWidth, Tone: kit.ColorMuted, State: kit.Ticked(row.Mode == way.mode), Tip: way.tip,
		})
	}
	return board.Row{Indent: row.Depth, Cells: cells, Tip: text.Escape(row.Signature)}
}

func lostRow(row editors.SymbolRow) board.Row {
	cells := []board.Cell{
		{Kind: board.CellSpace, Width: columns.FoldWidth},
		{Text: text.Escape(row.Path), Fill: true, Middle: true, Mono: true},
		{Text: string(row.Mode), Tone: kit.ColorMuted, Mono: true},
		{Text: words.Say("lost"), Tone: kit.ColorBad, Tip: words.Say("The file has no symbol of this name any more")},
	}
	if len(row.Nearest) > 0 {
		cells = append(cells, board.Cell{
			ID: symbolNearCell, Tone: kit.ColorAccent, Tip: words.Say("Use this symbol instead"),
			Text: words.With("use {{.Name}}", map[string]any{"Name": text.Escape(row.Nearest[0])}),
		})
	}
	cells = append(cells, board.Cell{ID: symbolDropCell, Text: words.Say("forget"), Tone: kit.ColorAccent, Tip: words.Say("Remove the name from the selection")})
	return board.Row{Cells: cells, Tint: kit.ColorPanel, Tip: text.Escape(row.Path)}
}

func (e *symbolsEditor) cell(i int, c board.Cell, at fyne.Position, size fyne.Size) {
	row := e.model.Row(i)
	ways := map[int]models.MaskMode{symbolDefCell: models.MaskDef, symbolSigCell: models.MaskSig, symbolHideCell: models.MaskHide}
	switch c.ID {
	case symbolFoldCell:
		e.model.Open(i, !row.Open)
	case symbolTickCell:
		e.model.Toggle(e.target(i))
	case symbolNearCell:
		if len(row.Nearest) == 1 {
			e.model.Replace(row.Path, row.Nearest[0])
			return
		}
		e.w.ShowMenuBelow(at, size, e.nearest(row))
	case symbolDropCell:
		e.model.Replace(row.Path, "")
	default:
		e.model.Choose(e.target(i), ways[c.ID])
	}
}

// nearest returns the possible new names of a lost symbol.
func (e *symbolsEditor) nearest(row editors.SymbolRow) []kit.MenuItem {
	var items []kit.MenuItem
	for _, name := range row.Nearest {
		items = append(items, kit.MenuItem{Text: text.Escape(name), Action: func() { e.model.Replace(row.Path, name) }})
	}
	return items
}

// target returns the rows that a click on row i applies to: the selection if it contains the row.
func (e *symbolsEditor) target(i int) []int {
	return e.list.Targets(i)
}

// chosen returns the rows that a key applies to.
func (e *symbolsEditor) chosen() []int {
	return e.list.Chosen()
}

func (e *symbolsEditor) listKey(ev *fyne.KeyEvent, mods fyne.KeyModifier, i int) bool {
	if i < 0 || i >= e.model.Len() || mods != 0 {
		return false
	}
	ways := map[fyne.KeyName]models.MaskMode{fyne.KeyD: models.MaskDef, fyne.KeyS: models.MaskSig, fyne.KeyH: models.MaskHide}
	row := e.model.Row(i)
	switch mode, ok := ways[ev.Name]; {
	case ok:
		e.model.Choose(e.chosen(), mode)
	case row.Lost && (ev.Name == fyne.KeyDelete || ev.Name == fyne.KeyBackspace):
		e.model.Replace(row.Path, "")
	case ev.Name == fyne.KeyRight && row.Fold && !row.Open:
		e.model.Open(i, true)
	case ev.Name == fyne.KeyLeft && row.Open:
		e.model.Open(i, false)
	case ev.Name == fyne.KeyLeft && row.Depth > 0:
		for ; e.model.Row(i).Depth >= row.Depth; i-- {
		}
		e.list.SetCursor(i)
	default:
		return false
	}
	return true
}

func (e *symbolsEditor) menu(i int) []kit.MenuItem {
	row := e.model.Row(i)
	if row.Lost {
		items := e.nearest(row)
		for j := range items {
			items[j].Text = words.With("use {{.Name}}", map[string]any{"Name": items[j].Text})
		}
		return append(items, kit.MenuItem{Text: words.Say("forget"), Detail: kit.Chords("Delete"), Action: func() { e.model.Replace(row.Path, "") }})
	}
	rows := e.target(i)
	way := func(name, key string, mode models.MaskMode) kit.MenuItem {
		return kit.MenuItem{Text: name, Detail: key, Checked: row.Mode == mode, Action: func() { e.model.Choose(rows, mode) }}
	}
	return []kit.MenuItem{
		way(words.Say("Whole definition"), "D", models.MaskDef),
		way(words.Say("Signature"), "S", models.MaskSig),
		way(words.Say("Nothing of it"), "H", models.MaskHide),
		{Separator: true},
		{Text: words.Say("Copy the name"), Action: func() { e.w.Session().Copy().Text(row.Path, row.Path) }},
	}
}

func (e *symbolsEditor) allItems() []kit.MenuItem {
	return []kit.MenuItem{
		{Text: words.Say("Whole definitions"), Action: e.model.Whole},
		{Text: words.Say("Signatures, as in a skeleton"), Action: e.model.Signatures},
		{Text: words.Say("Nothing"), Action: e.model.Nothing},
	}
}

// symbolLines adapts the result to the view.
type symbolLines struct{ e *symbolsEditor }

func (l symbolLines) Len() int { return len(l.e.model.Lines()) }

func (l symbolLines) Line(i int) code.Line {
	line := code.Line{Text: l.e.model.Lines()[i], Number: i + 1, Runs: highlighting.Runs(l.e.model.Runs(i))}
	return line
}
