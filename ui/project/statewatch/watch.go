// Package statewatch watches folders of the user's state folder that other processes write to.
package statewatch

import (
	"sync"

	"dossier/aggregate/disk"
	"dossier/aggregate/watch"
)

// Watch is a watched folder. A nil Watch can be closed.
type Watch struct {
	root    *disk.Root
	watcher *watch.Watcher
}

// Start watches dir and calls changed on its own goroutine, once the watcher is ready and after
// every change in the folder, until [Watch.Close].
func Start(dir string, changed func()) (*Watch, error) {
	root, err := disk.Open(dir)
	if err != nil {
		return nil, err
	}
	first := sync.OnceFunc(changed)
	w := &Watch{root: root, watcher: watch.Start(root, watch.Options{
		Report: func(watch.Batch) { changed() }, Watching: func(bool) { first() },
	})}
	w.watcher.Watch([]watch.Folder{{Path: ".", Selected: true}})
	return w, nil
}

// Close ends the watch. It may be called more than once.
func (w *Watch) Close() {
	if w == nil {
		return
	}
	w.watcher.Close()
	w.root.Close()
}
