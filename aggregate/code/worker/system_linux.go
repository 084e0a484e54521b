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

// claimOutput returns the standard output under a new descriptor, and redirects descriptor 1 to
// standard error.
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

// limitMemory limits the address space of this process to its current size plus more bytes. A
// lower existing limit is kept.
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

// maxRequests is the max number of requests per worker: unlimited, because its memory is known,
// and a new one would have to prepare every language again.
const maxRequests = math.MaxInt

// resident returns the resident memory of a process in bytes; 0 if it has ended.
func resident(pid int) int64 {
	n, err := pages("/proc/"+strconv.Itoa(pid)+"/statm", 1)
	if err != nil {
		return 0
	}
	return n
}

// pages returns a field of a statm file, in bytes. It is read after each request, and package os
// would make a dozen more system calls.
func pages(name string, field int) (int64, error) {
	fd, err := unix.Open(name, unix.O_RDONLY|unix.O_CLOEXEC, 0)
	if err != nil {
		return 0, err
	}
	defer unix.Close(fd)
	data := make([]byte, 1<<10) // longer than the content can be
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

// attributes returns the process attributes of a worker: its own process group, which a terminal
// interrupt does not reach, and a signal that kills it when the thread that starts it ends. That
// thread must live as long as the worker.
func attributes() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
}

// keepDescriptors marks the descriptors of this process, except the standard ones, as
// close-on-exec. Go opens them so; the C libraries of the window may not.
func keepDescriptors() {
	// Kernels before 5.11 do not have the call.
	_ = unix.CloseRange(3, math.MaxUint32, unix.CLOSE_RANGE_CLOEXEC)
}

// executable returns the path of this binary; /proc/self/exe, which stays valid if the binary is
// replaced while it runs, if it exists.
func executable() (string, error) {
	const self = "/proc/self/exe"
	if _, err := os.Stat(self); err == nil {
		return self, nil
	}
	return os.Executable()
}

// processorTime returns the processor time used by a process; false if it has ended.
func processorTime(pid int, _ time.Time) (time.Duration, bool) {
	// The id of the clock of all threads of a process; see clock_getcpuclockid(3).
	const ofThreads = 2
	var taken unix.Timespec
	err := unix.ClockGettime(int32(^pid<<3|ofThreads), &taken)
	return time.Duration(taken.Nano()), err == nil
}
