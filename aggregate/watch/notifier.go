package watch

import (
	"errors"
	"fmt"
	"syscall"

	"github.com/fsnotify/fsnotify"
)

// Notifier is the system's service that tells of changes in folders. Names are
// absolute. Events and Errors may be closed at any time, which ends the service.
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

// LimitError says why some folders are polled.
type LimitError struct {
	Watched int   // folders that the system does watch
	Polled  int   // folders that are looked at from time to time
	Cause   error // what the system said; nil when the bound is [MaxWatched]
}

func (e *LimitError) Error() string {
	reason := "there are more folders than can be watched at a time"
	switch {
	case errors.Is(e.Cause, syscall.ENOSPC), errors.Is(e.Cause, syscall.EMFILE), errors.Is(e.Cause, syscall.ENFILE):
		reason = "the system allows no more watches"
	case e.Cause != nil:
		reason = "watching failed: " + e.Cause.Error()
	}
	return fmt.Sprintf("%s: %d folders are watched, %d are looked at every %d seconds instead", reason, e.Watched, e.Polled, int(PollEvery.Seconds()))
}

// Unwrap returns what the system said.
func (e *LimitError) Unwrap() error { return e.Cause }
