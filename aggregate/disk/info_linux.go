package disk

import (
	"io/fs"
	"syscall"
)

func (id *Identity) fromSystem(fi fs.FileInfo) {
	if st, ok := fi.Sys().(*syscall.Stat_t); ok {
		id.Change = st.Ctim.Nano()
		id.Device = uint64(st.Dev)
		id.Inode = st.Ino
	}
}
