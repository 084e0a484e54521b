package watch

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
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

// fake is a notifier that does as the test says.
type fake struct {
	events chan fsnotify.Event
	errs   chan error
	refuse func(n int) error // of the n-th Add, from 1

	mu      sync.Mutex
	adds    int
	watched map[string]bool
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
	f.closed = true
	return nil
}

func (f *fake) has(dir string) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.watched[dir]
}

// bench is a watcher over a folder of its own, in the bubble of a test.
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

// newBench makes the folders named and starts a watcher. It is to be used in a bubble.
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

// settle lets everything happen that happens within d.
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

// told returns the limits told so far.
func (b *bench) told() []*LimitError {
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
		b.send(fsnotify.Write, "b") // starts the wait anew
		settle(Quiet - 1)
		b.want()
		settle(1)
		b.want(Batch{Files: []string{"a", "b"}})
		settle(time.Hour)
		b.want()
	})
}

// A file that is written all the time does not keep the others from being shown.
func TestLongest(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBench(t, newFake(nil))
		const step = 90 * time.Millisecond
		for range 50 {
			b.send(fsnotify.Write, "log")
			settle(step)
		}
		settle(Quiet)
		want := []time.Duration{Longest, 23*step + Longest, 49*step + Quiet}
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

// A notifier that ends by itself leaves polling behind, and nothing spins: time in a
// bubble stands still while anything runs.
func TestClosedNotifier(t *testing.T) {
	for _, which := range []string{"events", "errors and events"} {
		t.Run(which, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				b := newBench(t, newFake(nil), "src")
				b.w.Watch([]Folder{{Path: "src", Selected: true}})
				synctest.Wait()
				if which != "events" {
					close(b.fake.errs)
					synctest.Wait()
				}
				close(b.fake.events)
				settle(Quiet)
				b.want(Batch{All: true})
				if limits := b.told(); len(limits) != 1 || limits[0].Polled != 1 || limits[0].Watched != 0 {
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
		}), 2, "the system allows no more watches: 2 folders are watched, 2 are looked at every 5 seconds instead"},
		{"the first folder", newFake(func(int) error { return syscall.EMFILE }), 0, "the system allows no more watches: 0 folders are watched, 4 are looked at every 5 seconds instead"},
		{"any service", nil, 0, "the system allows no more watches: 0 folders are watched, 4 are looked at every 5 seconds instead"},
		{"for a reason of its own", newFake(func(int) error { return errors.New("no such luck") }), 0, "watching failed: no such luck: 0 folders are watched, 4 are looked at every 5 seconds instead"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				if tt.fake != nil { // channels belong to the bubble that made them
					tt.fake = newFake(tt.fake.refuse)
				}
				b := newBench(t, tt.fake, "a", "b", "c", "d")
				b.write("d/old", "1")
				folders := []Folder{{Path: "a"}, {Path: "b", Selected: true}, {Path: "c"}, {Path: "d", Selected: true}}
				b.w.Watch(folders)
				synctest.Wait()
				if limits := b.told(); len(limits) != 1 || limits[0].Error() != tt.text {
					t.Fatalf("limits %v, want %s", limits, tt.text)
				}
				if tt.fake != nil && len(tt.fake.watched) != tt.watched {
					t.Errorf("%d folders are watched, want %d", len(tt.fake.watched), tt.watched)
				}
				if tt.watched == 2 && (!tt.fake.has(b.dir+"/b") || !tt.fake.has(b.dir+"/d")) {
					t.Errorf("watched are %v, want those with selected files", tt.fake.watched)
				}
				b.w.Watch(folders) // the same limit is not told twice
				if limits := b.told(); len(limits) != 1 {
					t.Errorf("told %d times", len(limits))
				}

				b.write("a/new", "1")
				settle(PollEvery + Quiet)
				b.want(Batch{Folders: []string{"a"}})
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
		if len(f.watched) != MaxWatched || !f.has(filepath.Join(b.dir, last.Path)) {
			t.Errorf("%d folders are watched, that with selected files: %t", len(f.watched), f.has(filepath.Join(b.dir, last.Path)))
		}
		if limits := b.told(); len(limits) != 1 || limits[0].Polled != 3 || limits[0].Cause != nil {
			t.Errorf("limits %v", limits)
		}
		// Selecting elsewhere moves the watches.
		last.Selected, folders[MaxWatched].Selected = false, true
		b.w.Watch(folders)
		synctest.Wait()
		if len(f.watched) != MaxWatched || f.has(filepath.Join(b.dir, last.Path)) || !f.has(filepath.Join(b.dir, folders[MaxWatched].Path)) {
			t.Errorf("%d folders are watched after another one was selected", len(f.watched))
		}
		b.w.Watch(nil)
		synctest.Wait()
		if len(f.watched) != 0 {
			t.Errorf("%d folders are watched, want none", len(f.watched))
		}
	})
}

// What comes into a new folder before the owner knows of it is told as well.
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

// A change between the listing and the watching is reported at once.
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

// A folder that is a link now is not watched: its contents are not the project's.
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
		if len(f.watched) != 0 {
			t.Errorf("watched are %v", f.watched)
		}
		b.want(Batch{Folders: []string{"."}, Files: []string{"link"}})
	})
}

// The system's own notifier, with real files. The test waits for what has to come and
// does not measure how long it takes.
func TestSystemNotifier(t *testing.T) {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Join(dir, "src"), 0o755); err != nil {
		t.Fatal(err)
	}
	root, err := disk.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	batches := make(chan Batch, 1000)
	w := Start(root, Options{
		Report:  func(b Batch) { batches <- b },
		Limited: func(e *LimitError) { t.Logf("polling: %v", e) },
	})
	w.Watch([]Folder{{Path: "."}, {Path: "src", Selected: true}})

	await := func(what string, has func(Batch) bool) {
		t.Helper()
		deadline := time.After(time.Minute)
		for {
			select {
			case b := <-batches:
				if b.All || has(b) {
					return
				}
			case <-deadline:
				t.Fatalf("%s was not reported", what)
			}
		}
	}
	hasFile := func(name string) func(Batch) bool {
		return func(b Batch) bool { return strings.Contains("\n"+strings.Join(b.Files, "\n")+"\n", "\n"+name+"\n") }
	}
	write := func(name string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(dir, name), []byte(name), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("src/a.go")
	// The watches may come after the file: then the next write is the first one seen.
	for tries := 0; ; tries++ {
		select {
		case <-batches:
		case <-time.After(time.Second):
			if tries < 60 {
				write("src/a.go")
				continue
			}
			t.Fatal("nothing was reported")
		}
		break
	}
	if err := os.MkdirAll(filepath.Join(dir, "src/new/deep"), 0o755); err != nil {
		t.Fatal(err)
	}
	await("a new folder", hasFile("src/new"))
	write("src/new/deep/b.go")
	await("a file in a new folder", func(b Batch) bool { return hasFile("src/new/deep/b.go")(b) || len(b.Folders) > 0 })
	if err := os.Rename(filepath.Join(dir, "src/a.go"), filepath.Join(dir, "c.go")); err != nil {
		t.Fatal(err)
	}
	await("a renamed file", hasFile("c.go"))
	w.Close()
}
