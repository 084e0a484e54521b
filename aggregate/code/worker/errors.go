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
	Limit time.Duration // of wall time
}

func (e *TimeoutError) Error() string {
	return fmt.Sprintf("no answer within %v: the worker process was ended", e.Limit)
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
	Path string // of the binary
	Err  error
}

func (e *StartError) Error() string {
	return fmt.Sprintf("start %s as a worker process: %v", e.Path, e.Err)
}

// Unwrap returns what went wrong.
func (e *StartError) Unwrap() error { return e.Err }

const (
	// maxTail is how much of a worker's standard error is kept. Without stack traces,
	// which its environment turns off, a crash says less than this.
	maxTail = 4 << 10
	// maxReason bounds [CrashError.Stderr]: a line that can be shown.
	maxReason = 200
)

// tail is the end of what a worker wrote to its standard error.
type tail struct {
	mu   sync.Mutex
	data []byte
}

func (t *tail) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.data = append(t.data, p[max(0, len(p)-maxTail):]...)
	if over := len(t.data) - maxTail; over > 0 {
		t.data = append(t.data[:0], t.data[over:]...)
	}
	return len(p), nil
}

// reason returns the line that says why the worker died: what the runtime of Go said,
// if it said something, and the last line otherwise. Before an abort it is the line
// that C code wrote first: its assertions and its allocator say what is wrong and
// then abort.
func (t *tail) reason() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	var last, runtime string
	for line := range bytes.Lines(t.data) {
		text := printable(line)
		switch {
		case text == "":
			continue
		case strings.HasPrefix(text, "SIGABRT: ") && last != "":
			runtime = last
		case strings.HasPrefix(text, "SIG") && strings.Contains(text, ": "),
			strings.HasPrefix(text, "fatal error: "), strings.HasPrefix(text, "panic: "):
			runtime = text
		}
		last = text
	}
	if runtime != "" {
		return runtime
	}
	return last
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
