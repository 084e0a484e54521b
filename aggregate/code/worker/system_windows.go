package worker

import (
	"errors"
	"os"
	"syscall"
	"time"

	"golang.org/x/sys/windows"
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

// processorTime returns the processor time that a process has taken; false when it is
// gone.
func processorTime(pid int, _ time.Time) (time.Duration, bool) {
	process, err := windows.OpenProcess(windows.PROCESS_QUERY_LIMITED_INFORMATION, false, uint32(pid))
	if err != nil {
		return 0, false
	}
	defer windows.CloseHandle(process)
	var created, exited, kernel, user windows.Filetime
	if err := windows.GetProcessTimes(process, &created, &exited, &kernel, &user); err != nil {
		return 0, false
	}
	sum := func(t windows.Filetime) int64 { return int64(t.HighDateTime)<<32 | int64(t.LowDateTime) }
	return time.Duration(sum(kernel)+sum(user)) * 100, true // in steps of 100 ns
}

// killedFromOutside returns false: a process that is ended by another says nothing of it.
func killedFromOutside(*os.ProcessState) bool { return false }

// scarce reports whether a process could not be started because the system has no room
// for it now.
func scarce(err error) bool {
	return errors.Is(err, windows.ERROR_NOT_ENOUGH_MEMORY) || errors.Is(err, windows.ERROR_NO_SYSTEM_RESOURCES) || errors.Is(err, windows.ERROR_TOO_MANY_OPEN_FILES)
}
