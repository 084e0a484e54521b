//go:build unix

package bd

import (
	"os/exec"
	"syscall"
)

// endGroup makes the program's end also kill all processes that it started.
func endGroup(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
}
