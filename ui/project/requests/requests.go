package requests

import (
	"context"
	"path/filepath"

	"dossier/aggregate/request"
	"dossier/ui/project"
)

// Requests are those to one project.
type Requests struct{ p *project.Project }

// To returns the requests to a project.
func To(p *project.Project) Requests { return Requests{p} }

// MaxText bounds the text in which something is found, in bytes.
const MaxText = 16 << 20

// Wanted is what is to be read.
type Wanted struct {
	Includes []string // in any case
	Paths    []string // behind the guards
	Guards   request.Guards
	// Named says that a person has named the paths and includes, one by one: then what lies
	// outside the project is read too, for as long as the project is open.
	Named bool
}

// Read reads files into those that are there, without the secrets that stand in them. A file that
// cannot be read says so in its place; the error is the context's.
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

// AllowFolder lets what lies in the folder of guards be read until the project is closed,
// because a person has named it.
func (r Requests) AllowFolder(g request.Guards) {
	dir := r.within(g).Dir
	if _, ok := r.p.Local(dir); !ok && filepath.Dir(dir) != dir {
		r.p.Access().AllowNow(dir)
	}
}

// Assigns spells files as they are seen from the project's folder.
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
