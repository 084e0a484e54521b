package session

import (
	"context"
	"path"
	"slices"

	"dossier/aggregate/watch"
	"dossier/presets"
)

// DiskChanged follows changes on the disk.
func (h treeHost) DiskChanged(b watch.Batch) {
	h.presets.Costs().DiskChanged(b)
	paths := slices.Concat(b.Folders, b.Files)
	if b.All {
		h.project.Builder.Invalidate()
		h.project.Links().Changed(".")
	} else if len(b.Files) > 0 {
		h.project.Builder.Invalidate(b.Files...)
		h.project.Links().Changed(b.Files...)
	}
	reload := b.All || slices.ContainsFunc(paths, isOurFile)
	if reload && h.reloadFiles() || b.All {
		h.tree.Rescan()
	} else {
		h.tree.Look(paths)
	}
	prompts := h.prompts.FilesChanged(paths) && len(h.comp.Prompts) > 0
	if shots := h.shots.DiskChanged(b); shots || prompts || reload || h.concerns(b) {
		h.rebuild()
	}
	h.snapshots.FilesChanged()
	h.links.DiskChanged()
	h.edits.Follow()
	h.git.Follow()
	h.search.Follow()
}

// RepositoryChanged follows changes of the git repository.
func (h treeHost) RepositoryChanged() {
	h.tree.FollowStates()
	h.git.Follow()
}

func isOurFile(p string) bool {
	return p == presets.ProjectName || p == presets.HistoryName || p == presets.NotesName || p == presets.ForeignName
}

// concerns reports whether a change can affect the document before the tree is updated, which
// rebuilds it anyway. Links to a note can be in any file.
func (h treeHost) concerns(b watch.Batch) bool {
	return h.linked() && len(b.Files) > 0 || slices.ContainsFunc(b.Files, func(p string) bool {
		return h.context.Has(p) || h.notes.Follows(p) || path.Dir(p) == ".beads"
	})
}

// linked reports whether a smart context is in the document.
func (h treeHost) linked() bool { return len(h.comp.Links.Used()) > 0 }

// Watched follows changes on the disk that were made before the watcher was ready.
func (h treeHost) Watched() {
	p := h.project
	h.shots.Measure()
	p.Links().Changed(".")
	h.refreshing.Start(func(ctx context.Context) func() {
		changed, err := p.Builder.Refresh(ctx)
		if err != nil {
			return nil
		}
		file, _ := p.ReadFile()
		return func() {
			h.discussion.Reload()
			h.notes.Reload()
			if file.Digest() != p.File().Digest() {
				h.DiskChanged(watch.Batch{Files: []string{presets.ProjectName}})
			} else if len(changed) > 0 || h.linked() {
				h.rebuild()
			}
		}
	})
}
