package mcp

import (
	"cmp"
	"context"
	"errors"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"dossier/aggregate/disk"
	"dossier/aggregate/tree"
	"dossier/presets"
)

// diskState is the known state of the disk.
type diskState struct {
	mu      sync.Mutex
	tree    *tree.Tree
	folders []folder // of the tree
	rules   []rule   // ignore files of the tree
	exclude []string // settings of the scan
	stored  map[string]disk.Identity
	user    time.Time // last change of the user's file
}

type folder struct {
	path string
	time time.Time // last time at which names were added or removed in it
}

type rule struct {
	path string
	is   disk.Identity
}

// errPaused is the answer to all requests while the user has paused agents.
var errPaused = errors.New("the user has paused agents: no requests are answered until they turn this off in the settings of Dossier")

// refresh updates the known state of the project: its files, and the names in its folders. It
// reads no contents except changed stored files and ignore files.
func (w *workspace) refresh(ctx context.Context) error {
	f := &w.diskState
	f.mu.Lock()
	defer f.mu.Unlock()
	w.reload()
	if w.p.User().Settings().PauseAgents {
		return errPaused
	}
	if _, err := w.p.Builder.Refresh(ctx); err != nil {
		return err
	}
	exclude := w.p.StoredState().Project.Exclude
	if f.tree == nil || f.tree.Outdated() || !slices.Equal(exclude, f.exclude) {
		t, err := tree.Scan(ctx, w.p.StoredState().ScanOptions(), nil)
		if err != nil {
			return err
		}
		f.exclude = slices.Clone(exclude)
		w.setTree(t)
		return nil
	}
	changed, err := f.changed(ctx, w.p.Root())
	if err != nil || len(changed) == 0 {
		return err
	}
	t, err := tree.Rescan(ctx, f.tree, changed)
	if err != nil {
		return err
	}
	w.setTree(t)
	return nil
}

// reload reads changed stored files of the project and the user.
func (w *workspace) reload() {
	f := &w.diskState
	if f.stored == nil {
		f.stored = map[string]disk.Identity{}
	}
	for name, load := range map[string]func(){
		presets.ProjectName: func() { _, _ = w.p.Reload() }, // problems are among the warnings
		presets.HistoryName: w.p.LoadHistory,
		presets.NotesName:   w.p.Notes().Load,
	} {
		info, _ := w.p.Root().Stat(name) // on error the identity is zero
		if old, known := f.stored[name]; known && old == info.Identity {
			continue
		}
		f.stored[name] = info.Identity
		load()
	}
	w.p.Access().Reload() // the user may have allowed or revoked something in the window
	var when time.Time
	if info, err := os.Stat(filepath.Join(w.p.User().Places().Config, presets.ProjectName)); err == nil {
		when = info.ModTime()
	}
	if !when.Equal(f.user) {
		f.user = when
		_, _ = w.p.User().Reload()
	}
	w.p.Links().Changed(".")
}

// setTree sets the tree.
func (w *workspace) setTree(t *tree.Tree) {
	f := &w.diskState
	f.tree, f.folders, f.rules = t, nil, nil
	for id := tree.Top; int(id) < t.Len(); id++ {
		e := t.Entry(id)
		switch {
		case e.Kind == disk.Folder && e.Known:
			f.folders = append(f.folders, folder{e.Path, e.ModTime})
		case e.Kind == disk.Regular && slices.Contains(disk.IgnoreFileNames(), e.Name):
			info, _ := w.p.Root().Stat(e.Path)
			f.rules = append(f.rules, rule{e.Path, info.Identity})
		}
	}
	slices.SortFunc(f.folders, func(a, b folder) int { // grouped by parent folder, as [disk.Root.Stats] requires
		return cmp.Or(strings.Compare(path.Dir(a.path), path.Dir(b.path)), strings.Compare(a.path, b.path))
	})
	w.p.SetTree(t, nil)
}

// changed returns the folders in which names were added or removed, and the changed ignore files.
func (f *diskState) changed(ctx context.Context, root *disk.Root) ([]string, error) {
	paths := make([]string, 0, len(f.folders)+len(f.rules))
	for _, one := range f.folders {
		paths = append(paths, one.path)
	}
	for _, one := range f.rules {
		paths = append(paths, one.path)
	}
	infos, err := root.Stats(ctx, paths) // zero for deleted ones
	var changed []string
	for i, info := range infos {
		if i < len(f.folders) && !info.ModTime.Equal(f.folders[i].time) || i >= len(f.folders) && info.Identity != f.rules[i-len(f.folders)].is {
			changed = append(changed, paths[i])
		}
	}
	return changed, err
}
