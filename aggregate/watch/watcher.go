package watch

import (
	"context"
	"errors"
	"io/fs"
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/fsnotify/fsnotify"

	"dossier/aggregate/disk"
	"dossier/models/order"
)

const (
	// Quiet is how long nothing may happen before a batch is reported: longer than
	// the gaps of a git checkout, short enough that a saved file shows within half
	// a second.
	Quiet = 250 * time.Millisecond
	// Longest is how long a batch waits at most when the disk does not come to rest,
	// as beneath a log file.
	Longest = 2 * time.Second
	// PollEvery is the time between two looks at what is not watched.
	PollEvery = 5 * time.Second
	// MaxWatched bounds the folders that the system is asked to watch where its limit is
	// low or not known: that holds for all programs of a person together, and can be as low
	// as 8,192.
	MaxWatched = 4096
	// maxPending bounds the paths of one batch; more become [Batch.All].
	maxPending = 10_000
	// maxNew bounds how many folders below a new one are looked at before the owner
	// lists them; more become [Batch.All].
	maxNew = 1000
	// recent is how long it may take from the reading of a selected file until its
	// folder is watched. What changed in that time is reported.
	recent = 10 * time.Second
)

// Batch is what changed since the last one. Paths are separated by slashes and
// relative to the project; "." is its own folder.
type Batch struct {
	// Folders are those in which names came or went, in byte order. Some may be gone.
	Folders []string
	// Files are names that came, went, or whose contents or attributes changed, in
	// byte order. One that is or was a folder stands for everything in it.
	Files []string
	// All says that changes were lost: everything is to be looked at again. The
	// other fields are empty then.
	All bool
}

func (b Batch) empty() bool { return !b.All && len(b.Folders)+len(b.Files) == 0 }

// Folder is a folder to watch.
type Folder struct {
	Path string
	// ModTime is when its names last changed, as the list that the owner has knows
	// it. A folder with another time is reported at once, so that nothing falls
	// between the listing and the watching. The zero time reports nothing.
	ModTime time.Time
	// Selected says that it holds files that are shown. Those come first. Files in it
	// that changed shortly before it is watched are reported when ModTime is given,
	// so that nothing falls between the reading and the watching either.
	Selected bool
}

// Options are what a [Watcher] needs of its owner.
type Options struct {
	// Report is told each batch. It is called from the watcher's goroutine, must
	// not call [Watcher.Close], and holds up later batches until it returns.
	Report func(Batch)
	// Limited is told when folders are polled, and why; once for each cause. It is
	// called as Report is, and may be nil.
	Limited func(*LimitError)
	// Standing is told when the folders of a call of [Watcher.Watch] are watched: what
	// changes from then on is reported. It is called as Report is, and may be nil.
	Standing func()
	// Ignored says that a new folder is not to be watched. It may be nil.
	Ignored func(dir string) bool
	// Notifier opens the system's service; nil is [System].
	Notifier func() (Notifier, error)
	// PollEvery is the time between two looks at what is not watched; zero is the
	// constant of that name.
	PollEvery time.Duration
}

// Watcher watches the folders of one project until it is closed.
type Watcher struct {
	root     *disk.Root
	opts     Options
	notifier Notifier // nil when the system has none to give

	stop context.CancelFunc
	done sync.WaitGroup
	wake chan struct{} // holds at most one signal that inbox has something

	mu    sync.Mutex
	inbox inbox
}

// inbox is what the second goroutine has not taken yet.
type inbox struct {
	events map[string]fsnotify.Op // by absolute name
	lost   bool
	set    *[]Folder
	ended  bool // there will be no more events
}

// Start starts watching nothing; [Watcher.Watch] says what. It cannot fail: without
// the system's service everything is polled.
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

// Close ends the watching and waits for its goroutines. Nothing is reported after it
// has returned. It may be called more than once.
func (w *Watcher) Close() error {
	w.stop()
	var err error
	if w.notifier != nil {
		err = w.notifier.Close()
	}
	w.done.Wait()
	return err
}

// Watch replaces the folders to watch. The order among those that are equally
// important is kept: what stands first is watched rather than polled.
func (w *Watcher) Watch(folders []Folder) {
	set := order.First(folders, func(f Folder) bool { return f.Selected })
	w.post(func(in *inbox) { in.set = &set })
}

// post changes the inbox and wakes the second goroutine.
func (w *Watcher) post(change func(*inbox)) {
	w.mu.Lock()
	change(&w.inbox)
	w.mu.Unlock()
	select {
	case w.wake <- struct{}{}:
	default:
	}
}

// drain takes events and errors from the system until both have ended, which is after
// [Watcher.Close] at the latest. A service that cannot hand over what it has may never
// come to its end: fsnotify keeps the lock that its Close needs while it sends an error.
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
				errs = nil // the events say when it is over
				continue
			}
			// A queue that ran over, or an error that says nothing of its reach:
			// in both cases what is missing is not known.
			if err != nil {
				w.post(func(in *inbox) { in.lost = true })
			}
		}
	}
}

