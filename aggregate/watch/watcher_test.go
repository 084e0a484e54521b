package watch

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"github.com/fsnotify/fsnotify"
	"github.com/google/go-cmp/cmp"

	"dossier/aggregate/disk"
)

// fake is a notifier that is controlled by the test.
type fake struct {
	events chan fsnotify.Event
	errs   chan error
	refuse func(n int) error // of the n-th Add, from 1
	ending func()            // replaces Close; nil closes both channels

	mu      sync.Mutex
	adds    int
	watched map[string]bool
	twice   []string // added although already watched
	closed  bool
}

func newFake(refuse func(int) error) *fake {
	return &fake{events: make(chan fsnotify.Event), errs: make(chan error), refuse: refuse, watched: map[string]bool{}}
}

func (f *fake) Add(dir string) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.adds++
	if f.refuse != nil {
		if err := f.refuse(f.adds); err != nil {
			return err
		}
	}
	if f.watched[dir] {
		f.twice = append(f.twice, dir)
	}
	f.watched[dir] = true
	return nil
}

func (f *fake) Remove(dir string) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if !f.watched[dir] {
		return fsnotify.ErrNonExistentWatch
	}
	delete(f.watched, dir)
	return nil
}

func (f *fake) Events() <-chan fsnotify.Event { return f.events }
func (f *fake) Errors() <-chan error          { return f.errs }

func (f *fake) Close() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	switch {
	case f.closed:
	case f.ending != nil:
		f.ending()
	default:
		close(f.events)
		close(f.errs)
	}
	f.closed = true
	return nil
}

// added returns the number of added folders.
func (f *fake) added() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.adds
}

// names returns the watched folders.
func (f *fake) names() []string {
	f.mu.Lock()
	defer f.mu.Unlock()
	return slices.Sorted(maps.Keys(f.watched))
}

func (f *fake) has(dir string) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.watched[dir]
}

// bench is a watcher of its own folder, in a synctest bubble.
type bench struct {
	t     testing.TB
	dir   string
	fake  *fake
	w     *Watcher
	start time.Time

	mu      sync.Mutex
	batches []Batch
	times   []time.Duration
	limits  []*LimitError
}

// newBench creates the given folders and starts a watcher. It must be called in a bubble.
func newBench(t testing.TB, fake *fake, folders ...string) *bench {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	b := &bench{t: t, dir: dir, fake: fake, start: time.Now()}
	for _, f := range folders {
		b.mkdir(f)
	}
	root, err := disk.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	b.w = Start(root, Options{
		Report: func(batch Batch) {
			b.mu.Lock()
			defer b.mu.Unlock()
			b.batches = append(b.batches, batch)
			b.times = append(b.times, time.Since(b.start))
		},
		Limited: func(e *LimitError) {
			b.mu.Lock()
			defer b.mu.Unlock()
			b.limits = append(b.limits, e)
		},
		Ignored: func(dir string) bool { return filepath.Base(dir) == "ignored" },
		Notifier: func() (Notifier, error) {
			if fake == nil {
				return nil, syscall.EMFILE
			}
			return fake, nil
		},
	})
	t.Cleanup(func() {
		b.w.Close()
		root.Close()
		if fake != nil && fake.twice != nil {
			t.Errorf("watched more than once: %q", fake.twice)
		}
	})
	return b
}

func (b *bench) mkdir(name string) {
	b.t.Helper()
	if err := os.MkdirAll(filepath.Join(b.dir, name), 0o755); err != nil {
		b.t.Fatal(err)
	}
}

func (b *bench) write(name, content string) {
	b.t.Helper()
	if err := os.WriteFile(filepath.Join(b.dir, name), []byte(content), 0o644); err != nil {
		b.t.Fatal(err)
	}
}

func (b *bench) send(op fsnotify.Op, name string) {
	b.fake.events <- fsnotify.Event{Name: filepath.Join(b.dir, name), Op: op}
}

// settle waits d, so that pending events are handled.
func settle(d time.Duration) {
	time.Sleep(d)
	synctest.Wait()
}

