package code

import (
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"

	"dossier/ui/kit"
	"dossier/ui/kit/scroll"
)

const (
	// sidestep is the number of columns that Left and Right scroll by.
	sidestep = 8
	// minColumns is the minimum number of columns of wrapped lines, however narrow the view is.
	minColumns = 20
	// lastNumbers is the number of last lines that determine the width of line numbers.
	lastNumbers = 8
)

// Lines are the contents of a [View]. Line is only called for visible lines.
type Lines interface {
	Len() int
	Line(i int) Line
}

// Match is a search match: the bytes [Start, End) of a line's text.
type Match struct {
	Line, Start, End int
}

// View shows a document of any length as monospaced lines. Only the visible rows exist as canvas
// objects, and at most 500 characters of a row are drawn, so its cost depends on the size of the
// window. A line is one row unless it wraps; see [View.SetWrap].
//
// Keyboard: Up, Down, PageUp, PageDown, Home and End move a line cursor, and with Shift select
// lines; Left and Right fold or scroll horizontally; Enter follows a link; Ctrl+A selects all. A
// line cursor that was scrolled out of view continues from the visible lines.
//
// If OnCopyText is set, the cursor is between two characters, and characters are selected by
// dragging, or by Shift and keys. A double click selects the word, a triple click or a press on a
// line number the line. Left and Right move by characters, with Ctrl by words; Shift+Home and
// Shift+End extend to the ends of the line, with Ctrl to those of the document.
type View struct {
	widget.BaseWidget
	Page

	// OnFold is called for a click on a fold icon, and for Left and Right.
	OnFold func(i int)
	// OnJump is called for a click or Enter on a line with Jump.
	OnJump func(i int)
	// OnOpen is called for a double click on a line or, if that selects a word, for Enter.
	OnOpen func(i int)
	// OnMenu is called for a secondary click and the menu key.
	OnMenu func(i int, at fyne.Position)
	// OnCopy is called for Ctrl+C, with the selected lines [first, last).
	OnCopy func(first, last int)
	// OnShortcut is called for shortcuts that the view does not handle.
	OnShortcut func(fyne.Shortcut)
	// OnVisible is called with the visible lines, [first, last), when they change.
	OnVisible func(first, last int)
	// OnScroll is called after the view has scrolled in any direction.
	OnScroll func()
	// OnKey is called first for each key, also with Ctrl or Alt, and returns whether it handled
	// the key.
	OnKey func(ev *fyne.KeyEvent, mods fyne.KeyModifier) bool
	// OnSelect is called when the user moves the cursor or selects lines.
	OnSelect func()

	// OnMark is called for a press on a mark.
	OnMark func(mark int)
	// OnMarkMove is called while an end of a mark is dragged, and again with done at the end:
	// then the caller sets the mark's lines. If it is nil, marks cannot be dragged.
	OnMarkMove func(mark, first, last int, done bool)

	bar        scroll.Bar
	side       scroll.Bar
	pool       scroll.Tiles[*codeRow]
	ground     kit.Drawing
	frame      kit.Drawing
	objects    []fyne.CanvasObject
	focused    bool
	hover      int // line under the pointer, or -1
	onFold     bool
	onText     bool // the pointer is over text
	seen       [2]int
	lastScroll [2]float64 // last scroll position, vertical and horizontal

	pinned codeRow // the sticky heading

	pressed      spot // position of the current press, or none
	pressedText  string
	presses      grain   // number of consecutive clicks at the same position
	pressedRange [2]spot // selection made by the press, which a drag extends
	onPress      bool    // the press was on a fold icon
	dragging     bool
	edge         scroll.Edge
	pointer      fyne.Position
	lastPress    time.Time
	now          func() time.Time
	mods         func() fyne.KeyModifier
}

