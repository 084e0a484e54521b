package requests

import (
	"context"
	"path/filepath"

	"dossier/aggregate"
	"dossier/aggregate/request"
	"dossier/aggregate/text"
	"dossier/models"
	"dossier/ui/project"
)

// Requests handles requests for files of one project.
type Requests struct{ p *project.Project }

// To returns the Requests of a project.
func To(p *project.Project) Requests { return Requests{p} }

// MaxText is the max size of a text that is searched for requests, in bytes.
const MaxText = 16 << 20

// Wanted selects the files to read.
type Wanted struct {
	Includes []string // unconditionally
	Paths    []string // if the guards allow them
	Guards   request.Guards
	// Named reports whether the user has named the paths individually: then external ones are
	// read too, while the project is open.
	Named bool
}

// Read reads files and returns them with certain secrets redacted. For a file that cannot be
// read, the content is the reason. It returns the context's error.
func (r Requests) Read(ctx context.Context, files *request.Files, w Wanted) error {
	g := r.within(w.Guards)
	if w.Named {
		r.allow(g, append(w.Includes[:len(w.Includes):len(w.Includes)], w.Paths...))
	}
	disk := r.p.Redacting(ctx)
	if err := files.Include(ctx, disk, w.Includes, g); err != nil {
		return err
	}
	return files.Request(ctx, disk, w.Paths, g)
}

// ReadParts reads the requested parts of files, each file once and in text order: the whole
// file, or lines and symbols. Of the guards only the size applies, and only to whole files. For
// a file that cannot be read, the content is the reason. It returns the context's error.
func (r Requests) ReadParts(ctx context.Context, files *request.Files, found []Found, g request.Guards) error {
	g = r.within(g)
	whole := r.p.Redacting(ctx)
	var order []string
	of := map[string][]Found{}
	for _, f := range found {
		if of[f.Path] == nil {
			order = append(order, f.Path)
		}
		of[f.Path] = append(of[f.Path], f)
	}
	for _, path := range order {
		picks, err := r.Plan(ctx, nil, of[path])
		if err == nil && picks[0].Whole {
			if err := files.Include(ctx, whole, []string{path}, g); err != nil {
				return err
			}
			continue
		}
		file := request.File{Path: g.Full(path)}
		if err == nil {
			item := models.NewFileItem(path)
			picks[0].apply(&item, true)
			var view aggregate.FileView
			view, _, err = r.p.Builder.Redacted(ctx, r.p.Input(), item)
			file.Content = view.Text
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			file.Problem = "Error reading file: " + text.OneLine(err.Error())
			file.Content = "[" + file.Problem + "]"
		}
		files.Set(file)
	}
	return nil
}

// Copied returns the text for copying requests, as assignments, and the number of files. It
// returns the context's error.
func (r Requests) Copied(ctx context.Context, found []Found, g request.Guards) (assigns string, files int, err error) {
	var read request.Files
	if err := r.ReadParts(ctx, &read, found, g); err != nil {
		return "", 0, err
	}
	return r.Assigns(&read), read.Len(), ctx.Err()
}

// AllowFolder permits reading the files in the guards' folder until the project is closed,
// because the user has named it.
func (r Requests) AllowFolder(g request.Guards) {
	dir := r.within(g).Dir
	if _, ok := r.p.Local(dir); !ok && filepath.Dir(dir) != dir {
		r.p.Access().AllowNow(dir)
	}
}

// Assigns formats files with paths relative to the project's folder.
func (r Requests) Assigns(files *request.Files) string { return files.Assigns(r.p.Dir) }

// within returns guards with an absolute folder; by default the project's.
func (r Requests) within(g request.Guards) request.Guards {
	if !filepath.IsAbs(g.Dir) {
		g.Dir = filepath.Join(r.p.Dir, g.Dir)
	}
	return g
}

// allow permits reading the external ones of paths.
func (r Requests) allow(g request.Guards, paths []string) {
	var outside []string
	for _, path := range paths {
		full := filepath.Clean(g.Full(path))
		if _, ok := r.p.Local(full); !ok {
			outside = append(outside, full)
		}
	}
	if outside != nil {
		r.p.Access().AllowNow(outside...)
	}
}