func (b *bench) want(want ...Batch) {
	b.t.Helper()
	synctest.Wait()
	b.mu.Lock()
	defer b.mu.Unlock()
	if diff := cmp.Diff(want, b.batches); diff != "" {
		b.t.Errorf("wrong batches (-want +got):\n%s", diff)
	}
	b.batches, b.times = nil, nil
}

// reported returns the limit errors so far.
func (b *bench) reported() []*LimitError {
	synctest.Wait()
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.limits
}

func TestEventsBecomeBatches(t *testing.T) {
	type event struct {
		op   fsnotify.Op
		name string
	}
	tests := []struct {
		name   string
		events []event
		want   []Batch
	}{
		{"a written file", []event{{fsnotify.Write, "src/a.go"}}, []Batch{{Files: []string{"src/a.go"}}}},
		{"its attributes", []event{{fsnotify.Chmod, "src/a.go"}}, []Batch{{Files: []string{"src/a.go"}}}},
		{"a new file", []event{{fsnotify.Create, "src/a.go"}}, []Batch{{Folders: []string{"src"}, Files: []string{"src/a.go"}}}},
		{"a removed file of the project's folder", []event{{fsnotify.Remove, "a"}}, []Batch{{Folders: []string{"."}, Files: []string{"a"}}}},
		{"a renamed file", []event{{fsnotify.Rename, "src/a"}, {fsnotify.Create, "b"}}, []Batch{{Folders: []string{".", "src"}, Files: []string{"b", "src/a"}}}},
		{"the same file again and again", []event{{fsnotify.Write, "a"}, {fsnotify.Write, "a"}, {fsnotify.Chmod, "a"}}, []Batch{{Files: []string{"a"}}}},
		{"an editor that saves by renaming", []event{{fsnotify.Create, ".a.swp"}, {fsnotify.Write, ".a.swp"}, {fsnotify.Rename, ".a.swp"}, {fsnotify.Create, "a"}}, []Batch{{Folders: []string{"."}, Files: []string{".a.swp", "a"}}}},
		{"the project's folder goes", []event{{fsnotify.Remove, ""}}, []Batch{{All: true}}},
		{"a name that is not the project's", []event{{fsnotify.Write, "../other/a"}}, nil},
		{"a folder whose name begins the same way", []event{{fsnotify.Write, "../001-evil/a"}}, nil},
		{"a name with odd bytes", []event{{fsnotify.Write, "a\n\xff"}}, []Batch{{Files: []string{"a\n\xff"}}}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				b := newBench(t, newFake(nil))
				for _, e := range tt.events {
					b.send(e.op, e.name)
				}
				settle(Quiet)
				b.want(tt.want...)
			})
		})
	}
}

func TestQuiet(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBench(t, newFake(nil))
		b.send(fsnotify.Write, "a")
		settle(Quiet - 1)
		b.want()
		b.send(fsnotify.Write, "b") // restarts the wait
		settle(Quiet - 1)
		b.want()
		settle(1)
		b.want(Batch{Files: []string{"a", "b"}})
		settle(time.Hour)
		b.want()
	})
}

// A file that is written continuously does not delay the report of others.
func TestLongest(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBench(t, newFake(nil))
		const step = 90 * time.Millisecond
		for range 50 {
			b.send(fsnotify.Write, "log")
			settle(step)
		}
		settle(Quiet)
		want := []time.Duration{MaxDelay, 23*step + MaxDelay, 49*step + Quiet}
		b.mu.Lock()
		defer b.mu.Unlock()
		if diff := cmp.Diff(want, b.times); diff != "" {
			t.Errorf("reported at (-want +got):\n%s", diff)
		}
	})
}

