package text

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// Escape returns s on one line without hidden characters, for names in headings, rows and
// messages. A newline, tab or carriage return becomes \n, \t, \r; another ASCII control and an
// invalid byte \x1b; any other character that is invisible or moves its neighbours, such as a
// bidirectional control, ⟦U+202E⟧. Everything else is unchanged, including backslashes, so that
// different names can have the same escaped form.
func Escape(s string) string {
	clean := true
	for i := 0; i < len(s) && clean; i++ {
		clean = s[i] >= ' ' && s[i] < 0x7f
	}
	if clean {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); {
		r, size := utf8.DecodeRuneInString(s[i:])
		if n := flagEmoji(s[i:]); n > 0 {
			size = n
		}
		switch {
		case r == utf8.RuneError && size == 1:
			fmt.Fprintf(&b, `\x%02x`, s[i])
		case !Invisible(r):
			b.WriteString(s[i : i+size])
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\r':
			b.WriteString(`\r`)
		case r == '\t':
			b.WriteString(`\t`)
		case r < utf8.RuneSelf:
			fmt.Fprintf(&b, `\x%02x`, r)
		default:
			fmt.Fprintf(&b, "⟦U+%04X⟧", r)
		}
		i += size
	}
	return b.String()
}
