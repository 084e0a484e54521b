package filetree

import (
	"context"
	"errors"
	"fmt"
	"time"

	"dossier/aggregate/disk"
	"dossier/aggregate/tree"
	"dossier/aggregate/watch"
	"dossier/models"
	"dossier/ui/project"
	"dossier/ui/session/message"
)

// ErrStopped reports that the user stopped the listing of the project's folder.
var ErrStopped = errors.New("the listing of the folder was stopped: scan it again, or list files instead of folders and patterns")

// Scan is the progress of a running scan of the project's folder.
type Scan struct {
	Files int // files found so far
	Began time.Time
}

// due holds what to scan after the current scan has ended.
type due struct {
	paths   []string // changed paths
	folders []string // folders that are excluded from the tree but requested
}

// listing is a tree with its rows, created in the background.
type listing struct {
	tree      *tree.Tree
	entries   []Entry
	hierarchy *hierarchy
}

func newListing(t *tree.Tree, counts *counts, output tree.Output) *listing {
	entries := entriesOf(t, output)
	h := newHierarchy(entries, counts.of)
	h.vocabulary = counts.vocabulary
	return &listing{t, entries, h}
}

// Scanning returns the running scan; false if none runs.
func (p *Part) Scanning() (Scan, bool) { return p.scan, p.scanning.Busy() }

// Rescan lists the whole folder again in the background. The first names are shown before all are
// known, and all names before the files are measured.
func (p *Part) Rescan() {
	opened := p.host.Project()
	if opened == nil {
		return
	}
	p.due.paths = nil
	p.counts = p.counts.within(p.limits())
	opts, counts := opened.StoredState().ScanOptions(), p.counts
	opts.NamesOnly = true // the user waits for names; sizes follow
	opened.ExpectTree()
	p.scanBegins()
	p.scanning.Start(func(ctx context.Context) func() {
		opened.Roots().Refresh()
		names, err := tree.Scan(ctx, opts, func(so tree.Progress) {
			var first *listing
			if so.Tree != nil {
				first = newListing(so.Tree, counts, opts.Output)
			}
			p.work.Do(ctx, func() { p.showProgress(so.Files, first) })
		})
		if err != nil {
			return p.failed(opened.Root(), err)
		}
		opened.SetTree(names, nil)
		unmeasured := newListing(names, counts, opts.Output)
		p.work.Do(ctx, func() { p.showListing(unmeasured) })
		sized, err := tree.Measure(ctx, names)
		if err != nil {
			return p.failed(opened.Root(), err)
		}
		all := newListing(sized, counts, opts.Output)
		return func() {
			p.due.folders = append(p.due.folders, p.openUnknown(sized)...)
			p.scanned(all, nil)
		}
	})
	p.host.Progressed()
}

// RootsChanged lists the folder again if the open roots differ from those of the tree.
func (p *Part) RootsChanged() {
	if p.RootsOutdated() {
		p.Rescan()
	}
}

// RootsOutdated reports whether the open roots differ from those of the tree.
func (p *Part) RootsOutdated() bool { return p.tree != nil && p.tree.Outdated() }

// followRoots lists the folder again if a root itself was removed or replaced.
func (p *Part) followRoots(b watch.Batch) {
	for _, name := range b.Files {
		if _, rest, ok := models.SplitRoot(name); ok && rest == "." {
			p.Rescan()
			return
		}
	}
}

// ScanAgain is a [Part.Rescan] on the user's request. It reports the result, because nothing is
// visible if nothing has changed.
func (p *Part) ScanAgain() {
	p.requested = p.host.Project() != nil
	p.Rescan()
}

// Stop cancels a scan; the tree stays as it is.
func (p *Part) Stop() {
	p.scanning.Stop()
	p.requested = false
	p.host.Project().SetTree(nil, ErrStopped)
}

func (p *Part) scanBegins() {
	p.scan = Scan{Began: time.Now()}
	p.host.ScanBegins()
}

