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
	pointerLimit = 4 << 10 // of a file that contains one path
	configLimit  = 1 << 20
	listLimit    = 1 << 20
	indexLimit   = 256 << 20
)

// Repository is the location of a project's repository. All paths are absolute if
// the path given to [Discover] is.
type Repository struct {
	Root      string // folder of the work tree
	GitDir    string // folder of the index
	CommonDir string // folder of the configuration and info/exclude; differs from GitDir only for linked work trees
	// Refused is the folder that .git refers to, if it does not belong to this
	// checkout. GitDir and CommonDir are then empty, and nothing is read.
	Refused string
}

// Discover finds the repository that contains dir, the nearest one upwards. It
// returns false if there is none, as for a bare repository, which has no files.
// The caller must resolve symbolic links in dir.
//
// A .git that is a file or a link may refer to any folder, because it may come from a stranger.
// The folder is accepted if git keeps it for this very checkout: as the folder of a
// linked work tree, whose file gitdir names this .git, or of a submodule, whose
// core.worktree names dir. Any other folder is [Repository.Refused]; no file in it is opened
// except the one that would confirm it, if the folder's name looks right.
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
		target, ok := pointer(dir, ".git", "gitdir: ")
		return checkoutRepository(target, dir), ok
	}
	target, err := os.Readlink(path)
	if err != nil {
		return Repository{}, false
	}
	if !filepath.IsAbs(target) {
		target = filepath.Join(dir, target)
	}
	if target = filepath.Clean(target); !remote(target, dir) && !hasHead(target) {
		return Repository{}, false // git does not treat such a .git as a repository and searches further up
	}
	return checkoutRepository(target, dir), true
}

// hasHead reports whether a folder could be a git folder, which contains HEAD.
func hasHead(dir string) bool {
	_, err := os.Lstat(filepath.Join(dir, "HEAD"))
	return err == nil
}

// pointer reads a file in a folder that consists of a prefix and a path. A relative
// path is resolved against the folder.
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

// checkoutRepository returns the repository of the checkout in dir, whose .git refers to target.
func checkoutRepository(target, dir string) Repository {
	refused := Repository{Root: dir, Refused: target}
	if remote(target, dir) || !hasCheckoutName(target) {
		return refused
	}
	git, err := filepath.EvalSymlinks(target)
	if err != nil || !hasHead(git) {
		return refused
	}
	if common, ok := worktreesOf(git); ok {
		if backlink, ok := pointer(git, "gitdir", ""); ok && samePath(backlink, filepath.Join(dir, ".git")) {
			return Repository{Root: dir, GitDir: git, CommonDir: common}
		}
		return refused
	}
	if isModule(git) && samePath(workTree(git), dir) {
		return Repository{Root: dir, GitDir: git, CommonDir: git}
	}
	return refused
}

// remote reports whether a path is on another machine, which would be contacted for it.
func remote(target, dir string) bool {
	volume := filepath.VolumeName(target)
	return strings.HasPrefix(volume, `\\`) && !strings.EqualFold(volume, filepath.VolumeName(dir))
}

// hasCheckoutName reports whether, by its name alone, git may keep a folder for a checkout
// elsewhere.
func hasCheckoutName(git string) bool {
	parts := strings.Split(filepath.ToSlash(filepath.Dir(git)), "/")
	return slices.Contains(parts, "worktrees") || slices.Contains(parts, "modules")
}

// worktreesOf returns the common folder for the git folder of a linked work tree,
// which is in the common folder's worktrees.
func worktreesOf(git string) (common string, ok bool) {
	list := filepath.Dir(git)
	common = filepath.Dir(list)
	return common, filepath.Base(list) == "worktrees" && hasHead(common)
}

// isModule reports whether a folder is in the modules of a git folder. The name of a
// submodule may contain slashes.
func isModule(git string) bool {
	for list := filepath.Dir(git); list != filepath.Dir(list); list = filepath.Dir(list) {
		if filepath.Base(list) == "modules" && hasHead(filepath.Dir(list)) {
			return true
		}
	}
	return false
}

// workTree returns the core.worktree of a git folder; empty if unset.
func workTree(git string) string {
	for _, name := range []string{"config.worktree", "config"} { // the first takes precedence
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

// samePath reports whether two absolute paths are equal by the system's comparison of names.
func samePath(a, b string) bool {
	rel, err := filepath.Rel(a, b)
	return err == nil && rel == "." && a != ""
}

// Info returns the text of info/exclude, up to 1 MiB; nil if the file does not exist.
func (r Repository) Info() ([]byte, error) {
	return readOptional(r.CommonDir, "info/exclude", listLimit)
}

// ConfiguredExcludes returns the excludes file that the repository's own configuration names,
// for reporting; empty if none. It is not read: the repository may come from a
// stranger, and the file could be any of the user's files.
func (r Repository) ConfiguredExcludes() string {
	data, err := readOptional(r.CommonDir, "config", configLimit)
	if err != nil {
		return ""
	}
	target, _ := coreValue(data, "excludesfile")
	return target
}

// readOptional reads a file in a folder. Either may be missing, and an empty folder name
// counts as missing.
func readOptional(folder, name string, limit int64) ([]byte, error) {
	if folder == "" {
		return nil, nil
	}
	data, err := ReadIn(folder, name, limit)
	if isMissing(err) {
		return nil, nil
	}
	return data, err
}

// isMissing reports whether an error means that the file does not exist, or that a
// parent of it is not a folder.
func isMissing(err error) bool {
	return errors.Is(err, fs.ErrNotExist) || errors.Is(err, errNotDir)
}
