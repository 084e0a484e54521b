package project

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"dossier/aggregate"
	"dossier/aggregate/disk"
	"dossier/models"
)

// Roots manages the folders outside the project whose files are part of its tree.
//
// A root is only read while the user allows its folder, like any external path; the project
// file alone never makes it readable. Until then it is not even inspected. Roots are disjoint:
// none is in the project or in another root, and none contains one.
type Roots struct{ p *Project }

// Roots returns the project's roots.
func (p *Project) Roots() Roots { return Roots{p} }

// Root is a root and its state.
type Root struct {
	models.Root
	Dir string // the absolute path of its folder
	Err error  // nil if it is read; see [Root.PermissionPath]
}

// PermissionPath returns the absolute path that the user has to allow before the root is read; empty if
// permission is not the problem.
func (r Root) PermissionPath() string {
	var outside *disk.OutsideError
	if errors.As(r.Err, &outside) {
		return outside.Target
	}
	return ""
}

// RootError reports a root that is not used.
type RootError struct {
	Label   string
	Dir     string // the absolute path of its folder
	Problem string
}

func (e *RootError) Error() string {
	return fmt.Sprintf("the folder %s (%s) %s", e.Label, Shown(e.Dir), e.Problem)
}

// List returns the roots, sorted by label.
func (r Roots) List() []Root {
	mounts := r.p.root.Mounts()
	var out []Root
	for _, one := range r.p.StoredState().Project.Roots {
		at := slices.IndexFunc(mounts, func(m disk.Mount) bool { return m.Label == one.Label })
		if at < 0 {
			continue // the project file is being loaded
		}
		root := Root{Root: one, Dir: r.p.absolute(filepath.FromSlash(one.Path)), Err: mounts[at].Err}
		if mounts[at].Root != nil {
			root.Dir = mounts[at].Root.Dir()
		}
		out = append(out, root)
	}
	return out
}

// Find returns a root by its label.
func (r Roots) Find(label string) (Root, bool) {
	list := r.List()
	at := slices.IndexFunc(list, func(one Root) bool { return one.Label == label })
	if at < 0 {
		return Root{}, false
	}
	return list[at], true
}

// Refresh opens the roots again, after the project file or the permissions have changed or a
// missing folder may exist again. It reports whether anything has changed.
func (r Roots) Refresh() bool { return r.p.mount() }

// Add adds a folder, absolute or relative to the project, as a root, and allows it for this user and project.
// An empty label is derived from its name. It returns the root, and whether it is new to the project file.
func (r Roots) Add(ctx context.Context, label, dir string) (added Root, isNew bool, err error) {
	root, real, _, err := r.plan(r.p.StoredState(), label, dir)
	if err != nil {
		return Root{}, false, err
	}
	// The permission is stored first, so that another window that follows the file finds it.
	before := slices.Contains(r.p.Access().Allowed(), real)
	if err := r.p.store.AllowRoots(ctx, r.p.Dir, []string{real}); err != nil {
		return Root{}, false, err
	}
	r.p.Access().AllowNow(real)
	err = r.p.change(ctx, func(k *StoredState) (func(*models.Project), error) {
		var exists bool
		var err error
		root, _, exists, err = r.plan(k, label, dir)
		if isNew = err == nil && !exists; !isNew {
			return nil, err
		}
		return func(to *models.Project) { to.Roots = withRoot(to.Roots, root) }, nil
	})
	if err != nil {
		if !before {
			_, undone := r.p.Access().Revoke(ctx, real)
			err = errors.Join(err, undone)
		}
		return Root{}, false, err
	}
	added, _ = r.Find(root.Label)
	return added, isNew, nil
}

// Check returns why [Roots.Add] would refuse a folder and a label.
func (r Roots) Check(label, dir string) error {
	_, _, _, err := r.plan(r.p.StoredState(), label, dir)
	return err
}

// plan returns the root for a folder, the folder's real path, and whether the project file
// already contains it, so that it only needs permission.
func (r Roots) plan(k *StoredState, label, dir string) (root models.Root, real string, exists bool, err error) {
	if real, err = realFolder(r.p.absolute(dir)); err != nil {
		return root, "", false, err
	}
	taken := func(label string) bool {
		return slices.ContainsFunc(k.Project.Roots, func(one models.Root) bool { return one.Label == label }) || r.p.hasFolder(label)
	}
	at := slices.IndexFunc(k.Project.Roots, func(one models.Root) bool { return r.p.at(one, real) })
	if at >= 0 && (label == "" || label == k.Project.Roots[at].Label) {
		return k.Project.Roots[at], real, true, nil
	}
	if label == "" {
		label = models.LabelFor(filepath.Base(real), taken)
	}
	root = models.Root{Label: label, Path: r.p.rootPath(real)}
	if err = models.CheckLabel(label); err == nil {
		err = r.check(k, root, real)
	}
	switch {
	case err != nil:
	case taken(label):
		err = fmt.Errorf("the label %s is taken; choose another one", label)
	case len(k.Project.Roots) == models.MaxRoots:
		err = fmt.Errorf("a project has at most %d additional folders", models.MaxRoots)
	}
	return root, real, false, err
}

