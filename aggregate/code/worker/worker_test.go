//go:build unix

package worker

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"go.uber.org/goleak"
)

// TestMain turns the test binary into a worker on request. The text after the flag selects one
// that misbehaves.
func TestMain(m *testing.M) {
	if !Requested(os.Args[1:]) {
		goleak.VerifyTestMain(tests{m})
	}
	if len(os.Args) > 2 {
		misbehave(os.Args[2])
		os.Exit(0)
	}
	served := 0
	err := Serve(os.Stdin, os.Stdout, func(request []byte) ([]byte, error) {
		if served++; string(request) == "served" {
			return []byte(strconv.Itoa(served)), nil
		}
		return handle(request)
	})
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(0)
}

// tests runs so that, when coverage is measured, processes that end have a folder for their
// counters; otherwise they would complain on standard error.
type tests struct{ *testing.M }

func (m tests) Run() int {
	if testing.CoverMode() != "" {
		dir, err := os.MkdirTemp("", "worker-test-")
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
		defer os.RemoveAll(dir)
		os.Setenv("GOCOVERDIR", dir)
	}
	return m.M.Run()
}

// handle performs the command in the first word of a request.
func handle(request []byte) ([]byte, error) {
	word, rest, _ := strings.Cut(string(request), " ")
	switch word {
	case "echo":
		return []byte(rest), nil
	case "sum":
		sum := sha256.Sum256([]byte(rest))
		return sum[:], nil
	case "error":
		return nil, errors.New(rest)
	case "panic":
		var none []int
		return nil, fmt.Errorf("%d", none[len(rest)])
	case "crash":
		_ = syscall.Kill(os.Getpid(), syscall.SIGSEGV)
		select {}
	case "killed":
		_ = syscall.Kill(os.Getpid(), syscall.SIGKILL)
		select {}
	case "once": // FILE REQUEST: the request, if the file was removed by this call
		name, request, _ := strings.Cut(rest, " ")
		if os.Remove(name) == nil {
			return handle([]byte(request))
		}
		return []byte("alive"), nil
	case "abort":
		fmt.Fprintln(os.Stderr, "some chatter\n"+rest)
		_ = syscall.Kill(os.Getpid(), syscall.SIGABRT)
		select {}
	case "exit":
		fmt.Fprintln(os.Stderr, "some chatter\n\n"+rest)
		os.Exit(3)
	case "sleep":
		d, _ := time.ParseDuration(rest)
		time.Sleep(d)
		return []byte(rest), nil
	case "until": // FILE: answers when the file exists
		for {
			if _, err := os.Stat(rest); err == nil {
				return nil, nil
			}
			time.Sleep(time.Millisecond)
		}
	case "hang":
		n := uint64(0)
		for n < math.MaxUint64 {
			n++
		}
		return nil, nil
	case "print": // bypassing os.Stdout
		_, err := syscall.Write(1, []byte(rest))
		fmt.Print(rest)
		return []byte(rest), err
	case "allocate":
		n, _ := strconv.Atoi(rest)
		held := bytes.Repeat([]byte{1}, n)
		return []byte(strconv.Itoa(len(held))), nil
	case "map": // like C code, whose allocations fail at the limit
		n, _ := strconv.Atoi(rest)
		_, err := syscall.Mmap(-1, 0, n, syscall.PROT_READ, syscall.MAP_ANON|syscall.MAP_PRIVATE)
		return nil, err
	case "huge":
		return make([]byte, MaxFrame+1), nil
	case "pid":
		return []byte(strconv.Itoa(os.Getpid())), nil
	case "environment":
		return []byte(strings.Join(os.Environ(), "\n")), nil
	case "descriptors":
		return descriptors()
	}
	return nil, fmt.Errorf("unknown request %q", request)
}

// descriptors returns the open descriptors of this process, one per line.
func descriptors() ([]byte, error) {
	names, err := filepath.Glob("/proc/self/fd/*")
	var b strings.Builder
	for _, name := range names {
		if target, err := os.Readlink(name); err == nil {
			fmt.Fprintln(&b, target)
		}
	}
	return []byte(b.String()), err
}

// slowStart is more work than any request of these tests needs, even on a slow machine.
const slowStart = time.Second

