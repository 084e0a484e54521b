package rank

import (
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"dossier/aggregate/code"
)

// field is a part of a file in which a word can occur.
type field uint8

const (
	bodyField   field = iota // code, and everything else
	defField                 // the names that the file defines
	proseField               // comments and prose
	stringField              // strings
	contentFields

	nameField field = iota - 1 // the file's name without its extension
	pathField                  // its folders
	fields
)

// tally counts occurrences by field.
type tally [contentFields]uint16

func (t *tally) add(f field, n uint16) {
	if t[f] < 1<<16-1-n {
		t[f] += n
	}
}

// record is the analyzed content of a file, independent of its path.
type record struct {
	terms     counter // stemmed words, pairs of them, and whole identifiers as they are written
	lengths   [contentFields]uint32
	generated bool
}

// counter counts terms in a hash table with open addressing, which is reused.
type counter struct {
	terms  []term
	counts []tally
	slots  []int32 // positions in terms plus one; the length is a power of two, at least twice that of terms
	used   []int32 // the occupied slots
}

// of returns the counts of a term, valid until the next call.
func (c *counter) of(t term) *tally {
	if 2*len(c.terms) >= len(c.slots) {
		c.grow()
	}
	i := c.slot(t)
	if c.slots[i] == 0 {
		c.terms, c.counts, c.used = append(c.terms, t), append(c.counts, tally{}), append(c.used, int32(i))
		c.slots[i] = int32(len(c.terms))
	}
	return &c.counts[c.slots[i]-1]
}

// slot returns the slot of a term, or the free one where it belongs.
func (c *counter) slot(t term) int {
	i := int(t>>1) & (len(c.slots) - 1)
	for c.slots[i] != 0 && c.terms[c.slots[i]-1] != t {
		i = (i + 1) & (len(c.slots) - 1)
	}
	return i
}

func (c *counter) grow() {
	c.slots = make([]int32, max(1024, 2*len(c.slots)))
	c.used = c.used[:0]
	for k, t := range c.terms {
		i := int(t>>1) & (len(c.slots) - 1)
		for c.slots[i] != 0 {
			i = (i + 1) & (len(c.slots) - 1)
		}
		c.slots[i] = int32(k + 1)
		c.used = append(c.used, int32(i))
	}
}

func (c *counter) reset() {
	for _, i := range c.used {
		c.slots[i] = 0
	}
	c.terms, c.counts, c.used = c.terms[:0], c.counts[:0], c.used[:0]
}

// pair separates the two words of a pair.
const pair = "+"

// analyzer makes records. It reuses its tables for the next record.
type analyzer struct {
	tokens counter
	texts  []string // of the tokens
	record record
}

// analyzers is a free list of analyzers.
type analyzers struct {
	mu   sync.Mutex
	free []*analyzer
}

func (l *analyzers) get() *analyzer {
	l.mu.Lock()
	defer l.mu.Unlock()
	n := len(l.free)
	if n == 0 {
		return &analyzer{}
	}
	a := l.free[n-1]
	l.free = l.free[:n-1]
	return a
}

func (l *analyzers) put(a *analyzer) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.free = append(l.free, a)
}

// maxTerms is the maximum number of distinct tokens of a file.
const maxTerms = 20_000

// analyze analyzes the text of a file; s may be nil. The record is valid until the next call.
func (a *analyzer) analyze(language, src string, s *code.Structure) *record {
	a.tokens.reset()
	a.texts = a.texts[:0]
	src = src[:min(len(src), maxText)]
	styleOf(language).eachPart(src, func(p textKind, text string) {
		f := [...]field{bodyField, proseField, stringField}[p]
		eachToken(text, func(token string) { a.count(token, f, 1) })
	})
	if s != nil {
		for _, sym := range s.Symbols {
			if sym.Kind != code.Key {
				eachToken(sym.Name, func(token string) { a.count(token, defField, 1) })
			}
		}
	}
	r := &a.record
	r.terms.reset()
	r.lengths, r.generated = [contentFields]uint32{}, isGenerated(src)
	for i, token := range a.texts {
		a.addToken(r, token, a.tokens.terms[i], &a.tokens.counts[i])
	}
	clear(a.texts) // release the source
	return r
}

// count adds n occurrences of a token. Tokens beyond [maxTerms] are ignored.
func (a *analyzer) count(token string, f field, n uint16) {
	known := len(a.texts)
	t := nameTerm(token)
	if known >= maxTerms && a.tokens.slots[a.tokens.slot(t)] == 0 {
		return
	}
	a.tokens.of(t).add(f, n)
	if len(a.tokens.terms) > known {
		a.texts = append(a.texts, token)
	}
}

// addToken adds a token with its words to a record.
func (a *analyzer) addToken(r *record, token string, name term, t *tally) {
	for f, n := range t {
		r.lengths[f] += uint32(n)
	}
	if t[bodyField]+t[defField] > 0 && isWhole(token) {
		*r.terms.of(name) = tally{bodyField: t[bodyField], defField: t[defField]}
	}
	last := term(0)
	eachTerm(token, func(now term) {
		r.terms.of(now).addAll(t)
		if last != 0 {
			r.terms.of(pairTerm(last, now)).addAll(t)
		}
		last = now
	})
}

func (t *tally) addAll(other *tally) {
	for f, n := range other {
		t.add(field(f), n)
	}
}

// pairOf returns the key of two adjacent words of an identifier.
func pairOf(a, b string) string { return a + pair + b }

// eachToken calls yield for the identifiers and words of a text.
func eachToken(s string, yield func(string)) {
	start := -1
	for i := 0; i < len(s); {
		c := s[i]
		size, in := 1, 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c == '_' || c == '$'
		if c >= utf8.RuneSelf {
			var r rune
			r, size = utf8.DecodeRuneInString(s[i:])
			in = unicode.IsLetter(r) || unicode.IsMark(r) || unicode.IsDigit(r)
		}
		if in && start < 0 {
			start = i
		} else if !in && start >= 0 {
			yield(s[start:i])
			start = -1
		}
		i += size
	}
	if start >= 0 {
		yield(s[start:])
	}
}

// isGenerated reports whether the beginning of a text says that a program wrote it.
func isGenerated(src string) bool {
	head := strings.ToLower(src[:min(len(src), 1000)])
	for _, mark := range []string{"code generated", "generated by", "do not edit", "@generated", "auto-generated", "autogenerated", "automatically generated"} {
		if strings.Contains(head, mark) {
			return true
		}
	}
	return false
}