// process is the state of the second goroutine; no other touches it.
type process struct {
	*Watcher

	ended   bool   // the system tells nothing any more
	refused error  // why the system watches no more folders; nil while it does
	odd     error  // why it does not watch one of them
	full    bool   // as many are watched as may be
	told    string // the last cause that the owner was told; empty while none is known

	set     []Folder
	missing map[string]bool // of the set, what is no folder
	watched map[string]inode
	most    int              // folders that may be watched
	names   map[inode]string // the reverse of watched
	polled  map[string]polled
	adopted map[string]bool // that came since the last report: the owner cannot name them yet
	looked  string          // the polled folder, without selected files, that was looked at last
	stale   bool            // events were lost: the watches may not be what watched says

	pending     pending
	first, last time.Time // of what is pending
}

// inode tells which folder it is, by whatever name. It is zero where the system has
// none.
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

// wait returns how long to wait before what is pending is reported.
func (p *process) wait() (time.Duration, bool) {
	if p.first.IsZero() {
		return 0, false
	}
	return max(0, min(time.Until(p.last.Add(Quiet)), time.Until(p.first.Add(Longest)))), true
}

// report hands over what is pending if its time has come.
func (p *process) report(ctx context.Context) {
	if wait, ok := p.wait(); !ok || wait > 0 {
		return
	}
	if p.stale {
		p.renew(ctx) // before the owner looks, so that nothing falls in between
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

// take works off the inbox.
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

// events adds what the system told to what is pending.
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
				p.all() // the project itself went
			}
			continue
		}
		p.file(rel)
		if !op.Has(fsnotify.Create) && !op.Has(fsnotify.Remove) && !op.Has(fsnotify.Rename) {
			continue
		}
		p.folder(path.Dir(rel))
		gone[rel] = true // if it is there again, it is another
		if op.Has(fsnotify.Create) {
			came = append(came, rel)
		}
	}
	// What went first: a folder that was renamed cannot be watched by its new name
	// while it is by the old one.
	p.drop(gone)
	slices.Sort(came)
	for _, rel := range came {
		p.adopt(ctx, rel)
	}
}

// drop forgets the folders at and below names that went.
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

// adopt watches a folder that has just come, with all below it, before the owner
// lists it: so what comes into it afterwards is told.
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

// add asks the system to watch a folder that it does not watch. It returns false when
// the folder has to be polled or is no folder any more.
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
			return false // mounted twice: the system would tell of it by the other name
		}
		p.forget(old) // it was renamed, and the event is still to come
	}
	err := p.notifier.Add(p.absolute(dir))
	switch {
	case err == nil:
		p.watched[dir], p.names[id] = id, dir
		return true
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, fs.ErrPermission):
		// It went, or cannot be listed either: the owner's row says so.
	case exhausted(err):
		p.refused = err
	default:
		p.odd = err
	}
	return false
}

// forget ends the watching of a folder.
func (p *process) forget(dir string) {
	id, ok := p.watched[dir]
	if !ok {
		return
	}
	delete(p.watched, dir)
	if p.names[id] == dir {
		delete(p.names, id)
	}
	// The system may have dropped it by itself already.
	_ = p.notifier.Remove(p.absolute(dir))
}

// renew asks for all watches again: after events were lost, some may be of folders
// that have gone or are elsewhere now.
func (p *process) renew(ctx context.Context) {
	p.stale = false
	set := slices.Clone(p.set)
	for i := range set {
		set[i].ModTime = time.Time{} // the owner is about to look at everything
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

// replace makes set what is watched and polled.
func (p *process) replace(ctx context.Context, set []Folder) {
	p.set, p.full, p.odd = set, false, nil
	if p.notifier != nil && !p.ended {
		p.refused = nil // the system may have room again
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
			// The owner's list is old; it is told so once.
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

// catchUp reports what may have happened in a folder between its listing by the owner,
// or the end of its watching, and now.
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

// tell reports a limit that the owner does not know.
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
		p.told = ""
		return
	}
	cause := "bound"
	if limit.Cause != nil {
		cause = limit.Cause.Error()
	}
	if cause != p.told && p.opts.Limited != nil {
		p.opts.Limited(limit)
	}
	p.told = cause
}

func (p *process) absolute(rel string) string {
	return filepath.Join(p.root.Dir(), filepath.FromSlash(rel))
}

// relative returns the path of a name in the project.
func (p *process) relative(name string) (string, bool) {
	if name == p.root.Dir() {
		return ".", true
	}
	prefix := p.root.Dir()
	if !strings.HasSuffix(prefix, string(filepath.Separator)) {
		prefix += string(filepath.Separator)
	}
	rel, ok := strings.CutPrefix(name, prefix)
	return filepath.ToSlash(rel), ok && rel != ""
}

func (p *process) all() {
	p.pending = pending{all: true}
	p.touch()
}

func (p *process) folder(dir string) {
	if p.pending.folders == nil {
		p.pending.folders = map[string]bool{}
	}
	p.pending.folders[dir] = true
	p.touch()
}

func (p *process) file(name string) {
	if p.pending.files == nil {
		p.pending.files = map[string]bool{}
	}
	p.pending.files[name] = true
	p.touch()
}

// touch starts the time that a batch waits anew.
func (p *process) touch() {
	if len(p.pending.folders)+len(p.pending.files) > maxPending {
		p.pending = pending{all: true}
	}
	p.last = time.Now()
	if p.first.IsZero() {
		p.first = p.last
	}
}
