package session

import (
	"context"
	"path"
	"slices"

	"dossier/aggregate/watch"
	"dossier/presets"
)

// diskChanged takes in what has changed on the disk.
func (s *Session) diskChanged(b watch.Batch) {
	s.presets.DiskChanged(b)
	paths := slices.Concat(b.Folders, b.Files)
	if b.All {
		s.project.Builder.Invalidate()
	} else if len(b.Files) > 0 {
		s.project.Builder.Invalidate(b.Files...)
	}
	reload := b.All || slices.ContainsFunc(paths, isOurFile)
	if reload && s.reloadFiles() || b.All {
		s.tree.Rescan()
	} else {
		s.tree.Look(paths)
	}
	if shots := s.shots.DiskChanged(b); shots || reload || s.concerns(b) {
		s.rebuild()
	}
	s.snapshots.FilesChanged()
}

func isOurFile(p string) bool {
	return p == presets.ProjectName || p == presets.HistoryName || p == presets.ForeignName
}

// concerns reports whether a change can show in the document before the tree is known
// anew, after which it is built in any case.
func (s *Session) concerns(b watch.Batch) bool {
	return slices.ContainsFunc(b.Files, func(p string) bool {
		return s.context.Has(p) || path.Dir(p) == ".beads"
	})
}

// refresh takes in what has changed on the disk since it was read, where nothing tells of it:
// before the watch stood.
func (s *Session) refresh() {
	p := s.project
	s.shots.Measure()
	s.refreshing.Start(func(ctx context.Context) func() {
		changed, err := p.Builder.Refresh(ctx)
		if err != nil {
			return nil
		}
		file, _ := p.ReadFile()
		return func() {
			s.discussion.Reload()
			if file.Digest() != p.File().Digest() {
				s.diskChanged(watch.Batch{Files: []string{presets.ProjectName}})
			} else if len(changed) > 0 {
				s.rebuild()
			}
		}
	})
}
