package layout

import (
	"math"
	"slices"
)

// disc is the area of a component; empty if its radius is negative.
type disc struct {
	at     Point
	radius float64
}

// meets reports whether nodes of two discs may be closer than [PartsApart].
func (c disc) meets(b disc) bool {
	return c.radius >= 0 && b.radius >= 0 && c.at.minus(b.at).length() < c.radius+b.radius+PartsApart
}

// around returns the disc around the nodes of a component, except fixed ones, which may be far
// away, or among others.
func (d *drawing) around(p *part) disc {
	least, most := Point{math.Inf(1), math.Inf(1)}, Point{math.Inf(-1), math.Inf(-1)}
	for _, i := range p.nodes {
		if !d.isPinned(i) {
			least = Point{min(least.X, d.at[i].X), min(least.Y, d.at[i].Y)}
			most = Point{max(most.X, d.at[i].X), max(most.Y, d.at[i].Y)}
		}
	}
	if least.X > most.X {
		return disc{radius: -1}
	}
	c := disc{at: least.plus(most).times(0.5)}
	for _, i := range p.nodes {
		if !d.isPinned(i) {
			c.radius = max(c.radius, d.at[i].minus(c.at).length())
		}
	}
	return c
}

// makeRoom moves components apart. Fixed ones, and those with the most previous nodes, stay; new
// ones are placed as close to the centre as possible.
func (d *drawing) makeRoom() {
	var taken []disc
	var next spiral
	size := 0 // size of the previous new component
	for _, p := range d.parts {
		free := func(at Point) bool {
			return !slices.ContainsFunc(taken, disc{at, p.disc.radius}.meets)
		}
		switch {
		case p.pinned > 0:
		case p.stays > 0:
			d.shift(p, search(p.disc.at, p.disc.at.angle(), Apart/2, free))
		default:
			if size == 0 { // the first new component
				taken = append(taken, d.pinned()...)
			}
			if size != len(p.nodes) {
				next, size = spiral{}, len(p.nodes)
			}
			d.shift(p, next.search(Apart/2, free))
		}
		taken = append(taken, p.disc)
	}
}

// pinned returns the area of each fixed node.
func (d *drawing) pinned() []disc {
	var out []disc
	for i := range d.nodes {
		if d.isPinned(i) {
			out = append(out, disc{at: d.at[i]})
		}
	}
	return out
}

// spiral visits the positions of a drawing from its centre outwards. For components of one size it
// continues where the previous one was placed.
type spiral struct{ turn, step int }

// search returns the next free position.
func (s *spiral) search(step float64, free func(Point) bool) Point {
	for {
		at := polar(float64(s.turn)*step, 2*math.Pi*float64(s.step)/float64(max(1, 6*s.turn)))
		if s.step++; s.step >= 6*s.turn {
			s.turn, s.step = s.turn+1, 0
		}
		if free(at) {
			return at
		}
	}
}

// shift moves a component as a whole.
func (d *drawing) shift(p *part, to Point) {
	by := to.minus(p.disc.at)
	for _, i := range p.nodes {
		d.at[i] = d.at[i].plus(by)
	}
	p.disc.at = to
}
