package board

import (
	"slices"
	"unicode/utf8"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"

	"dossier/ui/kit"
	"dossier/ui/kit/scroll"
)

// Row is what a [List] shows of one row. It is asked for anew each time that the
// row is drawn, so it may be built on the spot.
type Row struct {
	Indent int // levels of Indent units
	// Guides draws a line down from the sign at the beginning of each level above, so that
	// rows of one folder are seen to belong together.
	Guides bool
	Cells  []Cell
	Strong bool // a group's heading: bold
	Struck bool // struck through: there, but left out
	Tint   fyne.ThemeColorName
	Tip    string // for the parts of the row whose cell has no tip
}

// CellKind says what a [Cell] looks like and whether it can be clicked.
type CellKind int

// The kinds of a [Cell].
const (
	CellText   CellKind = iota
	CellNumber          // monospaced, at the right of its width
	CellCheck           // a box; active
	CellFold            // a chevron, down when On and right when Off; active
	CellChip            // a drop-down; active
	CellOption          // one of several words, of which the chosen one is On; active
	CellGlyph           // a sign; active unless its ID is 0
	CellGrip            // the handle that rows are dragged by
	CellSpace           // nothing
)

// Cell is a part of a row. Cells stand from left to right; the one with Fill
// takes what the others leave, so what follows it is at the right edge.
type Cell struct {
	Kind     CellKind
	ID       int // tells active cells apart in [List.OnCell]; text with an ID is active too
	Text     string
	Marks    [][2]int // of text: what was found in it, as [start, end) in bytes, in order
	Was      string   // of a chip: what stands before an arrow to Text, where there is room for it
	Glyph    kit.Glyph
	State    kit.CheckState      // of CellCheck, CellFold and CellOption
	Tone     fyne.ThemeColorName // of text and sign; "" is ColorText, or ColorMuted for numbers
	Tint     fyne.ThemeColorName // the ground of a chip; "" is ColorChip
	Width    float32             // 0 is as wide as its content
	Least    float32             // what it gives way to where the cell with Fill would be too narrow to read; 0 gives no way
	Fill     bool                // takes the room that is left; at most one in a row
	Middle   bool                // text that does not fit is shortened in its middle
	Yields   bool                // gives its room to the cell with Fill where that would be too narrow to read
	Small    bool                // SmallSize
	Mono     bool                // monospaced
	Plain    bool                // not bold, also in a heading
	Disabled bool                // shown, and not active
	Tip      string
}

func (c Cell) active() bool {
	if c.Disabled {
		return false
	}
	switch c.Kind {
	case CellCheck, CellFold, CellChip, CellOption:
		return true
	case CellText, CellNumber, CellGlyph:
		return c.ID != 0
	}
	return false
}

func (c Cell) face(strong bool) kit.Face {
	f := kit.Face{Bold: strong && !c.Plain && c.Kind != CellNumber, Mono: c.Mono || c.Kind == CellNumber}
	if c.Small {
		f.Size = kit.SmallSize
	}
	return f
}

// width returns the room that the cell wants.
func (c Cell) width(strong bool) float32 {
	if c.Width > 0 {
		return c.Width
	}
	switch c.Kind {
	case CellCheck:
		return kit.BoxSize + kit.Inset
	case CellFold, CellGrip:
		return kit.GlyphSize
	case CellGlyph:
		return kit.GlyphSize + kit.Gap
	case CellChip:
		return c.face(strong).Width(c.Text) + c.wasWidth(c.face(strong)) + 2*kit.Inset + kit.GlyphSize
	case CellSpace:
		return kit.Gap
	}
	return c.face(strong).Width(c.Text)
}

// arrowWidth is the room of the arrow between what a chip was and what it is.
const arrowWidth float32 = 12

// wasWidth returns the room of what a chip was, with the arrow behind it.
func (c Cell) wasWidth(f kit.Face) float32 {
	if c.Was == "" {
		return 0
	}
	return f.Width(c.Was) + arrowWidth + 2*kit.Gap
}

