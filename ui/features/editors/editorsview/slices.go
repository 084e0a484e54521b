package editorsview

import (
	"cmp"
	"fmt"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"dossier/aggregate/anchor"
	"dossier/aggregate/text"
	"dossier/models/order"
	"dossier/ui/features/editors"
	"dossier/ui/features/notes"
	"dossier/ui/highlighting"
	"dossier/ui/kit"
	"dossier/ui/kit/board"
	"dossier/ui/kit/code"
	"dossier/ui/kit/edit"
	"dossier/ui/part"
	"dossier/ui/project"
	"dossier/ui/session/change"
	"dossier/ui/session/message"
	"dossier/ui/words"
)

// slicesEditor shows the text of a file with its slices in the margin, next to lists of the
// slices and of the file's symbols, which can be added as slices.
type slicesEditor struct {
	w       part.Window
	model   *editors.Slices
	version int // version of the visible text

	code      *code.View
	goTo      *edit.Entry
	found     *kit.Label
	head      *fyne.Container // header of the text; laid out again when a label changes
	notice    *kit.Label
	noticeDo  *kit.Button
	noticeRow *fyne.Container
	noticeBar *kit.Surface
	nothing   *kit.Empty // shown instead of unavailable text
	textPart  *fyne.Container
	selected  *kit.Label
	makeOne   *kit.Button
	foot      *fyne.Container

	list     *board.List
	rows     sliceRows
	count    *kit.Label
	figure   *kit.Label
	update   *kit.Button
	listHead *fyne.Container
	hint     *kit.Empty // shown instead of an empty list
	listPart *fyne.Container

	outline *outlineList

	picking  bool // whether the editor itself is moving the list's cursor
	typing   bool // whether a cell is being edited
	fromText bool // whether the text had the focus before

	targets []editors.Target
	current int // index of the current target
	panes   *kit.Panes
	widths  *[]float32 // widths of the panes, for the next editor
	start   int        // line that is selected first; 0 for none
}

const (
	slicesWidth, slicesMin = 420, 260 // width of the list next to the text
	sliceTextMin           = 240
)

func newSlicesEditor(w part.Window, path string, line int, widths *[]float32) *slicesEditor {
	e := &slicesEditor{w: w, start: line, widths: widths, current: -1}
	e.model = editors.Of(w.Session()).Slices(path, e.reload)
	e.newText()
	e.newList()
	e.outline = newOutlineList(e)
	side := container.New(halves{}, kit.NewColumn(kit.NewHeader(e.listHead, kit.EdgeBottom), e.listPart, nil), e.outline.content)
	e.panes = kit.NewPanes(
		kit.Pane{Content: kit.NewSurface(e.textPart, kit.ColorGround, 0, 0, 0), Min: sliceTextMin, Stretch: true},
		kit.Pane{Content: kit.NewSurface(side, kit.ColorGround, 0, 0, 0), Width: slicesWidth, Min: slicesMin},
	)
	e.panes.SetWidths(*widths)
	e.reload()
	return e
}

