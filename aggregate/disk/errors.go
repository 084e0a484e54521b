package disk

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
)

// Sentinel errors for errors.Is.
var (
	ErrNotFound   = errors.New("not found")
	ErrOutside    = errors.New("outside the project")
	ErrTooLarge   = errors.New("too large")
	ErrIrregular  = errors.New("not a regular file")
	ErrUnreadable = errors.New("cannot be read")
	ErrLoop       = errors.New("links lead in a circle")
	ErrTooDeep    = errors.New("nested too deeply")
)

// OutsideError reports a path outside the project that the user has not permitted. errors.Is
// matches it with [ErrOutside].
type OutsideError struct {
	Path   string // as requested
	Target string // the absolute path that needs permission; empty if unknown
	// Absolute is set if the path uses an absolute link to a target inside the project. Such a
	// link breaks when the project moves.
	Absolute bool
}

func (e *OutsideError) Error() string {
	switch {
	case e.Absolute:
		return fmt.Sprintf("%s is not read: it is a link to the absolute path %s; make the link relative to include it", quote(e.Path), quote(e.Target))
	case e.Target == "" || e.Target == e.Path:
		return quote(e.Path) + " is outside the project; allow that path to include it (dossier allow, or the menu of its row)"
	}
	return fmt.Sprintf("%s leads outside the project, to %s; allow that path to include it (dossier allow, or the menu of its row)", quote(e.Path), quote(e.Target))
}

// Is reports whether target is [ErrOutside].
func (e *OutsideError) Is(target error) bool { return target == ErrOutside }

// TooLargeError reports a file over the limit of the call.
type TooLargeError struct {
	Path  string
	Size  int64 // in bytes: as reported by the disk, or the number of bytes read if that is larger
	Limit int64
}

func (e *TooLargeError) Error() string {
	return fmt.Sprintf("%s is too large (%d bytes, the limit is %d); raise its limit to include it", quote(e.Path), e.Size, e.Limit)
}

// Is reports whether target is [ErrTooLarge].
func (e *TooLargeError) Is(target error) bool { return target == ErrTooLarge }

// IrregularError reports a path that is not of the required kind, a regular file or a folder.
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

// AccessError reports a path that does not exist, that the user may not read, that has a loop of
// links, that is deeper than [MaxDepth], or that could not be read.
type AccessError struct {
	Path   string
	Reason error // ErrNotFound, ErrUnreadable, ErrLoop or ErrTooDeep
	Cause  error // the system's error
}

func (e *AccessError) Error() string {
	switch {
	case e.Reason == ErrNotFound:
		return quote(e.Path) + " does not exist"
	case e.Reason == ErrLoop:
		return quote(e.Path) + " is not read: its links lead in a circle or through more than eight others"
	case e.Reason == ErrTooDeep:
		return fmt.Sprintf("%s is not read: it is more than %d folders deep; open a project further down to include it", quote(e.Path), MaxDepth)
	case errors.Is(e.Cause, fs.ErrPermission):
		return quote(e.Path) + " cannot be read: permission denied"
	}
	return fmt.Sprintf("%s cannot be read: %v", quote(e.Path), e.Cause)
}

// Is reports whether target is the reason.
func (e *AccessError) Is(target error) bool { return target == e.Reason }

// Unwrap returns the system's error.
func (e *AccessError) Unwrap() error { return e.Cause }

// accessError classifies a system error.
func accessError(path string, err error) *AccessError {
	reason := ErrUnreadable
	switch {
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, syscall.ENOTDIR), errors.Is(err, syscall.ENAMETOOLONG), errors.Is(err, syscall.EINVAL), badName(err):
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

// quote formats an arbitrary path on one line.
func quote(path string) string { return quoteWith(path, filepath.Separator) }

// quoteWith is quote for a system with the given path separator: a backslash that is
// the separator is not escaped.
func quoteWith(path string, separator rune) string {
	q := strconv.Quote(path)
	plain := path
	if separator == '\\' {
		plain = strings.ReplaceAll(path, `\`, `\\`)
	}
	if q[1:len(q)-1] != plain {
		return q
	}
	return path
}