// NewView returns a view of a document.
func NewView(lines Lines) *View {
	none := spot{line: -1}
	c := &View{
		Page: Page{
			view: scroll.View{Row: kit.CodeRowHeight}, columns: scroll.View{Row: 1},
			current: -1, caret: none, anchor: none, goal: -1, pinAt: -1,
			margin: margin{over: -1, dragged: -1},
		},
		hover: -1, pressed: none, now: time.Now, mods: kit.Modifiers,
	}
	c.pinned = *newCodeRow()
	c.pool.Create = newCodeRow
	c.setLines(lines)
	c.ExtendBaseWidget(c)
	return c
}

// SetWrap sets whether long lines wrap.
func (c *View) SetWrap(on bool) {
	if on != c.wrap {
		c.wrap = on
		c.fit(c.Size())
		c.Refresh()
	}
}

// SetLines replaces the document, or updates it after a change. The scroll position is preserved,
// as far as there are lines; see [View.SetTop] for keeping a line in its position. Matches are
// cleared.
func (c *View) SetLines(lines Lines) {
	c.setLines(lines)
	c.columns.Rows = 0
	c.matches, c.current = nil, -1
	c.caret, c.anchor = c.within(c.caret), c.within(c.anchor)
	if c.hover >= lines.Len() {
		c.hover = -1
	}
	if c.pressed.line >= lines.Len() || c.pressed.line >= 0 && c.rowed.text(c.pressed.line) != c.pressedText {
		c.pressed = spot{line: -1} // the pressed text has moved
	}
	c.Refresh()
}

// InView returns the visible lines: [first, last).
func (c *View) InView() (first, last int) { return c.span() }

// Top returns the first visible line and the scrolled units of it.
func (c *View) Top() (line int, past float32) {
	row, past := c.topRow()
	if row >= c.view.Rows {
		return 0, 0
	}
	line = c.rowed.lineAt(row)
	return line, past + float32(row-c.rowed.row(line))*c.view.Row
}

// SetTop scrolls so that the given line is the first visible one, with past units of it scrolled
// out of view.
func (c *View) SetTop(line int, past float32) {
	if c.view.ScrollTo(float64(c.rowed.row(line))*float64(c.view.Row) + float64(past)) {
		c.scrolled()
	}
}

// LeadTo scrolls so that the given line is the first visible one below the sticky heading.
func (c *View) LeadTo(line int) {
	past := float32(0)
	if c.heading(line) >= 0 {
		past = -c.view.Row
	}
	c.SetTop(line, past)
}

// SetLeft scrolls horizontally, within the width of the text.
func (c *View) SetLeft(offset float64) {
	if c.columns.ScrollTo(offset) {
		c.Refresh()
	}
}

// ScrollTo shows line i, a third from the top if it was not visible.
func (c *View) ScrollTo(i int) { c.scrollTo(spot{line: i}) }

func (c *View) scrollTo(s spot) {
	row := c.rowed.rowOf(s)
	above := 0
	if c.heading(s.line) >= 0 {
		above = 1
	}
	if first, last := c.view.Span(); row > first+above && row < last-1 {
		return
	}
	if c.view.ScrollTo(float64(row)*float64(c.view.Row) - float64(int(c.view.Height/3))) {
		c.scrolled()
	}
}

// ShowLines shows the lines [first, last), as far as they fit, a third from the top if they were
// not all visible.
func (c *View) ShowLines(first, last int) {
	if from, to := c.span(); first > from && last < to || last <= first {
		return
	}
	fit := int(c.view.Height / c.view.Row)
	c.SetTop(first-max(1, min(fit/3, fit-(last-first)-1)), 0)
}

// Update redraws line i if it is visible.
func (c *View) Update(i int) {
	if i < 0 || i >= c.rowed.lines {
		return
	}
	c.requested.i = -1
	for _, r := range c.pool.Shown {
		if c.rowed.lineAt(r.Index) == i {
			c.drawRow(r, r.Index)
		}
	}
	if i == c.pinAt {
		c.drawRow(&c.pinned, c.rowed.row(i))
	}
}

