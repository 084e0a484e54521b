package gitrepo

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

const (
	pointerLimit = 4 << 10 // of a file that holds one path
	configLimit  = 1 << 20
	listLimit    = 1 << 20
	indexLimit   = 256 << 20
)

// Repository is where a project's repository lies. All paths are absolute when the one
// given to [Discover] is.
type Repository struct {
	Root      string // the folder of the work tree
	GitDir    string // the folder of its index
	CommonDir string // the folder of its configuration and info/exclude; GitDir but for linked work trees
}

// Discover finds the repository that dir lies in, the nearest one above; false when
// there is none. Links in dir should be resolved by the caller. A bare repository is
// none: it has no files.
//
// A .git file may point anywhere: at a sub-module's or a linked work tree's folder in
// another repository, or wherever a stranger wants it to. That is safe because only
// the files index, config and info/exclude are ever read there, as data and up to a
// limit, and because nothing of them reaches a document: what comes back is a verdict
// on this project's own paths and, on the screen, the pattern that gave it.
func Discover(dir string) (Repository, bool) {
	for {
		if git, ok := gitDir(dir); ok {
			return Repository{Root: dir, GitDir: git, CommonDir: commonDir(git)}, true
		}
		up := filepath.Dir(dir)
		if up == dir {
			return Repository{}, false
		}
		dir = up
	}
}

func gitDir(dir string) (string, bool) {
	path := filepath.Join(dir, ".git")
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return "", false
	case info.IsDir():
		// A folder of that name without a HEAD is not git's.
		_, err := os.Lstat(filepath.Join(path, "HEAD"))
		return path, err == nil
	}
	return pointer(path, "gitdir: ", dir)
}

// pointer reads a file that holds a path behind a prefix.
func pointer(path, prefix, base string) (string, bool) {
	data, err := read(path, pointerLimit)
	if err != nil {
		return "", false
	}
	target, ok := strings.CutPrefix(strings.TrimRight(string(data), "\r\n"), prefix)
	if !ok || target == "" || strings.ContainsRune(target, 0) {
		return "", false
	}
	if !filepath.IsAbs(target) {
		target = filepath.Join(base, target)
	}
	return filepath.Clean(target), true
}

func commonDir(git string) string {
	if dir, ok := pointer(filepath.Join(git, "commondir"), "", git); ok {
		return dir
	}
	return git
}

// Info returns the text of info/exclude, of at most 1 MiB; nil when there is none.
func (r Repository) Info() ([]byte, error) {
	return optional(filepath.Join(r.CommonDir, "info", "exclude"), listLimit)
}

// Foreign returns the excludes file that the repository's own configuration names, in
// order to be reported; empty when it names none. It is not read: the repository may
// come from a stranger, and the file could be any of the person's.
func (r Repository) Foreign() string {
	data, err := read(filepath.Join(r.CommonDir, "config"), configLimit)
	if err != nil {
		return ""
	}
	named, _ := excludesFile(data)
	return named
}

// optional reads a file that may be missing.
func optional(path string, limit int64) ([]byte, error) {
	data, err := read(path, limit)
	if isMissing(err) {
		return nil, nil
	}
	return data, err
}

// isMissing reports whether an error says that there is no such file, or that
// something on the way to it is no folder.
func isMissing(err error) bool {
	return errors.Is(err, fs.ErrNotExist) || errors.Is(err, errNotDir)
}
