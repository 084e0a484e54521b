package kit

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
)

// Part is a part of what a [BudgetBar] adds up.
type Part struct {
	Amount int64  // below 0 counts as 0
	Name   string // its line of the legend: what it is, how much, and which share
}

// BudgetBar shows how much of a limit is used, and by what. Within the limit the
// bar's length is the limit. Beyond it the length is the sum, a mark shows where
// the limit is, and what lies behind it is hatched in the colour of errors: it is
// told apart by more than its colour.
type BudgetBar struct {
	control
	parts []Part
	limit int64
	mark  int64 // 0 is none
}

// NewBudgetBar returns an empty bar. pressed, which may be nil, is the click.
func NewBudgetBar(pressed func()) *BudgetBar {
	b := &BudgetBar{}
	b.press = pressed
	b.extend(b)
	return b
}

// Set shows the parts in order against a limit; 0 is no limit. mark is an amount
// from the start that is worth a sign, such as the end of what is cached; 0 is
// none. The tip stands over the legend of the parts.
func (b *BudgetBar) Set(parts []Part, limit, mark int64, tip string) {
	b.parts, b.limit, b.mark, b.tip = parts, limit, mark, tip
	b.Refresh()
}

func (b *BudgetBar) sum() int64 {
	n := int64(0)
	for _, p := range b.parts {
		n += max(0, p.Amount)
	}
	return n
}

// Over reports whether the parts are more than the limit.
func (b *BudgetBar) Over() bool { return b.limit > 0 && b.sum() > b.limit }

// scale returns what the whole length of the bar stands for.
func (b *BudgetBar) scale() int64 { return max(1, b.limit, b.sum()) }

// MouseIn begins hovering.
func (b *BudgetBar) MouseIn(*desktop.MouseEvent) { b.legend() }

// MouseMoved shows the legend again, should it have been hidden.
func (b *BudgetBar) MouseMoved(*desktop.MouseEvent) { b.legend() }

// FocusGained shows the focus ring and the legend.
func (b *BudgetBar) FocusGained() {
	b.focused = true
	b.legend()
	b.Refresh()
}

// legend shows what the parts are: each with its colour.
func (b *BudgetBar) legend() {
	text, marks := b.tip, make([]fyne.ThemeColorName, 1+strings.Count(b.tip, "\n"))
	for i, p := range b.parts {
		text += "\n" + p.Name
		marks = append(marks, partColor(i))
	}
	showLegend(b, text, marks, fyne.Position{}, b.Size())
}

// Disabled reports that the bar takes no focus when there is nothing to say.
func (b *BudgetBar) Disabled() bool { return b.disabled || b.tip == "" && b.press == nil }

func partColor(i int) fyne.ThemeColorName {
	colors := [...]fyne.ThemeColorName{ColorPart1, ColorPart2, ColorPart3, ColorPart4, ColorPart5, ColorPart6}
	return colors[i%len(colors)]
}

// CreateRenderer links the bar to its renderer.
func (b *BudgetBar) CreateRenderer() fyne.WidgetRenderer {
	return NewRenderer(b, func() fyne.Size {
		return fyne.NewSize(budgetWidth, StatusHeight)
	}, b.draw)
}

func (b *BudgetBar) draw(s *Drawing, size fyne.Size) {
	scale, top := float64(b.scale()), (size.Height-budgetHeight)/2
	at := func(amount int64) float32 { return float32(float64(size.Width) * float64(amount) / scale) }
	s.Box(0, top, size.Width, budgetHeight, budgetHeight/2, ColorTrack, "")
	from := int64(0)
	for i, p := range b.parts {
		to := from + max(0, p.Amount)
		end := to
		if b.limit > 0 {
			end = min(end, b.limit)
		}
		if end > from {
			// At least a unit, so that a small part is not lost; a gap of one
			// between parts tells neighbours apart without their colours.
			s.Box(at(from), top, max(1, at(end)-at(from)-1), budgetHeight, 1, partColor(i), "")
		}
		from = to
	}
	if b.Over() {
		x := at(b.limit)
		s.Box(x, top, size.Width-x, budgetHeight, 1, "", ColorBad)
		for h := x + 2; h < size.Width; h += 4 {
			s.Line(h, top+budgetHeight, min(h+4, size.Width), top, Hairline, ColorBad)
		}
		s.Line(x, top-3, x, top+budgetHeight+3, 2, ColorBad)
	}
	if b.mark > 0 && b.mark <= b.scale() {
		x := at(b.mark)
		s.Line(x, top-2, x, top+budgetHeight+2, 2, ColorText)
	}
	if b.focused {
		s.Outlined(-2, top-4, size.Width+4, budgetHeight+8, Radius, FocusWidth, "", ColorAccent)
	}
}
