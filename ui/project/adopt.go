package project

import (
	"context"
)

// Adopt creates a dossier.toml, and a dossier_history.toml, for a project that is read from a
// manual_slop.toml, which stays unchanged. It returns the keys without a counterpart; they are in
// the dossier.toml as a comment.
func (p *Project) Adopt(ctx context.Context) (untranslated []string, err error) {
	if err := p.saving.wait(ctx); err != nil {
		return nil, err
	}
	defer p.saving.pass()
	next, untranslated, err := p.File().Adopt(ctx)
	if err == nil {
		p.setFile(next)
		p.LoadHistory()
	}
	return untranslated, err
}
