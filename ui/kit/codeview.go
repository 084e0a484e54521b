package kit

import (
	"sort"
	"strconv"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"
)

// sidestep is how many columns Left and Right scroll by.
const sidestep = 8

// Lines is a document as a [CodeView] shows it. Line is called for lines in view
// only.
type Lines interface {
	Len() int
	Line(i int) Line
}

// Match is a place that was found: the bytes [Start, End) of a line's text.
type Match struct {
	Line, Start, End int
}

// CodeView shows a document of any length as monospaced lines. Only the lines in
// view exist as canvas objects, and a line is drawn up to 500 characters, so its
// cost follows the size of the window.
//
// Keyboard: Up, Down, PageUp, PageDown, Home and End move a line cursor, with
// Shift they select lines; Left and Right fold or scroll sideways; Enter jumps;
// Ctrl+A selects all. A line cursor that was scrolled out of view starts again
// from the lines in view.
type CodeView struct {
	widget.BaseWidget

	// OnFold is told of a click on a fold mark, and of Left and Right.
	OnFold func(i int)
	// OnJump is told of a click or Enter on a line with Jump.
	OnJump func(i int)
	// OnOpen is told of a double click on a line.
	OnOpen func(i int)
	// OnMenu is told of a secondary click and of the menu key.
	OnMenu func(i int, at fyne.Position)
	// OnCopy is told of Ctrl+C, with the selected lines [first, last).
	OnCopy func(first, last int)
	// OnShortcut is told of shortcuts that the view does not use.
	OnShortcut func(fyne.Shortcut)
	// OnVisible is told which lines, [first, last), are in view when that changes.
	OnVisible func(first, last int)
	// OnScroll is told when what is in view has moved, up or down or sideways.
	OnScroll func()
	// OnKey is told of each key first, and returns whether it was used. A key with Ctrl or
	// Alt comes here too.
	OnKey func(ev *fyne.KeyEvent, mods fyne.KeyModifier) bool
	// OnSelect is told when a person moves the cursor or selects lines.
	OnSelect func()

	// Margin leaves room for marks left of the line numbers; see [CodeView.SetMarks].
	Margin bool
	// OnMark is told of a press on a mark.
	OnMark func(mark int)
	// OnMarkMove is told while an end of a mark is dragged, and once more when that is
	// done: then the caller gives the mark its lines. nil: marks cannot be dragged.
	OnMarkMove func(mark, first, last int, done bool)

	lines   Lines
	margin  margin
	view    viewport
	columns viewport // of cells, for scrolling sideways
	bar     scrollBar
	side    scrollBar
	pool    slots[*codeRow]
	ground  sketch
	frame   sketch
	objects []fyne.CanvasObject
	cell    float32 // width of a character
	small   float32 // and of one in the gutter
	matches []Match
	current int // match, or -1
	cursor  int // line, or -1
	anchor  int // line that a selection starts from
	focused bool
	hover   int // line under the pointer, or -1
	onFold  bool
	seen    [2]int
	stood   [2]float64 // where it was scrolled to, down and sideways

	pressed     int // line of the press that goes on, or -1
	pressedText string
	onPress     bool // the press was on a fold mark
	dragging    bool
	edge        edgeScroll
	pointerY    float32
	lastPress   time.Time
	now         func() time.Time
	mods        func() fyne.KeyModifier
}

// NewCodeView returns a view of a document.
func NewCodeView(lines Lines) *CodeView {
	c := &CodeView{
		lines: lines, view: viewport{row: CodeRowHeight, rows: lines.Len()}, columns: viewport{row: 1},
		current: -1, cursor: -1, anchor: -1, hover: -1, pressed: -1,
		margin: margin{over: -1, taken: -1}, now: time.Now, mods: keyModifiers,
	}
	c.pool.create = newCodeRow
	c.ExtendBaseWidget(c)
	return c
}