// SetMatches sets the search matches, in document order, and shows the one at index current; -1
// shows none.
func (c *View) SetMatches(matches []Match, current int) {
	c.MarkMatches(matches, current)
	c.ShowMatch(current)
}

// MarkMatches is SetMatches without scrolling.
func (c *View) MarkMatches(matches []Match, current int) {
	c.matches, c.current = matches, current
	c.Refresh()
}

// ShowMatch makes another match the current one, and scrolls to it.
func (c *View) ShowMatch(current int) {
	c.current = current
	if current >= 0 && current < len(c.matches) {
		m := c.matches[current]
		c.scrollTo(spot{m.Line, m.Start})
		c.revealColumns(m)
	}
	c.Refresh()
}

// revealColumns scrolls horizontally until a match is visible.
func (c *View) revealColumns(m Match) {
	if c.columns.Height == 0 || m.Line >= c.rowed.lines || c.rowed.cols > 0 {
		return // not shown yet, or not wider than the view
	}
	text := c.rowed.text(m.Line)
	ps := pieces(Line{Text: text}, c.cell, nil)
	c.widen(ps)
	from, to := float64(xAt(ps, text, m.Start, c.cell)), float64(xAt(ps, text, m.End, c.cell))
	if from < c.columns.Offset || to > c.columns.Offset+float64(c.columns.Height) {
		c.columns.ScrollTo(from - float64(c.columns.Height)/3)
	}
}

// SetCursor moves the cursor to the start of a line without scrolling; -1 removes it.
func (c *View) SetCursor(i int) {
	c.caret = spot{line: max(-1, min(i, c.rowed.lines-1))}
	c.anchor, c.goal = c.caret, -1
	c.Refresh()
}

// Selection returns the lines [first, last) with selected text: at least the cursor's, and none
// without a cursor. A line of which only the start is reached is excluded.
func (c *View) Selection() (first, last int) {
	if c.caret.line < 0 {
		return 0, 0
	}
	from, to := c.selected()
	if c.OnCopyText != nil && to.line > from.line && to.at == 0 {
		to.line--
	}
	return from.line, to.line + 1
}

// SelectedText returns the selection as for OnCopyText; ok is false if there is none.
func (c *View) SelectedText() (from, fromAt, to, toAt int, ok bool) {
	a, b := c.selected()
	return a.line, a.at, b.line, b.at, c.OnCopyText != nil && a.line >= 0 && a != b
}

// SelectText selects from byte fromAt of a line to byte toAt of another, and moves the cursor to
// the end. Positions are clamped to the text.
func (c *View) SelectText(from, fromAt, to, toAt int) {
	c.anchor, c.caret = c.within(spot{from, fromAt}), c.within(spot{to, toAt})
	c.goal = -1
	c.Refresh()
}

// Select selects the lines [first, last).
func (c *View) Select(first, last int) {
	if first >= last || first < 0 || last > c.rowed.lines {
		return
	}
	c.anchor, c.caret, c.goal = spot{line: first}, spot{line: last - 1}, -1
	if c.OnCopyText != nil {
		c.caret.at = len(c.rowed.text(last - 1))
	}
	c.Refresh()
}

// MinSize returns a small size, because a view can be clipped.
func (c *View) MinSize() fyne.Size { return fyne.NewSize(kit.MinSide, kit.MinSide) }

// FocusGained shows the line cursor.
func (c *View) FocusGained() {
	c.focused = true
	c.Refresh()
}

// FocusLost hides the line cursor.
func (c *View) FocusLost() {
	c.focused = false
	c.Refresh()
}

// TypedRune does nothing.
func (c *View) TypedRune(rune) {}

// TypedKey moves, folds or follows a link.
func (c *View) TypedKey(ev *fyne.KeyEvent) {
	mods := c.mods()
	ev = kit.MenuKey(ev, mods)
	if c.margin.dragged >= 0 && ev.Name == fyne.KeyEscape {
		c.dropMark(false)
		return
	}
	if c.OnKey != nil && c.OnKey(ev, mods) {
		return
	}
	if c.rowed.lines == 0 || !c.key(ev.Name, mods) {
		kit.HandOnKey(c, ev)
	}
}