func TestLostEvents(t *testing.T) {
	t.Run("the system's queue ran over", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			b := newBench(t, newFake(nil))
			b.send(fsnotify.Write, "a")
			b.fake.errs <- fsnotify.ErrEventOverflow
			settle(Quiet)
			b.want(Batch{All: true})
			b.send(fsnotify.Write, "a")
			settle(Quiet)
			b.want(Batch{Files: []string{"a"}})
		})
	})
	t.Run("more names than a batch holds", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			b := newBench(t, newFake(nil))
			for i := range maxPending + 1 {
				b.send(fsnotify.Write, fmt.Sprint(i))
			}
			settle(Quiet)
			b.want(Batch{All: true})
		})
	})
	t.Run("a branch of 50,000 files is one batch", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			b := newBench(t, newFake(nil))
			for i := range 50_000 {
				b.send(fsnotify.Write, fmt.Sprint(i))
			}
			settle(Quiet)
			b.want(Batch{All: true})
		})
	})
}

// If a notifier ends by itself, polling continues without busy loops: time in a bubble does not
// advance while a goroutine runs.
func TestClosedNotifier(t *testing.T) {
	tests := []struct {
		name          string
		errorsFirst   bool
		errorsAtClose bool
	}{
		{name: "events and errors"},
		{name: "errors and events", errorsFirst: true},
		{name: "events, and errors when it is closed", errorsAtClose: true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				f := newFake(nil)
				f.ending = func() {
					if tt.errorsAtClose {
						close(f.errs)
					}
				}
				b := newBench(t, f, "src")
				b.w.Watch([]Folder{{Path: "src", Selected: true}})
				synctest.Wait()
				if tt.errorsFirst {
					close(f.errs)
					synctest.Wait()
				}
				close(f.events)
				if !tt.errorsFirst && !tt.errorsAtClose {
					synctest.Wait()
					close(f.errs)
				}
				settle(Quiet)
				b.want(Batch{All: true})
				if limits := b.reported(); len(limits) != 1 || limits[0].Polled != 1 || limits[0].Watched != 0 {
					t.Fatalf("limits: %v", limits)
				}
				b.write("src/a", "x")
				settle(PollEvery + Quiet)
				b.want(Batch{Folders: []string{"src"}, Files: []string{"src/a"}})
			})
		})
	}
}

func TestSystemRefuses(t *testing.T) {
	tests := []struct {
		name    string
		fake    *fake
		watched int
		text    string
	}{
		{"the third folder", newFake(func(n int) error {
			if n >= 3 {
				return syscall.ENOSPC
			}
			return nil
		}), 2, "too many folders for live watching (system limit fs.inotify.max_user_watches): 2 of 4 folders are checked every 5 s instead"},
		{"the first folder", newFake(func(int) error { return syscall.EMFILE }), 0, "too many open files for live watching (system limit): 4 of 4 folders are checked every 5 s instead"},
		{"any service", nil, 0, "too many open files for live watching (system limit): 4 of 4 folders are checked every 5 s instead"},
		{"each for a reason of its own", newFake(func(int) error { return errors.New("no such luck") }), 0, "live watching failed (no such luck): 4 of 4 folders are checked every 5 s instead"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				if tt.fake != nil { // channels must be created in the bubble
					tt.fake = newFake(tt.fake.refuse)
				}
				b := newBench(t, tt.fake, "a", "b", "c", "d")
				b.write("d/old", "1")
				folders := []Folder{{Path: "a"}, {Path: "b", Selected: true}, {Path: "c"}, {Path: "d", Selected: true}}
				b.w.Watch(folders)
				synctest.Wait()
				if limits := b.reported(); len(limits) != 1 || limits[0].Error() != tt.text {
					t.Fatalf("limits %v, want %s", limits, tt.text)
				}
				if tt.fake != nil && len(tt.fake.names()) != tt.watched {
					t.Errorf("%d folders are watched, want %d", len(tt.fake.names()), tt.watched)
				}
				if tt.watched == 2 && (!tt.fake.has(filepath.Join(b.dir, "b")) || !tt.fake.has(filepath.Join(b.dir, "d"))) {
					t.Errorf("watched are %v, want those with selected files", tt.fake.names())
				}
				b.w.Watch(folders) // the same limit is not reported twice
				if limits := b.reported(); len(limits) != 1 {
					t.Errorf("reported %d times", len(limits))
				}

				b.write("a/new", "1")
				settle(PollEvery + Quiet)
				b.want(Batch{Folders: []string{"a"}, Files: []string{"a/new"}})
				b.write("a/new", "22")
				settle(PollEvery + Quiet)
				b.want(Batch{Files: []string{"a/new"}})
				if tt.watched > 0 {
					return
				}
				b.write("d/old", "22")
				b.write("d/new", "1")
				settle(PollEvery + Quiet)
				b.want(Batch{Folders: []string{"d"}, Files: []string{"d/new", "d/old"}})
				if err := os.RemoveAll(filepath.Join(b.dir, "d")); err != nil {
					t.Fatal(err)
				}
				settle(PollEvery + Quiet)
				b.want(Batch{Folders: []string{"d"}, Files: []string{"d/new", "d/old"}})
				settle(time.Minute)
				b.want()
			})
		})
	}
}

