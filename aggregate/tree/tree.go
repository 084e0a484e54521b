package tree

import (
	"cmp"
	"iter"
	"path"
	"slices"
	"sort"
	"strings"
	"sync"
	"time"

	"dossier/aggregate/disk"
	"dossier/aggregate/git"
	"dossier/aggregate/ignore"
)

// ID identifies an entry of one tree. [Top] is the project's folder.
type ID int32

// Top is the project's own folder in every tree.
const Top ID = 0

// Entry is a name in the project.
type Entry struct {
	Path    string // "." for the project's folder
	Name    string
	Kind    disk.Kind
	Size    int64     // in bytes; for a link to a file, the target's
	ModTime time.Time // of the contents; for a folder, when a name was last added or removed
	// Verdict is the verdict of the ignore files and the deciding list. Ignored does not include
	// the default list, for which Reason is [Junk].
	Verdict ignore.Verdict
	Reason  Reason // why it is not listed; zero if it is
	// Nested is set for a folder that is a nested repository: a submodule, a work
	// tree or a clone.
	Nested bool
	// Mounted is set for a folder outside the project that is part of its tree. If it is not
	// listed, it needs permission ([Outside]), does not exist ([Missing]) or cannot be read.
	Mounted bool
	// Known is set if the contents of a folder are in the tree.
	Known bool
	Cut   int // names in a folder omitted because of MaxFiles
}

// Counts are the totals of a tree.
type Counts struct {
	Files   int // listed
	Folders int // listed, without the project's own
	Ignored int // files and folders excluded by ignore files
	Junk    int // files and folders excluded by the default list
	Other   int // not listed for another reason
	Cut     int // names omitted because of MaxFiles
	Bytes   int64
}

// Tree is the result of a scan. It is immutable.
type Tree struct {
	opts     Options
	repo     repository
	roots    []root
	nodes    []node // the children of a folder are contiguous, sorted by path
	folders  map[ID]*folder
	verdicts []ignore.Verdict // referenced by nodes; the first is empty
	counts   Counts
	notes    []string

	files func() []string
}

// node is the stored form of an entry.
type node struct {
	name     string
	size     int64
	modTime  int64 // Unix nanoseconds
	parent   ID
	first    ID // first child
	children int32
	verdict  int32 // index into Tree.verdicts
	kind     disk.Kind
	reason   Reason
	nested   bool
}

// folder is the additional data of a folder that was read.
type folder struct {
	scope  *scope
	lists  []listFile
	git    git.Repository // if it is the root of a repository inside the project
	cut    int
	forced bool // read by List although it is ignored
}

// listFile is an ignore file that was read.
type listFile struct {
	name string
	id   disk.Identity
	list *ignore.List
}

// finish computes derived data.
func (t *Tree) finish() {
	t.counts = Counts{}
	for i := range t.nodes[1:] {
		n := &t.nodes[i+1]
		switch {
		case n.reason == Ignored:
			t.counts.Ignored++
		case n.reason == Junk:
			t.counts.Junk++
		case n.reason != Listed:
			t.counts.Other++
		case n.kind == disk.Folder:
			t.counts.Folders++
		default:
			t.counts.Files++
			t.counts.Bytes += n.size
		}
	}
	for _, f := range t.folders {
		t.counts.Cut += f.cut
	}
	t.files = sync.OnceValue(t.listFiles)
}

// Len returns the number of entries. They are numbered from 0, [Top].
func (t *Tree) Len() int { return len(t.nodes) }

// Counts returns the totals.
func (t *Tree) Counts() Counts { return t.counts }

// Notes returns a sentence for each limitation of the scan that the user should know about, such
// as omitted names.
func (t *Tree) Notes() []string { return slices.Clone(t.notes) }

// Path returns the path of an entry.
func (t *Tree) Path(id ID) string {
	if id == Top {
		return "."
	}
	n := &t.nodes[id]
	if n.parent == Top {
		return n.name
	}
	length := len(n.name)
	for p := n.parent; p != Top; p = t.nodes[p].parent {
		length += len(t.nodes[p].name) + 1
	}
	b := make([]byte, length)
	for ; ; id = t.nodes[id].parent {
		name := t.nodes[id].name
		length -= len(name)
		copy(b[length:], name)
		if length == 0 {
			return string(b)
		}
		length--
		b[length] = '/'
	}
}

// Entry returns an entry.
func (t *Tree) Entry(id ID) Entry {
	n := &t.nodes[id]
	e := Entry{
		Path: t.Path(id), Name: n.name, Kind: n.kind, Size: n.size,
		Verdict: t.verdicts[n.verdict], Reason: n.reason, Nested: n.nested,
	}
	if n.modTime != 0 {
		e.ModTime = time.Unix(0, n.modTime)
	}
	if f, ok := t.folders[id]; ok {
		e.Known, e.Cut = true, f.cut
	}
	e.Mounted = id != Top && n.parent == Top && rootOf(t.roots, n.name) != nil
	return e
}

