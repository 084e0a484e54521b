package links

import (
	"context"

	smart "dossier/aggregate/links"
	"dossier/ui/features/links/layout"
)

// MaxNodes is how many rows are drawn: more cannot be told apart.
const MaxNodes = 1000

// Node is a row in the drawing. X runs to the right and Y down; 1 is the least distance of
// two nodes.
type Node struct {
	Row
	X, Y float64
}

// Edge is a link from one node to another, by their indices.
type Edge struct{ From, To int }

// Drawing is the graph around what the user has named: what the context takes in, with
// what is missing or left out where something leads there. More is how many rows there are
// that are not drawn. The caller must not change it.
func (p *Part) Drawing() (nodes []Node, edges []Edge, more int) {
	if p.got == nil {
		return nil, nil, 0
	}
	return p.got.nodes, p.got.edges, p.got.more
}

// draw finds places for the rows, given those of the drawings before.
func (g *gathered) draw(ctx context.Context, places map[string]layout.Point, held map[string]bool) error {
	index := g.drawn()
	g.link(index)
	graph := layout.Graph{}
	for _, n := range g.nodes {
		graph.Nodes = append(graph.Nodes, layout.Node{Key: n.Path, Depth: n.Depth, Held: held[n.Path]})
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

// drawn makes a node of each row that is drawn, and returns them by their paths. What is
// missing or left out is one link away from what leads there.
func (g *gathered) drawn() map[string]int {
	index := map[string]int{}
	for _, r := range g.rows {
		from, ok := index[r.Reason.From]
		if r.Depth < 0 {
			if r.Depth = 0; ok {
				r.Depth = g.nodes[from].Depth + 1
			} else if r.State == Off {
				continue // a folder, or nothing leads there
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

// link finds the edges between nodes: links of notes, and what their blocks name.
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
		if n.Reason.Kind == smart.Links {
			add(n.Path, n.Reason.From)
		} else {
			add(n.Reason.From, n.Path)
		}
	}
}

// Hold keeps a node where the user has put it.
func (p *Part) Hold(path string, x, y float64) {
	p.places[path], p.held[path] = layout.Point{X: x, Y: y}, true
	if p.got == nil {
		return
	}
	for i := range p.got.nodes {
		if n := &p.got.nodes[i]; n.Path == path {
			n.X, n.Y = x, y
		}
	}
}

// Arrange makes the drawing again, as if nothing had been drawn before.
func (p *Part) Arrange() {
	p.places, p.held = map[string]layout.Point{}, map[string]bool{}
	p.stale = true
	p.Follow()
}