// newText creates the text pane with navigation above and the selection below.
func (e *slicesEditor) newText() {
	w := e.w
	e.code = code.NewView(sliceLines{e})
	e.code.Margin = true
	e.code.OnKey = e.codeKey
	e.code.OnShortcut = func(s fyne.Shortcut) { w.Shortcut(s) }
	e.code.OnSelect = e.showSelection
	e.code.OnMark = func(mark int) { e.pick(e.rows.marked[mark]) }
	e.code.OnMarkMove = e.resize
	e.code.OnOpen = func(i int) { e.pick(e.model.Around(i + 1)) }
	e.code.OnMenu = func(_ int, at fyne.Position) { w.ShowMenu(at, e.codeMenu()) }
	e.code.OnCopy = e.copyLines

	e.goTo = edit.NewEntry(words.Say("line, @symbol or text…"), e.searchFor)
	e.goTo.OnKey = e.goToKey
	e.goTo.OnEscape = func() { w.Focus(e.code) }
	e.goTo.OnShortcut = w.Shortcut
	e.found = kit.NewLabel("", kit.Number)
	before := kit.NewGlyphButton(kit.GlyphUp, words.Say("Previous match")+" ("+kit.Chords("Shift+F3")+")", func() { e.next(-1) })
	after := kit.NewGlyphButton(kit.GlyphDown, words.Say("Next match")+" ("+kit.Chords("F3")+")", func() { e.next(1) })
	e.head = container.NewBorder(nil, nil, kit.NewLabel(words.Say("Go to"), kit.Strong), container.NewHBox(e.found, before, after), e.goTo)

	e.notice = kit.NewLabel("", kit.Body)
	e.notice.SetMinWidth(1) // as wide as possible
	e.noticeDo = kit.NewButton("", nil)
	e.noticeRow = container.NewBorder(nil, nil, nil, e.noticeDo, e.notice)
	e.noticeBar = kit.NewBar(e.noticeRow, kit.EdgeTop)

	e.selected = kit.NewLabel("", kit.Number)
	e.selected.SetMinWidth(1)
	e.makeOne = kit.NewPrimaryButton(words.Say("Make a slice"), e.make)
	e.makeOne.SetTip(words.Say("Makes a slice of the selected lines") + " (" + kit.Chords("Enter") + ")")
	e.foot = container.NewBorder(nil, nil, nil, e.makeOne, e.selected)

	e.nothing = kit.NewEmpty("", words.Say("Open anyway"), func() { e.model.RaiseLimit() })
	middle := container.NewStack(e.code, e.nothing)
	// The notice is below, so that the text does not move when it appears.
	e.textPart = kit.NewColumn(kit.NewHeader(e.head, kit.EdgeBottom), kit.NewColumn(nil, middle, e.noticeBar), kit.NewBar(e.foot, kit.EdgeTop))
}

func (e *slicesEditor) Uncovered() []fyne.CanvasObject { return []fyne.CanvasObject{e.goTo, e.foot} }

// Help returns the page of the guide about it.
func (e *slicesEditor) Help() string {
	return "docs/guide/files.md#show-only-part-of-a-file"
}

func (e *slicesEditor) Title() string                { return words.Say("Slices") }
func (e *slicesEditor) Path() string                 { return e.model.Path() }
func (e *slicesEditor) Content() fyne.CanvasObject   { return e.panes }
func (e *slicesEditor) Actions() []fyne.CanvasObject { return nil }
func (e *slicesEditor) First() fyne.Focusable        { return e.code }

func (e *slicesEditor) Close() {
	*e.widths = e.panes.Widths()
	e.model.Close()
}

func (e *slicesEditor) Changed(c change.Set) {
	e.model.Follow(c)
	if c.Has(change.Composition | change.Settings | change.Document) {
		e.reload()
	}
}

// reload shows the current state. Unless the text has changed, it preserves its scroll position,
// cursor and matches.
func (e *slicesEditor) reload() {
	if e.outline == nil {
		return // still being created
	}
	e.rows.reload()
	e.list.Reload()
	e.rows.current = e.list.Cursor()
	e.rows.mark()
	if e.version != e.model.Version() {
		first := e.version == 0
		e.version = e.model.Version()
		start, end := e.lines()
		upwards := e.code.CursorLine()+1 < end
		e.code.SetLines(sliceLines{e})
		switch {
		case !first:
			e.followLines(start, end, upwards)
		case e.start > 0:
			e.goToLines(e.start, e.start)
		default:
			e.code.SetCursor(0)
		}
		if !first && e.goTo.Text != "" {
			e.searchFor(e.goTo.Text)
		}
	}
	e.code.SetMarks(e.rows.marks)
	e.outline.reload()
	e.showNotice()
	e.showSelection()
	e.showFigures()
}

// followLines selects the previously selected lines at their new position. If they have changed,
// it selects nothing, because a slice would contain other lines.
func (e *slicesEditor) followLines(start, end int, upwards bool) {
	first, last, ok := e.model.Relocate(start, end)
	switch {
	case !ok:
		e.code.SetCursor(-1)
	case upwards:
		e.code.SelectText(last-1, 0, first-1, 0)
	default:
		e.code.Select(first-1, last)
	}
}

