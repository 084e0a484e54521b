package worker

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"syscall"
	"time"
)

// dying is how long a process may take to exit after its output has ended, before it is killed,
// and then how long its standard error may stay open. A busy machine can take seconds to report
// the end of a process and its cause.
const dying = 5 * time.Second

// drain is how much more processor time a cancelled request may take. Most need a few
// milliseconds, and the first one of a language up to 0.3 s, which a new process would have to
// spend again.
const drain = 500 * time.Millisecond

// process is the parent's view of a worker. At most one goroutine sends it requests at a time;
// any may kill it.
type process struct {
	cmd    *exec.Cmd
	in     *os.File
	out    *os.File
	buf    *bufio.Reader // reads out
	stderr stderr

	started chan struct{} // closed after an attempt to start cmd
	err     error         // start error; valid after started
	start   time.Time     // likewise
	exited  chan struct{} // closed when it has ended and been cleaned up

	served int
	idle   *time.Timer // ends an idle process
}

// newProcess prepares a worker; the caller must call [process.run].
func newProcess(cmd *exec.Cmd) (*process, error) {
	childIn, in, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	out, childOut, err := os.Pipe()
	if err != nil {
		childIn.Close()
		in.Close()
		return nil, err
	}
	w := &process{cmd: cmd, in: in, out: out, started: make(chan struct{}), exited: make(chan struct{})}
	w.buf = bufio.NewReaderSize(out, 64<<10)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = childIn, childOut, &w.stderr
	cmd.WaitDelay = dying
	if cmd.SysProcAttr == nil {
		cmd.SysProcAttr = attributes()
	}
	if cmd.Env == nil {
		cmd.Env = environment()
	}
	return w, nil
}

// environment returns the environment of a worker: the path of shared libraries and, for coverage
// runs, the output folder. One malloc arena prevents reservations from using up the limit. The
// worker uses one core; GOMAXPROCS=2 prevents the Go scheduler from repeatedly taking the core
// away from a long C call.
func environment() []string {
	env := []string{"GOMAXPROCS=2", "MALLOC_ARENA_MAX=1"}
	for _, name := range []string{"LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "DYLD_FALLBACK_LIBRARY_PATH", "GOCOVERDIR"} {
		if value, ok := os.LookupEnv(name); ok {
			env = append(env, name+"="+value)
		}
	}
	return env
}

// run starts the process and returns when it has ended. It locks its thread: the system kills a
// worker when the thread that started it ends.
func (w *process) run() {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	defer close(w.exited)
	keepDescriptors()
	w.start = time.Now()
	w.err = w.cmd.Start()
	w.cmd.Stdin.(io.Closer).Close()
	w.cmd.Stdout.(io.Closer).Close()
	close(w.started)
	if w.err == nil {
		_ = w.cmd.Wait() // the process state has the same information
	}
}

// ready waits until the process has started and sent its greeting. On error, killed is set if
// another process killed it.
func (w *process) ready(limits Limits) (killed bool, err error) {
	<-w.started
	if w.err != nil {
		return false, w.err
	}
	var wd watchdog
	limits.Timeout = limits.Start
	wd.begin(limits, w.work, w.kill)
	_, err = io.WriteString(w.in, greeting)
	if err == nil {
		err = readGreeting(w.buf)
	}
	if timeout := wd.end(); timeout != nil {
		return false, fmt.Errorf("it did not greet: %w", timeout)
	}
	if err != nil {
		// Not wrapped: a crash before any request is not a request's crash.
		crash := w.crash(err)
		return crash.Killed, errors.New(crash.Error())
	}
	return false, nil
}

// ask sends a request and returns its answer. After an error the process cannot be used any more.
func (w *process) ask(question []byte, number uint32, wd *watchdog, limits Limits) (frame, error) {
	wd.begin(limits, w.work, w.kill)
	_, err := w.in.Write(question)
	var f frame
	if err == nil {
		f, err = readFrame(w.buf, nil)
	}
	switch timeout := wd.end(); {
	case timeout != nil && err != nil:
		return frame{}, timeout
	case err != nil:
		return frame{}, w.crash(err)
	case f.kind == answerKind || f.kind == failureKind || f.kind == panicKind:
		if f.number == number {
			w.served++
			return f, nil
		}
		return frame{}, w.crash(fmt.Errorf("it answered request %d instead of %d", f.number, number))
	default:
		return frame{}, w.crash(fmt.Errorf("it sent a frame of kind %d, which is not an answer", f.kind))
	}
}

// work returns the processor time used by the process so far; false if it is unknown. On systems
// without that information, it is the time since the start.
func (w *process) work() (time.Duration, bool) {
	return processorTime(w.cmd.Process.Pid, w.start)
}

// crash ends the process and returns the cause: how it died if its pipes ended, and err
// otherwise.
func (w *process) crash(err error) *CrashError {
	how, killed := err.Error(), false
	ended := errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, syscall.EPIPE)
	if ended {
		select {
		case <-w.exited:
			how, killed = w.cmd.ProcessState.String(), killedFromOutside(w.cmd.ProcessState)
		case <-time.After(dying):
			how = "it closed its output"
		}
	}
	w.kill()
	<-w.exited
	if ended && !killedFromOutside(w.cmd.ProcessState) {
		how = w.cmd.ProcessState.String() // it was exiting by itself on a slow machine
	}
	return &CrashError{How: how, Stderr: w.stderr.reason(), Killed: killed}
}

// reusable reports whether the process may serve another request within limits. Unsolicited
// output makes it unusable.
func (w *process) reusable(limits Limits) bool {
	return !w.dead() && w.buf.Buffered() == 0 && w.served < limits.Requests && resident(w.cmd.Process.Pid) <= limits.Memory
}

func (w *process) dead() bool {
	select {
	case <-w.exited:
		return true
	default:
		return false
	}
}

// kill kills the process immediately; it has no state to lose.
func (w *process) kill() {
	<-w.started
	if w.err == nil {
		_ = w.cmd.Process.Kill() // an error means that it has ended
	}
}

// discard kills the process and returns when it has been cleaned up.
func (w *process) discard() {
	w.kill()
	<-w.exited
	w.in.Close()
	w.out.Close()
}