// Remove removes a root and revokes the permission for its folder, unless the user had given it before the
// folder became a root. If rows is set, it also removes the entries of the project file for its files, and returns them; otherwise,
// and in presets, they remain as missing files.
func (r Roots) Remove(ctx context.Context, label string, rows bool) (root Root, removed []string, err error) {
	err = r.p.change(ctx, func(k *StoredState) (func(*models.Project), error) {
		var ok bool
		if root, ok = r.Find(label); !ok {
			return nil, fmt.Errorf("there is no folder with the label %s; dossier roots list lists them", Shown(label))
		}
		next := k.Composition()
		if rows {
			removed = k.dropRoot(&next, label)
		}
		return func(to *models.Project) {
			to.Roots = slices.DeleteFunc(slices.Clone(to.Roots), func(one models.Root) bool { return one.Label == label })
			to.Files, to.Screenshots = next.Files, next.Screenshots
		}, nil
	})
	if err != nil {
		return Root{}, nil, err
	}
	if r.p.store.AllowedAsRoot(r.p.Dir, root.Dir) {
		_, err = r.p.Access().Revoke(ctx, root.Dir)
	}
	return root, removed, err
}

// Drop removes the entries of a composition for files of a root, and returns them.
func (r Roots) Drop(c *models.Composition, label string) (removed []string) {
	return r.p.StoredState().dropRoot(c, label)
}

func (k *StoredState) dropRoot(c *models.Composition, label string) (removed []string) {
	of := func(p string) bool {
		at, _, ok := models.SplitRoot(p)
		if ok && at == label {
			removed = append(removed, p)
		}
		return ok && at == label
	}
	c.Files = slices.DeleteFunc(c.Files, func(item models.FileItem) bool { return of(k.FilesBase().Path(item.Path)) })
	c.Screenshots = slices.DeleteFunc(c.Screenshots, func(shot models.Screenshot) bool { return of(k.ScreenshotBase().Path(shot.Path)) })
	return removed
}

func withRoot(list []models.Root, root models.Root) []models.Root {
	list = append(slices.Clone(list), root)
	slices.SortFunc(list, func(a, b models.Root) int { return strings.Compare(a.Label, b.Label) })
	return list
}

// realFolder returns the real path of a folder given by the user.
func realFolder(dir string) (string, error) {
	if err := CheckFolder(dir); err != nil {
		return "", err
	}
	real, err := filepath.EvalSymlinks(dir)
	if err != nil {
		return "", fmt.Errorf("open %s: %w", Shown(dir), err)
	}
	return real, nil
}

// at reports whether a root is the folder at a real path.
func (p *Project) at(root models.Root, real string) bool {
	return inFolder(real, p.absolute(filepath.FromSlash(root.Path))) && inFolder(p.absolute(filepath.FromSlash(root.Path)), real)
}

// maxUp is the max number of parent folders in a stored path: a path relative to the project is
// valid on other machines too, unless it depends on this machine's layout.
const maxUp = 3

// rootPath returns the stored form of a root's path.
func (p *Project) rootPath(real string) string {
	rel, err := filepath.Rel(p.Dir, real)
	if rel = filepath.ToSlash(rel); err != nil || strings.HasPrefix(rel, strings.Repeat("../", maxUp+1)) {
		return filepath.ToSlash(real)
	}
	return rel
}

// hasFolder reports whether the project contains a folder with the name of a root's folder.
func (p *Project) hasFolder(label string) bool {
	_, err := p.folder.Lstat(models.RootFolder(label))
	return err == nil
}

// mount opens the roots that the user allows, and reports whether anything has changed. Folders
// that are no longer mounted stay open until the project is closed, because they may be in use.
func (p *Project) mount() bool {
	p.mounting.Lock()
	defer p.mounting.Unlock()
	k := p.stored.Load()
	allowed := disk.Allow(k.allowed...)
	before := p.root.Mounts()
	var list []disk.Mount
	for _, root := range k.Project.Roots {
		m := disk.Mount{Label: root.Label}
		m.Root, m.Err = p.openRoot(root, allowed, list)
		list = append(list, m)
	}
	if slices.EqualFunc(before, list, sameMount) {
		return false
	}
	p.root.SetMounts(list)
	if p.Builder != nil {
		for _, m := range slices.Concat(before, list) {
			p.Builder.Invalidate(models.RootFolder(m.Label))
		}
		p.Builder.SetRoot(p.Reader())
	}
	p.mu.Lock()
	p.scanned = nil
	p.mu.Unlock()
	return true
}

func sameMount(a, b disk.Mount) bool {
	return a.Label == b.Label && a.Root == b.Root && (a.Err == nil) == (b.Err == nil) && (a.Err == nil || a.Err.Error() == b.Err.Error())
}