// misbehave is a worker that violates the protocol.
func misbehave(how string) {
	greet := func() { _, _ = io.WriteString(os.Stdout, greeting) }
	// await reads the greeting and the beginning of a request.
	await := func() { _, _ = io.ReadFull(os.Stdin, make([]byte, len(greeting)+headerSize)) }
	switch how {
	case "mute":
		_, _ = io.Copy(io.Discard, os.Stdin)
	case "slow": // its start takes more work than slowStart
		work, began := time.Duration(0), time.Now()
		for work <= slowStart {
			work, _ = processorTime(os.Getpid(), began)
		}
		greet()
		await()
		_, _ = io.WriteString(os.Stdout, wire(1, 1, 2, "1"))
	case "killed":
		_ = syscall.Kill(os.Getpid(), syscall.SIGKILL)
		select {}
	case "stranger":
		fmt.Println("usage: stranger [-x] FILE")
		_, _ = io.Copy(io.Discard, os.Stdin)
	case "broken":
		fmt.Fprintln(os.Stderr, "error while loading shared libraries: libGL.so.1")
		os.Exit(127)
	case "long":
		greet()
		await()
		_, _ = io.WriteString(os.Stdout, wire(1<<32-1, 1, 2, ""))
		_, _ = io.Copy(io.Discard, os.Stdin)
	case "cut":
		greet()
		await()
		_, _ = io.WriteString(os.Stdout, wire(MaxFrame, 1, 2, "some"))
	case "noise":
		greet()
		await()
		_, _ = io.WriteString(os.Stdout, strings.Repeat("\xff\x00noise", 1000))
		_, _ = io.Copy(io.Discard, os.Stdin)
	case "question":
		greet()
		await()
		_, _ = io.WriteString(os.Stdout, wire(0, 1, 1, ""))
		_, _ = io.Copy(io.Discard, os.Stdin)
	case "other":
		greet()
		await()
		_, _ = io.WriteString(os.Stdout, wire(0, 99, 2, ""))
		_, _ = io.Copy(io.Discard, os.Stdin)
	case "closed":
		greet()
		await()
		os.Stdout.Close()
		time.Sleep(time.Hour)
	case "eager": // answers before there is a request
		greet()
		await()
		_, _ = io.WriteString(os.Stdout, wire(1, 1, 2, "1")+wire(1, 2, 2, "1"))
		_, _ = io.Copy(io.Discard, os.Stdin)
	case "deaf": // after one answer it reads nothing, and closes nothing
		greet()
		await()
		_, _ = io.ReadFull(os.Stdin, make([]byte, 1))
		_, _ = io.WriteString(os.Stdout, wire(1, 1, 2, "1"))
		time.Sleep(time.Hour)
	case "parent": // a program that is killed while its workers run
		p := &Pool{Size: 1}
		pid, err := p.Do(context.Background(), []byte("pid"))
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Printf("%s\n", pid)
		_, _ = p.Do(context.Background(), []byte("hang"))
	}
}

// misbehaving returns a pool whose workers misbehave.
func misbehaving(how string) *Pool {
	return &Pool{Size: 1, Command: func() *exec.Cmd { return exec.Command(os.Args[0], Flag, how) }}
}

// newPool returns a pool that is closed when the test ends, and checks that it leaves nothing
// behind.
func newPool(t testing.TB, p *Pool) *Pool {
	t.Helper()
	t.Cleanup(func() {
		p.mu.Lock()
		var pids []int
		for w := range p.live {
			<-w.started
			if w.err == nil {
				pids = append(pids, w.cmd.Process.Pid)
			}
		}
		p.mu.Unlock()
		p.Close()
		for _, pid := range pids {
			if alive(pid) {
				t.Errorf("process %d is left", pid)
			}
		}
		noGoroutines(t)
	})
	return p
}

// alive reports whether a process exists, including zombies.
func alive(pid int) bool { return syscall.Kill(pid, 0) == nil }

// running reports whether a process exists and is not a zombie.
func running(pid int) bool {
	data, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	_, state, _ := strings.Cut(string(data), ") ")
	return err == nil && !strings.HasPrefix(state, "Z")
}

// noGoroutines fails the test if a goroutine of this package is still running. Goroutines may
// need a moment to end.
func noGoroutines(t testing.TB) {
	t.Helper()
	var left string
	for deadline := time.Now().Add(time.Minute); time.Now().Before(deadline); time.Sleep(time.Millisecond) {
		left = ""
		buf := make([]byte, 1<<20)
		for stack := range strings.SplitSeq(string(buf[:runtime.Stack(buf, true)]), "\n\n") {
			if strings.Contains(stack, "worker.(*") || strings.Contains(stack, "os/exec.") || strings.Contains(stack, "worker.Serve") {
				left += stack + "\n\n"
			}
		}
		if left == "" {
			return
		}
	}
	t.Errorf("goroutines are left:\n%s", left)
}
