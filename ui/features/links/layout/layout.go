// Package layout computes the positions of the nodes in a drawing of links: the selected nodes in
// the middle, and the others in rings around them, by their distance in links. [Places] guarantees:
//
// The same graph and the same previous positions always give the same positions. Two nodes of one
// connected component have a distance of at least [Apart], two of different components of
// [PartsApart]; only a fixed node may be closer to others. Previous nodes keep their positions
// relative to each other within their component, and a component moves as a whole, only to make
// room for another one. A fixed node does not move.
//
// The package starts no goroutine, and [Places] ends with its context.
package layout

import (
	"cmp"
	"context"
	"math"
	"slices"
)

const (
	// Apart is the minimum distance of two nodes: the unit of the drawing.
	Apart = 1.0
	// PartsApart is the minimum distance of two nodes that are not connected.
	PartsApart = 2.0

	// ideal is the length of a link if there is enough space: names are next to the nodes.
	ideal = 1.7
)

// Point is a position in the drawing: X to the right, Y down.
type Point struct{ X, Y float64 }

func (p Point) plus(q Point) Point    { return Point{p.X + q.X, p.Y + q.Y} }
func (p Point) minus(q Point) Point   { return Point{p.X - q.X, p.Y - q.Y} }
func (p Point) times(k float64) Point { return Point{p.X * k, p.Y * k} }
func (p Point) length() float64       { return math.Hypot(p.X, p.Y) }
func (p Point) angle() float64        { return math.Atan2(p.Y, p.X) }
func polar(radius, angle float64) Point {
	return Point{radius * math.Cos(angle), radius * math.Sin(angle)}
}

// golden is an angle whose multiples are never close to each other: it determines, from the index
// of a node, the direction if nothing else does.
const golden = 2.399963229728653

// Node is a node to position.
type Node struct {
	Key    string // identifies it across drawings
	Depth  int    // distance in links from the selected nodes; not negative
	Pinned bool   // whether it must not move
}

// Edge links two nodes, by their indices. Links from a node to itself are ignored, as are
// duplicates.
type Edge struct{ From, To int }

// Graph is the graph to draw. Keys of nodes are unique.
type Graph struct {
	Nodes []Node
	Edges []Edge
}

// Places returns a position for each node, by its key. old contains the positions of the previous
// drawing, and may contain further nodes; without it the whole drawing is computed again. It
// returns the context's error.
func Places(ctx context.Context, g Graph, old map[string]Point) (map[string]Point, error) {
	d := newDrawing(g, old)
	for _, part := range d.parts {
		if err := d.arrange(ctx, part); err != nil {
			return nil, err
		}
	}
	d.makeRoom()
	places := make(map[string]Point, len(g.Nodes))
	for i, n := range g.Nodes {
		places[n.Key] = d.at[i]
	}
	return places, nil
}

// drawing is a drawing that is being computed.
type drawing struct {
	nodes []Node
	near  [][]int // the linked nodes of each node, without duplicates, in order
	stays []bool  // whether a node was in the previous drawing
	at    []Point
	parts []*part // sorted: those that stay first, then by size
}

// part is a connected component.
type part struct {
	nodes  []int // in order
	stays  int   // number of nodes of the previous drawing
	pinned int   // number of fixed nodes
	disc   disc  // around its nodes that are not fixed
}

func newDrawing(g Graph, old map[string]Point) *drawing {
	n := len(g.Nodes)
	d := &drawing{nodes: g.Nodes, near: neighbours(n, g.Edges), stays: make([]bool, n), at: make([]Point, n)}
	for i, node := range g.Nodes {
		d.at[i], d.stays[i] = old[node.Key]
	}
	d.split()
	slices.SortStableFunc(d.parts, func(a, b *part) int {
		return cmp.Or(cmp.Compare(b.pinned, a.pinned), cmp.Compare(b.stays, a.stays), cmp.Compare(len(b.nodes), len(a.nodes)))
	})
	return d
}

// neighbours returns the linked nodes of each node.
func neighbours(n int, edges []Edge) [][]int {
	near := make([][]int, n)
	for _, e := range edges {
		if e.From != e.To {
			near[e.From] = append(near[e.From], e.To)
			near[e.To] = append(near[e.To], e.From)
		}
	}
	for i := range near {
		slices.Sort(near[i])
		near[i] = slices.Compact(near[i])
	}
	return near
}

// split determines the connected components.
func (d *drawing) split() {
	seen := make([]bool, len(d.nodes))
	for i := range d.nodes {
		if !seen[i] {
			d.parts = append(d.parts, d.partOf(i, seen))
		}
	}
}

// partOf returns the component of a node, and marks its nodes as seen.
func (d *drawing) partOf(i int, seen []bool) *part {
	seen[i] = true
	p := &part{nodes: []int{i}}
	for k := 0; k < len(p.nodes); k++ {
		for _, j := range d.near[p.nodes[k]] {
			if !seen[j] {
				seen[j] = true
				p.nodes = append(p.nodes, j)
			}
		}
	}
	slices.Sort(p.nodes)
	for _, j := range p.nodes {
		if d.stays[j] {
			p.stays++
		}
		if d.isPinned(j) {
			p.pinned++
		}
	}
	return p
}

// isPinned reports whether a node is fixed.
func (d *drawing) isPinned(i int) bool { return d.nodes[i].Pinned && d.stays[i] }

// arrange positions the nodes of a component relative to each other.
func (d *drawing) arrange(ctx context.Context, p *part) error {
	if p.stays < len(p.nodes) {
		rings := d.rings(p)
		if p.stays == 0 {
			d.spread(p, rings)
		} else {
			d.attach(p, rings)
		}
		if err := d.relax(ctx, p, rings); err != nil {
			return err
		}
		d.settle(p, rings.middle)
	}
	p.disc = d.around(p)
	return ctx.Err()
}

// settle moves the new nodes of a component to free positions.
func (d *drawing) settle(p *part, middle Point) {
	taken := grid{}
	for _, i := range p.nodes {
		if d.stays[i] {
			taken.add(i, d.at[i], Apart)
		}
	}
	fresh := slices.DeleteFunc(slices.Clone(p.nodes), func(i int) bool { return d.stays[i] })
	slices.SortStableFunc(fresh, func(i, j int) int { return cmp.Compare(d.nodes[i].Depth, d.nodes[j].Depth) })
	for _, i := range fresh {
		outward := d.at[i].minus(middle).angle()
		d.at[i] = search(d.at[i], outward, Apart/4, func(at Point) bool { return d.free(taken, at) })
		taken.add(i, d.at[i], Apart)
	}
}

// free reports whether a position is free for a node.
func (d *drawing) free(taken grid, at Point) bool {
	for j := range taken.near(at, Apart) {
		if d.at[j].minus(at).length() < Apart {
			return false
		}
	}
	return true
}

// search returns the free position nearest to another one, up to the step length; of positions at
// the same distance, the first one in a direction.
func search(from Point, direction, step float64, free func(Point) bool) Point {
	if free(from) {
		return from
	}
	for turn := 1; ; turn++ {
		radius := float64(turn) * step
		around := max(6, int(2*math.Pi*radius/step))
		for k := range around {
			side := float64((k+1)/2) * float64(1-2*(k%2)) // 0, -1, 1, -2, 2, …
			if at := from.plus(polar(radius, direction+side*2*math.Pi/float64(around))); free(at) {
				return at
			}
		}
	}
}
