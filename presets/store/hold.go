package store

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/gofrs/flock"
)

// Hold takes the lock of a name for as long as the caller wants: until release, or until
// the process ends, in whatever way. It does not wait: [ErrBusy] is a lock that somebody
// holds. Any other error says that no lock can be had in the person's state folder.
func (s Store) Hold(name string) (release func(), err error) {
	folder := filepath.Join(s.state, "locks")
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return nil, fmt.Errorf("the folder for locks cannot be made: %w", err)
	}
	l := flock.New(filepath.Join(folder, Key(name)+".lock"))
	switch taken, err := l.TryLock(); {
	case err != nil:
		return nil, fmt.Errorf("take a lock in %s: %w", folder, err)
	case !taken:
		return nil, ErrBusy
	}
	return func() { _ = l.Unlock() }, nil
}

// Lock takes the lock of a name and waits for it as a save does.
func (s Store) Lock(ctx context.Context, name string) (unlock func(), err error) {
	return s.lock(ctx, name)
}
