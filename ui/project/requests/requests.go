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

// Requests are those to one project.
type Requests struct{ p *project.Project }

// To returns the requests to a project.
func To(p *project.Project) Requests { return Requests{p} }

// MaxText bounds the text in which something is found, in bytes.
const MaxText = 16 << 20

// Wanted is what to read.
type Wanted struct {
	Includes []string // in any case
	Paths    []string // allowed by the guards
	Guards   request.Guards
	// Named reports that the user has named the paths individually: then external ones are read
	// too, while the project is open.
	Named bool
}

// Read reads files and returns them with certain secrets redacted. A file that cannot be read
// contains the reason; the error is the context's.
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

// ReadParts reads the requested parts of files, each file once and in text order: all of it, or its
// lines and symbols. Of the guards only the size applies, and only to whole files. A file that
// cannot be read contains the reason; the error is the context's.
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

// Copied returns the text that copying requests copies, as assignments, and the number of files. It
// returns the context's error.
func (r Requests) Copied(ctx context.Context, found []Found, g request.Guards) (assigns string, files int, err error) {
	var read request.Files
	if err := r.ReadParts(ctx, &read, found, g); err != nil {
		return "", 0, err
	}
	return r.Assigns(&read), read.Len(), ctx.Err()
}

// AllowFolder lets the files in the guards' folder be read until the project is closed, because the
// user has named it.
func (r Requests) AllowFolder(g request.Guards) {
	dir := r.within(g).Dir
	if _, ok := r.p.Local(dir); !ok && filepath.Dir(dir) != dir {
		r.p.Access().AllowNow(dir)
	}
}

// Assigns formats files with paths relative to the project's folder.
func (r Requests) Assigns(files *request.Files) string { return files.Assigns(r.p.Dir) }

// within returns guards whose folder is absolute; the project's own when there is none.
func (r Requests) within(g request.Guards) request.Guards {
	if !filepath.IsAbs(g.Dir) {
		g.Dir = filepath.Join(r.p.Dir, g.Dir)
	}
	return g
}

// allow lets the paths be read that lie outside.
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
