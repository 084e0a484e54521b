package tokens

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Seam reports whether the counts of left and right, in any vocabulary, are certain to add up to
// the count of left+right; see the package comment. Empty text always does.
func Seam(left, right string) bool {
	if left == "" || right == "" {
		return true
	}
	if end := left[len(left)-1]; end != '\n' && end != '\r' {
		return false
	}
	r, _ := utf8.DecodeRuneInString(right)
	return r != '/' && !unicode.IsSpace(r)
}

// splits reports whether no token can span the end of left and the start of right:
// at a [Seam], and also before a slash if the newline follows a letter or digit. The
// o200k pattern includes slashes only after punctuation, and such a newline is a
// separate piece, so a comment after the opening line of a fence starts a new piece.
func splits(left, right string) bool {
	if Seam(left, right) {
		return true
	}
	if !strings.HasSuffix(left, "\n") || !strings.HasPrefix(right, "/") {
		return false
	}
	before, _ := utf8.DecodeLastRuneInString(left[:len(left)-1])
	return before != utf8.RuneError && (unicode.IsLetter(before) || unicode.IsDigit(before))
}
