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
	// lockWait is how long a save waits for another one, and queueWait for all that are to be
	// done before it.
	lockWait  = 5 * time.Second
	queueWait = time.Minute
)

// lockExt is the ending of lock files.
const lockExt = ".lock"

// maxBackups is the number of days of which a copy is kept.
const maxBackups = 5

// Store keeps locks and older versions in the person's state folder. It holds no
// open file and can be copied.
type Store struct {
	state string
	bare  bool // keeps no older versions
	wait  time.Duration
	now   func() time.Time // names copies; nothing else rests on it
}

// New returns a store that uses the folder state, made on the first save. Where that
// cannot be had, or is empty, no older versions are kept.
func New(state string) Store { return Store{state: state, wait: lockWait, now: time.Now} }

// Bare returns the store without its copies of older versions, for files of which a
// person has many and that hardly change.
func (s Store) Bare() Store {
	s.bare = true
	return s
}

// Update replaces the content of the file name, which lies directly in root, with what
// change makes of the content at this moment: nil when there is no such file, and nil
// removes the file. An error of change, or content that stays the same, nil included, ends
// the update without a write. A file that is made gets the permissions perm. One that exists keeps its own and
// its owner, or is not replaced: one that is read-only is not, nor is one of another user.
//
// All that goes wrong is a [*SaveError], but for the errors of change, which come as
// they are.
func (s Store) Update(ctx context.Context, root *os.Root, name string, limit int64, perm fs.FileMode, change func(old []byte) ([]byte, error)) error {
	path := filepath.Join(root.Name(), name)
	fail := func(need int, replaced bool, err error) error {
		return &SaveError{Path: path, Folder: filepath.Dir(path), Need: int64(need), Replaced: replaced, Err: err}
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
		if write.was, err = d.Lstat(name); err != nil {
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
	if bytes.Equal(data, old) && (old != nil || data == nil) {
		return nil
	}
	if write.was != nil && write.was.Mode().Perm()&0o200 == 0 {
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

// MoveAside renames the file name in root to name.broken-N, the first N that is free,
// and returns the new name. Nothing is deleted.
func (s Store) MoveAside(ctx context.Context, root *os.Root, name string) (string, error) {
	return s.moveAside(ctx, root, name, func(disk) (bool, error) { return true, nil })
}

// MoveDamagedAside does so with a file that cannot be used: one that is larger than limit
// bytes or no regular file, or whose content check refuses. It looks under the lock, so
// that what another process wrote a moment ago stays. The name is empty when nothing was
// moved.
func (s Store) MoveDamagedAside(ctx context.Context, root *os.Root, name string, limit int64, check func([]byte) error) (string, error) {
	return s.moveAside(ctx, root, name, func(d disk) (bool, error) {
		data, err := d.Read(name, limit)
		switch {
		case err == nil:
			return check(data) != nil, nil
		case errors.Is(err, ErrLink), errors.Is(err, ErrIrregular), errors.As(err, new(*SizeError)):
			return true, nil
		}
		return false, err // which may pass
	})
}

// moveAside moves a file aside when wanted says so, which is asked under its lock.
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

// moveNew renames old to new, which nothing may have yet.
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

// realPath names a file by its folder's real place, so that two ways to one file give
// one lock. The file itself need not exist.
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

// Key returns the name under which the state folder keeps what belongs to path: 24 hex
// digits of a hash.
func Key(path string) string {
	sum := sha256.Sum256([]byte(path))
	return hex.EncodeToString(sum[:12])
}

// lockFile takes the lock of the file at path. Where the state folder cannot be had it is
// the file's own folder that is locked, which asks for no more than reading it.
func (s Store) lockFile(ctx context.Context, path string) (unlock func(), err error) {
	unlock, err = s.lock(ctx, path)
	if !errors.As(err, new(*StateError)) {
		return unlock, err
	}
	unlock, other := s.take(ctx, flock.New(filepath.Dir(path), flock.SetFlag(os.O_RDONLY)))
	if other != nil && !errors.Is(other, ErrBusy) && ctx.Err() == nil {
		return nil, err // Windows locks no folders
	}
	return unlock, other
}

// lock takes the lock of a name. The kernel frees it when the process dies; the lock file
// stays, because removing it would let two holders in. A [*StateError] says that there is
// no place for it.
func (s Store) lock(ctx context.Context, name string) (unlock func(), err error) {
	l, err := s.lockOf(name)
	if err != nil {
		return nil, err
	}
	unlock, err = s.take(ctx, l)
	if err != nil && !errors.Is(err, ErrBusy) && ctx.Err() == nil {
		err = &StateError{s.state, err}
	}
	return unlock, err
}

// lockOf returns the lock of a name, whose folder it makes.
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

func (s Store) take(ctx context.Context, l *flock.Flock) (unlock func(), err error) {
	err = diskwrite.Take(diskwrite.Step{Do: diskwrite.Lock, Folder: filepath.Dir(l.Path()), Name: filepath.Base(l.Path())}, func() error {
		return s.queue(ctx, l)
	})
	if err != nil {
		return nil, err
	}
	return func() { _ = l.Unlock() }, nil
}

// queue takes a lock once those who asked before have had it: the system keeps their queue. It
// waits while the queue moves, which whoever has the lock shows by the time of its file, and fails
// with [ErrBusy] where it stands still. A call that fails leaves a goroutine behind, which gives
// the lock back when it is its turn.
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
	w := waiting{most: s.wait, began: time.Now(), since: time.Now(), moved: movedAt(l)}
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

// waiting is how long one has waited for a lock.
type waiting struct {
	most         time.Duration // for one holder
	began, since time.Time     // since: that the lock has the holder that it has
	moved        time.Time     // what the lock showed last
}

// over reports whether one waits no longer, now that the lock shows when it got its holder.
func (w *waiting) over(now, moved time.Time) bool {
	if !moved.Equal(w.moved) {
		w.moved, w.since = moved, now
	}
	return now.Sub(w.since) > w.most || now.Sub(w.began) > queueWait
}

// moved shows those who wait for a lock that it has another holder. A folder that is locked shows
// it by what is renamed in it.
func moved(l *flock.Flock) {
	if strings.HasSuffix(l.Path(), lockExt) {
		now := time.Now()
		_ = os.Chtimes(l.Path(), now, now) // else those who wait give up earlier
	}
}

func movedAt(l *flock.Flock) time.Time {
	info, err := os.Stat(l.Path())
	if err != nil {
		return time.Time{}
	}
	return info.ModTime()
}

// keep copies the version that is about to be replaced, the first of each day. The
// copies are a comfort beside the save, so that their failure does not stop it.
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

// Backups returns the kept versions of the file name in root, the newest first.
func (s Store) Backups(root *os.Root, name string) ([]string, error) {
	real, err := realPath(filepath.Join(root.Name(), name))
	if err != nil {
		return nil, err
	}
	if s.state == "" {
		return nil, nil
	}
	entries, err := os.ReadDir(s.backups(real))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	var out []string
	for _, e := range slices.Backward(entries) {
		if isBackup(e.Name()) {
			out = append(out, filepath.Join(s.backups(real), e.Name()))
		}
	}
	return out, err
}
