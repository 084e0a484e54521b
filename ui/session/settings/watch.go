package settings

import (
	"path/filepath"
	"slices"
	"sync"

	"dossier/aggregate/disk"
	"dossier/aggregate/watch"
	"dossier/presets"
	"dossier/ui/session/jobs"
)

// watching watches the user's file.
type watching struct {
	watchers []*watch.Watcher
	roots    []*disk.Root
	retry    *jobs.Later // pending while the file's folder does not exist
}

// Watch watches the user's file, and the target if it is a link, until [Part.Close], and reloads it
// after each change.
func (p *Part) Watch() {
	w := &p.watching
	if len(w.watchers) > 0 || p.work.Ended() || p.config == "" {
		return
	}
	files := []string{filepath.Join(p.config, presets.ProjectName)}
	if real, err := filepath.EvalSymlinks(files[0]); err == nil {
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
		reload := func() { p.work.Do(p.work.Context(), p.Reload) }
		first := sync.OnceFunc(reload)
		watcher := watch.Start(root, watch.Options{
			Report: func(b watch.Batch) {
				if b.All || slices.ContainsFunc(b.Files, func(name string) bool { return slices.Contains(files, filepath.Join(dir, filepath.FromSlash(name))) }) {
					reload()
				}
			},
			Watching: func(bool) { first() }, // for changes since the file was loaded
		})
		watcher.Watch([]watch.Folder{{Path: ".", Selected: true}})
		w.roots, w.watchers = append(w.roots, root), append(w.watchers, watcher)
	}
	if len(w.watchers) == 0 {
		w.retry.Start(watch.PollEvery, func() {
			p.Watch()
			if len(w.watchers) > 0 {
				p.Reload()
			}
		})
	}
}

// Close stops watching.
func (p *Part) Close() {
	p.watching.retry.Stop()
	for i, watcher := range p.watching.watchers {
		watcher.Close()
		p.watching.roots[i].Close()
	}
}
