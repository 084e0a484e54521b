package git

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
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
	// Refused is the folder that .git names where that does not belong to this checkout:
	// GitDir and CommonDir are empty then, and nothing is read.
	Refused string
}

// Discover finds the repository that dir lies in, the nearest one above; false when
// there is none. Links in dir have to be resolved by the caller. A bare repository is
// none: it has no files.
//
// A .git that is a file or a link may name any folder, for it may come from a stranger.
// The folder counts when it is one that git keeps for this very checkout: that of a
// linked work tree, whose file gitdir names this .git, or that of a sub-module, whose
// core.worktree names dir. Any other is [Repository.Refused], and no file in it is
// opened, except for the one that has to say so in what looks like such a folder.
func Discover(dir string) (Repository, bool) {
	for {
		if r, ok := repositoryAt(dir); ok {
			return r, true
		}
		up := filepath.Dir(dir)
		if up == dir {
			return Repository{}, false
		}
		dir = up
	}
}

func repositoryAt(dir string) (Repository, bool) {
	path := filepath.Join(dir, ".git")
	info, err := os.Lstat(path)
	switch {
	case err != nil:
		return Repository{}, false
	case info.IsDir():
		return Repository{Root: dir, GitDir: path, CommonDir: path}, hasHead(path)
	case info.Mode()&fs.ModeSymlink == 0:
		named, ok := pointer(dir, ".git", "gitdir: ")
		return belonging(named, dir), ok
	}
	target, err := os.Readlink(path)
	if err != nil {
		return Repository{}, false
	}
	if !filepath.IsAbs(target) {
		target = filepath.Join(dir, target)
	}
	if target = filepath.Clean(target); !remote(target, dir) && !hasHead(target) {
		return Repository{}, false // of this git says that it is none, and looks further up
	}
	return belonging(target, dir), true
}

// hasHead reports whether a folder could be one of git's, which have a HEAD.
func hasHead(dir string) bool {
	_, err := os.Lstat(filepath.Join(dir, "HEAD"))
	return err == nil
}

// pointer reads a file in a folder that holds a path, relative to the folder or
// absolute, behind a prefix.
func pointer(folder, name, prefix string) (string, bool) {
	data, err := ReadIn(folder, name, pointerLimit)
	if err != nil {
		return "", false
	}
	target, ok := strings.CutPrefix(strings.TrimRight(string(data), "\r\n"), prefix)
	if !ok || target == "" || strings.ContainsRune(target, 0) {
		return "", false
	}
	if !filepath.IsAbs(target) {
		target = filepath.Join(folder, target)
	}
	return filepath.Clean(target), true
}

// belonging returns the repository of the checkout in dir, whose .git names a folder.
func belonging(named, dir string) Repository {
	refused := Repository{Root: dir, Refused: named}
	if remote(named, dir) || !maybeKept(named) {
		return refused
	}
	git, err := filepath.EvalSymlinks(named)
	if err != nil || !hasHead(git) {
		return refused
	}
	if common, ok := worktreesOf(git); ok {
		if back, ok := pointer(git, "gitdir", ""); ok && same(back, filepath.Join(dir, ".git")) {
			return Repository{Root: dir, GitDir: git, CommonDir: common}
		}
		return refused
	}
	if isModule(git) && same(workTree(git), dir) {
		return Repository{Root: dir, GitDir: git, CommonDir: git}
	}
	return refused
}

// remote reports whether a path leads to another machine, which would be asked for it.
func remote(named, dir string) bool {
	volume := filepath.VolumeName(named)
	return strings.HasPrefix(volume, `\\`) && !strings.EqualFold(volume, filepath.VolumeName(dir))
}

// maybeKept reports by its name alone whether a folder may be one that git keeps for a
// checkout elsewhere.
func maybeKept(git string) bool {
	parts := strings.Split(filepath.ToSlash(filepath.Dir(git)), "/")
	return slices.Contains(parts, "worktrees") || slices.Contains(parts, "modules")
}

// worktreesOf returns the folder that a linked work tree's shares with the others: git
// keeps the work tree's in its worktrees.
func worktreesOf(git string) (common string, ok bool) {
	list := filepath.Dir(git)
	common = filepath.Dir(list)
	return common, filepath.Base(list) == "worktrees" && hasHead(common)
}

// isModule reports whether a folder lies in the modules of one of git's. The name of a
// sub-module may hold slashes.
func isModule(git string) bool {
	for list := filepath.Dir(git); list != filepath.Dir(list); list = filepath.Dir(list) {
		if filepath.Base(list) == "modules" && hasHead(filepath.Dir(list)) {
			return true
		}
	}
	return false
}

// workTree returns the core.worktree of a folder of git's; empty when it names none.
func workTree(git string) string {
	for _, name := range []string{"config.worktree", "config"} { // the first has the last word
		data, err := ReadIn(git, name, configLimit)
		if err != nil {
			continue
		}
		if value, ok := coreValue(data, "worktree"); ok && value != "" {
			if !filepath.IsAbs(value) {
				value = filepath.Join(git, value)
			}
			return value
		}
	}
	return ""
}

// same reports whether two absolute paths are the same, as the system compares names.
func same(a, b string) bool {
	rel, err := filepath.Rel(a, b)
	return err == nil && rel == "." && a != ""
}

// Info returns the text of info/exclude, of at most 1 MiB; nil when there is none.
func (r Repository) Info() ([]byte, error) {
	return optional(r.CommonDir, "info/exclude", listLimit)
}

// Foreign returns the excludes file that the repository's own configuration names, in
// order to be reported; empty when it names none. It is not read: the repository may
// come from a stranger, and the file could be any of the user's.
func (r Repository) Foreign() string {
	data, err := optional(r.CommonDir, "config", configLimit)
	if err != nil {
		return ""
	}
	named, _ := coreValue(data, "excludesfile")
	return named
}

// optional reads a file in a folder, either of which may be missing; an empty folder is
// none.
func optional(folder, name string, limit int64) ([]byte, error) {
	if folder == "" {
		return nil, nil
	}
	data, err := ReadIn(folder, name, limit)
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
