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
	// Longest is the max delay of a batch if changes never stop, as in a log file.
	Longest = 2 * time.Second
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
	// Standing is called when the folders of a [Watcher.Watch] call are watched: later changes
	// are reported. It is called like Report, and may be nil.
	Standing func()
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
	events map[string]fsnotify.Op // by absolute name
	lost   bool
	set    *[]Folder
	ended  bool // no more events will follow
}

// Start starts a watcher without folders; call [Watcher.Watch] next. It cannot fail: without the
// system's service everything is polled.
func Start(root *disk.Root, opts Options) *Watcher {
	ctx, stop := context.WithCancel(context.Background())
	w := &Watcher{root: root, opts: opts, stop: stop, wake: make(chan struct{}, 1)}
	w.inbox.events = map[string]fsnotify.Op{}
	most := MaxWatched
	if w.opts.Notifier == nil {
		w.opts.Notifier, most = System, room(systemLimit)
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
		Watcher: w, refused: err, most: most,
		watched: map[string]inode{}, names: map[inode]string{}, polled: map[string]polled{}, adopted: map[string]bool{},
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
	set := order.First(folders, func(f Folder) bool { return f.Selected })
	w.post(func(in *inbox) { in.set = &set })
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
				w.post(func(in *inbox) { in.ended = true })
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

	ended    bool   // the system sends no more events
	refused  error  // why the system watches no more folders; nil if it does
	odd      error  // why one of them is not watched
	full     bool   // the limit is reached
	reported string // the last cause reported to the owner; empty if none

	set     []Folder
	missing map[string]bool // those in set that are not folders
	watched map[string]inode
	most    int              // max number of watched folders
	names   map[inode]string // inverse of watched
	polled  map[string]polled
	adopted map[string]bool // new since the last report and not yet known to the owner
	looked  string          // the last polled folder without selected files
	stale   bool            // events were lost: watched may be out of date

	pending     pending
	first, last time.Time // times of the pending changes
}

// inode identifies a folder independent of its name. It is zero if the system has none.
type inode struct{ device, number uint64 }

type pending struct {
	folders, files map[string]bool
	all            bool
}

func (p *process) run(ctx context.Context) {
	ripe := time.NewTimer(time.Hour)
	ripe.Stop()
	poll := time.NewTimer(p.opts.PollEvery)
	defer ripe.Stop()
	defer poll.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-p.wake:
			p.take(ctx)
		case <-poll.C:
			p.poll(ctx)
			poll.Reset(p.opts.PollEvery)
		case <-ripe.C:
			p.report(ctx)
		}
		if wait, ok := p.wait(); ok {
			ripe.Reset(wait)
		}
	}
}

// wait returns the time until the pending changes are reported, and whether there are any.
func (p *process) wait() (time.Duration, bool) {
	if p.first.IsZero() {
		return 0, false
	}
	return max(0, min(time.Until(p.last.Add(Quiet)), time.Until(p.first.Add(Longest)))), true
}

// report reports the pending changes if they are due.
func (p *process) report(ctx context.Context) {
	if wait, ok := p.wait(); !ok || wait > 0 {
		return
	}
	if p.stale {
		p.renew(ctx) // before the owner reads the folders, so that no change is lost
	}
	batch := Batch{All: p.pending.all}
	if !batch.All {
		batch.Folders = slices.Sorted(maps.Keys(p.pending.folders))
		batch.Files = slices.Sorted(maps.Keys(p.pending.files))
	}
	p.pending, p.first, p.last = pending{}, time.Time{}, time.Time{}
	clear(p.adopted)
	if !batch.empty() && ctx.Err() == nil {
		p.opts.Report(batch)
	}
}

// take processes the inbox.
func (p *process) take(ctx context.Context) {
	p.mu.Lock()
	in := p.inbox
	p.inbox = inbox{events: map[string]fsnotify.Op{}}
	p.mu.Unlock()
	if in.ended {
		p.ended, p.refused = true, errors.New("the system ended it")
		clear(p.watched)
		clear(p.names)
		p.all()
		if in.set == nil {
			in.set = &p.set
		}
	}
	if in.lost {
		p.stale = true
		p.all()
	}
	p.events(ctx, in.events)
	if in.set != nil {
		p.replace(ctx, *in.set)
		if p.opts.Standing != nil && ctx.Err() == nil {
			p.opts.Standing()
		}
	}
}

