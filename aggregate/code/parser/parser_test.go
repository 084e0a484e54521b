package parser

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"os/exec"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"dossier/aggregate/code"
	"dossier/aggregate/code/grammar"
	"dossier/aggregate/code/languages"
	"dossier/aggregate/code/worker"
)

// TestMain turns the test binary into a worker on request.
func TestMain(m *testing.M) {
	if worker.Requested(os.Args[1:]) {
		if len(os.Args) > 2 {
			misbehave(os.Args[2])
		}
		if err := Serve(os.Stdin, os.Stdout); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	os.Exit(m.Run())
}

// as returns the command of a worker that misbehaves.
func as(how string) func() *exec.Cmd {
	return func() *exec.Cmd { return exec.Command(os.Args[0], worker.Flag, how) }
}

// misbehave turns the process into a worker that answers only JSON.
func misbehave(how string) {
	if how == "dead" { // before any request
		kill()
	}
	_ = worker.Serve(os.Stdin, os.Stdout, func(request []byte) ([]byte, error) {
		if how == "killed" {
			kill()
		}
		if bytes.HasPrefix(request, []byte("json\n")) {
			return new(code.Structure).Append(nil), nil
		}
		if how == "late" {
			return nil, grammar.ErrTooSlow
		}
		for n := uint64(0); how == "busy" && n < math.MaxUint64; {
			n++
		}
		select {}
	})
}

// kill kills the process like an external signal.
func kill() {
	if self, err := os.FindProcess(os.Getpid()); err == nil {
		_ = self.Kill()
	}
	select {}
}

func newParser(t testing.TB) Parser { return parserOf(t, worker.Limits{}) }

// impatient returns a parser for sources that use up any time limit.
func impatient(t testing.TB) Parser { return parserOf(t, worker.Limits{Timeout: time.Second}) }

func parserOf(t testing.TB, limits worker.Limits) Parser {
	t.Helper()
	pool := &worker.Pool{Limits: limits}
	t.Cleanup(func() { pool.Close() })
	return Parser{pool}
}

func TestParsesLikeTheProcessItself(t *testing.T) {
	p := newParser(t)
	const src = "// A is a.\nfunction a() { return 1 }\n"
	got, err := p.Parse(t.Context(), "javascript", src)
	if err != nil {
		t.Fatal(err)
	}
	want, err := languages.InProcess{}.Parse(t.Context(), "javascript", src)
	if err != nil {
		t.Fatal(err)
	}
	if a, b := got.Append(nil), want.Append(nil); string(a) != string(b) {
		t.Errorf("another structure: %v, want %v", got, want)
	}
	if p.Supports("go") != code.FullSupport || p.Supports("text") != code.NoSupport {
		t.Error("another support than that of the languages")
	}
}

func TestReasons(t *testing.T) {
	broken := Parser{&worker.Pool{Command: func() *exec.Cmd { return exec.Command("/no/such/program") }}}
	// The limits are for the parse: the start of a worker may take any time.
	slow := Parser{&worker.Pool{Size: 1, Command: as("busy")}}
	still := Parser{&worker.Pool{Size: 1, Command: as("still")}}
	for _, p := range []Parser{slow, still} {
		if _, err := p.Parse(t.Context(), "json", "{}"); err != nil {
			t.Fatal(err)
		}
	}
	slow.Pool.Limits.Timeout, still.Pool.Limits.Stall = time.Nanosecond, 100*time.Millisecond
	killed := Parser{&worker.Pool{Command: as("killed")}}
	late := Parser{&worker.Pool{Command: as("late")}}
	closed := newParser(t)
	closed.Pool.Close()
	t.Cleanup(func() {
		broken.Pool.Close()
		slow.Pool.Close()
		still.Pool.Close()
		killed.Pool.Close()
		late.Pool.Close()
	})
	tests := []struct {
		name      string
		parser    Parser
		language  string
		src       string
		reason    string
		temporary bool
	}{
		{name: "too large", parser: newParser(t), language: "go", src: strings.Repeat("a", grammar.MaxBytes+1), reason: "larger than 1 MiB"},
		{name: "too deep", parser: newParser(t), language: "go", src: strings.Repeat("(", 100_000), reason: "its brackets nest deeper than a thousand"},
		{name: "no grammar", parser: newParser(t), language: "klingon", reason: "no grammar for klingon"},
		{name: "too slow", parser: slow, language: "swift", reason: "its parse took longer than 1ns"},
		{name: "too slow for its grammar", parser: late, language: "c", reason: "its parse takes longer than two seconds", temporary: true},
		{name: "too still", parser: still, language: "go", reason: "its parse made no progress for 100ms"},
		{name: "killed", parser: killed, language: "go", reason: "the processes that parsed it were killed", temporary: true},
		{name: "no program", parser: broken, language: "go", reason: "the parser cannot be asked", temporary: true},
		{name: "closed", parser: closed, language: "go", reason: "the parser cannot be asked", temporary: true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := tt.parser.Parse(t.Context(), tt.language, tt.src)
			var f *Failure
			if !errors.As(err, &f) || !strings.HasPrefix(f.Reason(), tt.reason) || f.Temporary() != tt.temporary {
				t.Errorf("error %v, want the reason %q, temporary %t", err, tt.reason, tt.temporary)
			}
		})
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := newParser(t).Parse(ctx, "go", "package a\n"); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want the context's", err)
	}
}