// openRoot opens the folder of a root, or returns why it is not read. It does not access the
// folder before the user allows the name in the project file, and reads nothing before the user
// allows its real path. earlier are the roots with smaller labels.
func (p *Project) openRoot(root models.Root, allowed disk.Allowed, earlier []disk.Mount) (*disk.Root, error) {
	dir := p.absolute(filepath.FromSlash(root.Path))
	if err := p.overlaps(root.Label, dir, nil); err != nil {
		return nil, err
	}
	switch {
	case filepath.Dir(dir) == dir:
		return nil, &RootError{root.Label, dir, "is not used: it is a whole disk; name the folder that you need"}
	case p.hasFolder(root.Label):
		return nil, &RootError{root.Label, dir, fmt.Sprintf("is not used: the project has a file or folder %s; choose another label", models.RootFolder(root.Label))}
	case !allowed.Has(dir):
		return nil, &disk.OutsideError{Path: models.RootFolder(root.Label), Target: dir}
	}
	opened, err := disk.Open(dir)
	if err != nil {
		return nil, err
	}
	real := opened.Dir()
	err = p.overlaps(root.Label, real, earlier)
	if err == nil && !allowed.Has(real) {
		err = &disk.OutsideError{Path: models.RootFolder(root.Label), Target: real}
	}
	if err != nil {
		opened.Close()
		return nil, err
	}
	if old := p.roots[real]; old != nil && !old.Moved() {
		opened.Close()
		return old, nil
	}
	if old := p.roots[real]; old != nil {
		p.formerRoots = append(p.formerRoots, old)
	}
	p.roots[real] = opened
	return opened, nil
}

// overlaps returns an error if a folder cannot be a root: it is in the project or in another
// root, or contains one. It only inspects folders above those that are open.
func (p *Project) overlaps(label, dir string, others []disk.Mount) error {
	switch {
	case inFolder(dir, p.Dir):
		return &RootError{label, dir, "is not used: it is in the project already"}
	case inFolder(p.Dir, dir):
		return &RootError{label, dir, "is not used: it contains the project; open that folder instead, or name a folder next to the project"}
	}
	for _, other := range others {
		if other.Root == nil || other.Label == label {
			continue
		}
		switch at := other.Root.Dir(); {
		case inFolder(dir, at) && inFolder(at, dir):
			return &RootError{label, dir, fmt.Sprintf("is not used: it is already included as the folder %s", other.Label)}
		case inFolder(dir, at):
			return &RootError{label, dir, fmt.Sprintf("is not used: it is already included in the folder %s", other.Label)}
		case inFolder(at, dir):
			return &RootError{label, dir, fmt.Sprintf("is not used: it contains the folder %s", other.Label)}
		}
	}
	return nil
}

// inFolder reports whether a path is a folder or in it, judging by names only.
func inFolder(name, dir string) bool {
	rel, err := filepath.Rel(dir, name)
	return err == nil && filepath.IsLocal(rel)
}

// check returns an error if a folder, given by its real path, cannot be a root. A folder may
// have several names, for example in different case.
func (r Roots) check(k *StoredState, root models.Root, real string) error {
	if filepath.Dir(real) == real {
		return &RootError{root.Label, real, "is a whole disk; name the folder that you need"}
	}
	if err := r.p.overlaps(root.Label, real, r.p.root.Mounts()); err != nil {
		return err
	}
	for _, other := range k.Project.Roots {
		if r.p.at(other, real) {
			return &RootError{root.Label, real, fmt.Sprintf("is not used: it is already included as the folder %s", other.Label)}
		}
	}
	if sameFolderAbove(real, r.p.Dir) || sameFolderAbove(r.p.Dir, real) {
		return &RootError{root.Label, real, "is in the project, or contains it"}
	}
	return nil
}

// sameFolderAbove reports whether a folder is, on the disk, name or one of its parents.
func sameFolderAbove(name, dir string) bool {
	wanted, err := os.Stat(dir)
	if err != nil {
		return false
	}
	for at := name; ; at = filepath.Dir(at) {
		if info, err := os.Stat(at); err == nil && os.SameFile(info, wanted) {
			return true
		}
		if at == filepath.Dir(at) {
			return false
		}
	}
}

// closeRoots closes the folders of all roots.
func (p *Project) closeRoots() error {
	p.mounting.Lock()
	defer p.mounting.Unlock()
	var errs []error
	for _, root := range p.roots {
		errs = append(errs, root.Close())
	}
	for _, root := range p.formerRoots {
		errs = append(errs, root.Close())
	}
	p.roots, p.formerRoots = map[string]*disk.Root{}, nil
	return errors.Join(errs...)
}

// warnings returns a warning with a way out for each root that is not read.
func (r Roots) warnings() (out []aggregate.Warning) {
	for _, one := range r.List() {
		if one.Err != nil {
			out = append(out, aggregate.Warning{Message: one.problem()})
		}
	}
	return out
}

// problem returns why a root is not read, and what to do.
func (r Root) problem() string {
	switch r.State() {
	case RootNeedsPermission:
		return fmt.Sprintf("the folder %s is not read until you allow it: dossier allow %s", r.Label, Shown(r.PermissionPath()))
	case RootMissing:
		return fmt.Sprintf("the folder %s is missing at %s: restore it, or remove it with dossier roots remove %s", r.Label, Shown(r.Dir), r.Label)
	}
	return r.Err.Error()
}
