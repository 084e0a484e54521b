package disk

import (
	"io"
	"os"
	"runtime"
	"time"

	"golang.org/x/sys/unix"
)

// beneath opens a name in a folder with one system call, where an [os.Root] needs one per folder
// on the path: this saves a tenth of a build of many files. The kernel follows links only as long
// as they stay below the folder, even if it is modified concurrently. If the kernel refuses or
// lacks the call, the os.Root tries and reports the reason.
func beneath(folder *os.File, name string) (*os.File, bool) {
	d, ok := openBeneath(folder, name, openFlags)
	if !ok {
		return nil, false
	}
	return os.NewFile(uintptr(d), name), true
}

// descriptorBeneath opens a name as beneath does, for reading only.
func descriptorBeneath(folder *os.File, name string) (handle, bool) {
	d, ok := openBeneath(folder, name, openFlags)
	return d, ok
}

// infoBeneath returns the metadata of the target of a name that beneath can open. It needs no permission to
// read the target.
func infoBeneath(folder *os.File, name string) (Info, bool) {
	d, ok := openBeneath(folder, name, unix.O_PATH)
	if !ok {
		return Info{}, false
	}
	defer d.Close()
	info, err := d.Info()
	return info, err == nil
}

func openBeneath(folder *os.File, name string, flags int) (descriptor, bool) {
	fd, err := unix.Openat2(int(folder.Fd()), name, &unix.OpenHow{
		Flags:   uint64(flags | unix.O_CLOEXEC),
		Resolve: unix.RESOLVE_BENEATH | unix.RESOLVE_NO_MAGICLINKS,
	})
	runtime.KeepAlive(folder)
	return descriptor(fd), err == nil
}

// descriptor is a file descriptor. Creating an [os.File] costs two more system calls, to prepare
// non-blocking reads; regular files never block.
type descriptor int

func (d descriptor) Read(p []byte) (int, error) {
	for {
		n, err := unix.Read(int(d), p)
		switch {
		case err == unix.EINTR:
		case err != nil:
			return 0, err
		case n == 0 && len(p) > 0:
			return 0, io.EOF
		default:
			return n, nil
		}
	}
}

func (d descriptor) Close() error { return unix.Close(int(d)) }

func (d descriptor) Info() (Info, error) {
	var st unix.Stat_t
	for {
		if err := unix.Fstat(int(d), &st); err == nil {
			break
		} else if err != unix.EINTR {
			return Info{}, err
		}
	}
	return infoOfSystem(&st), nil
}

// lstatsBeneath is [Root.Lstats] with direct system calls on an open folder.
func (r *Root) lstatsBeneath(dir string, names []string, stats []Stat) bool {
	in, name, err := r.resolve(dir)
	if err != nil {
		return false
	}
	folder, ok := openBeneath(in.folder, name, openFlags)
	if !ok {
		return false
	}
	defer folder.Close()
	folder.lstats(names, stats)
	return true
}

// lstatsIn is [OpenedFolder.Lstats] for a descriptor.
func lstatsIn(folder handle, names []string, stats []Stat) bool {
	d, ok := folder.(descriptor)
	if ok {
		d.lstats(names, stats)
	}
	return ok
}

func (d descriptor) lstats(names []string, stats []Stat) {
	for i, n := range names {
		if !baseName(n) {
			continue
		}
		var st unix.Stat_t
		err := unix.Fstatat(int(d), n, &st, unix.AT_SYMLINK_NOFOLLOW)
		for err == unix.EINTR {
			err = unix.Fstatat(int(d), n, &st, unix.AT_SYMLINK_NOFOLLOW)
		}
		if err == nil {
			stats[i] = Stat{infoOfSystem(&st), st.Mode&0o100 != 0, true}
		}
	}
}

// infoOfSystem converts the system's metadata of a file.
func infoOfSystem(st *unix.Stat_t) Info {
	kind, _ := kindOfRecord(uint8(st.Mode & unix.S_IFMT >> 12))
	i := Info{Kind: kind, Size: st.Size, ModTime: time.Unix(st.Mtim.Unix())}
	i.Identity = Identity{
		Size: i.Size, ModTime: st.Mtim.Nano(), Change: st.Ctim.Nano(), Device: uint64(st.Dev), Inode: st.Ino,
	}
	return i
}
