package project

import (
	"context"
	"errors"
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"dossier/aggregate"
	"dossier/aggregate/disk"
	"dossier/aggregate/ignore"
	"dossier/models"
	"dossier/presets"
)

// Choice selects the files of one call, instead of those of the project file.
type Choice struct {
	Paths   []string        // files, folders and patterns, relative to the project or absolute
	View    models.ViewMode // of all of them; empty means the default
	Exclude []string        // patterns of files to exclude, as in a .gitignore
}

// Choose returns the entries of a choice. Its paths were given by the user, so external files
// may be read. The error names the first path without matches. A folder or pattern with
// excluded files is replaced by its other files.
func (p *Project) Choose(ctx context.Context, choice Choice) ([]models.FileItem, error) {
	for _, pattern := range choice.Exclude {
		if err := ignore.Check(pattern); err != nil {
			return nil, fmt.Errorf("the pattern to exclude %s: %w", Shown(pattern), err)
		}
	}
	base := p.StoredState().FilesBase()
	resolver := p.Resolver(ctx, base)
	e := NewEdit(models.Composition{}, base, aggregate.Rows{})
	for _, name := range choice.Paths {
		entry := models.NewFileItem(e.EntryPath(p.relative(name)))
		if choice.View != "" {
			entry.ViewMode = choice.View
		}
		rows := resolver.Rows([]models.FileItem{entry})
		if err := p.missing(ctx, name, base.Path(entry.Path), rows.Items); err != nil {
			return nil, err
		}
		e.Composition.Files = append(e.Composition.Files, entry)
	}
	if len(choice.Exclude) == 0 {
		return e.Composition.Files, nil
	}
	rows := resolver.Rows(e.Composition.Files)
	e = NewEdit(e.Composition, base, rows)
	excluded := ignore.Parse("exclude", []byte(strings.Join(choice.Exclude, "\n")))
	var gone []string
	for _, item := range rows.Items {
		if excludes(excluded, item.Path) {
			gone = append(gone, item.Path)
		}
	}
	if len(gone) == len(rows.Items) {
		return nil, errors.New("all named files are excluded")
	}
	e.Remove(gone)
	return e.Composition.Files, nil
}

// missing returns why a path given by the user includes no file; nil if it includes one. own is the path
// in the project's form.
func (p *Project) missing(ctx context.Context, name, own string, rows []aggregate.Item) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if len(rows) == 0 {
		return fmt.Errorf("%s is never part of a document", Shown(name))
	}
	for _, row := range rows {
		if row.Err == nil && row.Path != own {
			continue // a file of a folder or pattern is in the tree, and there may be many
		}
		if mount := new(disk.MountError); errors.As(p.status(row.Path), &mount) {
			return mount
		}
		_, inside := p.Local(row.Path)
		notFound := new(aggregate.NotFoundError)
		switch {
		case row.Err == nil && p.Builder.Status(row.Path) != aggregate.Missing:
			continue
		case errors.As(row.Err, &notFound) && notFound.Folder && !inside:
			return fmt.Errorf("%s is outside the project: name its files, or open that folder with -C", Shown(name))
		case errors.As(row.Err, &notFound) && notFound.Folder:
			return fmt.Errorf("%s has no files that the tree lists; dossier explain %s shows why", Shown(name), Shown(name))
		case row.Err != nil:
			return row.Err
		}
		return fmt.Errorf("there is no %s", Shown(name))
	}
	return nil
}

// status returns why a path of the project cannot be read; nil if it exists.
func (p *Project) status(name string) error {
	_, err := p.Reader().Stat(name)
	return err
}

// excludes reports whether a list excludes a file or a folder that contains it.
func excludes(list *ignore.List, name string) bool {
	if list.Matches(name, false) {
		return true
	}
	for dir := path.Dir(name); dir != "." && dir != "/"; dir = path.Dir(dir) {
		if list.Matches(dir, true) {
			return true
		}
	}
	return false
}

// WriteDocument atomically writes a document to a path given by the user. An existing file is
// only replaced if replace is set; otherwise the error is [fs.ErrExist].
func (p *Project) WriteDocument(ctx context.Context, doc *aggregate.Document, name string, replace bool) error {
	return p.WriteText(ctx, doc.Text(), name, replace)
}

// WriteText is [Project.WriteDocument] for the text of a part of a document.
func (p *Project) WriteText(ctx context.Context, text, name string, replace bool) error {
	name, err := filepath.Abs(name)
	if err != nil {
		return err
	}
	return presets.WriteFile(ctx, p.places, name, []byte(text), replace)
}

// WithoutOutput returns the patterns to exclude plus one for the output file, if that is inside
// the project, so that a document does not include itself.
func (p *Project) WithoutOutput(exclude []string, output string) []string {
	name, err := filepath.Abs(output)
	if err != nil {
		return exclude
	}
	local, ok := p.Local(name)
	if !ok || local == "." { // the folder itself cannot be written
		return exclude
	}
	return append(slices.Clone(exclude), ignore.Exactly(local, false))
}