// key handles a key, and reports whether it did.
func (c *View) key(name fyne.KeyName, mods fyne.KeyModifier) bool {
	row, extend := c.rowOfCaret(), mods&fyne.KeyModifierShift != 0
	first, last := c.view.Span()
	if (row < first || row >= last) && (!extend || row < 0) { // out of view: continue from here
		row = first
		if name == fyne.KeyUp {
			row = last - 1
		}
		if name == fyne.KeyUp || name == fyne.KeyDown {
			c.moveTo(c.startOf(row), mods)
			return true
		}
	}
	switch name {
	case fyne.KeyUp:
		c.moveRows(row, -1, mods)
	case fyne.KeyDown:
		c.moveRows(row, 1, mods)
	case fyne.KeyPageUp, fyne.KeyPageDown:
		by := c.view.Page()
		if name == fyne.KeyPageUp {
			by = -by
		}
		c.view.ScrollTo(c.view.Offset + float64(by)*float64(c.view.Row))
		c.moveRows(row, by, mods)
	case fyne.KeyHome, fyne.KeyEnd:
		c.moveTo(c.endOf(name == fyne.KeyHome, extend && c.caret.line >= 0 && c.OnCopyText != nil && mods&fyne.KeyModifierShortcutDefault == 0), mods)
	case fyne.KeyLeft, fyne.KeyRight:
		c.sideways(name == fyne.KeyLeft, mods)
	case fyne.KeyReturn, fyne.KeyEnter:
		switch i := c.caret.line; {
		case i < 0:
		case c.OnJump != nil && c.lines.Line(i).Jump:
			c.OnJump(i)
		case c.OnCopyText != nil && c.OnOpen != nil:
			c.OnOpen(i)
		}
	case desktop.KeyMenu:
		if c.caret.line >= 0 && c.OnMenu != nil {
			c.reveal(c.caret)
			c.Refresh()
			c.OnMenu(c.caret.line, kit.PlaceOf(c).AddXY(c.gutter(), c.view.Y(c.rowOfCaret())+c.view.Row))
		}
	default:
		return false
	}
	return true
}

// moveRows moves the cursor up or down by rows. In character mode it keeps its x, as far as there
// is text.
func (c *View) moveRows(row, by int, mods fyne.KeyModifier) {
	to := row + by
	goal := c.goal
	switch {
	case c.OnCopyText == nil:
		to = max(0, min(to, c.view.Rows-1))
		c.moveTo(c.startOf(to), mods)
		return
	case goal < 0 && row == c.rowOfCaret():
		goal = c.xOf(row, c.caret.at)
	}
	switch {
	case to < 0:
		c.moveTo(spot{}, mods)
	case to >= c.view.Rows:
		c.moveTo(c.endOf(false, false), mods)
	default:
		c.moveTo(c.spotIn(to, goal), mods)
	}
	c.goal = goal
}

// sideways folds or unfolds the cursor's line, moves along its characters, or scrolls.
func (c *View) sideways(left bool, mods fyne.KeyModifier) {
	line := c.caret.line
	if line >= 0 && c.OnFold != nil && mods == 0 {
		fold := c.lines.Line(line).Fold
		if left && fold == FoldOpen && c.columns.Offset == 0 || !left && fold == FoldClosed {
			c.OnFold(line)
			return
		}
	}
	if c.OnCopyText != nil && line >= 0 {
		c.moveTo(c.neighbour(left, mods), mods)
		return
	}
	by := float64(c.cell * sidestep)
	if left {
		by = -by
	}
	if c.columns.ScrollTo(c.columns.Offset + by) {
		c.Refresh()
	}
}

