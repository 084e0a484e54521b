package project

import (
	"context"
	"time"

	"dossier/presets"
)

// Proposals manages programs' proposals for a project.
type Proposals struct{ p *Project }

// Proposals returns the project's proposals. Package proposals creates and applies them.
func (p *Project) Proposals() Proposals { return Proposals{p} }

// All returns the stored proposals, oldest first; see [presets.State.Proposals].
func (s Proposals) All() []presets.Proposal { return s.p.store.Proposals(s.p.Dir) }

// Folder returns the folder of stored proposals, for watching; see [presets.State.ProposalsFolder].
func (s Proposals) Folder() (string, error) { return s.p.store.ProposalsFolder() }

// Add stores a proposal and returns it with its id.
func (s Proposals) Add(ctx context.Context, one presets.Proposal) (presets.Proposal, error) {
	return s.p.store.AddProposal(ctx, s.p.Dir, one)
}

// Decide stores the user's decision on a pending proposal.
func (s Proposals) Decide(ctx context.Context, id string, d presets.Decision, taken []string) error {
	return s.p.store.DecideProposal(ctx, s.p.Dir, id, d, taken, time.Now())
}

// Activities returns programs' activity in the project in the last week, oldest first.
func (p *Project) Activities() []presets.Activity { return p.store.Activities(p.Dir, time.Now()) }

// AddActivities stores programs' activity in the project.
func (p *Project) AddActivities(ctx context.Context, list ...presets.Activity) error {
	return p.store.AddActivities(ctx, p.Dir, time.Now(), list...)
}

// Connections manages the running servers for programs of a project.
type Connections struct{ p *Project }

// Connections returns the project's connections. Package mcp announces them.
func (p *Project) Connections() Connections { return Connections{p} }

// All returns the connections, oldest first; see [presets.State.Connections].
func (c Connections) All(ctx context.Context) []presets.Connection {
	return c.p.store.Connections(ctx, c.p.Dir)
}

// Folder returns the folder of their records, for watching; see [presets.State.ConnectionsFolder].
func (c Connections) Folder() (string, error) { return c.p.store.ConnectionsFolder() }

// Announce records a connection until it ends; see [presets.State.Announce].
func (c Connections) Announce(ctx context.Context) (*presets.Presence, error) {
	return c.p.store.Announce(ctx, c.p.Dir, time.Now().UTC())
}

// Disconnect requests that a connection end; see [presets.State.Disconnect].
func (c Connections) Disconnect(id string) error { return c.p.store.Disconnect(c.p.Dir, id) }
