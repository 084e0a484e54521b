package tokens

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Seam reports whether the counts of left and right, in any vocabulary, are sure to add up to the
// count of left+right: see the package's comment. Empty text adds nothing, so it always joins.
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

// splits reports whether a token can never reach over the end of left into right: at
// a [Seam], and also before a slash where the newline follows a letter or digit. For the
// o200k pattern takes slashes only behind punctuation, and such a newline is a piece of
// its own: so a comment below a fence's language begins anew.
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