// moveTo moves the cursor to a position and shows it.
func (c *View) moveTo(s spot, mods fyne.KeyModifier) {
	c.reveal(s)
	if c.OnCopyText != nil {
		c.revealColumns(Match{s.line, s.at, s.at})
	}
	c.put(s, mods)
}

// put moves the cursor to a position, extending the selection with Shift.
func (c *View) put(s spot, mods fyne.KeyModifier) {
	c.caret, c.goal = s, -1
	if mods&fyne.KeyModifierShift == 0 || c.anchor.line < 0 {
		c.anchor = s
	}
	c.showSelection()
}

// showSelection redraws the selection.
func (c *View) showSelection() {
	c.Refresh()
	if c.OnSelect != nil {
		c.OnSelect()
	}
}

// TypedShortcut copies and selects all.
func (c *View) TypedShortcut(s fyne.Shortcut) {
	if custom, ok := s.(*desktop.CustomShortcut); ok && c.OnKey != nil && c.OnKey(&fyne.KeyEvent{Name: custom.KeyName}, custom.Modifier) {
		return
	}
	switch s := s.(type) {
	case *fyne.ShortcutCopy:
		if c.copy() {
			return
		}
	case *fyne.ShortcutSelectAll:
		c.Select(0, c.rowed.lines)
		c.showSelection()
		return
	case *desktop.CustomShortcut:
		if ctrl := s.Modifier&^fyne.KeyModifierShift == fyne.KeyModifierShortcutDefault; ctrl && c.OnCopyText != nil && movesText(s.KeyName) && c.key(s.KeyName, s.Modifier) {
			return
		}
	}
	if c.OnShortcut != nil {
		c.OnShortcut(s)
	}
}

// movesText reports whether a key with Ctrl moves the caret.
func movesText(name fyne.KeyName) bool {
	switch name {
	case fyne.KeyLeft, fyne.KeyRight, fyne.KeyHome, fyne.KeyEnd:
		return true
	}
	return false
}

// copy passes on the selection, and reports whether there is one and a callback for it.
func (c *View) copy() bool {
	first, last := c.Selection()
	switch from, to := c.selected(); {
	case first == last:
		return false
	case c.OnCopyText != nil && from == to:
		c.OnCopyText(from.line, 0, from.line, len(c.rowed.text(from.line)))
	case c.OnCopyText != nil:
		c.OnCopyText(from.line, from.at, to.line, to.at)
	case c.OnCopy != nil:
		c.OnCopy(first, last)
	default:
		return false
	}
	return true
}

// MouseDown sets the cursor, or begins a drag of a scroll bar.
func (c *View) MouseDown(ev *desktop.MouseEvent) {
	if cv := kit.CanvasOf(c); cv != nil && !c.focused {
		cv.Focus(c)
	}
	c.pressed, c.onPress = spot{line: -1}, false
	size, x, y := c.Size(), ev.Position.X, ev.Position.Y
	if ev.Button == desktop.MouseButtonPrimary && c.bar.Press(&c.view, x, y, size.Width, size.Height) ||
		ev.Button == desktop.MouseButtonPrimary && c.side.Press(&c.columns, y, x-c.gutter(), size.Height, size.Width-c.gutter()) {
		c.Refresh()
		return
	}
	i := c.lineAtY(y)
	if i < 0 || ev.Button == desktop.MouseButtonPrimary && c.pressMark(x, y) {
		return
	}
	at := c.spotUnder(ev.Position)
	if i != at.line { // the sticky heading
		at = spot{line: i}
	}
	if ev.Button == desktop.MouseButtonSecondary {
		if first, last := c.Selection(); i < first || i >= last {
			c.put(at, 0)
		}
		return
	}
	c.pressed, c.pressedText, c.onPress = at, c.rowed.text(i), c.overFold(i, x)
	if c.onPress {
		return
	}
	again := c.now().Sub(c.lastPress) < fyne.CurrentApp().Driver().DoubleTapDelay() && ev.Modifier == 0
	near := max(x-c.pointer.X, c.pointer.X-x) <= kit.Gap && i == c.caret.line
	c.lastPress, c.pointer = c.now(), ev.Position
	if c.OnCopyText == nil {
		again = again && i == c.caret.line
		c.put(at, ev.Modifier)
		if again && c.OnOpen != nil {
			c.pressed = spot{line: -1}
			c.OnOpen(i)
		}
		return
	}
	c.press(at, again && near, x < c.gutter(), ev.Modifier)
}

