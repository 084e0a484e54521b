package rank

import (
	"cmp"
	"encoding/binary"
	"slices"
	"sort"
)

// segment maps terms to the documents that contain them, for consecutive document numbers. In memory it has its
// stored form, which queries read directly. It is immutable.
//
// For any bytes, reading terminates and yields only documents of the segment.
type segment struct {
	first uint32 // the number of its first document
	count uint32 // number of documents
	words table  // words and pairs of them
	names table  // identifiers
	// The identifiers of each document: the distance from the previous position in names, and whether it is defined.
	used   []byte
	usedAt []byte // the offsets of each document's identifiers in used, and the final end: 32 bits each
}

// table holds terms in order, each with its postings.
type table struct {
	heads []byte // for each block: its first term in 64 bits, and its offset in 32
	data  []byte
}

// blockTerms is the number of terms in each block of a table except the last. headSize is the size of a block's head,
// in bytes.
const (
	blockTerms = 16
	headSize   = 12
)

func (s *segment) size() int {
	return len(s.words.heads) + len(s.words.data) + len(s.names.heads) + len(s.names.data) + len(s.used) + len(s.usedAt)
}

func (s *segment) table(t term) *table {
	if t.isName() {
		return &s.names
	}
	return &s.words
}

// row is a term of a table with its postings.
type row struct {
	term     term
	defined  bool   // some document defines it
	postings []byte // its postings
}

// block returns a cursor at the start of a block.
func (t *table) block(i int) cursor {
	head := t.heads[i*headSize:]
	from, to := uint64(binary.LittleEndian.Uint32(head[8:])), uint64(len(t.data))
	if (i+1)*headSize < len(t.heads) {
		to = uint64(binary.LittleEndian.Uint32(t.heads[(i+1)*headSize+8:]))
	}
	if from > to || to > uint64(len(t.data)) {
		return cursor{}
	}
	return cursor{b: t.data[from:to], last: binary.LittleEndian.Uint64(head)}
}

func (t *table) blocks() int { return len(t.heads) / headSize }

// find returns the row of a term; false if the table has none.
func (t *table) find(want term) (row, bool) {
	i := sort.Search(t.blocks(), func(i int) bool { return term(binary.LittleEndian.Uint64(t.heads[i*headSize:])) > want }) - 1
	if i < 0 {
		return row{}, false
	}
	for c := t.block(i); ; {
		r, ok := c.next()
		if !ok || r.term > want {
			return row{}, false
		}
		if r.term == want {
			return r, true
		}
	}
}

// at returns the row at a position.
func (t *table) at(place uint32) (row, bool) {
	if int64(place)/blockTerms >= int64(t.blocks()) {
		return row{}, false
	}
	c := t.block(int(place / blockTerms))
	for range place % blockTerms {
		if _, ok := c.next(); !ok {
			return row{}, false
		}
	}
	return c.next()
}

// cursor reads the rows of a block.
type cursor struct {
	b    []byte
	last uint64
}

// next reads a row: the difference from the previous term, the size of its postings (the lowest bit says whether one
// of them is a definition), and the postings.
func (c *cursor) next() (row, bool) {
	step, n := binary.Uvarint(c.b)
	if n <= 0 {
		return row{}, false
	}
	size, m := binary.Uvarint(c.b[n:])
	if m <= 0 || size>>1 > uint64(len(c.b)-n-m) {
		return row{}, false
	}
	c.last += step
	from := n + m
	to := from + int(size>>1)
	r := row{term(c.last), size&1 == 1, c.b[from:to:to]}
	c.b = c.b[to:]
	return r, true
}

// each calls yield for the postings of a list with their document numbers, in order, until yield returns false.
func (s *segment) each(list []byte, yield func(doc, packed uint32) bool) {
	doc, first := uint64(0), true
	for len(list) > 0 {
		step, n := binary.Uvarint(list)
		if n <= 0 {
			return
		}
		list = list[n:]
		packed := uint64(1) // once, in code: the usual case
		if step&1 == 1 {
			if packed, n = binary.Uvarint(list); n <= 0 {
				return
			}
			list = list[n:]
		}
		step >>= 1
		if doc += step; step >= uint64(s.count) || doc >= uint64(s.count) || step == 0 && !first {
			return
		}
		first = false
		if !yield(s.first+uint32(doc), uint32(packed)&(1<<(3*contentFields)-1)) {
			return
		}
	}
}