// showProgress handles the progress of a scan. The first names are shown if there were none before.
func (p *Part) showProgress(files int, first *listing) {
	p.scan.Files = files
	if first != nil && p.tree == nil {
		p.show(first)
		p.Tick()
		p.host.Changed()
	}
	p.host.Progressed()
}

// openUnknown returns the folders that are expanded in the window but were not scanned.
func (p *Part) openUnknown(t *tree.Tree) []string {
	var out []string
	for _, path := range p.model.OpenFolders() {
		if id, ok := t.Find(path); ok {
			if e := t.Entry(id); e.Kind == disk.Folder && !e.Known {
				out = append(out, path)
			}
		}
	}
	return out
}

// RescanPaths scans paths again that have changed on the disk.
func (p *Part) RescanPaths(paths []string) {
	p.due.paths = append(p.due.paths, paths...)
	p.rescanDue()
}

// rescanDue scans the due paths after the current scan has ended, because that may have read them too early.
func (p *Part) rescanDue() {
	if p.scanning.Busy() || p.tree == nil || len(p.due.paths)+len(p.due.folders) == 0 {
		return
	}
	old, counts, new, output := p.tree, p.counts, p.due, p.host.Project().StoredState().Output()
	root := p.host.Project().Root()
	p.due = due{}
	p.scanBegins()
	p.scanning.Start(func(ctx context.Context) func() {
		t, err := tree.Rescan(ctx, old, new.paths)
		for _, dir := range new.folders {
			if err != nil {
				break
			}
			if _, ok := t.Find(dir); ok {
				t, err = tree.List(ctx, t, dir)
			}
		}
		if err != nil {
			return p.failed(root, err)
		}
		l, gone := newListing(t, counts, output), displaced(root)
		return func() {
			p.scanned(l, nil)
			p.notice(gone)
		}
	})
}

// scanned handles the result of a scan.
func (p *Part) scanned(l *listing, err error) {
	if err != nil {
		p.host.Project().SetTree(nil, err)
		if !errors.As(err, new(*DisplacedError)) {
			p.host.Fail(err)
		}
		p.notice(err)
	} else {
		p.showListing(l)
		p.followStates()
		p.Watch()
		p.countAll()
		if p.requested {
			p.host.Notify(message.Count("Scanned the folder again: {{.N}} files", p.files(), nil))
		}
	}
	p.requested = false
	p.host.Progressed()
	p.rescanDue()
}

// DisplacedError reports that the folder of the project is no longer at its path.
type DisplacedError struct{ Dir string }

func (e *DisplacedError) Error() string {
	return fmt.Sprintf("the folder %s is not there any more, it was moved or deleted: put it back, or open the folder where it is now", project.Shown(e.Dir))
}

// displaced returns a [*DisplacedError], or nil where the folder is at its path.
func displaced(root *disk.Root) error {
	if root.Moved() {
		return &DisplacedError{root.Dir()}
	}
	return nil
}

// failed returns the end of a scan that failed with an error, which may be that there is no folder any more.
func (p *Part) failed(root *disk.Root, err error) func() {
	if gone := displaced(root); gone != nil {
		err = gone
	}
	return func() { p.scanned(nil, err) }
}

// notice reports once that the folder is not at its path; nil where it is.
func (p *Part) notice(err error) {
	gone := errors.As(err, new(*DisplacedError))
	if gone && !p.displaced {
		p.host.Fail(err)
	}
	p.displaced = gone
}

// files returns the number of readable files that are not excluded.
func (p *Part) files() int {
	n := 0
	for _, e := range p.entries {
		if !e.Dir && !e.Barred && !e.Ignored {
			n++
		}
	}
	return n
}

// showListing shows a tree with all names.
func (p *Part) showListing(l *listing) {
	p.host.Project().SetTree(l.tree, nil)
	p.listed = true
	p.show(l)
	p.host.Listed()
}

// show replaces the tree. [Part.Tick] must follow, because nothing is ticked yet and the visible
// rows are unknown.
func (p *Part) show(l *listing) {
	p.tree, p.entries = l.tree, l.entries
	p.model.hierarchy = l.hierarchy
}
