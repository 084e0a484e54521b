// Package graph draws nodes and the links between them, at places that the caller has found
// for them: a picture that can be moved, zoomed and read.
//
// What may be relied on:
//
//   - Only what is in view is drawn, and canvas objects are kept from frame to frame.
//   - Names are written where they cover neither dots nor other names, those of nodes with
//     many links first; but the names of large nodes come before all, and may cover dots; which ones these are changes with the zoom alone.
//     The name of the node under the pointer or of the keyboard can always be read.
//   - All is in view until the person moves or zooms the picture. From then on the picture
//     stays where it is, also when nodes come and go, until [Graph.Fit].
//   - Nothing starts a goroutine; all of it runs on the UI goroutine.
package graph

import (
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"dossier/ui/kit"
)

// Node is a dot with a name. X runs to the right and Y down; 1 is the least distance of two
// nodes.
type Node struct {
	Key    string // names the node, whatever its place in the list
	Name   string
	Tip    string
	X, Y   float32
	Tone   fyne.ThemeColorName
	Large  bool // it is one of those that the others are about
	Hollow bool // an outline: it is there, and does not count
}

// Edge is a link from one node to another, by their indices.
type Edge struct{ From, To int }

// Graph is a widget that shows nodes and edges.
type Graph struct {
	widget.BaseWidget

	// OnSelect is told that the person has chosen another node; "" is none.
	OnSelect func(key string)
	// OnOpen is told of a double click on a node and of Enter.
	OnOpen func(key string)
	// OnMove is told where a node was put.
	OnMove func(key string, x, y float32)
	// OnMenu is told of a secondary click, and of the menu key, with a place on the canvas;
	// the key is "" for the ground.
	OnMenu func(key string, at fyne.Position)
	// OnKey takes keys that the graph has no use for, and returns whether it used one;
	// OnShortcut takes shortcuts.
	OnKey      func(ev *fyne.KeyEvent, mods fyne.KeyModifier) bool
	OnShortcut func(fyne.Shortcut)

	nodes  []Node
	edges  []Edge
	links  [][]int // the edges of each node
	index  map[string]int
	cursor string // the node of the keyboard, which is the selected one

	camera  camera
	fitting bool // all is kept in view
	labels  labels
	focused bool
	hover   int // the node under the pointer, or -1

	pressed   int // a node, or nothing or the ground
	dragging  bool
	lastPress time.Time
	lastOn    int // what was pressed before: a node, or the ground

	sheet *sheet
	now   func() time.Time
	mods  func() fyne.KeyModifier
}

// What can be pressed beside a node.
const (
	nothing = -1
	ground  = -2
)

// New returns an empty graph.
func New() *Graph {
	g := &Graph{hover: nothing, pressed: nothing, lastOn: nothing, fitting: true, now: time.Now, mods: kit.Modifiers}
	g.sheet = newSheet(g)
	g.ExtendBaseWidget(g)
	return g
}

// Set shows nodes and the edges between them. The node of the keyboard and the one under
// the pointer stay the same, while they are there.
func (g *Graph) Set(nodes []Node, edges []Edge) {
	lit := g.keyOf(g.hover)
	held := g.keyOf(g.pressed)
	g.nodes, g.edges = nodes, edges
	g.index = make(map[string]int, len(nodes))
	for i, n := range nodes {
		g.index[n.Key] = i
	}
	g.links = make([][]int, len(nodes))
	for e, edge := range edges {
		g.links[edge.From] = append(g.links[edge.From], e)
		if edge.To != edge.From {
			g.links[edge.To] = append(g.links[edge.To], e)
		}
	}
	if g.find(g.cursor) < 0 {
		g.cursor = ""
	}
	g.hover = g.find(lit)
	if g.pressed >= 0 {
		if g.pressed = g.find(held); g.pressed < 0 {
			g.dragging = false
		}
	}
	g.lastOn = nothing
	g.labels.forget()
	g.Refresh()
}

// keyOf is the key of a node; "" when there is none.
func (g *Graph) keyOf(i int) string {
	if i < 0 || i >= len(g.nodes) {
		return ""
	}
	return g.nodes[i].Key
}

// find returns the node of a key, or -1.
func (g *Graph) find(key string) int {
	if i, ok := g.index[key]; ok {
		return i
	}
	return nothing
}

// Selected is the key of the selected node; "" when none is.
func (g *Graph) Selected() string { return g.cursor }

// Select selects a node without telling anyone, and brings it into view; "" is none.
func (g *Graph) Select(key string) {
	i := g.find(key)
	if i < 0 {
		key = ""
	}
	if key == g.cursor {
		return
	}
	g.cursor = key
	if i >= 0 {
		g.reveal(i)
	}
	g.Refresh()
}

// choose selects a node for the person.
func (g *Graph) choose(i int) {
	key := g.keyOf(i)
	if key == g.cursor {
		return
	}
	g.cursor = key
	g.Refresh()
	if g.OnSelect != nil {
		g.OnSelect(key)
	}
}

// Fit brings all into view, and keeps it there.
func (g *Graph) Fit() {
	g.fitting = true
	g.Refresh()
}

// Zoom brings the picture nearer by a factor; below 1 it goes away.
func (g *Graph) Zoom(factor float32) { g.zoomAt(factor, g.middle()) }

// zoomAt zooms so that what is at a place of the widget stays there.
func (g *Graph) zoomAt(factor float32, at fyne.Position) {
	g.fitting = false
	g.camera.zoom(factor, at, g.Size())
	g.Refresh()
}

func (g *Graph) middle() fyne.Position { return fyne.NewPos(g.Size().Width/2, g.Size().Height/2) }

// reveal moves the picture as little as is needed to show a node. All stays in view where
// it is.
func (g *Graph) reveal(i int) {
	if size := g.Size(); !g.fitting && !size.IsZero() {
		g.camera.reveal(g.nodes[i], size)
	}
}

// placeOf is where a node stands on the widget.
func (g *Graph) placeOf(i int) fyne.Position {
	return g.camera.toView(g.nodes[i].X, g.nodes[i].Y, g.Size())
}

// CreateRenderer links the graph to its renderer. What reaches beyond the widget is cut off.
func (g *Graph) CreateRenderer() fyne.WidgetRenderer {
	clip := container.NewClip(g.sheet)
	clip.ExtendBaseWidget(clip) // before its first Resize, which it would miss otherwise
	r := kit.NewRenderer(g, func() fyne.Size { return fyne.NewSize(kit.LeastSide, kit.LeastSide) }, func(*kit.Drawing, fyne.Size) {})
	r.Above = []fyne.CanvasObject{clip}
	r.Place = func(size fyne.Size) {
		if g.fitting {
			g.camera = fitted(g.nodes, size)
		}
		clip.Resize(size)
		g.sheet.Resize(size)
		g.sheet.Refresh()
	}
	return r
}
