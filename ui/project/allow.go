package project

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"dossier/aggregate/disk"
	"dossier/models"
)

// Access manages a project's permissions for external paths.
type Access struct{ p *Project }

// Access returns the project's permissions.
func (p *Project) Access() Access { return Access{p} }

// Allowed returns the external paths that the user has allowed this project to access, in byte order.
func (a Access) Allowed() []string { return a.p.store.Allowed(a.p.Dir) }

// Allow permits the project to read external paths, absolute or relative to it, and to write
// documents to them if its file names them as output folders. It stores the permission for this
// user and project, for all paths or none, and returns the absolute paths. The permission for the folder
// of a root ends when the root is removed. Paths in the project need no permission, except an output
// folder whose name begins with a dot.
func (a Access) Allow(ctx context.Context, names ...string) ([]string, error) {
	targets := make([]string, len(names))
	for i, name := range names {
		var err error
		if targets[i], err = a.allowable(name); err != nil {
			return nil, err
		}
	}
	isRoot := func(target string) bool {
		return slices.ContainsFunc(a.p.Roots().List(), func(r Root) bool { return r.PermissionPath() == target })
	}
	roots := slices.DeleteFunc(slices.Clone(targets), func(target string) bool { return !isRoot(target) })
	others := slices.DeleteFunc(slices.Clone(targets), isRoot)
	if err := a.p.store.AllowRoots(ctx, a.p.Dir, roots, others...); err != nil {
		return nil, err
	}
	a.AllowNow(targets...)
	return targets, nil
}

// allowable returns the absolute path of a name, or an error if it cannot be allowed.
func (a Access) allowable(name string) (string, error) {
	if label, _, ok := models.SplitRoot(name); ok {
		if root, found := a.p.Roots().Find(label); found && root.PermissionPath() != "" {
			name = root.PermissionPath()
		}
	}
	switch local, ok := a.p.Local(name); {
	case name == "" || strings.ContainsRune(name, 0):
		return "", fmt.Errorf("%q cannot be a path", name)
	case ok && ordinary(local):
		return "", fmt.Errorf("%s is in the project and needs no permission", Shown(name))
	case ok:
		return filepath.Join(a.p.Dir, filepath.FromSlash(local)), nil
	}
	target := a.p.absolute(name)
	if filepath.Dir(target) == target {
		return "", fmt.Errorf("%s is a whole disk: allow the folder or the file that you need", Shown(name))
	}
	return target, nil
}

// absolute returns a path that may be relative to the project.
func (p *Project) absolute(name string) string {
	if filepath.IsAbs(name) {
		return filepath.Clean(name)
	}
	return filepath.Join(p.Dir, name)
}

// onDisk returns the absolute path of a path of the project or of a root.
func (p *Project) onDisk(local string) string {
	if name, ok := p.root.Absolute(local); ok {
		return name
	}
	return filepath.Join(p.Dir, filepath.FromSlash(local))
}

// Revoke revokes the permission for paths, for all of them or none, and returns them in stored form.
func (a Access) Revoke(ctx context.Context, names ...string) ([]string, error) {
	allowed := a.Allowed()
	targets := make([]string, len(names))
	for i, name := range names {
		targets[i] = a.p.absolute(name)
		if local, ok := a.p.Local(name); ok {
			targets[i] = a.p.onDisk(local)
		}
		if slices.Contains(allowed, name) {
			targets[i] = name
		}
		if slices.Contains(allowed, targets[i]) {
			continue
		}
		if entry, _, ok := disk.Allow(allowed...).Find(targets[i]); ok {
			return nil, fmt.Errorf("%s is allowed as part of %s: revoke that", Shown(name), Shown(entry))
		}
		return nil, fmt.Errorf("%s is not allowed; dossier allow --list lists the allowed paths", Shown(name))
	}
	if err := a.p.store.Disallow(ctx, a.p.Dir, targets...); err != nil {
		return nil, err
	}
	a.change(func(list []string) []string {
		return slices.DeleteFunc(slices.Clone(list), func(one string) bool { return slices.Contains(targets, one) })
	})
	return targets, nil
}

// AllowNow permits reading external paths until the project is closed. It stores nothing.
func (a Access) AllowNow(targets ...string) {
	a.change(func(list []string) []string { return slices.Concat(list, targets) })
}

// Reload replaces the permissions in memory by the stored ones, which another process may have changed.
func (a Access) Reload() {
	if stored := a.Allowed(); !slices.Equal(stored, a.p.stored.Load().allowed) {
		a.change(func([]string) []string { return stored })
	}
}

// Follow adds the permissions that other processes have stored to those in memory.
func (a Access) Follow() {
	now := a.p.leave()
	more := slices.DeleteFunc(a.Allowed(), now.Has)
	if len(more) > 0 {
		a.AllowNow(more...)
	}
}

// change changes the permissions in memory.
func (a Access) change(change func([]string) []string) {
	a.p.allowing.Lock()
	defer a.p.allowing.Unlock()
	a.p.update(func(k *StoredState) { k.allowed = change(k.allowed) })
	a.p.mount()
	a.p.Builder.SetRoot(a.p.Reader())
	a.p.checkOutput()
}

// leave returns the external paths that the user has allowed.
func (p *Project) leave() disk.Allowed { return disk.Allow(p.stored.Load().allowed...) }

// Answered returns the hashes of the permissions that the project requested when the user last
// answered. [Access.Answer] stores those that it requests now; see package consent.
func (a Access) Answered() []string { return a.p.store.Answered(a.p.Dir) }

// Answer stores the hashes of the answered requests.
func (a Access) Answer(ctx context.Context, asked []string) error {
	return a.p.store.Answer(ctx, a.p.Dir, asked)
}

// Exists reports whether an absolute path given by the user exists.
func Exists(name string) bool {
	_, err := os.Lstat(name)
	return err == nil
}
