package project

import (
	"context"
	"os"
	"path/filepath"

	"dossier/aggregate"
	"dossier/models"
)

// Resolver returns a resolver of entries. It stops accessing the disk when the context ends.
func (p *Project) Resolver(ctx context.Context, base aggregate.Base) aggregate.Resolver {
	return aggregate.Resolver{
		Base: base, IsOutput: p.StoredState().Output().Has,
		Status: func(name string) aggregate.Status {
			if ctx.Err() != nil {
				return aggregate.Missing
			}
			return p.Builder.Status(name)
		},
		Listing: func() (aggregate.Listing, error) { return p.Tree(ctx) },
	}
}

// Item returns the composition's entry for a file, or a new one for a bare path. The path may
// be absolute; an external one becomes readable because the user named it.
func (p *Project) Item(ctx context.Context, name string) (models.FileItem, error) {
	rel := p.relative(name)
	for _, item := range p.Resolver(ctx, p.StoredState().FilesBase()).Rows(p.StoredState().Project.Files).Items {
		if item.Path == rel {
			return item.FileItem, nil
		}
	}
	return models.NewFileItem(rel), nil
}

// Local converts a path given by the user, absolute or relative to the project, to one relative
// to the project; false if it is outside. The project's folder may be given through links and,
// on a disk that ignores case, in another case. Use it only for paths that the user has just
// given: it inspects the disk, which must not happen for paths in a project file.
func (p *Project) Local(name string) (string, bool) {
	if local, ok := p.root.Local(name); ok {
		return p.root.CanonicalCase(local), true
	}
	if !filepath.IsAbs(name) {
		return "", false
	}
	dir, rest := filepath.Split(filepath.Clean(name))
	for {
		dir = filepath.Clean(dir)
		if _, err := os.Stat(dir); err == nil {
			break
		}
		up, base := filepath.Split(dir)
		if up == dir {
			return "", false
		}
		dir, rest = up, filepath.Join(base, rest) // a missing path is not a link
	}
	real, err := filepath.EvalSymlinks(dir)
	if err != nil {
		return "", false
	}
	local, ok := p.root.Local(filepath.Join(real, rest))
	return p.root.CanonicalCase(local), ok
}

// relative returns a path relative to the project. An external path becomes absolute and allowed.
func (p *Project) relative(name string) string {
	if local, ok := p.Local(name); ok {
		return local
	}
	name = p.absolute(name)
	p.Access().AllowNow(name)
	return name
}