// SetLines shows another document, or the same after a change. The scroll
// position stays as it is, as far as there are lines; see [CodeView.SetTop] for
// keeping a line in its place. Matches are forgotten.
func (c *CodeView) SetLines(lines Lines) {
	c.lines = lines
	c.view.rows = lines.Len()
	c.columns.rows = 0
	c.matches, c.current = nil, -1
	c.cursor = min(c.cursor, c.view.rows-1)
	c.anchor = min(c.anchor, c.view.rows-1)
	if c.hover >= c.view.rows {
		c.hover = -1
	}
	if c.pressed >= c.view.rows || c.pressed >= 0 && lines.Line(c.pressed).Text != c.pressedText {
		c.pressed = -1 // what was pressed is elsewhere now
	}
	c.Refresh()
}

// Top returns the first line in view and how many units of it are scrolled past.
func (c *CodeView) Top() (line int, past float32) {
	first, _ := c.view.span()
	return first, -c.view.y(first)
}

// SetTop scrolls so that the given line is the first in view, less the units of
// it that are scrolled past.
func (c *CodeView) SetTop(line int, past float32) {
	if c.view.scrollTo(float64(line)*float64(c.view.row) + float64(past)) {
		c.scrolled()
	}
}

// Left returns how far the view is scrolled sideways, in units.
func (c *CodeView) Left() float64 { return c.columns.offset }

// SetLeft scrolls sideways, as far as there is text.
func (c *CodeView) SetLeft(offset float64) {
	if c.columns.scrollTo(offset) {
		c.Refresh()
	}
}

// ScrollTo shows line i, a third from the top when it was not in view.
func (c *CodeView) ScrollTo(i int) {
	if first, last := c.view.span(); i > first && i < last-1 {
		return
	}
	c.SetTop(i, -float32(int(c.view.height/3)))
}

// ShowLines shows the lines [first, last), as far as they fit, a third from the top when
// they were not all in view.
func (c *CodeView) ShowLines(first, last int) {
	if from, to := c.view.span(); first > from && last < to || last <= first {
		return
	}
	fit := int(c.view.height / c.view.row)
	c.SetTop(first-max(1, min(fit/3, fit-(last-first)-1)), 0)
}

// Update draws line i again when it is in view.
func (c *CodeView) Update(i int) {
	if r, ok := c.pool.at(i); ok && i < c.view.rows {
		c.drawRow(r, i)
	}
}

// SetMatches marks places that were found, in the order of the document, and
// shows the one at index current; -1 shows none.
func (c *CodeView) SetMatches(matches []Match, current int) {
	c.MarkMatches(matches, current)
	c.ShowMatch(current)
}

// MarkMatches is SetMatches, and leaves in view what is in view.
func (c *CodeView) MarkMatches(matches []Match, current int) {
	c.matches, c.current = matches, current
	c.Refresh()
}

// ShowMatch makes another match the one that is shown, and scrolls to it.
func (c *CodeView) ShowMatch(current int) {
	c.current = current
	if current >= 0 && current < len(c.matches) {
		m := c.matches[current]
		c.ScrollTo(m.Line)
		c.revealColumns(m)
	}
	c.Refresh()
}

// revealColumns scrolls sideways until a match is in view.
func (c *CodeView) revealColumns(m Match) {
	if c.columns.height == 0 || m.Line >= c.view.rows {
		return // not shown yet
	}
	ps := pieces(c.lines.Line(m.Line), c.cell, nil)
	c.widen(ps)
	from, to := float64(xAt(ps, m.Start, c.cell)), float64(xAt(ps, m.End, c.cell))
	if from < c.columns.offset || to > c.columns.offset+float64(c.columns.height) {
		c.columns.scrollTo(from - float64(c.columns.height)/3)
	}
}

// Cursor returns the line of the keyboard, or -1.
func (c *CodeView) Cursor() int { return c.cursor }

// SetCursor moves the keyboard to a line without scrolling; -1 takes it away.
func (c *CodeView) SetCursor(i int) {
	c.cursor = max(-1, min(i, c.view.rows-1))
	c.anchor = c.cursor
	c.Refresh()
}