func TestBoundOfWatches(t *testing.T) {
	if testing.Short() {
		t.Skip("it makes thousands of folders")
	}
	synctest.Test(t, func(t *testing.T) {
		f := newFake(nil)
		b := newBench(t, f)
		folders := make([]Folder, MaxWatched+3)
		for i := range folders {
			folders[i].Path = fmt.Sprintf("d%04d", i)
			b.mkdir(folders[i].Path)
		}
		last := &folders[len(folders)-1]
		last.Selected = true
		b.w.Watch(folders)
		synctest.Wait()
		if len(f.names()) != MaxWatched || !f.has(filepath.Join(b.dir, last.Path)) {
			t.Errorf("%d folders are watched, that with selected files: %t", len(f.names()), f.has(filepath.Join(b.dir, last.Path)))
		}
		if limits := b.reported(); len(limits) != 1 || limits[0].Polled != 3 || limits[0].Cause != nil {
			t.Errorf("limits %v", limits)
		}
		// A new selection moves the watches.
		last.Selected, folders[MaxWatched].Selected = false, true
		b.w.Watch(folders)
		synctest.Wait()
		if len(f.names()) != MaxWatched || f.has(filepath.Join(b.dir, last.Path)) || !f.has(filepath.Join(b.dir, folders[MaxWatched].Path)) {
			t.Errorf("%d folders are watched after another one was selected", len(f.names()))
		}
		b.w.Watch(nil)
		synctest.Wait()
		if len(f.names()) != 0 {
			t.Errorf("%d folders are watched, want none", len(f.names()))
		}
	})
}

// Files created in a new folder before the owner knows of it are reported as well.
func TestNewFolders(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFake(nil)
		b := newBench(t, f, "src")
		b.w.Watch([]Folder{{Path: "."}, {Path: "src"}})
		synctest.Wait()
		b.mkdir("src/new/deep")
		b.mkdir("src/new/ignored/x")
		if err := os.Symlink("deep", filepath.Join(b.dir, "src/new/link")); err != nil {
			t.Fatal(err)
		}
		b.send(fsnotify.Create, "src/new")
		synctest.Wait()
		for dir, want := range map[string]bool{"src/new": true, "src/new/deep": true, "src/new/ignored": false, "src/new/ignored/x": false, "src/new/link": false} {
			if got := f.has(filepath.Join(b.dir, dir)); got != want {
				t.Errorf("%s is watched: %t", dir, got)
			}
		}
		b.send(fsnotify.Write, "src/new/deep/a")
		settle(Quiet)
		b.want(Batch{Folders: []string{"src", "src/new", "src/new/deep"}, Files: []string{"src/new", "src/new/deep/a"}})

		b.send(fsnotify.Remove, "src/new/deep")
		settle(Quiet)
		if f.has(filepath.Join(b.dir, "src/new/deep")) {
			t.Error("a removed folder is still watched")
		}
	})
}

