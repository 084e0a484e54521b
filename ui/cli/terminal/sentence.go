package terminal

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strconv"
	"strings"

	"dossier/aggregate/text"
)

// Sentence returns the text of an error for users, without the names of system calls and library functions.
func Sentence(err error) string {
	said := err.Error()
	for _, inner := range chain(err) {
		plain := ""
		switch e := inner.(type) {
		case *fs.PathError:
			plain = text.Escape(e.Path) + ": " + e.Err.Error()
			switch {
			case errors.Is(e.Err, fs.ErrNotExist):
				plain = text.Escape(e.Path) + " does not exist"
			case errors.Is(e.Err, fs.ErrExist):
				plain = text.Escape(e.Path) + " already exists"
			}
		case *os.LinkError:
			plain = fmt.Sprintf("%s to %s: %v", text.Escape(e.Old), text.Escape(e.New), e.Err)
		case *os.SyscallError:
			plain = e.Err.Error()
		case *strconv.NumError:
			if plain = fmt.Sprintf("%q is no number", e.Num); errors.Is(e.Err, strconv.ErrRange) {
				plain = fmt.Sprintf("%s is too large a number", e.Num)
			}
		default:
			continue
		}
		said = strings.ReplaceAll(said, inner.Error(), plain)
	}
	return said
}

// chain returns an error and all errors that it wraps.
func chain(err error) []error {
	all := []error{err}
	switch e := err.(type) {
	case interface{ Unwrap() error }:
		if inner := e.Unwrap(); inner != nil {
			all = append(all, chain(inner)...)
		}
	case interface{ Unwrap() []error }:
		for _, inner := range e.Unwrap() {
			all = append(all, chain(inner)...)
		}
	}
	return all
}
