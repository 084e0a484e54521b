package layout

import (
	"context"
	"math"
)

const (
	// rounds is how often the forces move the nodes: more change nothing that one sees.
	rounds = 70
	// reach is how far a node pushes others away.
	reach = 1.6 * ideal

	push  = 0.9  // of a node that is as near as can be
	pull  = 0.12 // of a link, for each unit that it is too long
	keep  = 0.5  // of its ring on a node, for each unit that it is away from it
	first = 1.0  // how far a node moves in the first round at most; in the last one, hardly
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

// pushed is the force of the surrounding nodes on a node.
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

// pulled is the force of its links on a node. A node with many links is not pulled more than one
// with few.
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

// ringed pulls a node into its ring.
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
