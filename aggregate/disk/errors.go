package disk

import (
	"errors"
	"fmt"
	"io/fs"
	"strconv"
	"syscall"
)

// What went wrong, for errors.Is.
var (
	ErrNotFound   = errors.New("not found")
	ErrOutside    = errors.New("outside the project")
	ErrTooLarge   = errors.New("too large")
	ErrIrregular  = errors.New("not a regular file")
	ErrUnreadable = errors.New("cannot be read")
	ErrLoop       = errors.New("links lead in a circle")
	ErrTooDeep    = errors.New("nested too deeply")
)

// OutsideError is a path that leads out of the project and that the person has not
// allowed. errors.Is reports it as [ErrOutside].
type OutsideError struct {
	Path   string // as asked for
	Target string // the absolute path that would have to be allowed; empty when unknown
	// Absolute says that the path goes over a link to an absolute path that lies in
	// the project all the same. Such a link breaks when the project moves.
	Absolute bool
}

func (e *OutsideError) Error() string {
	switch {
	case e.Absolute:
		return fmt.Sprintf("%s is not read: it is a link to the absolute path %s; make the link relative to include it", quote(e.Path), quote(e.Target))
	case e.Target == "" || e.Target == e.Path:
		return quote(e.Path) + " lies outside the project; allow that path to include it (dossier allow, or the menu of its row)"
	}
	return fmt.Sprintf("%s leads outside the project, to %s; allow that path to include it (dossier allow, or the menu of its row)", quote(e.Path), quote(e.Target))
}

// Is reports whether target is [ErrOutside].
func (e *OutsideError) Is(target error) bool { return target == ErrOutside }

// TooLargeError is a file over the limit of the call.
type TooLargeError struct {
	Path  string
	Size  int64 // in bytes: what the disk says, or what was read if that is more
	Limit int64
}

func (e *TooLargeError) Error() string {
	return fmt.Sprintf("%s is too large (%d bytes, the limit is %d); raise its limit to include it", quote(e.Path), e.Size, e.Limit)
}

// Is reports whether target is [ErrTooLarge].
func (e *TooLargeError) Is(target error) bool { return target == ErrTooLarge }

// IrregularError is a path that is no regular file, where one is wanted, or no folder.
type IrregularError struct {
	Path   string
	Kind   Kind
	Wanted Kind // Regular or Folder
}

func (e *IrregularError) Error() string {
	return fmt.Sprintf("%s is a %s, not a %s", quote(e.Path), e.Kind, e.Wanted)
}

// Is reports whether target is [ErrIrregular].
func (e *IrregularError) Is(target error) bool { return target == ErrIrregular }

// AccessError is a path that is missing, that the person may not read, whose links
// lead in a circle, that lies deeper than [MaxDepth], or that the disk failed to deliver.
type AccessError struct {
	Path   string
	Reason error // ErrNotFound, ErrUnreadable, ErrLoop or ErrTooDeep
	Cause  error // what the system said
}

func (e *AccessError) Error() string {
	switch {
	case e.Reason == ErrNotFound:
		return quote(e.Path) + " does not exist"
	case e.Reason == ErrLoop:
		return quote(e.Path) + " is not read: its links lead in a circle or through more than eight others"
	case e.Reason == ErrTooDeep:
		return fmt.Sprintf("%s is not read: it lies more than %d folders deep; open a project further down to include it", quote(e.Path), MaxDepth)
	case errors.Is(e.Cause, fs.ErrPermission):
		return quote(e.Path) + " cannot be read: permission denied"
	}
	return fmt.Sprintf("%s cannot be read: %v", quote(e.Path), e.Cause)
}

// Is reports whether target is the reason.
func (e *AccessError) Is(target error) bool { return target == e.Reason }

// Unwrap returns what the system said.
func (e *AccessError) Unwrap() error { return e.Cause }

// accessError sorts what the system said.
func accessError(path string, err error) *AccessError {
	reason := ErrUnreadable
	switch {
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, syscall.ENOTDIR), errors.Is(err, syscall.ENAMETOOLONG), errors.Is(err, syscall.EINVAL):
		reason = ErrNotFound
	case errors.Is(err, syscall.ELOOP):
		reason = ErrLoop
	}
	var system *fs.PathError
	if errors.As(err, &system) {
		err = system.Err
	}
	return &AccessError{Path: path, Reason: reason, Cause: err}
}

// quote shows a path that may hold anything on one line.
func quote(path string) string {
	if q := strconv.Quote(path); q[1:len(q)-1] != path {
		return q
	}
	return path
}
