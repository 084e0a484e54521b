package rank

import (
	"cmp"
	"encoding/binary"
	"slices"
	"strings"
	"sync"
)

// dict numbers terms. It only grows, and the indexes that follow each other share it. It is
// safe for concurrent use.
type dict struct {
	mu    sync.RWMutex
	ids   map[string]uint32
	words []string // never changed, only appended to
}

func newDict() *dict { return &dict{ids: map[string]uint32{}} }

// find returns the number of a term; false when no file ever had it.
func (d *dict) find(term string) (uint32, bool) {
	d.mu.RLock()
	defer d.mu.RUnlock()
	id, ok := d.ids[term]
	return id, ok
}

// all returns the terms by their numbers. The caller must not change them.
func (d *dict) all() []string {
	d.mu.RLock()
	defer d.mu.RUnlock()
	return d.words
}

// id returns the number of a term, a new one if need be. The caller holds the lock.
func (d *dict) id(term string) uint32 {
	id, ok := d.ids[term]
	if !ok {
		id = uint32(len(d.words))
		term = strings.Clone(term) // and not the whole source with it
		d.ids[term] = id
		d.words = append(d.words, term)
	}
	return id
}

// doc is what a file says, whatever its path: a [record] with numbers for its terms.
type doc struct {
	language  string
	data      []byte // for each term in the order of the numbers: the step from the one before, then its packed counts
	lengths   [contentFields]uint32
	generated bool
}

// levels are the counts that are told apart, in three bits for each field.
var levels = [8]float64{0, 1, 2, 3, 5, 8, 14, 30}

func levelOf(n uint16) uint32 {
	switch {
	case n <= 3:
		return uint32(n)
	case n <= 6:
		return 4
	case n <= 10:
		return 5
	case n <= 20:
		return 6
	}
	return 7
}

func (t *tally) pack() (packed uint32) {
	for f, n := range t {
		packed |= levelOf(n) << (3 * f)
	}
	return packed
}

func levelIn(packed uint32, f field) uint32 { return packed >> (3 * f) & 7 }

// doc numbers the terms of a record.
func (d *dict) doc(language string, r *record) *doc {
	type term struct{ id, packed uint32 }
	terms := make([]term, 0, len(r.terms))
	d.mu.Lock()
	for w, t := range r.terms {
		terms = append(terms, term{d.id(w), t.pack()})
	}
	d.mu.Unlock()
	slices.SortFunc(terms, func(a, b term) int { return cmp.Compare(a.id, b.id) })
	out := &doc{language: language, lengths: r.lengths, generated: r.generated}
	var b []byte
	last := uint32(0)
	for _, t := range terms {
		b = binary.AppendUvarint(b, uint64(t.id-last))
		b = binary.AppendUvarint(b, uint64(t.packed))
		last = t.id
	}
	out.data = slices.Clip(b)
	return out
}

// each calls yield for the terms of a document in the order of their numbers, until it
// returns false.
func (d *doc) each(yield func(id, packed uint32) bool) {
	id := uint32(0)
	for b := d.data; len(b) > 0; {
		step, n := binary.Uvarint(b)
		packed, m := binary.Uvarint(b[n:])
		b = b[n+m:]
		id += uint32(step)
		if !yield(id, uint32(packed)) {
			return
		}
	}
}

// valid reports whether the data can be read with a dictionary of so many terms.
func (d *doc) valid(terms int) bool {
	id, first := uint64(0), true
	for b := d.data; len(b) > 0; {
		step, n := binary.Uvarint(b)
		if n <= 0 || step == 0 && !first {
			return false
		}
		packed, m := binary.Uvarint(b[n:])
		if m <= 0 || packed >= 1<<(3*contentFields) || step > uint64(terms) {
			return false
		}
		b, first = b[n+m:], false
		if id += step; id >= uint64(terms) {
			return false
		}
	}
	return true
}
