//go:build unix && !linux

package worker

import (
	"os"
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
	if err := unix.Dup2(2, 1); err != nil {
		return nil, err
	}
	return out, nil
}

// attributes returns the process attributes of a worker: its own process group, which a terminal
// interrupt does not reach.
func attributes() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setpgid: true} }

// processorTime returns the time since a process began: its processor time is unknown here.
func processorTime(_ int, began time.Time) (time.Duration, bool) { return time.Since(began), true }
