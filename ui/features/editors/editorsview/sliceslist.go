package editorsview

import (
	"errors"
	"fmt"
	"slices"
	"strconv"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"dossier/aggregate"
	"dossier/aggregate/text"
	"dossier/ui/columns"
	"dossier/ui/features/editors"
	"dossier/ui/kit"
	"dossier/ui/kit/board"
	"dossier/ui/kit/code"
	"dossier/ui/part"
	"dossier/ui/project"
	"dossier/ui/words"
)

// Active cells of a slice's row.
const (
	tagCell = iota + 1
	commentCell
	sliceMoreCell
)

const (
	healthWidth     = 62 // unchecked
	tagWidth        = 72
	sliceCountWidth = 52 // ~12 345
)

// sliceRows holds the slices for the list and the margin, copied from the model when it changes.
type sliceRows struct {
	e       *slicesEditor
	list    []project.PlacedSlice
	keys    []string
	current int // the current slice, or -1

	marks  []code.Mark
	marked []int // slice index by mark
	begins map[int]beginning
}

// beginning is the label at the right of the first line of slices.
type beginning struct {
	label string
	tone  fyne.ThemeColorName
}

// newList creates the list with its header.
func (e *slicesEditor) newList() {
	w := e.w
	e.rows = sliceRows{e: e, current: -1}
	e.list = part.NewList(w, &e.rows, e.menu)
	e.list.OnCursor = e.cursorMoved
	e.list.OnSelect = e.showMarks
	e.list.OnCell = e.cell
	e.list.OnOpen = e.editTag
	e.list.OnKey = e.listKey
	e.list.OnMove = e.moveTo
	e.count, e.figure = kit.NewLabel("", kit.Strong), kit.NewLabel("", kit.Number)
	e.update = kit.NewButton("", e.updateAll)
	e.update.SetTip(words.Say("Saves the current lines of the slices"))
	e.listHead = container.NewBorder(nil, nil, container.NewHBox(e.count, e.figure), e.update)
	e.hint = kit.NewEmpty(words.Say("Slices are the lines that the model sees of this file. Select lines in the text and press Enter, or take a symbol below."), "", nil)
	e.listPart = container.NewStack(e.list, e.hint) // the list is empty below the hint
}

// reload copies the slices from the model.
func (r *sliceRows) reload() {
	r.list = r.e.model.List()
	r.keys = make([]string, len(r.list))
	seen := map[string]int{}
	for i, p := range r.list {
		key := fmt.Sprintf("%d-%d %s", p.StartLine, p.EndLine, p.ContentHash)
		seen[key]++
		r.keys[i] = fmt.Sprintf("%s #%d", key, seen[key])
	}
	kit.SetVisible(r.e.hint, len(r.list) == 0)
}

// mark creates the marks in the margin; lost slices have no position there.
func (r *sliceRows) mark() {
	r.marks, r.marked, r.begins = nil, nil, map[int]beginning{}
	lines := r.e.model.Lines()
	for i, p := range r.list {
		if p.Lost() || p.Start > lines {
			continue
		}
		word, tone := healthWord(p.Health)
		r.marks = append(r.marks, code.Mark{
			First: p.Start - 1, Last: min(p.End, lines) - 1, Tone: tone, Strong: i == r.current,
			Tip: r.name(i) + " · " + words.Lines(p.Start, p.End) + "\n" + healthTip(p) + "\n" + words.Say("Drag an end to resize"),
		})
		r.marked = append(r.marked, i)
		label := r.name(i) + " · " + word
		if before, ok := r.begins[p.Start]; ok {
			label, tone = before.label+", "+label, before.tone
		}
		r.begins[p.Start] = beginning{label, tone}
	}
}

// name returns the display name of a slice: its tag, or its index in the list.
func (r *sliceRows) name(i int) string {
	if tag := r.list[i].Tag; tag != "" {
		return text.Escape(tag)
	}
	return words.With("slice {{.N}}", map[string]any{"N": i + 1})
}

func (r *sliceRows) Len() int         { return len(r.list) }
func (r *sliceRows) Key(i int) string { return r.keys[i] }

func (r *sliceRows) Find(key string) int { return slices.Index(r.keys, key) }

