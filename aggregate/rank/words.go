package rank

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxWord is the maximum length of a word, in bytes; longer ones are data.
const maxWord = 40

// eachWord calls yield for the words of an identifier or a text, in lower case. Words are split at everything except
// letters and digits, and at changes of case, so that HTTPServer is http and server. Digits belong to the letters
// before them: utf8, v4, http2. Single letters and numbers are not words.
func eachWord(s string, yield func(word string)) {
	eachRawWord(s, func(raw string) {
		if w := strings.ToLower(raw); 1 < len(w) && len(w) <= maxWord && !isNumber(w) {
			yield(w)
		}
	})
}

// eachRawWord calls yield for possible words, as they are written.
func eachRawWord(s string, yield func(raw string)) {
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

// wordEnd returns the end of the word at the beginning of s, or 0 if there is none.
func wordEnd(s string) int {
	const (
		none = iota
		lower
		upper
		digit
	)
	before, end := none, 0 // the kind of the previous rune, and its end
	start := 0             // its beginning
	run := 0               // the number of capitals in a row
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
