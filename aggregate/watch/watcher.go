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
	// MaxWatched bounds the folders that the system is asked to watch: its limit
	// holds for all programs of a person together, and can be as low as 8,192.
	MaxWatched = 4096
	// maxPending bounds the paths of one batch; more become [Batch.All].
	maxPending = 10_000
	// maxNew bounds how many folders below a new one are watched before the owner
	// lists them anew.
	maxNew = 1000
)

// Batch is what changed since the last one. Paths are separated by slashes and
// relative to the project; "." is its own folder.
type Batch struct {
	Folders []string // folders in which names came or went, in byte order
	Files   []string // names that came, went, or whose contents or attributes changed, in byte order
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
	// Selected says that it holds files that are shown. Those come first, and their
	// contents are looked at when they are polled.
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
	// Ignored says that a new folder is not to be watched. It may be nil.
	Ignored func(dir string) bool
	// Notifier opens the system's service; nil is [System].
	Notifier func() (Notifier, error)
}

// Watcher watches the folders of one project until it is closed.
type Watcher struct {
	root *disk.Root
	opts Options

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
	broken error // why the notifier ended
}

// Start starts watching nothing; [Watcher.Watch] says what. It cannot fail: without
// the system's service everything is polled.
func Start(root *disk.Root, opts Options) *Watcher {
	ctx, stop := context.WithCancel(context.Background())
	w := &Watcher{root: root, opts: opts, stop: stop, wake: make(chan struct{}, 1)}
	w.inbox.events = map[string]fsnotify.Op{}
	open := opts.Notifier
	if open == nil {
		open = System
	}
	notifier, err := open()
	if err != nil {
		notifier = nil
	}
	p := &process{
		Watcher: w, notifier: notifier, refused: err,
		watched: map[string]bool{}, polled: map[string]pollState{}, pending: pending{},
	}
	if notifier != nil {
		w.done.Go(func() { w.drain(ctx, notifier) })
	}
	w.done.Go(func() { p.run(ctx) })
	return w
}

// Close ends the watching and waits for its goroutines. Nothing is reported after it
// has returned. It may be called more than once.
func (w *Watcher) Close() error {
	w.stop()
	w.done.Wait()
	return nil
}

