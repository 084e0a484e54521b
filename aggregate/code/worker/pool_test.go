//go:build unix

package worker

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"
)

// do sends a request and fails the test if there is no answer.
func do(t testing.TB, p *Pool, request string) string {
	t.Helper()
	got, err := p.Do(t.Context(), []byte(request))
	if err != nil {
		t.Fatalf("%.40q: %v", request, err)
	}
	return string(got)
}

func TestDo(t *testing.T) {
	p := newPool(t, &Pool{Size: 1})
	long := strings.Repeat("0123456789abcdef", MaxFrame/16)
	for _, text := range []string{"", "a", "one\ntwo\x00\xff", long[:100_000], long[:trusted+1], long[:3<<20], long[:MaxFrame-len("echo ")]} {
		if got := do(t, p, "echo "+text); got != text {
			t.Errorf("%d bytes came back as %d others", len(text), len(got))
		}
	}
	if _, err := p.Do(t.Context(), []byte(long+"x")); err == nil || !strings.Contains(err.Error(), "a request of 16777217 bytes") {
		t.Errorf("a request that is too long: %v", err)
	}
}

// An error in a worker has a type and a message, and does not affect the next request.
func TestErrors(t *testing.T) {
	tests := []struct {
		name, request string
		want          error  // an error of the type
		text          string // a regular expression for all of it
		same          bool   // whether the same process continues
	}{
		{"an error", "error no such symbol", &RemoteError{}, `^no such symbol$`, true},
		{"a panic", "panic", &RemoteError{}, `^panic: runtime error: index out of range \[0\] with length 0 \(worker_test\.go:\d+\)$`, false},
		{"an answer that is too long", "huge", &RemoteError{}, `^the answer has 16777217 bytes, the limit is 16777216$`, true},
		{"a crash", "crash", &CrashError{}, `^the worker process crashed \(exit status 2\): SIGSEGV: segmentation violation$`, false},
		{"an abort says why", "abort a.c:1: assertion failed", &CrashError{}, `^the worker process crashed \(exit status 2\): a\.c:1: assertion failed$`, false},
		{"an exit says its last line", "exit all is\x1b[1m lost", &CrashError{}, `^the worker process crashed \(exit status 3\): all is \[1m lost$`, false},
		{"a hang", "hang", &TimeoutError{}, `^no answer after 200ms of work: the worker process was ended$`, false},
		{"too much memory", "allocate 2000000000", &CrashError{}, `^the worker process crashed \(exit status 2\): fatal error: .*(out of memory|address space).*$`, false},
		{"output beside the answers", "print " + wire(1, 1, 2, "x"), nil, "", true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p := newPool(t, &Pool{Size: 1})
			before := do(t, p, "pid")
			if _, ok := tt.want.(*TimeoutError); ok {
				p.Limits.Timeout = 200 * time.Millisecond
			}
			_, err := p.Do(t.Context(), []byte(tt.request))
			p.Limits.Timeout = 0
			if got, want := fmt.Sprintf("%T", err), fmt.Sprintf("%T", tt.want); got != want {
				t.Fatalf("error %v of type %s, want %s", err, got, want)
			}
			if err != nil && !regexp.MustCompile(tt.text).MatchString(err.Error()) {
				t.Errorf("error %q", err)
			}
			if same := do(t, p, "pid") == before; same != tt.same {
				t.Errorf("the same process continues: %t", same)
			}
		})
	}
}

