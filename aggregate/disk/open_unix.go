//go:build unix

package disk

import (
	"os"
	"syscall"
)

// openFlags prevents opening a pipe from blocking, and a terminal from becoming the controlling
// one.
const openFlags = os.O_RDONLY | syscall.O_NONBLOCK | syscall.O_NOCTTY
