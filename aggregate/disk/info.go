package disk

import (
	"io/fs"
	"time"
)

// Kind is what a name in a folder stands for.
type Kind uint8

// The kinds of names. The zero value is a regular file.
const (
	Regular Kind = iota
	Folder
	Symlink
	Pipe
	Socket
	Device
	Irregular // what the system does not name
)

func (k Kind) String() string {
	switch k {
	case Regular:
		return "regular file"
	case Folder:
		return "folder"
	case Symlink:
		return "symbolic link"
	case Pipe:
		return "pipe"
	case Socket:
		return "socket"
	case Device:
		return "device"
	}
	return "special file"
}

// KindOf returns the kind of a file mode.
func KindOf(mode fs.FileMode) Kind {
	switch {
	case mode.IsRegular():
		return Regular
	case mode.IsDir():
		return Folder
	case mode&fs.ModeSymlink != 0:
		return Symlink
	case mode&fs.ModeNamedPipe != 0:
		return Pipe
	case mode&fs.ModeSocket != 0:
		return Socket
	case mode&fs.ModeDevice != 0:
		return Device
	}
	return Irregular
}

// Info is what a folder knows of a name.
type Info struct {
	Kind     Kind
	Size     int64 // in bytes
	ModTime  time.Time
	Identity Identity
}

// IsDir reports whether the name stands for a folder.
func (i Info) IsDir() bool { return i.Kind == Folder }

// Identity tells the contents of a file apart without reading them: two that are
// equal hold the same bytes. Two that differ may do so too. Where the system has no
// inodes, size and time of modification have to do.
type Identity struct {
	Size    int64
	ModTime int64 // nanoseconds since 1970
	Change  int64 // the same, for the last change of contents or attributes
	Device  uint64
	Inode   uint64
	// Unsettled says that the file changed so shortly before it was read that the
	// clock of its file system may hide one more change. Only [Root.Read] sets it,
	// so that an identity from [Root.Stat] never equals one that has it.
	Unsettled bool
}

// tick is longer than the steps in which file systems on local disks keep time
// (Linux: one to ten milliseconds before version 6.13).
const tick = 50 * time.Millisecond

// unsettled reports whether a change so shortly before now could be hidden.
func (id Identity) unsettled(now time.Time) bool {
	age := now.UnixNano() - max(id.Change, id.ModTime)
	return age < int64(tick) && age > -int64(tick)
}

func infoOf(fi fs.FileInfo) Info {
	i := Info{Kind: KindOf(fi.Mode()), Size: fi.Size(), ModTime: fi.ModTime()}
	i.Identity = Identity{Size: i.Size, ModTime: i.ModTime.UnixNano()}
	i.Identity.fromSystem(fi)
	return i
}
