package store

import (
	"errors"
	"io/fs"
	"os"

	"golang.org/x/sys/windows"
)

const openFlags = 0

// syncFolder does nothing: Windows has no way to sync a folder.
func syncFolder(*os.Root) error { return nil }

func noSpace(err error) bool {
	return errors.Is(err, windows.ERROR_DISK_FULL) || errors.Is(err, windows.ERROR_HANDLE_DISK_FULL)
}

func readOnly(err error) bool { return errors.Is(err, windows.ERROR_WRITE_PROTECT) }

func diskFault(err error) bool {
	return errors.Is(err, windows.ERROR_CRC) || errors.Is(err, windows.ERROR_IO_DEVICE)
}

// busy reports whether another program, such as a virus scanner, holds the file.
func busy(err error) bool {
	return errors.Is(err, windows.ERROR_SHARING_VIOLATION) || errors.Is(err, windows.ERROR_ACCESS_DENIED) ||
		errors.Is(err, windows.ERROR_LOCK_VIOLATION)
}

// keepOwner does nothing: who owns a file on Windows follows from its folder.
func keepOwner(_ file, _ fs.FileInfo, bits fs.FileMode) (fs.FileMode, error) { return bits, nil }

// noLinks reports whether the file system has no hard links.
func noLinks(err error) bool {
	return errors.Is(err, windows.ERROR_INVALID_FUNCTION) || errors.Is(err, windows.ERROR_NOT_SUPPORTED) ||
		errors.Is(err, windows.ERROR_TOO_MANY_LINKS) || errors.Is(err, windows.ERROR_PRIVILEGE_NOT_HELD)
}
