package links

import (
	"context"

	"dossier/aggregate/smartcontext"
	"dossier/ui/features/links/layout"
)

// MaxNodes is the maximum number of drawn rows: more cannot be distinguished.
const MaxNodes = 1000

// Node is a row in the drawing. X runs to the right and Y down; 1 is the minimum distance between
// two nodes.
type Node struct {
	Row
	X, Y float64
}

// Edge is a link from one node to another, by their indices.
type Edge struct{ From, To int }

// Drawing returns the graph around the items that the user has named: the contents of the context,
// with linked files that are missing or excluded. more is the number of rows that are not drawn.
// The caller must not modify it.
func (p *Part) Drawing() (nodes []Node, edges []Edge, more int) {
	if p.got == nil {
		return nil, nil, 0
	}
	return p.got.nodes, p.got.edges, p.got.more
}

// draw computes positions for the rows, given those of previous drawings.
func (g *gathered) draw(ctx context.Context, places map[string]layout.Point, held map[string]bool) error {
	index := g.drawn()
	g.link(index)
	graph := layout.Graph{}
	for _, n := range g.nodes {
		graph.Nodes = append(graph.Nodes, layout.Node{Key: n.Path, Depth: n.Depth, Pinned: held[n.Path]})
	}
	for _, e := range g.edges {
		graph.Edges = append(graph.Edges, layout.Edge(e))
	}
	at, err := layout.Places(ctx, graph, places)
	if err != nil {
		return err
	}
	for i := range g.nodes {
		n := &g.nodes[i]
		n.X, n.Y = at[n.Path].X, at[n.Path].Y
	}
	return nil
}

// drawn creates a node for each drawn row, and returns them by path. Missing and excluded files are
// one link away from the file that links to them.
func (g *gathered) drawn() map[string]int {
	index := map[string]int{}
	for _, r := range g.rows {
		from, ok := index[r.Reason.From]
		if r.Depth < 0 {
			if r.Depth = 0; ok {
				r.Depth = g.nodes[from].Depth + 1
			} else if r.State == Off {
				continue // a folder, or no link leads there
			}
		}
		if _, twice := index[r.Path]; twice {
			continue
		}
		if len(g.nodes) == MaxNodes {
			g.more++
			continue
		}
		index[r.Path] = len(g.nodes)
		g.nodes = append(g.nodes, Node{Row: r})
	}
	return index
}

// link computes the edges between nodes: links of notes, and items of their blocks.
func (g *gathered) link(index map[string]int) {
	seen := map[Edge]bool{}
	add := func(from, to string) {
		i, ok := index[from]
		j, there := index[to]
		if e := (Edge{i, j}); ok && there && i != j && !seen[e] {
			seen[e] = true
			g.edges = append(g.edges, e)
		}
	}
	for _, d := range g.snapshot.Depths {
		for _, item := range d.Items {
			for _, to := range item.Ref.Outlinks {
				add(item.Path, to)
			}
			for _, from := range item.Ref.Inlinks {
				add(from, item.Path)
			}
		}
	}
	for _, n := range g.nodes {
		if n.Reason.Kind == smartcontext.Links {
			add(n.Path, n.Reason.From)
		} else {
			add(n.Reason.From, n.Path)
		}
	}
}

// Pin fixes a node at the position where the user has put it.
func (p *Part) Pin(path string, x, y float64) {
	p.places[path], p.pinned[path] = layout.Point{X: x, Y: y}, true
	if p.got == nil {
		return
	}
	for i := range p.got.nodes {
		if n := &p.got.nodes[i]; n.Path == path {
			n.X, n.Y = x, y
		}
	}
}

// Arrange computes the drawing again, ignoring all previous positions.
func (p *Part) Arrange() {
	p.places, p.pinned = map[string]layout.Point{}, map[string]bool{}
	p.stale = true
	p.Follow()
}
