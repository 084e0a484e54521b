package worker

import (
	"errors"
	"os"
	"syscall"
	"time"

	"golang.org/x/sys/windows"
)

// claimOutput returns the standard output, and redirects Go's os.Stdout to standard error. C code
// keeps its handle.
func claimOutput() (*os.File, error) {
	out := os.Stdout
	os.Stdout = os.Stderr
	return out, nil
}

// attributes returns the process attributes of a worker: no console, and its own process group,
// which a console interrupt does not reach.
func attributes() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{HideWindow: true, CreationFlags: syscall.CREATE_NEW_PROCESS_GROUP | windows.CREATE_NO_WINDOW}
}

// processorTime returns the processor time used by a process; false if it has ended.
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
	return time.Duration(sum(kernel)+sum(user)) * 100, true // in units of 100 ns
}

// killedFromOutside returns false: the exit status of a killed process does not show it.
func killedFromOutside(*os.ProcessState) bool { return false }

// isResourceError reports whether a process could not be started because the system lacks resources.
func isResourceError(err error) bool {
	return errors.Is(err, windows.ERROR_NOT_ENOUGH_MEMORY) || errors.Is(err, windows.ERROR_NO_SYSTEM_RESOURCES) || errors.Is(err, windows.ERROR_TOO_MANY_OPEN_FILES)
}
