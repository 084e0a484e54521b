package project

import (
	"context"
	"slices"

	"dossier/models"
)

// ChangeExcluded saves the project's own ignore patterns as fn changes them: to those of its file,
// in order. fn is called again, on what another program has saved meanwhile, where both have
// changed them. An error of fn is returned, and nothing is saved.
func (p *Project) ChangeExcluded(ctx context.Context, fn func([]string) ([]string, error)) error {
	return p.change(ctx, func(k *Kept) (func(*models.Project), error) {
		next, err := fn(slices.Clone(k.Project.Exclude))
		if err != nil || slices.Equal(next, k.Project.Exclude) {
			return nil, err
		}
		return func(to *models.Project) { to.Exclude = next }, nil
	})
}
