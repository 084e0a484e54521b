// Package repairlist manages the missing items of the composition in a session: files, folders,
// patterns and screenshots without a match, lost slices and symbols, with candidates for each. It
// follows the document, and thus the composition and the disk. Candidates are searched in the
// background, in jobs of the project.
package repairlist

import (
	"context"
	"path"
	"slices"

	"dossier/presets"
	"dossier/ui/project"
	"dossier/ui/project/repair"
	"dossier/ui/session/feature"
	"dossier/ui/session/jobs"
	"dossier/ui/session/message"
)

// Host is the subset of the session that the repair depends on.
type Host interface {
	feature.Source
	feature.Document
	feature.Editor
	feature.Reporter
	feature.Storage
	feature.Sending
}

// Part is the controller of one project's missing items. It belongs to the session's goroutine.
type Part struct {
	host    Host
	work    *jobs.Group
	list    []repair.Item
	marks   map[string]presets.FileID // of this session and earlier ones; nil until they are needed
	unsaved bool                      // whether marks have changed since they were saved

	placing, searching *jobs.Latest
}

// New returns the controller for a newly opened project, or for none. It has no items until
// [Part.Find].
func New(host Host, work *jobs.Group) *Part {
	return &Part{host: host, work: work, placing: work.Latest(), searching: work.Latest()}
}

// List returns the missing items, in document order. The document shows errors for them; nothing is
// changed automatically. The caller must not modify the slice.
func (p *Part) List() []repair.Item { return p.list }

// Placing reports whether candidates are being searched.
func (p *Part) Placing() bool { return p.placing.Busy() }

// Find finds the missing items of the document, and candidates in the background. Previous
// candidates stay visible until then.
func (p *Part) Find() {
	opened := p.host.Project()
	if opened == nil || p.host.Names() == nil {
		return
	}
	p.remember()
	todo := p.missing(p.host.Document())
	list, same := placed(todo, p.list)
	p.list = list
	if !same {
		p.host.Changed()
	}
	if len(list) == 0 {
		p.placing.Stop()
		return
	}
	comp, in, memory := p.host.Composition().Clone(), p.host.Input(), p.memory()
	p.placing.Start(func(ctx context.Context) func() {
		found, err := repair.FindPlaces(ctx, opened, todo, comp, in, memory)
		if err != nil {
			return nil
		}
		return func() {
			p.list = found
			p.host.Changed()
		}
	})
}

// placed returns list with the places known from before, and whether the result equals before.
func placed(list, before []repair.Item) (out []repair.Item, same bool) {
	known := map[string]repair.Item{}
	for _, one := range before {
		known[one.Key()] = one
	}
	out, same = slices.Clone(list), len(list) == len(before)
	for i, one := range out {
		old, ok := known[one.Key()]
		if same = same && ok && before[i].Key() == one.Key(); ok {
			out[i].Places, out[i].Known = old.Places, old.Known
		}
	}
	return out, same
}

// Accept replaces a missing item by a candidate, in one undo step.
func (p *Part) Accept(one repair.Item, to repair.Place) {
	p.rewrite(message.Named("use {{.Name}}", path.Base(to.Path)), func(m *repair.Rewriter) { m.Accept(one, to) })
}

// AcceptLikely replaces all items that have a likely candidate, in one undo step, and returns their
// number.
func (p *Part) AcceptLikely() int {
	accepted := 0
	p.rewrite(message.New("use the new paths", nil), func(m *repair.Rewriter) { accepted = m.AcceptAll(p.list, repair.Item.Likely) })
	if accepted > 0 {
		m := message.Count("Updated the paths of {{.N}} entries", accepted, nil)
		m.Undo = true
		p.host.Notify(m)
	}
	return accepted
}

// Exclude removes missing items, in one undo step.
func (p *Part) Exclude(list ...repair.Item) {
	p.rewrite(message.Count("remove {{.N}} missing entries", len(list), nil), func(m *repair.Rewriter) {
		for _, one := range list {
			m.Exclude(one)
		}
	})
}

func (p *Part) rewrite(label message.Message, fn func(*repair.Rewriter)) {
	opened := p.host.Project()
	if opened == nil {
		return
	}
	base := opened.StoredState().ScreenshotBase()
	p.host.Edit(label, func(e *project.Edit) { repair.Rewrite(e, base, fn) })
}
