package session

import (
	"context"

	"dossier/aggregate"
	"dossier/aggregate/text"
	"dossier/models"
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

// Costs counts, beside the window, what each view mode of a row would cost, and tells
// known, which is not called when the file cannot be read or another row is asked for
// meanwhile. The figures are the model's.
func (s *Session) Costs(row int, known func(aggregate.Costs)) {
	if s.project == nil || row < 0 || row >= len(s.rows.Items) {
		return
	}
	in, builder, item, model := s.input(), s.project.Builder, s.rows.Items[row].FileItem.Clone(), s.Model()
	s.costing.start(func(ctx context.Context) func() {
		costs, err := builder.Costs(ctx, in, item)
		if err != nil {
			return nil
		}
		for mode, cost := range costs {
			costs[mode] = Scaled(cost, model)
		}
		return func() { known(costs) }
	})
}
