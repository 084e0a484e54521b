package graph

import (
	"math"

	"fyne.io/fyne/v2"

	"dossier/ui/kit"
)

// Limits of the scale: units of the window per unit of the graph.
const (
	minScale float32 = 2
	maxScale float32 = 240
	fitScale float32 = 56 // small graphs are not enlarged to fill the view
)

// margin is the free space around a picture that is completely visible, for names.
const margin = 3 * kit.Group

// camera is the visible part of the graph.
type camera struct {
	x, y  float32 // centre of the view
	scale float32
}

// toView converts a position in the graph to one in a view of a size.
func (c camera) toView(x, y float32, size fyne.Size) fyne.Position {
	return fyne.NewPos(size.Width/2+(x-c.x)*c.scale, size.Height/2+(y-c.y)*c.scale)
}

// fromView converts a position in the view to one in the graph.
func (c camera) fromView(at fyne.Position, size fyne.Size) (x, y float32) {
	return c.x + (at.X-size.Width/2)/c.scale, c.y + (at.Y-size.Height/2)/c.scale
}

// zoom changes the scale and keeps a position of the view fixed.
func (c *camera) zoom(factor float32, at fyne.Position, size fyne.Size) {
	x, y := c.fromView(at, size)
	c.scale = min(max(c.scale*factor, minScale), maxScale)
	nowX, nowY := c.fromView(at, size)
	c.x, c.y = c.x+x-nowX, c.y+y-nowY
}

// pan moves the picture by a distance in the view.
func (c *camera) pan(dx, dy float32) {
	c.x, c.y = c.x-dx/c.scale, c.y-dy/c.scale
}

// reveal pans as little as possible to show a node with its name.
func (c *camera) reveal(n Node, size fyne.Size) {
	at := c.toView(n.X, n.Y, size)
	c.pan(into(at.X, size.Width), into(at.Y, size.Height))
}

// into returns the distance to move a coordinate into a length, with a margin.
func into(at, length float32) float32 {
	edge := min(margin, length/2)
	return min(max(at, edge), length-edge) - at
}

// fitted returns the camera that shows all nodes.
func fitted(nodes []Node, size fyne.Size) camera {
	if len(nodes) == 0 {
		return camera{scale: fitScale}
	}
	inf := float32(math.Inf(1))
	left, top, right, bottom := inf, inf, -inf, -inf
	for _, n := range nodes {
		left, right = min(left, n.X), max(right, n.X)
		top, bottom = min(top, n.Y), max(bottom, n.Y)
	}
	scale := fitScale
	if right > left {
		scale = min(scale, (size.Width-2*margin)/(right-left))
	}
	if bottom > top {
		scale = min(scale, (size.Height-2*margin)/(bottom-top))
	}
	return camera{x: (left + right) / 2, y: (top + bottom) / 2, scale: max(scale, minScale)}
}
