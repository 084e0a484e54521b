// Package filetree manages the tree of the open project in a session: its files and folders as rows
// that can be expanded, sorted and filtered, with their costs and whether they are in the document.
// The folder is listed, measured, counted and watched in the background, by jobs of the project and
// one watcher.
package filetree

import (
	"dossier/aggregate"
	"dossier/aggregate/disk"
	"dossier/aggregate/tree"
	"dossier/aggregate/watch"
	"dossier/models"
	"dossier/ui/project"
	"dossier/ui/session/feature"
	"dossier/ui/session/jobs"
)

// Host is the subset of the session that the tree depends on.
type Host interface {
	feature.Source
	feature.Tokens
	feature.Editor
	feature.Reporter
	feature.Storage

	// ScanBegins is called when the folder is being listed, and Listed after a complete tree is available.
	ScanBegins()
	Listed()
	// DiskChanged is called with changes on the disk, RepositoryChanged after a change in the
	// project's .git folder, Watched when changes are reported from now on, and FoldersWatched when
	// they are in more folders, whose files may have been read before. WatchComplete is called with true whenever the listed folders are watched completely, so that all later changes
	// are reported immediately, and with false when that ends, because other folders must be watched
	// or some are polled.
	DiskChanged(watch.Batch)
	RepositoryChanged()
	Watched()
	FoldersWatched()
	WatchComplete(complete bool)
}

// Part is the controller of one project's tree. It belongs to the session's goroutine.
type Part struct {
	host    Host
	work    *jobs.Group
	model   *Model
	tree    *tree.Tree // nil until the first names are known
	entries []Entry    // entries of tree
	listed  bool       // whether all names are known
	counts  *counts

	looking   *jobs.Latest // reads the states of git
	adding    *jobs.Latest // slices of that
	scanning  *jobs.Latest
	scan      Scan // the running scan
	requested bool // whether the user asked for it
	// displaced reports whether the project's folder was moved or deleted, which was reported.
	displaced bool
	due       due

	countingAll, countingShown *jobs.Latest

	watcher *watch.Watcher
	limit   error
	// imageFolders are watched folders with screenshots that the tree does not list.
	imageFolders []string
}

// New returns the controller for a newly opened project, or for none. Nothing is listed until
// [Part.Rescan].
func New(host Host, work *jobs.Group) *Part {
	p := &Part{
		host: host, work: work, model: newModel(),
		looking: work.Latest(), adding: work.Latest(), scanning: work.Latest(), countingAll: work.Latest(), countingShown: work.Latest(),
	}
	p.counts = newCounts(host.Model().Vocabulary, limits{}) // until the project is listed
	p.scanning.Lost = func(err error) { p.scanned(nil, err) }
	return p
}

// Model returns the tree as rows.
func (p *Part) Model() *Model {
	p.model.configure(p.host.Model(), p.host.Settings().ShowIgnored)
	return p.model
}

// Names returns the tree itself; nil until the first names are known. It must not be modified.
func (p *Part) Names() *tree.Tree { return p.tree }

// Listed reports whether all names are known, so that a tree without rows is really empty.
func (p *Part) Listed() bool { return p.listed }

// Entries returns the files and folders in the order of the tree, whether visible or not. The
// caller must not modify the slice. It is safe for concurrent reading.
func (p *Part) Entries() []Entry { return p.entries }

// Has reports whether a path is in the tree, visible or not, and exists on the disk.
func (p *Part) Has(path string) bool {
	i, ok := p.model.at[path]
	return ok && !p.model.nodes[i].Missing
}

// Status returns the kind of a path according to the tree alone; false if the tree does not contain it.
func (p *Part) Status(path string) (aggregate.Status, bool) {
	if p.tree == nil {
		return 0, false
	}
	id, ok := p.tree.Find(path)
	if !ok {
		return 0, false
	}
	switch e := p.tree.Entry(id); {
	case e.Kind == disk.Folder, e.Reason == tree.LinkToFolder:
		return aggregate.Folder, true
	case e.Reason == tree.LinkBroken:
		return aggregate.Missing, true
	}
	return aggregate.File, true
}

// Explain returns why a path is or is not in the tree; false while there is no tree.
func (p *Part) Explain(path string) (project.Explanation, bool) {
	if p.tree == nil {
		return project.Explanation{}, false
	}
	return project.Explanation(p.tree.Explain(path)), true
}

// Tick updates the check boxes from the composition. Files of the composition that no longer exist
// on the disk stay, marked as missing.
func (p *Part) Tick() {
	items := p.host.Items()
	if p.tree != nil && !p.limits().equal(p.counts.limits) {
		p.Recount()
	}
	for _, item := range items {
		if _, ok := p.model.at[item.Path]; !ok && item.Err == nil && p.listed && models.IsLocal(item.Path) {
			p.model.insertUnlisted(p.unlisted(item.Path))
		}
	}
	p.model.tick(func(yield func(string) bool) {
		for _, item := range items {
			if !yield(item.Path) {
				return
			}
		}
	})
	p.Model().layout()
}

// unlisted returns the entry of a file of the composition that is not in the tree: it is missing,
// or in a folder that was not scanned.
func (p *Part) unlisted(path string) Entry {
	info, err := p.host.Project().Root().Stat(path)
	if err != nil {
		return Entry{Path: path, Missing: true, Note: "no longer on the disk"}
	}
	return Entry{Path: path, Size: info.Size, ModTime: info.ModTime, Ignored: true, Note: "in an excluded folder"}
}

// SetFilter shows only the files that match a query of package fuzzy, and their parent folders.
func (p *Part) SetFilter(text string) {
	p.model.setFilter(text)
	p.Model().layout()
	p.host.Changed()
}

// SetSort sets the order of the entries in each folder.
func (p *Part) SetSort(order Sort) {
	p.model.sort = order
	p.Model().layout()
	p.host.Changed()
	p.host.SaveSoon()
}

// Open expands or collapses a folder. An excluded folder that was not scanned is listed first.
func (p *Part) Open(path string, open bool) {
	p.Model().SetOpen(path, open)
	if open && p.tree != nil {
		if id, ok := p.tree.Find(path); ok && !p.tree.Entry(id).Known {
			p.due.folders = append(p.due.folders, path)
			p.rescanDue()
		}
	}
	p.host.Changed()
	p.host.SaveSoon()
}

// OpenAll expands or collapses all listed folders.
func (p *Part) OpenAll(open bool) {
	p.Model().SetAllOpen(open)
	p.host.Changed()
	p.host.SaveSoon()
}

// Reveal expands the folders above a file.
func (p *Part) Reveal(path string) {
	p.Model().Reveal(path)
	p.host.Changed()
}
