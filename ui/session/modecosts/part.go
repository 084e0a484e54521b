// Package modecosts tells what files of the dossier would cost in each view mode: of some
// rows when they are asked for, and of all of them side by side while that is shown. What it
// counts is counted in the background; the jobs of the project own that.
package modecosts

import (
	"context"

	"dossier/aggregate"
	"dossier/aggregate/text"
	"dossier/aggregate/tokens"
	"dossier/models"
	"dossier/ui/project"
	"dossier/ui/session/jobs"
)

// atOnce is how many files are counted before the figures are shown: few enough to be seen
// to move.
const atOnce = 64

// Modes lists the view modes that are compared: those that every file of code has without a
// choice of its own.
func Modes() []models.ViewMode {
	return []models.ViewMode{models.Full, models.Skeleton, models.Outline, models.Summary}
}

// Host is what the costs need of the session that they are a part of.
type Host interface {
	// Project is the one that is open; nil when none is.
	Project() *project.Project
	// Input is what a build is made of, and Document what was built last.
	Input() aggregate.Input
	Document() *aggregate.Document
	// Items are the files of the composition, and Shown is one of them as it was built last.
	Items() []aggregate.Item
	Shown(row int) (aggregate.Item, bool)
	// Model is the language model whose tokens are counted.
	Model() tokens.Model
	// Counted is told that there are more figures, and Turned that the comparison began or
	// ended.
	Counted()
	Turned()
}

// Part is what view modes cost in one project. It belongs to the session's goroutine.
type Part struct {
	host      Host
	compared  map[string]aggregate.Costs // by path; nil while nothing is compared
	comparing *jobs.Latest
	asked     *jobs.Latest
}

// New returns the costs of a project that was just opened, or of none.
func New(host Host, work *jobs.Group) *Part {
	return &Part{host: host, comparing: work.Latest(), asked: work.Latest()}
}

// Busy reports whether something is being counted.
func (p *Part) Busy() bool { return p.comparing.Busy() || p.asked.Busy() }

// Comparing reports whether it is shown what each view mode would cost.
func (p *Part) Comparing() bool { return p.compared != nil }

// SetComparing shows what each view mode would cost, file by file, or stops it.
func (p *Part) SetComparing(on bool) {
	if p.host.Project() == nil || on == p.Comparing() {
		return
	}
	p.compared = nil
	if on {
		p.compared = map[string]aggregate.Costs{}
		p.Follow()
	} else {
		p.comparing.Stop()
	}
	p.host.Turned()
}

// Follow counts what is to be compared again, in the background, after the document has
// changed. What is known of a file is shown until there is something newer.
func (p *Part) Follow() {
	if !p.Comparing() {
		return
	}
	var items []models.FileItem
	for _, item := range p.host.Document().Items {
		if item.Err == nil {
			items = append(items, item.FileItem.Clone())
		}
	}
	p.next(p.host.Input(), items)
}

func (p *Part) next(in aggregate.Input, items []models.FileItem) {
	builder := p.host.Project().Builder
	now, later := items[:min(len(items), atOnce)], items[min(len(items), atOnce):]
	p.comparing.Start(func(ctx context.Context) func() {
		known := make([]aggregate.Costs, len(now))
		for i, item := range now {
			costs, err := builder.Costs(ctx, in, item)
			if ctx.Err() != nil {
				return nil
			}
			if err == nil {
				known[i] = costs
			}
		}
		return func() {
			for i, item := range now {
				p.compared[item.Path] = known[i]
			}
			p.host.Counted()
			if len(later) > 0 {
				p.next(in, later)
			}
		}
	})
}

// Row returns what a row would cost in the modes that it can have, none when it cannot be
// read; false while that is not known.
func (p *Part) Row(row int) (aggregate.Costs, bool) {
	items := p.host.Items()
	if row < 0 || row >= len(items) {
		return nil, false
	}
	if item, ok := p.host.Shown(row); ok && item.Err != nil {
		return nil, true
	}
	costs, ok := p.compared[items[row].Path]
	return sum([]aggregate.Costs{costs}, p.host.Model()), ok
}

// Total returns what all files that are shown would cost in each of the compared modes, and
// what they cost now; pending while some are not known. A file that cannot have a mode
// counts as its summary.
func (p *Part) Total() (modes map[models.ViewMode]project.Cost, now project.Cost) {
	var all []aggregate.Costs
	pending := false
	model := p.host.Model()
	now.Exact = true
	for _, item := range p.host.Document().Items {
		if item.Err != nil || !item.InDocument() {
			continue
		}
		now.Count = now.Count.Add(item.Tokens)
		if costs, ok := p.compared[item.Path]; !ok {
			pending = true
		} else if costs != nil {
			all = append(all, costs)
		}
	}
	now.Count = project.Scaled(now.Count, model)
	total := sum(all, model)
	modes = map[models.ViewMode]project.Cost{}
	for _, mode := range Modes() {
		modes[mode] = project.Cost{Count: total[mode], Pending: pending}
	}
	return modes, now
}

// Of counts, in the background, what rows would cost in each view mode, and tells known,
// which is not called when others are asked for meanwhile. A mode that one file cannot have
// counts as the summary that would stand in its place, and is left out when none can have
// it; there are no modes at all when none of the files can be read. The figures are the
// model's.
func (p *Part) Of(rows []int, known func(aggregate.Costs)) {
	if p.host.Project() == nil {
		return
	}
	var items []models.FileItem
	all := p.host.Items()
	for _, row := range rows {
		if row >= 0 && row < len(all) {
			items = append(items, all[row].FileItem.Clone())
		}
	}
	in, builder, model := p.host.Input(), p.host.Project().Builder, p.host.Model()
	p.asked.Start(func(ctx context.Context) func() {
		var all []aggregate.Costs
		for _, item := range items {
			costs, err := builder.Costs(ctx, in, item)
			if ctx.Err() != nil {
				return nil
			}
			if err == nil {
				all = append(all, costs)
			}
		}
		total := sum(all, model)
		return func() { known(total) }
	})
}

// Has reports whether one of the rows can be shown in a view mode: a language without a
// grammar has no skeleton.
func (p *Part) Has(rows []int, mode models.ViewMode) bool {
	if p.host.Project() == nil {
		return false
	}
	for _, row := range rows {
		if p.host.Project().Builder.Has(p.language(row), mode) {
			return true
		}
	}
	return false
}

// language is what a row's file is read as; before its first build, what its name says.
func (p *Part) language(row int) string {
	if shown, ok := p.host.Shown(row); ok && shown.Language != "" {
		return shown.Language
	}
	items := p.host.Items()
	if row < 0 || row >= len(items) {
		return text.PlainText
	}
	return text.Language(items[row].Path, "")
}

// sum adds up what files cost, and scales the sums: scaled one by one, each would be rounded up.
func sum(all []aggregate.Costs, model tokens.Model) aggregate.Costs {
	total := aggregate.Costs{}
	for _, mode := range models.ViewModes() {
		n, any := aggregate.Count{Exact: true}, false
		for _, costs := range all {
			cost, ok := costs[mode]
			if !ok {
				cost = costs[models.Summary]
			}
			any = any || ok
			n = n.Add(cost)
		}
		if any {
			total[mode] = project.Scaled(n, model)
		}
	}
	return total
}
