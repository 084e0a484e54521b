package c

import "bytes"

// kind is the kind of a token.
type kind uint8

const (
	word kind = iota
	literal
	punct     // one character, or one of the operators that contain < or >
	directive // a preprocessor directive with its continuation lines
)

// token is a token of a source. The content of brackets is between a token and its partner.
type token struct {
	start, end int
	kind       kind
	mark       byte // the first character
	partner    int  // for a bracket, or the next directive of a conditional; -1 for none
	outer      int  // the enclosing bracket or conditional; -1 for none
}

// tokens splits a source into preprocessor tokens, without comments and merge conflict markers.
func tokens(src []byte) []token {
	list := make([]token, 0, len(src)/6)
	fresh := true // only white space so far on the line
	for at := 0; at < len(src); {
		c, start, k := src[at], at, punct
		switch {
		case c == '\n':
			fresh = true
			at++
			continue
		case c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v' || c == '\\':
			at++
			continue
		case bytes.HasPrefix(src[at:], []byte("//")):
			at = lineEnd(src, at)
			continue
		case bytes.HasPrefix(src[at:], []byte("/*")):
			at = after(src, at+2, "*/")
			continue
		case fresh && isConflict(src, at):
			at = after(src, at, "\n") - 1
			continue
		case fresh && c == '#':
			at, k = directiveEnd(src, at), directive
		case isLetter(c) || c >= 0x80:
			for at < len(src) && (isLetter(src[at]) || isDigit(src[at]) || src[at] >= 0x80) {
				at++
			}
			k = word
			if at < len(src) && src[at] == '"' && at-start <= 3 {
				k = literal
				if src[at-1] == 'R' {
					at = rawEnd(src, at)
				} else {
					at = quoteEnd(src, at)
				}
			}
		case isDigit(c) || c == '.' && at+1 < len(src) && isDigit(src[at+1]):
			for at < len(src) && (isLetter(src[at]) || isDigit(src[at]) || src[at] == '.' ||
				src[at] == '\'' && at+1 < len(src) && (isDigit(src[at+1]) || isLetter(src[at+1]))) {
				at++
			}
			k = literal
		case c == '"' || c == '\'':
			at, k = quoteEnd(src, at), literal
		default:
			at += operator(src[at:])
		}
		fresh = false
		list = append(list, token{start: start, end: at, kind: k, mark: c, partner: -1, outer: -1})
	}
	return list
}

// operator returns the length of the operator that a text begins with, as far as relevant: >>
// closes two brackets.
func operator(text []byte) int {
	for _, long := range []string{"<=>", "<<", "<=", ">=", "->", "::", "==", "!=", "&&"} {
		if bytes.HasPrefix(text, []byte(long)) {
			return len(long)
		}
	}
	return 1
}

// isConflict reports whether the line at an offset is a merge conflict marker.
func isConflict(src []byte, at int) bool {
	for _, mark := range []string{"<<<<<<< ", "||||||| ", "=======\n", "=======\r", ">>>>>>> "} {
		if bytes.HasPrefix(src[at:], []byte(mark)) {
			return true
		}
	}
	return false
}

// lineEnd returns the end of a line, including continuation lines.
func lineEnd(src []byte, at int) int {
	for at < len(src) {
		n := bytes.IndexByte(src[at:], '\n')
		if n < 0 {
			return len(src)
		}
		at += n
		if line := bytes.TrimRight(src[:at], "\r"); line[len(line)-1] != '\\' {
			return at
		}
		at++
	}
	return at
}

// directiveEnd returns the end of a preprocessor directive. It may contain a multi-line comment.
func directiveEnd(src []byte, at int) int {
	for at < len(src) {
		switch {
		case src[at] == '\n':
			if before := bytes.TrimRight(src[:at], "\r"); before[len(before)-1] != '\\' {
				return at
			}
			at++
		case bytes.HasPrefix(src[at:], []byte("//")):
			return lineEnd(src, at)
		case bytes.HasPrefix(src[at:], []byte("/*")):
			at = after(src, at+2, "*/")
		case src[at] == '"':
			at = quoteEnd(src, at)
		default:
			at++
		}
	}
	return at
}

// quoteEnd returns the end of a string or character literal, at the latest the end of its line.
func quoteEnd(src []byte, at int) int {
	quote := src[at]
	for at++; at < len(src); at++ {
		switch src[at] {
		case '\\':
			at++
		case quote:
			return at + 1
		case '\n':
			return at
		}
	}
	return len(src)
}

// rawEnd returns the end of R"x(…)x", given the offset of its quote.
func rawEnd(src []byte, at int) int {
	rest := src[at+1 : min(len(src), at+18)]
	open := bytes.IndexByte(rest, '(')
	if open < 0 {
		return quoteEnd(src, at)
	}
	return after(src, at+1+open, ")"+string(rest[:open])+`"`)
}

// after returns the offset after the next mark, or the end.
func after(src []byte, at int, mark string) int {
	at = min(at, len(src))
	if n := bytes.Index(src[at:], []byte(mark)); n >= 0 {
		return at + n + len(mark)
	}
	return len(src)
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

func opening(closing byte) byte {
	switch closing {
	case ')':
		return '('
	case ']':
		return '['
	}
	return '{'
}