// A change between listing and watching is reported immediately.
func TestOldLists(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBench(t, newFake(nil), "same", "changed")
		modTime := func(name string) time.Time {
			info, err := os.Lstat(filepath.Join(b.dir, name))
			if err != nil {
				t.Fatal(err)
			}
			return info.ModTime()
		}
		folders := []Folder{
			{Path: "same", ModTime: modTime("same")},
			{Path: "changed", ModTime: modTime("changed").Add(-time.Second)},
			{Path: "gone", ModTime: modTime("same")},
		}
		b.w.Watch(folders)
		settle(Quiet)
		b.want(Batch{Folders: []string{".", "changed"}})
	})
}

func TestClose(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBench(t, newFake(nil))
		b.send(fsnotify.Write, "a")
		b.w.Close()
		b.w.Close()
		settle(time.Hour)
		b.want()
		if !b.fake.closed {
			t.Error("the notifier was left open")
		}
	})
}

// A notifier that holds its lock while it sends events can be closed, regardless of what is left
// to send and of which channel ends first.
func TestCloseTakesWhatIsLeft(t *testing.T) {
	tests := []struct {
		name   string
		ending func(*fake)
	}{
		{"errors after the last event", func(f *fake) {
			close(f.events)
			time.Sleep(time.Second)
			f.errs <- errors.New("a watch could not be removed")
			f.errs <- fsnotify.ErrEventOverflow
			close(f.errs)
		}},
		{"events after the last error", func(f *fake) {
			close(f.errs)
			time.Sleep(time.Second)
			f.events <- fsnotify.Event{Name: "/a", Op: fsnotify.Write}
			f.events <- fsnotify.Event{Name: "/b", Op: fsnotify.Write}
			close(f.events)
		}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				f := newFake(nil)
				f.ending = func() { tt.ending(f) }
				b := newBench(t, f)
				b.w.Watch([]Folder{{Path: "."}})
				synctest.Wait()
				b.w.Close()
				if !f.closed {
					t.Error("the notifier was left open")
				}
			})
		})
	}
}

// A folder that was replaced by a link is not watched: its contents are not part of the project.
func TestLinksAreNotWatched(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFake(nil)
		b := newBench(t, f)
		if err := os.Symlink("/", filepath.Join(b.dir, "link")); err != nil {
			t.Fatal(err)
		}
		b.w.Watch([]Folder{{Path: "link"}})
		b.send(fsnotify.Create, "link")
		settle(Quiet)
		if len(f.names()) != 0 {
			t.Errorf("watched are %v", f.names())
		}
		b.want(Batch{Folders: []string{"."}, Files: []string{"link"}})
	})
}

// A folder that cannot be watched for its own reason is polled, and no other.
func TestOneFolderCannotBeWatched(t *testing.T) {
	tests := []struct {
		name string
		err  error
		text string // empty if there is no message: the folder's own row shows the error
	}{
		{"its path is too long for the system", syscall.ENAMETOOLONG, "live watching failed (file name too long): 1 of 3 folders are checked every 5 s instead"},
		{"it cannot be listed", syscall.EACCES, ""},
		{"it went", syscall.ENOENT, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				f := newFake(func(n int) error {
					if n == 2 {
						return tt.err
					}
					return nil
				})
				b := newBench(t, f, "a", "b", "c")
				b.w.Watch([]Folder{{Path: "a"}, {Path: "b"}, {Path: "c"}})
				synctest.Wait()
				if !f.has(filepath.Join(b.dir, "a")) || f.has(filepath.Join(b.dir, "b")) || !f.has(filepath.Join(b.dir, "c")) {
					t.Errorf("watched are %v", f.names())
				}
				var text []string
				for _, limit := range b.reported() {
					text = append(text, limit.Error())
				}
				if got := strings.Join(text, "\n"); got != tt.text {
					t.Errorf("reported %q, want %q", got, tt.text)
				}
				b.write("b/new", "1")
				settle(PollEvery + Quiet)
				b.want(Batch{Folders: []string{"b"}, Files: []string{"b/new"}})
			})
		})
	}
}