// A worker that violates the protocol is killed, and the lengths that it announces are not
// trusted.
func TestProtocol(t *testing.T) {
	tests := []struct{ how, want string }{
		{"long", `a frame of 4294967295 bytes, the limit is 16777216`},
		{"cut", `exit status 0`},
		{"noise", `a frame of \d+ bytes, the limit is 16777216`},
		{"question", `it sent a frame of kind 1, which is not an answer`},
		{"other", `it answered request 99 instead of 1`},
		{"closed", `it closed its output`},
	}
	for _, tt := range tests {
		t.Run(tt.how, func(t *testing.T) {
			p := newPool(t, misbehaving(tt.how))
			_, err := p.Do(t.Context(), []byte("sum"))
			var crash *CrashError
			if !errors.As(err, &crash) || !regexp.MustCompile("^"+tt.want+"$").MatchString(crash.How) {
				t.Errorf("error %v, want a crash: %s", err, tt.want)
			}
			if len(p.live) != 0 {
				t.Error("the process is still there")
			}
		})
	}
	t.Run("eager", func(t *testing.T) {
		p := newPool(t, misbehaving("eager"))
		if got := do(t, p, "x"); got != "1" {
			t.Errorf("answer %q", got)
		}
		if len(p.live) != 0 {
			t.Error("a process that is a frame ahead is kept")
		}
	})
	t.Run("deaf", func(t *testing.T) {
		p := newPool(t, misbehaving("deaf"))
		if got := do(t, p, "x"); got != "1" { // its start may take any time
			t.Fatalf("answer %q", got)
		}
		p.Limits.Stall = 100 * time.Millisecond
		_, err := p.Do(t.Context(), make([]byte, 1<<20)) // more than the capacity of a pipe
		if want := (&TimeoutError{Limit: 100 * time.Millisecond, Stalled: true}).Error(); err == nil || err.Error() != want {
			t.Errorf("error %v, want %s", err, want)
		}
	})
}

// If a binary cannot be started, the error is cached for some time instead of trying again for
// each request.
func TestStartErrors(t *testing.T) {
	text := filepath.Join(t.TempDir(), "text")
	if err := os.WriteFile(text, []byte("no program"), 0o755); err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		name    string
		command []string
		want    string
	}{
		{"no such file", []string{"/no/such/file"}, "no such file or directory"},
		{"no program", []string{text}, "exec format error"},
		{"a library is missing", []string{os.Args[0], Flag, "broken"}, `exit status 127\): error while loading shared libraries: libGL\.so\.1$`},
		{"another program", []string{os.Args[0], Flag, "stranger"}, `it begins with "usage: s"`},
		{"one that says nothing", []string{os.Args[0], Flag, "mute"}, `it did not greet: the worker process did nothing for 200ms`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var starts atomic.Int32
			now := time.Now()
			p := newPool(t, &Pool{Size: 2, now: func() time.Time { return now }})
			if strings.HasSuffix(tt.want, "200ms") {
				p.Limits.Stall = 200 * time.Millisecond
			}
			p.Command = func() *exec.Cmd {
				cmd := exec.Command(tt.command[0], tt.command[1:]...)
				starts.Add(1)
				return cmd
			}
			var all sync.WaitGroup
			for range 100 {
				all.Go(func() {
					_, err := p.Do(t.Context(), []byte("echo"))
					var start *StartError
					if errors.As(err, new(*CrashError)) || !errors.As(err, &start) || start.Path != tt.command[0] || !regexp.MustCompile(tt.want).MatchString(err.Error()) {
						t.Errorf("error %v, want one that says %s", err, tt.want)
					}
				})
			}
			all.Wait()
			if n := len(p.live); n != 0 {
				t.Errorf("%d processes are left", n)
			}
			if n := starts.Load(); n > 2 {
				t.Errorf("%d starts were tried, want one a worker at most", n)
			}

			p.Command, p.Limits = nil, Limits{}
			now = now.Add(retryStart - 1)
			if _, err := p.Do(t.Context(), []byte("echo")); !errors.As(err, new(*StartError)) {
				t.Errorf("it was tried again at once: %v", err)
			}
			now = now.Add(1)
			do(t, p, "echo")
		})
	}
}