// TestKilledWorkersCostNoFile kills workers while they start and while they parse: every file is
// parsed nevertheless.
func TestKilledWorkersCostNoFile(t *testing.T) {
	var starts atomic.Int32
	p := newParser(t)
	p.Pool.Command = func() *exec.Cmd {
		switch n := starts.Add(1); {
		case n > 13:
			return exec.Command(os.Args[0], worker.Flag)
		case n%4 == 0:
			return as("killed")()
		}
		return as("dead")()
	}
	var group sync.WaitGroup
	for g := range 4 {
		group.Go(func() {
			for i := range 15 {
				src := fmt.Sprintf("class A%d_%d\nend\n", g, i)
				if s, err := p.Parse(t.Context(), "ruby", src); err != nil || len(s.Symbols) != 1 {
					t.Errorf("file %d of %d: %v", i, g, err)
				}
			}
		})
	}
	group.Wait()
	if n := starts.Load(); n < 14 {
		t.Errorf("%d starts", n)
	}
}

// TestValidFilesNeverFail parses valid files while all processors are busy: with a different
// usage, the library fails at random on some.
func TestValidFilesNeverFail(t *testing.T) {
	p := newParser(t)
	var group sync.WaitGroup
	for g := range 8 {
		group.Go(func() {
			for i := range 150 {
				src := fmt.Sprintf("def f%d_%d():\n    return [%s]\n", g, i, strings.Repeat("1, ", 500))
				s, err := p.Parse(t.Context(), "python", src)
				if err != nil || len(s.Symbols) != 1 || s.Broken {
					t.Errorf("parse %d of %d: %v, %+v", i, g, err, s)
					return
				}
			}
		})
	}
	group.Wait()
}

func BenchmarkParse(b *testing.B) {
	src := "package a\n" + strings.Repeat("\n// F is for show.\nfunc (s *S) F(a int) error {\n\tif a > 1 {\n\t\treturn f(a, 2)\n\t}\n\treturn nil\n}\n", 100)
	b.Run("in a worker", func(b *testing.B) { benchmark(b, newParser(b), src) })
	b.Run("in the process", func(b *testing.B) { benchmark(b, languages.InProcess{}, src) })
}

func benchmark(b *testing.B, p code.Parser, src string) {
	b.SetBytes(int64(len(src)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := p.Parse(context.Background(), "go", src); err != nil {
			b.Fatal(err)
		}
	}
}
