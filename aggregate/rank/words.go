package rank

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxWord bounds a word, in bytes: what is longer is data.
const maxWord = 40

// eachWord calls yield for the words of an identifier or a text in lower case. They are split
// at all that is no letter and no digit, and where the case changes, so that HTTPServer is
// http and server. Digits belong to the letters before them: utf8, v4, http2. Single letters
// and numbers are no words.
func eachWord(s string, yield func(word string)) {
	eachWritten(s, func(written string) {
		if w := strings.ToLower(written); 1 < len(w) && len(w) <= maxWord && !isNumber(w) {
			yield(w)
		}
	})
}

// eachWritten calls yield for what may be words, as they are written.
func eachWritten(s string, yield func(written string)) {
	for len(s) > 0 {
		n := wordEnd(s)
		if n == 0 {
			_, n = utf8.DecodeRuneInString(s)
		} else {
			yield(s[:n])
		}
		s = s[n:]
	}
}

// wordEnd returns where the word ends that s begins with; 0 where none begins.
func wordEnd(s string) int {
	const (
		none = iota
		lower
		upper
		digit
	)
	before, end := none, 0 // what the rune before was, and where it ends
	start := 0             // where it begins
	run := 0               // of capitals
	for i, r := range s {
		kind := lower
		switch {
		case 'a' <= r && r <= 'z':
		case unicode.IsUpper(r):
			kind = upper
		case unicode.IsDigit(r):
			kind = digit
		case !unicode.IsLetter(r):
			return end
		}
		switch {
		case kind == upper && (before == lower || before == digit):
			return end
		case kind == lower && before == upper && run > 1:
			return start // the last capital begins the next word
		}
		if run++; kind != upper {
			run = 0
		}
		before, start, end = kind, i, i+utf8.RuneLen(r)
	}
	return end
}

func isNumber(s string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool { return r < '0' || '9' < r })
}
