package project

import (
	"context"
	"errors"
	"sync/atomic"

	"dossier/presets"
)

// User contains the user's presets and settings, which apply to all projects. It is safe for
// concurrent use, and several projects may share it.
type User struct {
	places  presets.Places
	library atomic.Pointer[presets.Library]
	turn    turn
}

// Places returns the user's folders.
func (u *User) Places() presets.Places { return u.places }

// LoadUser reads the user's settings. On error the result is still usable, with default values,
// and the file is never overwritten.
func LoadUser(places presets.Places) (*User, error) {
	u := &User{places: places, turn: newTurn()}
	library, err := presets.LoadLibrary(places)
	u.library.Store(library)
	return u, err
}

// Library returns the loaded presets and settings.
func (u *User) Library() *presets.Library { return u.library.Load() }

// Settings returns the user's settings.
func (u *User) Settings() presets.Settings { return u.Library().Settings }

// Reload loads the user's file from the disk, and reports whether it has changed. A file that
// cannot be parsed is ignored until it is fixed.
func (u *User) Reload() (changed bool, err error) {
	for {
		old := u.library.Load()
		next, err := presets.LoadLibrary(u.places)
		if next.Digest() == old.Digest() {
			return false, nil
		}
		if err != nil && !presets.Understood(err) {
			return false, err
		}
		if u.library.CompareAndSwap(old, next) {
			return true, err
		}
	}
}

// ChangeSettings changes settings and saves them. If another program has just changed the same one,
// the later change wins.
func (u *User) ChangeSettings(ctx context.Context, change func(*presets.Settings)) error {
	return u.change(ctx, func(c *presets.Contents) { change(&c.Settings) })
}

// change is [User.ChangeSettings] for the complete content of the user's file.
func (u *User) change(ctx context.Context, edit func(*presets.Contents)) error {
	if err := u.turn.wait(ctx); err != nil {
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
		old := u.library.Load()
		next := *old
		if change(&next.Settings); u.library.CompareAndSwap(old, &next) {
			return
		}
	}
}

// turn serializes saves.
type turn chan struct{}

func newTurn() turn { return make(turn, 1) }

// wait waits for the caller's turn; it returns the context's error.
func (t turn) wait(ctx context.Context) error {
	select {
	case t <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// pass ends the caller's turn.
func (t turn) pass() { <-t }