// events adds the system's events to the pending changes.
func (p *process) events(ctx context.Context, events map[string]fsnotify.Op) {
	gone := map[string]bool{}
	var came []string
	for name, op := range events {
		rel, ok := p.relative(name)
		if !ok {
			continue
		}
		if rel == "." {
			if op.Has(fsnotify.Remove) || op.Has(fsnotify.Rename) {
				p.all() // the project's folder itself was removed
			}
			continue
		}
		p.file(rel)
		if !op.Has(fsnotify.Create) && !op.Has(fsnotify.Remove) && !op.Has(fsnotify.Rename) {
			continue
		}
		p.folder(path.Dir(rel))
		gone[rel] = true // if it exists, it is a different one
		if op.Has(fsnotify.Create) {
			came = append(came, rel)
		}
	}
	// Removed names first: a renamed folder cannot be watched by its new name while it is by the
	// old one.
	p.drop(gone)
	slices.Sort(came)
	for _, rel := range came {
		p.adopt(ctx, rel)
	}
}

// drop removes the folders at and below removed names.
func (p *process) drop(gone map[string]bool) {
	if len(gone) == 0 {
		return
	}
	below := func(dir string) bool {
		for ; dir != "."; dir = path.Dir(dir) {
			if gone[dir] {
				return true
			}
		}
		return false
	}
	for dir := range p.watched {
		if below(dir) {
			p.folder(dir)
			p.forget(dir)
		}
	}
	for dir := range p.polled {
		if below(dir) {
			p.folder(dir)
			delete(p.polled, dir)
		}
	}
}

// adopt watches a new folder and everything below it before the owner lists it, so that later
// changes in it are reported.
func (p *process) adopt(ctx context.Context, dir string) {
	queue := []string{dir}
	for n := 0; len(queue) > 0 && ctx.Err() == nil; n++ {
		if n == maxNew {
			p.all()
			return
		}
		dir, queue = queue[0], queue[1:]
		if p.known(dir) || p.opts.Ignored != nil && p.opts.Ignored(dir) {
			continue
		}
		info, err := p.root.Lstat(dir)
		if err != nil || !info.IsDir() {
			continue
		}
		if !p.add(dir, info) {
			p.polled[dir] = polled{names: p.look(ctx, dir)}
		}
		p.adopted[dir] = true
		p.folder(dir)
		names, _, more, err := p.root.Names(ctx, dir, maxNames)
		if err != nil {
			continue
		}
		if more {
			p.all()
		}
		for _, name := range names {
			if name.Kind == disk.Folder {
				queue = append(queue, path.Join(dir, name.Name))
			}
		}
	}
}

func (p *process) known(dir string) bool {
	_, watched := p.watched[dir]
	_, polled := p.polled[dir]
	return watched || polled
}

// add registers a folder with the system. It returns false if the folder must be polled or no
// longer exists.
func (p *process) add(dir string, info disk.Info) bool {
	if p.refused != nil {
		return false
	}
	if len(p.watched) >= p.most {
		p.full = true
		return false
	}
	id := inode{info.Identity.Device, info.Identity.Inode}
	if old, ok := p.names[id]; ok && id != (inode{}) {
		if info, err := p.root.Lstat(old); err == nil && id == (inode{info.Identity.Device, info.Identity.Inode}) {
			return false // mounted twice: the system would report it under the other name
		}
		p.forget(old) // it was renamed, and the event is pending
	}
	err := p.notifier.Add(p.absolute(dir))
	switch {
	case err == nil:
		p.watched[dir], p.names[id] = id, dir
		return true
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, fs.ErrPermission):
		// It was removed, or cannot be listed either, which the owner shows.
	case exhausted(err):
		p.refused = err
	default:
		p.odd = err
	}
	return false
}

