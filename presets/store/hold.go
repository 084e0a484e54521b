package store

import "context"

// Hold takes the lock of a name for as long as the caller wants: until release, or until
// the process ends, in whatever way. It does not wait: [ErrBusy] is a lock that somebody
// holds, and a [*StateError] that no lock can be had in the person's state folder.
func (s Store) Hold(name string) (release func(), err error) {
	l, err := s.lockOf(name)
	if err != nil {
		return nil, err
	}
	switch taken, err := l.TryLock(); {
	case err != nil:
		return nil, &StateError{s.state, err}
	case !taken:
		return nil, ErrBusy
	}
	return func() { _ = l.Unlock() }, nil
}

// Lock takes the lock of a name and waits for it as a save does.
func (s Store) Lock(ctx context.Context, name string) (unlock func(), err error) {
	return s.lock(ctx, name)
}
