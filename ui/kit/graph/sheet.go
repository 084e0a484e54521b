package graph

import (
	"math"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"

	"dossier/ui/kit"
)

// Measures of the drawing, in units of the window.
const (
	dotRadius   float32 = 4
	largeRadius float32 = 6.5
	busiest     float32 = 3 // additional radius of a node with many links
	hitRadius   float32 = 9 // maximum distance of a click from a node

	lineWidth  float32 = 1
	ringWidth  float32 = 1.5
	headLength float32 = 6
	// headScale is the scale from which all lines have arrowheads: below it arrowheads would
	// dominate.
	headScale float32 = 26
	// number of lines from which they are dimmed, except those of one node.
	many = 500
)

// sheet is the drawing of a graph: lines, dots above them, and highlighted ones on top. It
// handles no events.
type sheet struct {
	widget.BaseWidget
	g           *Graph
	over, front kit.Drawing
	objects     []fyne.CanvasObject
}

func newSheet(g *Graph) *sheet {
	s := &sheet{g: g}
	s.ExtendBaseWidget(s)
	return s
}

// CreateRenderer returns the renderer of the sheet.
func (s *sheet) CreateRenderer() fyne.WidgetRenderer {
	var r *kit.Renderer
	r = kit.NewRenderer(s, func() fyne.Size { return fyne.Size{} }, func(under *kit.Drawing, size fyne.Size) {
		s.over.Begin(s)
		s.front.Begin(s)
		s.draw(under, size)
		s.objects = append(append(s.objects[:0], s.over.End()...), s.front.End()...)
		r.Above = s.objects
	})
	return r
}

func (s *sheet) draw(under *kit.Drawing, size fyne.Size) {
	g := s.g
	under.Box(0, 0, size.Width, size.Height, 0, kit.ColorGround, "")
	g.labels.at(g, g.camera.scale)
	view := frame{camera: g.camera, size: size}
	s.drawEdges(under, view)
	for i := range g.nodes {
		s.drawNode(view, i)
	}
	for _, i := range []int{g.find(g.cursor), g.hover} {
		if i >= 0 {
			s.drawLit(view, i)
		}
	}
	if g.focused {
		s.front.FocusRing(size, 0)
	}
}

// frame is the visible part.
type frame struct {
	camera
	size fyne.Size
}

func (f frame) at(n Node) fyne.Position { return f.toView(n.X, n.Y, f.size) }

// sees reports whether a part of a box is visible.
func (f frame) sees(left, top, right, bottom float32) bool {
	return right >= 0 && bottom >= 0 && left <= f.size.Width && top <= f.size.Height
}

// active returns the node whose links are highlighted: that under the pointer, else the selected
// one.
func (g *Graph) active() int {
	if g.hover >= 0 && !g.dragging {
		return g.hover
	}
	return g.find(g.cursor)
}

// drawEdges draws the visible lines: those of the active node above the others.
func (s *sheet) drawEdges(under *kit.Drawing, view frame) {
	g, active := s.g, s.g.active()
	heads := g.camera.scale >= headScale && len(g.edges) < many
	quiet := kit.ColorLink
	if len(g.edges) >= many || active >= 0 && len(g.links[active]) > 0 {
		quiet = kit.ColorHairline
	}
	for _, e := range g.edges {
		if e.From != active && e.To != active {
			s.drawEdge(under, view, e, quiet, heads)
		}
	}
	if active < 0 {
		return
	}
	for _, e := range g.links[active] {
		tone := kit.ColorAccent
		if g.edges[e].To == active {
			tone = kit.ColorGood
		}
		s.drawEdge(under, view, g.edges[e], tone, true)
	}
}

