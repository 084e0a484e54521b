package git

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Entry is one file of the index.
type Entry struct {
	Path  string // slash-separated, relative to the repository's root; a sparse index's collapsed folder ends with a slash
	Mode  uint32 // as stored in the index
	ID    ID
	Stage uint8 // 0; in a conflict 1 for the common ancestor, 2 for ours, 3 for theirs

	// The file's metadata when its content was last the same, truncated to 32 bits.
	Size                      uint32
	ModTime, ModNano          uint32
	ChangeTime, ChangeNano    uint32
	Inode                     uint32
	AssumeValid, SkipWorktree bool
	IntentToAdd               bool // git add -N: the path is tracked, its content is not
}

// IsFolder reports whether the entry is a collapsed folder of a sparse index.
func (e Entry) IsFolder() bool { return e.Mode == 0o040000 }

// Entries is the index with the file metadata. The zero value is empty.
type Entries struct {
	List []Entry // by path, then by stage
	// Time is when the index was written. A file that changed later may still have
	// its old metadata.
	Time time.Time
	// Trees are the folders whose files in the index are exactly those of a tree, by
	// path; "" is the root.
	Trees map[string]CachedTree
}

// CachedTree is a folder of the index that is identical to a tree.
type CachedTree struct {
	ID    ID
	Count int // number of entries in it
}

// Range returns the entries below a folder as a range of List; "" is the root.
func (x Entries) Range(folder string) (low, high int) { return x.RangeIn(folder, 0, len(x.List)) }

// RangeIn is [Entries.Range] for entries known to be in a range.
func (x Entries) RangeIn(folder string, from, to int) (low, high int) {
	if folder == "" {
		return from, to
	}
	prefix := folder + "/"
	low, _ = slices.BinarySearchFunc(x.List[from:to], prefix, func(e Entry, prefix string) int { return strings.Compare(e.Path, prefix) })
	low += from
	// Most folders are small, so the end is searched with growing steps.
	high = low
	for step := 1; step > 0; {
		if high+step <= to && strings.HasPrefix(x.List[high+step-1].Path, prefix) {
			high, step = high+step, step*2
		} else {
			step /= 2
		}
	}
	return low, high
}

// ReadEntries reads the index, up to 256 MiB, and the shared index that a split
// index is based on. A repository without an index has no entries.
func (r Repository) ReadEntries() (Entries, error) {
	x, err := r.readEntries()
	if err != nil {
		return Entries{}, fmt.Errorf("%s: %w", filepath.Join(r.GitDir, "index"), err)
	}
	return x, nil
}

func (r Repository) readEntries() (Entries, error) {
	data, err := readOptional(r.GitDir, "index", indexLimit)
	if data == nil || err != nil {
		return Entries{}, err
	}
	x, base, err := parseEntries(data)
	if err != nil {
		return Entries{}, err
	}
	if info, err := os.Lstat(filepath.Join(r.GitDir, "index")); err == nil {
		x.Time = info.ModTime()
	}
	if base == nil {
		return x, nil
	}
	shared, err := ReadIn(r.GitDir, "sharedindex."+base.base.String(), indexLimit)
	if err != nil {
		return Entries{}, fmt.Errorf("the index is split, and its other half cannot be read; git update-index --no-split-index joins them: %w", err)
	}
	sharedEntries, sharedSplit, err := parseEntries(shared)
	if err == nil && sharedSplit != nil {
		err = damaged("its shared half is split too")
	}
	if err != nil {
		return Entries{}, err
	}
	x.List, err = base.join(sharedEntries.List, x.List)
	return x, err
}

// parseEntries parses an index, and its differences from the index that it is based
// on; nil if it is complete by itself.
func parseEntries(data []byte) (Entries, *split, error) {
	sizes, err := checkHeader(data)
	if err != nil {
		return Entries{}, nil, err
	}
	for _, size := range sizes {
		var x Entries
		var base *split
		if x, base, err = parseEntriesOf(data[:len(data)-size], size); err == nil {
			return x, base, nil
		}
	}
	return Entries{}, nil, err
}

func parseEntriesOf(data []byte, hash int) (Entries, *split, error) {
	r := reader{rest: data[headerSize:], version: binary.BigEndian.Uint32(data[4:]), hash: hash}
	count := int64(binary.BigEndian.Uint32(data[8:]))
	if count*int64(r.minEntrySize()) > int64(len(r.rest)) {
		return Entries{}, nil, errShort
	}
	x := Entries{List: make([]Entry, 0, count)}
	type span struct{ start, end int }
	spans := make([]span, 0, count)
	for range count {
		raw, before := r.rest, len(r.names)
		if err := r.next(); err != nil {
			return Entries{}, nil, err
		}
		e := parseEntry(raw, hash)
		if bytes.Equal(r.names[r.last:before], r.names[before:]) && len(x.List) > 0 {
			r.names = r.names[:before] // a conflict has an entry for each side
		} else {
			r.last = before
		}
		spans = append(spans, span{r.last, len(r.names)})
		x.List = append(x.List, e)
	}
	names := string(r.names)
	for i := range x.List {
		x.List[i].Path = names[spans[i].start:spans[i].end]
	}
	base, err := x.extensions(r.rest, hash)
	if err != nil {
		return Entries{}, nil, err
	}
	for i, e := range x.List {
		if e.Path == "" && base == nil {
			return Entries{}, nil, damaged("an entry has no name")
		}
		if i > 0 && x.List[i-1].Path != "" && compareEntries(x.List[i-1], e) >= 0 {
			return Entries{}, nil, damaged("its names are not in order")
		}
	}
	return x, base, nil
}

func compareEntries(a, b Entry) int {
	switch {
	case a.Path < b.Path:
		return -1
	case a.Path > b.Path:
		return 1
	}
	return int(a.Stage) - int(b.Stage)
}

