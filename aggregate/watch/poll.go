package watch

import (
	"cmp"
	"context"
	"iter"
	"path"
	"slices"
	"time"

	"dossier/aggregate/disk"
)

const (
	// pollBudget is the max time per poll for folders without selected files: a two-hundredth of
	// [PollEvery]. The remaining ones come first in the next poll. One folder is always polled, however
	// long that takes. The budget does not include sorting the folders, which is only done after their
	// set has changed.
	pollBudget = 25 * time.Millisecond
	// settleTime is the age from which a modification time reliably identifies a file's content: FAT
	// has a resolution of two seconds.
	settleTime = 2 * time.Second
	// maxNames is the max number of names read in one folder: as many as a project's tree lists.
	maxNames = 200_000
)

// polledFolder is the last state of a folder that is not watched.
type polledFolder struct {
	selected bool
	names    []nameState // sorted by name
}

// nameState is the state of a name.
type nameState struct {
	name      string
	folder    bool
	id        disk.Identity // for a folder only its inode: its contents are checked separately
	unsettled bool          // a file that changed just before, and may have changed again since
}

// readFolder returns the current state of a folder. An unreadable folder counts as empty.
func (p *process) readFolder(ctx context.Context, dir string) []nameState {
	entries, _, err := p.root.List(ctx, dir, maxNames)
	if err != nil {
		return nil
	}
	now := time.Now()
	names := make([]nameState, len(entries))
	for i, e := range entries {
		s := nameState{name: e.Name, folder: e.IsDir(), id: e.Identity}
		if s.folder {
			s.id = disk.Identity{Device: e.Identity.Device, Inode: e.Identity.Inode}
		} else {
			s.unsettled = changedWithin(e.Identity, now, settleTime)
		}
		names[i] = s
	}
	return names
}

// changedWithin reports whether a file changed within d of now. Because the clocks of the disk and of
// this machine may differ, its change can be in the future.
func changedWithin(id disk.Identity, now time.Time, d time.Duration) bool {
	within := func(nanos int64) bool { return now.Sub(time.Unix(0, nanos)).Abs() < d }
	return within(id.ModTime) || within(id.Change)
}

// poll compares the polled folders with their previous state: all those with selected files, and
// as many of the others as time permits.
func (p *process) poll(ctx context.Context) {
	var start time.Time
	for dir := range p.pollOrder() {
		old, ok := p.polled[dir]
		if !ok {
			continue // it has been removed
		}
		if !old.selected {
			if start.IsZero() {
				start = time.Now()
			} else if time.Since(start) > pollBudget {
				return
			}
			p.lastPolled = dir
		}
		names := p.readFolder(ctx, dir)
		if ctx.Err() != nil {
			return
		}
		p.setPolled(dir, polledFolder{old.selected, names})
		p.compare(ctx, dir, old.names, names)
	}
}

// sortedFolders are the polled folders, each list sorted.
type sortedFolders struct{ selected, others []string }

// setPolled adds a polled folder, or replaces its state.
func (p *process) setPolled(dir string, state polledFolder) {
	if old, ok := p.polled[dir]; !ok || old.selected != state.selected {
		p.sorted = nil
	}
	p.polled[dir] = state
}

// dropPolled removes a polled folder.
func (p *process) dropPolled(dir string) {
	delete(p.polled, dir)
	p.sorted = nil
}

// replacePolled replaces all polled folders by none, and returns the previous ones.
func (p *process) replacePolled() map[string]polledFolder {
	previous := p.polled
	p.polled, p.sorted = map[string]polledFolder{}, nil
	return previous
}

// pollOrder returns the polled folders: those with selected files, and then the others, least recently
// polled first. It is unaffected by changes of the set during the iteration.
func (p *process) pollOrder() iter.Seq[string] {
	if p.sorted == nil {
		p.sorted = &sortedFolders{}
		for dir, state := range p.polled {
			if state.selected {
				p.sorted.selected = append(p.sorted.selected, dir)
			} else {
				p.sorted.others = append(p.sorted.others, dir)
			}
		}
		slices.Sort(p.sorted.selected)
		slices.Sort(p.sorted.others)
	}
	sorted := p.sorted
	at, found := slices.BinarySearch(sorted.others, p.lastPolled)
	if found {
		at++
	}
	return func(yield func(string) bool) {
		for _, list := range [][]string{sorted.selected, sorted.others[at:], sorted.others[:at]} {
			for _, dir := range list {
				if !yield(dir) {
					return
				}
			}
		}
	}
}

// compare adds the changes in a folder between two polls to the pending ones.
func (p *process) compare(ctx context.Context, dir string, oldNames, newNames []nameState) {
	removed := map[string]bool{}
	var created []string
	namesChanged := false
	for len(oldNames)+len(newNames) > 0 {
		var old, new *nameState
		order := 0
		switch {
		case len(oldNames) == 0:
			order = 1
		case len(newNames) == 0:
			order = -1
		default:
			order = cmp.Compare(oldNames[0].name, newNames[0].name)
		}
		if order <= 0 {
			old, oldNames = &oldNames[0], oldNames[1:]
		}
		if order >= 0 {
			new, newNames = &newNames[0], newNames[1:]
		}
		if old != nil && new != nil && !old.unsettled && old.id == new.id && old.folder == new.folder {
			continue
		}
		name := path.Join(dir, cmp.Or(new, old).name)
		p.markFile(name)
		namesChanged = namesChanged || old == nil || new == nil || old.folder != new.folder
		if old != nil && old.folder {
			removed[name] = true
		}
		if new != nil && new.folder {
			removed[name] = true // it may be registered already
			created = append(created, name)
		}
	}
	if namesChanged {
		p.markFolder(dir)
	}
	p.dropRemoved(removed)
	for _, name := range created {
		p.watchNew(ctx, name)
	}
}