// A process that is killed before its greeting, or cannot be started for lack of resources, is
// started again, and no request notices. If it keeps failing, the waiting request gets an error;
// others are rejected only if the cause is something other than a kill.
func TestStartsAgain(t *testing.T) {
	text := filepath.Join(t.TempDir(), "worker")
	if err := os.WriteFile(text, nil, 0o755); err != nil {
		t.Fatal(err)
	}
	killed := func() *exec.Cmd { return exec.Command(os.Args[0], Flag, "killed") }
	busy := func() *exec.Cmd { // a program that is open for writing cannot be executed
		f, err := os.OpenFile(text, os.O_WRONLY, 0)
		if err != nil {
			t.Error(err)
		}
		t.Cleanup(func() { f.Close() })
		return exec.Command(text)
	}
	tests := []struct {
		name    string
		command func() *exec.Cmd
		fails   int32
		each    time.Duration // duration of a start
		errors  int           // number of failures in ten requests
		starts  int32
	}{
		{name: "killed once", command: killed, fails: 1, starts: 2},
		{name: "killed more often than is tried, but not for long", command: killed, fails: maxStarts + 2, each: startPatience / (maxStarts + 2), starts: maxStarts + 3},
		{name: "killed for long, but not often", command: killed, fails: maxStarts - 1, each: startPatience, starts: maxStarts},
		{name: "killed often and for long", command: killed, fails: maxStarts, each: startPatience, errors: 1, starts: maxStarts + 1},
		{name: "those after one that gave up try once", command: killed, fails: maxStarts + 3, each: startPatience, errors: 4, starts: maxStarts + 4},
		{name: "no room for it", command: busy, fails: 2, starts: 3},
		{name: "no room for it for long", command: busy, fails: maxStarts, each: startPatience, errors: 10, starts: maxStarts},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var starts atomic.Int32
			now := time.Now()
			p := newPool(t, &Pool{Size: 1, now: func() time.Time { return now }})
			p.Command = func() *exec.Cmd {
				if now = now.Add(tt.each); starts.Add(1) <= tt.fails {
					return tt.command()
				}
				return exec.Command(os.Args[0], Flag)
			}
			failed := 0
			for i := range 10 {
				switch _, err := p.Do(t.Context(), []byte("echo")); {
				case errors.As(err, new(*StartError)):
					failed++
				case err != nil:
					t.Errorf("request %d: %v", i, err)
				}
			}
			if n := starts.Load(); failed != tt.errors || n != tt.starts {
				t.Errorf("%d requests failed after %d starts, want %d and %d", failed, n, tt.errors, tt.starts)
			}
		})
	}
	t.Run("each request has tries of its own", func(t *testing.T) {
		const requests = 6
		var starts atomic.Int32
		p := newPool(t, &Pool{Size: requests, now: func() time.Time { return time.Time{} }})
		p.Command = func() *exec.Cmd {
			if starts.Add(1) <= 3*maxStarts {
				return killed()
			}
			return exec.Command(os.Args[0], Flag)
		}
		var all sync.WaitGroup
		for range requests {
			all.Go(func() {
				if _, err := p.Do(t.Context(), []byte("echo")); err != nil {
					t.Error(err)
				}
			})
		}
		all.Wait()
	})
	t.Run("closed meanwhile", func(t *testing.T) {
		var p *Pool
		p = newPool(t, &Pool{Size: 1, Command: func() *exec.Cmd {
			go p.Close()
			return killed()
		}})
		if _, err := p.Do(t.Context(), []byte("echo")); !errors.Is(err, ErrClosed) {
			t.Errorf("error %v, want %v", err, ErrClosed)
		}
	})
}

