package worker

import (
	"bytes"
	"fmt"
	"math"
	"os"
	"strconv"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// claimOutput returns the standard output under a descriptor of its own, and points
// descriptor 1 at standard error.
func claimOutput() (*os.File, error) {
	fd, err := unix.FcntlInt(1, unix.F_DUPFD_CLOEXEC, 3)
	if err != nil {
		return nil, err
	}
	out := os.NewFile(uintptr(fd), "answers")
	if err := unix.Dup3(2, 1, 0); err != nil {
		return nil, err
	}
	return out, nil
}

// limitMemory lets this process take that many bytes of address space beyond those
// that it has. A limit that is lower already stays.
func limitMemory(more uint64) error {
	now, err := pages("/proc/self/statm", 0)
	if err != nil {
		return err
	}
	var limit unix.Rlimit
	if err := unix.Getrlimit(unix.RLIMIT_AS, &limit); err != nil {
		return err
	}
	limit.Cur = min(uint64(now)+more, limit.Cur)
	limit.Max = limit.Cur
	return unix.Setrlimit(unix.RLIMIT_AS, &limit)
}

// maxRequests is how many requests a worker serves: as many as there are, while it holds
// little. A new one would prepare every language anew.
const maxRequests = math.MaxInt

// resident returns how many bytes of memory a process holds; 0 when it is gone.
func resident(pid int) int64 {
	n, err := pages("/proc/"+strconv.Itoa(pid)+"/statm", 1)
	if err != nil {
		return 0
	}
	return n
}

// pages returns a field of a statm file, in bytes. It is asked for each request, and package os
// would ask a dozen things more each time.
func pages(name string, field int) (int64, error) {
	fd, err := unix.Open(name, unix.O_RDONLY|unix.O_CLOEXEC, 0)
	if err != nil {
		return 0, err
	}
	defer unix.Close(fd)
	data := make([]byte, 1<<10) // more than its numbers can be
	read, err := unix.Read(fd, data)
	if err != nil {
		return 0, err
	}
	fields := bytes.Fields(data[:read])
	if field >= len(fields) {
		return 0, fmt.Errorf("read %s: %d fields", name, len(fields))
	}
	n, err := strconv.ParseInt(string(fields[field]), 10, 64)
	return n * int64(os.Getpagesize()), err
}

// attributes returns how a worker is started: in a process group of its own, which an
// interrupt at the terminal does not reach, and to be killed when the thread that
// starts it ends. That thread has to live as long as the worker.
func attributes() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
}

// withLateTimers starts a process from this thread whose sleeps may take five milliseconds
// longer. For a millisecond after each request that it has waited for, the scheduler of Go looks
// every twenty microseconds for calls of C that take long, each time in their way.
func withLateTimers(start func() error) error {
	const late = 5 * time.Millisecond
	if err := unix.Prctl(unix.PR_SET_TIMERSLACK, uintptr(late.Nanoseconds()), 0, 0, 0); err == nil {
		defer func() { _ = unix.Prctl(unix.PR_SET_TIMERSLACK, 0, 0, 0, 0) }() // back to its own
	}
	return start()
}

// keepDescriptors marks the descriptors of this process, but for the standard ones, as
// not to be inherited. Go opens them so; the C libraries of a window may not.
func keepDescriptors() {
	// Kernels before 5.11 do not know the call.
	_ = unix.CloseRange(3, math.MaxUint32, unix.CLOSE_RANGE_CLOEXEC)
}

// executable returns the path of this binary; that of the system, which stays right
// when the binary is replaced while it runs, where there is one.
func executable() (string, error) {
	const self = "/proc/self/exe"
	if _, err := os.Stat(self); err == nil {
		return self, nil
	}
	return os.Executable()
}

// processorTime returns the processor time that a process has taken; false when it is
// gone.
func processorTime(pid int, _ time.Time) (time.Duration, bool) {
	// The number of the clock of all threads of a process, see clock_getcpuclockid(3).
	const ofThreads = 2
	var taken unix.Timespec
	err := unix.ClockGettime(int32(^pid<<3|ofThreads), &taken)
	return time.Duration(taken.Nano()), err == nil
}
