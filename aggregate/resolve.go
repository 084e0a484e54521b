package aggregate

import (
	"errors"
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"dossier/aggregate/disk"
	"dossier/aggregate/text"
	"dossier/aggregate/tree"
	"dossier/models"
)

// Listing expands globs and folders to the files in the project's tree, sorted by path.
type Listing interface {
	// Folder returns the files below a folder. It returns false if the tree has no such folder.
	Folder(dir string) ([]string, bool)
	// Glob returns the files that match a pattern; `**/` also matches zero folders.
	Glob(pattern string) ([]string, error)
}

// Status is the kind of a path, known before it is read.
type Status int

// Kinds of paths.
const (
	Missing Status = iota
	File
	Folder
	Outside // outside the project, without the user's permission
)

// Base is the folder that the entries of a composition are relative to.
type Base struct {
	Dir  string     // slash-separated, relative to the project or absolute; empty is the project
	Root *disk.Root // the project's folder; nil if absolute paths cannot be located in it
}

// Path returns the path of an entry in the project's form: relative to the project if it is
// inside, however it is written, label:/… if it is in a mounted folder, else absolute or beginning
// with "../". It is purely lexical.
func (b Base) Path(entry string) string {
	if label, rest, ok := models.SplitRoot(entry); ok {
		return models.JoinRoot(label, rest) // whatever the base
	}
	p := entry
	if b.Dir != "" && !isAbs(p) {
		p = path.Join(filepath.ToSlash(b.Dir), p)
	}
	if p = path.Clean(filepath.ToSlash(p)); outside(p) && b.Root != nil {
		if local, ok := b.Root.Local(p); ok {
			return local
		}
	}
	return p
}

// Entry returns the entry that refers to a path of the project.
func (b Base) Entry(p string) string {
	dir := Base{Root: b.Root}.Path(b.Dir)
	_, _, rooted := models.SplitRoot(p)
	switch {
	case dir == "." || isAbs(p) || rooted:
		return p
	case outside(dir) && b.Root == nil:
		return p
	case outside(dir):
		return path.Join(filepath.ToSlash(b.Root.Dir()), p)
	}
	up := ""
	for ; dir != "."; dir = path.Dir(dir) {
		if rest, ok := strings.CutPrefix(p, dir+"/"); ok && rest != "" {
			return up + rest
		}
		up += "../"
	}
	return up + p
}

// Resolver turns the entries of a composition into rows. It does not read file contents.
type Resolver struct {
	Base     Base
	Status   func(path string) Status // for a path relative to the project or an absolute path
	Listing  func() (Listing, error)  // called only if an entry is not a file
	IsOutput func(path string) bool   // whether this program wrote the file; nil for none
}

// Rows are the files of a composition before they are read.
type Rows struct {
	Items    []Item     // one for each file, in output order
	Matches  [][]string // the paths that each entry matches
	Warnings []Warning
}

// Rows returns one item per file, in output order: a file is positioned by the first entry that
// names it and shown as the last matching entry says. An entry without a match is a row with an
// error.
func (r Resolver) Rows(entries []models.FileItem) Rows {
	items := make([]Item, 0, len(entries))
	matches := make([][]string, len(entries))
	var warnings []Warning
	at := make(map[string]int, len(entries))
	for i, entry := range entries {
		paths, err := r.resolve(entry.Path)
		if errors.Is(err, ErrNoPath) {
			err = &NamelessError{i + 1, entry.Problem}
		}
		if err != nil {
			items = append(items, Item{FileItem: entry, EntryPath: entry.Path, Entry: i, Named: i, Err: err})
			continue
		}
		items = slices.Grow(items, len(paths))
		own := r.Base.Path(entry.Path)
		matched := paths[:0] // in place: the slice is not shared
		for _, p := range paths {
			if models.StoresText(p) {
				warnings = append(warnings, Warning{Path: p, Message: "a discussion's own file is never included"})
				continue
			}
			matched = append(matched, p)
			if j, ok := at[p]; ok {
				item := &items[j]
				item.FileItem, item.Entry = entry, i
				item.Path = p
				continue
			}
			at[p] = len(items)
			item := Item{FileItem: entry, EntryPath: p, Entry: i, Named: i}
			item.Path = p
			if p == own {
				item.EntryPath = entry.Path
			}
			items = append(items, item)
		}
		matches[i] = matched
	}
	return Rows{items, matches, warnings}
}

// resolve returns the paths of one entry, relative to the project. An entry that is the name of
// an existing file is that file, even if it contains glob characters.
func (r Resolver) resolve(entry string) ([]string, error) {
	if entry == "" {
		return nil, ErrNoPath
	}
	p := r.Base.Path(entry)
	switch r.Status(p) {
	case File:
		return []string{p}, nil
	case Folder:
		return r.folder(p)
	}
	pattern := entry
	if isAbs(entry) {
		pattern = p // exclude the path to the project
	}
	if !tree.IsPattern(pattern) || outside(p) {
		return []string{p}, nil // reading it reports the problem
	}
	listing, err := r.Listing()
	if err != nil {
		return nil, err
	}
	paths, err := listing.Glob(p)
	if err != nil {
		return nil, fmt.Errorf("pattern %s: %w", text.Escape(entry), err)
	}
	if paths = r.expandable(paths); len(paths) == 0 {
		return nil, &NotFoundError{Path: entry, Pattern: true}
	}
	return paths, nil
}

func (r Resolver) folder(p string) ([]string, error) {
	listing, err := r.Listing()
	if err != nil {
		return nil, err
	}
	paths, ok := listing.Folder(p)
	if paths = r.expandable(paths); !ok || len(paths) == 0 {
		return nil, &NotFoundError{Path: p, Folder: true}
	}
	return paths, nil
}

// expandable removes the paths that a dossier contains only if they are named explicitly.
func (r Resolver) expandable(paths []string) []string {
	out := make([]string, 0, len(paths))
	for _, p := range paths {
		if !models.StoresText(p) && (r.IsOutput == nil || !r.IsOutput(p)) {
			out = append(out, p)
		}
	}
	return out
}

func outside(p string) bool {
	return isAbs(p) || p == ".." || strings.HasPrefix(p, "../")
}

// isAbs reports whether a path is absolute. On Windows, a path that begins with a slash is not
// relative to the project either.
func isAbs(p string) bool { return filepath.IsAbs(p) || path.IsAbs(p) }

// ErrNoPath reports an entry without a path.
var ErrNoPath = errors.New("an entry without a path")

// NamelessError reports an entry of a composition without a path. It wraps [ErrNoPath].
type NamelessError struct {
	Number  int    // of the entry, from 1
	Problem string // as in [models.FileItem]; may be empty
}

func (e *NamelessError) Unwrap() error { return ErrNoPath }

func (e *NamelessError) Error() string {
	if e.Problem == "" {
		return fmt.Sprintf("entry %d names no file", e.Number)
	}
	return fmt.Sprintf("entry %d names no file: %s", e.Number, e.Problem)
}

// NotFoundError reports an entry that matches nothing.
type NotFoundError struct {
	Path    string // as written
	Pattern bool   // a glob pattern
	Folder  bool   // a folder without listed files
}

func (e *NotFoundError) Error() string {
	switch {
	case e.Pattern:
		return "no file matches " + text.Escape(e.Path)
	case e.Folder:
		return "no file is listed in " + text.Escape(e.Path)
	}
	return "file not found: " + text.Escape(e.Path)
}
