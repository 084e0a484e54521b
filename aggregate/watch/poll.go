package watch

import (
	"cmp"
	"context"
	"maps"
	"path"
	"slices"
	"time"

	"dossier/aggregate/disk"
)

const (
	// pollBudget is the max time per poll for folders without selected files: a two-hundredth of
	// [PollEvery]. The remaining ones come first in the next poll.
	pollBudget = 25 * time.Millisecond
	// settled is the age from which a modification time reliably identifies a file's content: FAT
	// has a resolution of two seconds.
	settled = 2 * time.Second
	// maxNames is the max number of names read in one folder: as many as a project's tree lists.
	maxNames = 200_000
)

// polled is the last state of a folder that is not watched.
type polled struct {
	selected bool
	names    []seen // sorted by name
}

// seen is the state of a name.
type seen struct {
	name   string
	folder bool
	id     disk.Identity // for a folder only its inode: its contents are checked separately
	fresh  bool          // a file that changed just before, and may have changed again since
}

// look returns the current state of a folder. An unreadable folder counts as empty.
func (p *process) look(ctx context.Context, dir string) []seen {
	entries, _, err := p.root.List(ctx, dir, maxNames)
	if err != nil {
		return nil
	}
	now := time.Now()
	names := make([]seen, len(entries))
	for i, e := range entries {
		s := seen{name: e.Name, folder: e.IsDir(), id: e.Identity}
		if s.folder {
			s.id = disk.Identity{Device: e.Identity.Device, Inode: e.Identity.Inode}
		} else {
			s.fresh = lately(e.Identity, now, settled)
		}
		names[i] = s
	}
	return names
}

// lately reports whether a file changed within d of now. Because the clocks of the disk and of
// this machine may differ, its change can be in the future.
func lately(id disk.Identity, now time.Time, d time.Duration) bool {
	within := func(nanos int64) bool { return now.Sub(time.Unix(0, nanos)).Abs() < d }
	return within(id.ModTime) || within(id.Change)
}

// poll compares the polled folders with their previous state: all those with selected files, and
// as many of the others as time permits.
func (p *process) poll(ctx context.Context) {
	var began time.Time
	for _, dir := range p.turn() {
		before, ok := p.polled[dir]
		if !ok {
			continue // it has been removed
		}
		if !before.selected {
			if began.IsZero() {
				began = time.Now()
			} else if time.Since(began) > pollBudget {
				return
			}
			p.looked = dir
		}
		now := p.look(ctx, dir)
		if ctx.Err() != nil {
			return
		}
		p.polled[dir] = polled{before.selected, now}
		p.compare(ctx, dir, before.names, now)
	}
}

// turn returns the polled folders, least recently polled first.
func (p *process) turn() []string {
	class := func(dir string) int {
		switch {
		case p.polled[dir].selected:
			return 0
		case dir > p.looked:
			return 1
		}
		return 2
	}
	return slices.SortedFunc(maps.Keys(p.polled), func(a, b string) int {
		return cmp.Or(cmp.Compare(class(a), class(b)), cmp.Compare(a, b))
	})
}

// compare adds the changes in a folder between two polls to the pending ones.
func (p *process) compare(ctx context.Context, dir string, before, now []seen) {
	gone := map[string]bool{}
	var came []string
	names := false
	for len(before)+len(now) > 0 {
		var was, is *seen
		order := 0
		switch {
		case len(before) == 0:
			order = 1
		case len(now) == 0:
			order = -1
		default:
			order = cmp.Compare(before[0].name, now[0].name)
		}
		if order <= 0 {
			was, before = &before[0], before[1:]
		}
		if order >= 0 {
			is, now = &now[0], now[1:]
		}
		if was != nil && is != nil && !was.fresh && was.id == is.id && was.folder == is.folder {
			continue
		}
		name := path.Join(dir, cmp.Or(is, was).name)
		p.file(name)
		names = names || was == nil || is == nil || was.folder != is.folder
		if was != nil && was.folder {
			gone[name] = true
		}
		if is != nil && is.folder {
			gone[name] = true // it may be registered already
			came = append(came, name)
		}
	}
	if names {
		p.folder(dir)
	}
	p.drop(gone)
	for _, name := range came {
		p.adopt(ctx, name)
	}
}
