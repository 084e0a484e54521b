//go:build unix

package git

import "syscall"

// nonblock makes opening a pipe return at once.
const nonblock = syscall.O_NONBLOCK

// errNotDir is what opening a/b gives where a is a file.
const errNotDir = syscall.ENOTDIR