// Parent returns the parent of an entry; that of [Top] is [Top].
func (t *Tree) Parent(id ID) ID { return t.nodes[id].parent }

// Children yields the entries in a folder, sorted by the paths below them: a folder is sorted as
// if its name ended with a slash.
func (t *Tree) Children(id ID) iter.Seq[ID] {
	n := &t.nodes[id]
	return func(yield func(ID) bool) {
		for c := n.first; c < n.first+ID(n.children); c++ {
			if !yield(c) {
				return
			}
		}
	}
}

// Find returns the entry at a path.
func (t *Tree) Find(p string) (ID, bool) {
	at, rest := t.nearest(p)
	return at, rest == ""
}

// nearest returns the deepest existing entry on the way to a path, and the remaining path.
func (t *Tree) nearest(p string) (at ID, rest string) {
	if p == "." || p == "" {
		return Top, ""
	}
	for rest = p; rest != ""; {
		name, after, more := strings.Cut(rest, "/")
		child, ok := t.child(at, name, more)
		if !ok {
			return at, rest
		}
		at, rest = child, after
	}
	return at, ""
}

// child returns the entry of a name in a folder. Its position depends on whether it is a folder;
// folder says where to look first.
func (t *Tree) child(id ID, name string, folder bool) (ID, bool) {
	n := &t.nodes[id]
	for _, isDir := range []bool{folder, !folder} {
		i := sort.Search(int(n.children), func(i int) bool {
			c := &t.nodes[n.first+ID(i)]
			return comparePaths(c.name, c.kind == disk.Folder, name, isDir) >= 0
		})
		if i < int(n.children) {
			if c := n.first + ID(i); t.nodes[c].name == name && (t.nodes[c].kind == disk.Folder) == isDir {
				return c, true
			}
		}
	}
	return 0, false
}

// comparePaths compares two names in a folder by the paths that they begin: a folder is followed
// by a slash.
func comparePaths(a string, aDir bool, b string, bDir bool) int {
	n := min(len(a), len(b))
	if c := cmp.Compare(a[:n], b[:n]); c != 0 {
		return c
	}
	next := func(s string, dir bool) int {
		switch {
		case len(s) > n:
			return int(s[n])
		case dir:
			return '/'
		}
		return -1
	}
	return cmp.Compare(next(a, aDir), next(b, bDir))
}

// Files returns the paths of all listed files, sorted. The caller must not modify the result.
func (t *Tree) Files() []string { return t.files() }

// Symlinks returns the paths of the listed symbolic links to files, in no order.
func (t *Tree) Symlinks() []string {
	var links []string
	for i := range t.nodes {
		if n := &t.nodes[i]; n.kind == disk.Symlink && n.reason == Listed {
			links = append(links, t.Path(ID(i)))
		}
	}
	return links
}

func (t *Tree) listFiles() []string {
	type level struct {
		next, end ID
		prefix    string
	}
	files := make([]string, 0, t.counts.Files)
	top := &t.nodes[Top]
	stack := []level{{top.first, top.first + ID(top.children), ""}}
	for len(stack) > 0 {
		at := &stack[len(stack)-1]
		if at.next == at.end {
			stack = stack[:len(stack)-1]
			continue
		}
		n := &t.nodes[at.next]
		at.next++
		switch {
		case n.reason != Listed:
		case n.kind != disk.Folder:
			files = append(files, at.prefix+n.name)
		case n.children > 0:
			stack = append(stack, level{n.first, n.first + ID(n.children), at.prefix + n.name + "/"})
		}
	}
	return files
}

// Folder returns the sorted paths of the listed files below a folder; false if the tree has no
// such folder. "." is the whole project. The caller must not modify the result.
func (t *Tree) Folder(dir string) ([]string, bool) {
	dir = path.Clean(dir)
	id, ok := t.Find(dir)
	if !ok || t.nodes[id].kind != disk.Folder {
		return nil, false
	}
	if id == Top {
		return t.files(), true
	}
	return below(t.files(), dir), true
}

// below returns the sorted paths that are in a folder.
func below(files []string, dir string) []string {
	from := sort.SearchStrings(files, dir+"/")
	n := sort.Search(len(files)-from, func(i int) bool { return !strings.HasPrefix(files[from+i], dir+"/") })
	if n == 0 {
		return nil
	}
	return files[from : from+n : from+n]
}