func (r *sliceRows) Row(i int) board.Row {
	p := r.list[i]
	word, tone := healthWord(p.Health)
	typed := func(id int, words, empty string) board.Cell {
		if words == "" {
			return board.Cell{ID: id, Text: empty, Tone: kit.ColorMuted}
		}
		return board.Cell{ID: id, Text: text.Escape(words), Tip: text.Escape(words)}
	}
	tag, comment := typed(tagCell, p.Tag, words.Say("tag…")), typed(commentCell, p.Comment, words.Say("comment…"))
	tag.Width, comment.Fill = tagWidth, true
	lines := board.Cell{Text: words.Lines(p.Start, p.End), Width: r.e.linesWidth(), Mono: true}
	if p.Lost() {
		lines.Tone, lines.Tip = kit.ColorMuted, healthTip(p)
	}
	if p.Problem != "" {
		lines.Text = "–"
	}
	return board.Row{Cells: []board.Cell{
		{Kind: board.CellGrip, Tip: words.Say("Drag to change the order (Alt+Up, Alt+Down)")},
		lines,
		{Text: word, Tone: tone, Width: healthWidth, Tip: healthTip(p)},
		tag,
		comment,
		{Kind: board.CellNumber, Text: words.Figure(p.Cost), Width: sliceCountWidth, Tip: words.Exactness(p.Cost, words.Say("this slice, as the document shows it"))},
		{Kind: board.CellGlyph, ID: sliceMoreCell, Glyph: kit.GlyphMore, Tip: words.Say("Actions for this slice")},
	}}
}

// linesWidth returns the width of a range of lines of the file: 1234–1234.
func (e *slicesEditor) linesWidth() float32 {
	widest := max(e.model.Lines(), 100)
	for _, p := range e.rows.list {
		widest = max(widest, p.End) // that of a lost slice
	}
	return code.Width(2*len(strconv.Itoa(widest)) + 1)
}

func (e *slicesEditor) cell(i int, c board.Cell, at fyne.Position, size fyne.Size) {
	switch c.ID {
	case tagCell:
		e.editTag(i)
	case commentCell:
		e.editComment(i)
	case sliceMoreCell:
		e.w.ShowMenuBelow(at, size, part.RowMenu(e.w, e.list, i, e.menu(i)))
	}
}

// editTag edits the tag of a slice in place; Tab continues with the comment.
func (e *slicesEditor) editTag(i int) {
	e.edit(i, tagCell, func(i int, words string, turn board.EditTurn) {
		if turn != board.EditOff {
			e.model.SetTag(i, words)
		}
		if turn == board.EditNext {
			e.editComment(i)
		}
	})
}

// editComment edits the comment of a slice in place; Tab continues with the tag of the next one.
func (e *slicesEditor) editComment(i int) {
	e.edit(i, commentCell, func(i int, words string, turn board.EditTurn) {
		if turn != board.EditOff {
			e.model.SetComment(i, words)
		}
		switch {
		case turn == board.EditBack:
			e.editTag(i)
		case turn == board.EditNext && i+1 < e.rows.Len():
			e.list.SetCursor(i + 1)
			e.editTag(i + 1)
		}
	})
}

// edit opens an entry over a cell of slice i, and calls done unless the slice was removed in the
// meantime. The focus returns to the text if it was there before.
func (e *slicesEditor) edit(i, cell int, done func(i int, words string, turn board.EditTurn)) {
	if i < 0 || i >= e.rows.Len() {
		return
	}
	if !e.typing { // not when moving between cells
		e.typing, e.fromText = true, e.w.Focused() == fyne.Focusable(e.code)
	}
	p, typed, empty := e.rows.list[i], "", words.Say("tag")
	if typed = p.Tag; cell == commentCell {
		typed, empty = p.Comment, words.Say("comment")
	}
	key := e.rows.Key(i)
	e.list.EditCell(i, cell, typed, empty, func(typed string, turn board.EditTurn) {
		if i := e.rows.Find(key); i >= 0 {
			done(i, kit.OneLine(typed), turn)
		}
		if e.list.Editing() {
			return
		}
		if e.typing = false; e.fromText && e.w.Focused() == fyne.Focusable(e.list) {
			e.w.Focus(e.code)
		}
	})
}

