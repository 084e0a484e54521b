package beads

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"
)

// Folder is the name of the tracker's folder.
const Folder = ".beads"

// Location is the location of a project's beads. Paths are slash-separated and relative to the
// root that was searched.
type Location struct {
	Dir  string // the tracker's folder, after redirects
	File string // its JSONL file of issues
	// Found reports whether File exists. Otherwise the issues are in the tracker's database, and
	// only the tracker can list them.
	Found bool
	// Warnings report redirects that were not followed, or not completely.
	Warnings []error
}

// Locate searches from and its parents up to root for the nearest tracker folder that contains
// tracker data. root is the enclosing repository, confined by the caller; from is "." or a path
// in it. It returns [fs.ErrNotExist] if there is none.
func Locate(root fs.FS, from string) (Location, error) {
	if !fs.ValidPath(from) {
		return Location{}, fmt.Errorf("look for beads: %q is not a path inside the repository", from)
	}
	var loc Location
	for dir := from; ; dir = path.Dir(dir) {
		if beads := path.Join(dir, Folder); isDir(root, beads) {
			target, err := followRedirect(root, beads)
			if err != nil {
				loc.Warnings = append(loc.Warnings, err)
			}
			if names := list(root, target); isTracker(root, target, names) {
				loc.Dir = target
				loc.File = path.Join(target, JSONL(names))
				info, err := fs.Stat(root, loc.File)
				loc.Found = err == nil && info.Mode().IsRegular()
				return loc, nil
			}
		}
		if dir == "." {
			return loc, fmt.Errorf("look for beads: no %s folder with a tracker in it: %w", Folder, fs.ErrNotExist)
		}
	}
}

// Open opens the file of loc for reading.
func Open(root fs.FS, loc Location) (io.ReadCloser, error) {
	// A pipe or a device with this name would block the open.
	info, err := fs.Stat(root, loc.File)
	if err != nil {
		return nil, fmt.Errorf("read beads: %w", err)
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("read beads: %s is not a regular file", loc.File)
	}
	f, err := root.Open(loc.File)
	if err != nil {
		return nil, fmt.Errorf("read beads: %w", err)
	}
	return f, nil
}

// isTracker reports whether a folder with these names belongs to a tracker. A folder with only
// registries, backups or the version control's database does not.
func isTracker(root fs.FS, dir string, names []string) bool {
	return slices.ContainsFunc(names, func(name string) bool {
		switch {
		case name == "metadata.json", name == "config.yaml", strings.HasSuffix(name, ".jsonl"):
			return true
		case name == "dolt", name == "embeddeddolt":
			return isDir(root, path.Join(dir, name))
		}
		return strings.HasSuffix(name, ".db") && !strings.Contains(name, ".backup") && name != "vc.db"
	})
}

// JSONL returns the name of the issue file among the names in a tracker's folder: issues.jsonl,
// else beads.jsonl, else the first other one that is not a log or left over from a merge, else
// issues.jsonl, which then does not exist.
func JSONL(names []string) string {
	const standard, legacy = "issues.jsonl", "beads.jsonl"
	for _, name := range []string{standard, legacy} {
		if slices.Contains(names, name) {
			return name
		}
	}
	for _, name := range slices.Sorted(slices.Values(names)) {
		switch name {
		case "deletions.jsonl", "interactions.jsonl", "beads.base.jsonl", "beads.left.jsonl", "beads.right.jsonl":
		default:
			if strings.HasSuffix(name, ".jsonl") {
				return name
			}
		}
	}
	return standard
}

// maxRedirect is the max size of a redirect file, which has a line or two.
const maxRedirect = 64 << 10

// followRedirect returns the folder that the redirect in dir names, or dir itself and the reason. It
// uses the first line that is neither blank nor a comment, relative to the parent of dir. Like
// bd, it follows one redirect, so there are no loops.
func followRedirect(root fs.FS, dir string) (string, error) {
	name := path.Join(dir, "redirect")
	info, err := fs.Stat(root, name)
	if errors.Is(err, fs.ErrNotExist) {
		return dir, nil
	}
	if err == nil && (!info.Mode().IsRegular() || info.Size() > maxRedirect) {
		err = errors.New("not a small regular file")
	}
	var data []byte
	if err == nil {
		data, err = fs.ReadFile(root, name)
	}
	if err != nil {
		return dir, fmt.Errorf("redirect %s cannot be read, so %s is used: %w", name, dir, err)
	}
	target := ""
	for line := range strings.Lines(string(data)) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "#") {
			target = line
			break
		}
	}
	if target == "" {
		return dir, nil
	}
	to := path.Join(path.Dir(dir), target)
	switch {
	case path.IsAbs(target), !fs.ValidPath(to):
		return dir, fmt.Errorf("redirect %s leads out of the repository, to %q, so %s is used", name, target, dir)
	case !isDir(root, to):
		return dir, fmt.Errorf("redirect %s leads to %q, which is not a folder, so %s is used", name, target, dir)
	}
	if _, err := fs.Stat(root, path.Join(to, "redirect")); err == nil && to != dir {
		return to, fmt.Errorf("redirect %s leads to %q, which redirects again; %s is used and the second one not followed", name, target, to)
	}
	return to, nil
}

func isDir(root fs.FS, name string) bool {
	info, err := fs.Stat(root, name)
	return err == nil && info.IsDir()
}

// list returns the readable names in a folder, sorted.
func list(root fs.FS, dir string) []string {
	entries, _ := fs.ReadDir(root, dir) // an unreadable folder counts as empty
	names := make([]string, len(entries))
	for i, e := range entries {
		names[i] = e.Name()
	}
	return names
}