// showNotice shows warnings about the text.
func (e *slicesEditor) showNotice() {
	m := e.model
	say, action, do, tone := e.noticeOf()
	e.notice.SetText(say)
	e.notice.SetTip(say)
	e.notice.SetTone(tone)
	kit.SetVisible(e.noticeDo, action != "")
	e.noticeDo.SetText(action)
	e.noticeDo.SetPressed(do)
	kit.SetVisible(e.noticeBar, say != "")
	kit.Relayout(e.noticeRow)
	kit.Relayout(e.textPart)

	kit.SetVisible(e.code, m.Loaded() || m.Err() == nil)
	kit.SetVisible(e.nothing, !m.Loaded() && m.Err() != nil)
	if !m.Loaded() && m.Err() != nil {
		e.nothing.SetText(words.Sentence(m.Err()))
		e.nothing.ShowStep(project.TooLarge(m.Err()))
	}
}

func (e *slicesEditor) noticeOf() (text, action string, do func(), tone fyne.ThemeColorName) {
	m := e.model
	mode, shown := m.Shown()
	displaced := 0
	for _, p := range e.rows.list {
		if p.Stale() && p.Health != anchor.Unchecked || p.Lost() {
			displaced++
		}
	}
	switch {
	case !m.Loaded():
		return "", "", nil, ""
	case m.FileMissing():
		return words.Say("The file no longer exists. This is its text as last read."), "", nil, kit.ColorBad
	case m.Err() != nil:
		return words.Sentence(m.Err()), "", nil, kit.ColorBad
	case m.Reloaded() && displaced > 0:
		return words.Count("The file changed on the disk, and {{.N}} slices with it. This is its text now.", displaced), "", nil, kit.ColorWarn
	case m.Reloaded():
		return words.Say("The file changed on the disk. This is its text now."), "", nil, kit.ColorWarn
	case !shown:
		return words.With("The file is shown as {{.Mode}}: its slices are not in the dossier.", map[string]any{"Mode": words.Mode(mode)}), words.Say("Show the slices"), m.ShowSlices, kit.ColorWarn
	}
	return "", "", nil, ""
}

// showFigures shows the cost of the slices, and offers to update moved ones.
func (e *slicesEditor) showFigures() {
	cost := e.model.Cost()
	e.count.SetText(words.Count("{{.N}} slices", e.rows.Len()))
	e.figure.SetText(words.With("{{.N}} tokens", map[string]any{"N": words.Figure(cost)}))
	e.figure.SetTip(words.Exactness(cost, words.Say("all slices, as the document shows them")))
	n := len(e.model.Outdated())
	kit.SetVisible(e.update, n > 0)
	e.update.SetText(words.Count("Update {{.N}} slices", n))
	kit.Relayout(e.listHead)
}

// showSelection shows the selected lines and their approximate cost.
func (e *slicesEditor) showSelection() {
	first, last := e.lines()
	switch {
	case !e.model.Loaded() && e.model.Err() == nil:
		e.selected.SetText(words.Say("Reading the file…"))
	case first == 0:
		e.selected.SetText(words.Say("Drag over lines, or select them with Shift and the arrows"))
	case first == last:
		e.selected.SetText(words.With("Line {{.First}} · {{.Tokens}} tok", map[string]any{"First": first, "Tokens": words.Figure(e.model.Estimate(first, last))}))
	default:
		e.selected.SetText(words.With("Lines {{.Lines}} · {{.Count}} lines · {{.Tokens}} tok", map[string]any{
			"Lines": words.Lines(first, last), "Count": kit.Count(int64(last - first + 1)), "Tokens": words.Figure(e.model.Estimate(first, last)),
		}))
	}
	kit.SetEnabled(e.makeOne, first > 0 && e.model.Err() == nil, words.Say("There are no lines to make a slice of"))
}

// lines returns the selected lines, from 1; 0 if there are none.
func (e *slicesEditor) lines() (first, last int) {
	from, to := e.code.Selection()
	if to <= from {
		return 0, 0
	}
	return from + 1, to
}

