package kit

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"
)

// Pane is one of the columns of [Panes].
type Pane struct {
	Content fyne.CanvasObject
	Width   float32 // initially, and after a double click on its divider
	Min     float32
	Max     float32 // 0 is no limit
	Stretch bool    // takes the remaining width; one pane should
}

// Panes shows panes side by side, with hairlines between them that can be dragged. A
// divider can be grabbed within an invisible band of 7 units, unless there is no room to move
// it; a double click resets the panes on both sides, and Left and Right move it while it has
// the focus.
//
// Panes reports a small minimum width, so that the window can be narrowed: stretching
// panes shrink first, then the others down to their Min, and finally all of them in
// proportion.
type Panes struct {
	widget.BaseWidget
	// OnChanged is called after the user has moved a divider.
	OnChanged func()

	panes  []Pane
	widths []float32 // preferred; meaningless for stretching panes
	hidden []bool
	clips  []*container.Clip
	grips  []*divider // grips[i] is right of pane i
}

// NewPanes returns panes side by side, from left to right.
func NewPanes(panes ...Pane) *Panes {
	p := &Panes{panes: panes, widths: make([]float32, len(panes)), hidden: make([]bool, len(panes))}
	for i, pane := range panes {
		p.widths[i] = pane.Width
		clip := container.NewClip(pane.Content)
		clip.ExtendBaseWidget(clip) // before its first Resize, which it would miss otherwise
		p.clips = append(p.clips, clip)
		p.grips = append(p.grips, newDivider(false, func(by float32) { p.drag(i, by) }, func() { p.reset(i) }, p.changed))
	}
	p.ExtendBaseWidget(p)
	return p
}

// Widths returns the preferred widths of the panes, to be restored on the next start.
func (p *Panes) Widths() []float32 {
	return append([]float32(nil), p.widths...)
}

// SetWidths sets the preferred widths of the panes, within their limits. Extra widths and
// those below 1 are ignored.
func (p *Panes) SetWidths(widths []float32) {
	for i, w := range widths {
		if i < len(p.widths) && w >= 1 {
			p.widths[i] = p.panes[i].clamp(w)
		}
	}
	p.Refresh()
}

// SetHidden hides or shows a pane.
func (p *Panes) SetHidden(i int, hidden bool) {
	if p.hidden[i] != hidden {
		p.hidden[i] = hidden
		p.Refresh()
	}
}

// Hidden reports whether a pane is hidden.
func (p *Panes) Hidden(i int) bool { return p.hidden[i] }

// SetStretch sets whether a pane takes the remaining width. Its preferred width is retained for
// when it no longer stretches.
func (p *Panes) SetStretch(i int, stretch bool) {
	if p.panes[i].Stretch != stretch {
		p.panes[i].Stretch = stretch
		p.Refresh()
	}
}

// SetContent replaces the content of a pane.
func (p *Panes) SetContent(i int, content fyne.CanvasObject) {
	p.clips[i].Content = content
	p.clips[i].Refresh()
	p.Refresh()
}

func (p Pane) clamp(w float32) float32 {
	if p.Max > 0 {
		w = min(w, p.Max)
	}
	return max(w, p.Min)
}

// shares returns the width of each pane in the given total, less the hairlines.
func (p *Panes) shares(total float32) []float32 {
	out := make([]float32, len(p.panes))
	last, stretching := -1, 0
	for i, pane := range p.panes {
		if p.hidden[i] {
			continue
		}
		if last >= 0 {
			total -= Hairline
		}
		last = i
		if pane.Stretch {
			stretching++
		}
	}
	if last < 0 {
		return out
	}
	left := total
	for i, pane := range p.panes {
		switch {
		case p.hidden[i]:
		case pane.Stretch:
			out[i] = pane.Min
			left -= out[i]
		default:
			out[i] = pane.clamp(p.widths[i])
			left -= out[i]
		}
	}
	if left > 0 {
		for i, pane := range p.panes {
			if pane.Stretch && !p.hidden[i] {
				out[i] += left / float32(stretching)
			}
		}
		if stretching == 0 {
			out[last] += left
		}
		return out
	}
	for i := range p.panes { // too narrow: down to the minimum widths
		if p.hidden[i] || p.panes[i].Stretch {
			continue
		}
		give := min(-left, out[i]-p.panes[i].Min)
		out[i] -= give
		left += give
	}
	if left < 0 { // and then all panes
		least := total - left
		total = max(0, total)
		left = total
		for i := range out {
			out[i] = float32(int(out[i] * total / least)) // align the edges to pixels
			left -= out[i]
		}
		out[last] += left
	}
	return out
}

