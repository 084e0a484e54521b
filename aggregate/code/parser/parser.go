// Package parser implements [code.Parser]. Grammars run in worker processes; Go and Bash sources
// that their Go parsers accept are parsed in this process.
//
// A source that crashes its grammar, or occupies it for too long, results in an error and never
// affects the program. The errors are [*Failure]s, whose reasons can be part of a sentence.
package parser

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/debug"

	"dossier/aggregate/code"
	"dossier/aggregate/code/grammar"
	"dossier/aggregate/code/languages"
	"dossier/aggregate/code/worker"
)

// Parser parses in the processes of a pool, which its creator must close.
type Parser struct{ Pool *worker.Pool }

// Failure is why a source could not be parsed.
type Failure struct {
	reason    string
	transient bool
	err       error
}

func (f *Failure) Error() string { return f.err.Error() }

// Unwrap returns the pool's error.
func (f *Failure) Unwrap() error { return f.err }

// Reason returns the failure in a form that can follow a colon.
func (f *Failure) Reason() string { return f.reason }

// Temporary reports whether parsing the same source again may succeed, because the failure was
// not caused by it.
func (f *Failure) Temporary() bool { return f.transient }

// Supports implements [code.Parser].
func (p Parser) Supports(language string) code.Support { return languages.Supports(language) }

// Parse implements [code.Parser].
func (p Parser) Parse(ctx context.Context, language, src string) (*code.Structure, error) {
	// Sources for a parser that is safe in any process, and sources that are rejected before
	// parsing, do not need a worker.
	if l := languages.Find(language); l != nil {
		if s, err := l.ParseExact([]byte(src)); err != nil {
			return nil, &Failure{reason: err.Error(), err: err}
		} else if s != nil {
			return s, ctx.Err()
		}
	}
	return do(ctx, p, request(language, src), func(answer []byte) (*code.Structure, error) { return code.Read(answer, len(src)) })
}

// HasComments implements [code.Parser].
func (p Parser) HasComments(language string) bool { return languages.HasComments(language) }

// Comments implements [code.Parser].
func (p Parser) Comments(ctx context.Context, language, src string) ([]code.Comment, error) {
	if len(src) > grammar.MaxBytes {
		return nil, &Failure{reason: grammar.ErrTooLarge.Error(), err: grammar.ErrTooLarge}
	}
	return do(ctx, p, request(wantComments+language, src), func(answer []byte) ([]code.Comment, error) { return code.ReadComments(answer, len(src)) })
}

// do sends a request to a worker and decodes the answer.
func do[T any](ctx context.Context, p Parser, request []byte, decode func([]byte) (T, error)) (T, error) {
	var zero T
	answer, err := p.Pool.Do(ctx, request)
	if err != nil {
		if ctx.Err() != nil {
			return zero, ctx.Err()
		}
		return zero, failure(err)
	}
	out, err := decode(answer)
	if err != nil {
		return zero, &Failure{reason: "the answer of its parser cannot be read", err: err}
	}
	return out, nil
}

func failure(err error) *Failure {
	var (
		crash   *worker.CrashError
		timeout *worker.TimeoutError
		remote  *worker.RemoteError
	)
	switch {
	case errors.As(err, &crash) && crash.Killed:
		return &Failure{reason: "the processes that parsed it were killed, one after the other", transient: true, err: err}
	case errors.As(err, &crash):
		return &Failure{reason: "its grammar crashed on it", err: err}
	case errors.As(err, &timeout) && timeout.Stalled:
		return &Failure{reason: fmt.Sprintf("its parse made no progress for %v", timeout.Limit), err: err}
	case errors.As(err, &timeout):
		return &Failure{reason: fmt.Sprintf("its parse took longer than %v", timeout.Limit), err: err}
	case errors.As(err, &remote) && remote.Panic:
		return &Failure{reason: "reading its syntax tree failed", err: err}
	case errors.As(err, &remote) && remote.Text == grammar.ErrTooSlow.Error():
		// A busy machine also slows down a processor.
		return &Failure{reason: remote.Text, transient: true, err: err}
	case errors.As(err, &remote):
		return &Failure{reason: remote.Text, err: err}
	}
	return &Failure{reason: "the parser cannot be asked (" + err.Error() + ")", transient: true, err: err}
}

// wantComments begins a request for the comments of a source.
const wantComments = "comments "

// request encodes the language, a newline and the source.
func request(language, src string) []byte {
	b := make([]byte, 0, len(language)+1+len(src))
	b = append(b, language...)
	b = append(b, '\n')
	return append(b, src...)
}

// Serve is the worker's side: it serves the requests on r until it ends.
func Serve(r io.Reader, w io.Writer) error {
	// The garbage of a request is small compared with its syntax tree, which the collector does
	// not know of.
	debug.SetGCPercent(800)
	return worker.Serve(r, w, func(request []byte) ([]byte, error) {
		language, src, _ := bytes.Cut(request, []byte("\n"))
		if language, ok := bytes.CutPrefix(language, []byte(wantComments)); ok {
			comments, err := languages.ReadComments(string(language), src)
			if err != nil {
				return nil, err
			}
			return code.AppendComments(nil, comments), nil
		}
		s, err := languages.ParseRefused(string(language), src) // everything else was tried before the request was sent
		if err != nil {
			return nil, err
		}
		return s.Append(nil), nil
	})
}

// Version identifies the parser for [code.OpenCache]: another build of the program is another
// version.
func Version() string {
	exe, err := os.Executable()
	if err != nil {
		return ""
	}
	info, err := os.Stat(exe)
	if err != nil {
		return ""
	}
	return fmt.Sprintf("%d %d", info.Size(), info.ModTime().UnixNano())
}
