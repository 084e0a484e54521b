package change

import (
	"io/fs"
	"syscall"
)

// stamp is a time in seconds and nanoseconds, cut to 32 bits.
type stamp struct{ sec, nano uint32 }

// systemOf returns when the metadata of a file changed, and its inode.
func systemOf(info fs.FileInfo) (stamp, uint64) {
	if st, ok := info.Sys().(*syscall.Stat_t); ok {
		return stamp{uint32(st.Ctim.Sec), uint32(st.Ctim.Nsec)}, st.Ino
	}
	return stamp{}, 0
}
