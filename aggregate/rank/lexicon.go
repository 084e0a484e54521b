package rank

import (
	"hash/maphash"
	"strings"
	"sync/atomic"
)

// lexicon keeps the terms of words as they are written, so that each is stemmed about once,
// whoever reads. It is safe for concurrent use, and forgets a word for another one in its
// place: it takes 6 MB at most.
type lexicon struct {
	seed  maphash.Seed
	slots [1 << 16]atomic.Pointer[writtenWord]
}

type writtenWord struct {
	written string
	term    term // 0 for what is no word
}

// written is that of all indexes.
var written = lexicon{seed: maphash.MakeSeed()}

// term returns the term of what [eachWritten] yields; 0 when it is no word.
func (l *lexicon) term(s string) term {
	slot := &l.slots[maphash.String(l.seed, s)%uint64(len(l.slots))]
	if w := slot.Load(); w != nil && w.written == s {
		return w.term
	}
	t := term(0)
	eachWord(s, func(word string) { t = wordTerm(stem(word)) })
	if len(s) <= 2*maxWord {
		slot.Store(&writtenWord{strings.Clone(s), t})
	}
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