// Selection returns the selected lines [first, last): at least that of the
// cursor, and none when there is no cursor.
func (c *CodeView) Selection() (first, last int) {
	if c.cursor < 0 {
		return 0, 0
	}
	return min(c.cursor, c.anchor), max(c.cursor, c.anchor) + 1
}

// Select selects the lines [first, last).
func (c *CodeView) Select(first, last int) {
	if first >= last || first < 0 || last > c.view.rows {
		return
	}
	c.anchor, c.cursor = first, last-1
	c.Refresh()
}

// MinSize returns a small size: a view can be cut off.
func (c *CodeView) MinSize() fyne.Size { return fyne.NewSize(minimum, minimum) }

// FocusGained shows the line cursor.
func (c *CodeView) FocusGained() {
	c.focused = true
	c.Refresh()
}

// FocusLost hides the line cursor.
func (c *CodeView) FocusLost() {
	c.focused = false
	c.Refresh()
}

// TypedRune is not used.
func (c *CodeView) TypedRune(rune) {}

// TypedKey moves, folds or jumps.
func (c *CodeView) TypedKey(ev *fyne.KeyEvent) {
	mods := c.mods()
	ev = menuKey(ev, mods)
	if c.margin.taken >= 0 && ev.Name == fyne.KeyEscape {
		c.dropMark(false)
		return
	}
	if c.OnKey != nil && c.OnKey(ev, mods) {
		return
	}
	n := c.view.rows
	if n == 0 {
		handOnKey(c, ev)
		return
	}
	first, last := c.view.span()
	at := c.cursor
	if at < first || at >= last { // out of view: from here
		at = first
		if ev.Name == fyne.KeyUp {
			at = last - 1
		}
		if ev.Name == fyne.KeyUp || ev.Name == fyne.KeyDown {
			c.view.reveal(at)
			c.moveCursor(at, mods)
			return
		}
	}
	switch ev.Name {
	case fyne.KeyUp:
		at--
	case fyne.KeyDown:
		at++
	case fyne.KeyPageUp:
		at -= c.view.page()
		c.view.scrollTo(c.view.offset - float64(c.view.page())*float64(c.view.row))
	case fyne.KeyPageDown:
		at += c.view.page()
		c.view.scrollTo(c.view.offset + float64(c.view.page())*float64(c.view.row))
	case fyne.KeyHome:
		at = 0
	case fyne.KeyEnd:
		at = n - 1
	case fyne.KeyLeft, fyne.KeyRight:
		c.sideways(ev.Name == fyne.KeyLeft)
		return
	case fyne.KeyReturn, fyne.KeyEnter:
		if c.cursor >= 0 && c.OnJump != nil && c.lines.Line(c.cursor).Jump {
			c.OnJump(c.cursor)
		}
		return
	case desktop.KeyMenu:
		if c.cursor >= 0 && c.OnMenu != nil {
			c.view.reveal(c.cursor)
			c.Refresh()
			c.OnMenu(c.cursor, absolute(c).AddXY(c.gutter(), c.view.y(c.cursor)+c.view.row))
		}
		return
	default:
		handOnKey(c, ev)
		return
	}
	at = max(0, min(at, n-1))
	c.view.reveal(at)
	c.moveCursor(at, mods)
}

func (c *CodeView) moveCursor(i int, mods fyne.KeyModifier) {
	c.cursor = i
	if mods&fyne.KeyModifierShift == 0 || c.anchor < 0 {
		c.anchor = i
	}
	c.selected()
}

// selected shows what is selected now.
func (c *CodeView) selected() {
	c.Refresh()
	if c.OnSelect != nil {
		c.OnSelect()
	}
}

