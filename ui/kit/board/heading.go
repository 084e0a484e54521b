package board

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"

	"dossier/ui/kit"
)

// Heading is a row with column titles above a [List]: its cells have the kinds and widths of
// those of the rows. It handles neither keyboard nor clicks.
type Heading struct {
	widget.BaseWidget
	row Row
}

// NewHeading returns a heading with the given cells, in small muted text.
func NewHeading(cells ...Cell) *Heading {
	h := &Heading{row: Row{Tint: kit.ColorPanel, Cells: cells}}
	for i := range cells {
		cells[i].Small, cells[i].Tone = true, kit.ColorMuted
	}
	h.ExtendBaseWidget(h)
	return h
}

// CreateRenderer returns the renderer of the heading.
func (h *Heading) CreateRenderer() fyne.WidgetRenderer {
	v := newRowView()
	r := kit.NewRenderer(h, func() fyne.Size { return fyne.NewSize(kit.MinSide, kit.RowHeight) }, func(*kit.Drawing, fyne.Size) {})
	r.Above = []fyne.CanvasObject{v.Node}
	r.Place = func(size fyne.Size) { v.draw(h, h.row, rowState{under: -1}, size) }
	return r
}