// A process that dies fails only the request that caused it.
func TestDeathsCostOnlyTheirOwn(t *testing.T) {
	tests := []struct {
		name    string
		before  string // requests served by the process
		request string // %s is a file that is removed by the first process that sees it
		deaths  int    // caused by the request
		killed  bool
		want    string // a regular expression for the error; empty for an answer
	}{
		{name: "killed while it serves", request: "once %s killed", deaths: 1},
		{name: "killed while it serves, after others", before: "echo", request: "once %s killed", deaths: 1},
		{name: "always killed", request: "killed", deaths: maxKilled, killed: true, want: `signal: killed`},
		{name: "a crash of a process that others may have harmed", before: "echo", request: "once %s crash", deaths: 1},
		{name: "a crash of its own", request: "crash", deaths: 1, want: `exit status 2`},
		{name: "a crash of its own, after others", before: "echo", request: "crash", deaths: 2, want: `exit status 2`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			mark := filepath.Join(t.TempDir(), "mark")
			if err := os.WriteFile(mark, nil, 0o600); err != nil {
				t.Fatal(err)
			}
			var starts atomic.Int32
			p := newPool(t, &Pool{Size: 1, Command: func() *exec.Cmd {
				starts.Add(1)
				return exec.Command(os.Args[0], Flag)
			}})
			if tt.before != "" {
				do(t, p, tt.before)
			}
			got, err := p.Do(t.Context(), []byte(strings.Replace(tt.request, "%s", mark, 1)))
			var crash *CrashError
			switch {
			case tt.want == "" && (err != nil || string(got) != "alive"):
				t.Errorf("answer %q, error %v", got, err)
			case tt.want != "" && (!errors.As(err, &crash) || !regexp.MustCompile(tt.want).MatchString(crash.How) || crash.Killed != tt.killed):
				t.Errorf("error %v, want %s", err, tt.want)
			}
			do(t, p, "echo")
			if n := int(starts.Load()); n != tt.deaths+1 {
				t.Errorf("%d processes for %d deaths", n, tt.deaths)
			}
		})
	}
}

// A start has its own limit, independent of the work limit of requests.
func TestLimitOfAStart(t *testing.T) {
	p := newPool(t, misbehaving("slow"))
	p.Limits.Timeout = slowStart
	if got := do(t, p, "x"); got != "1" {
		t.Errorf("answer %q", got)
	}
	p = newPool(t, misbehaving("slow"))
	p.Limits.Start = slowStart / 2
	_, err := p.Do(t.Context(), []byte("x"))
	if want := "it did not greet: no answer after 500ms of work: the worker process was ended"; !errors.As(err, new(*StartError)) || !strings.HasSuffix(err.Error(), want) {
		t.Errorf("error %v, want %s", err, want)
	}
}

// A process that gets no processor time for long is not at fault, nor is its request.
func TestWaitingIsNoWork(t *testing.T) {
	p := newPool(t, &Pool{Size: 1, Limits: Limits{Timeout: slowStart}})
	before := do(t, p, "pid")
	if do(t, p, "sleep 1200ms"); do(t, p, "pid") != before {
		t.Error("it was ended")
	}
}

// Regardless of which processes are killed, and when, each request gets its own answer, unless it
// was active in several killed processes in a row.
func TestKilledAtRandom(t *testing.T) {
	p := newPool(t, &Pool{Size: 4, Limits: Limits{Requests: 50}})
	const askers, requests = 8, 150
	var answers, crashes, kills atomic.Int32
	p.now = func() time.Time { return time.Time{} } // no start takes long
	// kill kills one process that serves, waits or starts.
	kill := func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		for w := range p.live {
			w.kill()
			kills.Add(1)
			return
		}
	}
	var all sync.WaitGroup
	for asker := range askers {
		all.Go(func() {
			r := rand.New(rand.NewPCG(uint64(asker), 0))
			for i := range requests {
				text := fmt.Sprint(asker, " ", i, strings.Repeat("x", r.IntN(100_000)))
				got, err := p.Do(t.Context(), []byte("sum "+text))
				want := sha256.Sum256([]byte(text))
				var crash *CrashError
				switch {
				case err == nil && bytes.Equal(got, want[:]):
					answers.Add(1)
				case errors.As(err, &crash) && crash.Killed:
					crashes.Add(1)
				default:
					t.Errorf("request %d of asker %d: answer %x, error %v", i, asker, got, err)
				}
				if r.IntN(8) == 0 {
					kill()
				}
			}
		})
	}
	all.Wait()
	t.Logf("%d kills, %d answers, %d crashes", kills.Load(), answers.Load(), crashes.Load())
	if answers.Load() == 0 || kills.Load() == 0 || crashes.Load() > kills.Load()/maxKilled {
		t.Errorf("%d answers and %d crashes after %d kills", answers.Load(), crashes.Load(), kills.Load())
	}
}

