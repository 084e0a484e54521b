package lua

import "bytes"

// prepare rewrites a source for the grammar without changing offsets: it blanks comments, labels
// and attributes, empties strings, and replaces semicolons by commas in tables and blanks
// elsewhere. The grammar finds keywords in comments, fails at many semicolons, and supports
// neither goto nor <const>.
func prepare(src []byte) []byte {
	p := preparer{src: src, out: bytes.Clone(src)}
	for p.at < len(src) {
		p.token()
	}
	return p.out
}

// preparer is the state of prepare.
type preparer struct {
	src, out []byte
	at       int
	open     []byte // the enclosing brackets at at, by opening bracket, and b for a block
}

// token processes one token, or one byte of white space.
func (p *preparer) token() {
	rest := p.src[p.at:]
	switch c := rest[0]; {
	case bytes.HasPrefix(rest, []byte("--")):
		p.fill(comment(rest), ' ')
	case c == '"' || c == '\'':
		p.text(shortText(rest), 1)
	case c == '[' && longBracket(rest) > 0:
		p.text(longBracket(rest), 2+bytes.IndexByte(rest[1:], '['))
	case c == '{' || c == '(' || c == '[':
		p.open = append(p.open, c)
		p.at++
	case c == '}' || c == ')' || c == ']':
		p.shut(opens(c))
		p.at++
	case c == ';' && len(p.open) > 0 && p.open[len(p.open)-1] == '{':
		p.fill(1, ',')
	case c == ';':
		p.fill(1, ' ')
	case bytes.HasPrefix(rest, []byte("::")):
		if end := bytes.Index(rest[2:], []byte("::")); end > 0 && bytes.IndexByte(rest[:end+2], '\n') < 0 {
			p.fill(end+4, ' ')
		} else {
			p.at += 2
		}
	case bytes.HasPrefix(rest, []byte("<const>")) || bytes.HasPrefix(rest, []byte("<close>")):
		p.fill(len("<const>"), ' ')
	case isWord(c):
		p.word()
	default:
		p.at++
	}
}

// word processes a word and tracks blocks. It blanks a goto with its label.
func (p *preparer) word() {
	rest := p.src[p.at:]
	end := wordEnd(rest, 0)
	field := p.at > 0 && (p.src[p.at-1] == '.' || p.src[p.at-1] == ':')
	switch word := string(rest[:end]); {
	case field:
	case word == "function" || word == "do" || word == "if" || word == "repeat":
		p.open = append(p.open, 'b')
	case word == "end" || word == "until":
		p.shut('b')
	case word == "goto":
		label := end + len(rest[end:]) - len(bytes.TrimLeft(rest[end:], " \t"))
		if to := wordEnd(rest, label); label > end && to > label {
			p.fill(to, ' ')
			return
		}
	}
	p.at += end
}

// shut closes the innermost bracket or block of a kind, and those left open in it.
func (p *preparer) shut(kind byte) {
	if i := bytes.LastIndexByte(p.open, kind); i >= 0 {
		p.open = p.open[:i]
	}
}

// fill overwrites n bytes with c, except line endings, and skips them.
func (p *preparer) fill(n int, c byte) {
	for end := p.at + n; p.at < end; p.at++ {
		if p.src[p.at] != '\n' {
			p.out[p.at] = c
		}
	}
}

// text empties a string of n bytes including quotes of quote bytes each, and skips it. An
// unclosed string is skipped unchanged.
func (p *preparer) text(n, quote int) {
	if n < 2*quote {
		p.at += n
		return
	}
	p.at += quote
	for end := p.at + n - 2*quote; p.at < end; p.at++ {
		p.out[p.at] = 'x'
	}
	p.at += quote
}

// comment returns the length of the comment that a text begins with.
func comment(text []byte) int {
	if n := longBracket(text[2:]); n > 0 {
		return n + 2
	}
	if n := bytes.IndexByte(text, '\n'); n >= 0 {
		return n
	}
	return len(text)
}

// longBracket returns the length of a long bracket at the start of a text, or 0: [[ … ]], [==[ …
// ]==]. An unclosed one extends to the end.
func longBracket(text []byte) int {
	if len(text) == 0 || text[0] != '[' {
		return 0
	}
	level := 1
	for level < len(text) && text[level] == '=' {
		level++
	}
	if level == len(text) || text[level] != '[' {
		return 0
	}
	mark := bytes.Clone(text[:level+1])
	mark[0], mark[level] = ']', ']'
	end := bytes.Index(text[level+1:], mark)
	if end < 0 {
		return len(text)
	}
	return end + 2*len(mark)
}

// shortText returns the length of the quoted string at the start of a text, or 1 if it is
// unclosed.
func shortText(text []byte) int {
	for i := 1; i < len(text); i++ {
		switch text[i] {
		case text[0]:
			return i + 1
		case '\n':
			return 1
		case '\\':
			i++
			if i < len(text) && text[i] == 'z' { // skips white space, including line breaks
				i += len(text[i+1:]) - len(bytes.TrimLeft(text[i+1:], " \t\r\n"))
			} else if i+1 < len(text) && text[i] == '\r' && text[i+1] == '\n' {
				i++
			}
		}
	}
	return 1
}

// opens returns the opening bracket for a closing one.
func opens(c byte) byte {
	switch c {
	case '}':
		return '{'
	case ')':
		return '('
	}
	return '['
}

func wordEnd(text []byte, at int) int {
	for at < len(text) && isWord(text[at]) {
		at++
	}
	return at
}

func isWord(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z'
}
