package project

import (
	"context"
	"errors"

	"dossier/models"
	"dossier/presets"
)

// saveAttempts is the max number of times that a change is repeated because another program has
// concurrently changed the same: commands that run in parallel.
const saveAttempts = 20

// change saves the project file as changed by fn; a nil result changes nothing. fn is called again
// if another program has saved a conflicting change concurrently.
func (p *Project) change(ctx context.Context, fn func(*StoredState) (edit func(*models.Project), err error)) error {
	if err := p.saving.wait(ctx); err != nil {
		return err
	}
	defer p.saving.pass()
	for attempt := 1; ; attempt++ {
		k := p.StoredState()
		if err := k.File.ReadOnly(); err != nil {
			return err
		}
		edit, err := fn(k)
		if err != nil || edit == nil {
			return err
		}
		next, err := k.File.Save(ctx, edit)
		if err == nil || conflicts(err) {
			p.setFile(next)
		}
		if !conflicts(err) || attempt == saveAttempts {
			return err
		}
	}
}

// edit returns an edit of the composition of a stored state, which may be older than the current one.
func (p *Project) edit(ctx context.Context, k *StoredState) *Edit {
	return NewEdit(k.Composition(), k.FilesBase(), p.Resolver(ctx, k.FilesBase()).Rows(k.Project.Files))
}

// exclude removes ids from a list of excluded ids, or adds them, and saves nothing else of the
// project file. It returns the number of changed ids.
func exclude(ctx context.Context, p *Project, list func(*models.Project) *[]string, ids []string, in bool) (moved int, err error) {
	err = p.change(ctx, func(k *StoredState) (func(*models.Project), error) {
		old := k.Project
		var next []string
		if next, moved = Excluding(*list(&old), ids, in); moved == 0 {
			return nil, nil
		}
		return func(to *models.Project) { *list(to) = next }, nil
	})
	if err != nil {
		moved = 0
	}
	return moved, err
}

// save saves an edit of the project file. A conflicting change by another program is an error,
// and is preserved.
func (p *Project) save(ctx context.Context, edit func(*models.Project)) error {
	if err := p.saving.wait(ctx); err != nil {
		return err
	}
	defer p.saving.pass()
	next, err := p.File().Save(ctx, edit)
	if err == nil || conflicts(err) {
		p.setFile(next)
	}
	return err
}

// SaveComposition writes a composition to the project file, and nothing else. base is the file
// that the composition is based on, and the result is the written file. Conflicting changes by
// other programs since are a [*presets.ConflictError], and are preserved unless over is set.
func (p *Project) SaveComposition(ctx context.Context, base *presets.ProjectFile, c models.Composition, over bool) (*presets.ProjectFile, error) {
	if err := p.saving.wait(ctx); err != nil {
		return base, err
	}
	defer p.saving.pass()
	edit := func(file *models.Project) { presets.SetComposition(file, c) }
	next, err := base.Save(ctx, edit)
	if over && conflicts(err) {
		next, err = next.Save(ctx, edit)
	}
	if err == nil {
		p.setFile(next)
	}
	return next, err
}

// FileIDs returns fingerprints of files from when they were in the composition, by path.
func (p *Project) FileIDs() map[string]presets.FileID { return p.store.FileIDs(p.Dir) }

// MoveAside renames a project file that cannot be parsed, so that a new one can be created, and
// returns the new name. The project's composition does not change.
func (p *Project) MoveAside(ctx context.Context) (aside string, err error) {
	if err := p.saving.wait(ctx); err != nil {
		return "", err
	}
	defer p.saving.pass()
	_, aside, err = p.File().MoveAside(ctx)
	return aside, err
}

func conflicts(err error) bool { return errors.As(err, new(*presets.ConflictError)) }
