package scroll

import (
	"time"

	"fyne.io/fyne/v2"

	"dossier/ui/kit"
)

// Tile is the drawing of a visible item, retained from frame to frame. Drawings of items embed it.
type Tile struct {
	kit.Drawing
	Node  *fyne.Container
	Index int    // index of its item, or -1
	Key   string // key of that item, if items have keys
}

// NewTile returns a tile without an item.
func NewTile() Tile {
	return Tile{Node: &fyne.Container{}, Index: -1}
}

// Base returns the tile.
func (s *Tile) Base() *Tile { return s }

// Tiles are the drawings of the visible items, in order, and unused ones.
type Tiles[R interface{ Base() *Tile }] struct {
	Create       func() R
	Shown, spare []R
	bases        []*Tile // of Shown
}

// Cover makes the tiles those of the items [first, last). Items with a tile keep it. fill is
// called for every item, with whether its tile is new.
func (p *Tiles[R]) Cover(first, last int, fill func(r R, i int, fresh bool)) {
	kept := make([]R, last-first)
	has := make([]bool, last-first)
	for _, r := range p.Shown {
		if k := r.Base().Index - first; k >= 0 && k < len(kept) && !has[k] {
			kept[k], has[k] = r, true
		} else {
			r.Base().Index = -1
			p.spare = append(p.spare, r)
		}
	}
	p.Shown, p.bases = kept, p.bases[:0]
	for k := range kept {
		if !has[k] {
			if n := len(p.spare); n > 0 {
				kept[k], p.spare = p.spare[n-1], p.spare[:n-1]
			} else {
				kept[k] = p.Create()
			}
			kept[k].Base().Index = first + k
		}
		p.bases = append(p.bases, kept[k].Base())
		fill(kept[k], first+k, !has[k])
	}
}

// All returns the tiles of the visible items, in order, until the next Cover.
func (p *Tiles[R]) All() []*Tile { return p.bases }

// At returns the tile of item i.
func (p *Tiles[R]) At(i int) (r R, ok bool) {
	if len(p.Shown) == 0 {
		return r, false
	}
	k := i - p.Shown[0].Base().Index
	if k < 0 || k >= len(p.Shown) {
		return r, false
	}
	return p.Shown[k], true
}

// Edge scrolls automatically while a drag is held at the edge of a view.
type Edge struct {
	by   float64 // units per frame; 0 stops
	anim *fyne.Animation
}

// Pull sets the speed for a pointer at y: the farther outside, the faster, up to a row per frame.
// step is called for each frame on the UI goroutine.
func (e *Edge) Pull(y, height, row float32, step func(by float64)) {
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

func (e *Edge) Stop() {
	if e.anim != nil {
		e.anim.Stop()
		e.anim = nil
	}
	e.by = 0
}
