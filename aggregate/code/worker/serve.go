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

// Flag is the first argument that makes the binary a worker. It is for the program
// itself and stands in no usage text.
const Flag = "--worker-process"

const (
	// headroom is how much address space a worker may take beyond what it has when it
	// starts. Parsing 120 KB of deeply nested C takes half of it.
	headroom = 512 << 20
	// patience is how long a request may take before a worker looks whether there is
	// still somebody who waits for its answer.
	patience = time.Second
	// maxText bounds the text of an error that a worker sends.
	maxText = 4 << 10
)

// Asked reports whether the arguments of the program, without its name, ask for a
// worker.
func Asked(args []string) bool { return len(args) > 0 && args[0] == Flag }

// Serve answers the requests read from r with handle, one after the other, until r
// ends, which is no error. The bytes given to handle are its own until it returns; a
// panic becomes an error like those that it returns, and so does an answer of more
// than [MaxFrame].
//
// When w is the standard output of the process, the process is a worker and nothing
// else: Serve then limits its address space to what it has and 512 MiB more (on
// Linux), points descriptor 1 at standard error, so that nothing but answers can come
// between the answers, and ends the process when r ends while handle takes longer than
// a second. Reaching the limit is, in C and in Go, an abort.
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
		case err == nil && f.kind != question:
			err = fmt.Errorf("a frame of kind %d, which is no request", f.kind)
		}
		if err != nil {
			return fmt.Errorf("read a request: %w", err)
		}
		request = f.body
		awake := func() {}
		if owner {
			awake = watch(in)
		}
		out = appendFrame(out[:0], respond(f, handle))
		if _, err := w.Write(out); err != nil {
			return fmt.Errorf("write an answer: %w", err)
		}
		awake()
	}
}

// watch ends the process when r ends while a request is handled for long, which nobody
// waits for then. The function that it returns is to be called when r is to be read
// again.
func watch(r *bufio.Reader) func() {
	peeked := make(chan struct{})
	timer := time.AfterFunc(patience, func() {
		defer close(peeked)
		if _, err := r.Peek(1); err != nil {
			os.Exit(1) // no other way leads out of C code that hangs
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
			response = frame{kind: panicked, number: f.number, body: []byte(shorten(text, maxText))}
		}
	}()
	body, err := handle(f.body)
	if err == nil && len(body) > MaxFrame {
		err = fmt.Errorf("the answer has %d bytes, the limit is %d", len(body), MaxFrame)
	}
	if err != nil {
		return frame{kind: failure, number: f.number, body: []byte(shorten(err.Error(), maxText))}
	}
	return frame{kind: answer, number: f.number, body: body}
}

// panicPlace returns where a panic that is being recovered came from, as
// " (file.go:12)"; empty when that is not known.
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
