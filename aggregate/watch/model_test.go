package watch

import (
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"maps"
	"math/rand/v2"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/fsnotify/fsnotify"
	"github.com/google/go-cmp/cmp"

	"dossier/aggregate/disk"
	"dossier/aggregate/systemtest"
)

// owner is the simplest correct user of a watcher: it knows the content of every name, and reads
// again only what a batch names.
type owner struct {
	dir  string
	w    *Watcher
	rand *rand.Rand

	mu    sync.Mutex
	known map[string]string // content of a file; for a folder "/" and its modification time
}

// take reads what the batch names.
func (o *owner) take(b Batch) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if b.All {
		clear(o.known)
		o.read(".")
	}
	for _, dir := range b.Folders {
		o.names(dir)
	}
	for _, name := range b.Files {
		o.forget(name)
		if _, ok := o.known[path.Dir(name)]; ok {
			o.read(name)
		}
	}
	o.w.Watch(o.folders())
}

// names lists the current names of a folder, and reads new ones.
func (o *owner) names(dir string) {
	info, err := os.Lstat(filepath.Join(o.dir, dir))
	if err != nil || !info.IsDir() {
		o.forget(dir)
		return
	}
	if _, ok := o.known[path.Dir(dir)]; !ok {
		return // it is read with its parent folder
	}
	o.known[dir] = "/" + fmt.Sprint(info.ModTime().UnixNano())
	entries, _ := os.ReadDir(filepath.Join(o.dir, dir))
	now := map[string]bool{}
	for _, e := range entries {
		name := path.Join(dir, e.Name())
		now[name] = true
		if old, ok := o.known[name]; ok && strings.HasPrefix(old, "/") == e.IsDir() {
			continue
		}
		o.forget(name)
		o.read(name)
	}
	for name := range o.known {
		if name != "." && path.Dir(name) == dir && !now[name] {
			o.forget(name)
		}
	}
}

func (o *owner) read(name string) { maps.Copy(o.known, readAll(o.dir, name)) }

func (o *owner) forget(name string) {
	for known := range o.known {
		if known == name || strings.HasPrefix(known, name+"/") {
			delete(o.known, known)
		}
	}
}

func (o *owner) folders() []Folder {
	var folders []Folder
	for _, name := range slices.Sorted(maps.Keys(o.known)) {
		if nanos, ok := strings.CutPrefix(o.known[name], "/"); ok {
			var n int64
			fmt.Sscan(nanos, &n)
			folders = append(folders, Folder{Path: name, ModTime: time.Unix(0, n), Selected: o.rand.IntN(4) == 0})
		}
	}
	return folders
}

// readAll returns the content of a name and everything below it.
func readAll(root, name string) map[string]string {
	all := map[string]string{}
	filepath.WalkDir(filepath.Join(root, name), func(p string, d fs.DirEntry, err error) error {
		if err != nil {
			return nil
		}
		rel, _ := filepath.Rel(root, p)
		if !d.IsDir() {
			if data, err := os.ReadFile(p); err == nil {
				all[filepath.ToSlash(rel)] = string(data)
			}
		} else if info, err := d.Info(); err == nil {
			all[filepath.ToSlash(rel)] = "/" + fmt.Sprint(info.ModTime().UnixNano())
		}
		return nil
	})
	return all
}

// contents omits the modification times of folders, which a model need not know.
func contents(all map[string]string) map[string]string {
	all = maps.Clone(all)
	for name, what := range all {
		if strings.HasPrefix(what, "/") {
			all[name] = "/"
		}
	}
	return all
}

// churn changes a folder at random, like users, editors and version control.
func churn(t testing.TB, dir string, r *rand.Rand, steps int) {
	name := func(depth int) string {
		parts := make([]string, 1+r.IntN(depth))
		for i := range parts {
			parts[i] = string(rune('a' + r.IntN(4)))
		}
		return filepath.Join(dir, filepath.Join(parts...))
	}
	// On Windows there are more: a folder that is open elsewhere is neither moved nor removed.
	ignore := []error{fs.ErrNotExist, fs.ErrExist, syscall.ENOTDIR, syscall.EISDIR, syscall.EINVAL, syscall.ENOTEMPTY}
	for i := range steps {
		var err error
		content := strings.Repeat("x", r.IntN(3)) + fmt.Sprint(i)
		switch r.IntN(12) {
		case 0, 1:
			err = os.MkdirAll(name(4), 0o755)
		case 2, 3, 4:
			err = os.WriteFile(name(4)+".txt", []byte(content), 0o644)
		case 5: // an editor that saves by renaming
			file := name(4) + ".txt"
			if err = os.WriteFile(file+"~", []byte(content), 0o644); err == nil {
				err = os.Rename(file+"~", file)
			}
		case 6, 7:
			err = os.Rename(name(3), name(3))
		case 8:
			err = os.Rename(name(4)+".txt", name(4)+".txt")
		case 9:
			err = os.Remove(name(4) + ".txt")
		case 10:
			err = os.RemoveAll(name(3))
		case 11: // a folder that is replaced by another of the same name
			old, swap := name(2), filepath.Join(dir, "swap")
			err = errors.Join(os.MkdirAll(filepath.Join(swap, "b", "c"), 0o755), os.WriteFile(filepath.Join(swap, "b", "a.txt"), []byte(content), 0o644),
				os.RemoveAll(old), os.Rename(swap, old))
		}
		if err != nil && runtime.GOOS != "windows" && !slices.ContainsFunc(ignore, func(target error) bool { return errors.Is(err, target) }) {
			t.Fatal(err)
		}
		if r.IntN(8) == 0 {
			time.Sleep(time.Duration(r.IntN(30)) * time.Millisecond)
		}
	}
}

