//go:build unix

package bd

import (
	"os/exec"
	"syscall"
)

// endGroup makes the end of a program the end of all that it started.
func endGroup(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
}
