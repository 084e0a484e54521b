package store

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/gofrs/flock"

	"dossier/aggregate/diskwrite"
)

const (
	// lockWait is how long a save waits for another one, and queueWait for all that are before it
	// in the queue.
	lockWait  = 5 * time.Second
	queueWait = time.Minute
)

// lockExt is the extension of lock files.
const lockExt = ".lock"

// maxBackups is the number of days for which a backup is stored.
const maxBackups = 5

// Store manages locks and backups in the user's state folder. It has no open files and may be
// copied.
type Store struct {
	state string
	bare  bool // makes no backups
	wait  time.Duration
	now   func() time.Time // clock for names of backups only
}

// New returns a store that uses the folder state, which it creates on the first save. If state is
// empty or not available, there are no backups.
func New(state string) Store { return Store{state: state, wait: lockWait, now: time.Now} }

// WithoutBackups returns the store without backups, for many files that rarely change.
func (s Store) WithoutBackups() Store {
	s.bare = true
	return s
}

// Update replaces the content of the file name, directly in root, by the result of change for the
// current content: nil means a missing file, and a nil result removes the file. If change
// returns an error or the same content, nothing is written. A new file gets the permissions perm.
// An existing one keeps its permissions and owner, or is not replaced: read-only files and files
// of other users are not.
//
// It returns errors of change unchanged; all other errors are a [*SaveError].
func (s Store) Update(ctx context.Context, root *os.Root, name string, limit int64, perm fs.FileMode, change func(old []byte) ([]byte, error)) error {
	path := filepath.Join(root.Name(), name)
	fail := func(need int, replaced bool, err error) error {
		_, missing := root.Lstat(name)
		return &SaveError{Path: path, Folder: filepath.Dir(path), Need: int64(need), Replaced: replaced, New: errors.Is(missing, fs.ErrNotExist), Err: err}
	}
	real, err := realPath(path)
	if err != nil {
		return fail(0, false, err)
	}
	unlock, err := s.lockFile(ctx, real)
	if err != nil {
		return fail(0, false, err)
	}
	defer unlock()

	d := disk{root}
	diskwrite.Sweep(root, func(of string) bool { return of == name })
	write := permissions{bits: perm}
	old, err := d.Read(name, limit)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		old = nil
	case err != nil:
		return fail(0, false, err)
	default:
		if write.replaced, err = d.Lstat(name); err != nil {
			return fail(0, false, err)
		}
		if old == nil {
			old = []byte{}
		}
	}
	data, err := change(bytes.Clone(old))
	if err != nil {
		return err
	}
	if bytes.Equal(data, old) && (data == nil) == (old == nil) {
		return nil
	}
	if write.replaced != nil && write.replaced.Mode().Perm()&0o200 == 0 {
		return fail(len(data), false, ErrProtected)
	}
	if old != nil && !s.bare {
		s.keep(real, old)
	}
	if data == nil {
		if err := Remove(root, name); err != nil {
			return fail(0, false, err)
		}
		return nil
	}
	if replaced, err := replace(d, name, data, write); err != nil {
		return fail(len(data), replaced, err)
	}
	return nil
}

// MoveAside renames the file name in root to name.broken-N, with the first free N, and returns
// the new name. Nothing is deleted.
func (s Store) MoveAside(ctx context.Context, root *os.Root, name string) (string, error) {
	return s.moveAside(ctx, root, name, func(disk) (bool, error) { return true, nil })
}

// MoveDamagedAside does the same for an unusable file: one that is larger than limit bytes, not
// regular, or rejected by check. It checks under the lock, so that a file just written by another
// process is not moved. The name is empty if nothing was moved.
func (s Store) MoveDamagedAside(ctx context.Context, root *os.Root, name string, limit int64, check func([]byte) error) (string, error) {
	return s.moveAside(ctx, root, name, func(d disk) (bool, error) {
		data, err := d.Read(name, limit)
		switch {
		case err == nil:
			return check(data) != nil, nil
		case errors.Is(err, ErrLink), errors.Is(err, ErrIrregular), errors.As(err, new(*SizeError)):
			return true, nil
		}
		return false, err // which may be transient
	})
}

// moveAside moves a file aside if wanted, called under its lock, returns true.
func (s Store) moveAside(ctx context.Context, root *os.Root, name string, wanted func(disk) (bool, error)) (string, error) {
	path := filepath.Join(root.Name(), name)
	fail := func(err error) (string, error) {
		return "", fmt.Errorf("%s was not moved aside: %w", path, err)
	}
	real, err := realPath(path)
	if err != nil {
		return fail(err)
	}
	unlock, err := s.lockFile(ctx, real)
	if err != nil {
		return fail(err)
	}
	defer unlock()
	d := disk{root}
	if is, err := wanted(d); err != nil {
		return fail(err)
	} else if !is {
		return "", nil
	}
	for n := 1; ; n++ {
		aside := fmt.Sprintf("%s.broken-%d", name, n)
		err := moveNew(d, name, aside)
		if errors.Is(err, fs.ErrExist) {
			continue
		}
		if err == nil {
			err = d.Sync()
		}
		if err != nil {
			return fail(err)
		}
		return aside, nil
	}
}

// moveNew renames old to the unused name new.
func moveNew(d folder, old, new string) error {
	err := d.Place(old, new)
	switch {
	case err == nil:
		if err := d.Remove(old); !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		return nil
	case !noLinks(err):
		return err
	}
	if _, err := d.Lstat(new); err == nil {
		return fs.ErrExist
	}
	return d.Rename(old, new)
}