// press selects for a press: the word for a double click, and then the line.
func (c *View) press(at spot, again, onNumber bool, mods fyne.KeyModifier) {
	switch {
	case onNumber:
		c.presses = byLine
	case again && c.presses < byLine:
		c.presses++
	default:
		c.presses = byChar
	}
	if mods&fyne.KeyModifierShift != 0 && c.anchor.line >= 0 {
		c.presses = byChar
		c.pressedRange = [2]spot{c.anchor, c.anchor}
		c.extend(at)
		return
	}
	from, to := c.presses.around(c.rowed.text(at.line), at.at)
	c.pressedRange = [2]spot{{at.line, from}, {at.line, to}}
	c.anchor, c.caret, c.goal = c.pressedRange[0], c.pressedRange[1], -1
	c.showSelection()
}

// MouseUp handles the click: it folds, or follows a link.
func (c *View) MouseUp(ev *desktop.MouseEvent) {
	if c.bar.Dragging || c.side.Dragging {
		c.bar.Dragging, c.side.Dragging = false, false
		c.Refresh()
		return
	}
	if c.margin.dragged >= 0 && !c.dragging { // released without dragging
		c.margin.dragged = -1
		c.Refresh()
	}
	i := c.pressed.line
	c.pressed = spot{line: -1}
	if i < 0 || i >= c.rowed.lines || c.dragging || c.lineAtY(ev.Position.Y) != i || ev.Button != desktop.MouseButtonPrimary {
		return
	}
	if c.onPress {
		if c.OnFold != nil && c.overFold(i, ev.Position.X) {
			c.OnFold(i)
		}
		return
	}
	if ev.Modifier == 0 && c.OnJump != nil && c.lines.Line(i).Jump && ev.Position.X >= c.gutter() {
		c.OnJump(i)
	}
}

// Cursor returns the pointer's shape: a text cursor over selectable text.
func (c *View) Cursor() desktop.Cursor {
	if c.OnCopyText != nil && c.onText {
		return desktop.TextCursor
	}
	return desktop.DefaultCursor
}

// TappedSecondary opens the context menu.
func (c *View) TappedSecondary(ev *fyne.PointEvent) {
	if i := c.lineAtY(ev.Position.Y); i >= 0 && c.OnMenu != nil {
		c.OnMenu(i, ev.AbsolutePosition)
	}
}

// Dragged selects, or moves a scroll bar.
func (c *View) Dragged(ev *fyne.DragEvent) {
	switch {
	case c.bar.Dragging:
		c.bar.Drag(&c.view, ev.Position.Y, c.Size().Height)
		c.scrolled()
	case c.side.Dragging:
		c.side.Drag(&c.columns, ev.Position.X-c.gutter(), c.Size().Width-c.gutter())
		c.Refresh()
	case c.margin.dragged >= 0:
		c.pull(ev.Position, c.dragMark)
	case c.dragging || c.pressed.line >= 0 && !c.onPress && c.pressed.line != c.pinAt && (c.spotUnder(ev.Position) != c.pressed || c.view.At(ev.Position.Y) < 0):
		c.pull(ev.Position, c.extendToPointer)
	}
}

// pull drags with the pointer at a position, and scrolls while it is held at an edge. to applies
// the position under the pointer.
func (c *View) pull(at fyne.Position, to func()) {
	c.dragging, c.pointer = true, at
	to()
	c.edge.Pull(at.Y, c.Size().Height, c.view.Row, func(by float64) {
		if c.view.ScrollTo(c.view.Offset + by) {
			to()
		}
	})
}