// parseEntry parses the fields before the name; raw has at least the minimum length of an entry.
func parseEntry(raw []byte, hash int) Entry {
	word := func(i int) uint32 { return binary.BigEndian.Uint32(raw[4*i:]) }
	flags := binary.BigEndian.Uint16(raw[statSize+hash:])
	e := Entry{
		ChangeTime: word(0), ChangeNano: word(1), ModTime: word(2), ModNano: word(3), Inode: word(5), Mode: word(6), Size: word(9),
		ID: IDOf(raw[statSize : statSize+hash]), Stage: uint8(flags >> 12 & 3), AssumeValid: flags&0x8000 != 0,
	}
	if flags&extendedFlag != 0 {
		more := binary.BigEndian.Uint16(raw[statSize+hash+2:])
		e.SkipWorktree, e.IntentToAdd = more&0x4000 != 0, more&0x2000 != 0
	}
	return e
}

// split is the difference of an index from the one that it is based on.
type split struct {
	base             ID
	removed, changed []bool // by entry index there
}

// extensions parses the data after the entries.
func (x *Entries) extensions(data []byte, hash int) (*split, error) {
	all := data
	var base *split
	for len(data) >= 8 {
		name, size := string(data[:4]), int64(binary.BigEndian.Uint32(data[4:]))
		if size > int64(len(data)-8) {
			return nil, damaged("an extension is cut off")
		}
		body := data[8 : 8+size]
		switch name {
		case "TREE":
			x.Trees = map[string]CachedTree{}
			if _, ok := x.trees(body, "", hash, 0); !ok {
				x.Trees = nil // optional: cached trees only save work
			}
		case "link":
			var ok bool
			if base, ok = parseSplit(body, hash); !ok {
				return nil, damaged("how it is split cannot be read")
			}
		}
		data = data[8+size:]
	}
	if err := checkExtensions(all); err != nil && !errors.Is(err, ErrSplit) {
		return nil, err
	}
	if base != nil && base.base.IsNull() {
		base = nil
	}
	return base, nil
}

// trees parses a folder of the cached trees and its subfolders.
func (x *Entries) trees(data []byte, path string, hash, depth int) ([]byte, bool) {
	name, rest, ok := bytes.Cut(data, []byte{0})
	line, rest, ok2 := bytes.Cut(rest, []byte("\n"))
	entries, subtrees, ok3 := bytes.Cut(line, []byte{' '})
	count, err := strconv.Atoi(string(entries))
	folders, err2 := strconv.Atoi(string(subtrees))
	if !ok || !ok2 || !ok3 || err != nil || err2 != nil || folders < 0 || depth > 4096 || len(x.Trees) > 1<<20 {
		return nil, false
	}
	if len(name) > 0 {
		if path != "" {
			path += "/"
		}
		path += string(name)
	}
	if count >= 0 {
		if len(rest) < hash {
			return nil, false
		}
		x.Trees[path] = CachedTree{IDOf(rest[:hash]), count}
		rest = rest[hash:]
	}
	for range folders {
		if rest, ok = x.trees(rest, path, hash, depth+1); !ok {
			return nil, false
		}
	}
	return rest, true
}

func parseSplit(data []byte, hash int) (*split, bool) {
	if len(data) < hash {
		return nil, false
	}
	s := &split{base: IDOf(data[:hash])}
	if data = data[hash:]; len(data) == 0 {
		return s, true
	}
	var ok, ok2 bool
	s.removed, data, ok = parseBitmap(data)
	s.changed, _, ok2 = parseBitmap(data)
	return s, ok && ok2
}

// maxBits is the maximum size of a bitmap: no index has as many entries.
const maxBits = 1 << 24

// parseBitmap parses a bitmap in the EWAH format: 64-bit words, where a marker gives the number of
// repetitions of a word of equal bits and the number of literal words that follow.
func parseBitmap(data []byte) (bits []bool, rest []byte, ok bool) {
	if len(data) < 12 {
		return nil, nil, false
	}
	size, words := int(binary.BigEndian.Uint32(data)), int(binary.BigEndian.Uint32(data[4:]))
	if size > maxBits || words > (len(data)-12)/8 {
		return nil, nil, false
	}
	rest = data[8+8*words+4:]
	bits = make([]bool, 0, size)
	for i := 0; i < words; {
		marker := binary.BigEndian.Uint64(data[8+8*i:])
		i++
		for range min(int(marker>>1&(1<<32-1))*64, size-len(bits)) {
			bits = append(bits, marker&1 != 0)
		}
		for range min(int(marker>>33), words-i) {
			word := binary.BigEndian.Uint64(data[8+8*i:])
			i++
			for bit := range 64 {
				if len(bits) < size {
					bits = append(bits, word>>bit&1 != 0)
				}
			}
		}
	}
	return bits, rest, true
}

// join returns the entries of both halves. The split half begins with entries
// without names, which replace changed entries of the shared half.
func (s *split) join(shared, own []Entry) ([]Entry, error) {
	var out []Entry
	for i, e := range shared {
		if i < len(s.removed) && s.removed[i] {
			continue
		}
		if i < len(s.changed) && s.changed[i] {
			if len(own) == 0 || own[0].Path != "" {
				return nil, damaged("its halves do not belong together")
			}
			path := e.Path
			e, own = own[0], own[1:]
			e.Path = path
		}
		out = append(out, e)
	}
	out = append(out, own...)
	slices.SortStableFunc(out, compareEntries)
	for i, e := range out {
		if e.Path == "" || i > 0 && compareEntries(out[i-1], e) == 0 {
			return nil, damaged("its halves do not belong together")
		}
	}
	return out, nil
}
