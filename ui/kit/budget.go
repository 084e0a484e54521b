package kit

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
)

// Part is a part of the sum in a [BudgetBar].
type Part struct {
	Amount int64  // negative values count as 0
	Name   string // its line in the legend: name, amount and share
}

// BudgetBar shows how much of a limit is used, and by what. Within the limit the length of the bar
// is the limit. Beyond it the length is the sum, a mark shows the limit, and the excess is hatched
// in the error colour, so that colour is not the only indication.
type BudgetBar struct {
	control
	parts []Part
	limit int64
	mark  int64 // 0 for none
}

// NewBudgetBar returns an empty bar. pressed, which may be nil, is called on a click.
func NewBudgetBar(pressed func()) *BudgetBar {
	b := &BudgetBar{}
	b.press = pressed
	b.extend(b)
	return b
}

// Set shows the parts in order relative to a limit; 0 is no limit. mark is an amount to mark,
// such as the end of the cached prefix; 0 is none. The tip is shown above the legend of the
// parts.
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

// Over reports whether the parts exceed the limit.
func (b *BudgetBar) Over() bool { return b.limit > 0 && b.sum() > b.limit }

// scale returns the amount represented by the full length of the bar.
func (b *BudgetBar) scale() int64 { return max(1, b.limit, b.sum()) }

// MouseIn begins hovering.
func (b *BudgetBar) MouseIn(*desktop.MouseEvent) { b.legend() }

// MouseMoved shows the legend again if it was hidden.
func (b *BudgetBar) MouseMoved(*desktop.MouseEvent) { b.legend() }

// FocusGained shows the focus ring and the legend.
func (b *BudgetBar) FocusGained() {
	b.focused = true
	b.legend()
	b.Refresh()
}

// legend shows the names and colours of the parts.
func (b *BudgetBar) legend() {
	text, marks := b.tip, make([]fyne.ThemeColorName, 1+strings.Count(b.tip, "\n"))
	for i, p := range b.parts {
		text += "\n" + p.Name
		marks = append(marks, partColor(i))
	}
	showLegend(b, text, marks, fyne.Position{}, b.Size())
}

// Disabled reports that an empty bar refuses the focus.
func (b *BudgetBar) Disabled() bool { return b.disabled || b.tip == "" && b.press == nil }

func partColor(i int) fyne.ThemeColorName {
	colors := [...]fyne.ThemeColorName{ColorPart1, ColorPart2, ColorPart3, ColorPart4, ColorPart5, ColorPart6}
	return colors[i%len(colors)]
}

// CreateRenderer returns the renderer of the bar.
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
			// At least one unit, so that small parts are visible; a gap of one separates
			// neighbours independent of their colours.
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
