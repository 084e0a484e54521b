//go:build !linux

package worker

import "os"

// limitMemory does nothing: other systems do not bound the address space of a process
// in a way that can be relied on.
func limitMemory(uint64) error { return nil }

// maxRequests is how many requests a worker serves: what it holds is not known.
const maxRequests = 500

// resident returns 0: how much memory another process holds is not known here.
func resident(int) int64 { return 0 }

// keepDescriptors does nothing: what Go opens is not inherited.
func keepDescriptors() {}

func executable() (string, error) { return os.Executable() }

// withLateTimers starts a process: how late its timers may be is not for others to say.
func withLateTimers(start func() error) error { return start() }