// Watch replaces the folders to watch. The order among those that are equally
// important is kept: what stands first is watched rather than polled.
func (w *Watcher) Watch(folders []Folder) {
	set := slices.Clone(folders)
	slices.SortStableFunc(set, func(a, b Folder) int {
		switch {
		case a.Selected == b.Selected:
			return 0
		case a.Selected:
			return -1
		}
		return 1
	})
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

// drain takes events from the system until it is stopped or there are no more.
func (w *Watcher) drain(ctx context.Context, n Notifier) {
	defer n.Close()
	events, errs := n.Events(), n.Errors()
	for {
		select {
		case <-ctx.Done():
			return
		case e, ok := <-events:
			if !ok {
				w.post(func(in *inbox) { in.broken = errors.New("the system ended it") })
				return
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
	notifier Notifier // nil when everything is polled
	refused  error    // why the system watches no more folders
	told     string   // the last cause that the owner was told; empty while nothing is polled

	set     []Folder
	watched map[string]bool
	polled  map[string]pollState

	pending     pending
	first, last time.Time // of what is pending
}

type pending struct {
	folders, files map[string]bool
	all            bool
}

func (p *process) run(ctx context.Context) {
	ripe := time.NewTimer(time.Hour)
	ripe.Stop()
	poll := time.NewTimer(PollEvery)
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
			poll.Reset(PollEvery)
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
	if wait, ok := p.wait(); !ok || wait > 0 || ctx.Err() != nil {
		return
	}
	batch := Batch{All: p.pending.all}
	if !batch.All {
		batch.Folders = slices.Sorted(maps.Keys(p.pending.folders))
		batch.Files = slices.Sorted(maps.Keys(p.pending.files))
	}
	p.pending, p.first, p.last = pending{}, time.Time{}, time.Time{}
	if !batch.empty() {
		p.opts.Report(batch)
	}
}

// take works off the inbox.
func (p *process) take(ctx context.Context) {
	p.mu.Lock()
	in := p.inbox
	p.inbox = inbox{events: map[string]fsnotify.Op{}}
	p.mu.Unlock()
	if in.broken != nil {
		p.notifier, p.refused = nil, in.broken
		clear(p.watched)
		p.all()
		if in.set == nil {
			in.set = &p.set
		}
	}
	if in.lost {
		p.all()
	}
	for _, name := range slices.Sorted(maps.Keys(in.events)) {
		p.event(ctx, name, in.events[name])
	}
	if in.set != nil {
		p.replace(ctx, *in.set)
	}
}

// event adds one event to what is pending.
func (p *process) event(ctx context.Context, name string, op fsnotify.Op) {
	rel, ok := p.relative(name)
	if !ok {
		return
	}
	if rel == "." {
		if op.Has(fsnotify.Remove) || op.Has(fsnotify.Rename) {
			p.all() // the project itself went
		}
		return
	}
	p.file(rel)
	if !op.Has(fsnotify.Create) && !op.Has(fsnotify.Remove) && !op.Has(fsnotify.Rename) {
		return
	}
	p.folder(path.Dir(rel))
	if p.watched[rel] || p.hasPolled(rel) {
		// Its inode is another now, or none; a folder that moved is told by its new name.
		p.forget(rel)
	}
	if op.Has(fsnotify.Create) {
		p.adopt(ctx, rel)
	}
}

// adopt watches a folder that has just come, with all below it, before the owner
// lists it: so what comes into it afterwards is told.
func (p *process) adopt(ctx context.Context, dir string) {
	queue := []string{dir}
	for n := 0; len(queue) > 0 && n < maxNew && ctx.Err() == nil; n++ {
		dir, queue = queue[0], queue[1:]
		if p.opts.Ignored != nil && p.opts.Ignored(dir) {
			continue
		}
		if info, err := p.root.Lstat(dir); err != nil || !info.IsDir() {
			continue
		}
		if !p.add(dir) {
			continue
		}
		p.folder(dir)
		entries, _, err := p.root.List(ctx, dir, maxNew)
		if err != nil {
			continue
		}
		for _, e := range entries {
			if e.IsDir() {
				queue = append(queue, path.Join(dir, e.Name))
			}
		}
	}
}

// add asks the system to watch a folder. It returns false when the folder has to be
// polled or is no folder any more.
func (p *process) add(dir string) bool {
	if p.watched[dir] {
		return true
	}
	if p.notifier == nil || p.refused != nil || len(p.watched) >= MaxWatched {
		return false
	}
	err := p.notifier.Add(p.absolute(dir))
	switch {
	case err == nil:
		p.watched[dir] = true
		return true
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, fs.ErrPermission):
		// It went, or cannot be listed either: the owner's row says so.
	default:
		p.refused = err
	}
	return false
}

func (p *process) forget(dir string) {
	if p.watched[dir] {
		delete(p.watched, dir)
		if p.notifier != nil {
			// The system may have dropped it by itself already.
			_ = p.notifier.Remove(p.absolute(dir))
		}
	}
	delete(p.polled, dir)
}

// replace makes set what is watched and polled.
func (p *process) replace(ctx context.Context, set []Folder) {
	p.set = set
	if p.notifier != nil {
		p.refused = nil // the system may have room again
	}
	wanted := make(map[string]bool, len(set))
	for _, f := range set[:min(len(set), MaxWatched)] {
		wanted[f.Path] = true
	}
	for dir := range p.watched {
		if !wanted[dir] {
			p.forget(dir)
		}
	}
	polled := map[string]pollState{}
	for _, f := range set {
		if ctx.Err() != nil {
			return
		}
		info, err := p.root.Lstat(f.Path)
		if err != nil || !info.IsDir() {
			p.folder(path.Dir(f.Path)) // the owner's list is old
			continue
		}
		fresh := !p.watched[f.Path]
		if !p.add(f.Path) {
			state, ok := p.polled[f.Path]
			if !ok || state.selected != f.Selected {
				state = p.look(ctx, f.Path, f.Selected)
			}
			polled[f.Path] = state
		}
		if fresh && !f.ModTime.IsZero() {
			if info, err := p.root.Lstat(f.Path); err != nil || !info.ModTime.Equal(f.ModTime) {
				p.folder(f.Path)
			}
		}
	}
	p.polled = polled
	p.tell()
}

// tell reports a limit that the owner does not know.
func (p *process) tell() {
	if len(p.polled) == 0 {
		p.told = ""
		return
	}
	if p.opts.Limited == nil {
		return
	}
	limit := &LimitError{Watched: len(p.watched), Polled: len(p.polled), Cause: p.refused}
	cause := "bound"
	if p.refused != nil {
		cause = p.refused.Error()
	}
	if cause != p.told {
		p.told = cause
		p.opts.Limited(limit)
	}
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
