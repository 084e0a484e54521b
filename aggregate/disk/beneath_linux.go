package disk

import (
	"os"
	"runtime"

	"golang.org/x/sys/unix"
)

// beneath opens a name in a folder by one call of the system, where an [os.Root] makes
// one for each folder on the way: a tenth of a build of many files. The system follows
// links only as long as they stay below the folder, whatever moves meanwhile. Where it
// refuses, or does not know the call, the os.Root tries, and says why not.
func beneath(folder *os.File, name string) (*os.File, bool) {
	fd, err := unix.Openat2(int(folder.Fd()), name, &unix.OpenHow{
		Flags:   uint64(openFlags | unix.O_CLOEXEC),
		Resolve: unix.RESOLVE_BENEATH | unix.RESOLVE_NO_MAGICLINKS,
	})
	runtime.KeepAlive(folder)
	if err != nil {
		return nil, false
	}
	return os.NewFile(uintptr(fd), name), true
}