// Waiting requests are served in order of arrival; cancelled ones are skipped.
func TestOrderOfArrival(t *testing.T) {
	p := newPool(t, &Pool{Size: 1, Limits: Limits{Timeout: time.Hour, Stall: time.Hour}})
	first := filepath.Join(t.TempDir(), "first") // runs until the file exists
	var all sync.WaitGroup
	all.Go(func() { do(t, p, "until "+first) })
	eventually(t, func() bool { return p.busy == 1 }, p)
	gone, leave := context.WithCancel(t.Context())
	const waiting, leaves = 10, 4
	var places [waiting]int // in order of service
	for i := range waiting {
		ctx := t.Context()
		if i == leaves {
			ctx = gone
		}
		all.Go(func() {
			got, err := p.Do(ctx, []byte("served"))
			if i == leaves && !errors.Is(err, context.Canceled) || i != leaves && err != nil {
				t.Errorf("request %d: %v", i, err)
			}
			places[i], _ = strconv.Atoi(string(got))
		})
		eventually(t, func() bool { return p.waiting.Len() == i+1 }, p)
	}
	leave()
	eventually(t, func() bool { return p.waiting.Len() == waiting-1 }, p)
	if err := os.WriteFile(first, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	all.Wait()
	if want := [waiting]int{2, 3, 4, 5, 0, 6, 7, 8, 9, 10}; places != want {
		t.Errorf("served as %v, want %v", places, want)
	}
	if p.busy != 0 || p.waiting.Len() != 0 {
		t.Errorf("%d turns were not given back, %d still wait", p.busy, p.waiting.Len())
	}
}

// eventually waits until a condition on the pool's state is true.
func eventually(t testing.TB, holds func() bool, p *Pool) {
	t.Helper()
	for deadline := time.Now().Add(time.Minute); time.Now().Before(deadline); time.Sleep(time.Millisecond) {
		p.mu.Lock()
		ok := holds()
		p.mu.Unlock()
		if ok {
			return
		}
	}
	t.Fatal("it never came to that")
}

// A cancelled request either ends by itself and leaves its process in sync, or is killed.
func TestCancel(t *testing.T) {
	tests := []struct {
		name, request string
		same          bool
	}{
		{"a short request", "sleep 20ms", true},
		{"a request that waits more than it works", "sleep 600ms", true},
		{"a hang", "hang", false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p := newPool(t, &Pool{Size: 1})
			before := do(t, p, "pid")
			ctx, cancel := context.WithCancel(t.Context())
			result := make(chan error)
			go func() {
				_, err := p.Do(ctx, []byte(tt.request))
				result <- err
			}()
			eventually(t, func() bool { return p.busy == 1 }, p)
			cancel()
			if err := <-result; !errors.Is(err, context.Canceled) {
				t.Errorf("error %v", err)
			}
			if got := do(t, p, "echo next"); got != "next" {
				t.Errorf("the next request got %q", got)
			}
			if same := do(t, p, "pid") == before; same != tt.same {
				t.Errorf("the same process continues: %t", same)
			}
		})
	}
	p := newPool(t, &Pool{Size: 1})
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := p.Do(ctx, []byte("echo")); !errors.Is(err, context.Canceled) || len(p.live) != 0 {
		t.Errorf("a request that is over when it comes: error %v, %d processes", err, len(p.live))
	}
}

// Many requests that arrive and are cancelled at random leave the pool in a consistent state.
func TestCancelAtRandom(t *testing.T) {
	p := newPool(t, &Pool{Size: 2})
	var all sync.WaitGroup
	for asker := range 8 {
		all.Go(func() {
			r := rand.New(rand.NewPCG(uint64(asker), 1))
			for i := range 60 {
				ctx, cancel := context.WithTimeout(t.Context(), time.Duration(r.IntN(4000))*time.Microsecond)
				text := fmt.Sprint(asker, " ", i)
				got, err := p.Do(ctx, []byte("echo "+text))
				if !errors.Is(err, context.DeadlineExceeded) && (err != nil || string(got) != text) {
					t.Errorf("%q got %q, %v", text, got, err)
				}
				cancel()
			}
		})
	}
	all.Wait()
	eventually(t, func() bool { return p.busy == 0 && p.waiting.Len() == 0 }, p)
	if n := len(p.live); n > 2 || n != len(p.idle) {
		t.Errorf("%d processes, %d of them idle, want 2 at most and all", n, len(p.idle))
	}
}

