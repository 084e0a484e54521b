package diskwrite

import (
	"errors"
	"os"

	"golang.org/x/sys/windows"
)

// Hold does nothing: a locked file could not be renamed.
func Hold(*os.Root, string) (release func(), err error) { return func() {}, nil }

// orphaned reports that the state is not known; the age of the file decides.
func orphaned(*os.Root, string) (left, known bool, done func()) { return false, false, func() {} }

// busy reports whether another program, such as a virus scanner, holds the file.
func busy(err error) bool {
	return errors.Is(err, windows.ERROR_SHARING_VIOLATION) || errors.Is(err, windows.ERROR_ACCESS_DENIED) ||
		errors.Is(err, windows.ERROR_LOCK_VIOLATION)
}