func (e *slicesEditor) listKey(ev *fyne.KeyEvent, mods fyne.KeyModifier, _ int) bool {
	if mods == 0 && (ev.Name == fyne.KeyDelete || ev.Name == fyne.KeyBackspace) {
		e.deleteChosen()
		return true
	}
	return false
}

// menu returns the menu of a slice.
func (e *slicesEditor) menu(i int) []kit.MenuItem {
	if i < 0 || i >= e.rows.Len() {
		return nil
	}
	p := e.rows.list[i]
	first, last := e.lines()
	attach := words.With("Set it to the selected lines {{.Lines}}", map[string]any{"Lines": words.Lines(first, last)})
	if p.Lost() {
		attach = words.With("Attach it to the selected lines {{.Lines}}", map[string]any{"Lines": words.Lines(first, last)})
	}
	items := []kit.MenuItem{
		{Text: words.Say("Edit the tag"), Detail: "F2", Action: func() { e.editTag(i) }},
		{Text: words.Say("Edit the comment"), Detail: kit.Chords("Shift+F2"), Action: func() { e.editComment(i) }},
		{Separator: true},
	}
	if p.Stale() {
		items = append(items, kit.MenuItem{Text: words.Say("Update lines"), Detail: kit.Chords("Ctrl+U"), Action: func() { e.failed(e.model.Update(i)) }})
	}
	if first > 0 && (p.Lost() || first != p.Start || last != p.End) {
		items = append(items, kit.MenuItem{Text: attach, Detail: kit.Chords("Ctrl+Enter"), Action: func() { e.pick(i); e.attach() }})
	}
	if !p.Lost() {
		if line := e.cursorLine(); p.Start < line && line <= p.End {
			items = append(items, kit.MenuItem{Text: words.Say("Split at the cursor"), Detail: kit.Chords("Ctrl+D"), Action: func() { e.pick(i); e.split() }})
		}
		if i+1 < e.rows.Len() {
			items = append(items, kit.MenuItem{Text: words.Say("Join with the next"), Detail: kit.Chords("Ctrl+J"), Action: func() { e.pick(i); e.join() }})
		}
		items = append(items, kit.MenuItem{Text: words.Say("Copy its lines"), Action: func() { e.copyLines(p.Start-1, min(p.End, e.model.Lines())) }})
	}
	return append(items,
		kit.MenuItem{Text: words.Say("Move up"), Detail: kit.Chords("Alt+Up"), Action: func() { e.shift(-1) }},
		kit.MenuItem{Text: words.Say("Move down"), Detail: kit.Chords("Alt+Down"), Action: func() { e.shift(1) }},
		kit.MenuItem{Separator: true},
		kit.MenuItem{Text: words.Say("Delete"), Detail: kit.Chords("Delete"), Action: e.deleteChosen},
	)
}

// Active cells of a symbol that can be added as a slice.
const (
	outlineFoldCell = iota + 1
	outlineTakeCell
)

// outlineList is the list of the file's symbols.
type outlineList struct {
	e       *slicesEditor
	list    *board.List
	count   *kit.Label
	head    *fyne.Container
	nothing *kit.Empty
	content fyne.CanvasObject
}

func newOutlineList(e *slicesEditor) *outlineList {
	o := &outlineList{e: e}
	o.list = board.NewList(o, kit.RowHeight)
	o.list.Single = true
	o.list.OnCursor = o.show
	o.list.OnClick = o.show
	o.list.OnCell = o.cell
	o.list.OnOpen = o.addSlice
	o.list.OnSpace = o.addSlice
	o.list.OnKey = o.key
	o.list.OnShortcut = func(s fyne.Shortcut) { e.w.Shortcut(s) }
	o.count = kit.NewLabel("", kit.Number)
	o.head = container.NewHBox(kit.NewLabel(words.Say("Symbols"), kit.Strong), o.count)
	o.nothing = kit.NewEmpty("", "", nil)
	o.content = kit.NewColumn(kit.NewHeader(o.head, kit.EdgeTop|kit.EdgeBottom), container.NewStack(o.list, o.nothing), nil)
	return o
}

func (o *outlineList) outline() *editors.Outline { return o.e.model.Outline() }

