package store

import "context"

// TryLock takes the lock of a name until release is called or the process ends. It does not wait: it
// returns [ErrBusy] if the lock is held, and a [*StateError] if the user's state folder does not
// support locks.
func (s Store) TryLock(name string) (release func(), err error) {
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

// Lock takes the lock of a name, waiting for it as a save does.
func (s Store) Lock(ctx context.Context, name string) (unlock func(), err error) {
	return s.lock(ctx, name)
}
