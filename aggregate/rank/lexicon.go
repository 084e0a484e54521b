package rank

import (
	"hash/maphash"
	"sync/atomic"
)

// lexicon keeps the terms of words as they are written, so that each is stemmed about once,
// whoever reads. It is safe for concurrent use, and forgets a word for another one in its
// place: it takes 1 MB, next to each other what one look needs.
type lexicon struct {
	seed  maphash.Seed
	slots [1 << 16]writtenWord
}

// writtenWord is a hash of a word, of 64 bits, and its term; 0 for what is no word. The hash is mixed with
// the term, so that two halves of different words, as a reader may see them, are taken for neither.
type writtenWord struct{ mixed, term atomic.Uint64 }

// written is that of all indexes.
var written = lexicon{seed: maphash.MakeSeed()}

// term returns the term of what [eachWritten] yields; 0 when it is no word.
func (l *lexicon) term(s string) term {
	hash := maphash.String(l.seed, s) | 1 // not that of a slot without a word
	slot := &l.slots[hash>>48]
	if t := slot.term.Load(); slot.mixed.Load()^t == hash {
		return term(t)
	}
	t := term(0)
	eachWord(s, func(word string) { t = wordTerm(stem(word)) })
	slot.term.Store(uint64(t))
	slot.mixed.Store(uint64(t) ^ hash)
	return t
}

// eachTerm calls yield for the terms of the words of an identifier or a text.
func eachTerm(s string, yield func(term)) {
	eachWritten(s, func(w string) {
		if t := written.term(w); t != 0 {
			yield(t)
		}
	})
}
