package code

import (
	"sort"
	"strconv"

	"fyne.io/fyne/v2"

	"dossier/ui/kit"
	"dossier/ui/kit/prose"
	"dossier/ui/kit/scroll"
)

// Page is the layout of a [View]: the rows of its lines, the visible part, the caret, and the
// mapping of positions to text. It draws nothing.
type Page struct {
	// OnCopyText is called for Ctrl+C, with the selected text from byte fromAt of line from to
	// byte toAt of line to: the cursor's line if nothing is selected.
	OnCopyText func(from, fromAt, to, toAt int)
	// Heading returns the line that stays visible while line i is the topmost one: i itself if it
	// is such a line, or -1. It may be nil.
	Heading func(i int) int
	// Margin reserves space for marks to the left of the line numbers; see [View.SetMarks].
	Margin bool

	lines     Lines
	rowed     rowed
	wrap      bool
	numbers   int // digits of a line number
	margin    margin
	view      scroll.View // of rows
	columns   scroll.View // in cells, for horizontal scrolling
	cell      float32     // width of a character
	small     float32     // width of a character in the gutter
	matches   []Match
	current   int // current match, or -1
	caret     spot
	anchor    spot    // start of the selection
	goal      float32 // preferred x of the caret when moving between rows; negative if not set
	pinAt     int     // the sticky heading's line, or -1
	pinY      float32
	requested struct { // the last requested line, while rows are being drawn
		i    int
		line Line
	}
}

// setLines lays out a document.
func (g *Page) setLines(lines Lines) {
	g.lines = lines
	g.rowed.set(lines, g.rowed.cols, g.cell)
	g.view.Rows = g.rowed.rows()
	n := lines.Len()
	most := n
	for i := max(0, n-lastNumbers); i < n; i++ { // the last lines may belong to another text, or have no numbers
		most = max(most, lines.Line(i).Number)
	}
	g.numbers = len(strconv.Itoa(most))
}

// within returns the nearest existing position to s.
func (g *Page) within(s spot) spot {
	s.line = min(s.line, g.rowed.lines-1)
	if s.line < 0 {
		return spot{line: -1}
	}
	if s.at > 0 {
		s.at = prose.Whole(g.rowed.text(s.line), s.at)
	}
	return s
}

// topRow returns the first visible row and the scrolled units of it.
func (g *Page) topRow() (row int, past float32) {
	first, _ := g.view.Span()
	return first, -g.view.Y(first)
}

// span returns the visible lines: [first, last).
func (g *Page) span() (first, last int) {
	first, last = g.view.Span()
	if first == last {
		return 0, 0
	}
	return g.rowed.lineAt(first), g.rowed.lineAt(last-1) + 1
}

// lineAtY returns the line at a height of the view, or -1.
func (g *Page) lineAtY(y float32) int {
	if g.pinAt >= 0 && y >= 0 && y < g.pinY+g.view.Row {
		return g.pinAt
	}
	return g.rowed.lineAt(g.view.At(y))
}

// y returns the start of a line relative to the view's top.
func (g *Page) y(line int) float32 { return g.view.Y(g.rowed.row(line)) }

// rowOfCaret returns the row of the caret, or -1.
func (g *Page) rowOfCaret() int {
	if g.caret.line < 0 {
		return -1
	}
	return g.rowed.rowOf(g.caret)
}

// startOf returns the start of a row.
func (g *Page) startOf(row int) spot {
	p := g.rowed.part(row)
	return spot{p.line, p.from}
}

// spotIn returns the position in a row nearest to x.
func (g *Page) spotIn(row int, x float32) spot {
	ps, p := g.pieces(row)
	at := byteNear(ps, g.rowed.text(p.line), x, g.cell)
	at = max(p.from, at)
	if !p.last && at >= p.to { // the position between two rows belongs to the second
		at = prose.PrevChar(g.rowed.text(p.line), p.to)
	}
	return spot{p.line, at}
}

// xOf returns the x of a byte of a row's line.
func (g *Page) xOf(row, at int) float32 {
	ps, p := g.pieces(row)
	return xAt(ps, g.rowed.text(p.line), at, g.cell)
}

// pieces lays out a row, with byte offsets in its line.
func (g *Page) pieces(row int) ([]piece, part) {
	p := g.rowed.part(row)
	return p.place(pieces(p.of(Line{Text: g.rowed.text(p.line)}), g.cell, nil)), p
}

// scrollOffset returns the horizontally scrolled distance in whole cells, so that no character is cut at
// the gutter.
func (g *Page) scrollOffset() float32 {
	return float32(int(float32(g.columns.Offset)/g.cell+0.5)) * g.cell
}

// gutter returns the width of the margin, the line numbers and the fold icons.
func (g *Page) gutter() float32 {
	digits := max(3, g.numbers)
	return g.marginWidth() + kit.Inset + float32(digits)*g.small + kit.GlyphSize + kit.Gap
}

// widen extends the horizontal scroll range for a line.
func (g *Page) widen(ps []piece) {
	if n := len(ps); n > 0 && g.rowed.cols == 0 {
		width := ps[n-1].x + ps[n-1].w + 2*g.cell
		g.columns.Rows = max(g.columns.Rows, int(width))
	}
}

// measure reads the sizes of a character from the font.
func (g *Page) measure() {
	g.cell = kit.Face{Mono: true}.Width("0000000000") / 10
	g.small = smallFace.Width("0000000000") / 10
}

