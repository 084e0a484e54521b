package repository

import (
	"cmp"
	"context"
	"errors"

	"dossier/aggregate"
	"dossier/aggregate/git/change"
	"dossier/aggregate/parallel"
	"dossier/aggregate/secrets"
	"dossier/ui/project"
)

// atOnce is the number of changed files that are in memory while they are redacted and counted.
const atOnce = 64

// detail is a file of a report while its tokens or its patch are determined.
type detail struct {
	file   File
	change aggregate.Change
	wanted bool

	old, new         secrets.Check // what was found in the contents
	oldName, newName secrets.Check // what was found in the paths
}

// fill calls each, from several goroutines, with the redacted contents of each wanted file that
// is not only named. It returns an error of each, or the context's.
func fill(ctx context.Context, files []detail, redacting *project.Redacting, each func(*File, aggregate.Change) error) error {
	if err := parallel.Each(ctx, len(files), func(i int) error { return files[i].read(ctx, redacting) }); err != nil {
		return err
	}
	for i := range files { // in order, so that secrets are numbered deterministically
		files[i].redact(redacting)
		files[i].redactNames(redacting)
	}
	return parallel.Each(ctx, len(files), func(i int) error {
		if d := &files[i]; d.wanted {
			return each(&d.file, d.change)
		}
		return nil
	})
}

// read reads both contents of a file and looks for secrets in them and in its paths. It returns only the context's error.
func (d *detail) read(ctx context.Context, redacting *project.Redacting) (err error) {
	content := d.change.Content
	if d.wanted = d.wanted && (content == change.Text || content == change.Submodule); !d.wanted {
		return nil
	}
	if d.newName, err = redacting.CheckName(ctx, d.change.Path); err != nil {
		return err
	}
	if d.oldName, err = redacting.CheckName(ctx, d.change.OldPath); err != nil || content == change.Submodule {
		return err
	}
	if d.change.Old, d.change.New, err = d.change.Set.Texts(ctx, d.change.File); err != nil {
		d.failed(err)
		return ctx.Err()
	}
	if d.old, err = redacting.Check(ctx, d.oldPath(), d.change.Old); err != nil {
		return err
	}
	d.new, err = redacting.Check(ctx, d.change.Path, d.change.New)
	return err
}

// redact redacts both contents, each as a whole, because single lines of a multi-line secret
// are not recognized.
func (d *detail) redact(redacting *project.Redacting) {
	if !d.wanted || d.change.Content == change.Submodule {
		return
	}
	var err error
	if d.change.Old, err = redacting.CheckedFile(d.oldPath(), d.change.Old, d.old); err == nil {
		d.change.New, err = redacting.CheckedFile(d.change.Path, d.change.New, d.new)
	}
	if err != nil { // the only one
		d.failed(errors.New("withheld, because files of this name hold secrets"))
	}
}

// redactNames redacts the names that the header of a patch has.
func (d *detail) redactNames(redacting *project.Redacting) {
	if d.wanted {
		d.change.Path = redacting.CheckedName(d.change.Path, d.newName)
		d.change.OldPath = redacting.CheckedName(d.change.OldPath, d.oldName)
	}
}

// oldPath returns the path before the change.
func (d *detail) oldPath() string { return cmp.Or(d.change.OldPath, d.change.Path) }

// failed marks the file as only named because of an error.
func (d *detail) failed(err error) { d.file.Named, d.wanted = err.Error(), false }
