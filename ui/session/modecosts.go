package session

import (
	"context"

	"dossier/aggregate"
	"dossier/models"
	"dossier/ui/project"
	"dossier/ui/session/change"
)

// comparedAtOnce is how many files are counted before the figures are shown: few
// enough to be seen to move.
const comparedAtOnce = 64

// ComparedModes lists the view modes that are compared: those that every file of code
// has without a choice of its own.
func ComparedModes() []models.ViewMode {
	return []models.ViewMode{models.Full, models.Skeleton, models.Outline, models.Summary}
}

// Comparing reports whether it is shown what each view mode would cost.
func (s *Session) Comparing() bool { return s.compared != nil }

// SetComparing shows what each view mode would cost, file by file, or stops it.
func (s *Session) SetComparing(on bool) {
	if s.project == nil || on == s.Comparing() {
		return
	}
	s.compared = nil
	if on {
		s.compared = map[string]aggregate.Costs{}
		s.compare()
	} else {
		s.comparison.Stop()
	}
	s.notify(change.Composition)
}

// compare counts what is to be compared anew, beside the window. What is known of a
// file is shown until there is something newer.
func (s *Session) compare() {
	if !s.Comparing() {
		return
	}
	var items []models.FileItem
	for _, item := range s.doc.Items {
		if item.Err == nil {
			items = append(items, item.FileItem.Clone())
		}
	}
	s.compareNext(s.input(), items)
}

func (s *Session) compareNext(in aggregate.Input, items []models.FileItem) {
	builder := s.project.Builder
	now, later := items[:min(len(items), comparedAtOnce)], items[min(len(items), comparedAtOnce):]
	s.comparison.Start(func(ctx context.Context) func() {
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
				s.compared[item.Path] = known[i]
			}
			s.notify(change.Counts)
			if len(later) > 0 {
				s.compareNext(in, later)
			}
		}
	})
}

// Compared returns what a row would cost in the modes that it can have, none when it
// cannot be read; false while that is not known.
func (s *Session) Compared(row int) (aggregate.Costs, bool) {
	if row < 0 || row >= len(s.rows.Items) {
		return nil, false
	}
	if item, ok := s.Shown(row); ok && item.Err != nil {
		return nil, true
	}
	costs, ok := s.compared[s.rows.Items[row].Path]
	return sumCosts([]aggregate.Costs{costs}, s.Model()), ok
}

// ComparedTotal returns what all files that are shown would cost in each of the
// compared modes, and what they cost now; pending while some are not known. A file that
// cannot have a mode counts as its summary.
func (s *Session) ComparedTotal() (modes map[models.ViewMode]project.Cost, now project.Cost) {
	var all []aggregate.Costs
	pending := false
	now.Exact = true
	for _, item := range s.doc.Items {
		if item.Err != nil || !item.InDocument() {
			continue
		}
		now.Count = now.Add(s.Cost(item.Tokens))
		if costs, ok := s.compared[item.Path]; !ok {
			pending = true
		} else if costs != nil {
			all = append(all, costs)
		}
	}
	total := sumCosts(all, s.Model())
	modes = map[models.ViewMode]project.Cost{}
	for _, mode := range ComparedModes() {
		modes[mode] = project.Cost{Count: total[mode], Pending: pending}
	}
	return modes, now
}
