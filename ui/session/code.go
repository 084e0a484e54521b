package session

import (
	"context"

	"dossier/aggregate"
	"dossier/aggregate/text"
	"dossier/aggregate/tokens"
	"dossier/models"
	"dossier/ui/project"
)

// Has reports whether one of the rows can be shown in a view mode: a language without a
// grammar has no skeleton.
func (s *Session) Has(rows []int, mode models.ViewMode) bool {
	if s.project == nil {
		return false
	}
	for _, row := range rows {
		if s.project.Builder.Has(s.language(row), mode) {
			return true
		}
	}
	return false
}

// language is what a row's file is read as; before its first build, what its name says.
func (s *Session) language(row int) string {
	if shown, ok := s.Shown(row); ok && shown.Language != "" {
		return shown.Language
	}
	if row < 0 || row >= len(s.rows.Items) {
		return text.PlainText
	}
	return text.Language(s.rows.Items[row].Path, "")
}

// Costs counts, beside the window, what rows would cost in each view mode, and tells
// known, which is not called when others are asked for meanwhile. A mode that one file
// cannot have counts as the summary that would stand in its place, and is left out when
// none can have it; there are no modes at all when none of the files can be read. The
// figures are the model's.
func (s *Session) Costs(rows []int, known func(aggregate.Costs)) {
	if s.project == nil {
		return
	}
	var items []models.FileItem
	for _, row := range rows {
		if row >= 0 && row < len(s.rows.Items) {
			items = append(items, s.rows.Items[row].FileItem.Clone())
		}
	}
	in, builder, model := s.input(), s.project.Builder, s.Model()
	s.costing.Start(func(ctx context.Context) func() {
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
		total := sumCosts(all, model)
		return func() { known(total) }
	})
}

// sumCosts adds up what files cost.
func sumCosts(all []aggregate.Costs, model tokens.Model) aggregate.Costs {
	total := aggregate.Costs{}
	for _, mode := range models.ViewModes() {
		sum, any := aggregate.Count{Exact: true}, false
		for _, costs := range all {
			cost, ok := costs[mode]
			if !ok {
				cost = costs[models.Summary]
			}
			any = any || ok
			sum = sum.Add(project.Scaled(cost, model))
		}
		if any {
			total[mode] = sum
		}
	}
	return total
}