// sideways folds or unfolds the line of the cursor, or scrolls.
func (c *CodeView) sideways(left bool) {
	if c.cursor >= 0 && c.OnFold != nil {
		fold := c.lines.Line(c.cursor).Fold
		if left && fold == FoldOpen && c.columns.offset == 0 || !left && fold == FoldClosed {
			c.OnFold(c.cursor)
			return
		}
	}
	by := float64(c.cell * sidestep)
	if left {
		by = -by
	}
	if c.columns.scrollTo(c.columns.offset + by) {
		c.Refresh()
	}
}

// TypedShortcut copies and selects all.
func (c *CodeView) TypedShortcut(s fyne.Shortcut) {
	if custom, ok := s.(*desktop.CustomShortcut); ok && c.OnKey != nil && c.OnKey(&fyne.KeyEvent{Name: custom.KeyName}, custom.Modifier) {
		return
	}
	switch s.(type) {
	case *fyne.ShortcutCopy:
		if first, last := c.Selection(); first < last && c.OnCopy != nil {
			c.OnCopy(first, last)
			return
		}
	case *fyne.ShortcutSelectAll:
		c.Select(0, c.view.rows)
		c.selected()
		return
	}
	if c.OnShortcut != nil {
		c.OnShortcut(s)
	}
}

// MouseDown sets the cursor, or takes a scroll bar.
func (c *CodeView) MouseDown(ev *desktop.MouseEvent) {
	if cv := canvasOf(c); cv != nil && !c.focused {
		cv.Focus(c)
	}
	c.pressed, c.onPress = -1, false
	size, x, y := c.Size(), ev.Position.X, ev.Position.Y
	if ev.Button == desktop.MouseButtonPrimary && c.bar.press(&c.view, x, y, size.Width, size.Height) ||
		ev.Button == desktop.MouseButtonPrimary && c.side.press(&c.columns, y, x-c.gutter(), size.Height, size.Width-c.gutter()) {
		c.Refresh()
		return
	}
	i := c.view.at(y)
	if i < 0 || ev.Button == desktop.MouseButtonPrimary && c.pressMark(x, y) {
		return
	}
	if ev.Button == desktop.MouseButtonSecondary {
		if first, last := c.Selection(); i < first || i >= last {
			c.moveCursor(i, 0)
		}
		return
	}
	c.pressed, c.pressedText, c.onPress = i, c.lines.Line(i).Text, c.overFold(i, x)
	if c.onPress {
		return
	}
	again := i == c.cursor && c.now().Sub(c.lastPress) < fyne.CurrentApp().Driver().DoubleTapDelay()
	c.lastPress = c.now()
	c.moveCursor(i, ev.Modifier)
	if again && ev.Modifier == 0 && c.OnOpen != nil {
		c.pressed = -1
		c.OnOpen(i)
	}
}

