package disk

import (
	"io/fs"
	"time"
)

// Kind is the kind of a directory entry.
type Kind uint8

// Kinds of directory entries. The zero value is a regular file.
const (
	Regular Kind = iota
	Folder
	Symlink
	Pipe
	Socket
	Device
	Irregular // unknown to the system
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

// Info is the metadata of a directory entry.
type Info struct {
	Kind     Kind
	Size     int64 // in bytes
	ModTime  time.Time
	Identity Identity
}

// IsDir reports whether the entry is a folder.
func (i Info) IsDir() bool { return i.Kind == Folder }

// Identity identifies a version of a file without reading it: two files with equal identities
// have the same content. The converse does not hold. On systems without inodes, it consists of
// size and modification time.
type Identity struct {
	Size    int64
	ModTime int64 // Unix nanoseconds
	Change  int64 // Unix nanoseconds of the last change of contents or attributes
	Device  uint64
	Inode   uint64
	// Unsettled is set if the file changed so shortly before it was read that the resolution of
	// its file system's clock may hide another change. Only [Root.Read] sets it, so that an
	// identity from [Root.Stat] never equals an unsettled one.
	Unsettled bool
}

// tick is longer than the time resolution of local file systems (on Linux one to ten milliseconds
// before version 6.13).
const tick = 50 * time.Millisecond

// unsettled reports whether a change just before now could be hidden.
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