func TestLimitErrors(t *testing.T) {
	tests := []struct {
		err  LimitError
		want string
	}{
		{LimitError{Watched: MaxWatched, Polled: 1, Every: PollEvery}, "too many folders for live watching: 1 of 4097 folders are checked every 5 s instead"},
		{LimitError{Polled: 1, Every: 500 * time.Millisecond, Cause: syscall.ENOMEM}, "too many open files for live watching (system limit): 1 of 1 folder is checked every 0.5 s instead"},
		{LimitError{Watched: 1, Polled: 1, Every: PollEvery, Cause: fmt.Errorf("add: %w", syscall.ENOSPC)}, "too many folders for live watching (system limit fs.inotify.max_user_watches): 1 of 2 folders are checked every 5 s instead"},
	}
	for _, tt := range tests {
		if got := tt.err.Error(); got != tt.want {
			t.Errorf("got  %s\nwant %s", got, tt.want)
		}
		if tt.err.Cause != nil && !errors.Is(&tt.err, tt.err.Cause) {
			t.Errorf("%v does not wrap its cause", &tt.err)
		}
	}
}

// After lost events all watches are added again, before the owner is notified: a folder that was
// removed and created again in between has a dead watch.
func TestWatchesAreRenewed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFake(nil)
		b := newBench(t, f, "a", "b", "gone")
		b.w.Watch([]Folder{{Path: "."}, {Path: "a"}, {Path: "b", Selected: true}, {Path: "gone"}})
		b.mkdir("new")
		b.send(fsnotify.Create, "new")
		synctest.Wait()
		if err := os.Remove(filepath.Join(b.dir, "gone")); err != nil {
			t.Fatal(err)
		}
		f.errs <- fsnotify.ErrEventOverflow
		synctest.Wait()
		if adds := f.added(); adds != 5 {
			t.Fatalf("%d folders were added before the events were lost, want 5", adds)
		}
		settle(Quiet)
		b.want(Batch{All: true})
		if f.added() != 9 || len(f.names()) != 4 || f.has(filepath.Join(b.dir, "gone")) {
			t.Errorf("%d folders were added, want 9; watched are %q", f.added(), f.names())
		}
	})
}

// Names that are in the owner's list but not on the disk are reported once.
func TestListsThatStayOld(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBench(t, newFake(nil))
		set := []Folder{{Path: "gone"}}
		b.w.Watch(set)
		settle(Quiet)
		b.want(Batch{Folders: []string{"."}})
		b.w.Watch(set)
		settle(Quiet)
		b.want()
		b.w.Watch(nil)
		synctest.Wait()
		b.w.Watch(set)
		settle(Quiet)
		b.want(Batch{Folders: []string{"."}})
	})
}

// A set that the owner created before it learned of a new folder does not remove its watch.
func TestSetsFromBeforeNewFolders(t *testing.T) {
	for _, polled := range []bool{false, true} {
		t.Run(fmt.Sprintf("polled: %t", polled), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				f := newFake(func(n int) error {
					if polled && n > 1 {
						return syscall.ENOSPC
					}
					return nil
				})
				b := newBench(t, f)
				b.w.Watch([]Folder{{Path: "."}})
				synctest.Wait()
				b.mkdir("new")
				b.send(fsnotify.Create, "new")
				b.w.Watch([]Folder{{Path: "."}})
				settle(Quiet)
				b.want(Batch{Folders: []string{".", "new"}, Files: []string{"new"}})
				if got := f.has(filepath.Join(b.dir, "new")); got == polled {
					t.Errorf("the new folder is watched: %t", got)
				}
				b.write("new/a", "1")
				if polled {
					settle(PollEvery + Quiet)
					b.want(Batch{Folders: []string{"new"}, Files: []string{"new/a"}})
				}
				b.w.Watch([]Folder{{Path: "."}}) // now the owner knows, and does not want it
				synctest.Wait()
				if f.has(filepath.Join(b.dir, "new")) {
					t.Error("the new folder is still watched")
				}
			})
		})
	}
}

