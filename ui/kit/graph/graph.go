// Package graph draws nodes and links at positions given by the caller, as a picture that can be
// moved and zoomed.
//
// It guarantees:
//
//   - Only visible parts are drawn, and canvas objects are reused.
//   - Names are drawn where they cover neither dots nor other names, those of nodes with many links
//     first; names of large nodes have precedence, and may cover dots. The selection of names
//     depends only on the zoom. The name of the node under the pointer or with the cursor is always
//     readable.
//   - The whole graph is visible until the user moves or zooms the picture. From then on the
//     picture does not move, even when nodes are added or removed, until [Graph.Fit].
//   - No goroutines are started; everything runs on the UI goroutine.
package graph

import (
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"dossier/ui/kit"
)

// Node is a dot with a name. X increases to the right and Y downwards; 1 is the minimum distance of
// two nodes.
type Node struct {
	Key    string // identifies the node independent of its index
	Name   string
	Tip    string
	X, Y   float32
	Tone   fyne.ThemeColorName
	Large  bool // it is one of the main nodes
	Hollow bool // drawn as an outline: present but excluded
}

// Edge is a link from one node to another, by their indices.
type Edge struct{ From, To int }

// Graph is a widget that shows nodes and edges.
type Graph struct {
	widget.BaseWidget

	// OnSelect is called when the user selects another node; "" is none.
	OnSelect func(key string)
	// OnOpen is called for a double click on a node and for Enter.
	OnOpen func(key string)
	// OnMove is called when a node was moved.
	OnMove func(key string, x, y float32)
	// OnMenu is called for a secondary click and the menu key, with a position on the canvas; the
	// key is "" for the background.
	OnMenu func(key string, at fyne.Position)
	// OnKey is called for keys that the graph does not handle, and returns whether it handled
	// one; OnShortcut likewise for shortcuts.
	OnKey      func(ev *fyne.KeyEvent, mods fyne.KeyModifier) bool
	OnShortcut func(fyne.Shortcut)

	nodes  []Node
	edges  []Edge
	links  [][]int // the edges of each node
	index  map[string]int
	cursor string // key of the selected node, which has the cursor

	camera  camera
	fitting bool // keep the whole graph visible
	labels  labels
	focused bool
	hover   int // the node under the pointer, or -1

	pressed   int // a node, nothing or ground
	dragging  bool
	lastPress time.Time
	lastOn    int // what was pressed before: a node, or ground

	sheet *sheet
	now   func() time.Time
	mods  func() fyne.KeyModifier
}

// Pressed parts that are not nodes.
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

// Set sets the nodes and edges. The selected node and the one under the pointer are preserved if
// they still exist.
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

// keyOf returns the key of a node; "" for -1.
func (g *Graph) keyOf(i int) string {
	if i < 0 || i >= len(g.nodes) {
		return ""
	}
	return g.nodes[i].Key
}

// find returns the node with a key, or -1.
func (g *Graph) find(key string) int {
	if i, ok := g.index[key]; ok {
		return i
	}
	return nothing
}

// Selected returns the key of the selected node; "" if there is none.
func (g *Graph) Selected() string { return g.cursor }

// Select selects and shows a node without calling OnSelect; "" is none.
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

// choose selects a node on behalf of the user.
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

// Fit shows the whole graph, and keeps it visible.
func (g *Graph) Fit() {
	g.fitting = true
	g.Refresh()
}

// Zoom enlarges the picture by a factor.
func (g *Graph) Zoom(factor float32) { g.zoomAt(factor, g.middle()) }

// zoomAt zooms and keeps a position of the widget fixed.
func (g *Graph) zoomAt(factor float32, at fyne.Position) {
	g.fitting = false
	g.camera.zoom(factor, at, g.Size())
	g.Refresh()
}

func (g *Graph) middle() fyne.Position { return fyne.NewPos(g.Size().Width/2, g.Size().Height/2) }

// reveal moves the picture as little as possible to show a node, unless the whole graph is
// visible.
func (g *Graph) reveal(i int) {
	if size := g.Size(); !g.fitting && !size.IsZero() {
		g.camera.reveal(g.nodes[i], size)
	}
}

// placeOf returns the position of a node on the widget.
func (g *Graph) placeOf(i int) fyne.Position {
	return g.camera.toView(g.nodes[i].X, g.nodes[i].Y, g.Size())
}

// CreateRenderer returns the renderer of the graph, which is clipped to the widget.
func (g *Graph) CreateRenderer() fyne.WidgetRenderer {
	clip := container.NewClip(g.sheet)
	clip.ExtendBaseWidget(clip) // before its first Resize, which would otherwise be lost
	r := kit.NewRenderer(g, func() fyne.Size { return fyne.NewSize(kit.MinSide, kit.MinSide) }, func(*kit.Drawing, fyne.Size) {})
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
