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

// Notifier is the system's service that tells of changes in folders. Names are
// absolute. Events and Errors may be closed at any time; that of Events ends the
// service. Close has both closed when what was still to be told has been taken, and may
// wait for that: both are read until then.
//
// Add is called only for a folder that is not watched, under this name or another:
// where a service tells folders apart by what they are, as inotify does, a second name
// would go by the first.
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

// systemLimit holds how many folders Linux watches for all programs of a person together.
const systemLimit = "/proc/sys/fs/inotify/max_user_watches"

// room returns how many folders may be watched by a limit that stands in a file: an eighth of
// it, for there are other programs and other windows, and at most 32,768, for each takes a
// kilobyte of the system's memory; but never fewer than [MaxWatched].
func room(file string) int {
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

// exhausted reports whether an error of the notifier means that it watches no more
// folders at all, rather than not this one.
func exhausted(err error) bool {
	return errors.Is(err, syscall.ENOSPC) || tooMany(err) || errors.Is(err, fsnotify.ErrClosed)
}

func tooMany(err error) bool {
	return errors.Is(err, syscall.EMFILE) || errors.Is(err, syscall.ENFILE) || errors.Is(err, syscall.ENOMEM)
}

// LimitError says why some folders are polled.
type LimitError struct {
	Watched int           // folders that the system does watch
	Polled  int           // folders that are looked at from time to time
	Every   time.Duration // how often, when they hold selected files; others may have to wait
	Cause   error         // what the system said; nil when it is the watcher's own bound
}

func (e *LimitError) Error() string {
	reason := "too many folders for live watching"
	switch {
	case errors.Is(e.Cause, syscall.ENOSPC): // inotify's word for it, with no disk being full
		reason += " (system limit fs.inotify.max_user_watches)"
	case tooMany(e.Cause):
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

// Unwrap returns what the system said.
func (e *LimitError) Unwrap() error { return e.Cause }
