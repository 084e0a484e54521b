package groovy

import (
	"bytes"

	"dossier/aggregate/code"
	"dossier/aggregate/code/grammar"
)

// kind is the kind of a token: one of these, or the byte itself for a bracket or an operator.
type kind byte

const (
	word    kind = 'w'
	text    kind = 's' // a string of any of the six forms
	newline kind = '\n'
	end     kind = 0
)

// token is a token of a source. Comments are not tokens.
type token struct {
	kind kind
	code.Span
	// match is the index of the matching closing bracket, or of the end of the source.
	match int
}

// lexer splits a source into tokens.
type lexer struct {
	src    []byte
	at     int
	tokens []token

	comments []code.Span
}

// ahead is the number of tokens after the end of a source that may be accessed.
const ahead = 3

// lex returns the tokens of a source, followed by several end tokens as lookahead.
func lex(src []byte) (tokens []token, balanced bool) {
	l := lexer{src: src}
	l.all()
	for range 1 + ahead {
		l.add(end, len(src))
	}
	return l.tokens, match(l.tokens)
}

// comments returns the comments of a source.
func comments(src []byte) []code.Span {
	l := lexer{src: grammar.WithoutConflicts(src)}
	l.all()
	return l.comments
}

// all reads all tokens.
func (l *lexer) all() {
	for l.at < len(l.src) {
		l.next()
	}
}

func (l *lexer) add(k kind, start int) {
	l.tokens = append(l.tokens, token{kind: k, Span: code.Span{Start: start, End: l.at}})
}

func (l *lexer) next() {
	start := l.at
	c := l.src[l.at]
	rest := l.src[l.at:]
	switch {
	case c == '\n':
		l.at++
		l.add(newline, start)
	case c == ' ' || c == '\t' || c == '\r' || c == '\f':
		l.at++
	case bytes.HasPrefix(rest, []byte("//")), bytes.HasPrefix(rest, []byte("#!")) && l.at == 0:
		l.skipTo("\n", 0)
		l.comments = append(l.comments, code.Span{Start: start, End: l.at})
	case bytes.HasPrefix(rest, []byte("/*")):
		l.at += 2
		l.skipTo("*/", 2)
		l.comments = append(l.comments, code.Span{Start: start, End: l.at})
	case c == '"' || c == '\'':
		l.quoted()
		l.add(text, start)
	case bytes.HasPrefix(rest, []byte("$/")):
		l.at += 2
		l.skipTo("/$", 2)
		l.add(text, start)
	case c == '/' && !l.afterValue() && l.slashy():
		l.add(text, start)
	case isWord(c):
		for l.at < len(l.src) && isWord(l.src[l.at]) {
			l.at++
		}
		l.add(word, start)
	default:
		l.at++
		l.add(kind(c), start)
	}
}

// isWord reports whether a byte can be part of a name or a number.
func isWord(c byte) bool {
	return c == '_' || c == '$' || c >= 0x80 || c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z'
}

// skipTo advances to the next mark plus behind bytes, or to the end.
func (l *lexer) skipTo(mark string, behind int) {
	if n := bytes.Index(l.src[l.at:], []byte(mark)); n >= 0 {
		l.at += n + behind
	} else {
		l.at = len(l.src)
	}
}

// quoted skips a string in single or triple quotes. An unclosed one in single quotes ends with
// its line.
func (l *lexer) quoted() {
	quote := l.src[l.at : l.at+1]
	lines := bytes.HasPrefix(l.src[l.at:], bytes.Repeat(quote, 3))
	if lines {
		quote = bytes.Repeat(quote, 3)
	}
	l.at += len(quote)
	for l.at < len(l.src) {
		switch rest := l.src[l.at:]; {
		case bytes.HasPrefix(rest, quote):
			l.at += len(quote)
			return
		case rest[0] == '\\':
			l.at = min(l.at+2, len(l.src))
		case rest[0] == '\n' && !lines:
			return
		case quote[0] == '"' && bytes.HasPrefix(rest, []byte("${")):
			l.interpolation()
		default:
			l.at++
		}
	}
}

// interpolation skips ${ } in a string, which may contain strings.
func (l *lexer) interpolation() {
	l.at += 2
	for depth := 1; depth > 0 && l.at < len(l.src); {
		switch l.src[l.at] {
		case '{':
			depth++
			l.at++
		case '}':
			depth--
			l.at++
		case '"', '\'':
			l.quoted()
		case '\n':
			return // it would span lines; a quote is missing
		default:
			l.at++
		}
	}
}

// maxSlashy is the max length of a string in slashes, in bytes, because it may be a division
// instead.
const maxSlashy = 500

// slashy skips a string in slashes that ends on its line, and reports whether there is one.
func (l *lexer) slashy() bool {
	for at := l.at + 1; at < min(len(l.src), l.at+maxSlashy) && l.src[at] != '\n'; at++ {
		switch l.src[at] {
		case '\\':
			at++
		case '/':
			l.at = at + 1
			return true
		}
	}
	return false
}

// afterValue reports whether a slash here is a division operator.
func (l *lexer) afterValue() bool {
	if len(l.tokens) == 0 {
		return false
	}
	t := l.tokens[len(l.tokens)-1]
	switch t.kind {
	case word:
		switch string(l.src[t.Start:t.End]) {
		case "return", "in", "case", "assert", "throw":
			return false
		}
		// split /,/ is a call, a / b a division.
		return l.at == t.End || l.at+1 < len(l.src) && l.src[l.at+1] == ' '
	case text, ')', ']', '}':
		return true
	}
	return false
}

// match finds the closing bracket of each bracket, and reports whether all are balanced. An
// unclosed bracket ends at the end of the source or of the enclosing bracket.
func match(tokens []token) bool {
	last := len(tokens) - 1 - ahead
	balanced := true
	var open []int
	for i := range tokens {
		t := &tokens[i]
		t.match = last
		switch t.kind {
		case '(', '[', '{':
			open = append(open, i)
		case ')', ']', '}':
			want := map[kind]kind{')': '(', ']': '[', '}': '{'}[t.kind]
			at := len(open) - 1
			for at >= 0 && tokens[open[at]].kind != want {
				if want != '{' && tokens[open[at]].kind == '{' {
					at = -1 // a stray one does not end a block
					break
				}
				at--
			}
			if at < 0 {
				balanced = false
				continue
			}
			for _, inner := range open[at:] {
				tokens[inner].match = i
			}
			balanced = balanced && at == len(open)-1
			open = open[:at]
		}
	}
	return balanced && len(open) == 0
}
