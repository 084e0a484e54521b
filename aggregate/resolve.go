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

// Listing is what globs and folders expand to: the files that the project's tree
// lists, in byte order of their paths.
type Listing interface {
	// Folder returns the files below a folder; false when the tree has no such folder.
	Folder(dir string) ([]string, bool)
	// Glob returns the files that match a pattern; `**/` also matches no folder.
	Glob(pattern string) ([]string, error)
}

// Status says what a path is before it is read.
type Status int

// What a path can be.
const (
	Missing Status = iota
	File
	Folder
	Outside // it leads outside the project, and the person has not allowed it
)

// Base is the folder that the entries of a composition are relative to.
type Base struct {
	Dir  string     // slash-separated, relative to the project or absolute; empty is the project
	Root *disk.Root // the project's folder; nil: no absolute path is known to lie in it
}

// Path returns the path that an entry names, as the project calls it: relative to the
// project when it lies there, however it is written, else absolute or beginning with
// "../". It compares text and looks at nothing on the disk.
func (b Base) Path(entry string) string {
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

// Entry returns the entry that names a path of the project.
func (b Base) Entry(p string) string {
	dir := Base{Root: b.Root}.Path(b.Dir)
	switch {
	case dir == "." || isAbs(p):
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

// Resolver turns the entries of a composition into rows. It reads no contents.
type Resolver struct {
	Base    Base
	Status  func(path string) Status // of a path relative to the project, or of an absolute one
	Listing func() (Listing, error)  // asked only when an entry is not a file
	Ours    func(path string) bool   // whether the product wrote the file; nil: none
}

// Rows are the files of a composition before they are read.
type Rows struct {
	Items    []Item     // one for each file, in output order
	Matches  [][]string // for each entry, the paths that it names
	Warnings []Warning
}

// Rows returns one item for each file, in output order: a file stands where it was
// first named, and the last entry that matches it decides how it is shown. An entry
// that matches nothing is a row with an error.
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
			items = append(items, Item{FileItem: entry, Given: entry.Path, Entry: i, Named: i, Err: err})
			continue
		}
		items = slices.Grow(items, len(paths))
		own := r.Base.Path(entry.Path)
		named := paths[:0] // in their place: nobody else has them
		for _, p := range paths {
			if models.KeepsText(p) {
				warnings = append(warnings, Warning{Path: p, Message: "a discussion's own file never stands in a dossier"})
				continue
			}
			named = append(named, p)
			if j, ok := at[p]; ok {
				item := &items[j]
				item.FileItem, item.Entry = entry, i
				item.Path = p
				continue
			}
			at[p] = len(items)
			item := Item{FileItem: entry, Given: p, Entry: i, Named: i}
			item.Path = p
			if p == own {
				item.Given = entry.Path
			}
			items = append(items, item)
		}
		matches[i] = named
	}
	return Rows{items, matches, warnings}
}

// resolve returns the paths of one entry, relative to the project. An entry that
// names an existing file is that file, whatever characters it holds.
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
		pattern = p // the way to the project is no part of it
	}
	if !tree.IsPattern(pattern) || outside(p) {
		return []string{p}, nil // reading it says what is wrong
	}
	listing, err := r.Listing()
	if err != nil {
		return nil, err
	}
	paths, err := listing.Glob(p)
	if err != nil {
		return nil, fmt.Errorf("pattern %s: %w", text.Escape(entry), err)
	}
	if paths = r.offered(paths); len(paths) == 0 {
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
	if paths = r.offered(paths); !ok || len(paths) == 0 {
		return nil, &NotFoundError{Path: p, Folder: true}
	}
	return paths, nil
}

// offered leaves out what is never part of a dossier unless it is named itself.
func (r Resolver) offered(paths []string) []string {
	out := make([]string, 0, len(paths))
	for _, p := range paths {
		if !models.KeepsText(p) && (r.Ours == nil || !r.Ours(p)) {
			out = append(out, p)
		}
	}
	return out
}

func outside(p string) bool {
	return isAbs(p) || p == ".." || strings.HasPrefix(p, "../")
}

// isAbs reports whether a path is absolute. On Windows one that begins with a slash is
// relative to nothing in the project either.
func isAbs(p string) bool { return filepath.IsAbs(p) || path.IsAbs(p) }

// ErrNoPath is an entry that does not say which files it is for.
var ErrNoPath = errors.New("an entry without a path")

// NamelessError is the entry of a composition that does not say which files it is for. It
// wraps [ErrNoPath].
type NamelessError struct {
	Number  int    // of the entry; counts from 1
	Problem string // as [models.FileItem] has it; may be empty
}

func (e *NamelessError) Unwrap() error { return ErrNoPath }

func (e *NamelessError) Error() string {
	if e.Problem == "" {
		return fmt.Sprintf("entry %d names no file", e.Number)
	}
	return fmt.Sprintf("entry %d names no file: %s", e.Number, e.Problem)
}

// NotFoundError is an entry that matches nothing.
type NotFoundError struct {
	Path    string // as given
	Pattern bool   // a glob without matches
	Folder  bool   // a folder in which nothing is listed
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