// forget stops watching a folder.
func (p *process) forget(dir string) {
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

// renew registers all folders again: after lost events, some watches may be of folders that were
// removed or renamed.
func (p *process) renew(ctx context.Context) {
	p.stale = false
	set := slices.Clone(p.set)
	for i := range set {
		set[i].ModTime = time.Time{} // the owner is about to check everything
	}
	for dir := range p.watched {
		p.forget(dir)
	}
	clear(p.polled)
	for dir := range p.adopted {
		set = append(set, Folder{Path: dir})
	}
	p.replace(ctx, set)
}

// replace replaces the set of watched and polled folders.
func (p *process) replace(ctx context.Context, set []Folder) {
	p.set, p.full, p.odd = set, false, nil
	if p.notifier != nil && !p.ended {
		p.refused = nil // the system may have capacity again
	}
	wanted := make(map[string]bool, len(set))
	for _, f := range set[:min(len(set), p.most)] {
		wanted[f.Path] = true
	}
	left := map[string]bool{} // no longer watched
	for dir := range p.watched {
		if !wanted[dir] && !p.adopted[dir] {
			p.forget(dir)
			left[dir] = true
		}
	}
	before := p.polled
	p.polled = map[string]polled{}
	missing := map[string]bool{}
	for _, f := range set {
		if ctx.Err() != nil {
			return
		}
		if p.known(f.Path) {
			continue
		}
		info, err := p.root.Lstat(f.Path)
		if err != nil || !info.IsDir() {
			// The owner's list is outdated; report it once.
			if missing[f.Path] = true; !p.missing[f.Path] {
				p.folder(path.Dir(f.Path))
			}
			continue
		}
		old, was := before[f.Path]
		watched := p.add(f.Path, info)
		var names []seen
		switch {
		case was && !watched:
			names = old.names
		case was, !watched, left[f.Path], f.Selected && !f.ModTime.IsZero():
			names = p.look(ctx, f.Path)
		}
		if !watched {
			p.polled[f.Path] = polled{f.Selected, names}
		}
		switch {
		case was && watched:
			p.compare(ctx, f.Path, old.names, names)
		case !was:
			p.catchUp(f, names, left[f.Path])
		}
	}
	for dir := range p.adopted {
		if state, ok := before[dir]; ok && !p.known(dir) {
			p.polled[dir] = state
		}
	}
	p.missing = missing
	p.tell()
}

// catchUp reports possible changes in a folder between its listing by the owner, or the end of
// its watch, and now.
func (p *process) catchUp(f Folder, names []seen, left bool) {
	if !f.ModTime.IsZero() {
		if info, err := p.root.Lstat(f.Path); err != nil || !info.ModTime.Equal(f.ModTime) {
			p.folder(f.Path)
		}
	}
	if !left && (!f.Selected || f.ModTime.IsZero()) {
		return
	}
	now := time.Now()
	for _, s := range names {
		if !s.folder && lately(s.id, now, recent) {
			p.file(path.Join(f.Path, s.name))
		}
	}
}

// tell reports a limit that has not been reported to the owner yet.
func (p *process) tell() {
	limit := &LimitError{Watched: len(p.watched), Polled: len(p.polled), Every: p.opts.PollEvery, Cause: p.refused}
	switch {
	case p.refused != nil, p.full:
	case p.odd != nil:
		limit.Cause = p.odd
	default:
		limit.Polled = 0
	}
	if limit.Polled == 0 {
		p.reported = ""
		return
	}
	cause := "bound"
	if limit.Cause != nil {
		cause = limit.Cause.Error()
	}
	if cause != p.reported && p.opts.Limited != nil {
		p.opts.Limited(limit)
	}
	p.reported = cause
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

func (p *process) all() {
	p.pending = pending{all: true}
	p.touch()
}

func (p *process) folder(dir string) { p.mark(&p.pending.folders, dir) }
func (p *process) file(name string)  { p.mark(&p.pending.files, name) }

func (p *process) mark(to *map[string]bool, name string) {
	if *to == nil {
		*to = map[string]bool{}
	}
	(*to)[name] = true
	p.touch()
}

// touch restarts the delay of the pending batch.
func (p *process) touch() {
	if len(p.pending.folders)+len(p.pending.files) > maxPending {
		p.pending = pending{all: true}
	}
	p.last = time.Now()
	if p.first.IsZero() {
		p.first = p.last
	}
}
