//go:build !linux

package change

import "io/fs"

// stamp is a time in seconds and nanoseconds, cut to 32 bits.
type stamp struct{ sec, nano uint32 }

// systemOf knows nothing more than size and time of modification where the system differs.
func systemOf(fs.FileInfo) (stamp, uint64) { return stamp{}, 0 }