// Selected files that changed between reading and watching are reported.
func TestRecentChanges(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBench(t, newFake(nil), "seen", "other")
		var folders []Folder
		for _, dir := range []string{"seen", "other"} {
			for name, age := range map[string]time.Duration{"new": 0, "late": recent - time.Microsecond, "old": recent} {
				b.write(dir+"/"+name, "1")
				at := time.Now().Add(-age)
				if err := os.Chtimes(filepath.Join(b.dir, dir, name), at, at); err != nil {
					t.Fatal(err)
				}
			}
			info, err := os.Lstat(filepath.Join(b.dir, dir))
			if err != nil {
				t.Fatal(err)
			}
			folders = append(folders, Folder{Path: dir, ModTime: info.ModTime(), Selected: dir == "seen"})
		}
		b.w.Watch(folders)
		settle(Quiet)
		b.want(Batch{Files: []string{"seen/late", "seen/new"}})
		b.w.Watch(folders)
		settle(Quiet)
		b.want()
	})
}

// A polled file that has just changed may change again with the same size and time: it is
// reported again.
func TestUnsettledFilesArePolledTwice(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBench(t, nil, "src")
		b.w.Watch([]Folder{{Path: "src"}})
		time.Sleep(PollEvery - settleTime/2)
		b.write("src/a", "1")
		now := time.Now()
		if err := os.Chtimes(filepath.Join(b.dir, "src/a"), now, now); err != nil {
			t.Fatal(err)
		}
		settle(settleTime)
		b.want(Batch{Folders: []string{"src"}, Files: []string{"src/a"}})
		settle(PollEvery)
		b.want(Batch{Files: []string{"src/a"}})
		settle(time.Minute)
		b.want()
	})
}

// If there are too many folders for one poll, they take turns; those with selected files are
// polled each time.
func TestTurns(t *testing.T) {
	p := &process{polled: map[string]polledFolder{"a": {}, "b": {selected: true}, "c": {}, "d": {}, "e": {selected: true}}}
	for looked, want := range map[string][]string{
		"":  {"b", "e", "a", "c", "d"},
		"a": {"b", "e", "c", "d", "a"},
		"b": {"b", "e", "c", "d", "a"}, // removed, or selected now
		"d": {"b", "e", "a", "c", "d"},
	} {
		p.lastPolled = looked
		if diff := cmp.Diff(want, slices.Collect(p.pollOrder())); diff != "" {
			t.Errorf("after %q (-want +got):\n%s", looked, diff)
		}
	}
}

// For a new folder with very many descendants, everything is reported as changed.
func TestHugeNewFolders(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFake(nil)
		b := newBench(t, f)
		for i := range maxNew {
			b.mkdir(fmt.Sprintf("new/%d", i))
		}
		b.send(fsnotify.Create, "new")
		settle(Quiet)
		b.want(Batch{All: true})
		if len(f.names()) > maxNew {
			t.Errorf("%d folders are watched", len(f.names()))
		}
	})
}

func TestHowManyFoldersMayBeWatched(t *testing.T) {
	tests := []struct {
		limit string
		want  int
	}{
		{"192536\n", 24_067},
		{"65536\n", 8192},
		{"8192\n", MaxWatched},
		{"100000000\n", 32_768},
		{"none\n", MaxWatched},
	}
	file := filepath.Join(t.TempDir(), "limit")
	if got := watchLimit(file); got != MaxWatched {
		t.Errorf("without a limit that is known, %d folders", got)
	}
	for _, tt := range tests {
		if err := os.WriteFile(file, []byte(tt.limit), 0o644); err != nil {
			t.Fatal(err)
		}
		if got := watchLimit(file); got != tt.want {
			t.Errorf("with the limit %q, %d folders, want %d", tt.limit, got, tt.want)
		}
	}
}

