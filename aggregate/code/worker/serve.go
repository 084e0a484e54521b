package worker

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"
)

// Flag is the first argument that makes the binary a worker. It is internal and not listed in the
// usage text.
const Flag = "--worker-process"

const (
	// headroom is how much more address space a worker may use than at its start. Parsing 120 KB
	// of deeply nested C takes half of it.
	headroom = 512 << 20
	// patience is how long a request may take before a worker checks whether the parent still
	// exists.
	patience = time.Second
	// maxText is the max length of an error's text.
	maxText = 4 << 10
)

// Requested reports whether the program's arguments, without its name, select worker mode.
func Requested(args []string) bool { return len(args) > 0 && args[0] == Flag }

// Serve serves the requests read from r with handle, one at a time, until r ends, which is not an
// error. handle may modify its argument until it returns; panics, and answers of more than
// [MaxFrame], are converted to errors.
//
// If w is the standard output of the process, the process is only a worker: Serve then limits its
// address space to the current size plus 512 MiB (on Linux), redirects descriptor 1 to standard
// error, so that other output cannot mix with the answers, and ends the process if r ends while
// handle takes longer than a second. Exceeding the limit aborts the process, in C and in Go.
func Serve(r io.Reader, w io.Writer, handle func(request []byte) ([]byte, error)) error {
	owner := w == io.Writer(os.Stdout)
	if owner {
		out, err := claimOutput()
		if err != nil {
			return fmt.Errorf("set aside the standard output of the worker: %w", err)
		}
		defer out.Close()
		w = out
		if err := limitMemory(headroom); err != nil {
			return fmt.Errorf("limit the memory of the worker: %w", err)
		}
	}
	if _, err := io.WriteString(w, greeting); err != nil {
		return fmt.Errorf("greet the program: %w", err)
	}
	in := bufio.NewReaderSize(r, 64<<10)
	if err := readGreeting(in); err != nil {
		return fmt.Errorf("this process answers only to the program that started it: %w", err)
	}
	var request, out []byte
	for {
		f, err := readFrame(in, request)
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case err == nil && f.kind != requestKind:
			err = fmt.Errorf("a frame of kind %d, which is not a request", f.kind)
		}
		if err != nil {
			return fmt.Errorf("read a request: %w", err)
		}
		request = f.body
		stopWatch := func() {}
		if owner {
			stopWatch = watch(in)
		}
		out = appendFrame(out[:0], respond(f, handle))
		if _, err := w.Write(out); err != nil {
			return fmt.Errorf("write an answer: %w", err)
		}
		stopWatch()
	}
}

// watch ends the process if r ends during a long request, since the answer is no longer needed.
// The returned function must be called before r is read again.
func watch(r *bufio.Reader) func() {
	peeked := make(chan struct{})
	timer := time.AfterFunc(patience, func() {
		defer close(peeked)
		if _, err := r.Peek(1); err != nil {
			os.Exit(1) // there is no other way out of hanging C code
		}
	})
	return func() {
		if !timer.Stop() {
			<-peeked
		}
	}
}

// respond returns the answer to a request.
func respond(f frame, handle func([]byte) ([]byte, error)) (response frame) {
	defer func() {
		if p := recover(); p != nil {
			text := fmt.Sprintf("panic: %v%s", p, panicPlace())
			response = frame{kind: panicKind, number: f.number, body: []byte(shorten(text, maxText))}
		}
	}()
	body, err := handle(f.body)
	if err == nil && len(body) > MaxFrame {
		err = fmt.Errorf("the answer has %d bytes, the limit is %d", len(body), MaxFrame)
	}
	if err != nil {
		return frame{kind: failureKind, number: f.number, body: []byte(shorten(err.Error(), maxText))}
	}
	return frame{kind: answerKind, number: f.number, body: body}
}

// panicPlace returns the location of a panic that is being recovered, as " (file.go:12)"; empty
// if unknown.
func panicPlace() string {
	pcs := make([]uintptr, 32)
	frames := runtime.CallersFrames(pcs[:runtime.Callers(1, pcs)])
	for panicking := false; ; {
		f, more := frames.Next()
		switch inRuntime := strings.HasPrefix(f.Function, "runtime."); {
		case inRuntime:
			panicking = true
		case panicking:
			return fmt.Sprintf(" (%s:%d)", filepath.Base(f.File), f.Line)
		}
		if !more {
			return ""
		}
	}
}