// make creates a slice of the selected lines, and asks for its tag.
func (e *slicesEditor) make() {
	first, last := e.lines()
	if first == 0 {
		return
	}
	i, err := e.model.Make(first, last)
	if e.failed(err) {
		return
	}
	e.pick(i)
	e.editTag(i)
}

// failed shows an error, and reports whether there is one.
func (e *slicesEditor) failed(err error) bool {
	if err != nil {
		e.w.Notify(message.Problem(err))
	}
	return err != nil
}

// addSlice creates a slice of a symbol.
func (e *slicesEditor) addSlice(entry editors.OutlineEntry) {
	i, err := e.model.MakeTagged(entry.Start, entry.End, entry.Path)
	if !e.failed(err) {
		e.choose(i)
	}
}

// choose selects a slice, and scrolls to it. The selection in the text is preserved, because the
// slice may be attached to it.
func (e *slicesEditor) choose(i int) {
	e.pick(i)
	e.reveal(i)
}

// pick makes a slice the current one without scrolling the text that the user is pointing at.
func (e *slicesEditor) pick(i int) {
	if i < 0 || i >= e.rows.Len() {
		return
	}
	e.picking = true
	e.list.SetCursor(i)
	e.picking = false
	e.showMarks()
}

// showMarks draws the margin, with the current slice emphasized.
func (e *slicesEditor) showMarks() {
	e.rows.current = e.list.Cursor()
	e.rows.mark()
	e.code.SetMarks(e.rows.marks)
}

// cursorMoved follows the cursor of the list.
func (e *slicesEditor) cursorMoved(i int) {
	if !e.picking {
		e.choose(i)
	}
}

// reveal shows a slice in the text.
func (e *slicesEditor) reveal(i int) {
	if i < 0 || i >= e.rows.Len() {
		return
	}
	if p := e.rows.list[i]; !p.Lost() && p.Start <= e.model.Lines() {
		e.code.ShowLines(p.Start-1, p.End)
	}
}

// resize handles the drag of a mark's end in the margin.
func (e *slicesEditor) resize(mark, first, last int, done bool) {
	i := e.rows.marked[mark]
	if !done {
		e.selected.SetText(words.With("Lines {{.Lines}} · {{.Count}} lines · {{.Tokens}} tok", map[string]any{
			"Lines": words.Lines(first+1, last+1), "Count": kit.Count(int64(last - first + 1)), "Tokens": words.Figure(e.model.Estimate(first+1, last+1)),
		}))
		return
	}
	if p := e.rows.list[i]; p.Start != first+1 || p.End != last+1 {
		e.failed(e.model.Attach(i, first+1, last+1))
		e.pick(i)
	}
	e.showSelection()
}

// cursorLine returns the line of the text's cursor, from 1.
func (e *slicesEditor) cursorLine() int { return e.code.CursorLine() + 1 }

// divided returns the slice that is split at the cursor: the current one if it contains the
// cursor, else the enclosing one.
func (e *slicesEditor) divided() int {
	line := e.cursorLine()
	if i := e.list.Cursor(); i >= 0 {
		if p := e.rows.list[i]; !p.Lost() && p.Start <= line && line <= p.End {
			return i
		}
	}
	return e.model.Around(line)
}

func (e *slicesEditor) split() {
	if i := e.divided(); i >= 0 {
		if !e.failed(e.model.Split(i, e.cursorLine())) {
			e.pick(i + 1)
		}
		return
	}
	e.w.Toast(words.Say("Put the text cursor on a line of the slice first"))
}

func (e *slicesEditor) join() {
	i := e.list.Cursor()
	if !e.failed(e.model.Join(i)) {
		e.pick(i)
	}
}

// attach sets the current slice to the selected lines.
func (e *slicesEditor) attach() {
	i := e.list.Cursor()
	first, last := e.lines()
	if first == 0 {
		e.w.Toast(words.Say("Select the lines in the text first"))
		return
	}
	if !e.failed(e.model.Attach(i, first, last)) {
		e.pick(i)
	}
}

