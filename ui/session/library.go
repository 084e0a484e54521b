package session

import (
	"path/filepath"
	"slices"
	"time"

	"dossier/aggregate/disk"
	"dossier/aggregate/watch"
	"dossier/presets"
	"dossier/ui/session/change"
)

// libraryWatch has the system tell of changes of the person's own file.
type libraryWatch struct {
	watchers []*watch.Watcher
	roots    []*disk.Root
	retry    *time.Timer // runs while the file's folder is not there yet
}

// watchLibrary has the system tell of changes of the person's own file: where it is named,
// and where it lies when that is a link.
func (s *Session) watchLibrary() {
	w := &s.libraryWatch
	if len(w.watchers) > 0 || s.jobs.Ended() || s.Places.Config == "" {
		return
	}
	named := filepath.Join(s.Places.Config, presets.ProjectName)
	files := []string{named}
	if real, err := filepath.EvalSymlinks(named); err == nil {
		files = append(files, real)
	}
	var dirs []string
	for _, file := range files {
		if dir := filepath.Dir(file); !slices.Contains(dirs, dir) {
			dirs = append(dirs, dir)
		}
	}
	for _, dir := range dirs {
		root, err := disk.Open(dir)
		if err != nil {
			continue
		}
		watcher := watch.Start(root, watch.Options{Report: func(b watch.Batch) {
			if b.All || slices.ContainsFunc(b.Files, func(p string) bool { return slices.Contains(files, filepath.Join(dir, filepath.FromSlash(p))) }) {
				s.Do(s.reloadLibrary)
			}
		}})
		watcher.Watch([]watch.Folder{{Path: ".", Selected: true}})
		w.roots, w.watchers = append(w.roots, root), append(w.watchers, watcher)
	}
	if len(w.watchers) == 0 {
		w.retry = time.AfterFunc(watch.PollEvery, func() {
			s.Do(func() {
				s.watchLibrary()
				if len(w.watchers) > 0 {
					s.reloadLibrary()
				}
			})
		})
	}
}

// close ends the watching.
func (w *libraryWatch) close() {
	if w.retry != nil {
		w.retry.Stop()
	}
	for i, watcher := range w.watchers {
		watcher.Close()
		w.roots[i].Close()
	}
}

// reloadLibrary takes in the person's own presets and settings after their file changed
// on disk. What is unsaved in the window stays. A file with a mistake in it changes
// nothing until it is mended.
func (s *Session) reloadLibrary() {
	if s.jobs.Ended() {
		return
	}
	before := s.Settings()
	reapply := s.presets.BeforeReload()
	changed, err := s.user.Reload()
	if err != nil {
		s.fail(err)
	}
	if !changed {
		return
	}
	next := s.Settings()
	if s.project != nil {
		reapply()
		if before.Junk != next.Junk || before.OwnJunk != next.OwnJunk {
			s.files.Rescan()
		}
		if before.MaxBytes != next.MaxBytes {
			s.rebuild()
		}
	}
	s.list = nil
	s.notify(change.Presets | change.Project | change.Settings | change.Tree | change.Counts)
}
