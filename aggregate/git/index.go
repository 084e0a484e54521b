package git

import (
	"bytes"
	"crypto/sha1"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"path/filepath"
	"sort"
	"strings"
)

// Index is the set of tracked paths. The zero value is empty.
type Index struct {
	names string   // all names, concatenated in byte order
	ends  []uint32 // end of each name in names
}

// Tracked reports whether a path, or for a folder anything in it, is tracked. Paths
// are relative to the repository's root and slash-separated. A submodule is tracked;
// its contents are not. In a sparse index, everything in a collapsed folder counts
// as tracked.
func (x Index) Tracked(path string, dir bool) bool {
	if path == "" {
		return len(x.ends) > 0
	}
	// A submodule is tracked as if it were a file.
	if i := x.search(path); i < len(x.ends) && x.name(i) == path {
		return true
	}
	if dir {
		if i := x.search(path + "/"); i < len(x.ends) && strings.HasPrefix(x.name(i), path+"/") {
			return true
		}
	}
	for i, c := range path {
		if c != '/' {
			continue
		}
		folder := path[:i+1] // as a sparse index stores it
		if i := x.search(folder); i < len(x.ends) && x.name(i) == folder {
			return true
		}
	}
	return false
}

// Len returns the number of tracked paths.
func (x Index) Len() int { return len(x.ends) }

func (x Index) name(i int) string {
	start := uint32(0)
	if i > 0 {
		start = x.ends[i-1]
	}
	return x.names[start:x.ends[i]]
}

// search returns the position of the first name that is not less than the given one.
func (x Index) search(name string) int {
	return sort.Search(len(x.ends), func(i int) bool { return x.name(i) >= name })
}

// ErrSplit reports that the entries of an index are in another file, if only one file is given.
var ErrSplit = errors.New("the index is split over two files, so it is not known which files are tracked; git update-index --no-split-index joins it")

// ReadIndex reads the index of a repository, up to 256 MiB. Without an index,
// nothing is tracked.
func (r Repository) ReadIndex() (Index, error) {
	data, err := readOptional(r.GitDir, "index", indexLimit)
	if data == nil || err != nil {
		return Index{}, err
	}
	x, err := ParseIndex(data)
	if errors.Is(err, ErrSplit) {
		var joined Entries
		if joined, err = r.ReadEntries(); err == nil {
			return joined.names(), nil
		}
	}
	if err != nil {
		return Index{}, fmt.Errorf("%s: %w", filepath.Join(r.GitDir, "index"), err)
	}
	return x, nil
}

// names returns the set of the paths.
func (x Entries) names() Index {
	var all strings.Builder
	ends := make([]uint32, 0, len(x.List))
	for i, e := range x.List {
		if i > 0 && e.Path == x.List[i-1].Path {
			continue
		}
		all.WriteString(e.Path)
		ends = append(ends, uint32(all.Len()))
	}
	return Index{names: all.String(), ends: ends}
}

// The layout of an index, from git's index-format document.
const (
	headerSize   = 12
	statSize     = 40 // times, device, inode, mode, owner, size
	extendedFlag = 0x4000
	lengthMask   = 0x0fff // longer names have this value
)

// namesLimit is the maximum size of all names of an index of version 4, in bytes.
const namesLimit = 256 << 20

// ParseIndex parses an index of version 2, 3 or 4, with SHA-1 or SHA-256. Its names
// may have 256 MiB in total: version 4 stores a name as the difference from the
// previous one, so a small file could expand to any size. It returns [ErrSplit], or
// an error that says what is wrong with the data.
func ParseIndex(data []byte) (Index, error) {
	sizes, err := checkHeader(data)
	if err != nil {
		return Index{}, err
	}
	var x Index
	for _, size := range sizes {
		if x, err = parseIndex(data[:len(data)-size], size); err == nil {
			break
		}
	}
	return x, err
}

// checkHeader returns the possible hash sizes of an index.
func checkHeader(data []byte) ([]int, error) {
	if len(data) < headerSize || string(data[:4]) != "DIRC" {
		return nil, errors.New("this is not an index of git; remove .git/index and run git reset, which makes it again")
	}
	if version := binary.BigEndian.Uint32(data[4:]); version < 2 || version > 4 {
		return nil, fmt.Errorf("an index of version %d is not known, so it is not known which files are tracked; git update-index --index-version 4 converts it", version)
	}
	sizes := hashSizes(data)
	if len(sizes) == 0 {
		return nil, damaged("its checksum is wrong")
	}
	return sizes, nil
}

func damaged(why string) error {
	return fmt.Errorf("the index is damaged: %s; git status may repair it", why)
}

// hashSizes determines the hash of an index by the checksum at its end. An index
// written without a checksum ends with zeroes and may use either hash.
func hashSizes(data []byte) []int {
	body, sum, ok := cutEnd(data, sha256.Size)
	if want := sha256.Sum256(body); ok && bytes.Equal(sum, want[:]) {
		return []int{sha256.Size}
	}
	unsummed := ok && allZero(sum)
	body, sum, ok = cutEnd(data, sha1.Size)
	want := sha1.Sum(body)
	switch {
	case !ok:
		return nil
	case bytes.Equal(sum, want[:]):
		return []int{sha1.Size}
	case unsummed:
		return []int{sha1.Size, sha256.Size}
	case allZero(sum):
		return []int{sha1.Size}
	}
	return nil
}

