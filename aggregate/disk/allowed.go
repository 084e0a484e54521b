package disk

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
)

// Allowed is the set of absolute paths outside the project that the person has
// allowed to be read. It is made from the person's own settings, never from anything
// that came with a project. The zero value allows nothing.
type Allowed struct {
	paths []string // clean, sorted
}

// Allow returns the set of the given paths. A file stands for itself, a folder for
// everything in it that its own links do not lead out of. Paths that are not
// absolute are left out.
func Allow(paths ...string) Allowed {
	var a Allowed
	for _, p := range paths {
		if filepath.IsAbs(p) {
			a.paths = append(a.paths, filepath.Clean(p))
		}
	}
	slices.Sort(a.paths)
	a.paths = slices.Compact(a.paths)
	return a
}

// Paths returns the allowed paths in byte order.
func (a Allowed) Paths() []string { return slices.Clone(a.paths) }

// Has reports whether a path is allowed, itself or as part of a folder. It compares
// text; what lies at the path is not looked at.
func (a Allowed) Has(path string) bool {
	_, _, ok := a.Find(filepath.Clean(path))
	return ok
}

// Find returns the allowed path that target is or lies in, and the way from there, which
// links must not lead out of; "." when it is the path itself.
func (a Allowed) Find(target string) (entry, rest string, ok bool) {
	if !filepath.IsAbs(target) {
		return "", "", false
	}
	for dir := target; ; dir = filepath.Dir(dir) {
		if _, found := slices.BinarySearch(a.paths, dir); found {
			rest, err := filepath.Rel(dir, target)
			return dir, rest, err == nil && filepath.IsLocal(rest)
		}
		if dir == filepath.Dir(dir) {
			return "", "", false
		}
	}
}

// open opens an allowed path; any other gives [ErrOutside].
func (a Allowed) open(target string) (*os.File, error) {
	entry, rest, ok := a.Find(target)
	if !ok {
		return nil, ErrOutside
	}
	if rest == "." {
		return os.OpenFile(entry, openFlags, 0)
	}
	root, err := os.OpenRoot(entry)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	return root.OpenFile(rest, openFlags, 0)
}

func (a Allowed) stat(target string) (fs.FileInfo, error) {
	entry, rest, ok := a.Find(target)
	if !ok {
		return nil, ErrOutside
	}
	if rest == "." {
		return os.Stat(entry)
	}
	root, err := os.OpenRoot(entry)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	return root.Stat(rest)
}
