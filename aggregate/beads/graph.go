package beads

import (
	"encoding/json"
	"slices"
	"time"

	"dossier/models"
)

// Graph is the dependency graph of beads. It computes which of them can be worked on by the rules
// of bd ready. It is immutable; beads are identified by their index in the list.
//
//	blocks, conditional-blocks  block a bead while the other one is open
//	waits-for                   blocks a bead while a child of the other one is open; if its
//	                            gate is any-children, until the first child is closed
//	parent-child                passes the parent's blockers on to its children
//	every other kind            is informational and does not block
//
// A bead is open unless its status is closed, tombstone or pinned. Beads that are not in the
// list, such as those of other projects, do not block. Where versions of the tracker differ, the
// newer one applies.
type Graph struct {
	beads      []models.Bead
	positions  map[string]int
	dependents [][]Link
	blockedBy  [][]Link
}

// Link is one end of a dependency.
type Link struct {
	ID   string
	Bead int    // index in the list; -1 if it is not there
	Kind string // blocks, parent-child, related, …
}

// NewGraph returns the graph of a list, which must not be modified afterwards.
func NewGraph(list []models.Bead) *Graph {
	g := &Graph{
		beads: list, positions: make(map[string]int, len(list)),
		dependents: make([][]Link, len(list)), blockedBy: make([][]Link, len(list)),
	}
	for i, b := range list {
		g.positions[b.ID] = i
	}
	children := make([]childStates, len(list)) // once for all beads that wait for the same children
	for i, b := range list {
		for _, d := range b.Dependencies {
			on, ok := g.positions[d.DependsOn]
			if !ok {
				continue
			}
			g.dependents[on] = append(g.dependents[on], Link{b.ID, i, d.Kind})
			if d.Kind == models.BeadParentChild {
				children[on].open = children[on].open || open(b)
				children[on].completed = children[on].completed || b.Class() == models.BeadCompleted
			}
		}
	}
	var next []int // beads whose children are blocked next
	for i, b := range list {
		if g.blockedBy[i] = g.directBlockers(b, children); len(g.blockedBy[i]) > 0 {
			next = append(next, i)
		}
	}
	for len(next) > 0 {
		parent := next[0]
		next = next[1:]
		for _, child := range g.dependents[parent] {
			if child.Kind != models.BeadParentChild || !open(list[child.Bead]) {
				continue
			}
			if len(g.blockedBy[child.Bead]) == 0 {
				next = append(next, child.Bead)
			}
			g.blockedBy[child.Bead] = append(g.blockedBy[child.Bead], Link{list[parent].ID, parent, models.BeadParentChild})
		}
	}
	return g
}

// childStates reports whether a bead has open and completed children.
type childStates struct{ open, completed bool }

// directBlockers returns what blocks b, except its parents. children are those of each bead.
func (g *Graph) directBlockers(b models.Bead, children []childStates) []Link {
	if !open(b) {
		return nil
	}
	var blockers []Link
	for _, d := range b.Dependencies {
		at, known := g.positions[d.DependsOn]
		blocking := false
		switch d.Kind {
		case models.BeadBlocks, models.BeadConditionalBlocks:
			blocking = known && open(g.beads[at])
		case models.BeadWaitsFor:
			blocking = g.waitsForChildren(d, children)
		}
		if blocking {
			if !known {
				at = -1
			}
			blockers = append(blockers, Link{d.DependsOn, at, d.Kind})
		}
	}
	return blockers
}

// waitsForChildren reports whether children of the bead that d names are still blocking.
func (g *Graph) waitsForChildren(d models.BeadDependency, children []childStates) bool {
	var gate struct {
		Gate    string `json:"gate"`
		Spawner string `json:"spawner_id"`
	}
	if d.Metadata != "" && json.Unmarshal([]byte(d.Metadata), &gate) != nil {
		gate.Gate, gate.Spawner = "", ""
	}
	if gate.Spawner == "" {
		gate.Spawner = d.DependsOn
	}
	at, ok := g.positions[gate.Spawner]
	return ok && children[at].open && !(gate.Gate == "any-children" && children[at].completed)
}

// open reports whether a bead blocks others that wait for it.
func open(b models.Bead) bool {
	return b.Class() == models.BeadActive && b.Status != "pinned"
}

// Place returns the index of the bead with an id, and whether it is in the list.
func (g *Graph) Place(id string) (int, bool) {
	i, ok := g.positions[id]
	return i, ok
}

// DependsOn returns the dependencies of bead i, of every kind, in file order.
func (g *Graph) DependsOn(i int) []Link {
	links := make([]Link, 0, len(g.beads[i].Dependencies))
	for _, d := range g.beads[i].Dependencies {
		at, ok := g.positions[d.DependsOn]
		if !ok {
			at = -1
		}
		links = append(links, Link{d.DependsOn, at, d.Kind})
	}
	return links
}

// Dependents returns the dependents of bead i, of every kind, in file order. The result must not
// be modified.
func (g *Graph) Dependents(i int) []Link { return g.dependents[i] }

// BlockedBy returns what blocks bead i now: open beads that block it, those whose children it
// waits for, and its parent if that is blocked. It is empty for a bead that is not blocked. The
// result must not be modified.
func (g *Graph) BlockedBy(i int) []Link { return g.blockedBy[i] }

// Blocks returns the beads that bead i blocks now.
func (g *Graph) Blocks(i int) []Link {
	var links []Link
	for _, d := range g.dependents[i] {
		if slices.ContainsFunc(g.blockedBy[d.Bead], func(l Link) bool { return l.Bead == i && l.Kind == d.Kind }) {
			links = append(links, d)
		}
	}
	return links
}

// Blocked reports whether bead i is blocked.
func (g *Graph) Blocked(i int) bool { return len(g.blockedBy[i]) > 0 }

// Ready reports whether bead i can be worked on at a given time: it is open or in progress, not
// blocked, not deferred (nor is its parent), and a work item rather than a message or an internal
// gate of the tracker.
func (g *Graph) Ready(i int, now time.Time) bool {
	b := g.beads[i]
	if b.Status != "open" && b.Status != "in_progress" || b.Pinned || b.Ephemeral || g.Blocked(i) || b.DeferUntil.After(now) {
		return false
	}
	switch b.Type {
	case "merge-request", "gate", "molecule", "message", "agent", "role", "rig":
		return false
	}
	return !slices.ContainsFunc(b.Dependencies, func(d models.BeadDependency) bool {
		at, ok := g.positions[d.DependsOn]
		return ok && d.Kind == models.BeadParentChild && g.beads[at].DeferUntil.After(now)
	})
}
