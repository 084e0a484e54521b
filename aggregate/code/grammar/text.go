package grammar

import (
	"bytes"
	"strings"
)

// LineStart returns the start of the line that contains an offset.
func LineStart(src []byte, at int) int { return bytes.LastIndexByte(src[:at], '\n') + 1 }

// IsFirstOnLine reports whether only blanks precede an offset on its line. It does not search the line, which may be a
// megabyte long, for its start.
func IsFirstOnLine(src []byte, at int) bool {
	for at > 0 && (src[at-1] == ' ' || src[at-1] == '\t') {
		at--
	}
	return at == 0 || src[at-1] == '\n'
}

// NextLine returns the start of the line after the one that contains an offset, or the end of src.
func NextLine(src []byte, at int) int { return After(src, at, "\n") }

// After returns the end of the first mark at or after an offset, or the end of src.
func After(src []byte, at int, mark string) int {
	if n := bytes.Index(src[at:], []byte(mark)); n >= 0 {
		return at + n + len(mark)
	}
	return len(src)
}

// Erase replaces a range of bytes by spaces, except line ends.
func Erase(src []byte, start, end int) {
	for i := start; i < end; i++ {
		if src[i] != '\n' && src[i] != '\r' {
			src[i] = ' '
		}
	}
}

// IsConstant reports whether a name is in the style of constants: MAX_SIZE.
func IsConstant(name string) bool {
	return strings.ToUpper(name) == name && strings.ToLower(name) != name
}
