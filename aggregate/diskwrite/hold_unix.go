//go:build !windows

package diskwrite

import (
	"errors"
	"io/fs"
	"os"
	"syscall"
)

// openFlags keep a pipe from blocking the opener.
const openFlags = syscall.O_NONBLOCK

// Hold keeps the new file name in root from being taken for one that a killed process left,
// until release is called. It fails with [fs.ErrNotExist] where that has happened already.
func Hold(root *os.Root, name string) (release func(), err error) {
	f, err := root.OpenFile(name, os.O_RDONLY|openFlags, 0)
	if err != nil {
		return nil, err
	}
	if lock(f, syscall.LOCK_EX) == nil { // it waits for a sweep, which takes no longer than a removal
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

// lock takes the lock of an open file; it ends with the file.
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

// left reports whether nobody holds a temporary file; known is false where that cannot be
// told. Nobody holds it before done is called.
func left(root *os.Root, name string) (left, known bool, done func()) {
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