// lineUnder returns the line under the pointer of a drag, or the nearest visible one.
func (c *View) lineUnder() int { return c.spotUnder(c.pointer).line }

// extendToPointer selects up to the position under the pointer.
func (c *View) extendToPointer() {
	at := c.spotUnder(c.pointer)
	if c.OnCopyText != nil {
		if x := c.pointer.X; x < c.gutter() || x > c.Size().Width-kit.ScrollBarWidth {
			c.revealColumns(Match{at.line, at.at, at.at})
		}
		c.extend(at)
	} else if at.line != c.caret.line {
		c.caret = at
		c.showSelection()
	}
}

// extend selects from the pressed unit to a position, in the same unit.
func (c *View) extend(at spot) {
	from, to := c.presses.around(c.rowed.text(at.line), at.at)
	anchor, caret := c.pressedRange[0], spot{at.line, to}
	if at.compare(c.pressedRange[0]) < 0 {
		anchor, caret = c.pressedRange[1], spot{at.line, from}
	} else if caret.compare(c.pressedRange[1]) < 0 {
		caret = c.pressedRange[1]
	}
	if anchor != c.anchor || caret != c.caret {
		c.anchor, c.caret, c.goal = anchor, caret, -1
		c.showSelection()
	}
}

// DragEnd ends a selection, or the drag of a mark.
func (c *View) DragEnd() {
	c.dropMark(true)
	c.bar.Dragging, c.side.Dragging, c.dragging = false, false, false
	c.edge.Stop()
	c.Refresh()
}

// MouseIn begins hovering.
func (c *View) MouseIn(ev *desktop.MouseEvent) { c.MouseMoved(ev) }

// MouseMoved highlights fold icons and links.
func (c *View) MouseMoved(ev *desktop.MouseEvent) {
	size := c.Size()
	over := c.bar.Over(&c.view, ev.Position.X, size.Width)
	below := c.side.Over(&c.columns, ev.Position.Y, size.Height)
	if over != c.bar.Hovered || below != c.side.Hovered {
		c.bar.Hovered, c.side.Hovered = over, below
		c.Refresh()
	}
	c.hoverMark(ev.Position.X, ev.Position.Y)
	i := c.lineAtY(ev.Position.Y)
	onFold := i >= 0 && c.overFold(i, ev.Position.X)
	c.onText = i >= 0 && !over && !below && ev.Position.X >= c.gutter() && i != c.pinAt
	c.hoverAt(i, onFold)
}

func (c *View) hoverAt(i int, onFold bool) {
	if i == c.hover && onFold == c.onFold {
		return
	}
	before := c.hover
	c.hover, c.onFold = i, onFold
	c.Update(before)
	c.Update(i)
}

// MouseOut ends hovering.
func (c *View) MouseOut() {
	if c.bar.Hovered || c.side.Hovered {
		c.bar.Hovered, c.side.Hovered = false, false
		c.Refresh()
	}
	c.hoverMark(-1, -1)
	c.hoverAt(-1, false)
}

// Scrolled scrolls with the wheel; horizontally with Shift.
func (c *View) Scrolled(ev *fyne.ScrollEvent) {
	dx, dy := ev.Scrolled.DX, ev.Scrolled.DY
	if c.mods()&fyne.KeyModifierShift != 0 && dx == 0 {
		dx, dy = dy, 0
	}
	if dx != 0 && c.columns.ScrollTo(c.columns.Offset-float64(dx)) {
		c.Refresh()
	}
	if dy != 0 && c.view.ScrollTo(c.view.Offset-float64(dy)) {
		c.scrolled()
	}
}

// CreateRenderer returns the renderer of the view.
func (c *View) CreateRenderer() fyne.WidgetRenderer {
	c.measure()
	return &codeRenderer{c: c}
}

