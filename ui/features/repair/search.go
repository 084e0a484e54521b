package repair

import (
	"context"

	"dossier/aggregate/fuzzy"
	"dossier/aggregate/images"
	"dossier/ui/project/repair"
)

// Search tells then which paths of the tree a query finds that could stand in the place of
// what is missing, and why, the best first and at most limit: files, folders or images, as it
// was one. Of several questions, the newest is answered.
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

// canBe reports whether a path of the tree can be what is missing.
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
