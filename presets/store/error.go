package store

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"runtime"
)

// ErrBusy reports that a lock could not be acquired in time.
var ErrBusy = errors.New("another window has been saving to this file for 5 s")

// ErrExhausted reports a namespace without a free number.
var ErrExhausted = errors.New("all numbers up to 999,999,999 are used")

// ErrProtected reports that a read-only file is not replaced.
var ErrProtected = errors.New("it is read-only; make it writable and save again")

// ErrOwner reports that a file of another user is not replaced, because only the administrator
// could give the new file to that user.
var ErrOwner = errors.New("it belongs to another user and would become yours; have its owner save, or replace it by your own copy")

// StateError reports that a folder in the user's state folder cannot be used. Its text names it
// and says what to do.
type StateError struct {
	Folder string // empty if the system defines none
	Err    error
}

func (e *StateError) Unwrap() error { return e.Err }

func (e *StateError) Error() string {
	switch {
	case e.Folder == "":
		return "there is no folder for the state of this program; set " + stateVariable() + " to an absolute path"
	case errors.Is(e.Err, fs.ErrPermission), readOnly(e.Err):
		return fmt.Sprintf("no permission to write in %s; make it writable, or set %s to another folder", e.Folder, stateVariable())
	}
	return fmt.Sprintf("%s cannot be used (%v); fix it, or set %s to another folder", e.Folder, e.Err, stateVariable())
}

// stateVariable returns the environment variable that sets the location of such folders.
func stateVariable() string {
	switch runtime.GOOS {
	case "windows":
		return "LocalAppData"
	case "darwin":
		return "HOME"
	}
	return "HOME or XDG_STATE_HOME"
}

// SaveError reports that a file was not saved. Its text states what is still intact and what to
// do; Err is the cause.
type SaveError struct {
	Path     string // of the file
	Folder   string // that contains the file
	Need     int64  // bytes
	Replaced bool   // the new version is in place, but syncing failed
	New      bool   // the file did not exist before
	Err      error
}

func (e *SaveError) Unwrap() error { return e.Err }

func (e *SaveError) Error() string {
	if e.Replaced {
		return fmt.Sprintf("%s holds the new version, but the disk did not confirm the write (%v); save again when the disk works", e.Path, e.Err)
	}
	return fmt.Sprintf("%s was not saved: %s", e.Path, e.reason())
}

// Reason returns the text of a [*SaveError] without the file: why it was not saved, what is still
// intact and what to do. ok is false for other errors, and if the new version is in place.
func Reason(err error) (reason string, ok bool) {
	var e *SaveError
	if !errors.As(err, &e) || e.Replaced {
		return "", false
	}
	return e.reason(), true
}

func (e *SaveError) reason() string {
	safe := "the previous version is intact and your changes are still here"
	if e.New {
		safe = "no file was made and nothing is lost"
	}
	var state *StateError
	switch {
	case errors.As(e.Err, &state):
		return state.Error()
	case errors.Is(e.Err, ErrBusy):
		return fmt.Sprintf("%v; your changes are still here, try again", ErrBusy)
	case errors.Is(e.Err, context.Canceled):
		return fmt.Sprintf("the saving was cancelled; %s", safe)
	case noSpace(e.Err):
		return fmt.Sprintf("no space left on %s (need %s); %s, free some space and try again", e.Folder, size(e.Need), safe)
	case readOnly(e.Err):
		return fmt.Sprintf("%s is on a read-only disk; %s, make the disk writable and try again", e.Folder, safe)
	case heldOpen(e.Err):
		return fmt.Sprintf("another program has it open; %s, close it there and try again", safe)
	case errors.Is(e.Err, fs.ErrPermission) && runtime.GOOS == "windows":
		return fmt.Sprintf("no permission to write in %s, or another program has the file open; %s, close it there, or make the folder writable, and try again", e.Folder, safe)
	case errors.Is(e.Err, fs.ErrPermission):
		return fmt.Sprintf("no permission to write in %s; %s, make the folder writable and try again", e.Folder, safe)
	case errors.Is(e.Err, fs.ErrNotExist):
		return fmt.Sprintf("the folder %s is not there, it was moved or deleted; your changes are still here, put it back and try again", e.Folder)
	case diskFault(e.Err):
		return fmt.Sprintf("the disk reported a read or write error on %s; %s, check the drive before trying again", e.Folder, safe)
	case errors.Is(e.Err, ErrProtected), errors.Is(e.Err, ErrOwner):
		return fmt.Sprintf("%v; your changes are still here", e.Err)
	case errors.Is(e.Err, ErrLink), errors.Is(e.Err, ErrIrregular), errors.Is(e.Err, ErrExhausted):
		return e.Err.Error()
	}
	return fmt.Sprintf("%v; %s", e.Err, safe)
}

// size formats a number of bytes for display, in multiples of 1000.
func size(n int64) string {
	switch {
	case n < 1000:
		return fmt.Sprintf("%d bytes", n)
	case n < 1_000_000:
		return fmt.Sprintf("%d KB", (n+999)/1000)
	}
	return fmt.Sprintf("%.1f MB", float64(n)/1e6)
}
