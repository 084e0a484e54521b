package rank

import (
	"slices"
	"strings"
)

// term identifies a word, a pair of adjacent words, or a whole identifier: 56 bits of a hash, and a bit that is set
// for an identifier. Among five million terms, a collision occurs once in some thousand projects; then each of the
// two is found where the other one occurs.
type term uint64

// wordTerm and nameTerm return the terms of a stemmed word and of an identifier, pairTerm that of two words.
func wordTerm(word string) term  { return newTerm(sum(word), 0) }
func nameTerm(ident string) term { return newTerm(sum(ident)+1, 1) }
func pairTerm(a, b term) term    { return newTerm(uint64(a)*0x9e3779b97f4a7c15^uint64(b), 0) }

// isName reports whether the term is an identifier.
func (t term) isName() bool { return t&1 == 1 }

// newTerm spreads a number over all bits (the last step of MurmurHash3).
func newTerm(h, kind uint64) term {
	h ^= h >> 33
	h *= 0xff51afd7ed558ccd
	h ^= h >> 33
	h *= 0xc4ceb9fe1a85ec53
	h ^= h >> 33
	return term(h>>8<<1 | kind)
}

// sum returns the FNV-1a hash of s.
func sum(s string) uint64 {
	h := uint64(14695981039346656037)
	for i := range len(s) {
		h = (h ^ uint64(s[i])) * 1099511628211
	}
	return h
}

// termOf returns the term of a question's word, pair or identifier.
func termOf(s string, name bool) term {
	if name {
		return nameTerm(s)
	}
	if a, b, ok := strings.Cut(s, pair); ok {
		return pairTerm(wordTerm(a), wordTerm(b))
	}
	return wordTerm(s)
}

// doc is a content, independent of paths. Its terms are in a [segment], under its number.
type doc struct {
	number    uint32
	key       key
	lengths   [contentFields]uint32
	generated bool
}

// none is the number of documents that are not text.
const none = 1<<32 - 1

// levels are the distinguishable counts, stored in three bits for each field.
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

// posting is the occurrence of a term in a document.
type posting struct {
	term   term
	doc    uint32
	packed uint16 // the counts by field
}

// postings appends the postings of a document to a list.
func (r *record) postings(list []posting, number uint32) []posting {
	list = slices.Grow(list, len(r.terms.terms))
	for i, t := range r.terms.terms {
		list = append(list, posting{t, number, uint16(r.terms.counts[i].pack())})
	}
	return list
}
