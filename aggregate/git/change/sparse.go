package change

import (
	"path"
	"slices"
	"strings"

	"dossier/aggregate/disk"
	"dossier/aggregate/git"
)

// expandSparse replaces the collapsed folders of a sparse index that are on the disk by the files of their
// trees, as git does, because edits in them are changes. Folders below them that are not on the disk
// remain collapsed.
func (r *Repository) expandSparse(x *git.Entries) error {
	first := slices.IndexFunc(x.List, git.Entry.IsFolder)
	if first < 0 {
		return nil
	}
	trees := maxComparedTrees
	out := slices.Clone(x.List[:first])
	for _, e := range x.List[first:] {
		var err error
		if out, err = r.expandFolder(out, e, &trees, 0); err != nil {
			return err
		}
	}
	x.List = out
	return nil
}

// expandFolder appends an entry to a list, or its contents if it is a collapsed folder that is on the disk.
func (r *Repository) expandFolder(list []git.Entry, e git.Entry, trees *int, depth int) ([]git.Entry, error) {
	if !e.IsFolder() || !r.onDisk(strings.TrimSuffix(e.Path, "/")) {
		return append(list, e), nil
	}
	if *trees--; *trees < 0 || depth > 256 {
		return list, errTooMany
	}
	tree, err := r.git.Store.Tree(e.ID)
	if err != nil {
		return list, err
	}
	for t, ok := tree.Next(); ok; t, ok = tree.Next() { // in the order of an index
		below := git.Entry{Path: e.Path + string(t.Name), Mode: t.Mode, ID: t.ID, SkipWorktree: true}
		if t.IsFolder() {
			below.Path += "/"
		}
		if list, err = r.expandFolder(list, below, trees, depth+1); err != nil {
			return list, err
		}
	}
	return list, nil
}

// onDisk reports whether a folder of the repository that is compared exists on the disk.
func (r *Repository) onDisk(folder string) bool {
	if r.folder == folder || strings.HasPrefix(r.folder, folder+"/") {
		return true // the opened folder is in it
	}
	local, ok := r.localPath(folder)
	if !ok {
		return false
	}
	infos, err := r.root.Lstats(path.Dir(local), []string{path.Base(local)})
	return err == nil && infos[0].Exists && infos[0].Kind == disk.Folder
}
