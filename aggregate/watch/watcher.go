package watch

import (
	"context"
	"errors"
	"io/fs"
	"maps"
	"path"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"github.com/fsnotify/fsnotify"

	"dossier/aggregate/disk"
	"dossier/models/order"
)

const (
	// Quiet is the time without events after which a batch is reported: longer than the gaps in a
	// git checkout, short enough that a saved file shows within half a second.
	Quiet = 250 * time.Millisecond
	// MaxDelay is the max delay of a batch if changes never stop, as in a log file.
	MaxDelay = 2 * time.Second
	// PollEvery is the polling interval.
	PollEvery = 5 * time.Second
	// MaxWatched is the max number of watches if the system's limit is low or unknown: it applies
	// to all programs of a user, and can be as low as 8,192.
	MaxWatched = 4096
	// maxPending is the max number of paths in a batch; more become [Batch.All].
	maxPending = 10_000
	// maxNew is the max number of folders below a new one that are read before the owner lists
	// them; more become [Batch.All].
	maxNew = 1000
	// recent is the max time from reading a selected file until its folder is watched. Changes
	// during that time are reported.
	recent = 10 * time.Second
)

// Batch is the changes since the previous batch. Paths are slash-separated and relative to the
// project; "." is its folder.
type Batch struct {
	// Folders are those in which names were added or removed, sorted. Some may no longer exist.
	Folders []string
	// Files are names that were added or removed, or whose contents or attributes changed,
	// sorted. A folder represents everything in it.
	Files []string
	// All is set if changes were lost: everything must be checked. The other fields are then
	// empty.
	All bool
}

func (b Batch) empty() bool { return !b.All && len(b.Folders)+len(b.Files) == 0 }

// Folder is a folder to watch.
type Folder struct {
	Path string
	// ModTime is when its names last changed, according to the owner's listing. If it differs,
	// the folder is reported immediately, so that no change between listing and watching is lost.
	// The zero time reports nothing.
	ModTime time.Time
	// Selected is set if it contains files that are shown. Such folders come first. If ModTime is
	// set, files in it that changed shortly before it is watched are reported, so that no change
	// between reading and watching is lost.
	Selected bool
}

// Options configure a [Watcher].
type Options struct {
	// Report is called with each batch, on the watcher's goroutine. It must not call
	// [Watcher.Close], and delays later batches until it returns.
	Report func(Batch)
	// Limited is called when folders are polled, with the cause; once per cause. It is called
	// like Report, and may be nil.
	Limited func(*LimitError)
	// Watching is called when the folders of a [Watcher.Watch] call are watched: later changes
	// are reported. added is set if some of them were not watched before: files in them that were
	// read earlier may have changed meanwhile. It is called like Report, and may be nil.
	Watching func(added bool)
	// Ignored reports whether a new folder should not be watched. It may be nil.
	Ignored func(dir string) bool
	// Notifier opens the system's service; nil means [System].
	Notifier func() (Notifier, error)
	// PollEvery is the polling interval; zero means the constant of that name.
	PollEvery time.Duration
}

// Watcher watches the folders of one project until it is closed.
type Watcher struct {
	root     *disk.Root
	opts     Options
	notifier Notifier // nil if the system has none

	stop context.CancelFunc
	done sync.WaitGroup
	wake chan struct{} // buffers one signal that inbox is not empty

	mu    sync.Mutex
	inbox inbox
}

// inbox is what the second goroutine has not processed yet.
type inbox struct {
	events      map[string]fsnotify.Op // by absolute name
	lost        bool
	folders     *[]Folder
	eventsEnded bool // no more events will follow
}