// A process is replaced if it has served enough requests, has grown, or has died in between; and
// ended when it is idle.
func TestReplacement(t *testing.T) {
	t.Run("after the max number of requests", func(t *testing.T) {
		p := newPool(t, &Pool{Size: 2, Limits: Limits{Requests: 3}})
		served := map[string]int{}
		for range 9 {
			served[do(t, p, "pid")]++
		}
		if len(served) != 3 {
			t.Errorf("requests a process: %v, want 3 for each of 3", served)
		}
	})
	t.Run("one that is enough serves alone", func(t *testing.T) {
		p := newPool(t, &Pool{Size: 8})
		served := map[string]int{}
		for range 50 {
			served[do(t, p, "pid")]++
		}
		if len(served) != 1 {
			t.Errorf("requests a process: %v, want one process", served)
		}
	})
	t.Run("when it died while idle", func(t *testing.T) {
		p := newPool(t, &Pool{Size: 1})
		before := do(t, p, "pid")
		w := p.idle[0]
		w.kill()
		<-w.exited
		if do(t, p, "pid") == before {
			t.Error("the dead answer")
		}
	})
	t.Run("when it is idle for long", func(t *testing.T) {
		p := newPool(t, &Pool{Size: 2, Limits: Limits{Idle: 50 * time.Millisecond}})
		pid, _ := strconv.Atoi(do(t, p, "pid"))
		eventually(t, func() bool { return len(p.live) == 0 }, p)
		if alive(pid) {
			t.Error("it is still there")
		}
		do(t, p, "echo")
	})
}

func TestClose(t *testing.T) {
	p := newPool(t, &Pool{Size: 2})
	results := make(chan error, 6)
	for range cap(results) {
		go func() {
			_, err := p.Do(t.Context(), []byte("hang"))
			results <- err
		}()
	}
	eventually(t, func() bool { return len(p.live) == 2 && p.waiting.Len() == 4 }, p)
	var pids []int
	p.mu.Lock()
	for w := range p.live {
		<-w.started
		pids = append(pids, w.cmd.Process.Pid)
	}
	p.mu.Unlock()
	p.Close()
	p.Close()
	for range cap(results) {
		if err := <-results; !errors.Is(err, ErrClosed) {
			t.Errorf("error %v, want %v", err, ErrClosed)
		}
	}
	for _, pid := range pids {
		if alive(pid) {
			t.Errorf("process %d is left", pid)
		}
	}
	if _, err := p.Do(t.Context(), []byte("echo")); !errors.Is(err, ErrClosed) {
		t.Errorf("after that: error %v", err)
	}
	if p.busy != 0 || len(p.live) != 0 {
		t.Errorf("%d turns and %d processes are left", p.busy, len(p.live))
	}
}

// Closing the pool at any moment of many requests and starts leaves no process behind.
func TestCloseAtRandom(t *testing.T) {
	for range 20 {
		p := newPool(t, &Pool{Size: 3, Limits: Limits{Requests: 2}})
		var all sync.WaitGroup
		for range 6 {
			all.Go(func() {
				for {
					got, err := p.Do(t.Context(), []byte("echo a"))
					switch {
					case errors.Is(err, ErrClosed):
						return
					case err != nil || string(got) != "a":
						t.Errorf("answer %q, error %v", got, err)
						return
					}
				}
			})
		}
		time.Sleep(time.Duration(rand.IntN(60)) * time.Millisecond)
		p.Close()
		all.Wait()
		if len(p.live) != 0 {
			t.Errorf("%d processes are left", len(p.live))
		}
	}
}

