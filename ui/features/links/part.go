// Package links manages the smart contexts of a project in a session: the current one, its
// contents, gathered in the background, as rows by depth and as a drawing, and edits of all of
// them, each as one undo step of the composition.
//
// Contents are only gathered while they are visible. A newer request cancels an older one; the
// previous contents stay until then. One goroutine gathers, in the jobs of the project.
package links

import (
	"context"
	"maps"
	"reflect"

	"dossier/aggregate"
	"dossier/aggregate/smartcontext"
	"dossier/models"
	"dossier/ui/features/links/layout"
	"dossier/ui/project"
	"dossier/ui/session/feature"
	"dossier/ui/session/jobs"
)

// Host is the subset of the session that the links depend on.
type Host interface {
	feature.Source
	feature.Tokens
	feature.Editor
	feature.Reporter
}

// Part is the controller of one project's smart contexts. It belongs to the session's goroutine.
type Part struct {
	host   Host
	chosen string // name of the selected context
	shown  bool   // whether the tab is visible

	gathering *jobs.Latest
	adding    *jobs.Serial // adds rows
	wanted    request      // the contents, or the last request for them
	stale     bool         // the disk may have changed since
	got       *gathered
	err       error

	places map[string]layout.Point // positions of all nodes of the context that have been drawn
	pinned map[string]bool         // nodes that the user has moved

	unnamed map[string]bool // of excluded items: whether they were included without being named
}

// request is the input of gathering.
type request struct {
	name  string
	items []models.ContextItem
	opts  models.LinkOptions
}

// New returns the controller for a newly opened project, or for none.
func New(host Host, work *jobs.Group) *Part {
	p := &Part{host: host, gathering: work.Latest(), adding: work.Serial()}
	p.forget()
	return p
}

func (p *Part) forget() {
	p.gathering.Stop()
	p.got, p.err, p.wanted = nil, nil, request{}
	p.places, p.pinned, p.unnamed = map[string]layout.Point{}, map[string]bool{}, map[string]bool{}
}

// Contexts returns all contexts, by name.
func (p *Part) Contexts() []models.SmartContext { return p.host.Composition().Links.Contexts }

// Context returns the current context: the selected one, or else the first; false if there is none.
func (p *Part) Context() (models.SmartContext, bool) {
	all := p.host.Composition().Links
	if c, ok := all.Find(p.chosen); ok {
		return c, true
	}
	if len(all.Contexts) == 0 {
		return models.SmartContext{}, false
	}
	return all.Contexts[0], true
}

// Options returns the options of the current context.
func (p *Part) Options() models.LinkOptions {
	c, _ := p.Context()
	return smartcontext.Merge(p.host.Composition().Links.Options, c.Options, models.LinkOptions{})
}

// Choose selects a context by its name.
func (p *Part) Choose(name string) {
	if c, ok := p.Context(); ok && c.Name == name {
		p.chosen = name
		return
	}
	p.chosen = name
	p.forget()
	p.Follow()
	p.host.Changed()
}

// SetVisible sets whether the tab is visible.
func (p *Part) SetVisible(on bool) {
	p.shown = on
	if !on {
		if p.gathering.Busy() {
			p.gathering.Stop()
			p.stale = true
		}
		return
	}
	p.Follow()
}

// Busy reports whether a newer state is being gathered.
func (p *Part) Busy() bool { return p.gathering.Busy() || p.adding.Busy() }

// Err returns why the contents could not be gathered.
func (p *Part) Err() error { return p.err }

// Follow gathers the context again if it has changed, while the tab is visible.
func (p *Part) Follow() {
	opened := p.host.Project()
	c, ok := p.Context()
	if !p.shown || opened == nil {
		return
	}
	if !ok {
		p.forget()
		return
	}
	next := request{name: c.Name, items: c.Items, opts: p.Options()}
	if next.name != p.wanted.name && p.wanted.name != "" {
		p.forget()
	}
	if !p.stale && reflect.DeepEqual(next, p.wanted) {
		return
	}
	p.wanted, p.stale = next, false
	places, held := maps.Clone(p.places), maps.Clone(p.pinned)
	p.gathering.Start(func(ctx context.Context) func() {
		got, err := gather(ctx, opened, next)
		if err == nil {
			err = got.draw(ctx, places, held)
		}
		if ctx.Err() != nil {
			return nil
		}
		return func() { p.showGathered(got, err) }
	})
	p.host.Changed()
}

// showGathered shows the gathered contents.
func (p *Part) showGathered(got *gathered, err error) {
	if p.err = err; err == nil {
		p.got = got
		for _, n := range got.nodes {
			if !p.pinned[n.Path] { // otherwise it was moved in the meantime
				p.places[n.Path] = layout.Point{X: n.X, Y: n.Y}
			}
		}
	}
	p.host.Changed()
}

// gather gathers the contents of a request, and counts their costs.
func gather(ctx context.Context, opened *project.Project, r request) (*gathered, error) {
	links := opened.Links()
	snapshot, warnings, err := links.Gather(ctx, r.items, r.opts)
	if err != nil {
		return nil, err
	}
	parts, stats := smartcontext.Parts(snapshot, r.opts)
	g := newGathered(r, snapshot, parts, stats, warnings)
	g.counts, g.all, err = links.Weigh(ctx, models.SmartContext{Name: r.name, Items: r.items, Options: r.opts})
	return g, err
}

// Cost returns the cost of the whole context as the linked notes of a document, without those that
// are rows.
func (p *Part) Cost() project.Cost {
	if p.got == nil {
		return project.Cost{Count: aggregate.Count{Exact: true}, Pending: p.Busy()}
	}
	all := p.got.all
	for path, n := range p.got.counts {
		if p.rowed(path) {
			all = all.Less(n)
		}
	}
	if len(p.Files()) == 0 {
		all = aggregate.Count{Exact: true}
	}
	return project.Cost{Count: project.ForModel(all, p.host.Model())}
}

// rowed reports whether the document contains a file as a row, and therefore not as a linked note.
func (p *Part) rowed(path string) bool {
	row, ok := p.host.RowOf(path)
	return ok && p.host.Items()[row].InDocument()
}

// CostOf returns the cost of a row in the linked notes, with its templates and heading.
func (p *Part) CostOf(r Row) project.Cost {
	return project.Cost{Count: project.ForModel(p.got.counts[r.Path], p.host.Model())}
}

// Text returns the text of the whole context; empty until it is gathered.
func (p *Part) Text() string {
	if p.got == nil {
		return ""
	}
	return smartcontext.Join(p.got.parts)
}