// Start starts a watcher without folders; call [Watcher.Watch] next. It cannot fail: without the
// system's service everything is polled.
func Start(root *disk.Root, opts Options) *Watcher {
	ctx, stop := context.WithCancel(context.Background())
	w := &Watcher{root: root, opts: opts, stop: stop, wake: make(chan struct{}, 1)}
	w.inbox.events = map[string]fsnotify.Op{}
	maxWatched := MaxWatched
	if w.opts.Notifier == nil {
		w.opts.Notifier, maxWatched = System, watchLimit(systemLimit)
	}
	if w.opts.PollEvery == 0 {
		w.opts.PollEvery = PollEvery
	}
	notifier, err := w.opts.Notifier()
	if err != nil {
		notifier = nil
	}
	w.notifier = notifier
	p := &process{
		Watcher: w, disabledErr: err, maxWatched: maxWatched,
		watched: map[string]inode{}, names: map[inode]string{}, polled: map[string]polledFolder{}, newFolders: map[string]bool{},
	}
	if notifier != nil {
		w.done.Go(w.drain)
	}
	w.done.Go(func() { p.run(ctx) })
	return w
}

// Close stops the watcher and waits for its goroutines. Nothing is reported after it returns. It
// may be called more than once.
func (w *Watcher) Close() error {
	w.stop()
	var err error
	if w.notifier != nil {
		err = w.notifier.Close()
	}
	w.done.Wait()
	return err
}

// Watch replaces the folders to watch. Among equally important ones, those that come first are
// watched and the others polled.
func (w *Watcher) Watch(folders []Folder) {
	ordered := order.First(folders, func(f Folder) bool { return f.Selected })
	w.post(func(in *inbox) { in.folders = &ordered })
}

// post modifies the inbox and wakes the second goroutine.
func (w *Watcher) post(change func(*inbox)) {
	w.mu.Lock()
	change(&w.inbox)
	w.mu.Unlock()
	select {
	case w.wake <- struct{}{}:
	default:
	}
}

// drain receives events and errors from the system until both channels are closed, which is after
// [Watcher.Close] at the latest. A service that blocks on sending may never close: fsnotify holds
// the lock that its Close needs while it sends an error.
func (w *Watcher) drain() {
	events, errs := w.notifier.Events(), w.notifier.Errors()
	for events != nil || errs != nil {
		select {
		case e, ok := <-events:
			if !ok {
				events = nil
				w.post(func(in *inbox) { in.eventsEnded = true })
				continue
			}
			w.post(func(in *inbox) {
				if len(in.events) < maxPending {
					in.events[e.Name] |= e.Op
				} else {
					in.lost = true
				}
			})
		case err, ok := <-errs:
			if !ok {
				errs = nil // the events channel determines the end
				continue
			}
			// A queue overflow, or an error of unknown extent: in both cases it is not known what
			// was lost.
			if err != nil {
				w.post(func(in *inbox) { in.lost = true })
			}
		}
	}
}

// process is the state of the second goroutine; no other accesses it.
type process struct {
	*Watcher

	eventsEnded   bool   // the system sends no more events
	disabledErr   error  // why the system watches no more folders; nil if it does
	folderErr     error  // why one of them is not watched
	limitReached  bool   // the limit is reached
	reportedCause string // the last cause reported to the owner; empty if none

	folders    []Folder
	missing    map[string]bool // those in folders that are not folders on disk
	watched    map[string]inode
	maxWatched int                     // max number of watched folders
	names      map[inode]string        // inverse of watched
	polled     map[string]polledFolder // changed only by setPolled, dropPolled and replacePolled
	sorted     *sortedFolders          // those in polled; nil if their set has changed
	newFolders map[string]bool         // new since the last report and not yet known to the owner
	lastPolled string                  // the last polled folder without selected files
	stale      bool                    // events were lost: watched may be out of date

	pending                 pending
	firstChange, lastChange time.Time // times of the pending changes
}

// inode identifies a folder independent of its name. It is zero if the system has none.
type inode struct{ device, number uint64 }

type pending struct {
	folders, files map[string]bool
	all            bool
}