// realPath resolves links in the file's folder, so that all paths of a file give one lock. The
// file need not exist.
func realPath(path string) (string, error) {
	folder, err := filepath.Abs(filepath.Dir(path))
	if err != nil {
		return "", err
	}
	if folder, err = filepath.EvalSymlinks(folder); err != nil {
		return "", err
	}
	return filepath.Join(folder, filepath.Base(path)), nil
}

// Key returns the name in the state folder for data that belongs to path: 24 hex digits of a
// hash.
func Key(path string) string {
	sum := sha256.Sum256([]byte(path))
	return hex.EncodeToString(sum[:12])
}

// lockFile takes the lock of the file at path. If the state folder is not available, it locks the
// file's own folder, which only requires read permission.
func (s Store) lockFile(ctx context.Context, path string) (unlock func(), err error) {
	unlock, err = s.lock(ctx, path)
	if !errors.As(err, new(*StateError)) {
		return unlock, err
	}
	unlock, other := s.waitLock(ctx, flock.New(filepath.Dir(path), flock.SetFlag(os.O_RDONLY)))
	if other != nil && !errors.Is(other, ErrBusy) && ctx.Err() == nil {
		return nil, err // Windows cannot lock folders
	}
	return unlock, other
}

// lock takes the lock of a name. The kernel releases it when the process ends; the lock file
// remains, because removing it would allow two holders. It returns a [*StateError] if the lock
// cannot be created.
func (s Store) lock(ctx context.Context, name string) (unlock func(), err error) {
	l, err := s.lockOf(name)
	if err != nil {
		return nil, err
	}
	unlock, err = s.waitLock(ctx, l)
	if err != nil && !errors.Is(err, ErrBusy) && ctx.Err() == nil {
		err = &StateError{s.state, err}
	}
	return unlock, err
}

// lockOf returns the lock of a name and creates its folder.
func (s Store) lockOf(name string) (*flock.Flock, error) {
	if s.state == "" {
		return nil, &StateError{}
	}
	folder := filepath.Join(s.state, "locks")
	if err := MakeFolder(folder); err != nil {
		return nil, &StateError{s.state, err}
	}
	return flock.New(filepath.Join(folder, Key(name)+lockExt)), nil
}

func (s Store) waitLock(ctx context.Context, l *flock.Flock) (unlock func(), err error) {
	err = diskwrite.Perform(diskwrite.Step{Do: diskwrite.Lock, Folder: filepath.Dir(l.Path()), Name: filepath.Base(l.Path())}, func() error {
		return s.queue(ctx, l)
	})
	if err != nil {
		return nil, err
	}
	return func() { _ = l.Unlock() }, nil
}

// queue takes a lock after those who requested it before; the system queues requests. It waits as
// long as the queue moves, which each holder signals by the time of the lock file, and returns
// [ErrBusy] if it does not. A call that fails leaves a goroutine behind, which releases the lock
// once it gets it.
func (s Store) queue(ctx context.Context, l *flock.Flock) error {
	switch taken, err := l.TryLock(); {
	case err != nil:
		return err
	case taken:
		moved(l)
		return nil
	}
	turn := make(chan error, 1)
	go func() { turn <- l.Lock() }()
	look := time.NewTicker(max(s.wait/20, time.Millisecond))
	defer look.Stop()
	w := waiting{perHolder: s.wait, began: time.Now(), since: time.Now(), moved: movedAt(l)}
	var err error
	for err == nil {
		select {
		case err := <-turn:
			moved(l)
			return err
		case <-ctx.Done():
			err = ctx.Err()
		case now := <-look.C:
			if w.over(now, movedAt(l)) {
				err = ErrBusy
			}
		}
	}
	go func() {
		if <-turn == nil {
			_ = l.Unlock()
		}
	}()
	return err
}

// waiting is the state of waiting for a lock.
type waiting struct {
	perHolder    time.Duration // max time per holder
	began, since time.Time     // start of waiting, and time since the current holder has the lock
	moved        time.Time     // last observed time of the lock file
}

// over reports whether to stop waiting, given the current time of the lock file.
func (w *waiting) over(now, moved time.Time) bool {
	if !moved.Equal(w.moved) {
		w.moved, w.since = moved, now
	}
	return now.Sub(w.since) > w.perHolder || now.Sub(w.began) > queueWait
}

// moved signals to waiters that the lock has a new holder. A locked folder signals it by renames
// in it.
func moved(l *flock.Flock) {
	if strings.HasSuffix(l.Path(), lockExt) {
		now := time.Now()
		_ = os.Chtimes(l.Path(), now, now) // otherwise waiters give up earlier
	}
}

func movedAt(l *flock.Flock) time.Time {
	info, err := os.Stat(l.Path())
	if err != nil {
		return time.Time{}
	}
	return info.ModTime()
}

// keep backs up the version that is about to be replaced, the first one of each day. Backups are
// optional, so errors are ignored.
func (s Store) keep(path string, data []byte) {
	folder := s.backups(path)
	if s.state == "" || MakeFolder(folder) != nil {
		return
	}
	root, err := os.OpenRoot(folder)
	if err != nil {
		return
	}
	defer root.Close()
	d := disk{root}
	name := s.now().Format(time.DateOnly) + ".bak"
	if _, err := d.Lstat(name); err == nil {
		return
	}
	if _, err := replace(d, name, data, permissions{bits: 0o600}); err != nil {
		return
	}
	names, _ := d.Names()
	names = slices.DeleteFunc(names, func(n string) bool { return !isBackup(n) })
	slices.Sort(names)
	for _, old := range names[:max(len(names)-maxBackups, 0)] {
		_ = d.Remove(old)
	}
}

func isBackup(name string) bool {
	day, ok := strings.CutSuffix(name, ".bak")
	_, err := time.Parse(time.DateOnly, day)
	return ok && err == nil
}

func (s Store) backups(path string) string { return filepath.Join(s.state, "backups", Key(path)) }
