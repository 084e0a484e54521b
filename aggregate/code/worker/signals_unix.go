//go:build unix

package worker

import (
	"errors"
	"os"
	"syscall"
)

// killedFromOutside reports whether a process was killed by a signal that is only sent by other
// processes: errors in C code end a Go program with an exit status, or with a specific signal.
func killedFromOutside(state *os.ProcessState) bool {
	status, ok := state.Sys().(syscall.WaitStatus)
	if !ok || !status.Signaled() {
		return false
	}
	switch status.Signal() {
	case syscall.SIGKILL, syscall.SIGTERM, syscall.SIGINT, syscall.SIGHUP:
		return true
	}
	return false
}

// isResourceError reports whether a process could not be started because the system lacks resources, or
// because the file is being written.
func isResourceError(err error) bool {
	for _, passing := range []error{syscall.EAGAIN, syscall.ENOMEM, syscall.EMFILE, syscall.ENFILE, syscall.ETXTBSY} {
		if errors.Is(err, passing) {
			return true
		}
	}
	return false
}
