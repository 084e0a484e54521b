package history

import (
	"bytes"
	"crypto/sha1"
	"path/filepath"
	"unicode/utf8"
)

const (
	maxTrees = 4000 // folders that are read for one commit
	maxDepth = 64   // of folders in each other
)

// emptyTree is the folder without files, which git knows without storing it.
var emptyTree = ID(sha1.Sum([]byte("tree 0\x00")))

// difference finds the files that differ between two trees.
type difference struct {
	store *store
	paths []string
	trees int // how many may still be read
}

// entry is one of a tree.
type entry struct {
	name   []byte
	id     ID
	folder bool
	module bool
}

// compare finds what differs below two folders, where the zero ID is an empty one; false when
// it is too much, or cannot be known.
func (d *difference) compare(a, b ID, folder string, depth int) bool {
	if a == b {
		return true
	}
	old, ok := d.read(a, depth)
	if !ok {
		return false
	}
	now, ok := d.read(b, depth)
	if !ok {
		return false
	}
	x, more := old.next()
	y, also := now.next()
	for more || also {
		switch c := order(x, y, more, also); {
		case c < 0:
			if !d.differ(x, entry{}, folder, depth) {
				return false
			}
			x, more = old.next()
		case c > 0:
			if !d.differ(entry{}, y, folder, depth) {
				return false
			}
			y, also = now.next()
		default:
			if x.id != y.id && !d.differ(x, y, folder, depth) {
				return false
			}
			x, more = old.next()
			y, also = now.next()
		}
	}
	return !old.broken && !now.broken
}

// order says which of two entries comes first in a tree: a folder's name ends with a slash.
func order(x, y entry, hasX, hasY bool) int {
	switch {
	case !hasX:
		return 1
	case !hasY:
		return -1
	}
	n := min(len(x.name), len(y.name))
	if c := bytes.Compare(x.name[:n], y.name[:n]); c != 0 {
		return c
	}
	return int(x.at(n)) - int(y.at(n))
}

func (e entry) at(i int) byte {
	switch {
	case i < len(e.name):
		return e.name[i]
	case e.folder:
		return '/'
	}
	return 0
}

// differ notes that an entry is another one: two files, two folders, or one that is alone.
func (d *difference) differ(x, y entry, folder string, depth int) bool {
	e := y
	if y.name == nil {
		e = x
	}
	path := folder + string(e.name)
	if e.folder {
		return d.compare(x.id, y.id, path+"/", depth+1)
	}
	if e.module || !utf8.ValidString(path) || !filepath.IsLocal(filepath.FromSlash(path)) {
		return true // no file that a project could list
	}
	d.paths = append(d.paths, path)
	return len(d.paths) <= MaxPaths
}

// tree is what is left of one.
type tree struct {
	data   []byte
	broken bool
}

func (d *difference) read(id ID, depth int) (*tree, bool) {
	if id == (ID{}) || id == emptyTree {
		return &tree{}, true
	}
	if d.trees--; d.trees < 0 || depth > maxDepth {
		return nil, false
	}
	data := d.store.read(id, treeObject)
	return &tree{data: data}, data != nil
}

// next takes the next entry: a mode in octal, a space, the name, a zero and the ID.
func (t *tree) next() (entry, bool) {
	if len(t.data) == 0 {
		return entry{}, false
	}
	mode, rest, ok := bytes.Cut(t.data, []byte{' '})
	name, rest, ok2 := bytes.Cut(rest, []byte{0})
	var e entry
	if !ok || !ok2 || len(name) == 0 || len(rest) < len(e.id) {
		t.data, t.broken = nil, true
		return entry{}, false
	}
	e.name, e.folder, e.module = name, string(mode) == "40000", string(mode) == "160000"
	t.data = rest[copy(e.id[:], rest):]
	return e, true
}
