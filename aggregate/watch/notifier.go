package watch

import (
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/fsnotify/fsnotify"
)

// Notifier is the system's file notification service. Names are absolute. The channels of Events
// and Errors may be closed at any time; closing Events ends the service. Close closes both after
// pending events have been received, and may block until then, so both must be read.
//
// Add is only called for a folder that is not watched under any name: a service that identifies
// folders by inode, as inotify does, would report it under the first name.
type Notifier interface {
	Add(dir string) error
	Remove(dir string) error
	Events() <-chan fsnotify.Event
	Errors() <-chan error
	Close() error
}

// System returns the notifier of this system.
func System() (Notifier, error) {
	w, err := fsnotify.NewWatcher()
	if err != nil {
		return nil, err
	}
	return system{w}, nil
}

type system struct{ w *fsnotify.Watcher }

func (s system) Add(dir string) error          { return s.w.Add(dir) }
func (s system) Remove(dir string) error       { return s.w.Remove(dir) }
func (s system) Events() <-chan fsnotify.Event { return s.w.Events }
func (s system) Errors() <-chan error          { return s.w.Errors }
func (s system) Close() error                  { return s.w.Close() }

// systemLimit is the file with Linux's max number of watches of all programs of a user.
const systemLimit = "/proc/sys/fs/inotify/max_user_watches"

// watchLimit returns how many folders may be watched, given the file with the system's limit: an eighth
// of it, because other programs and windows need watches too, and at most 32,768, because each
// takes a kilobyte of kernel memory; but at least [MaxWatched].
func watchLimit(file string) int {
	data, err := os.ReadFile(file)
	if err != nil {
		return MaxWatched
	}
	limit, err := strconv.Atoi(strings.TrimSpace(string(data)))
	if err != nil {
		return MaxWatched
	}
	return max(MaxWatched, min(limit/8, 32_768))
}

// exhausted reports whether a notifier's error means that no more folders can be watched, not
// just this one.
func exhausted(err error) bool {
	return errors.Is(err, syscall.ENOSPC) || tooManyFiles(err) || errors.Is(err, fsnotify.ErrClosed)
}

func tooManyFiles(err error) bool {
	return errors.Is(err, syscall.EMFILE) || errors.Is(err, syscall.ENFILE) || errors.Is(err, syscall.ENOMEM)
}

// LimitError reports why some folders are polled.
type LimitError struct {
	Watched int           // number of watched folders
	Polled  int           // number of polled folders
	Every   time.Duration // polling interval of folders with selected files; others may take longer
	Cause   error         // the system's error; nil for the watcher's own limit
}

func (e *LimitError) Error() string {
	reason := "too many folders for live watching"
	switch {
	case errors.Is(e.Cause, syscall.ENOSPC): // inotify reports this when its limit is reached
		reason += " (system limit fs.inotify.max_user_watches)"
	case tooManyFiles(e.Cause):
		reason = "too many open files for live watching (system limit)"
	case e.Cause != nil:
		reason = "live watching failed (" + e.Cause.Error() + ")"
	}
	are := "folders are"
	if e.Watched+e.Polled == 1 {
		are = "folder is"
	}
	return fmt.Sprintf("%s: %d of %d %s checked every %g s instead", reason, e.Polled, e.Watched+e.Polled, are, e.Every.Seconds())
}

// Unwrap returns the system's error.
func (e *LimitError) Unwrap() error { return e.Cause }