// MouseUp is the click: it folds, or jumps.
func (c *CodeView) MouseUp(ev *desktop.MouseEvent) {
	if c.bar.dragging || c.side.dragging {
		c.bar.dragging, c.side.dragging = false, false
		c.Refresh()
		return
	}
	if c.margin.taken >= 0 && !c.dragging { // pressed and let go
		c.margin.taken = -1
		c.Refresh()
	}
	i := c.pressed
	c.pressed = -1
	if i < 0 || i >= c.view.rows || c.dragging || c.view.at(ev.Position.Y) != i || ev.Button != desktop.MouseButtonPrimary {
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

// TappedSecondary opens the context menu.
func (c *CodeView) TappedSecondary(ev *fyne.PointEvent) {
	if i := c.view.at(ev.Position.Y); i >= 0 && c.OnMenu != nil {
		c.OnMenu(i, ev.AbsolutePosition)
	}
}

// Dragged selects lines, or moves a scroll bar.
func (c *CodeView) Dragged(ev *fyne.DragEvent) {
	switch {
	case c.bar.dragging:
		c.bar.drag(&c.view, ev.Position.Y, c.Size().Height)
		c.scrolled()
	case c.side.dragging:
		c.side.drag(&c.columns, ev.Position.X-c.gutter(), c.Size().Width-c.gutter())
		c.Refresh()
	case c.margin.taken >= 0:
		c.pull(ev.Position.Y, c.dragMark)
	case c.dragging || c.pressed >= 0 && !c.onPress && c.view.at(ev.Position.Y) != c.pressed:
		c.pull(ev.Position.Y, c.extend)
	}
}

// pull drags with the pointer at a height, and scrolls while it is held at an edge. to
// takes up the line under the pointer.
func (c *CodeView) pull(y float32, to func()) {
	c.dragging, c.pointerY = true, y
	to()
	c.edge.pull(y, c.Size().Height, c.view.row, func(by float64) {
		if c.view.scrollTo(c.view.offset + by) {
			to()
		}
	})
}

// lineUnder returns the line under the pointer of a drag, or the nearest in view.
func (c *CodeView) lineUnder() int {
	if i := c.view.at(max(0, min(c.pointerY, c.view.height-1))); i >= 0 {
		return i
	}
	return c.view.rows - 1
}

// extend selects up to the line under the pointer.
func (c *CodeView) extend() {
	if i := c.lineUnder(); i != c.cursor {
		c.cursor = i
		c.selected()
	}
}

// DragEnd ends a selection, or the drag of a mark.
func (c *CodeView) DragEnd() {
	c.dropMark(true)
	c.bar.dragging, c.side.dragging, c.dragging = false, false, false
	c.edge.stop()
	c.Refresh()
}

// MouseIn begins hovering.
func (c *CodeView) MouseIn(ev *desktop.MouseEvent) { c.MouseMoved(ev) }

// MouseMoved lights fold marks and lines that jump.
func (c *CodeView) MouseMoved(ev *desktop.MouseEvent) {
	size := c.Size()
	over := c.bar.over(&c.view, ev.Position.X, size.Width)
	below := c.side.over(&c.columns, ev.Position.Y, size.Height)
	if over != c.bar.hovered || below != c.side.hovered {
		c.bar.hovered, c.side.hovered = over, below
		c.Refresh()
	}
	c.hoverMark(ev.Position.X, ev.Position.Y)
	i := c.view.at(ev.Position.Y)
	c.hoverAt(i, i >= 0 && c.overFold(i, ev.Position.X))
}

func (c *CodeView) hoverAt(i int, onFold bool) {
	if i == c.hover && onFold == c.onFold {
		return
	}
	before := c.hover
	c.hover, c.onFold = i, onFold
	c.Update(before)
	c.Update(i)
}

// MouseOut ends hovering.
func (c *CodeView) MouseOut() {
	if c.bar.hovered || c.side.hovered {
		c.bar.hovered, c.side.hovered = false, false
		c.Refresh()
	}
	c.hoverMark(-1, -1)
	c.hoverAt(-1, false)
}

// overFold reports whether x is on the fold mark of a line that has one.
func (c *CodeView) overFold(i int, x float32) bool {
	end := c.gutter()
	return x >= end-glyphSize-Gap && x < end && c.lines.Line(i).Fold != NoFold
}

// Scrolled scrolls with the wheel; sideways with Shift.
func (c *CodeView) Scrolled(ev *fyne.ScrollEvent) {
	dx, dy := ev.Scrolled.DX, ev.Scrolled.DY
	if c.mods()&fyne.KeyModifierShift != 0 && dx == 0 {
		dx, dy = dy, 0
	}
	if dx != 0 && c.columns.scrollTo(c.columns.offset-float64(dx)) {
		c.Refresh()
	}
	if dy != 0 && c.view.scrollTo(c.view.offset-float64(dy)) {
		c.scrolled()
	}
}

// gutter returns the width of the margin, the line numbers and the fold marks.
func (c *CodeView) gutter() float32 {
	digits := max(3, len(strconv.Itoa(c.view.rows)))
	return c.marginWidth() + Inset + float32(digits)*c.small + glyphSize + Gap
}

// widen takes a line into account for how far there is to scroll sideways.
func (c *CodeView) widen(ps []piece) {
	if n := len(ps); n > 0 {
		width := ps[n-1].x + ps[n-1].w + 2*c.cell
		c.columns.rows = max(c.columns.rows, int(width))
	}
}

// CreateRenderer links the view to its renderer.
func (c *CodeView) CreateRenderer() fyne.WidgetRenderer {
	c.measure()
	return &codeRenderer{c: c}
}

// measure takes the sizes of a character from the font.
func (c *CodeView) measure() {
	c.cell = face{mono: true}.width("0000000000") / 10
	c.small = face{mono: true, size: SmallSize}.width("0000000000") / 10
}

// scrolled shows what came into view and moves the rest.
func (c *CodeView) scrolled() {
	hideTip(c)
	c.hover, c.onFold = -1, false
	c.margin.over, c.margin.overEnd = -1, noPart
	c.layout(false)
	canvas.Refresh(c)
}

func (c *CodeView) layout(all bool) {
	size := c.Size()
	c.view.height = size.Height
	c.view.scrollTo(c.view.offset)
	c.columns.height = max(0, size.Width-c.gutter()-barWidth)
	if all {
		c.columns.scrollTo(c.columns.offset)
	}
	first, last := c.view.span()
	c.pool.cover(first, last, func(r *codeRow, i int, fresh bool) {
		if fresh || all || r.node.Size().Width != size.Width {
			c.drawRow(r, i)
		}
		r.node.Move(fyne.NewPos(0, c.view.y(i)))
	})
	c.compose(size)
	if seen := [2]int{first, last}; seen != c.seen {
		c.seen = seen
		if c.OnVisible != nil {
			c.OnVisible(first, last)
		}
	}
	if stood := [2]float64{c.view.offset, c.columns.offset}; stood != c.stood {
		c.stood = stood
		if c.OnScroll != nil {
			c.OnScroll()
		}
	}
}

func (c *CodeView) compose(size fyne.Size) {
	c.ground.begin(c)
	c.ground.box(0, 0, size.Width, size.Height, 0, ColorGround, "")
	c.objects = append(c.objects[:0], c.ground.end()...)
	for _, r := range c.pool.shown {
		c.objects = append(c.objects, r.node)
	}
	c.frame.begin(c)
	if _, ok := c.pool.at(c.cursor); c.focused && !ok {
		c.frame.focusRing(size, 0)
	}
	c.bar.draw(&c.frame, &c.view, size.Width, size.Height)
	if start, length, ok := c.columns.thumb(size.Width - c.gutter()); ok {
		h := thumbWidth
		if c.side.hovered || c.side.dragging {
			h = barWidth - 2
		}
		c.frame.box(c.gutter()+start, size.Height-h-1, length, h, h/2, ColorThumb, "")
	}
	c.objects = append(c.objects, c.frame.end()...)
}

// matchesOf returns the matches of a line, and the index of the first of them.
func (c *CodeView) matchesOf(line int) (int, []Match) {
	from := sort.Search(len(c.matches), func(k int) bool { return c.matches[k].Line >= line })
	to := from
	for to < len(c.matches) && c.matches[to].Line == line {
		to++
	}
	return from, c.matches[from:to]
}

type codeRenderer struct {
	c    *CodeView
	size fyne.Size
}

func (r *codeRenderer) Destroy()                     {}
func (r *codeRenderer) MinSize() fyne.Size           { return r.c.MinSize() }
func (r *codeRenderer) Objects() []fyne.CanvasObject { return r.c.objects }

// Layout draws the lines again only for another size, as that of a [List] does.
func (r *codeRenderer) Layout(size fyne.Size) {
	r.c.layout(size != r.size)
	r.size = size
}

func (r *codeRenderer) Refresh() {
	r.c.measure()
	r.c.layout(true)
	canvas.Refresh(r.c)
}

// codeRow is the drawing of one line.
type codeRow struct {
	slot
	pieces []piece
}

func newCodeRow() *codeRow { return &codeRow{slot: newSlot()} }

func (c *CodeView) drawRow(r *codeRow, i int) {
	line := c.lines.Line(i)
	width, height := c.Size().Width, c.view.row
	gutter := c.gutter()
	r.pieces = pieces(line, c.cell, r.pieces)
	c.widen(r.pieces)
	// Columns are scrolled by whole cells, so that nothing is cut at the gutter.
	left := float32(int(float32(c.columns.offset)/c.cell+0.5)) * c.cell
	right := left + width - gutter

	r.begin(c)
	selFirst, selLast := c.Selection()
	switch {
	case i >= selFirst && i < selLast && selLast-selFirst > 1:
		r.box(0, 0, width, height, 0, ColorSelection, "")
	case i == c.cursor && c.focused:
		r.box(0, 0, width, height, 0, ColorCursor, "")
	case line.Jump && i == c.hover && !c.onFold:
		r.box(gutter-Gap, 0, width-gutter, height, 0, ColorHover, "")
	case line.Tint != "":
		r.box(0, 0, width, height, 0, line.Tint, "")
	}
	if i == c.cursor && c.focused {
		r.box(c.marginWidth(), 0, underline, height, 0, ColorAccent, "")
	}
	for _, m := range line.Marks {
		x1 := max(xAt(r.pieces, m.Start, c.cell), left)
		x2 := min(xAt(r.pieces, m.End, c.cell), right)
		r.box(gutter+x1-left, 1, x2-x1, height-2, 2, line.MarkTint, "")
	}
	from, matches := c.matchesOf(i)
	for k, m := range matches {
		x1 := max(xAt(r.pieces, m.Start, c.cell), left)
		x2 := min(xAt(r.pieces, m.End, c.cell), right)
		edge := fyne.ThemeColorName("")
		if from+k == c.current {
			edge = ColorAccent
		}
		r.outlined(gutter+x1-left-1, 1, x2-x1+2, height-2, 2, focusWidth, ColorMatch, edge)
	}

	c.margin.draw(&r.sketch, i, height)
	number := face{mono: true, size: SmallSize}
	if line.Number > 0 {
		text := strconv.Itoa(line.Number)
		r.write(text, gutter-glyphSize-Gap-float32(len(text))*c.small, 0, float32(len(text))*c.small, height, number, ColorMuted)
	}
	if line.Fold != NoFold {
		g, ink := GlyphDown, ColorMuted
		if line.Fold == FoldClosed {
			g = GlyphRight
		}
		if i == c.hover && c.onFold {
			ink = ColorText
		}
		r.glyph(g, gutter-glyphSize-Gap/2, (height-glyphSize)/2, glyphSize, ink)
	}
	if line.Detail != "" {
		ink := line.DetailTone
		if ink == "" {
			ink = ColorMuted
		}
		w := r.textRight(line.Detail, width-barWidth-Inset, 0, height, number, ink)
		right -= w + barWidth + Inset + Group
	}
	if line.Rule != "" {
		w := number.width(line.Rule) + 2*Gap
		edge := gutter + right - left - w
		if line.Detail == "" {
			edge -= barWidth + Inset
		}
		r.box(edge, 1, w, height-2, Radius, ColorChip, "")
		r.text(line.Rule, edge+Gap, 0, height, number, ColorMuted)
		r.line(gutter, 0, width, 0, focusWidth, ColorAccent)
		right = edge + left - gutter - Gap
	}
	for _, p := range r.pieces {
		if p.x >= right {
			break
		}
		if text, x := p.within(left, right, c.cell); text != "" {
			w := p.w
			if p.cells {
				w = float32(len(text)) * c.cell
			}
			r.write(text, gutter+x-left, 0, w, height, p.style.face(), p.style.ink())
		}
	}
	r.node.Objects = r.end()
	r.node.Resize(fyne.NewSize(width, height))
	canvas.Refresh(r.node)
}
