package session

import (
	"path/filepath"
	"slices"
	"time"

	"dossier/aggregate/disk"
	"dossier/aggregate/watch"
	"dossier/models"
	"dossier/presets"
	"dossier/ui/project"
	"dossier/ui/session/change"
	"dossier/ui/session/message"
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
	was, clean := s.cleanPreset()
	changed, err := s.user.Reload()
	if err != nil {
		s.fail(err)
	}
	if !changed {
		return
	}
	next := s.Settings()
	s.model.model = s.Model()
	s.model.ignored = next.ShowIgnored
	if s.project != nil {
		s.reapply(was, clean)
		s.price()
		if before.Junk != next.Junk || before.OwnJunk != next.OwnJunk {
			s.Rescan()
		}
		if before.MaxBytes != next.MaxBytes {
			s.rebuild()
		}
	}
	s.list = nil
	s.model.layout()
	s.notify(change.Presets | change.Project | change.Settings | change.Tree | change.Counts)
}

// cleanPreset returns the preset applied last, and whether what is put together is just
// what it says.
func (s *Session) cleanPreset() (p models.Preset, clean bool) {
	p, ok := s.appliedPreset()
	return p, ok && !s.differsFrom(p)
}

// reapply takes in that the preset applied last is another one on the disk than it was. A
// composition that was just what it said follows, in a step of its own; one that was
// changed here stays.
func (s *Session) reapply(was models.Preset, clean bool) {
	now, ok := s.appliedPreset()
	if !ok || now.Name != was.Name || models.ComparePresets(was, now).SameContent() || !s.differsFrom(now) {
		return
	}
	fields := map[string]any{"Name": s.presets.applied.Shown()}
	if !clean || s.differsFrom(was) {
		s.tell(message.New("{{.Name}} has changed on the disk; what is unsaved here stays", fields))
		return
	}
	s.push(message.Named("take in {{.Name}}", now.Name), "")
	s.compose(now.Apply(s.comp))
	s.tellUndo(message.New("{{.Name}} has changed on the disk and was applied again", fields))
}

// recognizePreset says which preset is applied after what is put together was taken in
// from the disk, where somebody may have applied another one: the one applied last if it
// is just that, or else another one that is, or none.
func (s *Session) recognizePreset() {
	if _, clean := s.cleanPreset(); clean {
		return
	}
	s.presets.applied = project.PresetRef{}
	if c := s.comp; len(c.Files)+len(c.Screenshots) == 0 && c.Instruction == "" {
		return
	}
	for _, p := range s.project.Presets().All() {
		if hidden := p.Scope == models.Global && s.Hidden(p.Name); !hidden && !s.differsFrom(p.Preset) {
			s.presets.applied = project.PresetRef{Scope: p.Scope, Name: p.Name}
			return
		}
	}
}