func (e *slicesEditor) stretch(start, end int) {
	i := e.list.Cursor()
	if e.failed(e.model.Stretch(i, start, end)) {
		return
	}
	e.pick(i)
	if p := e.rows.list[i]; end != 0 {
		e.code.ScrollTo(p.End - 1)
	} else {
		e.code.ScrollTo(p.Start - 1)
	}
}

func (e *slicesEditor) updateAll() { e.failed(e.model.Update(e.model.Outdated()...)) }

// chosen returns the slices that a command applies to.
func (e *slicesEditor) chosen() []int {
	return e.list.Chosen()
}

func (e *slicesEditor) deleteChosen() {
	if rows := e.chosen(); len(rows) > 0 {
		e.model.Delete(rows...)
	}
}

// shift moves the chosen slices up or down by one.
func (e *slicesEditor) shift(by int) {
	rows := e.chosen()
	if at, ok := order.Step(rows, by, e.rows.Len()); ok {
		e.moveTo(rows, at)
	}
}

// moveTo moves slices, which stay selected.
func (e *slicesEditor) moveTo(rows []int, before int) {
	cursor := e.list.Cursor()
	first := e.model.Move(rows, before)
	now := make([]int, len(rows))
	for k, row := range rows {
		if now[k] = first + k; row == cursor {
			cursor = now[k]
		}
	}
	e.pick(cursor)
	e.list.Select(now...)
}

// Key handles keys wherever the focus is in the editor.
func (e *slicesEditor) Key(name fyne.KeyName, mods fyne.KeyModifier) bool {
	for _, k := range e.keys() {
		if k.key == name && k.mods == mods {
			k.run(e)
			return true
		}
	}
	return false
}

// sliceKey is a keyboard command of the editor.
type sliceKey struct {
	key  fyne.KeyName
	mods fyne.KeyModifier
	run  func(e *slicesEditor)
}

func (*slicesEditor) keys() []sliceKey {
	return []sliceKey{
		{fyne.KeyF, kit.Ctrl, (*slicesEditor).focusGoTo},
		{fyne.KeyF3, 0, func(e *slicesEditor) { e.next(1) }},
		{fyne.KeyF3, kit.Shift, func(e *slicesEditor) { e.next(-1) }},
		{fyne.KeyF2, 0, func(e *slicesEditor) { e.editTag(e.list.Cursor()) }},
		{fyne.KeyF2, kit.Shift, func(e *slicesEditor) { e.editComment(e.list.Cursor()) }},
		{fyne.KeyReturn, kit.Ctrl, (*slicesEditor).attach},
		{fyne.KeyEnter, kit.Ctrl, (*slicesEditor).attach},
		{fyne.KeyD, kit.Ctrl, (*slicesEditor).split},
		{fyne.KeyJ, kit.Ctrl, (*slicesEditor).join},
		{fyne.KeyU, kit.Ctrl, func(e *slicesEditor) { e.failed(e.model.Update(e.chosen()...)) }},
		{fyne.KeyUp, kit.Ctrl, func(e *slicesEditor) { e.stretch(0, -1) }},
		{fyne.KeyDown, kit.Ctrl, func(e *slicesEditor) { e.stretch(0, 1) }},
		{fyne.KeyUp, kit.Ctrl | kit.Shift, func(e *slicesEditor) { e.stretch(-1, 0) }},
		{fyne.KeyDown, kit.Ctrl | kit.Shift, func(e *slicesEditor) { e.stretch(1, 0) }},
		{fyne.KeyUp, kit.Alt, func(e *slicesEditor) { e.shift(-1) }},
		{fyne.KeyDown, kit.Alt, func(e *slicesEditor) { e.shift(1) }},
	}
}

func (e *slicesEditor) codeKey(ev *fyne.KeyEvent, mods fyne.KeyModifier) bool {
	if mods == 0 && (ev.Name == fyne.KeyReturn || ev.Name == fyne.KeyEnter) {
		e.make()
		return true
	}
	return false
}

func (e *slicesEditor) copyLines(first, last int) {
	text := func(from, to int) string {
		var b strings.Builder
		for i := from; i < to; i++ {
			b.WriteString(e.model.Line(i + 1))
			b.WriteByte('\n')
		}
		return b.String()
	}
	e.w.Session().Copy().Excerpt(e.Path(), text(0, e.model.Lines()), text(first, last), words.Count("{{.N}} lines", last-first))
}

