package history

import (
	"bufio"
	"bytes"
	"compress/zlib"
	"context"
	"io"
	"os"
	"slices"
	"strings"

	"dossier/aggregate/gitrepo"
)

const (
	maxObject   = 8 << 20 // bytes of a commit, a tree or a delta
	maxInflated = 4 << 30 // bytes of all objects together
	maxChain    = 300     // deltas in a row
	maxPacks    = 200
	keptBytes   = 24 << 20 // of objects that may be asked for again, twice
)

// kind is the type of an object, as packs number it.
type kind byte

const (
	commitObject kind = 1
	treeObject   kind = 2
	offsetDelta  kind = 6
	namedDelta   kind = 7
)

// store reads the objects of a repository. It is not safe for concurrent use.
type store struct {
	ctx   context.Context
	root  *os.Root
	packs []*pack // where the last object was found comes first

	left    int64 // bytes that may still be inflated
	zip     io.ReadCloser
	in      *bufio.Reader
	section section
	kept    kept
}

// openStore opens the packs of a repository, whose folder is root.
func openStore(ctx context.Context, root *os.Root) *store {
	s := &store{ctx: ctx, root: root, left: maxInflated}
	s.in = bufio.NewReaderSize(&s.section, 4<<10)
	dir, err := root.Open("objects/pack")
	if err != nil {
		return s
	}
	defer dir.Close()
	names, _ := dir.Readdirnames(20 * maxPacks)
	slices.Sort(names)
	for _, name := range names {
		base, ok := strings.CutSuffix(name, ".idx")
		if !ok || len(s.packs) == maxPacks || s.ended() {
			continue
		}
		if p := openPack(root, "objects/pack/"+base); p != nil {
			s.packs = append(s.packs, p)
		}
	}
	return s
}

func (s *store) close() {
	for _, p := range s.packs {
		p.close()
	}
}

// ended reports whether nothing more may be read.
func (s *store) ended() bool { return s.left <= 0 || s.ctx.Err() != nil }

// read returns an object of a kind, which the caller must not change; nil when it is not there
// or cannot be read.
func (s *store) read(id ID, want kind) []byte {
	if s.ended() {
		return nil
	}
	for i, p := range s.packs {
		at, ok := p.find(id)
		if !ok {
			continue
		}
		if i > 0 {
			copy(s.packs[1:i+1], s.packs[:i])
			s.packs[0] = p
		}
		if got, data := s.packed(p, at); got == want {
			return data
		}
		return nil
	}
	return s.loose(id, want)
}

// packed reads what lies at an offset of a pack, with the deltas that it is made of. Kind 0 is
// what cannot be read.
func (s *store) packed(p *pack, at int64) (kind, []byte) {
	var deltas [][]byte
	var starts []int64
	got, data := kind(0), []byte(nil)
	for {
		if o, ok := s.kept.get(place{p, at}); ok {
			got, data = o.kind, o.data
			break
		}
		if len(deltas) > maxChain || s.ended() {
			return 0, nil
		}
		k, size, base, ok := s.head(p, at)
		if !ok {
			return 0, nil
		}
		body := s.inflate(s.in, size)
		if body == nil {
			return 0, nil
		}
		starts = append(starts, at)
		if k != offsetDelta && k != namedDelta {
			got, data = k, body
			break
		}
		deltas = append(deltas, body)
		at = base
	}
	for i := len(starts) - 1; i >= 0; i-- {
		if i < len(deltas) {
			if data = s.apply(data, deltas[i]); data == nil {
				return 0, nil
			}
		}
		s.kept.put(place{p, starts[i]}, object{got, data})
	}
	return got, data
}

// head reads what stands before the content of an object in a pack: its kind and size, and
// where the base of a delta begins. The content is what is left in s.in.
func (s *store) head(p *pack, at int64) (k kind, size, base int64, ok bool) {
	if at < 12 || at >= p.size {
		return 0, 0, 0, false
	}
	s.section = section{p.pack, at, p.size}
	s.in.Reset(&s.section)
	b, err := s.in.ReadByte()
	k, size = kind(b>>4&7), int64(b&15)
	for shift := 4; err == nil && b&0x80 != 0; shift += 7 {
		if shift > 40 {
			return 0, 0, 0, false
		}
		b, err = s.in.ReadByte()
		size |= int64(b&0x7f) << shift
	}
	if err != nil || size > maxObject {
		return 0, 0, 0, false
	}
	switch k {
	case commitObject, treeObject:
		return k, size, 0, true
	case offsetDelta:
		back := int64(-1)
		for more := true; more; more = b&0x80 != 0 {
			if b, err = s.in.ReadByte(); err != nil || back > 1<<48 {
				return 0, 0, 0, false
			}
			back = (back+1)<<7 | int64(b&0x7f)
		}
		return k, size, at - back, back > 0
	case namedDelta:
		var id ID
		if _, err := io.ReadFull(s.in, id[:]); err != nil {
			return 0, 0, 0, false
		}
		base, ok = p.find(id)
		return k, size, base, ok
	}
	return 0, 0, 0, false
}

