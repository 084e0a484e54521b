package board

import (
	"slices"
	"unicode/utf8"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"

	"dossier/ui/kit"
	"dossier/ui/kit/scroll"
)

// Row is the content of a row in a [List]. It is requested each time that the row is drawn, so it
// may be created on demand.
type Row struct {
	Indent int // indentation levels
	// Guides draws a vertical line from the icon at the beginning of each parent level, to show
	// which rows belong to a folder.
	Guides bool
	Cells  []Cell
	Strong bool // bold, for the heading of a group
	Struck bool // struck through: present but excluded
	Tint   fyne.ThemeColorName
	Tip    string // tooltip of the parts of the row whose cell has none
}

// CellKind determines the appearance of a [Cell] and whether it is active.
type CellKind int

// Kinds of cells.
const (
	CellText   CellKind = iota
	CellNumber          // monospaced, right-aligned
	CellCheck           // a check box; active
	CellFold            // a chevron, down if On and right if Off; active
	CellChip            // a drop-down; active
	CellOption          // one of several alternatives, of which the selected one is On; active
	CellGlyph           // an icon; active unless its ID is 0
	CellGrip            // a drag handle
	CellSpace           // empty
)

// Cell is a part of a row. Cells are laid out from left to right; the one with Fill gets the
// remaining width, so cells after it are right-aligned.
type Cell struct {
	Kind     CellKind
	ID       int // identifies active cells in [List.OnCell]; text with an ID is also active
	Text     string
	Marks    [][2]int // of text: search matches, as [start, end) in bytes, in order
	Old      string   // of a chip: the previous value, shown before an arrow to Text if there is space
	Glyph    kit.Glyph
	State    kit.CheckState      // of CellCheck, CellFold and CellOption
	Tone     fyne.ThemeColorName // of text and icon; "" means ColorText, or ColorMuted for numbers
	Tint     fyne.ThemeColorName // background of a chip; "" means ColorChip
	Width    float32             // 0 means the width of its content
	MinWidth float32             // width it shrinks to if the cell with Fill would be too narrow; 0 does not shrink
	Spare    float32             // of the cell with Fill: the width below which it is too narrow; 0 is fillLeast
	Fill     bool                // gets the remaining width; at most one per row
	Middle   bool                // shorten text in the middle
	Yields   bool                // is hidden if the cell with Fill would be too narrow
	Small    bool                // SmallSize
	Mono     bool                // monospaced
	Plain    bool                // never bold
	Disabled bool                // visible but inactive
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

// width returns the preferred width of the cell.
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
		return c.face(strong).Width(c.Text) + c.oldWidth(c.face(strong)) + 2*kit.Inset + kit.GlyphSize
	case CellSpace:
		return kit.Gap
	}
	return c.face(strong).Width(c.Text)
}

// arrowWidth is the width of the arrow between the previous and the current value of a chip.
const arrowWidth float32 = 12

// oldWidth returns the width of a chip's previous value and the arrow.
func (c Cell) oldWidth(f kit.Face) float32 {
	if c.Old == "" {
		return 0
	}
	return f.Width(c.Old) + arrowWidth + 2*kit.Gap
}

// minFill is the width below which a name is too narrow, unless its cell has another one; other cells yield first.
const minFill = 96

// The background of search matches.
const (
	markHeight float32 = 18
	markRadius float32 = 2
)

// marksIn returns the positions of a text's matches in its shortened form. The ellipsis represents
// everything that it hides.
func marksIn(shown, text string, marks [][2]int) [][2]int {
	if shown == text || len(marks) == 0 {
		return marks
	}
	head := 0 // length of the text before the ellipsis
	for head < len(shown) && head < len(text) && shown[head] == text[head] {
		head++
	}
	for head > 0 && !utf8.RuneStart(shown[head]) {
		head--
	}
	after := head + len(kit.Ellipsis)
	if after > len(shown) || shown[head:after] != kit.Ellipsis {
		return nil // it is a different text
	}
	tail := len(text) - (len(shown) - after) // offset in the text of what follows the ellipsis
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

// rowView is the drawing of a row in a list.
type rowView struct {
	scroll.Tile
	row   Row
	cells []Cell
	edges []float32 // edges[i] is the start of cell i; the last element is the end
	// tight is set if shrinkable cells are at their minimum width, yields if yielding cells are
	// hidden.
	tight, yields bool
}

func newRowView() *rowView {
	return &rowView{Tile: scroll.NewTile()}
}

// rowState is the state of a row that is not part of the row itself.
type rowState struct {
	selected bool
	cursor   bool
	hovered  bool
	under    int // the active cell under the pointer, or -1
}

// arrange lays out the cells in the given width.
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
	least := float32(minFill)
	if fill >= 0 && v.cells[fill].Spare > 0 {
		least = v.cells[fill].Spare
	}
	if fill >= 0 && right-left-used < least {
		v.tight = true
		for _, c := range v.cells {
			if c.MinWidth > 0 {
				used -= max(0, c.width(row.Strong)-c.MinWidth)
			}
		}
	}
	if fill >= 0 && right-left-used < min(least, v.cells[fill].face(row.Strong).Width(v.cells[fill].Text)) {
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

// width returns the width of a cell.
func (v *rowView) width(c Cell) float32 {
	w := c.width(v.row.Strong)
	if v.tight && c.MinWidth > 0 {
		w = min(w, c.MinWidth)
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

// acts reports what the pointer can do with a cell; -1 is no cell.
func (v *rowView) acts(cell int) (live, grip bool) {
	if cell < 0 {
		return false, false
	}
	return v.cells[cell].active(), v.cells[cell].Kind == CellGrip
}

// chipArea returns the area of a cell in a row of the given height, as high as a chip.
func (v *rowView) chipArea(cell int, height float32) (fyne.Position, fyne.Size) {
	left := v.edges[cell]
	return fyne.NewPos(left, (height-kit.ChipHeight)/2), fyne.NewSize(v.edges[cell+1]-kit.Gap-left, kit.ChipHeight)
}

// tip returns the tooltip of a cell, or that of the row for a cell without one, and the area that
// it belongs to.
func (v *rowView) tip(cell int, rest string, row fyne.Size) (text string, at fyne.Position, size fyne.Size) {
	if cell >= 0 && v.cells[cell].Tip != "" {
		left := v.edges[cell]
		return v.cells[cell].Tip, fyne.NewPos(left, 0), fyne.NewSize(v.edges[cell+1]-left, row.Height)
	}
	return rest, fyne.NewPos(kit.Group, 0), fyne.NewSize(row.Width-kit.Group, row.Height)
}

// draw draws a row in the given size.
func (v *rowView) draw(list fyne.Widget, row Row, look rowState, size fyne.Size) {
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

// drawChip draws a drop-down: the previous choice if there is space for it, the choice, and a
// chevron.
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
	if c.Old != "" {
		if c.oldWidth(f)+f.Width(c.Text) <= end-x+1 {
			x += v.Text(c.Old, x, 0, h, f, kit.ColorMuted) + kit.Gap
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
	// Half a unit of tolerance: widths are sums of rounded advances.
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