// codeMenu returns the context menu of the text.
func (e *slicesEditor) codeMenu() []kit.MenuItem {
	items := []kit.MenuItem{{Text: words.Say("Make a slice"), Detail: kit.Chords("Enter"), Action: e.make}}
	if i := e.list.Cursor(); i >= 0 {
		items = append(items, kit.MenuItem{
			Text:   words.With("Give these lines to {{.Slice}}", map[string]any{"Slice": e.rows.name(i)}),
			Detail: kit.Chords("Ctrl+Enter"), Action: e.attach,
		})
	}
	if i := e.divided(); i >= 0 {
		items = append(items,
			kit.MenuItem{Separator: true},
			kit.MenuItem{Text: e.rows.name(i), Heading: true},
			kit.MenuItem{Text: words.Say("Show in the list"), Action: func() { e.choose(i); e.w.Focus(e.list) }},
			kit.MenuItem{Text: words.Say("Split at the cursor"), Detail: kit.Chords("Ctrl+D"), Action: e.split},
			kit.MenuItem{Text: words.Say("Delete"), Action: func() { e.model.Delete(i) }})
	}
	items = append(items, kit.MenuItem{Separator: true})
	if first, last := e.code.Selection(); last > first {
		items = append(items, kit.MenuItem{Text: words.Count("Make a note of {{.N}} lines", last-first), Action: func() {
			notes.Of(e.w.Session()).AddLines(e.Path(), first+1, last)
		}})
		items = append(items, kit.MenuItem{Text: words.Count("Copy {{.N}} lines", last-first), Detail: kit.Chords("Ctrl+C"), Action: func() { e.copyLines(first, last) }})
	}
	return items
}

// focusGoTo focuses the go-to box with its text selected.
func (e *slicesEditor) focusGoTo() {
	e.w.Focus(e.goTo)
	e.goTo.TypedShortcut(&fyne.ShortcutSelectAll{})
}

// searchFor searches for the text in the go-to box, and shows the first target.
func (e *slicesEditor) searchFor(query string) {
	if query == "" {
		e.targets, e.current = nil, -1
		e.found.SetText("")
		kit.Relayout(e.head)
		e.code.SetMatches(nil, -1)
		return
	}
	e.model.GoTo(query, func(targets []editors.Target, more bool) {
		if e.goTo.Text != query {
			return
		}
		e.targets, e.current = targets, -1
		top, _ := e.code.Top()
		for i, t := range targets {
			if t.First > top && t.End > 0 { // a text match: continue from the visible position
				e.current = i
				break
			}
		}
		if e.current < 0 && len(targets) > 0 {
			e.current = 0
		}
		e.showTarget(more)
	})
}

// next moves to the next target, or for -1 to the previous one. Without targets, it focuses the
// go-to box.
func (e *slicesEditor) next(by int) {
	n := len(e.targets)
	if n == 0 {
		e.focusGoTo()
		return
	}
	e.current = (e.current + by + n) % n
	e.showTarget(false)
}

func (e *slicesEditor) showTarget(more bool) {
	plus := ""
	if more {
		plus = "+"
	}
	e.found.SetText(fmt.Sprintf("%s / %s%s", kit.Count(int64(e.current+1)), kit.Count(int64(len(e.targets))), plus))
	if len(e.targets) == 0 {
		e.found.SetText(words.Say("not found"))
	}
	kit.Relayout(e.head)
	var matches []code.Match
	current := -1
	for i, t := range e.targets {
		if t.End > 0 {
			if i == e.current {
				current = len(matches)
			}
			matches = append(matches, code.Match{Line: t.First - 1, Start: t.Start, End: t.End})
		}
	}
	e.code.SetMatches(matches, current)
	if e.current >= 0 && e.current < len(e.targets) {
		t := e.targets[e.current]
		e.goToLines(t.First, t.Last)
	}
}

// goToLines selects lines and shows them.
func (e *slicesEditor) goToLines(first, last int) {
	last = min(last, e.model.Lines())
	e.code.Select(first-1, last)
	e.code.ShowLines(first-1, last)
	e.showSelection()
}

