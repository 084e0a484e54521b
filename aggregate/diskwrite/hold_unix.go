//go:build !windows

package diskwrite

import (
	"errors"
	"io/fs"
	"os"
	"syscall"
)

// openFlags prevents opening a pipe from blocking.
const openFlags = syscall.O_NONBLOCK

// Hold marks the new file name in root as in use, so that [Sweep] does not remove it, until
// release is called. It returns [fs.ErrNotExist] if a sweep has already removed it.
func Hold(root *os.Root, name string) (release func(), err error) {
	f, err := root.OpenFile(name, os.O_RDONLY|openFlags, 0)
	if err != nil {
		return nil, err
	}
	if lock(f, syscall.LOCK_EX) == nil { // this waits at most for a sweep's removal
		if now, err := root.Lstat(name); err != nil || !same(f, now) {
			f.Close()
			return nil, fs.ErrNotExist
		}
	}
	return func() { f.Close() }, nil
}

func same(f *os.File, as fs.FileInfo) bool {
	info, err := f.Stat()
	return err == nil && os.SameFile(info, as)
}

// lock locks an open file until it is closed.
func lock(f *os.File, how int) error {
	c, err := f.SyscallConn()
	if err != nil {
		return err
	}
	var locked error
	err = c.Control(func(fd uintptr) {
		for {
			if locked = syscall.Flock(int(fd), how); !errors.Is(locked, syscall.EINTR) {
				return
			}
		}
	})
	return errors.Join(err, locked)
}

// orphaned reports whether a temporary file is orphaned; known is false if that cannot be determined.
// The file cannot be held before done is called.
func orphaned(root *os.Root, name string) (left, known bool, done func()) {
	f, err := root.OpenFile(name, os.O_RDONLY|openFlags, 0)
	if err != nil {
		return false, !errors.Is(err, fs.ErrPermission), func() {}
	}
	switch err := lock(f, syscall.LOCK_EX|syscall.LOCK_NB); {
	case err == nil:
		return true, true, func() { f.Close() }
	case errors.Is(err, syscall.EWOULDBLOCK):
		known = true
	}
	f.Close()
	return false, known, func() {}
}

// busy reports whether another program temporarily holds the file.
func busy(error) bool { return false }