// drag moves the divider to the right of pane i. Of the two panes next to it, the one that does not
// stretch changes its width.
func (p *Panes) drag(i int, by float32) {
	right := p.next(i)
	if right < 0 {
		return
	}
	shares := p.shares(p.Size().Width)
	leftTo, rightTo := shares[i]+by, shares[right]-by
	switch {
	case p.panes[i].Stretch && p.panes[right].Stretch:
		return
	case p.panes[i].Stretch:
		rightTo = p.panes[right].clamp(min(rightTo, shares[i]+shares[right]-p.panes[i].Min))
		p.widths[right] = rightTo
	case p.panes[right].Stretch:
		leftTo = p.panes[i].clamp(min(leftTo, shares[i]+shares[right]-p.panes[right].Min))
		p.widths[i] = leftTo
	default:
		both := shares[i] + shares[right]
		leftTo = p.panes[i].clamp(leftTo)
		rightTo = p.panes[right].clamp(both - leftTo)
		p.widths[i], p.widths[right] = both-rightTo, rightTo
	}
	p.Refresh()
}

// movable reports whether the divider to the right of pane i has room to be moved.
func (p *Panes) movable(i int, shares []float32) bool {
	left, right := p.panes[i], p.panes[p.next(i)]
	both := shares[i] + shares[p.next(i)]
	least, most := left.Min, both-right.Min
	if left.Max > 0 {
		most = min(most, left.Max)
	}
	if right.Max > 0 {
		least = max(least, both-right.Max)
	}
	return most-least >= 1 && !(left.Stretch && right.Stretch)
}

// next returns the first visible pane to the right of pane i, or -1.
func (p *Panes) next(i int) int {
	for k := i + 1; k < len(p.panes); k++ {
		if !p.hidden[k] {
			return k
		}
	}
	return -1
}

func (p *Panes) reset(i int) {
	p.widths[i] = p.panes[i].Width
	if right := p.next(i); right >= 0 {
		p.widths[right] = p.panes[right].Width
	}
	p.Refresh()
}

func (p *Panes) changed() {
	if p.OnChanged != nil {
		p.OnChanged()
	}
}

// CreateRenderer returns the renderer of the panes.
func (p *Panes) CreateRenderer() fyne.WidgetRenderer {
	var xs []float32 // of the visible hairlines
	r := NewRenderer(p, func() fyne.Size {
		return fyne.NewSize(MinSide*float32(len(p.panes)), MinSide)
	}, func(s *Drawing, size fyne.Size) {
		xs = xs[:0]
		x := float32(0)
		shares := p.shares(size.Width)
		for i, w := range shares {
			p.clips[i].Hidden, p.grips[i].Hidden = p.hidden[i] || w < 1, true
			if p.hidden[i] {
				continue
			}
			p.clips[i].Move(fyne.NewPos(x, 0))
			p.clips[i].Resize(fyne.NewSize(w, size.Height))
			x += w
			if p.next(i) < 0 {
				continue // no divider; hidden dividers after it must still be hidden
			}
			p.grips[i].Hidden = !p.movable(i, shares)
			p.grips[i].Move(fyne.NewPos(x-(gripWidth-Hairline)/2, 0))
			p.grips[i].Resize(fyne.NewSize(gripWidth, size.Height))
			xs = append(xs, x)
			x += Hairline
		}
		for _, x := range xs {
			s.Box(x, 0, Hairline, size.Height, 0, ColorHairline, "")
		}
	})
	for _, c := range p.clips {
		r.Above = append(r.Above, c)
	}
	for _, g := range p.grips {
		r.Above = append(r.Above, g)
	}
	return r
}
