package rank

import (
	"hash/maphash"
	"sync/atomic"
)

// lexicon caches the terms of written words, so that each word is stemmed about once for all readers. It is safe for
// concurrent use, and a new word evicts another one in its slot. It takes 1 MB; the two values of a lookup are
// adjacent in memory.
type lexicon struct {
	seed  maphash.Seed
	slots [1 << 16]lexiconSlot
}

// lexiconSlot is a 64-bit hash of a word and its term, which is 0 for a non-word. The hash is mixed with the term, so
// that a torn read, which combines halves of different words, matches neither.
type lexiconSlot struct{ mixed, term atomic.Uint64 }

// sharedLexicon is the lexicon shared by all indexes.
var sharedLexicon = lexicon{seed: maphash.MakeSeed()}

// term returns the term of a word from [eachRawWord], or 0 if it is not a word.
func (l *lexicon) term(s string) term {
	hash := maphash.String(l.seed, s) | 1 // differs from the value of an empty slot
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
	eachRawWord(s, func(w string) {
		if t := sharedLexicon.term(w); t != 0 {
			yield(t)
		}
	})
}
