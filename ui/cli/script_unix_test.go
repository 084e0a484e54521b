//go:build !windows

package cli_test

import (
	"os"

	"github.com/rogpeppe/go-internal/testscript"
	"golang.org/x/sys/unix"
)

// becomePlain makes the process one of the plain user.
func becomePlain() {
	if err := unix.Setuid(unprivileged); err != nil {
		panic(err)
	}
}

// hasTmpfs reports whether a disk of its own can be mounted at a folder.
func hasTmpfs(dir string) (bool, error) {
	if err := unix.Mount("tmpfs", dir, "tmpfs", 0, "size=64k"); err != nil {
		return false, nil
	}
	return true, unix.Unmount(dir, 0)
}

// tmpfs NAME makes a folder on a disk of its own that holds 64 KiB.
func tmpfs(ts *testscript.TestScript, _ bool, args []string) {
	dir := ts.MkAbs(args[0])
	ts.Check(os.MkdirAll(dir, 0o755))
	ts.Check(unix.Mount("tmpfs", dir, "tmpfs", 0, "size=64k"))
	ts.Defer(func() { ts.Check(unix.Unmount(dir, unix.MNT_DETACH)) })
}

// fifo NAME makes a pipe.
func fifo(ts *testscript.TestScript, _ bool, args []string) {
	ts.Check(unix.Mkfifo(ts.MkAbs(args[0]), 0o644))
}
