package session

import (
	"context"
	"slices"

	"dossier/aggregate/watch"
	"dossier/presets"
	"dossier/ui/session/feature"
)

// DiskChanged handles changes on the disk.
func (h treeHost) DiskChanged(b watch.Batch) {
	paths := slices.Concat(b.Folders, b.Files)
	h.ranker.Changed()
	if b.All {
		h.project.Builder.Invalidate()
		h.project.Links().Changed(".")
	} else if len(b.Files) > 0 {
		h.project.Builder.Invalidate(b.Files...)
		h.project.Links().Changed(b.Files...)
	}
	rebuild := b.All || slices.ContainsFunc(paths, isOwnFile)
	if rebuild && h.reloadFiles() || b.All {
		h.tree.Rescan()
	} else {
		h.tree.RescanPaths(paths)
	}
	// The tree rebuilds the document anyway, but later.
	feature.Each(h.states, func(f feature.DiskFollower) { rebuild = f.DiskChanged(b) || rebuild })
	if rebuild {
		h.rebuild()
	}
}

// RepositoryChanged handles changes of the git repository.
func (h treeHost) RepositoryChanged() {
	feature.Each(h.states, feature.RepositoryFollower.RepositoryChanged)
}

func isOwnFile(p string) bool {
	return p == presets.ProjectName || p == presets.HistoryName || p == presets.NotesName || p == presets.ForeignName
}

// FoldersWatched handles changes of the document's files that were made after they were read and
// before their folder was watched.
func (h treeHost) FoldersWatched() {
	builder := h.project.Builder
	h.rechecking.Run(func(ctx context.Context) func() {
		changed, err := builder.Refresh(ctx)
		if err != nil || len(changed) == 0 {
			return nil
		}
		return h.rebuild
	})
}

// Watched handles changes on the disk that were made before the watcher was ready.
func (h treeHost) Watched() {
	p := h.project
	h.shots.Measure()
	p.Links().Changed(".")
	h.rechecking.Run(func(ctx context.Context) func() {
		changed, err := p.Builder.Refresh(ctx)
		if err != nil {
			return nil
		}
		file, _ := p.ReadFile()
		return func() {
			feature.Each(h.states, feature.Reloader.Reload)
			if file.Digest() != p.File().Digest() {
				h.DiskChanged(watch.Batch{Files: []string{presets.ProjectName}})
				return
			}
			rebuild := len(changed) > 0
			feature.Each(h.states, func(f feature.WatchFollower) { rebuild = f.WatchBegins() || rebuild })
			if rebuild {
				h.rebuild()
			}
		}
	})
}
