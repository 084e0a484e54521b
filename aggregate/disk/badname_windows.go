package disk

import (
	"errors"
	"strings"

	"golang.org/x/sys/windows"
)

// badName reports whether an error means that no file can have the name.
func badName(err error) bool { return errors.Is(err, windows.ERROR_INVALID_NAME) }

// dropsEnd reports whether the system would open a different file than the
// slash-separated path names, because it drops dots and spaces at the end of a name.
func dropsEnd(name string) bool {
	for part := range strings.SplitSeq(name, "/") {
		if part != "." && part != ".." && strings.TrimRight(part, ". ") != part {
			return true
		}
	}
	return false
}
