package text

import (
	"strings"
	"unicode"
)

// OneLine returns s on one line: runs of white space and control characters become a space, and
// both ends are trimmed.
func OneLine(s string) string {
	if isOneLine(s) {
		return s
	}
	return strings.Join(strings.FieldsFunc(s, func(r rune) bool {
		return unicode.IsSpace(r) || unicode.IsControl(r)
	}), " ")
}

// isOneLine reports whether OneLine would not change a text of printable ASCII, the common case.
func isOneLine(s string) bool {
	before := byte(' ')
	for i := range len(s) {
		if s[i] < ' ' || s[i] >= 0x7f || s[i] == ' ' && before == ' ' {
			return false
		}
		before = s[i]
	}
	return before != ' '
}
