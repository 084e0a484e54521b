//go:build !windows

package store

import (
	"errors"
	"io/fs"
	"os"
	"syscall"
)

// openFlags prevents opening a pipe from blocking.
const openFlags = syscall.O_NONBLOCK

// placeFile gives a file an unused name by a hard link, keeping its old name.
func placeFile(root *os.Root, old, new string) error { return root.Link(old, new) }

// syncFolder makes renames in root durable, if the file system supports that.
func syncFolder(root *os.Root) error {
	f, err := root.Open(".")
	if err != nil {
		return err
	}
	defer f.Close()
	if err := f.Sync(); err != nil && !errors.Is(err, syscall.EINVAL) && !errors.Is(err, syscall.ENOTSUP) {
		return err
	}
	return nil
}

func noSpace(err error) bool {
	return errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT)
}

func readOnly(err error) bool { return errors.Is(err, syscall.EROFS) }

// heldOpen reports whether the only cause is that another program has the file open.
func heldOpen(error) bool { return false }

func diskFault(err error) bool { return errors.Is(err, syscall.EIO) }

// keepOwner sets the owner and group of f to those of the previous file, and returns the
// permissions it may have: permissions for the group must not apply to another group. It returns
// [ErrOwner] on failure.
func keepOwner(f file, old fs.FileInfo, bits fs.FileMode) (fs.FileMode, error) {
	info, err := f.Stat()
	if err != nil {
		return 0, err
	}
	have, ok := info.Sys().(*syscall.Stat_t)
	want, known := old.Sys().(*syscall.Stat_t)
	if !ok || !known {
		return bits, nil
	}
	if have.Uid != want.Uid && f.Chown(int(want.Uid), -1) != nil {
		return 0, ErrOwner
	}
	if have.Gid != want.Gid && f.Chown(-1, int(want.Gid)) != nil {
		bits = bits&^0o070 | bits&0o007<<3
	}
	return bits, nil
}

// noLinks reports whether an error means that the file system has no hard links.
func noLinks(err error) bool {
	for _, e := range []syscall.Errno{syscall.EPERM, syscall.ENOTSUP, syscall.ENOSYS, syscall.EMLINK, syscall.EXDEV} {
		if errors.Is(err, e) {
			return true
		}
	}
	return false
}
