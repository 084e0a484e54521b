package repairlist

import (
	"context"

	"dossier/aggregate/disk"
	"dossier/aggregate/fuzzy"
	"dossier/aggregate/images"
	"dossier/aggregate/tree"
	"dossier/ui/project/repair"
)

// Search calls then with the paths of the tree that match a query and could replace a missing item,
// with reasons, best first and up to limit: files, folders or images, of the same kind. A newer
// query cancels an older one.
func (p *Part) Search(one repair.Item, query string, limit int, then func([]fuzzy.Found)) {
	names := p.host.Names()
	p.searching.Start(func(ctx context.Context) func() {
		var paths []string
		for id := tree.Top + 1; names != nil && int(id) < names.Len(); id++ {
			if ctx.Err() != nil {
				return nil
			}
			e := names.Entry(id)
			if e.Reason == tree.Listed && canBe(e.Path, e.Kind == disk.Folder, one.Kind) {
				paths = append(paths, e.Path)
			}
		}
		found := fuzzy.Find(query, paths, limit)
		return func() { then(found) }
	})
}

// canBe reports whether a path of the tree can replace a missing item.
func canBe(path string, folder bool, kind repair.Kind) bool {
	switch kind {
	case repair.Folder:
		return folder
	case repair.Pattern:
		return true
	case repair.Screenshot:
		return !folder && images.Named(path)
	}
	return !folder
}