func (o *outlineList) reload() {
	o.list.Reload()
	some := o.outline().Len() > 0
	kit.SetVisible(o.list, some)
	kit.SetVisible(o.nothing, !some)
	why := ""
	var none *aggregate.NoGrammarError
	switch err := o.outline().Err(); {
	case !o.outline().Known() || some:
	case errors.As(err, &none):
		why = words.With("Symbols are not known in {{.Language}}.", map[string]any{"Language": text.LanguageName(none.Language)})
	case err != nil:
		why = words.With("There are no symbols: {{.Problem}}", map[string]any{"Problem": err.Error()})
	default:
		why = words.Say("The file defines no symbols.")
	}
	o.nothing.SetText(why)
	o.count.SetText("")
	if some {
		o.count.SetText(kit.Count(int64(o.outline().Total())))
	}
	kit.Relayout(o.head)
}

func (o *outlineList) Len() int            { return o.outline().Len() }
func (o *outlineList) Key(i int) string    { return o.outline().Key(i) }
func (o *outlineList) Find(key string) int { return o.outline().Find(key) }
func (o *outlineList) Label(i int) string  { return o.outline().Entry(i).Title }

func (o *outlineList) Row(i int) board.Row {
	entry := o.outline().Entry(i)
	fold := board.Cell{Kind: board.CellSpace, Width: columns.FoldWidth}
	if foldable, folded := o.outline().Foldable(i); foldable {
		fold = board.Cell{Kind: board.CellFold, ID: outlineFoldCell, Width: columns.FoldWidth, State: kit.Ticked(!folded)}
	}
	take := board.Cell{Kind: board.CellGlyph, ID: outlineTakeCell, Glyph: kit.GlyphPlus, Tip: words.Say("Take it as a slice") + " (" + kit.Chords("Enter") + ")"}
	if o.e.rows.hasSlice(entry) {
		take = board.Cell{Kind: board.CellGlyph, Glyph: kit.GlyphCheck, Tone: kit.ColorGood, Tip: words.Say("It is a slice already")}
	}
	return board.Row{Indent: entry.Depth, Cells: []board.Cell{
		fold,
		{Text: text.Escape(entry.Title), Fill: true, Tip: text.Escape(entry.Path)},
		{Text: string(entry.Kind), Tone: kit.ColorMuted, Width: kindWidth + kit.Group},
		{Kind: board.CellNumber, Text: words.Lines(entry.Start, entry.End), Width: o.e.linesWidth()},
		take,
	}}
}

// hasSlice reports whether a slice has exactly the lines of a symbol.
func (r *sliceRows) hasSlice(entry editors.OutlineEntry) bool {
	for _, p := range r.list {
		if p.Start == entry.Start && p.End == entry.End && !p.Lost() {
			return true
		}
	}
	return false
}

// show selects the lines of a symbol in the text.
func (o *outlineList) show(i int) {
	entry := o.outline().Entry(i)
	o.e.goToLines(entry.Start, entry.End)
}

func (o *outlineList) addSlice(i int) { o.e.addSlice(o.outline().Entry(i)) }

func (o *outlineList) cell(i int, c board.Cell, _ fyne.Position, _ fyne.Size) {
	if c.ID == outlineTakeCell {
		o.addSlice(i)
		return
	}
	_, folded := o.outline().Foldable(i)
	o.fold(i, !folded)
}

func (o *outlineList) fold(i int, fold bool) {
	o.outline().Fold(i, fold)
	o.list.Reload()
}

func (o *outlineList) key(ev *fyne.KeyEvent, mods fyne.KeyModifier, i int) bool {
	if i < 0 || mods != 0 {
		return false
	}
	foldable, folded := o.outline().Foldable(i)
	switch {
	case ev.Name == fyne.KeyRight && foldable && folded:
		o.fold(i, false)
	case ev.Name == fyne.KeyRight:
		o.list.SetCursor(min(i+1, o.Len()-1))
	case ev.Name == fyne.KeyLeft && foldable && !folded:
		o.fold(i, true)
	case ev.Name == fyne.KeyLeft:
		if parent := o.outline().Parent(i); parent >= 0 {
			o.list.SetCursor(parent)
		}
	default:
		return false
	}
	return true
}
