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

// Places are where the user's own is kept.
func (u *User) Places() presets.Places { return u.places }

// LoadUser reads what the user has. The error says what is wrong with it: it can be used all
// the same, with the defaults, and is never written over.
func LoadUser(places presets.Places) (*User, error) {
	u := &User{places: places, turn: newTurn()}
	library, err := presets.LoadLibrary(places)
	u.library.Store(library)
	return u, err
}

// Library returns the presets and settings as they were loaded.
func (u *User) Library() *presets.Library { return u.library.Load() }

// Settings are what the user has set.
func (u *User) Settings() presets.Settings { return u.Library().Settings }

// Reload takes in the user's file as it is on the disk, and reports whether it is another
// than before. One that is not understood changes nothing until it is mended.
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

// ChangeSettings changes settings and keeps them. Where another program has changed the same
// one a moment ago, the newer change wins.
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

// UseSettings changes settings until the user's file is read again, and keeps nothing.
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
