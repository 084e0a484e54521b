package project

import (
	"context"
	"slices"

	"dossier/models"
)

// ChangeExcluded saves the project's own ignore patterns as changed by fn, which is called with
// those of the file, in order, and again if another program has changed them concurrently. If
// fn returns an error, it is returned, and nothing is saved.
func (p *Project) ChangeExcluded(ctx context.Context, fn func([]string) ([]string, error)) error {
	return p.change(ctx, func(k *StoredState) (func(*models.Project), error) {
		next, err := fn(slices.Clone(k.Project.Exclude))
		if err != nil || slices.Equal(next, k.Project.Exclude) {
			return nil, err
		}
		return func(to *models.Project) { to.Exclude = next }, nil
	})
}
