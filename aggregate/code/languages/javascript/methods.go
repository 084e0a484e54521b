package javascript

import (
	"bytes"
	"slices"

	"dossier/aggregate/lazyregexp"
)

// lonelyParen matches parameters that begin on a separate line.
var lonelyParen = lazyregexp.New(`\n[ \t]+\(`)

// withMethodNames makes a method optional, a?(b), if its parameters begin on the line after its
// name: otherwise the TypeScript grammar ends a field there.
func withMethodNames(src []byte) []byte {
	if !lonelyParen().Match(src) {
		return src
	}
	out := src
	m := memberReader{src: src, tokens: tokens(src)}
	for i := range m.tokens {
		if paren := m.tokens[i].start; m.next(i) && paren > 0 && (src[paren-1] == ' ' || src[paren-1] == '\t') {
			if &out[0] == &src[0] {
				out = bytes.Clone(src)
			}
			out[paren-1] = '?'
		}
	}
	return out
}

// memberReader scans the tokens of a source.
type memberReader struct {
	src    []byte
	tokens []token
	open   []bracket
	typed  bool // the next brace opens the body of a class or an interface
}

// bracket is an open bracket.
type bracket struct{ isType, typed bool }

func (m *memberReader) text(i int) string {
	if i < 0 || i >= len(m.tokens) {
		return ""
	}
	return string(m.src[m.tokens[i].start:m.tokens[i].end])
}

// next scans a token and reports whether it is the parenthesis after a method name on the
// previous line.
func (m *memberReader) next(i int) bool {
	t := m.tokens[i]
	if t.kind == quote {
		return false
	}
	switch text := m.text(i); text {
	case "class", "interface":
		before, after := m.text(i-1), m.text(i+1)
		m.typed = m.typed || before != "." && before != "?." && after != "" && (isWordByte(after[0]) || after == "{")
	case ";":
		m.typed = false
	case "(", "[", "{", "{|":
		isType := text == "{" && m.typed && !isOneOf(m.text(i-1), "<", ",", ":", "|", "&", "=", "(")
		m.open = append(m.open, bracket{isType, m.typed && !isType})
		m.typed = false
		return text == "(" && m.isMethod(i)
	case ")", "]", "}", "|}":
		if n := len(m.open) - 1; n >= 0 {
			m.typed, m.open = m.open[n].typed, m.open[:n]
		}
	}
	return false
}

// isMethod reports whether the last bracket of m.open opens the parameters of a method whose name
// is on the previous line.
func (m *memberReader) isMethod(i int) bool {
	n := len(m.open) - 2 // the enclosing bracket
	if n < 0 || !m.open[n].isType || i < 2 {
		return false
	}
	name, t := m.tokens[i-1], m.tokens[i]
	if name.kind != word || bytes.IndexByte(m.src[name.end:t.start], '\n') < 0 {
		return false
	}
	return isOneOf(m.text(i-2), "{", "}", ";", ",", "*", "#", "public", "private", "protected", "static", "async", "abstract", "override", "readonly", "get", "set", "declare")
}

func isOneOf(text string, list ...string) bool { return slices.Contains(list, text) }
