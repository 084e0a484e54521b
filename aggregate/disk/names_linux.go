package disk

import (
	"bytes"
	"cmp"
	"context"
	"encoding/binary"
	"os"
	"slices"

	"golang.org/x/sys/unix"
)

// The layout of a record of getdents64(2).
const (
	recordLength = 16 // where its length stands, in two bytes
	recordType   = 18
	recordName   = 19
)

// readNames reads the records of a folder themselves: they hold the kind of each name,
// for which the standard library would ask again.
func readNames(ctx context.Context, f *os.File, limit int) (names []Name, more bool, err error) {
	conn, err := f.SyscallConn()
	if err != nil {
		return nil, false, err
	}
	buf := make([]byte, 32<<10)
	var failed error
	err = conn.Control(func(fd uintptr) {
		for !more && failed == nil {
			if failed = ctx.Err(); failed != nil {
				return
			}
			n, err := unix.Getdents(int(fd), buf)
			if err == unix.EINTR {
				continue
			}
			if err != nil || n <= 0 {
				failed = err
				return
			}
			for rest := buf[:n]; len(rest) > recordName && !more; {
				length := int(binary.NativeEndian.Uint16(rest[recordLength:]))
				if length <= recordName || length > len(rest) {
					failed = unix.EIO
					return
				}
				record := rest[:length]
				rest = rest[length:]
				name, _, _ := bytes.Cut(record[recordName:], []byte{0})
				if string(name) == "." || string(name) == ".." {
					continue
				}
				if more = limit > 0 && len(names) == limit; more {
					continue
				}
				kind, ok := kindOfRecord(record[recordType])
				if !ok {
					// The file system does not say.
					var st unix.Stat_t
					if unix.Fstatat(int(fd), string(name), &st, unix.AT_SYMLINK_NOFOLLOW) != nil {
						continue // it went
					}
					kind, _ = kindOfRecord(uint8(st.Mode & unix.S_IFMT >> 12))
				}
				names = append(names, Name{string(name), kind})
			}
		}
	})
	if err == nil {
		err = failed
	}
	if err != nil {
		return nil, false, err
	}
	slices.SortFunc(names, func(a, b Name) int { return cmp.Compare(a.Name, b.Name) })
	return names, more, nil
}

// kindOfRecord returns the kind of a record, whose types are the upper bits of a mode.
func kindOfRecord(t uint8) (Kind, bool) {
	switch t {
	case unix.DT_REG:
		return Regular, true
	case unix.DT_DIR:
		return Folder, true
	case unix.DT_LNK:
		return Symlink, true
	case unix.DT_FIFO:
		return Pipe, true
	case unix.DT_SOCK:
		return Socket, true
	case unix.DT_BLK, unix.DT_CHR:
		return Device, true
	case unix.DT_UNKNOWN:
		return Irregular, false
	}
	return Irregular, true
}
