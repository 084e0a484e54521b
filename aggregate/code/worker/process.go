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

// dying is how long a process whose output has ended may take to end itself, before it
// is killed, and then how long its standard error may stay open. A machine that is busy can take
// seconds to report the end of a process, and with it who caused that.
const dying = 5 * time.Second

// drain is how much processor time a request that nobody waits for may still take. Most
// need a few milliseconds, and the first of a language up to three tenths of a second,
// which a new process would have to take again.
const drain = 500 * time.Millisecond

// process is one worker as the parent sees it. At most one goroutine asks it at a
// time; any may kill it.
type process struct {
	cmd    *exec.Cmd
	in     *os.File
	out    *os.File
	buf    *bufio.Reader // over out
	stderr stderr

	began  chan struct{} // closed when cmd was started, or could not be
	err    error         // why not; to be read after began
	start  time.Time     // the same
	exited chan struct{} // closed when it has ended and nothing of it is left

	served int
	idle   *time.Timer // ends it; of one that is idle
}

// newProcess prepares a worker; [process.run] has to follow.
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
	w := &process{cmd: cmd, in: in, out: out, began: make(chan struct{}), exited: make(chan struct{})}
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

// environment returns what a worker needs of this program's environment: where its
// shared libraries are, and where it leaves its counts when coverage is measured. It
// takes memory from one heap, so that the limit is not used up by reservations. It works
// on one core; with a second to spare the scheduler of Go leaves a long call of C alone,
// and with none it takes the core away from it and has to give it back.
func environment() []string {
	env := []string{"GOMAXPROCS=2", "MALLOC_ARENA_MAX=1"}
	for _, name := range []string{"LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "DYLD_FALLBACK_LIBRARY_PATH", "GOCOVERDIR"} {
		if value, ok := os.LookupEnv(name); ok {
			env = append(env, name+"="+value)
		}
	}
	return env
}

// run starts the process and returns when it has ended. It keeps its thread to itself:
// the system kills a worker when the thread that started it ends.
func (w *process) run() {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	defer close(w.exited)
	keepDescriptors()
	w.start = time.Now()
	w.err = withLateTimers(w.cmd.Start)
	w.cmd.Stdin.(io.Closer).Close()
	w.cmd.Stdout.(io.Closer).Close()
	close(w.began)
	if w.err == nil {
		_ = w.cmd.Wait() // the state of the process says it too
	}
}

// ready waits until the process has begun and greeted. After an error, killed says that the
// process was killed from outside.
func (w *process) ready(limits Limits) (killed bool, err error) {
	<-w.began
	if w.err != nil {
		return false, w.err
	}
	var late watchdog
	limits.Timeout = limits.Start
	late.begin(limits, w.work, w.kill)
	_, err = io.WriteString(w.in, greeting)
	if err == nil {
		err = readGreeting(w.buf)
	}
	if bite := late.end(); bite != nil {
		return false, fmt.Errorf("it did not greet: %w", bite)
	}
	if err != nil {
		// Not wrapped: a crash that no request brought about is no request's crash.
		crash := w.crash(err)
		return crash.Killed, errors.New(crash.Error())
	}
	return false, nil
}

// ask sends the bytes of a question and returns its answer. After an error the process
// is of no more use.
func (w *process) ask(question []byte, number uint32, late *watchdog, limits Limits) (frame, error) {
	late.begin(limits, w.work, w.kill)
	_, err := w.in.Write(question)
	var f frame
	if err == nil {
		f, err = readFrame(w.buf, nil)
	}
	switch bite := late.end(); {
	case bite != nil && err != nil:
		return frame{}, bite
	case err != nil:
		return frame{}, w.crash(err)
	case f.kind == answer || f.kind == failure || f.kind == panicked:
		if f.number == number {
			w.served++
			return f, nil
		}
		return frame{}, w.crash(fmt.Errorf("it answered request %d instead of %d", f.number, number))
	default:
		return frame{}, w.crash(fmt.Errorf("it sent a frame of kind %d, which is no answer", f.kind))
	}
}

// work returns the processor time that the process has taken so far; false when that is
// not known. Where the system does not tell, it is the time since the start.
func (w *process) work() (time.Duration, bool) {
	return processorTime(w.cmd.Process.Pid, w.start)
}

// crash ends the process and returns why it was of no more use: how it died if its
// pipes ended, and err otherwise.
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
		how = w.cmd.ProcessState.String() // it was ending by itself, on a machine that is slow to report it
	}
	return &CrashError{How: how, Stderr: w.stderr.reason(), Killed: killed}
}

// reusable reports whether the process may serve another request within limits. Bytes
// that nobody asked for are none of the next answer.
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

// kill ends the process at once; it has nothing that could be lost.
func (w *process) kill() {
	<-w.began
	if w.err == nil {
		_ = w.cmd.Process.Kill() // an error says that it has ended
	}
}

// discard ends the process and returns when nothing of it is left.
func (w *process) discard() {
	w.kill()
	<-w.exited
	w.in.Close()
	w.out.Close()
}
