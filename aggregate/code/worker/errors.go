package worker

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"
	"unicode"
)

// ErrClosed is returned for requests to a closed pool, and for those in progress when it is
// closed.
var ErrClosed = errors.New("the pool of worker processes is closed")

// CrashError reports that a worker died, or violated the protocol and was killed, before it
// answered.
type CrashError struct {
	How    string // for example "signal: killed", "exit status 2" or the protocol error
	Stderr string // the line of its standard error that describes the cause, at most 200 bytes; often empty
	Killed bool   // by another process, such as the system when it is short of memory: not caused by the request
}

func (e *CrashError) Error() string {
	text := "the worker process crashed (" + e.How + ")"
	if e.Stderr != "" {
		text += ": " + e.Stderr
	}
	return text
}

// TimeoutError reports that a worker did not answer in time and was killed.
type TimeoutError struct {
	Limit   time.Duration // the exceeded limit of [Limits]
	Stalled bool          // it did nothing for that time, instead of working for that time
}

func (e *TimeoutError) Error() string {
	if e.Stalled {
		return fmt.Sprintf("the worker process did nothing for %v and was ended", e.Limit)
	}
	return fmt.Sprintf("no answer after %v of work: the worker process was ended", e.Limit)
}

// RemoteError is an error returned by the function in the worker.
type RemoteError struct {
	Text  string
	Panic bool // it panicked; Text contains the value and the location
}

func (e *RemoteError) Error() string { return e.Text }

// StartError reports that no worker could be started, independent of any request.
type StartError struct {
	Path      string // of the binary, as in its first argument
	Err       error
	transient bool // another attempt may succeed immediately
	killed    bool // by another process, before its greeting
}

func (e *StartError) Error() string {
	return fmt.Sprintf("start %s as a worker process: %v", e.Path, e.Err)
}

// Unwrap returns the cause.
func (e *StartError) Unwrap() error { return e.Err }

// maxReason is the max length of [CrashError.Stderr], for display.
const maxReason = 200

// stderr receives a worker's standard error and stores the line that describes the cause of
// death: that of the Go runtime, or else the last line. Before an abort it is the previous line,
// because C assertions and allocators print the error and then abort.
type stderr struct {
	mu    sync.Mutex
	line  []byte // the incomplete current line
	last  string // the last non-blank line
	fatal string // the runtime's message, which stack traces follow
}

func (s *stderr) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for part := range bytes.Lines(p) {
		s.line = append(s.line, part[:min(len(part), maxLine-len(s.line))]...)
		if part[len(part)-1] == '\n' {
			s.end()
		}
	}
	return len(p), nil
}

// maxLine is the max length of a line that is stored; unprintable characters are removed from it.
const maxLine = 2 * maxReason

// end completes the line.
func (s *stderr) end() {
	text := printable(s.line)
	s.line = s.line[:0]
	switch {
	case text == "":
		return
	case strings.HasPrefix(text, "SIGABRT: ") && s.last != "":
		s.fatal = s.last
	case strings.HasPrefix(text, "SIG") && strings.Contains(text, ": "),
		strings.HasPrefix(text, "fatal error: "), strings.HasPrefix(text, "panic: "):
		s.fatal = text
	}
	s.last = text
}

// reason returns the stored line as text of at most [maxReason] bytes.
func (s *stderr) reason() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.end()
	if s.fatal != "" {
		return s.fatal
	}
	return s.last
}

// printable returns a line as text that can be part of another.
func printable(line []byte) string {
	text := strings.TrimSpace(strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(string(line), "\uFFFD")))
	return shorten(text, maxReason)
}

// shorten truncates text, between runes, to at most limit bytes.
func shorten(text string, limit int) string {
	if len(text) <= limit {
		return text
	}
	const more = "…"
	return strings.ToValidUTF8(text[:limit-len(more)], "") + more
}
