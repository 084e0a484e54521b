package kit

import (
	"time"

	"fyne.io/fyne/v2"
)

// slot is the drawing of one row in view, kept from frame to frame.
type slot struct {
	sketch
	node  *fyne.Container
	index int    // the item that it shows, or -1
	key   string // of that item, where items have one
}

func newSlot() slot {
	return slot{node: &fyne.Container{}, index: -1}
}

func (s *slot) base() *slot { return s }

// slots are the rows in view, in order, and those that wait to be used again.
type slots[R interface{ base() *slot }] struct {
	shown, spare []R
	bases        []*slot // of shown
	create       func() R
}

// cover makes the slots those of the rows [first, last). Rows that had a slot
// keep it. fill is called for every row, and told whether its slot is fresh.
func (p *slots[R]) cover(first, last int, fill func(r R, i int, fresh bool)) {
	kept := make([]R, last-first)
	has := make([]bool, last-first)
	for _, r := range p.shown {
		if k := r.base().index - first; k >= 0 && k < len(kept) && !has[k] {
			kept[k], has[k] = r, true
		} else {
			r.base().index = -1
			p.spare = append(p.spare, r)
		}
	}
	p.shown, p.bases = kept, p.bases[:0]
	for k := range kept {
		if !has[k] {
			if n := len(p.spare); n > 0 {
				kept[k], p.spare = p.spare[n-1], p.spare[:n-1]
			} else {
				kept[k] = p.create()
			}
			kept[k].base().index = first + k
		}
		p.bases = append(p.bases, kept[k].base())
		fill(kept[k], first+k, !has[k])
	}
}

// tiles returns the slots of what is in view, in order, until the next cover.
func (p *slots[R]) tiles() []*slot { return p.bases }

// at returns the slot of row i.
func (p *slots[R]) at(i int) (r R, ok bool) {
	if len(p.shown) == 0 {
		return r, false
	}
	k := i - p.shown[0].base().index
	if k < 0 || k >= len(p.shown) {
		return r, false
	}
	return p.shown[k], true
}

// edgeScroll scrolls on its own while a drag is held at the edge of a view.
type edgeScroll struct {
	by   float64 // units at each frame; 0 stands still
	anim *fyne.Animation
}

// pull sets the speed for a pointer at y: the farther out, the faster, up to a
// row at each frame. step is called at each frame on the UI goroutine.
func (e *edgeScroll) pull(y, height, row float32, step func(by float64)) {
	switch {
	case y < row:
		e.by = float64(max(y-row, -4*row)) / 4
	case y > height-row:
		e.by = float64(min(y-(height-row), 4*row)) / 4
	default:
		e.by = 0
	}
	if e.by == 0 || e.anim != nil {
		return
	}
	e.anim = fyne.NewAnimation(time.Second, func(float32) {
		if e.by != 0 {
			step(e.by)
		}
	})
	e.anim.RepeatCount = fyne.AnimationRepeatForever
	e.anim.Start()
}

func (e *edgeScroll) stop() {
	if e.anim != nil {
		e.anim.Stop()
		e.anim = nil
	}
	e.by = 0
}