func (p *process) run(ctx context.Context) {
	reportTimer := time.NewTimer(time.Hour)
	reportTimer.Stop()
	pollTimer := time.NewTimer(p.opts.PollEvery)
	defer reportTimer.Stop()
	defer pollTimer.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-p.wake:
			p.processInbox(ctx)
		case <-pollTimer.C:
			p.poll(ctx)
			pollTimer.Reset(p.opts.PollEvery)
		case <-reportTimer.C:
			p.report(ctx)
		}
		if wait, ok := p.wait(); ok {
			reportTimer.Reset(wait)
		}
	}
}

// wait returns the time until the pending changes are reported, and whether there are any.
func (p *process) wait() (time.Duration, bool) {
	if p.firstChange.IsZero() {
		return 0, false
	}
	return max(0, min(time.Until(p.lastChange.Add(Quiet)), time.Until(p.firstChange.Add(MaxDelay)))), true
}

// report reports the pending changes if they are due.
func (p *process) report(ctx context.Context) {
	if wait, ok := p.wait(); !ok || wait > 0 {
		return
	}
	if p.stale {
		p.rewatchAll(ctx) // before the owner reads the folders, so that no change is lost
	}
	batch := Batch{All: p.pending.all}
	if !batch.All {
		batch.Folders = slices.Sorted(maps.Keys(p.pending.folders))
		batch.Files = slices.Sorted(maps.Keys(p.pending.files))
	}
	p.pending, p.firstChange, p.lastChange = pending{}, time.Time{}, time.Time{}
	clear(p.newFolders)
	if !batch.empty() && ctx.Err() == nil {
		p.opts.Report(batch)
	}
}

// processInbox processes the inbox.
func (p *process) processInbox(ctx context.Context) {
	p.mu.Lock()
	in := p.inbox
	p.inbox = inbox{events: map[string]fsnotify.Op{}}
	p.mu.Unlock()
	if in.eventsEnded {
		p.eventsEnded, p.disabledErr = true, errors.New("the system ended it")
		clear(p.watched)
		clear(p.names)
		p.markAll()
		if in.folders == nil {
			in.folders = &p.folders
		}
	}
	if in.lost {
		p.stale = true
		p.markAll()
	}
	p.addEvents(ctx, in.events)
	if in.folders != nil {
		added := p.setFolders(ctx, *in.folders)
		if p.opts.Watching != nil && ctx.Err() == nil {
			p.opts.Watching(added)
		}
	}
}

// addEvents adds the system's events to the pending changes.
func (p *process) addEvents(ctx context.Context, events map[string]fsnotify.Op) {
	removed := map[string]bool{}
	var created []string
	for name, op := range events {
		rel, ok := p.relative(name)
		if !ok {
			continue
		}
		if rel == "." {
			if op.Has(fsnotify.Remove) || op.Has(fsnotify.Rename) {
				p.markAll() // the project's folder itself was removed
			}
			continue
		}
		p.markFile(rel)
		if !op.Has(fsnotify.Create) && !op.Has(fsnotify.Remove) && !op.Has(fsnotify.Rename) {
			continue
		}
		p.markFolder(path.Dir(rel))
		removed[rel] = true // if it exists, it is a different one
		if op.Has(fsnotify.Create) {
			created = append(created, rel)
		}
	}
	// Removed names first: a renamed folder cannot be watched by its new name while it is by the
	// old one.
	p.dropRemoved(removed)
	slices.Sort(created)
	for _, rel := range created {
		p.watchNew(ctx, rel)
	}
}

// dropRemoved removes the folders at and below removed names.
func (p *process) dropRemoved(removed map[string]bool) {
	if len(removed) == 0 {
		return
	}
	below := func(dir string) bool {
		for ; dir != "."; dir = path.Dir(dir) {
			if removed[dir] {
				return true
			}
		}
		return false
	}
	for dir := range p.watched {
		if below(dir) {
			p.markFolder(dir)
			p.unwatch(dir)
		}
	}
	for dir := range p.polled {
		if below(dir) {
			p.markFolder(dir)
			p.dropPolled(dir)
		}
	}
}