// fillLeast is the room below which a name says too little: cells that yield do so before.
const fillLeast = 96

// The band behind what was found in a text.
const (
	markHeight float32 = 18
	markRadius float32 = 2
)

// marksIn returns where the marks of a text stand in what is shown of it. The ellipsis
// of one that is shortened stands for all that it hides.
func marksIn(shown, text string, marks [][2]int) [][2]int {
	if shown == text || len(marks) == 0 {
		return marks
	}
	head := 0 // bytes of the text before the ellipsis
	for head < len(shown) && head < len(text) && shown[head] == text[head] {
		head++
	}
	for head > 0 && !utf8.RuneStart(shown[head]) {
		head--
	}
	after := head + len(kit.Ellipsis)
	if after > len(shown) || shown[head:after] != kit.Ellipsis {
		return nil // it says something else
	}
	tail := len(text) - (len(shown) - after) // where in the text what stands behind it begins
	place := func(at int) (first, last int) {
		switch {
		case at <= head:
			return at, at
		case at >= tail:
			return at - tail + after, at - tail + after
		}
		return head, after
	}
	var out [][2]int
	for _, m := range marks {
		first, _ := place(m[0])
		_, last := place(m[1])
		if n := len(out); n > 0 && first < out[n-1][1] {
			out[n-1][1] = max(out[n-1][1], last)
		} else if first < last {
			out = append(out, [2]int{first, last})
		}
	}
	return out
}

// rowView is the drawing of one row of a list.
type rowView struct {
	scroll.Tile
	row   Row
	cells []Cell
	edges []float32 // edges[i] is where cell i starts; one more for the end
	// tight is set where cells that can give way are at their least, and yields where the
	// cells that yield are not drawn.
	tight, yields bool
}

func newRowView() *rowView {
	return &rowView{Tile: scroll.NewTile()}
}

// rowLook is what the list knows of a row beside the row itself.
type rowLook struct {
	selected bool
	cursor   bool
	hovered  bool
	under    int // the active cell under the pointer, or -1
}

// arrange places the cells in the given width.
func (v *rowView) arrange(row Row, width float32) {
	v.row, v.cells = row, row.Cells
	v.edges = v.edges[:0]
	v.tight, v.yields = false, false
	left := kit.Inset + float32(row.Indent)*kit.Indent
	right := width - kit.ScrollBarWidth
	used, fill := float32(0), -1
	for i, c := range v.cells {
		if c.Fill {
			fill = i
			continue
		}
		used += c.width(row.Strong)
	}
	used += kit.Gap * float32(max(0, len(v.cells)-1))
	if fill >= 0 && right-left-used < fillLeast {
		v.tight = true
		for _, c := range v.cells {
			if c.Least > 0 {
				used -= max(0, c.width(row.Strong)-c.Least)
			}
		}
	}
	if fill >= 0 && right-left-used < min(fillLeast, v.cells[fill].face(row.Strong).Width(v.cells[fill].Text)) {
		for _, c := range v.cells {
			if c.Yields {
				v.yields = true
				used -= v.width(c) + kit.Gap
			}
		}
	}
	x := left
	for i, c := range v.cells {
		v.edges = append(v.edges, x)
		if c.Yields && v.yields {
			continue
		}
		if i == fill {
			x += max(0, right-left-used)
		} else {
			x += v.width(c)
		}
		x += kit.Gap
	}
	v.edges = append(v.edges, x)
}

// width returns the room that a cell gets.
func (v *rowView) width(c Cell) float32 {
	w := c.width(v.row.Strong)
	if v.tight && c.Least > 0 {
		w = min(w, c.Least)
	}
	return w
}

// cellAt returns the cell at x, or -1.
func (v *rowView) cellAt(x float32) int {
	for i := range v.cells {
		if x >= v.edges[i] && x < v.edges[i+1] {
			return i
		}
	}
	return -1
}

// find returns the first active cell with the given ID, or -1.
func (v *rowView) find(id int) int {
	return slices.IndexFunc(v.cells, func(c Cell) bool { return c.ID == id && c.active() })
}

