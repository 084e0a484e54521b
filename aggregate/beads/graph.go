package beads

import (
	"encoding/json"
	"slices"
	"time"

	"dossier/models"
)

// Graph says how beads hang together and which of them can be worked on, by the rules
// of the tracker: those of bd ready. It does not change after it was made; beads are
// named by their place in the list that it was made of.
//
//	blocks, conditional-blocks  hold a bead up while the other one is open
//	waits-for                   holds a bead up while a child of the other one is open; when its
//	                            gate is any-children, until the first child is closed
//	parent-child                hands on to a child what holds its parent up
//	every other kind            tells something and holds nothing up
//
// Open is every status but closed, tombstone and pinned. What is not in the list, such as
// a bead of another project, holds nothing up. Where versions of the tracker differ, it
// is the newer one that counts.
type Graph struct {
	beads      []models.Bead
	places     map[string]int
	dependents [][]Link
	blockedBy  [][]Link
}

// Link is one end of a dependency.
type Link struct {
	ID   string
	Bead int    // its place in the list; -1 when it is not there
	Kind string // blocks, parent-child, related, …
}

// NewGraph returns the graph of a list. The list must not be changed afterwards.
func NewGraph(list []models.Bead) *Graph {
	g := &Graph{
		beads: list, places: make(map[string]int, len(list)),
		dependents: make([][]Link, len(list)), blockedBy: make([][]Link, len(list)),
	}
	for i, b := range list {
		g.places[b.ID] = i
	}
	for i, b := range list {
		for _, d := range b.Dependencies {
			if on, ok := g.places[d.DependsOn]; ok {
				g.dependents[on] = append(g.dependents[on], Link{b.ID, i, d.Kind})
			}
		}
	}
	var next []int // whose children are to be held up
	for i, b := range list {
		if g.blockedBy[i] = g.directly(b); len(g.blockedBy[i]) > 0 {
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

// directly returns what holds b up without its parents.
func (g *Graph) directly(b models.Bead) []Link {
	if !open(b) {
		return nil
	}
	var by []Link
	for _, d := range b.Dependencies {
		at, known := g.places[d.DependsOn]
		holds := false
		switch d.Kind {
		case models.BeadBlocks, models.BeadConditionalBlocks:
			holds = known && open(g.beads[at])
		case models.BeadWaitsFor:
			holds = g.waits(d)
		}
		if holds {
			if !known {
				at = -1
			}
			by = append(by, Link{d.DependsOn, at, d.Kind})
		}
	}
	return by
}

// waits reports whether children of the bead that d names are still to be waited for.
func (g *Graph) waits(d models.BeadDependency) bool {
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
	at, ok := g.places[gate.Spawner]
	if !ok {
		return false
	}
	waiting, closed := false, false
	for _, child := range g.dependents[at] {
		if child.Kind == models.BeadParentChild {
			waiting = waiting || open(g.beads[child.Bead])
			closed = closed || g.beads[child.Bead].Class() == models.BeadCompleted
		}
	}
	return waiting && !(gate.Gate == "any-children" && closed)
}

// open reports whether a bead is still to be done, as far as others wait for it.
func open(b models.Bead) bool {
	return b.Class() == models.BeadActive && b.Status != "pinned"
}

// Place returns the place of the bead with an id; false when it is not in the list.
func (g *Graph) Place(id string) (int, bool) {
	i, ok := g.places[id]
	return i, ok
}

// DependsOn returns what bead i depends on, of every kind, in the order of the file.
func (g *Graph) DependsOn(i int) []Link {
	links := make([]Link, 0, len(g.beads[i].Dependencies))
	for _, d := range g.beads[i].Dependencies {
		at, ok := g.places[d.DependsOn]
		if !ok {
			at = -1
		}
		links = append(links, Link{d.DependsOn, at, d.Kind})
	}
	return links
}

// Dependents returns what depends on bead i, of every kind, in the order of the file. It
// must not be changed.
func (g *Graph) Dependents(i int) []Link { return g.dependents[i] }

// BlockedBy returns what holds bead i up now: open beads that block it, those whose
// children it waits for, and its parent when that is held up. It is empty for a bead
// that is not blocked, and must not be changed.
func (g *Graph) BlockedBy(i int) []Link { return g.blockedBy[i] }

// Blocks returns what bead i holds up now.
func (g *Graph) Blocks(i int) []Link {
	var links []Link
	for _, d := range g.dependents[i] {
		if slices.ContainsFunc(g.blockedBy[d.Bead], func(l Link) bool { return l.Bead == i && l.Kind == d.Kind }) {
			links = append(links, d)
		}
	}
	return links
}

// Blocked reports whether something holds bead i up.
func (g *Graph) Blocked(i int) bool { return len(g.blockedBy[i]) > 0 }

// Ready reports whether bead i can be worked on at a time: it is open or in progress, not
// held up, not put off until later, as its parent must not be either, and work at all
// rather than a message or a gate of the tracker's own.
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
		at, ok := g.places[d.DependsOn]
		return ok && d.Kind == models.BeadParentChild && g.beads[at].DeferUntil.After(now)
	})
}
