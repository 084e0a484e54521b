// Package terminal implements the output streams of a command, and the form of its errors.
package terminal

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"unicode"
	"unicode/utf8"

	"dossier/aggregate/text"
)

// Output is a stream that commands print to. It stores the first write error, so that none is
// lost: a command whose result was not written completely has failed.
//
// On a terminal it escapes control characters and invalid bytes like [text.Escape], because the
// contents of an untrusted file must not move the cursor, change the title or answer for the
// user. On other streams, bytes are unchanged.
type Output struct {
	w        io.Writer
	terminal bool
	closed   bool   // the program was started without this stream
	rest     []byte // end of the last write that may continue: the beginning of a rune, or a carriage return
	err      error
}

// New returns the output for a stream of the program.
func New(w io.Writer) *Output {
	return &Output{w: w, terminal: isTerminal(w), closed: w == io.Writer(os.Stdout) && outputWasClosed()}
}

// isTerminal reports whether the output goes to the user, not to a file or a program.
func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	if !ok {
		return false
	}
	info, err := f.Stat()
	if err != nil || info.Mode()&fs.ModeCharDevice == 0 {
		return false
	}
	null, err := os.Stat(os.DevNull) // a device, like a terminal
	return err != nil || !os.SameFile(info, null)
}

// Write implements [io.Writer].
func (o *Output) Write(p []byte) (int, error) {
	if o.err == nil && o.terminal {
		shown, rest := harmless(append(o.rest, p...))
		o.rest = bytes.Clone(rest)
		o.send(shown)
	} else if o.err == nil {
		o.send(p)
	}
	if o.err != nil {
		return 0, o.err
	}
	return len(p), nil
}

func (o *Output) send(p []byte) {
	_, err := o.w.Write(p)
	if o.closed {
		err = errors.New("it is closed")
	}
	if err == nil {
		return
	}
	var path *fs.PathError
	if errors.As(err, &path) {
		err = path.Err
	}
	o.err = fmt.Errorf("standard output cannot be written: %w", err)
}

// Finish writes the rest and returns the first error.
func (o *Output) Finish() error {
	if o.err == nil && len(o.rest) > 0 {
		shown := make([]byte, 0, 4*len(o.rest))
		for _, c := range o.rest {
			shown = fmt.Appendf(shown, `\x%02x`, c)
		}
		o.rest = nil
		o.send(shown)
	}
	return o.err
}

// harmless escapes text for terminals; rest is its end that depends on what follows.
func harmless(p []byte) (shown, rest []byte) {
	shown = make([]byte, 0, len(p))
	for len(p) > 0 {
		r, size := utf8.DecodeRune(p)
		switch {
		case r == utf8.RuneError && size == 1 && !utf8.FullRune(p), r == '\r' && len(p) == 1:
			return shown, p
		case r == '\n', r == '\t', r == '\r' && p[1] == '\n', !unicode.IsControl(r) && (r != utf8.RuneError || size > 1):
			shown = append(shown, p[:size]...)
		default:
			shown = append(shown, text.Escape(string(p[:size]))...)
		}
		p = p[size:]
	}
	return shown, nil
}