// acts reports what the pointer can do with a cell; -1 is none.
func (v *rowView) acts(cell int) (live, grip bool) {
	if cell < 0 {
		return false, false
	}
	return v.cells[cell].active(), v.cells[cell].Kind == CellGrip
}

// chipArea returns where a cell stands in a row of the given height, as high as a chip.
func (v *rowView) chipArea(cell int, height float32) (fyne.Position, fyne.Size) {
	left := v.edges[cell]
	return fyne.NewPos(left, (height-kit.ChipHeight)/2), fyne.NewSize(v.edges[cell+1]-kit.Gap-left, kit.ChipHeight)
}

// tip returns the tooltip of a cell, or that of the row in a cell without one, and what of
// the row it is about.
func (v *rowView) tip(cell int, rest string, row fyne.Size) (text string, at fyne.Position, size fyne.Size) {
	if cell >= 0 && v.cells[cell].Tip != "" {
		left := v.edges[cell]
		return v.cells[cell].Tip, fyne.NewPos(left, 0), fyne.NewSize(v.edges[cell+1]-left, row.Height)
	}
	return rest, fyne.NewPos(kit.Group, 0), fyne.NewSize(row.Width-kit.Group, row.Height)
}

// draw draws a row in the given size.
func (v *rowView) draw(list fyne.Widget, row Row, look rowLook, size fyne.Size) {
	v.arrange(row, size.Width)
	v.Begin(list)
	switch {
	case look.selected:
		v.Box(0, 0, size.Width, size.Height, 0, kit.ColorSelection, "")
	case look.cursor:
		v.Box(0, 0, size.Width, size.Height, 0, kit.ColorCursor, "")
	case look.hovered:
		v.Box(0, 0, size.Width, size.Height, 0, kit.ColorHover, "")
	case row.Tint != "":
		v.Box(0, 0, size.Width, size.Height, 0, row.Tint, "")
	}
	if look.cursor {
		v.Outlined(0, 0, size.Width, size.Height, 0, kit.FocusWidth, "", kit.ColorAccent)
	}
	for level := 0; row.Guides && level < row.Indent; level++ {
		v.Box(kit.Inset+float32(level)*kit.Indent+kit.GlyphSize/2, 0, kit.Hairline, size.Height, 0, kit.ColorHairline, "")
	}
	for k, c := range v.cells {
		if c.Yields && v.yields {
			continue
		}
		v.drawCell(c, v.edges[k], v.edges[k+1]-kit.Gap, size.Height, look.under == k)
	}
	v.Node.Objects = v.End()
	v.Node.Resize(size)
	canvas.Refresh(v.Node)
}

// drawCell draws a cell from left to right in a row that is h high.
func (v *rowView) drawCell(c Cell, left, right, h float32, hovered bool) {
	tone := c.ink(hovered)
	middleY := (h - kit.GlyphSize) / 2
	switch c.Kind {
	case CellCheck:
		if hovered {
			v.Box(left-3, (h-kit.BoxSize)/2-3, kit.BoxSize+6, kit.BoxSize+6, kit.Radius, kit.ColorChipHover, "")
		}
		v.CheckBox(left, (h-kit.BoxSize)/2, c.State, c.Disabled)
	case CellFold:
		g := kit.GlyphRight
		if c.State == kit.On {
			g = kit.GlyphDown
		}
		if hovered {
			v.Box(left-1, middleY-1, kit.GlyphSize+2, kit.GlyphSize+2, kit.Radius, kit.ColorChipHover, "")
		}
		v.Glyph(g, left, middleY, kit.GlyphSize, tone)
	case CellGrip:
		v.Glyph(kit.GlyphGrip, left, middleY, kit.GlyphSize, tone)
	case CellGlyph:
		if hovered {
			v.drawChipGround(left, right, h, kit.ColorChipHover, "")
		}
		v.Glyph(c.Glyph, left+(right-left-kit.GlyphSize)/2, middleY, kit.GlyphSize, tone)
	case CellChip:
		v.drawChip(c, left, right, h, hovered, tone)
	case CellOption:
		f := c.face(false)
		switch {
		case c.State == kit.On:
			tone = kit.ColorOnAccent
			v.drawChipGround(left, right, h, kit.ColorAccent, "")
		case hovered:
			v.drawChipGround(left, right, h, kit.ColorChipHover, "")
		}
		v.Text(c.Text, left+(right-left-f.Width(c.Text))/2, 0, h, f, tone)
	case CellNumber:
		f := c.face(false)
		v.TextRight(kit.FitEnd(c.Text, right-left+1, f), right, 0, h, f, tone)
	case CellText:
		v.drawCellText(c, left, right, h, hovered, tone)
	}
}

