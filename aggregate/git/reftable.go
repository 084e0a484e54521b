package git

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io/fs"
	"path/filepath"
	"strings"
)

// TableRef is a ref in a reftable: either an object or the name of another ref.
type TableRef struct {
	ID     ID     // the tag object for an annotated tag
	Target string // target of a symbolic ref; empty otherwise
}

const (
	maxTables     = 64 << 20  // bytes of all tables of a stack
	maxTableNames = 128 << 20 // bytes of their names: omitted prefixes could expand a small table to any size
	maxTableCount = 1000
	tableReads    = 5 // attempts to read a stack that changes meanwhile
)

// ReadTables returns the refs in the reftables of a git folder, by full name. For each name, the newest
// table takes precedence. The format is that of Documentation/technical/reftable of git 2.45 and later,
// versions 1 (SHA-1) and 2 (SHA-256). A folder without tables has no refs. The error is one sentence.
func ReadTables(gitDir string, hash Hash) (map[string]TableRef, error) {
	for n := 1; ; n++ {
		refs, err := readStack(gitDir, hash)
		// git merges tables into a new one, lists that one and removes the old ones.
		if !errors.Is(err, fs.ErrNotExist) || n == tableReads {
			return refs, err
		}
	}
}

func readStack(gitDir string, hash Hash) (map[string]TableRef, error) {
	list, err := readOptional(gitDir, "reftable/tables.list", listLimit)
	if err != nil {
		return nil, err
	}
	names := strings.Fields(string(list))
	if len(names) > maxTableCount {
		return nil, fmt.Errorf("the refs are in more than %d tables; git refs optimize joins them", maxTableCount)
	}
	s := stack{hash: hash, refs: map[string]TableRef{}}
	left := int64(maxTables)
	for _, name := range names {
		if filepath.Base(name) != name || !filepath.IsLocal(name) || strings.ContainsAny(name, `/\:`) {
			return nil, errors.New("the list of tables of refs is damaged; git refs verify says more")
		}
		data, err := ReadIn(gitDir, "reftable/"+name, left)
		if err != nil {
			return nil, err
		}
		left -= int64(len(data))
		if err := s.add(data); err != nil {
			return nil, fmt.Errorf("the table of refs %s: %w; git refs verify says more", name, err)
		}
	}
	return s.refs, nil
}

// stack merges tables, from the oldest to the newest.
type stack struct {
	hash      Hash
	refs      map[string]TableRef
	nameBytes int // bytes of the names so far
}

var (
	errDamagedTable = errors.New("it is damaged")
	errTooManyNames = errors.New("it has too many refs, or their names are too long")
)

// tableSizes are the sizes of the header and the footer, by version.
var tableSizes = map[byte]struct{ header, footer int }{1: {24, 68}, 2: {28, 72}}

// add adds the refs of a table. Ref blocks come first; the indexes and logs after them are not needed.
func (s *stack) add(data []byte) error {
	if len(data) < 5 || string(data[:4]) != "REFT" {
		return errDamagedTable
	}
	sizes, ok := tableSizes[data[4]]
	if !ok {
		return fmt.Errorf("it has version %d, which is not known here", data[4])
	}
	end := len(data) - sizes.footer
	if end < sizes.header || !bytes.Equal(data[:sizes.header], data[end:end+sizes.header]) ||
		crc32.ChecksumIEEE(data[end:len(data)-4]) != binary.BigEndian.Uint32(data[len(data)-4:]) {
		return errDamagedTable
	}
	if (data[4] == 2 && string(data[24:28]) == "s256") != (s.hash == SHA256) {
		return errors.New("it names objects by another hash than the repository")
	}
	size, last := uint24(data[5:]), ""
	for at, head := 0, sizes.header; at+head+4 <= end && data[at+head] == 'r'; head = 0 {
		length := uint24(data[at+head+1:])
		if length < head+6 || at+length > end {
			return errDamagedTable
		}
		block := data[at : at+length]
		restarts := length - 2 - 3*int(binary.BigEndian.Uint16(block[length-2:]))
		if restarts < head+4 {
			return errDamagedTable
		}
		if err := s.block(block[head+4:restarts], &last); err != nil {
			return err
		}
		if at += length; length < size && at < end && data[at] == 0 { // blocks may be padded to a common size
			at += size - length
		}
	}
	return nil
}

// block adds the records of a block. Names ascend across all blocks of a table; last is the previous name.
func (s *stack) block(records []byte, last *string) error {
	r := tableReader{rest: records}
	name := ""
	for len(r.rest) > 0 {
		prefix := r.number()
		suffix := r.number()
		kind := suffix & 7
		if prefix > uint64(len(name)) {
			return errDamagedTable
		}
		name = name[:prefix] + string(r.take(suffix>>3))
		r.number() // update index
		var ref TableRef
		switch kind {
		case 0: // deleted
		case 1:
			ref.ID = r.id(s.hash)
		case 2:
			ref.ID = r.id(s.hash)
			r.id(s.hash) // the object that the tag refers to
		case 3:
			ref.Target = string(r.take(r.number()))
		default:
			return errDamagedTable
		}
		if r.failed || name <= *last {
			return errDamagedTable
		}
		*last = name
		if s.nameBytes += len(name) + len(ref.Target); s.nameBytes > maxTableNames {
			return errTooManyNames
		}
		if kind == 0 {
			delete(s.refs, name)
		} else {
			s.refs[name] = ref
		}
	}
	return nil
}

// tableReader parses records. It sets failed when data is missing.
type tableReader struct {
	rest   []byte
	failed bool
}

// number parses a variable-length number: seven bits per byte, the highest first.
func (r *tableReader) number() uint64 {
	var n uint64
	for i, c := range r.rest {
		if i > 0 {
			n++
		}
		if n >= 1<<56 {
			break
		}
		if n = n<<7 | uint64(c&0x7f); c&0x80 == 0 {
			r.rest = r.rest[i+1:]
			return n
		}
	}
	r.failed, r.rest = true, nil
	return 0
}

func (r *tableReader) take(n uint64) []byte {
	if n > uint64(len(r.rest)) {
		r.failed, r.rest = true, nil
		return nil
	}
	taken := r.rest[:n]
	r.rest = r.rest[n:]
	return taken
}

func (r *tableReader) id(hash Hash) ID { return IDOf(r.take(uint64(hash.Size()))) }

func uint24(b []byte) int { return int(b[0])<<16 | int(b[1])<<8 | int(b[2]) }
