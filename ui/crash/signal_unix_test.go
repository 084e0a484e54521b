//go:build !windows

package crash

import (
	"os"
	"syscall"
)

// accessViolation begins the line of a report on an access to an address that is not mapped.
const accessViolation = "[signal SIGSEGV: segmentation violation code="

// signals crash a process like C code does.
var signals = map[string]string{"SIGSEGV": "SIGSEGV: segmentation violation", "SIGABRT": "SIGABRT: abort"}

func signal(name string) {
	if which := map[string]syscall.Signal{"SIGSEGV": syscall.SIGSEGV, "SIGABRT": syscall.SIGABRT}[name]; which != 0 {
		_ = syscall.Kill(os.Getpid(), which)
		select {}
	}
}
