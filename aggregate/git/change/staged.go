package change

import (
	"strings"

	"dossier/aggregate/git"
	"dossier/aggregate/git/object"
)

// maxComparedTrees is the maximum number of folders that are read from the compared trees.
const maxComparedTrees = 200_000

// staged calls each for every path below the opened folder that differs between a
// tree and the index; the zero ID is an empty tree. A path in conflict is a change
// whose new file is the one of stage 2, or nothing. The order is undefined.
func (r *Repository) staged(tree git.ID, each func(c object.Change, conflict bool)) error {
	index, err := r.index()
	if err != nil {
		return err
	}
	d := &stagedDiff{repo: r, index: index, trees: maxComparedTrees, each: each}
	low, high := index.Range(r.folder)
	at := tree
	if r.folder != "" && !tree.IsZero() {
		f, ok, err := r.git.Store.Lookup(tree, r.folder)
		if err != nil {
			return err
		}
		if at = f.ID; !ok || f.Mode != object.ModeFolder {
			at = git.ID{}
		}
	}
	return d.folder(at, r.folder, low, high, 0)
}

// stagedDiff compares a tree with the index.
type stagedDiff struct {
	repo  *Repository
	index *git.Entries
	trees int
	each  func(object.Change, bool)
}

// folder compares a tree with the entries of the index in a folder.
func (d *stagedDiff) folder(tree git.ID, dir string, low, high, depth int) error {
	if cached, ok := d.index.Trees[dir]; ok && cached.ID == tree && cached.Count == high-low {
		return nil
	}
	if d.trees--; d.trees < 0 || depth > 256 {
		return errTooMany
	}
	t, err := d.repo.git.Store.Tree(tree)
	if err != nil {
		return err
	}
	prefix := ""
	if dir != "" {
		prefix = dir + "/"
	}
	// Folders that are also in the index are compared in turn; everything else is recorded. The
	// tree's entries are read into maps, because a name may be a file here and a folder there.
	files, folders := map[string]object.File{}, map[string]git.ID{}
	for e, ok := t.Next(); ok; e, ok = t.Next() {
		if e.IsFolder() {
			folders[string(e.Name)] = e.ID
		} else {
			files[string(e.Name)] = object.File{Mode: e.Mode, ID: e.ID}
		}
	}
	for i := low; i < high; {
		e := d.index.List[i]
		local := e.Path[len(prefix):]
		name, rest, isBelow := strings.Cut(local, "/")
		if isBelow {
			if rest == "" { // a collapsed folder of a sparse index
				if err := d.expand(folders[name], e.ID, prefix+name); err != nil {
					return err
				}
				delete(folders, name)
				i++
				continue
			}
			_, end := d.index.RangeIn(prefix+name, i, high)
			if err := d.folder(folders[name], prefix+name, i, end, depth+1); err != nil {
				return err
			}
			delete(folders, name)
			i = end
			continue
		}
		old := files[name]
		delete(files, name)
		i = d.file(e.Path, old, i, high)
	}
	for name, f := range files {
		d.each(object.Change{Path: prefix + name, Old: f}, false)
	}
	for name, id := range folders {
		if err := d.expand(id, git.ID{}, prefix+name); err != nil {
			return err
		}
	}
	return nil
}

// file compares one path and returns the index of the next entry.
func (d *stagedDiff) file(path string, old object.File, i, high int) int {
	e := d.index.List[i]
	new := object.File{Mode: object.Normal(e.Mode), ID: e.ID}
	if e.IntentToAdd {
		new = object.File{}
	}
	conflict := false
	next := i + 1
	if e.Stage != 0 {
		conflict, new = true, object.File{}
		for next = i; next < high && d.index.List[next].Path == path; next++ {
			if ours := d.index.List[next]; ours.Stage == 2 {
				new = object.File{Mode: object.Normal(ours.Mode), ID: ours.ID}
			}
		}
	}
	if conflict || new != old {
		d.each(object.Change{Path: path, Old: old, New: new}, conflict)
	}
	return next
}

// expand compares two trees of one folder.
func (d *stagedDiff) expand(a, b git.ID, dir string) error {
	differ := object.Differ{Store: d.repo.git.Store, Trees: d.trees}
	err := differ.Diff(a, b, dir, func(c object.Change) bool { d.each(c, false); return true })
	d.trees = differ.Trees
	return err
}
