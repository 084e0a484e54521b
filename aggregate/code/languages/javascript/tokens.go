package javascript

import (
	"bytes"

	"dossier/aggregate/code/grammar"
)

// token is a piece of a source that is neither white space nor a comment.
type token struct {
	kind       tokenKind
	start, end int
}

type tokenKind byte

const (
	none  tokenKind = iota
	word            // a name, a keyword or a number
	mark            // an operator or a bracket
	quote           // a string, a template or a regular expression
)

// marks are the operators of several bytes that are single tokens.
var marks = [][]byte{[]byte("..."), []byte("=>"), []byte("?."), []byte("??"), []byte("||"), []byte("&&"), []byte("++"), []byte("--"), []byte("{|"), []byte("|}")}

// tokens splits a source into tokens. JSX text is treated as code.
func tokens(src []byte) []token {
	var list []token
	for at := 0; at < len(src); {
		rest := src[at:]
		var before token
		if len(list) > 0 {
			before = list[len(list)-1]
		}
		n, kind := 1, mark
		switch c := rest[0]; {
		case c == ' ' || c == '\t' || c == '\r' || c == '\n':
			kind = none
		case bytes.HasPrefix(rest, []byte("//")):
			n, kind = grammar.After(rest, 2, "\n"), none
		case bytes.HasPrefix(rest, []byte("/*")):
			n, kind = grammar.After(rest, 2, "*/"), none
		case c == '"' || c == '\'':
			if n = textLength(rest); n > 1 {
				kind = quote
			}
		case c == '`':
			n, kind = templateLength(rest), quote
		case c == '/' && startsExpression(src, before):
			if n = regexLength(rest); n > 1 {
				kind = quote
			}
		case isWordByte(c):
			for n < len(rest) && isWordByte(rest[n]) {
				n++
			}
			kind = word
		default:
			for _, m := range marks {
				if bytes.HasPrefix(rest, m) {
					n = len(m)
					break
				}
			}
		}
		if kind != none {
			list = append(list, token{kind, at, at + n})
		}
		at += n
	}
	return list
}

func isWordByte(c byte) bool {
	return c == '_' || c == '$' || c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z' || c >= 0x80
}

// textLength returns the length of a string in quotes, or 1 if it does not end on its line: then
// the quote is an apostrophe in JSX.
func textLength(text []byte) int {
	for i := 1; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case '\n':
			return 1
		case text[0]:
			return i + 1
		}
	}
	return 1
}

// templateLength returns the length of a template including its expressions.
func templateLength(text []byte) int {
	var open []int // number of open braces in each expression
	for i := 1; i < len(text); i++ {
		inText := len(open)%2 == 0
		switch c := text[i]; {
		case c == '\\':
			i++
		case inText && c == '`':
			if len(open) == 0 {
				return i + 1
			}
			open = open[:len(open)-1]
		case inText && c == '$' && i+1 < len(text) && text[i+1] == '{':
			open = append(open, 0)
			i++
		case inText:
		case c == '`':
			open = append(open, 0)
		case c == '{':
			open[len(open)-1]++
		case c == '}' && open[len(open)-1] == 0:
			open = open[:len(open)-1]
		case c == '}':
			open[len(open)-1]--
		}
	}
	return len(text)
}

// startsExpression reports whether an expression may begin after a token, so that / is not a
// division. After < it closes an element.
func startsExpression(src []byte, before token) bool {
	text := string(src[before.start:before.end])
	switch before.kind {
	case none:
		return true
	case word:
		switch text {
		case "return", "typeof", "case", "in", "of", "await", "yield", "throw", "void", "delete", "do", "else":
			return true
		}
		return false
	case mark:
		switch text {
		case ")", "]", "}", "|}", "<", "++", "--", ">":
			return false
		}
		return true
	}
	return false
}

// regexLength returns the length of a regular expression, or 1 if there is none.
func regexLength(text []byte) int {
	class := false
	for i := 1; i < len(text); i++ {
		switch c := text[i]; {
		case c == '\n':
			return 1
		case c == '\\':
			i++
		case c == '[':
			class = true
		case c == ']':
			class = false
		case c == '/' && !class:
			return i + 1
		}
	}
	return 1
}
