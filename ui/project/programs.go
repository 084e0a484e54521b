package project

import (
	"context"
	"time"

	"dossier/presets"
)

// Proposals are the proposals of programs for a project.
type Proposals struct{ p *Project }

// Proposals are the project's. Package proposals makes and applies them.
func (p *Project) Proposals() Proposals { return Proposals{p} }

// All returns those that are stored, the oldest first; see [presets.State.Proposals].
func (s Proposals) All() []presets.Proposal { return s.p.store.Proposals(s.p.Dir) }

// Folder returns the folder in which they are stored, to be watched; see [presets.State.ProposalsFolder].
func (s Proposals) Folder() (string, error) { return s.p.store.ProposalsFolder() }

// Add stores one and returns it with its id.
func (s Proposals) Add(ctx context.Context, one presets.Proposal) (presets.Proposal, error) {
	return s.p.store.AddProposal(ctx, s.p.Dir, one)
}

// Decide stores the user's decision on a pending proposal.
func (s Proposals) Decide(ctx context.Context, id string, d presets.Decision, taken []string) error {
	return s.p.store.DecideProposal(ctx, s.p.Dir, id, d, taken, time.Now())
}

// Activities lists what programs did with the project in the last week, the oldest first.
func (p *Project) Activities() []presets.Activity { return p.store.Activities(p.Dir) }

// AddActivities stores what programs did with the project.
func (p *Project) AddActivities(ctx context.Context, list ...presets.Activity) error {
	return p.store.AddActivities(ctx, p.Dir, time.Now(), list...)
}

// Connections are the servers for programs that serve a project now.
type Connections struct{ p *Project }

// Connections are the project's. Package mcp announces them.
func (p *Project) Connections() Connections { return Connections{p} }

// All lists them, the oldest first; see [presets.State.Connections].
func (c Connections) All(ctx context.Context) []presets.Connection {
	return c.p.store.Connections(ctx, c.p.Dir)
}

// Folder returns the folder in which they are recorded, to be watched; see [presets.State.ConnectionsFolder].
func (c Connections) Folder() (string, error) { return c.p.store.ConnectionsFolder() }

// Announce records one from now until its end; see [presets.State.Announce].
func (c Connections) Announce(ctx context.Context) (*presets.Presence, error) {
	return c.p.store.Announce(ctx, c.p.Dir, time.Now().UTC())
}

// Disconnect asks one to end; see [presets.State.Disconnect].
func (c Connections) Disconnect(id string) error { return c.p.store.Disconnect(c.p.Dir, id) }
