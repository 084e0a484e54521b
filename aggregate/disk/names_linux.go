package disk

import (
	"cmp"
	"context"
	"encoding/binary"
	"slices"
	"strings"

	"golang.org/x/sys/unix"
)

// Layout of a record of getdents64(2).
const (
	recordLength = 16 // offset of its length, in two bytes
	recordType   = 18
	recordName   = 19
	minRecord    = 24 // a name of up to four bytes, and its terminating zero
)

// readNames reads directory records directly: they contain the kind of each name, for which the
// standard library would need another call.
func readNames(ctx context.Context, f handle, limit int) (names []Name, more bool, err error) {
	if d, ok := f.(descriptor); ok {
		names, more, err = readRecords(ctx, int(d), limit)
	} else if conn, failed := f.(systemFile).SyscallConn(); failed != nil {
		err = failed
	} else if failed := conn.Control(func(fd uintptr) { names, more, err = readRecords(ctx, int(fd), limit) }); err == nil {
		err = failed
	}
	if err != nil {
		return nil, false, err
	}
	slices.SortFunc(names, func(a, b Name) int { return cmp.Compare(a.Name, b.Name) })
	return names, more, nil
}

// readRecords returns the names in an open folder in directory order, at most limit unless that
// is 0.
func readRecords(ctx context.Context, fd, limit int) (names []Name, more bool, err error) {
	buf := make([]byte, 32<<10)
	for !more {
		if err := ctx.Err(); err != nil {
			return nil, false, err
		}
		n, err := unix.Getdents(fd, buf)
		if err == unix.EINTR {
			continue
		}
		if err != nil {
			return nil, false, err
		}
		if n <= 0 {
			break
		}
		names = slices.Grow(names, n/minRecord)
		all := string(buf[:n]) // the names are substrings of it
		for at := 0; len(all)-at > recordName && !more; {
			length := int(binary.NativeEndian.Uint16(buf[at+recordLength:]))
			if length <= recordName || length > len(all)-at {
				return nil, false, unix.EIO
			}
			name, _, _ := strings.Cut(all[at+recordName:at+length], "\x00")
			kind, ok := kindOfRecord(buf[at+recordType])
			at += length
			if name == "." || name == ".." {
				continue
			}
			if more = limit > 0 && len(names) == limit; more {
				continue
			}
			if !ok {
				// The file system does not report the kind.
				var st unix.Stat_t
				if unix.Fstatat(fd, name, &st, unix.AT_SYMLINK_NOFOLLOW) != nil {
					continue // it has been removed
				}
				kind, _ = kindOfRecord(uint8(st.Mode & unix.S_IFMT >> 12))
			}
			names = append(names, Name{name, kind})
		}
	}
	return names, more, nil
}

// kindOfRecord returns the kind of a record; record types are the upper bits of a mode.
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
