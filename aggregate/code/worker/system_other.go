//go:build !linux

package worker

import "os"

// limitMemory does nothing: other systems have no reliable limit of a process's address space.
func limitMemory(uint64) error { return nil }

// maxRequests is the max number of requests per worker, because its memory is unknown.
const maxRequests = 500

// resident returns 0: the memory of another process is unknown here.
func resident(int) int64 { return 0 }

// keepDescriptors does nothing: descriptors opened by Go are not inherited.
func keepDescriptors() {}

func executable() (string, error) { return os.Executable() }
