package note

import (
	"regexp"
	"strings"
)

// maxPattern is the max length of a pattern, in bytes. A longer one is literal.
const maxPattern = 1024

// Match returns a function that reports whether a pattern matches a whole text.
//
//	?        one character except a slash
//	*        any characters except a slash
//	**       any characters
//	[abc]    one of these, [!abc] one of the others
//	{a,b}    either
//	\*       the character itself
//
// An unclosed bracket or brace is literal. The patterns * and ** alone do not match the empty
// text. Matching takes linear time.
func Match(pattern string, caseSensitive bool) func(string) bool {
	expr := expression(pattern)
	switch {
	case pattern == "*":
		expr = "[^/]+"
	case pattern == "**":
		expr = ".+"
	case len(pattern) > maxPattern:
		expr = regexp.QuoteMeta(pattern)
	}
	flags := "s"
	if !caseSensitive {
		flags = "is"
	}
	compiled, err := regexp.Compile("(?" + flags + `)\A(?:` + expr + `)\z`)
	if err != nil { // for example a class with a reversed range
		return func(s string) bool {
			return s == pattern || !caseSensitive && strings.EqualFold(s, pattern)
		}
	}
	return compiled.MatchString
}

// expression returns the regular expression of a pattern.
func expression(pattern string) string {
	var b strings.Builder
	braces := 0
	for i := 0; i < len(pattern); i++ {
		switch c := pattern[i]; {
		case c == '\\' && i+1 < len(pattern):
			i++
			b.WriteString(regexp.QuoteMeta(pattern[i : i+1]))
		case c == '*' && at(pattern, i+1) == '*':
			i++
			b.WriteString(".*")
		case c == '*':
			b.WriteString("[^/]*")
		case c == '?':
			b.WriteString("[^/]")
		case c == '[':
			class, size := classOf(pattern[i:])
			b.WriteString(class)
			i += size - 1
		case c == '{' && strings.IndexByte(pattern[i:], '}') >= 0:
			braces++
			b.WriteString("(?:")
		case c == '}' && braces > 0:
			braces--
			b.WriteString(")")
		case c == ',' && braces > 0:
			b.WriteString("|")
		case c < 0x80:
			b.WriteString(regexp.QuoteMeta(pattern[i : i+1]))
		default:
			b.WriteByte(c)
		}
	}
	return b.String() + strings.Repeat(")", braces)
}

// classOf returns the expression of the character class that s begins with, and its size; an
// unclosed bracket is literal.
func classOf(s string) (class string, size int) {
	if strings.IndexByte(s[1:], ']') < 0 {
		return `\[`, 1
	}
	var b strings.Builder
	i := 1
	b.WriteByte('[')
	if s[i] == '!' {
		b.WriteByte('^')
		i++
	}
	members := 0
	for ; i < len(s) && s[i] != ']'; i++ {
		c := s[i]
		if c == '\\' && i+1 < len(s) {
			i++
			c = s[i]
		}
		switch {
		case c == '-' && s[i-1] != '\\':
			b.WriteByte('-')
		case c < 0x80 && !isLetter(c) && (c < '0' || c > '9'):
			b.WriteString(`\` + string(c))
		default:
			b.WriteByte(c)
		}
		members++
	}
	if members == 0 {
		if strings.HasSuffix(b.String(), "^") {
			return "(?s:.)", min(i+1, len(s)) // any character
		}
		return `[^\x00-\x{10FFFF}]`, min(i+1, len(s)) // no character
	}
	return b.String() + "]", min(i+1, len(s))
}