// eachName calls yield for the positions in names of a document's identifiers.
func (s *segment) eachName(doc uint32, yield func(place uint32, defined bool)) {
	at := int(doc-s.first) * 4
	from, to := binary.LittleEndian.Uint32(s.usedAt[at:]), binary.LittleEndian.Uint32(s.usedAt[at+4:])
	if from > to || uint64(to) > uint64(len(s.used)) {
		return
	}
	place := uint32(0)
	for b := s.used[from:to]; len(b) > 0; {
		step, n := binary.Uvarint(b)
		if n <= 0 {
			return
		}
		b = b[n:]
		place += uint32(step >> 1)
		yield(place, step&1 == 1)
	}
}

// builder builds a segment from terms in order.
type builder struct {
	words, names tableBuilder
	used         []struct {
		last uint32
		b    []byte
	}
}

type tableBuilder struct {
	table
	n    uint32
	last term
}

func newBuilder(docs int) *builder {
	b := &builder{}
	b.used = make([]struct {
		last uint32
		b    []byte
	}, docs)
	return b
}

// add adds a term greater than all previous ones, with its postings for documents counted from 0.
func (b *builder) add(t term, list []posting, spare []byte) []byte {
	to := &b.words
	if t.isName() {
		to = &b.names
	}
	last, defined := uint32(0), uint64(0)
	for _, p := range list {
		step := uint64(p.doc-last) << 1
		if last = p.doc; p.packed == 1 {
			spare = binary.AppendUvarint(spare, step)
		} else {
			spare = binary.AppendUvarint(binary.AppendUvarint(spare, step|1), uint64(p.packed))
		}
		if !t.isName() {
			continue
		}
		def := uint64(0)
		if levelIn(uint32(p.packed), defField) > 0 {
			def, defined = 1, 1
		}
		u := &b.used[p.doc]
		u.b = binary.AppendUvarint(u.b, uint64(to.n-u.last)<<1|def)
		u.last = to.n
	}
	if to.n%blockTerms == 0 {
		to.heads = binary.LittleEndian.AppendUint64(to.heads, uint64(t))
		to.heads = binary.LittleEndian.AppendUint32(to.heads, uint32(len(to.data)))
		to.last = t
	}
	to.data = binary.AppendUvarint(to.data, uint64(t-to.last))
	to.data = binary.AppendUvarint(to.data, uint64(len(spare))<<1|defined)
	to.data = append(to.data, spare...)
	to.n++
	to.last = t
	return spare[:0]
}

func (b *builder) segment(first uint32) *segment {
	s := &segment{first: first, count: uint32(len(b.used)), words: b.words.clip(), names: b.names.clip()}
	size := 0
	for _, u := range b.used {
		size += len(u.b)
	}
	s.used, s.usedAt = make([]byte, 0, size), make([]byte, 0, 4*(len(b.used)+1))
	for i := range b.used {
		s.usedAt = binary.LittleEndian.AppendUint32(s.usedAt, uint32(len(s.used)))
		s.used = append(s.used, b.used[i].b...)
		b.used[i].b = nil
	}
	s.usedAt = binary.LittleEndian.AppendUint32(s.usedAt, uint32(len(s.used)))
	return s
}

func (t *tableBuilder) clip() table { return table{slices.Clip(t.heads), slices.Clip(t.data)} }

