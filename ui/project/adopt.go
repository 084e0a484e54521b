package project

import (
	"context"
)

// Adopt makes a dossier.toml, and a dossier_history.toml, of a project that is read from
// a manual_slop.toml, which stays as it is. It returns the keys that have no counterpart
// here: they stand in the dossier.toml as a comment.
func (p *Project) Adopt(ctx context.Context) (untranslated []string, err error) {
	next, untranslated, err := p.file.Adopt(ctx)
	if err == nil {
		p.SetFile(next)
		p.LoadHistory()
	}
	return untranslated, err
}
