package tokens

import (
	"unicode"
	"unicode/utf8"
)

// Seam reports whether the counts of left and right are sure to add up to the count of
// left+right: see the package's comment. Empty text adds nothing, so it always joins.
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
