package tokens

import (
	"unicode"
	"unicode/utf8"
)

// A vocabulary is applied to one piece of the text at a time. The pieces are the matches of its
// pattern, leftmost and first alternative first. That of o200k is
//
//	[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+(?i:'s|'t|'re|'ve|'m|'ll|'d)?
//	[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*(?i:'s|'t|'re|'ve|'m|'ll|'d)?
//	\p{N}{1,3}
//	 ?[^\s\p{L}\p{N}]+[\r\n/]*
//	\s*[\r\n]+
//	\s+(?!\S)
//	\s+
//
// and that of cl100k, in which a contraction is a separate piece and a change of
// case does not split,
//
//	'(?i:[sdmt]|ll|ve|re)
//	[^\r\n\p{L}\p{N}]?+\p{L}++
//	\p{N}{1,3}+
//	 ?[^\s\p{L}\p{N}]++[\r\n]*+
//	\s++$
//	\s*[\r\n]
//	\s+(?!\S)
//	\s
//
// A general regular expression engine processes about 4 MB/s. The hand-written scanners below
// implement the same alternatives in linear time; FuzzCount compares them with the engine.

// class is the class of a character as far as the pattern distinguishes it. The values are bits,
// so that a set in the pattern is a union of classes.
type class uint8

const (
	upper   class = 1 << iota // Lu, Lt
	lower                     // Ll
	letter                    // Lm, Lo: occur on both sides of a change of case
	mark                      // M: like letter, but not in \p{L}
	number                    // N
	newline                   // \r, \n
	space                     // any other white space
	other                     // everything else
)

const (
	alpha  = upper | lower | letter // \p{L}
	head   = upper | letter | mark  // before a change of case
	tail   = lower | letter | mark  // after a change of case
	prefix = mark | space | other   // [^\r\n\p{L}\p{N}]
	symbol = mark | other           // [^\s\p{L}\p{N}]
	blank  = space | newline        // \s
)

// ascii are the classes of the first 128 characters.
var ascii = func() (t [utf8.RuneSelf]class) {
	for r := range rune(utf8.RuneSelf) {
		t[r] = classify(r)
	}
	return t
}()

func classify(r rune) class {
	switch {
	case r == '\r' || r == '\n':
		return newline
	case unicode.IsSpace(r):
		return space
	case unicode.Is(unicode.Ll, r):
		return lower
	case unicode.Is(unicode.Lu, r), unicode.Is(unicode.Lt, r):
		return upper
	case unicode.Is(unicode.L, r):
		return letter
	case unicode.Is(unicode.M, r):
		return mark
	case unicode.Is(unicode.N, r):
		return number
	}
	return other
}

// at returns the class and the length in bytes of the character at s[i], and 0, 0 at the end of
// s. Class 0 is in no set.
func at(s string, i int) (class, int) {
	if i >= len(s) {
		return 0, 0
	}
	if b := s[i]; b < utf8.RuneSelf {
		return ascii[b], 1
	}
	r, n := utf8.DecodeRuneInString(s[i:])
	return classify(r), n
}

// run returns the end of the longest run of set that begins at s[i].
func run(s string, i int, set class) int {
	for {
		c, n := at(s, i)
		if c&set == 0 {
			return i
		}
		i += n
	}
}

// pieceO200k returns the end of o200k's piece that begins at s[i], for i < len(s).
func pieceO200k(s string, i int) int {
	c, n := at(s, i)
	if c&(head|tail) != 0 && c != mark {
		return word(s, i)
	}
	if c == number {
		return digits(s, i)
	}
	if c&prefix != 0 {
		if next, _ := at(s, i+n); next&(head|tail) != 0 {
			if end := cased(s, i+n); end > 0 {
				return contraction(s, end)
			}
			if c != mark {
				return word(s, i+n)
			}
		}
		if c == mark {
			return word(s, i)
		}
	}
	if end := symbols(s, i); end > i {
		for end < len(s) && (s[end] == '\r' || s[end] == '\n' || s[end] == '/') {
			end++
		}
		return end
	}
	return gap(s, i)
}

// pieceCl100k returns the end of cl100k's piece that begins at s[i], for i < len(s).
func pieceCl100k(s string, i int) int {
	if s[i] == '\'' {
		if end := contraction(s, i); end > i {
			return end
		}
	}
	c, n := at(s, i)
	if c == number {
		return digits(s, i)
	}
	if c&(alpha|prefix) != 0 {
		if end := run(s, i+n, alpha); end > i+n || c&alpha != 0 {
			return end
		}
	}
	if end := symbols(s, i); end > i {
		for end < len(s) && (s[end] == '\r' || s[end] == '\n') {
			end++
		}
		return end
	}
	if run(s, i, blank) == len(s) {
		return len(s)
	}
	return gap(s, i)
}

// digits returns the end of the piece of digits that begins at s[i], which is a digit.
func digits(s string, i int) int {
	for range 3 {
		c, n := at(s, i)
		if c != number {
			break
		}
		i += n
	}
	return i
}

// symbols returns the end of the run of symbols at s[i], which may begin with a space; i if there
// is none.
func symbols(s string, i int) int {
	start := i
	if s[i] == ' ' {
		start++
	}
	if end := run(s, start, symbol); end > start {
		return end
	}
	return i
}

// word returns the end of the word at s[i], a letter or a mark, by the first two alternatives
// without their prefix.
func word(s string, i int) int {
	end := cased(s, i)
	if end < 0 {
		end = run(s, run(s, i, head), tail)
	}
	return contraction(s, end)
}

// cased returns the end of head* tail+ at s[i], or -1. If head matches everything, the pattern
// backtracks as little as possible: to the last character in both sets.
func cased(s string, i int) int {
	shared := -1
	for {
		c, n := at(s, i)
		switch {
		case c == upper:
			i += n
		case c&(letter|mark) != 0:
			i += n
			shared = i
		case c == lower:
			return run(s, i, tail)
		default:
			return shared
		}
	}
}

// contraction returns the end of 's, 't, 're, 've, 'm, 'll or 'd at s[i], in either case, or i.
// The long s folds to s.
func contraction(s string, i int) int {
	if i+1 >= len(s) || s[i] != '\'' {
		return i
	}
	second := byte(0)
	if i+2 < len(s) {
		second = s[i+2] | 0x20
	}
	switch s[i+1] | 0x20 {
	case 's', 't', 'm', 'd':
		return i + 2
	case 'r', 'v':
		if second == 'e' {
			return i + 3
		}
	case 'l':
		if second == 'l' {
			return i + 3
		}
	}
	const longS = "ſ"
	if len(s) > i+len(longS) && s[i+1:i+1+len(longS)] == longS {
		return i + 1 + len(longS)
	}
	return i
}

// gap returns the end of the piece of white space at s[i]: up to its last newline; or all of it
// at the end of the text; or all except its last character, which belongs to the following piece,
// unless it has only one.
func gap(s string, i int) int {
	end, last, lastNewline := i, i, -1
	for {
		c, n := at(s, end)
		if c&blank == 0 {
			break
		}
		last = end
		end += n
		if c == newline {
			lastNewline = end
		}
	}
	switch {
	case lastNewline >= 0:
		return lastNewline
	case end < len(s) && last > i:
		return last
	}
	return end
}