// ink returns the colour of a cell's text or glyph.
func (c Cell) ink(hovered bool) fyne.ThemeColorName {
	switch {
	case c.Disabled:
		return kit.ColorFaint
	case c.Tone != "":
		return c.Tone
	}
	switch c.Kind {
	case CellNumber, CellGrip:
		return kit.ColorMuted
	case CellGlyph, CellFold:
		if !hovered {
			return kit.ColorMuted
		}
	}
	return kit.ColorText
}

// drawChipGround draws the box of a chip, vertically centred in the row.
func (v *rowView) drawChipGround(left, right, h float32, fill, edge fyne.ThemeColorName) {
	v.Box(left, (h-kit.ChipHeight)/2, right-left, kit.ChipHeight, kit.Radius, fill, edge)
}

// drawChip draws a drop-down: the previous choice if there is room for it, the choice, and
// a chevron.
func (v *rowView) drawChip(c Cell, left, right, h float32, hovered bool, tone fyne.ThemeColorName) {
	fill, edge := c.Tint, fyne.ThemeColorName("")
	switch {
	case fill == "" && hovered:
		fill = kit.ColorChipHover
	case fill == "":
		fill = kit.ColorChip
	case hovered:
		edge = kit.ColorOutline
	}
	v.drawChipGround(left, right, h, fill, edge)
	f, x := c.face(false), left+kit.Inset
	end := right - kit.Inset - kit.GlyphSize
	if c.Was != "" {
		if c.wasWidth(f)+f.Width(c.Text) <= end-x+1 {
			x += v.Text(c.Was, x, 0, h, f, kit.ColorMuted) + kit.Gap
		}
		v.Glyph(kit.GlyphTo, x, (h-arrowWidth)/2, arrowWidth, kit.ColorMuted)
		x += arrowWidth + kit.Gap
	}
	v.Text(kit.FitEnd(c.Text, end-x+1, f), x, 0, h, f, tone)
	v.Glyph(kit.GlyphDown, right-kit.GlyphSize-1, (h-kit.GlyphSize)/2, kit.GlyphSize, kit.ColorMuted)
}

// drawCellText draws text, shortened to fit, with search matches highlighted.
func (v *rowView) drawCellText(c Cell, left, right, h float32, hovered bool, tone fyne.ThemeColorName) {
	if right-left < 1 {
		return
	}
	f := c.face(v.row.Strong)
	shorten := kit.FitEnd
	if c.Middle {
		shorten = kit.FitMiddle
	}
	// Half a unit of room: widths are sums of rounded advances.
	shown := shorten(c.Text, right-left+0.5, f)
	for _, m := range marksIn(shown, c.Text, c.Marks) {
		from := f.Width(shown[:m[0]])
		v.Box(left+from, (h-markHeight)/2, f.Width(shown[:m[1]])-from, markHeight, markRadius, kit.ColorMatch, "")
	}
	w := v.Text(shown, left, 0, h, f, tone)
	if hovered {
		v.Line(left, h-4.5, left+w, h-4.5, kit.Hairline, tone)
	}
	if v.row.Struck {
		v.Line(left, h/2+0.5, left+w, h/2+0.5, kit.Hairline, tone)
	}
}