// scrolled shows newly visible lines and moves the others.
func (c *View) scrolled() {
	kit.HideTip(c)
	c.hover, c.onFold = -1, false
	c.margin.over, c.margin.overEnd = -1, noPart
	c.layout(false)
	canvas.Refresh(c)
}

func (c *View) layout(all bool) {
	size := c.Size()
	c.fit(size)
	c.view.Height = size.Height
	c.view.ScrollTo(c.view.Offset)
	c.columns.Height = max(0, size.Width-c.gutter()-kit.ScrollBarWidth)
	if all {
		c.columns.ScrollTo(c.columns.Offset)
	}
	c.requested.i = -1
	first, last := c.view.Span()
	c.pool.Cover(first, last, func(r *codeRow, i int, fresh bool) {
		if fresh || all || r.Node.Size().Width != size.Width {
			c.drawRow(r, i)
		}
		r.Node.Move(fyne.NewPos(0, c.view.Y(i)))
	})
	c.pin(first, all)
	c.requested.i, c.requested.line = -1, Line{}
	first, last = c.span()
	c.compose(size)
	if seen := [2]int{first, last}; seen != c.seen {
		c.seen = seen
		if c.OnVisible != nil {
			c.OnVisible(first, last)
		}
	}
	if at := [2]float64{c.view.Offset, c.columns.Offset}; at != c.lastScroll {
		c.lastScroll = at
		if c.OnScroll != nil {
			c.OnScroll()
		}
	}
}

// pin keeps the heading of the first row visible, until the next heading pushes it away.
func (c *View) pin(first int, all bool) {
	at, y := -1, float32(0)
	if c.Heading != nil && first < c.view.Rows {
		if at = c.Heading(c.rowed.lineAt(first)); at >= 0 && c.y(at) >= 0 {
			at = -1 // it is already at that position
		}
	}
	if at >= 0 && first+1 < c.view.Rows {
		if next := c.rowed.lineAt(first + 1); c.Heading(next) == next {
			y = c.y(next) - c.view.Row
		}
	}
	if fresh := at != c.pinAt || all; at >= 0 && fresh {
		c.pinAt = at
		c.drawRow(&c.pinned, c.rowed.row(at))
	}
	c.pinAt, c.pinY = at, y
	c.pinned.Node.Move(fyne.NewPos(0, y))
}

func (c *View) compose(size fyne.Size) {
	c.ground.Begin(c)
	c.ground.Box(0, 0, size.Width, size.Height, 0, kit.ColorGround, "")
	c.objects = append(c.objects[:0], c.ground.End()...)
	for _, r := range c.pool.Shown {
		c.objects = append(c.objects, r.Node)
	}
	if c.pinAt >= 0 {
		c.objects = append(c.objects, c.pinned.Node)
	}
	c.frame.Begin(c)
	if _, ok := c.pool.At(c.rowOfCaret()); c.focused && !ok {
		c.frame.FocusRing(size, 0)
	}
	c.bar.Draw(&c.frame, &c.view, size, false)
	if start, length, ok := c.columns.Thumb(size.Width - c.gutter()); ok {
		h := kit.ThumbWidth
		if c.side.Hovered || c.side.Dragging {
			h = kit.ScrollBarWidth - 2
		}
		c.frame.Box(c.gutter()+start, size.Height-h-1, length, h, h/2, kit.ColorThumb, "")
	}
	c.objects = append(c.objects, c.frame.End()...)
}

type codeRenderer struct {
	c    *View
	size fyne.Size
}

func (r *codeRenderer) Destroy()                     {}
func (r *codeRenderer) MinSize() fyne.Size           { return r.c.MinSize() }
func (r *codeRenderer) Objects() []fyne.CanvasObject { return r.c.objects }

// Layout redraws the lines only if the size has changed, as for a [board.List].
func (r *codeRenderer) Layout(size fyne.Size) {
	r.c.layout(size != r.size)
	r.size = size
}

func (r *codeRenderer) Refresh() {
	r.c.measure()
	r.c.layout(true)
	canvas.Refresh(r.c)
}