// cutEnd removes n bytes from the end of data. It returns false if this would remove part of the header.
func cutEnd(data []byte, n int) (body, end []byte, ok bool) {
	if len(data) < headerSize+n {
		return nil, nil, false
	}
	return data[:len(data)-n], data[len(data)-n:], true
}

func allZero(data []byte) bool { return len(bytes.Trim(data, "\x00")) == 0 }

// parseIndex parses an index without its checksum.
func parseIndex(data []byte, hash int) (Index, error) {
	r := reader{rest: data[headerSize:], version: binary.BigEndian.Uint32(data[4:]), hash: hash}
	count := int64(binary.BigEndian.Uint32(data[8:]))
	if count*int64(r.minEntrySize()) > int64(len(r.rest)) {
		return Index{}, errShort
	}
	ends := make([]uint32, 0, count)
	for range count {
		before := len(r.names)
		if err := r.next(); err != nil {
			return Index{}, err
		}
		switch order := bytes.Compare(r.names[r.last:before], r.names[before:]); {
		case len(r.names) == before:
			r.last, r.nameless = before, true
		case order > 0:
			return Index{}, damaged("its names are not in order")
		case order == 0:
			r.names = r.names[:before] // a conflict has an entry for each side
		default:
			r.last = before
			ends = append(ends, uint32(len(r.names)))
		}
	}
	switch err := checkExtensions(r.rest); {
	case err != nil:
		return Index{}, err
	case r.nameless:
		return Index{}, damaged("an entry has no name")
	}
	return Index{names: string(r.names), ends: ends}, nil
}

// reader parses the entries of an index one by one.
type reader struct {
	rest      []byte
	version   uint32
	hash      int    // size of a hash
	names     []byte // names so far, concatenated
	last      int    // start of the last name
	nameBytes int    // bytes of all names, including those of conflicts
	nameless  bool   // an entry has no name, as in one half of a split index
}

var errShort = damaged("it ends within an entry")

// minEntrySize returns the minimum size of an entry: the fields of fixed size and the zero
// byte after the name.
func (r *reader) minEntrySize() int { return statSize + r.hash + 2 + 1 }

// next appends the name of the next entry to the names.
func (r *reader) next() error {
	if len(r.rest) < r.minEntrySize() {
		return errShort
	}
	at := statSize + r.hash
	flags := binary.BigEndian.Uint16(r.rest[at:])
	at += 2
	if flags&extendedFlag != 0 {
		if r.version < 3 {
			return damaged("an entry has flags that version 2 does not know")
		}
		at += 2
	}
	var prefix []byte // common prefix with the previous name
	if r.version == 4 && at <= len(r.rest) {
		cut, n := offset(r.rest[at:])
		if n == 0 {
			return errShort
		}
		if prefix = r.names[r.last:]; cut > uint64(len(prefix)) {
			return damaged("more is cut from a name than it has")
		}
		prefix = prefix[:len(prefix)-int(cut)]
		at += n
	}
	if at > len(r.rest) {
		return errShort
	}
	added := bytes.IndexByte(r.rest[at:], 0)
	if added < 0 {
		return errShort
	}
	length := len(prefix) + added
	if recorded := int(flags & lengthMask); recorded < lengthMask && recorded != length {
		return damaged("a name has another length than its entry says")
	}
	if r.nameBytes += length; r.nameBytes > namesLimit {
		return damaged("its names take more than 256 MiB")
	}
	end := at + added + 1
	if r.version < 4 {
		end = (at + added + 8) &^ 7 // an entry ends with up to eight zero bytes
	}
	if end > len(r.rest) {
		return errShort
	}
	r.names = append(append(r.names, prefix...), r.rest[at:at+added]...)
	r.rest = r.rest[end:]
	return nil
}

// offset parses a number in the offset encoding of pack files and returns its size;
// the size is 0 if the number is incomplete.
func offset(data []byte) (value uint64, size int) {
	for i, c := range data[:min(len(data), 9)] {
		if i > 0 {
			value++
		}
		value = value<<7 | uint64(c&0x7f)
		if c&0x80 == 0 {
			return value, i + 1
		}
	}
	return 0, 0
}

// checkExtensions checks the extensions after the entries. An extension whose name
// begins with a capital letter is optional. Of the others, "sdir" means that folders
// may be entries, and "link" that there are entries in another file.
func checkExtensions(data []byte) error {
	for len(data) >= 8 {
		name, size := string(data[:4]), int64(binary.BigEndian.Uint32(data[4:]))
		switch {
		case name == "link":
			return ErrSplit
		case name != "sdir" && (name[0] < 'A' || name[0] > 'Z'):
			return fmt.Errorf("the index needs the extension %q, which is not known here, so it is not known which files are tracked", name)
		case size > int64(len(data)-8):
			return damaged("an extension is cut off")
		}
		data = data[8+size:]
	}
	return nil
}