// watchNew watches a new folder and everything below it before the owner lists it, so that later
// changes in it are reported.
func (p *process) watchNew(ctx context.Context, dir string) {
	queue := []string{dir}
	for n := 0; len(queue) > 0 && ctx.Err() == nil; n++ {
		if n == maxNew {
			p.markAll()
			return
		}
		dir, queue = queue[0], queue[1:]
		if p.isTracked(dir) || p.opts.Ignored != nil && p.opts.Ignored(dir) {
			continue
		}
		info, err := p.root.Lstat(dir)
		if err != nil || !info.IsDir() {
			continue
		}
		if !p.add(dir, info) {
			p.setPolled(dir, polledFolder{names: p.readFolder(ctx, dir)})
		}
		p.newFolders[dir] = true
		p.markFolder(dir)
		names, _, more, err := p.root.Names(ctx, dir, maxNames)
		if err != nil {
			continue
		}
		if more {
			p.markAll()
		}
		for _, name := range names {
			if name.Kind == disk.Folder {
				queue = append(queue, path.Join(dir, name.Name))
			}
		}
	}
}

func (p *process) isTracked(dir string) bool {
	_, watched := p.watched[dir]
	_, polled := p.polled[dir]
	return watched || polled
}

// add registers a folder with the system. It returns false if the folder must be polled or no
// longer exists.
func (p *process) add(dir string, info disk.Info) bool {
	if p.disabledErr != nil {
		return false
	}
	if len(p.watched) >= p.maxWatched {
		p.limitReached = true
		return false
	}
	id := inode{info.Identity.Device, info.Identity.Inode}
	if old, ok := p.names[id]; ok && id != (inode{}) {
		if info, err := p.root.Lstat(old); err == nil && id == (inode{info.Identity.Device, info.Identity.Inode}) {
			return false // mounted twice: the system would report it under the other name
		}
		p.unwatch(old) // it was renamed, and the event is pending
	}
	err := p.notifier.Add(p.absolute(dir))
	switch {
	case err == nil:
		p.watched[dir], p.names[id] = id, dir
		return true
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, fs.ErrPermission):
		// It was removed, or cannot be listed either, which the owner shows.
	case exhausted(err):
		p.disabledErr = err
	default:
		p.folderErr = err
	}
	return false
}

// unwatch stops watching a folder.
func (p *process) unwatch(dir string) {
	id, ok := p.watched[dir]
	if !ok {
		return
	}
	delete(p.watched, dir)
	if p.names[id] == dir {
		delete(p.names, id)
	}
	// The system may have removed the watch already.
	_ = p.notifier.Remove(p.absolute(dir))
}

// rewatchAll registers all folders again: after lost events, some watches may be of folders that were
// removed or renamed.
func (p *process) rewatchAll(ctx context.Context) {
	p.stale = false
	folders := slices.Clone(p.folders)
	for i := range folders {
		folders[i].ModTime = time.Time{} // the owner is about to check everything
	}
	for dir := range p.watched {
		p.unwatch(dir)
	}
	p.replacePolled()
	for dir := range p.newFolders {
		folders = append(folders, Folder{Path: dir})
	}
	p.setFolders(ctx, folders)
}

