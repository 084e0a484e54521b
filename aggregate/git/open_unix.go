//go:build unix

package git

import "syscall"

// nonblock makes opening a pipe return immediately.
const nonblock = syscall.O_NONBLOCK

// errNotDir is the error for opening a/b if a is a file.
const errNotDir = syscall.ENOTDIR
