package repository

import (
	"cmp"
	"context"
	"errors"

	"dossier/aggregate"
	"dossier/aggregate/git/change"
	"dossier/aggregate/parallel"
	"dossier/ui/project"
)

// atOnce is the number of changed files that are in memory while they are redacted and counted.
const atOnce = 64

// detail is a file of a report while its tokens or its patch are determined.
type detail struct {
	file   File
	change aggregate.Change
	wanted bool
}

// fill calls each, from several goroutines, with the redacted contents of each wanted file that
// is not only named. It returns an error of each, or the context's.
func fill(ctx context.Context, files []detail, redacting *project.Redacting, each func(*File, aggregate.Change) error) error {
	if err := parallel.Each(ctx, len(files), func(i int) error { return files[i].read(ctx, redacting) }); err != nil {
		return err
	}
	for i := range files { // in order, so that secrets are numbered deterministically
		if err := files[i].redact(ctx, redacting); err != nil {
			return err
		}
	}
	return parallel.Each(ctx, len(files), func(i int) error {
		if d := &files[i]; d.wanted {
			return each(&d.file, d.change)
		}
		return nil
	})
}

// read reads both contents of a file and looks for secrets in them. It returns only the context's error.
func (d *detail) read(ctx context.Context, redacting *project.Redacting) (err error) {
	content := d.change.Content
	if d.wanted = d.wanted && (content == change.Text || content == change.Submodule); !d.wanted || content == change.Submodule {
		return nil
	}
	if d.change.Old, d.change.New, err = d.change.Set.Texts(ctx, d.change.File); err != nil {
		return d.failed(ctx, err)
	}
	if err := redacting.Check(ctx, d.was(), d.change.Old); err != nil {
		return err
	}
	return redacting.Check(ctx, d.change.Path, d.change.New)
}

// redact redacts both contents, each as a whole, because single lines of a multi-line secret
// are not recognized. It returns only the context's error.
func (d *detail) redact(ctx context.Context, redacting *project.Redacting) (err error) {
	if !d.wanted || d.change.Content == change.Submodule {
		return nil
	}
	if d.change.Old, err = redacting.File(ctx, d.was(), d.change.Old); err == nil {
		d.change.New, err = redacting.File(ctx, d.change.Path, d.change.New)
	}
	var withheld *aggregate.WithheldError
	if errors.As(err, &withheld) {
		err = errors.New("withheld, because files of this name hold secrets")
	}
	return d.failed(ctx, err)
}

// was returns the path before the change.
func (d *detail) was() string { return cmp.Or(d.change.OldPath, d.change.Path) }

// failed marks the file as only named because of an error, unless the context has ended.
func (d *detail) failed(ctx context.Context, err error) error {
	if err != nil && ctx.Err() == nil {
		d.file.Named, d.wanted = err.Error(), false
	}
	return ctx.Err()
}
