//go:build unix

package worker

import (
	"errors"
	"os"
	"syscall"
)

// killedFromOutside reports whether a process was ended by a signal that nothing in it
// sends: what goes wrong in C ends a program of Go with a status, or with a signal that
// says what it was.
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

// scarce reports whether a process could not be started because the system has no room
// for it now, or because its file is being written.
func scarce(err error) bool {
	for _, passing := range []error{syscall.EAGAIN, syscall.ENOMEM, syscall.EMFILE, syscall.ENFILE, syscall.ETXTBSY} {
		if errors.Is(err, passing) {
			return true
		}
	}
	return false
}
