package layout

import (
	"cmp"
	"math"
	"slices"
)

// rings are the possible positions of the nodes of a component, by their depth.
type rings struct {
	middle Point
	bands  map[int]band
	depths []int // in ascending order
}

// band is a ring: several rows between its inner and its outer radius.
type band struct {
	in, out float64
	rows    int
}

// rowGap is the distance between the rows of a band.
const rowGap = 0.9 * ideal

// rings computes the rings for the nodes of each depth of a component, around its centre.
func (d *drawing) rings(p *part) rings {
	r := rings{bands: map[int]band{}, middle: d.middle(p)}
	count := map[int]int{}
	for _, i := range p.nodes {
		depth := d.nodes[i].Depth
		if count[depth]++; count[depth] == 1 {
			r.depths = append(r.depths, depth)
		}
	}
	slices.Sort(r.depths)
	in := 0.0
	for k, depth := range r.depths {
		b := band{in: in, out: in, rows: 1}
		if k == 0 {
			b.out = 0.5 * ideal * math.Sqrt(float64(count[depth]-1))
		} else {
			b.rows = rowsFor(count[depth], in)
			b.out = in + float64(b.rows-1)*rowGap
		}
		r.bands[depth] = b
		in = b.out + 1.2*ideal
	}
	return r
}

// rowsFor returns the number of rows for n nodes, given the radius of the innermost row. A quarter
// stays free, because branches differ in size.
func rowsFor(n int, radius float64) int {
	room := 0.0
	for rows := 1; ; rows++ {
		if room += 2 * math.Pi * radius / ideal; room >= 1.25*float64(n) {
			return rows
		}
		radius += rowGap
	}
}

// middle returns the centre of a component's rings: the average position of the previous nodes with
// the least depth.
func (d *drawing) middle(p *part) Point {
	var sum Point
	n, least := 0, math.MaxInt
	for _, i := range p.nodes {
		if !d.stays[i] || d.nodes[i].Depth > least {
			continue
		}
		if d.nodes[i].Depth < least {
			sum, n, least = Point{}, 0, d.nodes[i].Depth
		}
		sum, n = sum.plus(d.at[i]), n+1
	}
	return sum.times(1 / float64(max(1, n)))
}

// spread positions a component without previous nodes: each node in the sector of the one that
// leads to it, with a width proportional to the number of nodes after it.
func (d *drawing) spread(p *part, r rings) {
	branches, roots := d.branches(p)
	next := map[int]int{} // number of nodes in the band of a depth
	var place func(i int, from, to float64)
	share := func(of []int, from, to float64) {
		total := 0.0
		for _, i := range of {
			total += branches[i].weight
		}
		for _, i := range of {
			width := (to - from) * branches[i].weight / total
			place(i, from, from+width)
			total -= branches[i].weight
			from += width
		}
	}
	place = func(i int, from, to float64) {
		depth := d.nodes[i].Depth
		b := r.bands[depth]
		radius := b.in + float64(next[depth]%b.rows)*rowGap
		if depth == r.depths[0] {
			radius = b.out
		}
		next[depth]++
		d.at[i] = r.middle.plus(polar(radius, (from+to)/2))
		share(branches[i].below, from, to)
	}
	share(roots, -math.Pi/2, 3*math.Pi/2)
}

// branch is a node in the tree of a component.
type branch struct {
	below  []int   // its child nodes
	weight float64 // number of nodes in the branch
}

// branches makes a tree of a component: the parent of each node is its first neighbour that is
// closer to the centre. Nodes without one are roots.
func (d *drawing) branches(p *part) (map[int]*branch, []int) {
	all := make(map[int]*branch, len(p.nodes))
	for _, i := range p.nodes {
		all[i] = &branch{weight: 1}
	}
	outermost := slices.Clone(p.nodes)
	slices.SortStableFunc(outermost, func(i, j int) int { return cmp.Compare(d.nodes[j].Depth, d.nodes[i].Depth) })
	var roots []int
	for _, i := range outermost {
		above := slices.IndexFunc(d.near[i], func(j int) bool { return d.nodes[j].Depth < d.nodes[i].Depth })
		if above < 0 {
			roots = append(roots, i)
			continue
		}
		b := all[d.near[i][above]]
		b.below = append(b.below, i)
		b.weight += all[i].weight
	}
	return all, roots
}

// attach positions the new nodes of a component next to those that they are linked with, away from
// the centre.
func (d *drawing) attach(p *part, r rings) {
	placed := slices.Clone(d.stays)
	fresh := slices.DeleteFunc(slices.Clone(p.nodes), func(i int) bool { return placed[i] })
	slices.SortStableFunc(fresh, func(i, j int) int { return cmp.Compare(d.nodes[i].Depth, d.nodes[j].Depth) })
	for len(fresh) > 0 {
		fresh = slices.DeleteFunc(fresh, func(i int) bool {
			at, ok := d.among(i, placed)
			if ok {
				outward := at.minus(r.middle)
				if outward.length() < Apart/2 {
					outward = polar(1, golden*float64(i))
				}
				d.at[i] = at.plus(polar(ideal, outward.angle()+0.4*math.Sin(golden*float64(i))))
				placed[i] = true
			}
			return ok
		})
	}
}

// among returns the centre of the positioned neighbours of a node.
func (d *drawing) among(i int, placed []bool) (Point, bool) {
	var sum Point
	n := 0
	for _, j := range d.near[i] {
		if placed[j] {
			sum, n = sum.plus(d.at[j]), n+1
		}
	}
	return sum.times(1 / float64(max(1, n))), n > 0
}
