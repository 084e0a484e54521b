package tree

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"dossier/aggregate/disk"
	"dossier/aggregate/ignore"
	"dossier/models"
)

// root is a mounted folder and its rules: those of its own repository, with the
// ignore files above it, and the project's excludes.
type root struct {
	disk.Mount
	repo    repository
	modTime time.Time
}

// openRoots reads the rules of the mounted folders.
func openRoots(ctx context.Context, opts Options) ([]root, error) {
	var out []root
	for _, m := range opts.Root.Mounts() {
		r := root{Mount: m}
		if m.Root != nil {
			inner := opts
			inner.Root, inner.Exclude = m.Root, nil
			repo, err := openRepository(ctx, inner)
			if err != nil {
				return nil, err
			}
			r.repo = repo
			info, _ := m.Root.Lstat(".") // reading it reports the error
			r.modTime = info.ModTime
		}
		out = append(out, r)
	}
	return out, nil
}

// name returns the name of its folder in the tree.
func (r *root) name() string { return models.RootFolder(r.Label) }

// reason returns why it cannot be listed.
func (r *root) reason() Reason {
	switch {
	case r.Root != nil:
		return Listed
	case errors.Is(r.Err, disk.ErrOutside):
		return Outside
	case errors.Is(r.Err, disk.ErrNotFound):
		return Missing
	}
	return Unreadable
}

// notes returns sentences for the user about its rules.
func (r *root) notes() []string {
	var out []string
	for _, note := range slices.Concat(r.repo.notes, r.repo.index.notes()) {
		out = append(out, fmt.Sprintf("%s %s", r.name(), note))
	}
	return out
}

// Outdated reports whether the mounted folders have changed since the scan.
func (t *Tree) Outdated() bool {
	return !slices.EqualFunc(t.roots, t.opts.Root.Mounts(), func(r root, m disk.Mount) bool {
		return r.Label == m.Label && r.Root == m.Root && (r.Err == nil) == (m.Err == nil) && r.reason() == (&root{Mount: m}).reason()
	})
}

// rootOf returns the mounted folder with a name; nil if there is none.
func rootOf(roots []root, name string) *root {
	for i := range roots {
		if r := &roots[i]; len(name) == len(r.Label)+1 && r.name() == name {
			return r
		}
	}
	return nil
}

// mount adds the mounted folders to the names in the project's folder.
func (l *listing) mount(roots []root) {
	l.children = slices.DeleteFunc(l.children, func(c child) bool { return rootOf(roots, c.name) != nil })
	for i := range roots {
		r := &roots[i]
		l.children = append(l.children, child{node: node{name: r.name(), kind: disk.Folder, modTime: nanoseconds(r.modTime)}, root: r, old: -1})
	}
	l.sort()
}

// mountedScope returns the rules of a mounted folder: its own, and the project's excludes.
func (r *repository) mountedScope(in *root, outer *scope, name string, lists []*ignore.List) *scope {
	s := in.repo.rootScope(lists)
	s.exclude = r.excludeIn(outer, name)
	return s
}
