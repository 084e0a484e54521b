package markdown

import (
	"fmt"
	"html"
	"strings"
	"unicode"
	"unicode/utf8"

	"dossier/aggregate/text"
)

// Fence returns a run of backticks, at least three, longer than any run in content, so that it
// can enclose content (CommonMark 0.31, section 4.5).
func Fence(content string) string {
	return strings.Repeat("`", max(3, longestRun(content)+1))
}

// CodeSpan returns a code span that renders as [text.Escape] of s (CommonMark 0.31, section 6.1):
// its delimiters are longer than any run of backticks in s, with a space on both sides where a
// backtick or a space would be taken for part of them. The span of an empty string contains one
// space.
func CodeSpan(s string) string {
	s = text.Escape(s)
	if s == "" {
		s = " "
	}
	ticks := strings.Repeat("`", longestRun(s)+1)
	stripped := s[0] == ' ' && s[len(s)-1] == ' ' && strings.Trim(s, " ") != ""
	if s[0] == '`' || s[len(s)-1] == '`' || stripped {
		return ticks + " " + s + " " + ticks
	}
	return ticks + s + ticks
}

// Name returns a name unchanged if it contains no markup and no hidden characters, else as a
// [CodeSpan].
func Name(s string) string {
	runes := []rune(s)
	word := func(i int) bool {
		return i >= 0 && i < len(runes) && (unicode.IsLetter(runes[i]) || unicode.IsDigit(runes[i]))
	}
	plain := s != "" && utf8.ValidString(s) && s == text.Escape(s)
	for i, r := range runes {
		switch r {
		case '_': // not emphasis within a word
			plain = plain && word(i-1) && word(i+1)
		case ' ':
			plain = plain && i > 0 && i+1 < len(runes) && runes[i-1] != ' '
		default:
			plain = plain && (word(i) || strings.ContainsRune("/.-+,=", r))
		}
	}
	if plain {
		return s
	}
	return CodeSpan(s)
}

// longestRun returns the length of the longest run of backticks in s.
func longestRun(s string) int {
	longest := 0
	for {
		i := strings.IndexByte(s, '`')
		if i < 0 {
			return longest
		}
		s = s[i:]
		run := len(s) - len(strings.TrimLeft(s, "`"))
		longest = max(longest, run)
		s = s[run:]
	}
}

// LinkDestination returns a path as the destination of a Markdown link or image (CommonMark 0.31,
// section 6.3). It leaves the path unchanged where possible, and encloses it in <…> if it
// contains spaces or unbalanced parentheses. It percent-encodes only the characters that Markdown
// would misinterpret, those that [text.Escape] would escape, and the colon of an apparent URL
// scheme.
func LinkDestination(path string) string {
	var b strings.Builder
	scheme := schemeColon(path)
	for i := 0; i < len(path); {
		r, size := utf8.DecodeRuneInString(path[i:])
		encode := false
		switch r {
		case '<', '>', '\\', utf8.RuneError:
			encode = r != utf8.RuneError || size == 1
		case '%':
			encode = len(path) >= i+3 && isHex(path[i+1]) && isHex(path[i+2])
		case '&':
			encode = startsEntity(path[i:])
		case ':':
			encode = i == scheme
		default:
			encode = r == 0x7f || text.Invisible(r)
		}
		if encode {
			for _, c := range []byte(path[i : i+size]) {
				fmt.Fprintf(&b, "%%%02X", c)
			}
		} else {
			b.WriteString(path[i : i+size])
		}
		i += size
	}
	destination := b.String()
	if destination == "" || strings.Contains(destination, " ") || !balanced(destination) {
		return "<" + destination + ">"
	}
	return destination
}

func isHex(c byte) bool {
	return c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'f'
}

// startsEntity reports whether s begins with an ampersand that Markdown would decode as an
// entity.
func startsEntity(s string) bool {
	end := strings.IndexByte(s, ';')
	return end > 0 && html.UnescapeString(s[:end+1]) != s[:end+1]
}

// schemeColon returns the index of the colon in a path that looks like a URL with a scheme, or
// -1.
func schemeColon(path string) int {
	for i, c := range []byte(path) {
		letter := c|0x20 >= 'a' && c|0x20 <= 'z'
		switch {
		case c == ':':
			if i > 0 {
				return i
			}
			return -1
		case !letter && (i == 0 || (c < '0' || c > '9') && c != '+' && c != '-' && c != '.'):
			return -1
		}
	}
	return -1
}

// balanced reports whether the parentheses in s are balanced. Parsers need not support more than
// 32 levels; more than three are not worth the risk.
func balanced(s string) bool {
	depth := 0
	for _, c := range []byte(s) {
		switch c {
		case '(':
			depth++
		case ')':
			depth--
		}
		if depth < 0 || depth > 3 {
			return false
		}
	}
	return depth == 0
}

// Paragraph returns s as a one-line paragraph that does not begin another kind of block: a
// heading, a list, a quote, a rule, a fence, HTML or a link definition (CommonMark 0.31, sections
// 4 and 5). Hidden characters are made visible, as by [text.Escape]. It is empty if s is blank.
func Paragraph(s string) string {
	s = text.Escape(text.OneLine(s))
	digits := len(s) - len(strings.TrimLeft(s, "0123456789"))
	switch {
	case s == "":
		return ""
	case digits > 0 && digits < len(s) && (s[digits] == '.' || s[digits] == ')'):
		return s[:digits] + `\` + s[digits:]
	case strings.IndexByte("#>-+*_=`~<[|:", s[0]) >= 0:
		return `\` + s
	}
	return s
}
