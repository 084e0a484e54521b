//go:build unix

package disk

import (
	"os"
	"syscall"
)

// openFlags opens a pipe without waiting for its writer, and a terminal without
// taking it over.
const openFlags = os.O_RDONLY | syscall.O_NONBLOCK | syscall.O_NOCTTY