// drawEdge draws a line between the rims of two dots.
func (s *sheet) drawEdge(under *kit.Drawing, view frame, e Edge, tone fyne.ThemeColorName, head bool) {
	from, to := view.at(s.g.nodes[e.From]), view.at(s.g.nodes[e.To])
	if !view.sees(min(from.X, to.X), min(from.Y, to.Y), max(from.X, to.X), max(from.Y, to.Y)) {
		return
	}
	dx, dy := to.X-from.X, to.Y-from.Y
	long := float32(math.Hypot(float64(dx), float64(dy)))
	start, end := s.g.radius(e.From), s.g.radius(e.To)
	if long <= start+end {
		return // too short, or a loop
	}
	dx, dy = dx/long, dy/long
	from, to = from.AddXY(dx*start, dy*start), to.SubtractXY(dx*end, dy*end)
	under.Line(from.X, from.Y, to.X, to.Y, lineWidth, tone)
	if length := min(headLength, (long-start-end)/2); head && length >= 2 {
		back, side := length*0.9, length*0.5
		under.Line(to.X, to.Y, to.X-dx*back-dy*side, to.Y-dy*back+dx*side, lineWidth, tone)
		under.Line(to.X, to.Y, to.X-dx*back+dy*side, to.Y-dy*back-dx*side, lineWidth, tone)
	}
}

// radius returns the radius of a dot. It grows with the number of links, and shrinks with the
// scale.
func (g *Graph) radius(i int) float32 {
	r := dotRadius
	if g.nodes[i].Large {
		r = largeRadius
	}
	r += min(busiest, float32(math.Sqrt(float64(len(g.links[i]))))/3)
	return max(min(r, g.camera.scale*0.45), 1.5)
}

// drawNode draws a dot, and its name if that is selected.
func (s *sheet) drawNode(view frame, i int) {
	g, n := s.g, s.g.nodes[i]
	at, r := view.at(n), s.g.radius(i)
	if view.sees(at.X-r, at.Y-r, at.X+r, at.Y+r) {
		s.dot(&s.over, at, r, n)
	}
	if !g.labels.shown[i] || i == g.hover || n.Key == g.cursor {
		return // highlighted nodes are drawn on top
	}
	half := g.labels.widths[i] / 2
	if top := at.Y + r + labelGap; view.sees(at.X-half, top, at.X+half, top+labelHeight) {
		ink := kit.ColorMuted
		if n.Large {
			ink = kit.ColorText
		}
		s.over.Box(at.X-half-labelPad, top, 2*half+2*labelPad, labelHeight, labelPad, kit.ColorGround, "")
		s.over.Write(g.labels.texts[i], at.X-half, top, 2*half, labelHeight, labelFace(n), ink)
	}
}

func (s *sheet) dot(d *kit.Drawing, at fyne.Position, r float32, n Node) {
	if n.Hollow {
		d.Outlined(at.X-r, at.Y-r, 2*r, 2*r, r, ringWidth, kit.ColorGround, n.Tone)
		return
	}
	d.Box(at.X-r, at.Y-r, 2*r, 2*r, r, n.Tone, "")
}

// drawLit draws a node on top of the others, with its full name on a background.
func (s *sheet) drawLit(view frame, i int) {
	g, n := s.g, s.g.nodes[i]
	at, r := view.at(n), s.g.radius(i)
	if n.Key == g.cursor {
		wide := r + 3
		s.front.Outlined(at.X-wide, at.Y-wide, 2*wide, 2*wide, wide, ringWidth, "", kit.ColorAccent)
	}
	s.dot(&s.front, at, r, n)
	face := labelFace(n)
	width := face.Width(n.Name)
	left := min(max(at.X-width/2, 2*labelPad), max(2*labelPad, view.size.Width-width-2*labelPad))
	ground := kit.ColorHover
	if n.Key == g.cursor {
		ground = kit.ColorSelection
	}
	top := at.Y + r + labelGap + 2
	s.front.Box(left-2*labelPad, top, width+4*labelPad, labelHeight+1, kit.Radius, ground, "")
	s.front.Write(n.Name, left, top, width, labelHeight+1, face, kit.ColorText)
}
