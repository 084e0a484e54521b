package graph

import (
	"path"
	"slices"
	"strings"

	"dossier/aggregate/links/note"
)

// extensions are those that a link may omit, in the order in which they are tried.
var extensions = []string{".md", ".markdown", ".mdx"}

// Names resolves links to files. The zero value has no files.
type Names struct {
	files []string            // sorted
	byKey map[string][]string // sorted
}

// NewNames returns the names of files, which must be sorted.
func NewNames(files []string) *Names {
	n := &Names{files: files, byKey: make(map[string][]string, len(files))}
	for _, p := range files {
		k := keyOf(p)
		n.byKey[k] = append(n.byKey[k], p)
	}
	return n
}

// updated returns the names after files were added and removed; both lists are sorted.
func (n *Names) updated(files, added, removed []string) *Names {
	if len(added)+len(removed) == 0 {
		return &Names{files, n.byKey}
	}
	next := &Names{files, clone(n.byKey)}
	var change changes
	for _, p := range added {
		change.add(keyOf(p), p)
	}
	for _, p := range removed {
		change.remove(keyOf(p), p)
	}
	change.apply(&next.byKey)
	return next
}

// keyOf returns a key shared by a file and all links that can refer to it: the base name in lower
// case without an optional extension.
func keyOf(p string) string {
	name := strings.ToLower(p[strings.LastIndexByte(p, '/')+1:])
	for _, ext := range extensions {
		if bare, ok := strings.CutSuffix(name, ext); ok && bare != "" {
			return bare
		}
	}
	return name
}

// Has reports whether a path is one of the files.
func (n *Names) Has(p string) bool {
	_, ok := slices.BinarySearch(n.files, p)
	return ok
}

// Resolve returns the file that a link in a note refers to, and whether there is one.
//
// A Markdown link is a path relative to the note's folder, or to the project if it begins with a
// slash. A wikilink is a path relative to the project, or a suffix of one; among several files it
// refers to the one fewest steps up or down from the note's folder, then to the first in sorted
// order. Markdown extensions may be omitted. A wikilink ignores case if no file matches its case.
//
// If more than [nearby] files have the same name, only those adjacent to the note in sorted
// order, or in the folders above it, are considered.
func (n *Names) Resolve(from string, l note.Link) (string, bool) {
	target := l.Path
	switch name := target[strings.LastIndexByte(target, '/')+1:]; {
	case name == "", name == ".", name == "..", len(target) > maxPath:
		return "", false
	}
	dir := folderOf(from)
	relative := strings.HasPrefix(target, "./") || strings.HasPrefix(target, "../")
	if !l.Wiki || relative {
		p := path.Join(dir, target)
		if rooted, ok := strings.CutPrefix(target, "/"); ok {
			p = path.Clean(rooted)
		}
		return n.file(p)
	}
	target = path.Clean(strings.TrimLeft(target, "/"))
	if strings.Contains(target, "/") {
		if p, ok := n.file(target); ok {
			return p, true
		}
	}
	return n.nearest(from, target)
}

// maxPath is the max length of a path that is resolved, in bytes.
const maxPath = 4096

// file returns the file at a path whose extension may be omitted.
func (n *Names) file(p string) (string, bool) {
	if n.Has(p) {
		return p, true
	}
	for _, ext := range extensions {
		if n.Has(p + ext) {
			return p + ext, true
		}
	}
	return "", false
}

// maxNearby is the max number of files with the same name that are compared.
const maxNearby = 1024

// nearest returns the nearest file whose path ends with a target.
func (n *Names) nearest(from, target string) (string, bool) {
	dir := folderOf(from)
	candidates := n.byKey[keyOf(target)]
	if len(candidates) > maxNearby {
		if p, ok := n.inAncestor(dir, target); ok {
			return p, true
		}
		at, _ := slices.BinarySearch(candidates, from)
		start := max(0, min(at-maxNearby/2, len(candidates)-maxNearby))
		candidates = candidates[start : start+maxNearby]
	}
	best, bestRank := "", rank{}
	for _, p := range candidates {
		r, ok := matchSuffix(p, target)
		if !ok {
			continue
		}
		if r.steps = steps(dir, folderOf(p)); best == "" || r.less(bestRank) {
			best, bestRank = p, r
		}
	}
	return best, best != ""
}

// inAncestor returns the file at a target relative to the nearest folder, at or above dir, that has
// one.
func (n *Names) inAncestor(dir, target string) (string, bool) {
	for {
		if p, ok := n.file(path.Join(dir, target)); ok {
			return p, true
		}
		if dir == "" {
			return "", false
		}
		dir = folderOf(dir)
	}
}

// rank is how well a file matches a wikilink: lower is better.
type rank struct {
	folded    bool // differs in case
	steps     int
	extension int // index of the omitted extension
}

func (r rank) less(o rank) bool {
	switch {
	case r.folded != o.folded:
		return o.folded
	case r.steps != o.steps:
		return r.steps < o.steps
	}
	return r.extension < o.extension
}

// matchSuffix returns how well the end of a path matches a target, and whether it does.
func matchSuffix(p, target string) (rank, bool) {
	for i := range len(extensions) + 1 {
		end := target
		if i > 0 {
			end += extensions[i-1]
		}
		start := len(p) - len(end)
		if start < 0 || start > 0 && p[start-1] != '/' {
			continue
		}
		if p[start:] == end {
			return rank{extension: i}, true
		}
		if strings.EqualFold(p[start:], end) {
			return rank{folded: true, extension: i}, true
		}
	}
	return rank{}, false
}

// steps returns the number of steps from one folder to another.
func steps(from, to string) int {
	common, start := 0, 0 // number of common folders, and the offset of the next one
	for start < len(from) && start < len(to) {
		a, _, _ := strings.Cut(from[start:], "/")
		b, _, _ := strings.Cut(to[start:], "/")
		if a != b {
			break
		}
		common++
		start += len(a) + 1
	}
	return depth(from) + depth(to) - 2*common
}

func depth(dir string) int {
	if dir == "" {
		return 0
	}
	return strings.Count(dir, "/") + 1
}

// folderOf returns the folder of a path; empty for the project's.
func folderOf(p string) string { return p[:max(0, strings.LastIndexByte(p, '/'))] }
