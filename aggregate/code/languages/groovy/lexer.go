package groovy

import (
	"bytes"

	"dossier/aggregate/code"
)

// kind says what a token is: one of these, or the byte itself of a bracket or an
// operator.
type kind byte

const (
	word    kind = 'w'
	text    kind = 's' // a string of any of the six forms
	newline kind = '\n'
	end     kind = 0
)

// token is a piece of a source. Comments are none.
type token struct {
	kind kind
	code.Span
	// match is the index of the bracket that closes this one, or of the end of the source.
	match int
}

// lexer cuts a source into tokens.
type lexer struct {
	src    []byte
	at     int
	tokens []token
}

// ahead is how many tokens behind the end of a source may be asked for.
const ahead = 3

// lex returns the tokens of a source. The last, of which there are some more for who
// looks ahead, are its end.
func lex(src []byte) (tokens []token, balanced bool) {
	l := lexer{src: src}
	for l.at < len(src) {
		l.next()
	}
	for range 1 + ahead {
		l.add(end, len(src))
	}
	return l.tokens, match(l.tokens)
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
	case bytes.HasPrefix(rest, []byte("/*")):
		l.at += 2
		l.skipTo("*/", 2)
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

// isWord reports whether a byte belongs to a name or a number.
func isWord(c byte) bool {
	return c == '_' || c == '$' || c >= 0x80 || c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z'
}

// skipTo moves to the next mark and behind so many bytes of it, or to the end.
func (l *lexer) skipTo(mark string, behind int) {
	if n := bytes.Index(l.src[l.at:], []byte(mark)); n >= 0 {
		l.at += n + behind
	} else {
		l.at = len(l.src)
	}
}

// quoted moves behind a string in quotes, one or three. One of single quotes that is
// not closed ends with its line.
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

// interpolation moves behind ${ } in a string, which may hold strings.
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
			return // nobody writes more than a line there; a quote is missing
		default:
			l.at++
		}
	}
}

// maxSlashy bounds the bytes of a string in slashes: what begins like one may be a
// division.
const maxSlashy = 500

// slashy moves behind a string in slashes that ends on its line, and reports whether
// there is one.
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

// afterValue reports whether a slash here divides what stands before it.
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

// match finds for each bracket the one that closes it, and reports whether all are
// closed. A bracket without one is closed by the end of the source or of the bracket
// around it.
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