func (e *slicesEditor) goToKey(ev *fyne.KeyEvent, mods fyne.KeyModifier) bool {
	enter := ev.Name == fyne.KeyReturn || ev.Name == fyne.KeyEnter
	switch {
	case enter && mods&kit.Shift != 0, ev.Name == fyne.KeyUp:
		e.next(-1)
	case enter && len(e.targets) > 0 && (len(e.targets) == 1 || e.targets[0].End == 0): // lines, or a symbol
		e.w.Focus(e.code)
	case enter, ev.Name == fyne.KeyDown:
		e.next(1)
	default:
		return false
	}
	return true
}

// sliceLines adapts the text to the view.
type sliceLines struct{ e *slicesEditor }

func (l sliceLines) Len() int { return l.e.model.Lines() }

func (l sliceLines) Line(i int) code.Line {
	m, rows := l.e.model, &l.e.rows
	line := code.Line{Number: i + 1, Text: m.Line(i + 1), Runs: highlighting.Runs(m.Runs(i + 1))}
	if begin, ok := rows.begins[i+1]; ok {
		line.Detail, line.DetailTone = begin.label, begin.tone
	}
	if c := rows.current; c >= 0 && c < len(rows.list) {
		if p := rows.list[c]; !p.Lost() && p.Start <= i+1 && i+1 <= p.End {
			line.Tint = kit.ColorChip
		}
	}
	return line
}

// healthWord returns a word and a colour for a slice's health.
func healthWord(h anchor.Health) (string, fyne.ThemeColorName) {
	tone, ok := map[anchor.Health]fyne.ThemeColorName{
		anchor.Exact: kit.ColorGood, anchor.Moved: kit.ColorAccent, anchor.Changed: kit.ColorWarn, anchor.Lost: kit.ColorBad,
	}[h]
	if !ok {
		tone = kit.ColorMuted
	}
	return cmp.Or(healths().Say(h), words.Pending), tone
}

func healths() words.Table[anchor.Health] {
	return words.Table[anchor.Health]{
		anchor.Exact: "exact", anchor.Moved: "moved", anchor.Changed: "changed", anchor.Lost: "lost",
		anchor.Unchecked: "unchecked",
	}
}

// healthTip explains the word and the possible actions.
func healthTip(p project.PlacedSlice) string {
	switch p.Health {
	case anchor.Exact:
		return words.Say("The lines are unchanged since the slice was made")
	case anchor.Moved:
		return words.With("The same lines were at {{.Was}} when the slice was made", map[string]any{"Was": words.Lines(p.StartLine, p.EndLine)})
	case anchor.Changed:
		return words.With("The text of the slice has changed since it was made at {{.Was}}", map[string]any{"Was": words.Lines(p.StartLine, p.EndLine)})
	case anchor.Lost:
		if p.Problem != "" {
			return words.With("Its lines are not known: {{.Problem}}. Select lines and attach the slice to them, or delete it", map[string]any{"Problem": p.Problem})
		}
		tip := words.With("Lines {{.Was}} are no longer in the file. Select lines and attach the slice to them, or delete it", map[string]any{"Was": words.Lines(p.StartLine, p.EndLine)})
		for _, line := range p.AnchorLines {
			if line = strings.TrimSpace(line); line != "" {
				tip += "\n" + text.Escape(line)
			}
		}
		return tip
	case anchor.Unchecked:
		return words.Say("Located by its line numbers alone: it was written by hand. Update lines stores its text, so that the slice is found again when the file changes")
	}
	return words.Say("Searching for its lines…")
}

// halves is a layout that stacks two objects of equal height with a hairline between them.
type halves struct{}

func (halves) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.NewSize(0, 0) }

func (halves) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	top := float32(int(size.Height / 2))
	objects[0].Resize(fyne.NewSize(size.Width, top))
	objects[0].Move(fyne.Position{})
	objects[1].Resize(fyne.NewSize(size.Width, size.Height-top))
	objects[1].Move(fyne.NewPos(0, top))
}