// setFolders replaces the set of watched and polled folders. It reports whether some were neither
// before.
func (p *process) setFolders(ctx context.Context, folders []Folder) (added bool) {
	p.folders, p.limitReached, p.folderErr = folders, false, nil
	if p.notifier != nil && !p.eventsEnded {
		p.disabledErr = nil // the system may have capacity again
	}
	wanted := make(map[string]bool, len(folders))
	for _, f := range folders[:min(len(folders), p.maxWatched)] {
		wanted[f.Path] = true
	}
	unwatched := map[string]bool{} // no longer watched
	for dir := range p.watched {
		if !wanted[dir] && !p.newFolders[dir] {
			p.unwatch(dir)
			unwatched[dir] = true
		}
	}
	previous := p.replacePolled()
	missing := map[string]bool{}
	for _, f := range folders {
		if ctx.Err() != nil {
			return added
		}
		if p.isTracked(f.Path) {
			continue
		}
		info, err := p.root.Lstat(f.Path)
		if err != nil || !info.IsDir() {
			// The owner's list is outdated; report it once.
			if missing[f.Path] = true; !p.missing[f.Path] {
				p.markFolder(path.Dir(f.Path))
			}
			continue
		}
		old, wasPolled := previous[f.Path]
		watched := p.add(f.Path, info)
		var names []nameState
		switch {
		case wasPolled && !watched:
			names = old.names
		case wasPolled, !watched, unwatched[f.Path], f.Selected && !f.ModTime.IsZero():
			names = p.readFolder(ctx, f.Path)
		}
		if !watched {
			p.setPolled(f.Path, polledFolder{f.Selected, names})
		}
		switch {
		case wasPolled && watched:
			p.compare(ctx, f.Path, old.names, names)
		case !wasPolled:
			added = true
			p.catchUp(f, names, unwatched[f.Path])
		}
	}
	for dir := range p.newFolders {
		if state, ok := previous[dir]; ok && !p.isTracked(dir) {
			p.setPolled(dir, state)
		}
	}
	p.missing = missing
	p.reportLimit()
	return added
}

// catchUp reports possible changes in a folder between its listing by the owner, or the end of
// its watch, and now.
func (p *process) catchUp(f Folder, names []nameState, wasWatched bool) {
	if !f.ModTime.IsZero() {
		if info, err := p.root.Lstat(f.Path); err != nil || !info.ModTime.Equal(f.ModTime) {
			p.markFolder(f.Path)
		}
	}
	if !wasWatched && (!f.Selected || f.ModTime.IsZero()) {
		return
	}
	now := time.Now()
	for _, s := range names {
		if !s.folder && changedWithin(s.id, now, recent) {
			p.markFile(path.Join(f.Path, s.name))
		}
	}
}

// reportLimit reports a limit that has not been reported to the owner yet.
func (p *process) reportLimit() {
	limit := &LimitError{Watched: len(p.watched), Polled: len(p.polled), Every: p.opts.PollEvery, Cause: p.disabledErr}
	switch {
	case p.disabledErr != nil, p.limitReached:
	case p.folderErr != nil:
		limit.Cause = p.folderErr
	default:
		limit.Polled = 0
	}
	if limit.Polled == 0 {
		p.reportedCause = ""
		return
	}
	cause := "bound"
	if limit.Cause != nil {
		cause = limit.Cause.Error()
	}
	if cause != p.reportedCause && p.opts.Limited != nil {
		p.opts.Limited(limit)
	}
	p.reportedCause = cause
}

// absolute returns the absolute name of a folder of the project or of a mounted one.
func (p *process) absolute(rel string) string {
	if name, ok := p.root.Absolute(rel); ok {
		return name
	}
	return filepath.Join(p.root.Dir(), filepath.FromSlash(rel)) // it is no longer mounted
}

// relative returns the project path of an absolute name.
func (p *process) relative(name string) (string, bool) { return p.root.Local(name) }

func (p *process) markAll() {
	p.pending = pending{all: true}
	p.restartDelay()
}

func (p *process) markFolder(dir string) { p.mark(&p.pending.folders, dir) }
func (p *process) markFile(name string)  { p.mark(&p.pending.files, name) }

func (p *process) mark(to *map[string]bool, name string) {
	if *to == nil {
		*to = map[string]bool{}
	}
	(*to)[name] = true
	p.restartDelay()
}

// restartDelay restarts the delay of the pending batch.
func (p *process) restartDelay() {
	if len(p.pending.folders)+len(p.pending.files) > maxPending {
		p.pending = pending{all: true}
	}
	p.lastChange = time.Now()
	if p.firstChange.IsZero() {
		p.firstChange = p.lastChange
	}
}
