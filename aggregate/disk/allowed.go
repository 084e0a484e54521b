package disk

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
)

// Allowed is the set of absolute paths outside the project that the user has permitted to be
// read. It comes from the user's own settings, never from anything that came with a project. The
// zero value permits nothing.
type Allowed struct {
	paths []string // clean, sorted
}

// Allow returns the set of the given paths. A folder includes everything in it that is reachable
// without leaving it through a link. Paths that are not absolute are ignored.
func Allow(paths ...string) Allowed {
	var a Allowed
	for _, p := range paths {
		if filepath.IsAbs(p) {
			a.paths = append(a.paths, clean(p))
		}
	}
	slices.Sort(a.paths)
	a.paths = slices.Compact(a.paths)
	return a
}

// Has reports whether a path is permitted, itself or as part of a folder. It is purely lexical.
func (a Allowed) Has(path string) bool {
	_, _, ok := a.Find(clean(path))
	return ok
}

// Find returns the permitted path that target equals or is in, and the relative path from there,
// which links must not leave; "." if they are equal.
func (a Allowed) Find(target string) (entry, rest string, ok bool) {
	if !filepath.IsAbs(target) {
		return "", "", false
	}
	target = clean(target)
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

// open opens a permitted path; it returns [ErrOutside] for any other.
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
