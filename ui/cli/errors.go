package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strconv"
	"strings"

	"github.com/spf13/pflag"

	"dossier/aggregate"
	"dossier/aggregate/text"
)

// usageError is a call that cannot be understood.
type usageError struct{ problem string }

func (e *usageError) Error() string { return e.problem }

func usagef(format string, args ...any) error { return &usageError{fmt.Sprintf(format, args...)} }

// exitCode returns what the program ends with after an error.
func exitCode(err error) int {
	switch {
	case err == nil:
		return ok
	case errors.As(err, new(*usageError)):
		return misuse
	}
	return failed
}

// errStopped is what became of a command that was interrupted.
var errStopped = errors.New("stopped before it was done")

// fault is what --json prints of an error, and of a warning: one object a line, on
// standard error.
type fault struct {
	Error   string `json:"error,omitempty"`
	Warning string `json:"warning,omitempty"`
	Path    string `json:"path,omitempty"` // of the file that a warning is about
}

// report prints an error of one of many things, which the others outlive.
func (c *call) report(err error) { report(c.Stderr, err, c.json) }

// report prints an error, as JSON if the call asks for that.
func report(w io.Writer, err error, asJSON bool) {
	if errors.Is(err, context.Canceled) {
		err = errStopped
	}
	if asJSON {
		printFault(w, fault{Error: sentence(err)})
		return
	}
	fmt.Fprintf(w, "dossier: %s\n", sentence(err))
}

func printFault(w io.Writer, f fault) {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	_ = enc.Encode(f) // to standard error, where nothing is left to say it
}

// warn prints what a person should see beside the result.
func (c *call) warn(warnings []aggregate.Warning) {
	for _, w := range warnings {
		if c.json {
			printFault(c.Stderr, fault{Warning: w.Message, Path: w.Path})
			continue
		}
		fmt.Fprintf(c.Stderr, "dossier: %v\n", w)
	}
}

// say prints what was done beside the result.
func (c *call) say(format string, args ...any) {
	c.warn([]aggregate.Warning{{Message: fmt.Sprintf(format, args...)}})
}

// sentence returns what an error says to a person: the names of the calls in which the
// system or a library found it are left out.
func sentence(err error) string {
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
				plain = text.Escape(e.Path) + " is there already"
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

// chain returns an error and all that it wraps.
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

// flagProblem says what is wrong with a flag. The values of this package say it as what
// follows the flag's name: "is a whole number, not …".
func flagProblem(err error) string {
	var invalid *pflag.InvalidValueError
	if !errors.As(err, &invalid) {
		return err.Error()
	}
	cause := invalid.Unwrap().Error()
	if invalid.GetFlag().Value.Type() == "bool" {
		cause = fmt.Sprintf("is true or false, not %q", invalid.GetValue())
	}
	return "--" + invalid.GetFlag().Name + " " + cause
}

// asksForJSON reports whether args ask for JSON, for errors that are found before the
// flags are read.
func asksForJSON(args []string) bool {
	for _, arg := range args {
		if arg == "--" {
			return false
		}
		if value, found := strings.CutPrefix(arg+"=true", "--json="); found {
			on, _ := strconv.ParseBool(strings.TrimSuffix(value, "=true"))
			return on
		}
	}
	return false
}
