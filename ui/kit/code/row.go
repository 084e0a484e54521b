package code

import (
	"strconv"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"

	"dossier/ui/kit"
	"dossier/ui/kit/scroll"
)

// codeRow is the drawing of one row.
type codeRow struct {
	scroll.Tile
	pieces []piece
}

func newCodeRow() *codeRow { return &codeRow{Tile: scroll.NewTile()} }

// place shifts the pieces of a row to their byte offsets and indent in the whole line.
func (p part) place(ps []piece) []piece {
	for i := range ps {
		ps[i].start += p.from
		ps[i].end += p.from
		ps[i].x += p.indent
	}
	return ps
}

// rowDraw is one row while it is being drawn. Positions in its text are relative to the
// start of the text, of which the part from left to right is visible.
type rowDraw struct {
	*codeRow
	c             *View
	row           int
	part          part
	text          string // of the whole line
	line          Line   // what the row shows of the line
	width, height float32
	gutter        float32 // start of the text
	left, right   float32
	pinned        bool // whether the row is the sticky heading
}

// drawRow draws a row, from its background to its text.
func (c *View) drawRow(r *codeRow, row int) {
	p := c.rowed.part(row)
	all := c.line(p.line)
	d := rowDraw{
		codeRow: r, c: c, row: row, text: all.Text, line: p.of(all),
		width: c.Size().Width, height: c.view.Row, gutter: c.gutter(), left: c.scrollOffset(), pinned: r == &c.pinned,
	}
	p.to = min(p.to, len(all.Text))
	d.part, d.right = p, d.left+d.width-d.gutter
	r.pieces = p.place(pieces(d.line, c.cell, r.pieces))
	c.widen(r.pieces)

	r.Begin(c)
	d.drawGround()
	d.drawMarks()
	c.margin.draw(&r.Drawing, p, d.height)
	d.drawGutter()
	d.drawText(d.drawLabels())
	if d.pinned {
		r.Line(0, d.height, d.width, d.height, kit.Hairline, kit.ColorHairline)
	}
	r.Node.Objects = r.End()
	r.Node.Resize(fyne.NewSize(d.width, d.height))
	canvas.Refresh(r.Node)
}

// drawGround draws the background of the row, the selection, and the caret.
func (d *rowDraw) drawGround() {
	c, i := d.c, d.part.line
	if d.pinned {
		d.fill(kit.ColorGround)
	}
	first, last := c.Selection()
	from, to := c.selected()
	chosen := c.OnCopyText != nil && from != to
	onCaret := d.row == c.rowOfCaret() && c.focused && !d.pinned
	switch {
	case c.OnCopyText == nil && i >= first && i < last && last-first > 1:
		d.fill(kit.ColorSelection)
	case onCaret && !chosen:
		d.fill(kit.ColorCursor)
	case d.line.Jump && i == c.hover && !c.onFold:
		d.Box(d.gutter-kit.Gap, 0, d.width-d.gutter, d.height, 0, kit.ColorHover, "")
	case d.line.Tint != "":
		d.fill(d.line.Tint)
	}
	if chosen && !d.pinned {
		d.drawSelection(from, to)
	}
	if onCaret {
		d.Box(c.marginWidth(), 0, kit.Underline, d.height, 0, kit.ColorAccent, "")
		if x := d.xAt(c.caret.at); c.OnCopyText != nil && x >= d.left {
			d.Box(d.gutter+x-d.left-kit.FocusWidth/2, 1, kit.FocusWidth, d.height-2, 0, kit.ColorAccent, "")
		}
	}
}

// fill fills the whole row with a colour.
func (d *rowDraw) fill(tone fyne.ThemeColorName) { d.Box(0, 0, d.width, d.height, 0, tone, "") }

// xAt returns the position at which a byte of the whole line is drawn.
func (d *rowDraw) xAt(at int) float32 { return xAt(d.pieces, d.text, at, d.c.cell) }

// drawSelection draws the selected part of the row, given the whole selection.
func (d *rowDraw) drawSelection(from, to spot) {
	p := d.part
	start, end := spot{p.line, p.from}, spot{p.line, p.to}
	if to.compare(start) < 0 || from.compare(end) > 0 || from == end && !p.last {
		return
	}
	x1 := d.xAt(p.from)
	if from.compare(start) > 0 {
		x1 = d.xAt(from.at)
	}
	x2 := d.xAt(p.to)
	if to.compare(end) < 0 {
		x2 = d.xAt(to.at)
	} else if p.last && to.line > p.line {
		x2 += d.c.cell / 2 // the end of the line is selected too
	}
	if x1, x2 = max(x1, d.left), min(x2, d.right); x2 > x1 {
		d.Box(d.gutter+x1-d.left, 0, x2-x1, d.height, 0, kit.ColorSelection, "")
	}
}