// section reads a part of a file.
type section struct {
	file    *os.File
	at, end int64
}

func (r *section) Read(b []byte) (int, error) {
	if r.at >= r.end {
		return 0, io.EOF
	}
	n, err := r.file.ReadAt(b[:min(int64(len(b)), r.end-r.at)], r.at)
	if r.at += int64(n); n > 0 {
		err = nil
	}
	return n, err
}

// inflate reads exactly size bytes; nil when there are less.
func (s *store) inflate(from io.Reader, size int64) []byte {
	if s.left -= size + 64; s.left <= 0 || !s.unzip(from) {
		return nil
	}
	// A size is believed only as far as there is content.
	data := make([]byte, 0, min(size, 64<<10))
	for int64(len(data)) < size {
		if len(data) == cap(data) {
			data = slices.Grow(data, int(min(int64(len(data)), size-int64(len(data)))))
		}
		n, err := s.zip.Read(data[len(data):min(int64(cap(data)), size)])
		if data = data[:len(data)+n]; err != nil && int64(len(data)) < size {
			return nil
		}
	}
	return data
}

func (s *store) unzip(from io.Reader) bool {
	var err error
	if s.zip == nil {
		s.zip, err = zlib.NewReader(from)
	} else {
		err = s.zip.(zlib.Resetter).Reset(from, nil)
	}
	return err == nil
}

// apply makes an object of its base and a delta; nil when that is damaged.
func (s *store) apply(base, delta []byte) []byte {
	from, delta := number(delta)
	size, delta := number(delta)
	if from != uint64(len(base)) || size > maxObject {
		return nil
	}
	if s.left -= int64(size); s.left <= 0 {
		return nil
	}
	out := make([]byte, 0, min(int(size), len(base)+len(delta))) // a delta can copy the same again and again
	for len(delta) > 0 {
		op := delta[0]
		if delta = delta[1:]; op&0x80 == 0 {
			if op == 0 || int(op) > len(delta) || len(out)+int(op) > int(size) {
				return nil
			}
			out, delta = append(out, delta[:op]...), delta[op:]
			continue
		}
		var at, n int
		for i := range 7 {
			if op>>i&1 == 0 {
				continue
			}
			if len(delta) == 0 {
				return nil
			}
			if i < 4 {
				at |= int(delta[0]) << (8 * i)
			} else {
				n |= int(delta[0]) << (8 * (i - 4))
			}
			delta = delta[1:]
		}
		if n == 0 {
			n = 0x10000
		}
		if at < 0 || at > len(base) || n > len(base)-at || len(out)+n > int(size) {
			return nil
		}
		out = append(out, base[at:at+n]...)
	}
	if len(out) != int(size) {
		return nil
	}
	return out
}

// number reads one of a delta, seven bits in a byte, the lowest first. One that does not end
// is larger than any size.
func number(b []byte) (n uint64, rest []byte) {
	for i, c := range b {
		if i > 6 {
			break
		}
		if n |= uint64(c&0x7f) << (7 * i); c&0x80 == 0 {
			return n, b[i+1:]
		}
	}
	return 1 << 62, nil
}

// loose reads an object from a file of its own.
func (s *store) loose(id ID, want kind) []byte {
	hex := id.String()
	f, _, err := gitrepo.Open(s.root, "objects/"+hex[:2]+"/"+hex[2:])
	if err != nil {
		return nil
	}
	defer f.Close()
	s.in.Reset(f)
	if !s.unzip(s.in) {
		return nil
	}
	head := make([]byte, 0, 32)
	for len(head) < cap(head) {
		if _, err := io.ReadFull(s.zip, head[len(head):len(head)+1]); err != nil {
			return nil
		}
		if head = head[:len(head)+1]; head[len(head)-1] == 0 {
			break
		}
	}
	name, digits, _ := bytes.Cut(head[:len(head)-1], []byte{' '})
	if string(name) != (map[kind]string{commitObject: "commit", treeObject: "tree"})[want] {
		return nil
	}
	size := int64(0)
	for _, d := range digits {
		if size = 10*size + int64(d-'0'); d < '0' || d > '9' || size > maxObject {
			return nil
		}
	}
	if s.left -= size + 64; s.left <= 0 {
		return nil
	}
	data, err := io.ReadAll(io.LimitReader(s.zip, size))
	if err != nil || int64(len(data)) != size {
		return nil
	}
	return data
}

// place is where an object begins.
type place struct {
	pack *pack
	at   int64
}

type object struct {
	kind kind
	data []byte
}

// kept holds what was read last: deltas lead to the same bases again and again.
type kept struct {
	now, before map[place]object
	size        int
}

func (k *kept) get(at place) (object, bool) {
	o, ok := k.now[at]
	if !ok {
		if o, ok = k.before[at]; ok {
			k.put(at, o)
		}
	}
	return o, ok
}

func (k *kept) put(at place, o object) {
	if k.now == nil || k.size > keptBytes {
		k.before, k.now, k.size = k.now, map[place]object{}, 0
	}
	k.now[at] = o
	k.size += len(o.data) + 64
}
