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

// ErrClosed is the error of requests to a closed pool, and of those that were running
// when it was closed.
var ErrClosed = errors.New("the pool of worker processes is closed")

// CrashError says that a worker died, or broke the protocol and was ended, before it
// answered.
type CrashError struct {
	How    string // as "signal: killed", "exit status 2" or what was wrong with its answer
	Stderr string // the line of its standard error that says why, of at most 200 bytes; often empty
	Killed bool   // from outside, as the system does when it is short of memory: nothing that the request did
}

func (e *CrashError) Error() string {
	text := "the worker process crashed (" + e.How + ")"
	if e.Stderr != "" {
		text += ": " + e.Stderr
	}
	return text
}

// TimeoutError says that a worker did not answer in time and was ended.
type TimeoutError struct {
	Limit   time.Duration // the one of [Limits] that it passed
	Stalled bool          // it did nothing for so long, instead of working for so long
}

func (e *TimeoutError) Error() string {
	if e.Stalled {
		return fmt.Sprintf("the worker process did nothing for %v and was ended", e.Limit)
	}
	return fmt.Sprintf("no answer after %v of work: the worker process was ended", e.Limit)
}

// RemoteError is an error that the function in the worker returned.
type RemoteError struct {
	Text  string
	Panic bool // it panicked; Text says with what, and where
}

func (e *RemoteError) Error() string { return e.Text }

// StartError says that no worker could be started, which is not the fault of any
// request.
type StartError struct {
	Path   string // of the binary, as its first argument says it
	Err    error
	passes bool // another start may succeed at once
	killed bool // from outside, before it greeted
}

func (e *StartError) Error() string {
	return fmt.Sprintf("start %s as a worker process: %v", e.Path, e.Err)
}

// Unwrap returns what went wrong.
func (e *StartError) Unwrap() error { return e.Err }

// maxReason bounds [CrashError.Stderr]: a line that can be shown.
const maxReason = 200

// stderr takes what a worker writes to its standard error and keeps the line that says
// why it died: what the runtime of Go said, if it said something, and the last line
// otherwise. Before an abort it is the line that came before: the assertions and the
// allocator of C say what is wrong and then abort.
type stderr struct {
	mu    sync.Mutex
	line  []byte // the beginning of the line that is being written
	last  string // the last line that was not blank
	fatal string // what the runtime said; stack traces follow it
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

// maxLine is how much of a line is looked at; what cannot be shown may be cut from it.
const maxLine = 2 * maxReason

// end takes the line as complete.
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

// reason returns the line that is kept, as text of at most [maxReason] bytes.
func (s *stderr) reason() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.end()
	if s.fatal != "" {
		return s.fatal
	}
	return s.last
}

// printable returns a line as text that can stand within another.
func printable(line []byte) string {
	text := strings.TrimSpace(strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(string(line), "\uFFFD")))
	return shorten(text, maxReason)
}

// shorten cuts text, between runes, to at most limit bytes.
func shorten(text string, limit int) string {
	if len(text) <= limit {
		return text
	}
	const more = "…"
	return strings.ToValidUTF8(text[:limit-len(more)], "") + more
}
