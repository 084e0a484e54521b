package worker

import (
	"os"
	"syscall"
)

// claimOutput returns the standard output, and makes what Go writes to it go to
// standard error. C code keeps the handle that it has.
func claimOutput() (*os.File, error) {
	out := os.Stdout
	os.Stdout = os.Stderr
	return out, nil
}

// attributes returns how a worker is started: without a window, and in a process group
// of its own, which an interrupt at the console does not reach.
func attributes() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{HideWindow: true, CreationFlags: syscall.CREATE_NEW_PROCESS_GROUP}
}
