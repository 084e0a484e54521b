package layout

import (
	"iter"
	"math"
)

// grid finds nodes by position, in square cells.
type grid map[cell][]int

type cell struct{ x, y int32 }

func cellOf(at Point, size float64) cell {
	return cell{int32(math.Floor(at.X / size)), int32(math.Floor(at.Y / size))}
}

func (g grid) add(i int, at Point, size float64) {
	c := cellOf(at, size)
	g[c] = append(g[c], i)
}

// near yields the nodes in the cell of a position and the surrounding cells: all nodes that are
// closer than the width of a cell, and some others.
func (g grid) near(at Point, size float64) iter.Seq[int] {
	return func(yield func(int) bool) {
		c := cellOf(at, size)
		for y := c.y - 1; y <= c.y+1; y++ {
			for x := c.x - 1; x <= c.x+1; x++ {
				for _, i := range g[cell{x, y}] {
					if !yield(i) {
						return
					}
				}
			}
		}
	}
}

// clear empties the grid and reuses its cells.
func (g grid) clear() {
	for c, nodes := range g {
		g[c] = nodes[:0]
	}
}
