package command

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"dossier/aggregate"
	"dossier/ui/cli/terminal"
	"dossier/ui/crash"
	"dossier/ui/project"
)

// UsageError reports an invalid call.
type UsageError struct{ problem string }

func (e *UsageError) Error() string { return e.problem }

// Usagef returns a [*UsageError].
func Usagef(format string, args ...any) error { return &UsageError{fmt.Sprintf(format, args...)} }

// exitCode returns the exit code for an error.
func exitCode(err error) int {
	switch {
	case err == nil:
		return OK
	case errors.As(err, new(*UsageError)):
		return Misuse
	case errors.As(err, new(*crash.Panic)):
		return Crashed
	}
	return Failed
}

// errStopped is the error of an interrupted command.
var errStopped = errors.New("stopped before it finished")

// fault is an error or a warning in the form that --json prints: one object per line, on standard error.
type fault struct {
	Error   string `json:"error,omitempty"`
	Warning string `json:"warning,omitempty"`
	Path    string `json:"path,omitempty"` // of the file that a warning refers to
}

// Report prints an error about one of several items when the command continues with the others.
func (c *Call) Report(err error) { report(c.Stderr, c.cleanError(err), c.JSON) }

// report prints an error, as JSON if requested.
func report(w io.Writer, err error, asJSON bool) {
	if errors.Is(err, context.Canceled) {
		err = errStopped
	}
	if asJSON {
		printFault(w, fault{Error: terminal.Sentence(err)})
		return
	}
	fmt.Fprintf(w, "dossier: %s\n", terminal.Sentence(err))
}

func printFault(w io.Writer, f fault) {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	_ = enc.Encode(f) // if standard error fails, the error cannot be reported
}

// Warn prints warnings in addition to the result: many of one kind as one line, but all of them as JSON.
func (c *Call) Warn(warnings []aggregate.Warning) {
	clean := make([]aggregate.Warning, len(warnings))
	for i, w := range warnings {
		w.Path, w.Message = c.clean(w.Path), c.clean(w.Message)
		clean[i] = w
	}
	if c.JSON {
		for _, w := range clean {
			printFault(c.Stderr, fault{Warning: w.Message, Path: w.Path})
		}
		return
	}
	for _, line := range project.WarningLines(clean) {
		fmt.Fprintf(c.Stderr, "dossier: %s\n", line)
	}
}

// Infof prints a message in addition to the result.
func (c *Call) Infof(format string, args ...any) {
	c.Warn([]aggregate.Warning{{Message: fmt.Sprintf(format, args...)}})
}

// wantsJSON reports whether args request JSON, for errors that occur before the flags are parsed.
func wantsJSON(args []string) bool {
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