// matchesOf returns the matches in a line, and the index of the first of them.
func (g *Page) matchesOf(line int) (int, []Match) {
	from := sort.Search(len(g.matches), func(k int) bool { return g.matches[k].Line >= line })
	to := from
	for to < len(g.matches) && g.matches[to].Line == line {
		to++
	}
	return from, g.matches[from:to]
}

// line returns a line. It is requested only once for consecutive rows of one line.
func (g *Page) line(i int) Line {
	if g.requested.i != i {
		g.requested.i, g.requested.line = i, g.lines.Line(i)
	}
	return g.requested.line
}

// overFold reports whether x is on the fold icon of a line that has one.
func (g *Page) overFold(i int, x float32) bool {
	end := g.gutter()
	return x >= end-kit.GlyphSize-kit.Gap && x < end && g.lines.Line(i).Fold != NoFold
}

// selected returns the selection, in order.
func (g *Page) selected() (from, to spot) {
	if g.caret.compare(g.anchor) < 0 {
		return g.caret, g.anchor
	}
	return g.anchor, g.caret
}

// neighbour returns the position before or after the caret by a character or, with Ctrl, by a word.
func (g *Page) neighbour(left bool, mods fyne.KeyModifier) spot {
	from, to := g.selected()
	text, at := g.rowed.text(g.caret.line), g.caret
	switch {
	case from != to && mods == 0 && left:
		return from
	case from != to && mods == 0:
		return to
	case left && at.at == 0 && at.line > 0:
		return spot{at.line - 1, len(g.rowed.text(at.line - 1))}
	case !left && at.at == len(text) && at.line+1 < g.rowed.lines:
		return spot{line: at.line + 1}
	case mods&fyne.KeyModifierShortcutDefault != 0:
		at.at = nextWord(text, at.at, left)
	case left:
		at.at = prose.PrevChar(text, at.at)
	default:
		at.at = prose.NextChar(text, at.at)
	}
	return at
}

// spotUnder returns the position in the text nearest to a position in the view.
func (g *Page) spotUnder(pos fyne.Position) spot {
	row := g.view.At(max(0, min(pos.Y, g.view.Height-1)))
	if row < 0 {
		row = g.view.Rows - 1
	}
	if g.OnCopyText == nil {
		return spot{line: g.rowed.lineAt(row)}
	}
	return g.spotIn(row, pos.X-g.gutter()+g.scrollOffset())
}

// heading returns the heading that stays visible above a line, or -1.
func (g *Page) heading(line int) int {
	if g.Heading == nil || line < 0 {
		return -1
	}
	if h := g.Heading(line); h < line {
		return h
	}
	return -1
}

// fit lays out the rows for a width and preserves the visible part.
func (g *Page) fit(size fyne.Size) {
	cols := 0
	if g.wrap && g.cell > 0 && size.Width > 0 {
		cols = max(minColumns, min(int((size.Width-g.gutter()-kit.ScrollBarWidth-kit.Inset)/g.cell), prose.MaxRunes))
	}
	if cols == g.rowed.cols && g.cell == g.rowed.cell {
		return
	}
	row, past := g.topRow()
	top := spot{}
	if row < g.view.Rows {
		p := g.rowed.part(row)
		top = spot{p.line, p.from}
	}
	g.rowed.set(g.lines, cols, g.cell)
	g.view.Rows, g.columns.Rows = g.rowed.rows(), 0
	g.view.Height = size.Height
	g.columns.ScrollTo(0)
	if top.line < g.rowed.lines {
		g.view.ScrollTo(float64(g.rowed.rowOf(top))*float64(g.view.Row) + float64(past))
	}
}

// reveal scrolls as little as possible to show a position below the sticky heading.
func (g *Page) reveal(s spot) {
	row := g.rowed.rowOf(s)
	g.view.Reveal(row)
	if g.heading(s.line) >= 0 {
		if y := g.view.Y(row); y < g.view.Row {
			g.view.ScrollTo(g.view.Offset - float64(g.view.Row-y))
		}
	}
}

// endOf returns the start or the end of the cursor's line, or of the document.
func (g *Page) endOf(start, ofLine bool) spot {
	line := g.caret.line
	switch {
	case ofLine && start:
		return spot{line: line}
	case ofLine:
		return spot{line, len(g.rowed.text(line))}
	case start:
		return spot{}
	case g.OnCopyText == nil:
		return spot{line: g.rowed.lines - 1}
	}
	return spot{g.rowed.lines - 1, len(g.rowed.text(g.rowed.lines - 1))}
}

// Left returns the horizontal scroll offset in units.
func (g *Page) Left() float64 { return g.columns.Offset }

// CursorLine returns the cursor's line, or -1.
func (g *Page) CursorLine() int { return g.caret.line }

// TextSelection returns the start of the selection and the cursor; a line of -1 is none.
func (g *Page) TextSelection() (anchor, anchorAt, cursor, cursorAt int) {
	return g.anchor.line, g.anchor.at, g.caret.line, g.caret.at
}

// marginWidth returns the width of the marks.
func (g *Page) marginWidth() float32 {
	if !g.Margin {
		return 0
	}
	return laneX(markLanes)
}

// markUnder returns the mark under the pointer.
func (g *Page) markUnder(x, y float32) (mark int, part markPart) {
	line := g.lineAtY(y)
	if line < 0 || x >= g.marginWidth() {
		return -1, noPart
	}
	return g.margin.at(line, x, (y-g.y(line))/g.view.Row)
}
