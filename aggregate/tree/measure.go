package tree

import (
	"context"
	"slices"

	"dossier/aggregate/disk"
	"dossier/aggregate/parallel"
)

// Measure returns the tree with the sizes and times that [Options.NamesOnly] omits. Files that
// have been removed keep size 0; [Rescan] finds new ones.
func Measure(ctx context.Context, t *Tree) (*Tree, error) {
	if !t.opts.NamesOnly {
		return t, nil
	}
	sized := *t
	sized.opts.NamesOnly = false
	sized.nodes = slices.Clone(t.nodes)
	folders := make([]ID, 0, len(t.folders))
	for id := range t.folders {
		folders = append(folders, id)
	}
	err := parallel.Each(ctx, len(folders), func(i int) error {
		// Children of different folders are different nodes, so no node is written twice.
		id := folders[i]
		entries, _, err := t.opts.Root.List(ctx, t.Path(id), maxNames)
		if err != nil {
			return ctx.Err() // the folder has been removed; a rescan detects it
		}
		for _, e := range entries {
			child, ok := t.child(id, e.Name, e.Kind == disk.Folder)
			if !ok || t.nodes[child].kind != e.Kind {
				continue
			}
			n := &sized.nodes[child]
			if n.kind == disk.Symlink && n.reason == Listed {
				continue // it has the size of its target
			}
			n.size = e.Size
			if n.kind == disk.Folder && t.folders[child] != nil {
				continue // a newer time than when its names were read would hide from watchers what was added since
			}
			n.modTime = e.ModTime.UnixNano()
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	sized.finish()
	return &sized, nil
}

// Measured reports whether the entries have sizes and times.
func (t *Tree) Measured() bool { return !t.opts.NamesOnly }
