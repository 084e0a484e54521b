package layout

import (
	"context"
	"math"
)

const (
	// rounds is the number of times that the forces move the nodes: more rounds change nothing visible.
	rounds = 70
	// reach is the distance within which nodes repel each other.
	reach = 1.6 * ideal

	push  = 0.9  // maximum repulsion, at distance 0
	pull  = 0.12 // attraction of a link, per unit of excess length
	keep  = 0.5  // attraction of its ring on a node, per unit of distance
	first = 1.0  // maximum movement in the first round, which decreases to almost nothing in the last
)

// relax moves the new nodes of a component: links become shorter, nodes that are too close move
// apart, and each stays approximately in its ring.
func (d *drawing) relax(ctx context.Context, p *part, r rings) error {
	near := grid{}
	force := make([]Point, len(p.nodes))
	for round := range rounds {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		near.clear()
		for _, i := range p.nodes {
			near.add(i, d.at[i], reach)
		}
		for k, i := range p.nodes {
			if !d.stays[i] {
				force[k] = d.pushed(i, near).plus(d.ringed(i, r))
				if d.nodes[i].Depth > r.depths[0] { // selected nodes stay in the middle
					force[k] = force[k].plus(d.pulled(i))
				}
			}
		}
		limit := first * (1 - float64(round)/rounds)
		for k, i := range p.nodes {
			if long := force[k].length(); long > 0 && !d.stays[i] {
				d.at[i] = d.at[i].plus(force[k].times(min(long, limit) / long))
			}
		}
	}
	return nil
}

// pushed returns the force of the surrounding nodes on a node.
func (d *drawing) pushed(i int, near grid) Point {
	var sum Point
	for j := range near.near(d.at[i], reach) {
		away := d.at[i].minus(d.at[j])
		far := away.X*away.X + away.Y*away.Y
		if j == i || far >= reach*reach {
			continue
		}
		if far < 1e-12 {
			away, far = polar(1e-6, golden*float64(i)), 1e-12
		}
		far = math.Sqrt(far)
		less := 1 - far/reach
		sum = sum.plus(away.times(push * less * less / far))
	}
	return sum
}

// pulled returns the force of its links on a node. It is not stronger for nodes with many links.
func (d *drawing) pulled(i int) Point {
	var sum Point
	for _, j := range d.near[i] {
		along := d.at[j].minus(d.at[i])
		if long := along.length(); long > ideal {
			sum = sum.plus(along.times(pull * (long - ideal) / long))
		}
	}
	return sum.times(1 / math.Sqrt(float64(max(1, len(d.near[i])))))
}

// ringed returns the force that pulls a node into its ring.
func (d *drawing) ringed(i int, r rings) Point {
	b := r.bands[d.nodes[i].Depth]
	outward := d.at[i].minus(r.middle)
	long := outward.length()
	switch {
	case long < 1e-6:
		return polar(keep*b.in, golden*float64(i))
	case long < b.in:
		return outward.times(keep * (b.in - long) / long)
	case long > b.out:
		return outward.times(keep * (b.out - long) / long)
	}
	return Point{}
}
