package session

import (
	"context"

	"dossier/aggregate"
	"dossier/aggregate/text"
	"dossier/aggregate/tokens"
	"dossier/models"
	"dossier/ui/project"
	"dossier/ui/session/change"
	"dossier/ui/session/jobs"
)

// atOnce is the number of files after which the figures are updated: few enough for visible
// progress.
const atOnce = 64

// ComparedModes lists the view modes that are compared: those that every file of code has without a
// choice of its own.
func ComparedModes() []models.ViewMode {
	return []models.ViewMode{models.Full, models.Skeleton, models.Outline, models.Summary}
}

// ModeCosts counts the costs of files in each view mode: of some rows on request, and of all rows while
// they are compared. It counts in the background, in jobs of the project. It belongs to the session's goroutine.
type ModeCosts struct {
	host      host
	compared  map[string]aggregate.Costs // by path; nil while nothing is compared
	comparing *jobs.Latest
	counting  *jobs.Latest
}

// ModeCosts are the costs of files in each view mode.
func (s *Session) ModeCosts() *ModeCosts { return s.modecosts }

// newModeCosts returns the controller for a newly opened project, or for none.
func newModeCosts(host host, work *jobs.Group) *ModeCosts {
	return &ModeCosts{host: host, comparing: work.Latest(), counting: work.Latest()}
}

// Busy reports whether files are being counted.
func (p *ModeCosts) Busy() bool { return p.comparing.Busy() || p.counting.Busy() }

// Comparing reports whether the costs of all view modes are shown.
func (p *ModeCosts) Comparing() bool { return p.compared != nil }

// SetComparing shows or hides the costs of all view modes, file by file.
func (p *ModeCosts) SetComparing(on bool) {
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
	p.host.notify(change.Composition)
}

// Follow counts the compared files again, in the background, after the document has changed. The
// known costs of a file are shown until there are newer ones.
func (p *ModeCosts) Follow() {
	if !p.Comparing() {
		return
	}
	var items []models.FileItem
	for _, item := range p.host.Document().Items {
		if item.Err == nil {
			items = append(items, item.FileItem.Clone())
		}
	}
	builder, in := p.host.Project().Builder, p.host.Input()
	jobs.InBatches(p.comparing, items, atOnce, func(ctx context.Context, now []models.FileItem) func() {
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
			p.host.notify(change.Counts)
		}
	})
}

// Row returns the costs of a row in the modes that it supports, and whether they are known. The
// costs are nil if the file cannot be read.
func (p *ModeCosts) Row(row int) (aggregate.Costs, bool) {
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

// Total returns the costs of all files in the document in each of the compared modes, and their
// current cost. The costs are pending while some are unknown. A file that does not support a mode
// counts as its summary.
func (p *ModeCosts) Total() (modes map[models.ViewMode]project.Cost, now project.Cost) {
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
	now.Count = project.ForModel(now.Count, model)
	total := sum(all, model)
	modes = map[models.ViewMode]project.Cost{}
	for _, mode := range ComparedModes() {
		modes[mode] = project.Cost{Count: total[mode], Pending: pending}
	}
	return modes, now
}

// Of counts, in the background, the costs of rows in each view mode, and calls known unless other
// rows are requested in the meantime. A mode that a file does not support counts as its summary; a
// mode that none of them supports is omitted. The result is empty if none of the files can be read.
// Costs are in the model's tokens.
func (p *ModeCosts) Of(rows []int, known func(aggregate.Costs)) {
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
	p.counting.Start(func(ctx context.Context) func() {
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
func (p *ModeCosts) Has(rows []int, mode models.ViewMode) bool {
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

// language returns the language of a row's file. Before the first build it depends on the name only.
func (p *ModeCosts) language(row int) string {
	if shown, ok := p.host.Shown(row); ok && shown.Language != "" {
		return shown.Language
	}
	items := p.host.Items()
	if row < 0 || row >= len(items) {
		return text.PlainText
	}
	return text.Language(items[row].Path, "")
}

// sum adds the costs of files and then scales the sums, because scaling each cost would round each up.
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
			total[mode] = project.ForModel(n, model)
		}
	}
	return total
}

// DocumentBuilt and Recount count again what the user compares.
func (p *ModeCosts) DocumentBuilt() { p.Follow() }
func (p *ModeCosts) Recount()       { p.Follow() }
