package filetree

import (
	"path"
	"slices"

	"dossier/aggregate/disk"
	"dossier/aggregate/tree"
	"dossier/aggregate/watch"
	"dossier/models"
)

// Watch watches the listed folders for changes.
func (p *Part) Watch() {
	p.host.WatchComplete(false)
	if p.watcher == nil {
		first := true
		here := func(f func()) { p.work.Do(p.work.Context(), f) }
		p.watcher = watch.Start(p.host.Project().Root(), watch.Options{
			Report: func(b watch.Batch) {
				here(func() {
					b, repository := apart(b)
					if repository {
						p.host.RepositoryChanged()
					}
					p.followRoots(b)
					if b.All || len(b.Files)+len(b.Folders) > 0 {
						p.host.DiskChanged(b)
					}
				})
			},
			Limited: func(err *watch.LimitError) {
				here(func() {
					p.limit = err
					p.host.Progressed()
					p.host.WatchComplete(false)
				})
			},
			Watching: func(added bool) {
				here(func() {
					switch {
					case first:
						first = false
						p.host.Watched()
					case added:
						p.host.FoldersWatched()
					}
					p.host.WatchComplete(p.limit == nil)
				})
			},
		})
	}
	p.imageFolders = p.foldersOfImages()
	p.watcher.Watch(p.folders())
}

// WatchImages watches the folders of images that the tree does not list. It is called when the
// screenshots of the composition have changed.
func (p *Part) WatchImages() {
	if p.watcher != nil && !slices.Equal(p.foldersOfImages(), p.imageFolders) {
		p.Watch()
	}
}

// Limit returns why not all folders are watched; nil if they are.
func (p *Part) Limit() error { return p.limit }

// Close stops watching and waits. It may be called more than once.
func (p *Part) Close() {
	if p.watcher != nil {
		p.watcher.Close()
	}
}

// folders returns the folders to watch.
func (p *Part) folders() []watch.Folder {
	selected := map[string]bool{}
	for _, item := range p.host.Items() {
		selected[path.Dir(item.Path)] = true
	}
	for _, shot := range p.host.Shots() {
		selected[path.Dir(shot.Path)] = true
	}
	var folders []watch.Folder
	for id := tree.Top; int(id) < p.tree.Len(); id++ {
		e := p.tree.Entry(id)
		if e.Kind == disk.Folder && e.Known {
			folders = append(folders, watch.Folder{Path: e.Path, ModTime: e.ModTime, Selected: selected[e.Path]})
		}
	}
	if info, err := p.host.Project().Root().Stat(gitFolder); err == nil {
		folders = append(folders, watch.Folder{Path: gitFolder, ModTime: info.ModTime})
	}
	for _, dir := range p.imageFolders {
		folder := watch.Folder{Path: dir, Selected: true}
		if info, err := p.host.Project().Root().Stat(dir); err == nil {
			folder.ModTime = info.ModTime // so that files are compared with their state when they were read
		}
		folders = append(folders, folder)
	}
	return folders
}

// foldersOfImages returns the folders of screenshots that the tree does not list, in byte order.
// They are watched too.
func (p *Part) foldersOfImages() []string {
	var dirs []string
	for _, shot := range p.host.Shots() {
		dir := path.Dir(shot.Path)
		if !models.IsLocal(dir) || p.tree == nil {
			continue
		}
		if id, ok := p.tree.Find(dir); !ok || !p.tree.Entry(id).Known {
			dirs = append(dirs, dir)
		}
	}
	slices.Sort(dirs)
	return slices.Compact(dirs)
}
