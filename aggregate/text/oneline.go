package text

import (
	"strings"
	"unicode"
)

// OneLine returns s on one line: runs of white space and control characters are a space,
// and there is none at either end.
func OneLine(s string) string {
	if isOneLine(s) {
		return s
	}
	return strings.Join(strings.FieldsFunc(s, func(r rune) bool {
		return unicode.IsSpace(r) || unicode.IsControl(r)
	}), " ")
}

// isOneLine reports whether a text is on one line already, as most are that are asked
// about: words of printable ASCII with one space between them.
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