// If the limit permits, all folders of a large project are watched and none is polled.
func TestAllFoldersAreWatchedWhereThereIsRoom(t *testing.T) {
	if testing.Short() {
		t.Skip("it makes thousands of folders")
	}
	const folders = MaxWatched + 3
	if watchLimit(systemLimit) < folders {
		t.Skip("the system has no room for them")
	}
	dir := t.TempDir()
	set := []Folder{{Path: "."}}
	for i := range folders {
		name := fmt.Sprintf("f%d", i)
		if err := os.Mkdir(filepath.Join(dir, name), 0o755); err != nil {
			t.Fatal(err)
		}
		set = append(set, Folder{Path: name})
	}
	root, err := disk.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { root.Close() })
	standing := make(chan struct{})
	var limit *LimitError
	w := Start(root, Options{Report: func(Batch) {}, Limited: func(e *LimitError) { limit = e }, Watching: func(bool) { close(standing) }})
	w.Watch(set)
	<-standing
	w.Close()
	if limit != nil {
		t.Errorf("a limit is reported: %v", limit)
	}
}

// The owner learns whether folders are watched that were not before, in each way of watching them.
func TestAddedFoldersAreReported(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"a", "b"} {
		if err := os.Mkdir(filepath.Join(dir, name), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for _, fake := range []*fake{newFake(nil), nil} {
		root, err := disk.Open(dir)
		if err != nil {
			t.Fatal(err)
		}
		watching := make(chan bool)
		w := Start(root, Options{
			Report: func(Batch) {}, Watching: func(added bool) { watching <- added },
			Notifier: func() (Notifier, error) {
				if fake == nil {
					return nil, syscall.EMFILE
				}
				return fake, nil
			},
		})
		for _, step := range []struct {
			folders []string
			added   bool
		}{
			{[]string{"."}, true},
			{[]string{"."}, false},
			{[]string{".", "a"}, true},
			{[]string{"a"}, false},
			{[]string{"b"}, true},
			{[]string{"b", "missing"}, false},
			{nil, false},
			{[]string{"b"}, true},
		} {
			var folders []Folder
			for _, name := range step.folders {
				folders = append(folders, Folder{Path: name})
			}
			w.Watch(folders)
			if added := <-watching; added != step.added {
				t.Errorf("with %v, polled %v: added is %v", step.folders, fake == nil, added)
			}
		}
		w.Close()
		root.Close()
	}
}

// Folders that are mounted are watched like those of the project, and their changes have their paths.
func TestMountedFolders(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBench(t, newFake(nil), "src")
		lib, err := filepath.EvalSymlinks(t.TempDir())
		if err != nil {
			t.Fatal(err)
		}
		if err := os.Mkdir(filepath.Join(lib, "pkg"), 0o755); err != nil {
			t.Fatal(err)
		}
		root, err := disk.Open(lib)
		if err != nil {
			t.Fatal(err)
		}
		defer root.Close()
		b.w.root.SetMounts([]disk.Mount{{Label: "lib", Root: root}, {Label: "gone", Err: disk.ErrNotFound}})
		b.w.Watch([]Folder{{Path: "."}, {Path: "lib:"}, {Path: "lib:/pkg"}, {Path: "src"}})
		synctest.Wait()
		if diff := cmp.Diff(slices.Sorted(slices.Values([]string{b.dir, filepath.Join(b.dir, "src"), lib, filepath.Join(lib, "pkg")})), b.fake.names()); diff != "" {
			t.Errorf("watched (-want +got):\n%s", diff)
		}
		write := func(op fsnotify.Op, name string) {
			b.fake.events <- fsnotify.Event{Name: filepath.Join(lib, name), Op: op}
		}
		write(fsnotify.Write, "pkg/a.go")
		write(fsnotify.Create, "b.go")
		settle(Quiet)
		b.want(Batch{Folders: []string{"lib:"}, Files: []string{"lib:/b.go", "lib:/pkg/a.go"}})
		if err := os.Mkdir(filepath.Join(lib, "new"), 0o755); err != nil {
			t.Fatal(err)
		}
		write(fsnotify.Create, "new")
		settle(Quiet)
		b.want(Batch{Folders: []string{"lib:", "lib:/new"}, Files: []string{"lib:/new"}})
		if !b.fake.has(filepath.Join(lib, "new")) {
			t.Error("a new folder is not watched")
		}
		write(fsnotify.Remove, "")
		settle(Quiet)
		b.want(Batch{Folders: []string{".", "lib:", "lib:/new", "lib:/pkg"}, Files: []string{"lib:"}})
	})
}