// A worker gets a minimal environment.
func TestEnvironment(t *testing.T) {
	t.Setenv("WORKER_TEST_SECRET", "token")
	t.Setenv("DISPLAY", ":7")
	t.Setenv("LD_LIBRARY_PATH", "/opt/lib")
	t.Setenv("GOCOVERDIR", t.TempDir())
	p := newPool(t, &Pool{Size: 1})
	got := strings.Split(do(t, p, "environment"), "\n")
	slices.Sort(got)
	want := []string{"GOCOVERDIR=" + os.Getenv("GOCOVERDIR"), "GOMAXPROCS=2", "LD_LIBRARY_PATH=/opt/lib", "MALLOC_ARENA_MAX=1"}
	if !slices.Equal(got, want) {
		t.Errorf("it sees %q, want %q", got, want)
	}
}

// The reason of a crash is one line of text of bounded length.
func TestReasons(t *testing.T) {
	long := strings.Repeat("é", 5000)
	tests := []struct {
		name, written, want string
	}{
		{"nothing", "", ""},
		{"blank lines", "\n \n\t\n", ""},
		{"the last line", "one\ntwo\n\n", "two"},
		{"a signal", "chatter\nSIGSEGV: segmentation violation\nPC=0x1 m=0 sigcode=1\n", "SIGSEGV: segmentation violation"},
		{"an abort after C said why", "chatter\nfree(): invalid pointer\nSIGABRT: abort\nPC=0x1\n", "free(): invalid pointer"},
		{"an abort alone", "SIGABRT: abort\nPC=0x1\n", "SIGABRT: abort"},
		{"a fatal error of Go", "runtime: out of memory: cannot allocate\nfatal error: out of memory\n\n[more]\n", "fatal error: out of memory"},
		{"a panic of another goroutine", "panic: oops\n\ngoroutine 1 [running]:\n" + strings.Repeat("main.main()\n\t/a.go:1\n", 10_000), "panic: oops"},
		{"what cannot be shown", "a\x1b[31mb\x00\xffc\u202e", "a [31mb \uFFFDc"},
		{"a long line", long, strings.Repeat("é", 98) + "…"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			for _, step := range []int{1, 7, 1 << 20} {
				var e stderr
				for part := range slices.Chunk([]byte(tt.written), step) {
					if n, err := e.Write(part); n != len(part) || err != nil {
						t.Fatal(n, err)
					}
				}
				if got := e.reason(); got != tt.want {
					t.Errorf("in steps of %d: %q, want %q", step, got, tt.want)
				}
				if cap(e.line) > 4*maxLine {
					t.Errorf("%d bytes are kept", cap(e.line))
				}
			}
		})
	}
}

// A worker that hangs ends with its parent, even if that is killed.
func TestParentIsKilled(t *testing.T) {
	cmd := exec.CommandContext(t.Context(), os.Args[0], Flag, "parent")
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	var pid int
	if _, err := fmt.Fscanln(out, &pid); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Process.Signal(syscall.SIGKILL)
	_ = cmd.Wait()
	for deadline := time.Now().Add(time.Minute); running(pid); time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			_ = syscall.Kill(pid, syscall.SIGKILL)
			t.Fatal("it outlives its parent")
		}
	}
}

// The overhead of a request.
func BenchmarkDo(b *testing.B) {
	for _, kb := range []int{10, 100} {
		b.Run(fmt.Sprintf("%dKB", kb), func(b *testing.B) {
			p := newPool(b, &Pool{Size: 1, Limits: Limits{Requests: 1 << 30}})
			request := []byte("echo " + strings.Repeat("x", kb*1000-5))
			do(b, p, "echo")
			b.SetBytes(int64(len(request)))
			b.ReportAllocs()
			for b.Loop() {
				if _, err := p.Do(b.Context(), request); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// The cost of the first request.
func BenchmarkStart(b *testing.B) {
	for b.Loop() {
		p := &Pool{Size: 1}
		do(b, p, "echo")
		p.Close()
	}
}
