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

// fresh is the server's knowledge of the disk.
type fresh struct {
	mu      sync.Mutex
	tree    *tree.Tree
	folders []folder // of the tree
	rules   []rule   // ignore files of the tree
	exclude []string // settings of the scan
	stored  map[string]disk.Identity
	user    time.Time // when the user's own file changed last
}

type folder struct {
	path string
	time time.Time // when names in it came or went last
}

type rule struct {
	path string
	is   disk.Identity
}

// errPaused is the answer to everything while the user has paused agents.
var errPaused = errors.New("the user has paused agents: nothing is given until they turn that off in the settings of Dossier")

// refresh updates the server's knowledge of the project: its files, and the names in its folders.
// It reads no contents except changed stored files and ignore files.
func (s *Server) refresh(ctx context.Context) error {
	if s.disconnected() {
		return errDisconnected
	}
	f := &s.fresh
	f.mu.Lock()
	defer f.mu.Unlock()
	s.reload()
	if s.p.User().Settings().PauseAgents {
		return errPaused
	}
	s.offerPrompts()
	if _, err := s.p.Builder.Refresh(ctx); err != nil {
		return err
	}
	exclude := s.p.Kept().Project.Exclude
	if f.tree == nil || f.tree.Outdated() || !slices.Equal(exclude, f.exclude) {
		t, err := tree.Scan(ctx, s.p.Kept().ScanOptions(), nil)
		if err != nil {
			return err
		}
		f.exclude = slices.Clone(exclude)
		s.took(t)
		return nil
	}
	changed, err := f.changed(ctx, s.p.Root())
	if err != nil || len(changed) == 0 {
		return err
	}
	t, err := tree.Rescan(ctx, f.tree, changed)
	if err != nil {
		return err
	}
	s.took(t)
	return nil
}

// reload reads the stored files of the project and the user that have changed.
func (s *Server) reload() {
	f := &s.fresh
	if f.stored == nil {
		f.stored = map[string]disk.Identity{}
	}
	for name, load := range map[string]func(){
		presets.ProjectName: func() { _, _ = s.p.Reload() }, // its problem is among the warnings
		presets.HistoryName: s.p.LoadHistory,
		presets.NotesName:   s.p.Notes().Load,
	} {
		info, _ := s.p.Root().Stat(name) // an error leaves the identity zero
		if was, known := f.stored[name]; known && was == info.Identity {
			continue
		}
		f.stored[name] = info.Identity
		load()
	}
	s.p.Access().Reload() // the user may have allowed or revoked something in the window
	var when time.Time
	if info, err := os.Stat(filepath.Join(s.p.User().Places().Config, presets.ProjectName)); err == nil {
		when = info.ModTime()
	}
	if !when.Equal(f.user) {
		f.user = when
		_, _ = s.p.User().Reload()
	}
	s.p.Links().Changed(".")
}

// took sets the tree.
func (s *Server) took(t *tree.Tree) {
	f := &s.fresh
	f.tree, f.folders, f.rules = t, nil, nil
	for id := tree.Top; int(id) < t.Len(); id++ {
		e := t.Entry(id)
		switch {
		case e.Kind == disk.Folder && e.Known:
			f.folders = append(f.folders, folder{e.Path, e.ModTime})
		case e.Kind == disk.Regular && slices.Contains(disk.IgnoreFileNames(), e.Name):
			info, _ := s.p.Root().Stat(e.Path)
			f.rules = append(f.rules, rule{e.Path, info.Identity})
		}
	}
	slices.SortFunc(f.folders, func(a, b folder) int { // those of one folder together, as [disk.Root.Stats] takes them
		return cmp.Or(strings.Compare(path.Dir(a.path), path.Dir(b.path)), strings.Compare(a.path, b.path))
	})
	s.p.SetTree(t, nil)
}

// changed returns the folders whose names came or went, and the ignore files that changed.
func (f *fresh) changed(ctx context.Context, root *disk.Root) ([]string, error) {
	paths := make([]string, 0, len(f.folders)+len(f.rules))
	for _, one := range f.folders {
		paths = append(paths, one.path)
	}
	for _, one := range f.rules {
		paths = append(paths, one.path)
	}
	infos, err := root.Stats(ctx, paths) // zero for what is gone
	var changed []string
	for i, info := range infos {
		if i < len(f.folders) && !info.ModTime.Equal(f.folders[i].time) || i >= len(f.folders) && info.Identity != f.rules[i-len(f.folders)].is {
			changed = append(changed, paths[i])
		}
	}
	return changed, err
}