// drawMarks draws the backgrounds of parts of the text: marks and search matches.
func (d *rowDraw) drawMarks() {
	for _, m := range d.line.Marks {
		if x1, x2, ok := d.across(m.Start, m.End); ok {
			d.Box(d.gutter+x1-d.left, 1, x2-x1, d.height-2, 2, d.line.MarkTint, "")
		}
	}
	at, matches := d.c.matchesOf(d.part.line)
	for k, m := range matches {
		x1, x2, ok := d.across(m.Start, m.End)
		if !ok {
			continue
		}
		edge := fyne.ThemeColorName("")
		if at+k == d.c.current {
			edge = kit.ColorAccent
		}
		d.Outlined(d.gutter+x1-d.left-1, 1, x2-x1+2, d.height-2, 2, kit.FocusWidth, kit.ColorMatch, edge)
	}
}

// across returns the positions at which the bytes [start, end) of the line are drawn, clipped to
// what is visible; ok is false if they are not in this row.
func (d *rowDraw) across(start, end int) (x1, x2 float32, ok bool) {
	if p := d.part; end <= p.from && start < p.from || start >= p.to && !p.last {
		return 0, 0, false
	}
	return max(d.xAt(start), d.left), min(d.xAt(end), d.right), true
}

// drawGutter draws the number of the line and its fold mark.
func (d *rowDraw) drawGutter() {
	if d.line.Number > 0 {
		text := strconv.Itoa(d.line.Number)
		w := float32(len(text)) * d.c.small
		d.Write(text, d.gutter-kit.GlyphSize-kit.Gap-w, 0, w, d.height, smallFace, kit.ColorMuted)
	}
	if d.line.Fold == NoFold {
		return
	}
	g, ink := kit.GlyphDown, kit.ColorMuted
	if d.line.Fold == FoldClosed {
		g = kit.GlyphRight
	}
	if d.part.line == d.c.hover && d.c.onFold {
		ink = kit.ColorText
	}
	d.Glyph(g, d.gutter-kit.GlyphSize-kit.Gap/2, (d.height-kit.GlyphSize)/2, kit.GlyphSize, ink)
}

// drawLabels draws the line's detail and rule at the right edge, and returns the end of the
// remaining space for text.
func (d *rowDraw) drawLabels() (right float32) {
	right = d.right
	if d.line.Detail != "" {
		ink := d.line.DetailTone
		if ink == "" {
			ink = kit.ColorMuted
		}
		w := d.TextRight(d.line.Detail, d.width-kit.ScrollBarWidth-kit.Inset, 0, d.height, smallFace, ink)
		right -= w + kit.ScrollBarWidth + kit.Inset + kit.Group
	}
	if d.line.Rule != "" {
		w := smallFace.Width(d.line.Rule) + 2*kit.Gap
		edge := d.gutter + right - d.left - w
		if d.line.Detail == "" {
			edge -= kit.ScrollBarWidth + kit.Inset
		}
		d.Box(edge, 1, w, d.height-2, kit.Radius, kit.ColorChip, "")
		d.Text(d.line.Rule, edge+kit.Gap, 0, d.height, smallFace, kit.ColorMuted)
		if d.line.Text == "" {
			d.Line(d.gutter, d.height/2, edge, d.height/2, kit.FocusWidth, kit.ColorAccent)
			d.Line(edge+w, d.height/2, d.width, d.height/2, kit.FocusWidth, kit.ColorAccent)
		} else {
			d.Line(d.gutter, 0, d.width, 0, kit.FocusWidth, kit.ColorAccent)
		}
		right = edge + d.left - d.gutter - kit.Gap
	}
	return right
}

// drawText draws the visible text up to right. Text that is cut off by a label at the right edge
// ends in an ellipsis: unlike the edge of the view, the label does not show that there is more.
func (d *rowDraw) drawText(right float32) {
	if n := len(d.pieces); n > 0 && right < d.right && d.pieces[n-1].x+d.pieces[n-1].w > right {
		right -= d.c.cell
		d.Write("…", d.gutter+right-d.left, 0, d.c.cell, d.height, d.pieces[n-1].style.face(), kit.ColorMuted)
	}
	for _, p := range d.pieces {
		if p.x >= right {
			break
		}
		shown, x := p.within(d.left, right, d.c.cell)
		if shown == "" {
			continue
		}
		w := p.w
		if p.cells {
			w = float32(len(shown)) * d.c.cell
		}
		d.Write(shown, d.gutter+x-d.left, 0, w, d.height, p.style.face(), p.style.ink())
	}
}
