//go:build !windows

package store

import (
	"errors"
	"os"
	"syscall"
)

// openFlags keep a pipe from blocking the opener.
const openFlags = syscall.O_NONBLOCK

// syncFolder makes renames in root durable. Some file systems cannot and say so.
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

func diskFault(err error) bool { return errors.Is(err, syscall.EIO) }

// busy reports whether another program holds the file for a moment.
func busy(error) bool { return false }

// noLinks reports whether the file system has no hard links.
func noLinks(err error) bool {
	for _, e := range []syscall.Errno{syscall.EPERM, syscall.ENOTSUP, syscall.ENOSYS, syscall.EMLINK, syscall.EXDEV} {
		if errors.Is(err, e) {
			return true
		}
	}
	return false
}
