// Package agents manages the proposals of programs in a session: those that are pending for the
// open project, whether each still fits the composition, and applying and rejecting them. Other
// processes store them in a folder that is watched.
package agents

import (
	"context"
	"fmt"
	"os"
	"reflect"
	"slices"
	"time"

	"dossier/presets"
	"dossier/ui/project"
	"dossier/ui/project/proposals"
	"dossier/ui/project/statewatch"
	"dossier/ui/session/feature"
	"dossier/ui/session/jobs"
	"dossier/ui/session/message"
)

// Host is the subset of the session that the proposals depend on.
type Host interface {
	feature.Source
	feature.Editor
	feature.Reporter
}

// Part is the controller of the proposals for one project. It belongs to the session's goroutine.
type Part struct {
	host      Host
	work      *jobs.Group
	list      []proposals.Report
	looking   *jobs.Latest
	preparing *jobs.Latest
	deciding  *jobs.Serial
	watch     *statewatch.Watch

	connected []presets.Connection
	ended     map[string]bool // connections that the user has ended, by id
	polling   *jobs.Latest
	again     *jobs.Later
}

// New returns the controller for a newly opened project, or for none. saves is the project's queue of saves.
func New(host Host, work *jobs.Group, saves *jobs.Serial) *Part {
	return &Part{
		host: host, work: work, looking: work.Latest(), preparing: work.Latest(), deciding: saves,
		ended: map[string]bool{}, polling: work.Latest(), again: work.Later(),
	}
}

// Close stops watching. It may be called more than once.
func (p *Part) Close() { p.watch.Close() }

// List returns the pending proposals, oldest first.
func (p *Part) List() []proposals.Report { return p.list }

// Find returns a pending proposal by its id; false if it no longer exists.
func (p *Part) Find(id string) (proposals.Report, bool) {
	for _, one := range p.list {
		if one.ID == id {
			return one, true
		}
	}
	return proposals.Report{}, false
}

// Follow reads the proposals again, because there are new ones or the composition has changed.
func (p *Part) Follow() {
	opened, c := p.host.Project(), p.host.Composition()
	if opened == nil {
		return
	}
	p.looking.Start(func(ctx context.Context) func() {
		list, err := proposals.Waiting(ctx, opened, c)
		if err != nil {
			return nil
		}
		return func() {
			if !reflect.DeepEqual(list, p.list) {
				p.list = list
				p.host.Changed()
			}
		}
	})
}

// Accept applies rows of a proposal, by path, and the instruction, by [proposals.InstructionRow], in one undo step;
// without paths, all of it. If a row cannot be applied, or the proposal is no longer pending, nothing is, and the reason
// is reported.
func (p *Part) Accept(id string, paths ...string) {
	opened, c := p.host.Project(), p.host.Composition()
	one, _ := p.Find(id) // another process may have decided meanwhile, which is reported
	if opened == nil {
		return
	}
	p.preparing.Start(func(ctx context.Context) func() {
		next, taken, err := proposals.Prepare(ctx, opened, c, id, paths...)
		return func() {
			switch {
			case err != nil:
				p.host.Fail(err)
				p.Follow()
				return
			case !reflect.DeepEqual(c, p.host.Composition()):
				p.Accept(id, paths...) // something has changed in the meantime
				return
			}
			p.host.Edit(message.Named("apply the proposal “{{.Name}}”", one.Title), func(e *project.Edit) { e.Composition = next })
			m := message.Named("Applied the proposal: {{.Name}}", one.Title)
			m.Undo = true
			p.host.Notify(m)
			p.decide(taken)
		}
	})
}

// decide stores a decision, and reads the proposals again.
func (p *Part) decide(store func(context.Context) error) {
	p.deciding.Start(func() func(context.Context) func() {
		return func(ctx context.Context) func() {
			err := store(ctx)
			return func() {
				if err != nil {
					p.host.Fail(err)
				}
				p.Follow()
			}
		}
	})
}

// Activities returns the actions of agents on the project in the last week, newest first. It reads
// a file.
func (p *Part) Activities() []presets.Activity {
	opened := p.host.Project()
	if opened == nil {
		return nil
	}
	list := opened.Activities()
	slices.Reverse(list)
	return list
}

// pollEvery is the polling interval of [Part.FollowConnections]: a killed server changes no file
// that could be watched.
const pollEvery = time.Second

// Connections returns the programs connected to the project, oldest first, as of the last poll of
// [Part.FollowConnections].
func (p *Part) Connections() []presets.Connection { return p.connected }

// FollowConnections polls the connections, now and until stop is called. changed is called when
// they have changed.
func (p *Part) FollowConnections(changed func()) (stop func()) {
	on := true
	var look func()
	look = func() {
		opened := p.host.Project()
		if opened == nil || !on {
			return
		}
		p.polling.Start(func(ctx context.Context) func() {
			list := opened.Connections().All(ctx)
			return func() {
				list = slices.DeleteFunc(list, func(c presets.Connection) bool { return p.ended[c.ID] })
				if !slices.Equal(list, p.connected) {
					p.connected = list
					changed()
				}
				p.again.Start(pollEvery, look)
			}
		})
	}
	look()
	return func() {
		on = false
		p.again.Stop()
		p.polling.Stop()
	}
}

// Disconnect ends the server of a connected program. It is removed from the list immediately.
func (p *Part) Disconnect(id string) {
	opened := p.host.Project()
	if opened == nil {
		return
	}
	p.ended[id] = true
	p.connected = slices.DeleteFunc(slices.Clone(p.connected), func(c presets.Connection) bool { return c.ID == id })
	p.deciding.Start(func() func(context.Context) func() {
		return func(context.Context) func() {
			err := opened.Connections().Disconnect(id)
			return func() {
				if err != nil {
					delete(p.ended, id)
					p.host.Fail(err)
				}
			}
		}
	})
}

// Config returns the settings with which a client starts the server on the project, and the file
// that they belong in.
func (p *Part) Config(client string) (settings, where string, err error) {
	opened := p.host.Project()
	if opened == nil {
		return "", "", project.ErrNone
	}
	program, err := os.Executable()
	if err != nil {
		return "", "", fmt.Errorf("the location of this program is not known: %w", err)
	}
	return project.AgentConfig(client, program, opened.Dir)
}

// Drop rejects a proposal.
func (p *Part) Drop(id string) {
	if opened := p.host.Project(); opened != nil {
		p.decide(func(ctx context.Context) error { return proposals.Drop(ctx, opened, id) })
	}
}
