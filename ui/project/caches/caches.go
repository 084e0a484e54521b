// Package caches reports the contents of the user's cache folder, limits its size, and clears
// it. All its contents are created again when needed.
//
// Caches for all projects, which are keyed by content, limit themselves. Caches of one project
// are separate files, of which the least recently used are deleted first.
package caches

import (
	"errors"
	"io/fs"
	"os"
	"slices"
	"strings"
	"time"

	"dossier/presets"
)

// Kind is a kind of cache.
type Kind struct {
	Name       string `json:"name"`
	About      string `json:"about"`
	PerProject bool   `json:"per_project"` // a folder with a file for each project; otherwise one file
}

// Kinds returns the caches with the names of their files and folders in the cache folder.
func Kinds() []Kind {
	return []Kind{
		{"tokens", "counts of tokens, by content", false},
		{"tokens-cl100k", "counts of tokens for GPT-4 and GPT-3.5, by content", false},
		{"structures", "what was parsed, by content", false},
		{"clean", "which files hold no secret, by content", false},
		{"findings", "where in files secrets stand, and not what they are, by content", false},
		{"index", "the words of all files, to rank them", true},
		{"history", "which files have changed together", true},
		{"imports", "which files use which", true},
	}
}

// Usage is the size of one kind of cache.
type Usage struct {
	Kind
	Files int   `json:"files"`
	Bytes int64 `json:"bytes"`
}

// file is a cache file, by its name in the cache folder.
type file struct {
	name string
	kind int
	info fs.FileInfo
}

// open opens the cache folder; it returns nil without an error if there is none.
func open(places presets.Places) (*os.Root, error) {
	if places.Cache == "" {
		return nil, nil
	}
	root, err := os.OpenRoot(places.Cache)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return root, err
}

// files returns the regular files of all kinds.
func files(root *os.Root) []file {
	var list []file
	add := func(name string, kind int) {
		if info, err := root.Lstat(name); err == nil && info.Mode().IsRegular() {
			list = append(list, file{name, kind, info})
		}
	}
	for i, kind := range Kinds() {
		if !kind.PerProject {
			add(kind.Name, i)
			continue
		}
		// A link in place of the folder is not followed, because it is not ours.
		if info, err := root.Lstat(kind.Name); err != nil || !info.IsDir() {
			continue
		}
		entries, _ := fs.ReadDir(root.FS(), kind.Name) // all readable entries
		for _, entry := range entries {
			if isKey(entry.Name()) {
				add(kind.Name+"/"+entry.Name(), i)
			}
		}
	}
	return list
}

// isKey reports whether a file is named by the hash of a project's folder.
func isKey(name string) bool {
	return len(name) == 32 && strings.Trim(name, "0123456789abcdef") == ""
}

// List returns the size of each cache.
func List(places presets.Places) ([]Usage, error) {
	list := make([]Usage, len(Kinds()))
	for i, kind := range Kinds() {
		list[i].Kind = kind
	}
	root, err := open(places)
	if root == nil {
		return list, err
	}
	defer root.Close()
	for _, f := range files(root) {
		list[f.kind].Files++
		list[f.kind].Bytes += f.info.Size()
	}
	return list, nil
}

// Clear removes the files of all caches, and nothing else. It returns their sizes, also together
// with the error of the first one that could not be removed.
func Clear(places presets.Places) (freed int64, err error) {
	root, err := open(places)
	if root == nil {
		return 0, err
	}
	defer root.Close()
	for _, f := range files(root) {
		switch removed := root.Remove(f.name); {
		case removed == nil:
			freed += f.info.Size()
		case err == nil && !errors.Is(removed, fs.ErrNotExist):
			err = removed
		}
	}
	return freed, err
}

// MaxTotal is the max total size in bytes of the caches of projects, without those that limit themselves.
const MaxTotal = 1 << 30

// Bound deletes caches of projects, least recently used first, until they take at most the
// given number of bytes. Files that cannot be deleted are skipped.
func Bound(places presets.Places, most int64) {
	root, err := open(places)
	if root == nil || err != nil {
		return
	}
	defer root.Close()
	list := files(root)
	list = slices.DeleteFunc(list, func(f file) bool { return !Kinds()[f.kind].PerProject })
	slices.SortStableFunc(list, func(a, b file) int { return b.info.ModTime().Compare(a.info.ModTime()) })
	var total int64
	for _, f := range list {
		if total += f.info.Size(); total > most {
			_ = root.Remove(f.name)
		}
	}
}

// Used marks a file of the cache folder as used now. A missing file, or one of another program,
// is not changed.
func Used(path string) {
	now := time.Now()
	_ = os.Chtimes(path, now, now)
}