// sortPostings sorts postings by term, then by document. Distributing them by the highest bits first makes it four
// times as fast.
func sortPostings(list []posting) []posting {
	const bits = 12
	var ends [1 << bits]int32
	place := func(p posting) int { return int(p.term >> (57 - bits)) }
	for _, p := range list {
		ends[place(p)]++
	}
	sum := int32(0)
	for i := range ends {
		sum, ends[i] = sum+ends[i], sum
	}
	out := make([]posting, len(list))
	for _, p := range list {
		out[ends[place(p)]] = p
		ends[place(p)]++
	}
	from := int32(0)
	for _, end := range ends {
		slices.SortFunc(out[from:end], func(a, b posting) int {
			if a.term != b.term {
				return cmp.Compare(a.term, b.term)
			}
			return cmp.Compare(a.doc, b.doc)
		})
		from = end
	}
	return out
}

// fill builds a segment, which already has its document range, from its postings.
func (s *segment) fill(list []posting) {
	list = sortPostings(list)
	b := newBuilder(int(s.count))
	var spare []byte
	for len(list) > 0 {
		n := 0
		for n < len(list) && list[n].term == list[0].term {
			list[n].doc -= s.first
			n++
		}
		spare = b.add(list[0].term, list[:n], spare)
		list = list[n:]
	}
	*s = *b.segment(s.first)
}

// mergeSegments merges consecutive segments into one. If keep is not nil, it maps each document to its new number, in
// the same order, and documents without one are dropped.
func mergeSegments(segments []*segment, first uint32, count int, newNumbers []uint32) *segment {
	b := newBuilder(count)
	for _, name := range []bool{false, true} {
		mergeTables(segments, name, func(t term, list []posting, spare []byte) []byte {
			n := 0
			for _, p := range list {
				if newNumbers != nil {
					p.doc = newNumbers[p.doc]
				}
				if p.doc != none {
					p.doc -= first
					list[n] = p
					n++
				}
			}
			if n == 0 {
				return spare
			}
			return b.add(t, list[:n], spare)
		})
	}
	return b.segment(first)
}

// mergeCursor is a position in a segment that is being merged.
type mergeCursor struct {
	s     *segment
	t     *table
	block int
	c     cursor
	row   row
}

// next advances to the next row; false at the end.
func (r *mergeCursor) next() bool {
	for {
		row, ok := r.c.next()
		switch {
		case ok && row.term > r.row.term && row.term.isName() == (r.t == &r.s.names):
			r.row = row
			return true
		case ok: // damaged
		case r.block == r.t.blocks():
			return false
		default:
			r.c = r.t.block(r.block)
			r.block++
		}
	}
}

// mergeTables calls add for each distinct term of all segments, in order.
func mergeTables(segments []*segment, name bool, add func(t term, list []posting, spare []byte) []byte) {
	var heap []*mergeCursor // the least term on top, then the first segment
	less := func(a, b *mergeCursor) bool {
		return a.row.term < b.row.term || a.row.term == b.row.term && a.s.first < b.s.first
	}
	sink := func() {
		for i := 0; ; {
			k := 2*i + 1
			if k >= len(heap) {
				return
			}
			if k+1 < len(heap) && less(heap[k+1], heap[k]) {
				k++
			}
			if !less(heap[k], heap[i]) {
				return
			}
			heap[i], heap[k] = heap[k], heap[i]
			i = k
		}
	}
	for _, s := range segments {
		r := &mergeCursor{s: s, t: &s.words}
		if name {
			r.t = &s.names
		}
		if r.next() {
			heap = append(heap, r)
		}
	}
	slices.SortFunc(heap, func(a, b *mergeCursor) int {
		return cmp.Or(cmp.Compare(a.row.term, b.row.term), cmp.Compare(a.s.first, b.s.first))
	})
	var list []posting
	var spare []byte
	for len(heap) > 0 {
		t := heap[0].row.term
		list = list[:0]
		for len(heap) > 0 && heap[0].row.term == t {
			top := heap[0]
			top.s.each(top.row.postings, func(doc, packed uint32) bool {
				list = append(list, posting{t, doc, uint16(packed)})
				return true
			})
			if !top.next() {
				heap[0] = heap[len(heap)-1]
				heap = heap[:len(heap)-1]
			}
			sink()
		}
		spare = add(t, list, spare)
	}
}
