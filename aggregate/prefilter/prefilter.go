// Package prefilter finds the words that a text must contain for a regular expression to match.
// Searching for them is some hundred times as fast as running the expression.
package prefilter

import (
	"bytes"
	"regexp/syntax"
	"strings"
	"unicode"
)

// Filter is a list of words, at least one of which is in every match of an expression. The zero
// Filter is empty.
type Filter struct{ words []word }

type word struct {
	text string
	fold bool // text is ASCII in lower case and matches in any case
}

// Of returns the filter of an expression. It is empty if the expression is invalid.
func Of(expr string) Filter {
	parsed, err := syntax.Parse(expr, syntax.Perl)
	if err != nil {
		return Filter{}
	}
	return Filter{wordsOf(parsed)}
}

// May reports whether the expression may match in a text. If it is false, the expression does not
// match.
func (f Filter) May(text []byte) bool {
	for _, w := range f.words {
		if w.fold && containsFold(text, w.text) || !w.fold && bytes.Contains(text, []byte(w.text)) {
			return true
		}
	}
	return len(f.words) == 0
}

// Blind reports whether the filter is empty and accepts every text.
func (f Filter) Blind() bool { return len(f.words) == 0 }

func wordsOf(e *syntax.Regexp) []word {
	switch e.Op {
	case syntax.OpLiteral:
		if e.Flags&syntax.FoldCase != 0 {
			return folded(e.Rune)
		}
		return []word{{text: string(e.Rune)}}
	case syntax.OpCapture, syntax.OpPlus:
		return wordsOf(e.Sub[0])
	case syntax.OpRepeat:
		if e.Min > 0 {
			return wordsOf(e.Sub[0])
		}
	case syntax.OpAlternate:
		var all []word
		for _, sub := range e.Sub {
			words := wordsOf(sub)
			if len(words) == 0 {
				return nil
			}
			all = append(all, words...)
		}
		return all
	case syntax.OpConcat:
		var best []word
		for _, sub := range e.Sub {
			words := wordsOf(sub)
			if n, most := shortest(words), shortest(best); n > most || n == most && len(words) < len(best) {
				best = words
			}
		}
		return best
	}
	return nil
}

// folded returns the longest part of a case-insensitive literal that only ASCII can match: ſ also
// matches s, and the Kelvin sign k.
func folded(literal []rune) []word {
	var best, part []rune
	for _, c := range literal {
		if !plain(c) {
			part = nil
			continue
		}
		if part = append(part, unicode.ToLower(c)); len(part) > len(best) {
			best = part
		}
	}
	if len(best) == 0 {
		return nil
	}
	return []word{{string(best), true}}
}

// plain reports whether a rune and all its case variants are ASCII.
func plain(c rune) bool {
	for other := unicode.SimpleFold(c); other != c; other = unicode.SimpleFold(other) {
		if other > unicode.MaxASCII {
			return false
		}
	}
	return c <= unicode.MaxASCII
}

// containsFold reports whether a text contains a word, ignoring ASCII case.
func containsFold(text []byte, word string) bool {
	first := word[0]
	for at := 0; at+len(word) <= len(text); at++ {
		if lower(text[at]) == first && equalFold(text[at:at+len(word)], word) {
			return true
		}
	}
	return false
}

func equalFold(text []byte, word string) bool {
	for i := range len(word) {
		if lower(text[i]) != word[i] {
			return false
		}
	}
	return true
}

func lower(c byte) byte {
	if 'A' <= c && c <= 'Z' {
		c |= 'a' - 'A'
	}
	return c
}

// shortest returns the length of the shortest word in bytes; 0 if there are none.
func shortest(words []word) int {
	length := 0
	for i, w := range words {
		if i == 0 || len(w.text) < length {
			length = len(w.text)
		}
	}
	return length
}

// Scan finds the occurrences of a filter's words in one text, from beginning to end.
// It is not safe for concurrent use.
type Scan struct {
	words []word
	text  string
	next  []int // next known occurrence of each word; len(text) if there is none
}

// Scan starts a search for the words of f in a text.
func (f Filter) Scan(text string) *Scan {
	s := &Scan{words: f.words, text: text, next: make([]int, len(f.words))}
	for i := range s.next {
		s.next[i] = -1
	}
	return s
}

// Next returns the first occurrence of any word at or after from, or len(text) if
// there is none. The values of from must not decrease.
func (s *Scan) Next(from int) int {
	first := len(s.text)
	for i, w := range s.words {
		if s.next[i] < from {
			if s.next[i] = len(s.text); from < len(s.text) {
				if at := w.index(s.text[from:]); at >= 0 {
					s.next[i] = from + at
				}
			}
		}
		first = min(first, s.next[i])
	}
	return first
}

// index returns the index of the word's first occurrence in a text, or -1.
func (w word) index(text string) int {
	if !w.fold {
		return strings.Index(text, w.text)
	}
	rare := rarest(w.text)
	small, large := w.text[rare], w.text[rare]
	if 'a' <= small && small <= 'z' {
		large -= 'a' - 'A'
	}
	at := [2]int{-1, -1} // the next index of either case
	for from := rare; from < len(text); {
		for i, c := range [2]byte{small, large} {
			if at[i] < from {
				if at[i] = strings.IndexByte(text[from:], c); at[i] < 0 {
					at[i] = len(text)
				} else {
					at[i] += from
				}
			}
		}
		from = min(at[0], at[1])
		if start := from - rare; start+len(w.text) <= len(text) && equalFoldString(text[start:start+len(w.text)], w.text) {
			return start
		}
		from++
	}
	return -1
}

// common lists letters by their frequency in code and prose, most frequent first.
const common = "etaoinsrlcdupmhfgybv_wxkjqz"

// rarest returns the index of the byte of a word that is least frequent in texts.
func rarest(word string) int {
	best, rank := 0, -2
	for i := range len(word) {
		r := strings.IndexByte(common, word[i])
		if r < 0 {
			r = len(common) // digits and punctuation
		}
		if r > rank {
			best, rank = i, r
		}
	}
	return best
}

func equalFoldString(text, word string) bool {
	for i := range len(word) {
		if lower(text[i]) != word[i] {
			return false
		}
	}
	return true
}
