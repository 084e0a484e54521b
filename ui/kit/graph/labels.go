package graph

import (
	"cmp"
	"slices"

	"dossier/ui/kit"
)

// A name is below its dot.
const (
	nameRunes           = 28
	labelHeight         = kit.SmallSize + kit.Gap
	labelGap            = kit.Gap / 2
	labelPad            = kit.Gap / 2
	cellSize    float32 = 32 // of the grid for finding overlaps
)

// labels selects the names that are shown at a scale. They do not depend on the visible part, so
// that they do not change while the picture is moved.
type labels struct {
	texts  []string // of the nodes, as drawn
	widths []float32
	order  []int // the nodes by importance

	scale    float32 // the scale that shown is valid for; 0 for none
	shown    []bool
	occupied map[[2]int32][]box
}

// box is a rectangle in units of the view, relative to the graph's origin.
type box struct{ left, top, right, bottom float32 }

func (b box) overlaps(c box) bool {
	return b.left < c.right && c.left < b.right && b.top < c.bottom && c.top < b.bottom
}

func (l *labels) forget() { l.texts, l.scale = nil, 0 }

// at selects the names for a scale.
func (l *labels) at(g *Graph, scale float32) {
	if l.texts == nil {
		l.measure(g)
	}
	if l.scale == scale {
		return
	}
	l.scale = scale
	l.shown = slices.Grow(l.shown[:0], len(g.nodes))[:len(g.nodes)]
	clear(l.shown)
	l.occupied = map[[2]int32][]box{}
	large := 0
	for large < len(l.order) && g.nodes[l.order[large]].Large {
		large++
	}
	l.write(g, l.order[:large]) // even if they cover dots
	for i := range g.nodes {
		x, y, r := g.nodes[i].X*scale, g.nodes[i].Y*scale, g.radius(i)
		l.occupy(box{x - r, y - r, x + r, y + r})
	}
	l.write(g, l.order[large:])
}

// write selects the names of nodes, in order, for which there is space.
func (l *labels) write(g *Graph, order []int) {
	for _, i := range order {
		if b := l.box(g, i, l.scale); l.free(b) {
			l.shown[i] = true
			l.occupy(b)
		}
	}
}

// measure measures the names after the nodes have changed.
func (l *labels) measure(g *Graph) {
	n := len(g.nodes)
	l.texts, l.widths, l.order = make([]string, n), make([]float32, n), make([]int, n)
	for i, node := range g.nodes {
		l.texts[i] = kit.ShortenPath(node.Name, nameRunes)
		l.widths[i] = labelFace(node).Width(l.texts[i])
		l.order[i] = i
	}
	slices.SortStableFunc(l.order, func(i, j int) int {
		return cmp.Or(cmp.Compare(rank(g.nodes[j]), rank(g.nodes[i])), cmp.Compare(len(g.links[j]), len(g.links[i])))
	})
}

func rank(n Node) int {
	if n.Large {
		return 1
	}
	return 0
}

func labelFace(n Node) kit.Face { return kit.Face{Size: kit.SmallSize, Bold: n.Large} }

// box returns the area of a name.
func (l *labels) box(g *Graph, i int, scale float32) box {
	x, y := g.nodes[i].X*scale, g.nodes[i].Y*scale+g.radius(i)+labelGap
	half := l.widths[i]/2 + labelPad
	return box{x - half, y, x + half, y + labelHeight}
}

// cells calls f for each grid cell that overlaps a box, until it returns false.
func (b box) cells(f func([2]int32) bool) bool {
	cell := func(v float32) int32 {
		n := int32(v / cellSize)
		if v < 0 {
			n--
		}
		return n
	}
	for y := cell(b.top); y <= cell(b.bottom); y++ {
		for x := cell(b.left); x <= cell(b.right); x++ {
			if !f([2]int32{x, y}) {
				return false
			}
		}
	}
	return true
}

func (l *labels) occupy(b box) {
	b.cells(func(c [2]int32) bool {
		l.occupied[c] = append(l.occupied[c], b)
		return true
	})
}

func (l *labels) free(b box) bool {
	return b.cells(func(c [2]int32) bool { return !slices.ContainsFunc(l.occupied[c], b.overlaps) })
}
