package project

import (
	"context"
	"errors"
	"sync/atomic"

	"dossier/presets"
)

// User holds the user's own presets and settings, which count in every project. It may be
// used by any goroutine, and by several projects.
type User struct {
	places  presets.Places
	library atomic.Pointer[presets.Library]
	turn    turn
}

// Places are the user's folders.
func (u *User) Places() presets.Places { return u.places }

// LoadUser reads the user's settings. The error describes their problem: they can be used
// nevertheless, with the defaults, and are never overwritten.
func LoadUser(places presets.Places) (*User, error) {
	u := &User{places: places, turn: newTurn()}
	library, err := presets.LoadLibrary(places)
	u.library.Store(library)
	return u, err
}

// Library returns the presets and settings as they were loaded.
func (u *User) Library() *presets.Library { return u.library.Load() }

// Settings are the user's settings.
func (u *User) Settings() presets.Settings { return u.Library().Settings }

// Reload loads the user's file from the disk, and reports whether it has changed. A file that
// cannot be parsed changes nothing until it is fixed.
func (u *User) Reload() (changed bool, err error) {
	for {
		was := u.library.Load()
		next, err := presets.LoadLibrary(u.places)
		if next.Digest() == was.Digest() {
			return false, nil
		}
		if err != nil && !presets.Understood(err) {
			return false, err
		}
		if u.library.CompareAndSwap(was, next) {
			return true, err
		}
	}
}

// ChangeSettings changes settings and saves them. If another program has just changed the same one,
// the later change wins.
func (u *User) ChangeSettings(ctx context.Context, change func(*presets.Settings)) error {
	return u.change(ctx, func(c *presets.Contents) { change(&c.Settings) })
}

// change does as [User.ChangeSettings] with all that the user's file holds.
func (u *User) change(ctx context.Context, edit func(*presets.Contents)) error {
	if err := u.turn.take(ctx); err != nil {
		return err
	}
	defer u.turn.pass()
	next, err := u.Library().Save(ctx, edit)
	if errors.As(err, new(*presets.ConflictError)) {
		next, err = next.Save(ctx, edit)
	}
	if err == nil {
		u.library.Store(next)
	}
	return err
}

// UseSettings changes settings until the user's file is read again, without saving them.
func (u *User) UseSettings(change func(*presets.Settings)) {
	for {
		was := u.library.Load()
		next := *was
		if change(&next.Settings); u.library.CompareAndSwap(was, &next) {
			return
		}
	}
}

// turn lets one goroutine after the other save.
type turn chan struct{}

func newTurn() turn { return make(turn, 1) }

// take waits until it is the caller's turn; the error is the context's.
func (t turn) take(ctx context.Context) error {
	select {
	case t <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// pass lets the next one have its turn.
func (t turn) pass() { <-t }
