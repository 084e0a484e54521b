package gitrepo

import (
	"bytes"
	"crypto/sha1" //nolint:gosec // git's own checksum
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"strings"
)

// Index is the set of tracked paths. The zero value tracks nothing.
type Index struct {
	files map[string]struct{}
	dirs  map[string]struct{}
}

// Tracked reports whether a path, or for a folder anything in it, is tracked. Paths
// are relative to the repository's root and separated by slashes.
func (x Index) Tracked(path string, dir bool) bool {
	if dir {
		if _, ok := x.dirs[path]; ok {
			return true
		}
	}
	_, ok := x.files[path] // a sub-module is tracked as if it were a file
	return ok
}

// Len returns how many paths are tracked.
func (x Index) Len() int { return len(x.files) }

// ErrSplit is an index that keeps its entries in another file, which is not read.
var ErrSplit = errors.New("the index is split over two files, so it is not known which files are tracked; git update-index --no-split-index joins it")

// ReadIndex reads the index of a repository. A repository without one tracks nothing.
func (r Repository) ReadIndex() (Index, error) {
	file := filepath.Join(r.GitDir, "index")
	data, err := read(file, indexLimit)
	if errors.Is(err, fs.ErrNotExist) {
		return Index{}, nil
	}
	if err != nil {
		return Index{}, err
	}
	x, err := ParseIndex(data)
	if err != nil {
		return Index{}, fmt.Errorf("%s: %w", file, err)
	}
	return x, nil
}

// The layout of an index, as git's index-format document gives it.
const (
	headerSize   = 12
	statSize     = 40 // times, device, inode, mode, owner, size
	extendedFlag = 0x4000
	nameMask     = 0x0fff
)

// ParseIndex reads an index of version 2, 3 or 4, with SHA-1 or SHA-256.
func ParseIndex(data []byte) (Index, error) {
	if len(data) < headerSize || string(data[:4]) != "DIRC" {
		return Index{}, errors.New("not an index of git")
	}
	version, count := binary.BigEndian.Uint32(data[4:]), binary.BigEndian.Uint32(data[8:])
	if version < 2 || version > 4 {
		return Index{}, fmt.Errorf("an index of version %d is not known", version)
	}
	hash, ok := hashSize(data)
	if !ok {
		return Index{}, errors.New("the index is damaged: its checksum is wrong")
	}
	x, rest, err := parseEntries(data[headerSize:len(data)-hash], version, count, hash)
	if err != nil {
		return Index{}, err
	}
	return x, extensions(rest)
}

// hashSize tells by the checksum at the end which hash the index uses. An index that
// was written without one ends in zeroes, and could use either; it is taken as SHA-1.
func hashSize(data []byte) (int, bool) {
	for _, size := range []int{sha1.Size, sha256.Size} {
		if len(data) < headerSize+size {
			continue
		}
		body, sum := data[:len(data)-size], data[len(data)-size:]
		var want []byte
		if size == sha1.Size {
			s := sha1.Sum(body) //nolint:gosec // git's own checksum
			want = s[:]
		} else {
			s := sha256.Sum256(body)
			want = s[:]
		}
		if bytes.Equal(sum, want) {
			return size, true
		}
	}
	size := sha1.Size
	return size, len(data) >= headerSize+size && len(bytes.Trim(data[len(data)-size:], "\x00")) == 0
}

var errShort = errors.New("the index is damaged: it ends within an entry")

func parseEntries(data []byte, version, count uint32, hash int) (Index, []byte, error) {
	least := statSize + hash + 2 + 1
	if int64(count)*int64(least) > int64(len(data)) {
		return Index{}, nil, errShort
	}
	x := Index{files: make(map[string]struct{}, count), dirs: map[string]struct{}{}}
	previous := ""
	for range count {
		if len(data) < least {
			return Index{}, nil, errShort
		}
		at := statSize + hash
		flags := binary.BigEndian.Uint16(data[at:])
		at += 2
		if flags&extendedFlag != 0 {
			if version < 3 {
				return Index{}, nil, errors.New("the index is damaged: version 2 has no extended entries")
			}
			at += 2
		}
		if at > len(data) {
			return Index{}, nil, errShort
		}
		name, size, err := entryName(data[at:], previous, version)
		if err != nil {
			return Index{}, nil, err
		}
		end := at + size
		if version < 4 {
			end = (end + 8) &^ 7 // padded with one to eight zeroes
		} else {
			end++
		}
		if end > len(data) {
			return Index{}, nil, errShort
		}
		if int(flags&nameMask) < nameMask && int(flags&nameMask) != len(name) {
			return Index{}, nil, errors.New("the index is damaged: a name has another length than its entry says")
		}
		data, previous = data[end:], name
		x.add(strings.TrimSuffix(name, "/")) // of a sparse index, a folder
	}
	return x, data, nil
}

// entryName returns the name of an entry and how many bytes it takes, without the zero
// behind it. Version 4 gives how much of the name before to cut, and what follows.
func entryName(data []byte, previous string, version uint32) (string, int, error) {
	cut, used := uint64(0), 0
	if version == 4 {
		var err error
		if cut, used, err = offset(data); err != nil {
			return "", 0, err
		}
		if cut > uint64(len(previous)) {
			return "", 0, errors.New("the index is damaged: a name is shorter than what is cut from it")
		}
		previous = previous[:len(previous)-int(cut)]
	} else {
		previous = ""
	}
	end := bytes.IndexByte(data[used:], 0)
	if end < 0 {
		return "", 0, errShort
	}
	return previous + string(data[used:used+end]), used + end, nil
}

// offset reads a number as pack files spell offsets.
func offset(data []byte) (uint64, int, error) {
	var n uint64
	for i, c := range data {
		if i == 9 {
			break
		}
		if i > 0 {
			n++
		}
		n = n<<7 | uint64(c&0x7f)
		if c&0x80 == 0 {
			return n, i + 1, nil
		}
	}
	return 0, 0, errShort
}

func (x Index) add(name string) {
	x.files[name] = struct{}{}
	for dir := path.Dir(name); dir != "." && dir != "/"; dir = path.Dir(dir) {
		if _, ok := x.dirs[dir]; ok {
			return
		}
		x.dirs[dir] = struct{}{}
	}
}

// extensions looks for the one that moves entries elsewhere.
func extensions(data []byte) error {
	for len(data) >= 8 {
		size := binary.BigEndian.Uint32(data[4:])
		if string(data[:4]) == "link" {
			return ErrSplit
		}
		if int64(size) > int64(len(data)-8) {
			return errors.New("the index is damaged: an extension is cut off")
		}
		data = data[8+size:]
	}
	return nil
}