// unreliable wraps the system's notifier: it limits the number of watched folders, and
// occasionally loses events for a while and reports that afterwards.
type unreliable struct {
	Notifier
	limit  int
	events chan fsnotify.Event
	errs   chan error

	mu  sync.Mutex
	has map[string]bool
}

func newUnreliable(limit int, lossy bool, r *rand.Rand) (*unreliable, error) {
	n, err := System()
	if err != nil {
		return nil, err
	}
	u := &unreliable{Notifier: n, limit: limit, events: make(chan fsnotify.Event), errs: make(chan error), has: map[string]bool{}}
	go func() {
		defer close(u.errs)
		defer close(u.events)
		lose := 0
		for e, err := range eventsOf(n) {
			switch {
			case err != nil:
				u.errs <- err
			case lose > 1:
				lose--
			case lose == 1:
				lose--
				u.errs <- fsnotify.ErrEventOverflow
			case lossy && r.IntN(60) == 0:
				lose = 1 + r.IntN(40)
			default:
				u.events <- e
			}
		}
	}()
	return u, nil
}

// eventsOf iterates over the events of a notifier until it ends.
func eventsOf(n Notifier) iter.Seq2[fsnotify.Event, error] {
	return func(yield func(fsnotify.Event, error) bool) {
		events, errs := n.Events(), n.Errors()
		for events != nil || errs != nil {
			select {
			case e, ok := <-events:
				if !ok {
					events = nil
				} else if !yield(e, nil) {
					return
				}
			case err, ok := <-errs:
				if !ok {
					errs = nil
				} else if !yield(fsnotify.Event{}, err) {
					return
				}
			}
		}
	}
}

func (u *unreliable) Events() <-chan fsnotify.Event { return u.events }
func (u *unreliable) Errors() <-chan error          { return u.errs }

func (u *unreliable) Add(dir string) error {
	u.mu.Lock()
	defer u.mu.Unlock()
	if len(u.has) >= u.limit {
		return syscall.ENOSPC
	}
	err := u.Notifier.Add(dir)
	if err == nil {
		u.has[dir] = true
	}
	return err
}

func (u *unreliable) Remove(dir string) error {
	u.mu.Lock()
	defer u.mu.Unlock()
	delete(u.has, dir)
	return u.Notifier.Remove(dir)
}

// An owner who reads only what is reported finally knows the content of the disk, after any
// changes, with any number of watches, and with any lost events.
func TestNothingIsMissed(t *testing.T) {
	systemtest.NeedRemovesOpenFolders(t)
	tests := []struct {
		name  string
		limit int
		lossy bool
	}{
		{"all is watched", MaxWatched, false},
		{"events are lost", MaxWatched, true},
		{"most is polled", 5, false},
		{"most is polled and events are lost", 5, true},
		{"all is polled", 0, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel() // they mostly wait
			checkNothingMissed(t, tt.limit, tt.lossy, rand.Uint64())
		})
	}
}

func checkNothingMissed(t *testing.T, limit int, lossy bool, seed uint64) {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(seed, 0))
	churn(t, dir, r, 60)
	root, err := disk.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	o := &owner{dir: dir, known: readAll(dir, "."), rand: rand.New(rand.NewPCG(seed, 1))}
	o.w = Start(root, Options{
		Report:    o.take,
		Notifier:  func() (Notifier, error) { return newUnreliable(limit, lossy, rand.New(rand.NewPCG(seed, 2))) },
		PollEvery: 100 * time.Millisecond,
	})
	defer o.w.Close()
	o.w.Watch(o.folders())
	churn(t, dir, r, 300)
	if lossy {
		// Lost events are reported in the end.
		for range 40 {
			if err := os.WriteFile(filepath.Join(dir, "last"), nil, 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	var diff string
	for deadline := time.Now().Add(time.Minute); time.Now().Before(deadline); time.Sleep(20 * time.Millisecond) {
		o.mu.Lock()
		diff = cmp.Diff(contents(readAll(dir, ".")), contents(o.known))
		o.mu.Unlock()
		if diff == "" {
			return
		}
	}
	t.Errorf("with seed %d the owner never learned (-disk +known):\n%s", seed, diff)
}

// The cost of one poll of an unwatched project: 4,000 files in 400 folders.
func BenchmarkPoll(b *testing.B) {
	dir := b.TempDir()
	p := &process{polled: map[string]polledFolder{}}
	for d := range 400 {
		name := fmt.Sprintf("d%d/sub", d)
		if err := os.MkdirAll(filepath.Join(dir, name), 0o755); err != nil {
			b.Fatal(err)
		}
		for f := range 10 {
			if err := os.WriteFile(filepath.Join(dir, name, fmt.Sprint(f)), nil, 0o644); err != nil {
				b.Fatal(err)
			}
		}
		p.polled[name] = polledFolder{selected: true}
	}
	root, err := disk.Open(dir)
	if err != nil {
		b.Fatal(err)
	}
	defer root.Close()
	p.Watcher = &Watcher{root: root}
	p.poll(b.Context())
	b.ReportAllocs()
	for b.Loop() {
		p.poll(b.Context())
	}
}
