package repair

import (
	"context"

	"dossier/aggregate/fuzzy"
	"dossier/aggregate/images"
	"dossier/ui/project/repair"
)

// Search calls then with the paths of the tree that match a query and could replace a missing item,
// with reasons, the best first and at most limit: files, folders or images, of the same kind. Only
// the newest query is answered.
func (p *Part) Search(one repair.Item, query string, limit int, then func([]fuzzy.Found)) {
	all := p.host.Paths()
	p.searching.Start(func(ctx context.Context) func() {
		var paths []string
		for path, folder := range all {
			if ctx.Err() != nil {
				return nil
			}
			if canBe(path, folder, one.Kind) {
				paths = append(paths, path)
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
