package object

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"dossier/aggregate/git"
	"dossier/aggregate/parallel"
)

// maxDepth is the maximum depth of folders in compared trees.
const maxDepth = 256

// File is one side of a change: the file at a path. The zero value means no file.
type File struct {
	Mode uint32
	ID   git.ID
}

// Change is a path that differs between two trees.
type Change struct {
	Path     string // slash-separated, the exact bytes of the tree
	Old, New File
}

// errStop ends a comparison early.
var errStop = errors.New("stop")

// Differ compares trees.
type Differ struct {
	Store *Store
	Trees int    // number of trees that may still be read
	Paths *Paths // paths to compare; nil means all

	left *atomic.Int64 // as Trees, of several goroutines; nil for one
}

// All returns every path that differs between the trees a and b, as Diff finds them. It reads the folders of the
// root on all processors.
func (d *Differ) All(ctx context.Context, a, b git.ID) ([]Change, error) {
	d.left = new(atomic.Int64)
	d.left.Store(int64(d.Trees))
	type pair struct {
		old, new Entry
		found    []Change
	}
	var pairs []pair
	err := d.pairs(a, b, "", 0, func(old, new Entry) error {
		pairs = append(pairs, pair{old: old, new: new})
		return nil
	})
	if err != nil {
		return nil, err
	}
	stores := sync.Pool{New: func() any { return d.Store.Fork() }}
	if err := parallel.Each(ctx, len(pairs), func(i int) error {
		store := stores.Get().(*Store)
		defer stores.Put(store)
		p, one := &pairs[i], Differ{Store: store, Paths: d.Paths, left: d.left}
		return one.differ(p.old, p.new, "", d.Paths, 0, func(c Change) bool {
			p.found = append(p.found, c)
			return true
		})
	}); err != nil {
		return nil, err
	}
	var all []Change
	for _, p := range pairs {
		all = append(all, p.found...)
	}
	return all, nil
}

// Diff calls each for every path below folder that differs between the trees a and
// b, in tree order; the zero ID is an empty tree. It stops when each returns false.
// A path that is a folder on one side and a file on the other gives two changes.
func (d *Differ) Diff(a, b git.ID, folder string, each func(Change) bool) error {
	if folder != "" {
		folder += "/"
	}
	err := d.compare(a, b, folder, d.Paths, 0, each)
	if errors.Is(err, errStop) {
		return nil
	}
	return err
}

// Differ reports whether anything differs.
func (d *Differ) Differ(a, b git.ID) (bool, error) {
	differs := false
	err := d.Diff(a, b, "", func(Change) bool { differs = true; return false })
	return differs, err
}

func (d *Differ) compare(a, b git.ID, folder string, paths *Paths, depth int, each func(Change) bool) error {
	return d.pairs(a, b, folder, depth, func(old, new Entry) error { return d.differ(old, new, folder, paths, depth, each) })
}

// pairs calls each for the entries of two trees that differ, in tree order. One of both may be empty.
func (d *Differ) pairs(a, b git.ID, folder string, depth int, each func(old, new Entry) error) error {
	if a == b {
		return nil
	}
	oldTree, err := d.read(a, folder, depth)
	if err != nil {
		return err
	}
	newTree, err := d.read(b, folder, depth)
	if err != nil {
		return err
	}
	x, hasOld := oldTree.Next()
	y, hasNew := newTree.Next()
	for hasOld || hasNew {
		c := -1
		switch {
		case !hasOld:
			c = 1
		case hasNew:
			c = Order(x, y)
		}
		var old, new Entry
		if c <= 0 {
			old = x
			x, hasOld = oldTree.Next()
		}
		if c >= 0 {
			new = y
			y, hasNew = newTree.Next()
		}
		if old.ID == new.ID && old.Mode == new.Mode {
			continue
		}
		if err := each(old, new); err != nil {
			return err
		}
	}
	if oldTree.Broken || newTree.Broken {
		return fmt.Errorf("a tree at %q is damaged; git fsck says more", folder)
	}
	return nil
}

func (d *Differ) differ(old, new Entry, folder string, paths *Paths, depth int, each func(Change) bool) error {
	name := new.Name
	if new.Name == nil {
		name = old.Name
	}
	subset, ok := paths.enter(string(name))
	if !ok {
		return nil
	}
	path := folder + string(name)
	if old.IsFolder() || new.IsFolder() { // a folder is never paired with a file
		return d.compare(old.ID, new.ID, path+"/", subset, depth+1, each)
	}
	if !subset.containsAll() {
		return nil // a file where the compared path needs a folder
	}
	if !each(Change{path, File{old.Mode, old.ID}, File{new.Mode, new.ID}}) {
		return errStop
	}
	return nil
}

func (d *Differ) read(id git.ID, folder string, depth int) (*Tree, error) {
	if id.IsZero() {
		return &Tree{}, nil
	}
	left := int64(d.Trees - 1)
	if d.Trees--; d.left != nil {
		left = d.left.Add(-1)
	}
	if left < 0 || depth > maxDepth {
		return nil, fmt.Errorf("too many folders differ, or they are too deep, at %q", strings.TrimSuffix(folder, "/"))
	}
	return d.Store.Tree(id)
}

// Lookup returns the file or folder at a path of a tree, or false if there is none.
func (s *Store) Lookup(tree git.ID, path string) (File, bool, error) {
	at := File{Mode: ModeFolder, ID: tree}
	for part := range strings.SplitSeq(path, "/") {
		if at.Mode != ModeFolder {
			return File{}, false, nil
		}
		t, err := s.Tree(at.ID)
		if err != nil {
			return File{}, false, err
		}
		found := false
		for e, ok := t.Next(); ok; e, ok = t.Next() {
			if found = string(e.Name) == part; found {
				at = File{e.Mode, e.ID}
				break
			}
		}
		if !found {
			return File{}, false, nil
		}
	}
	return at, true, nil
}

// Paths is a set of files and folders, including the contents of the folders. A nil set contains everything.
type Paths struct {
	all   bool
	names map[string]*Paths
}

// NewPaths returns the set of slash-separated paths; "" and "." mean everything.
func NewPaths(list ...string) *Paths {
	top := &Paths{}
	for _, path := range list {
		at := top
		for part := range strings.SplitSeq(strings.Trim(path, "/"), "/") {
			if part == "" || part == "." {
				continue
			}
			next := at.names[part]
			if next == nil {
				next = &Paths{}
				if at.names == nil {
					at.names = map[string]*Paths{}
				}
				at.names[part] = next
			}
			at = next
		}
		at.all = true
	}
	return top
}

func (p *Paths) containsAll() bool { return p == nil || p.all }

// enter returns the subset below a name, or false if it is empty.
func (p *Paths) enter(name string) (*Paths, bool) {
	if p.containsAll() {
		return nil, true
	}
	next, ok := p.names[name]
	return next, ok
}

// Has reports whether a path is in the set.
func (p *Paths) Has(path string) bool {
	at, ok := p, true
	for part := range strings.SplitSeq(path, "/") {
		if at, ok = at.enter(part); !ok {
			return false
		}
	}
	return at.containsAll()
}

// List returns the paths of the set, sorted.
func (p *Paths) List() []string {
	var out []string
	if p == nil {
		return nil
	}
	var walk func(*Paths, string)
	walk = func(at *Paths, path string) {
		if at.all {
			out = append(out, strings.TrimSuffix(path, "/"))
			return
		}
		for name, next := range at.names {
			walk(next, path+name+"/")
		}
	}
	walk(p, "")
	slices.Sort(out)
	return out
}
