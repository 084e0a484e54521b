package php

import (
	"bytes"
	"slices"

	"dossier/aggregate/code/grammar"
	"dossier/aggregate/lazyregexp"
)

// prepare rewrites syntax newer than the grammar without changing offsets: constants of enums
// become string-valued cases, property hooks become a comment after the property, and (set) after
// public, protected and private and readonly before class are blanked. A nowdoc whose end the
// grammar misses becomes a quoted string, and the text after __halt_compiler(); is blanked.
func prepare(src []byte) []byte {
	p := preparer{src: src, out: src}
	p.html()
	for p.at < len(src) {
		p.token()
	}
	return p.out
}

// preparer is the state of prepare. out is src until something is changed.
type preparer struct {
	src, out []byte
	at       int
	open     []bracket
	next     block // the kind of the next brace
	plain    bool  // nothing is changed
}

// near is the max lookahead: a hostile source may consist only of words that require one.
const near = 400

// block is the kind of block that a brace opens.
type block byte

const (
	statements block = iota
	types
	enumeration
	hooks // of a property
)

// bracket is an open brace or parenthesis.
type bracket struct {
	paren bool
	block block // what the brace opened, or the value of next before the parenthesis
}

var (
	enumConst = lazyregexp.New(`^((?:(?:public|protected|private|final)\s+)*)const\s+([\w\\|?]+\s+)?\w+\s*=`)
	enumName  = lazyregexp.New(`^enum\s+\w+\s*[:{i]`)
	setAccess = lazyregexp.New(`^(?:public|protected|private)\(set\)`)
	access    = lazyregexp.New(`\b(?:public|protected|private)\s+$`)
	noName    = lazyregexp.New(`^readonly\s+class\b`)
	heredoc   = lazyregexp.New(`^<<<[ \t]*["']?(\w+)["']?\r?\n`)
	halt      = lazyregexp.New(`^(?i:__halt_compiler)\s*\(\s*\)\s*(?:;|\?>)`)
)

// token processes one token, or one irrelevant byte.
func (p *preparer) token() {
	rest := p.src[p.at:]
	switch c := rest[0]; {
	case p.plain && isWord(c):
		p.at++
	case bytes.HasPrefix(rest, []byte("?>")):
		p.html()
	case c == '#' && !bytes.HasPrefix(rest, []byte("#[")), bytes.HasPrefix(rest, []byte("//")):
		p.at += lineComment(rest)
	case bytes.HasPrefix(rest, []byte("/*")):
		p.at += grammar.After(rest, 2, "*/")
	case c == '\'' || c == '"' || c == '`':
		p.at += quoted(rest)
	case c == '<' && heredoc().Match(rest):
		p.heredoc(rest)
	case c == '{':
		p.brace()
	case c == '}':
		p.at++
		p.closeBrace()
	case c == '(':
		p.at++
		p.open = append(p.open, bracket{true, p.next})
	case c == ')':
		p.at++
		p.closeParen()
	case c == ';':
		p.at++
		p.next = statements
	case c == '$' && p.in() == types:
		p.at++
		p.next = hooks
	case isWord(c):
		p.word(rest)
	default:
		p.at++
	}
}

// html skips the text outside PHP tags, including the opening tag.
func (p *preparer) html() { p.at += grammar.After(p.src[p.at:], 0, "<?") }

// brace processes an opening brace, and its whole block if that contains hooks.
func (p *preparer) brace() {
	if p.next == hooks && !p.plain {
		p.hooks()
		return
	}
	p.open = append(p.open, bracket{block: p.next})
	p.next = statements
	p.at++
}

// closeBrace closes the innermost brace, and the open parentheses in it.
func (p *preparer) closeBrace() {
	for len(p.open) > 0 {
		last := p.open[len(p.open)-1]
		p.open = p.open[:len(p.open)-1]
		if !last.paren {
			break
		}
	}
	p.next = statements
}

// closeParen closes a parenthesis and restores the kind of the next brace: method parameters look
// like properties.
func (p *preparer) closeParen() {
	if n := len(p.open); n > 0 && p.open[n-1].paren {
		p.next = p.open[n-1].block
		p.open = p.open[:n-1]
	}
}

// hooks converts a block to a comment, preceded by a semicolon.
func (p *preparer) hooks() {
	start, end := p.at, p.at+blockLength(p.src[p.at:])
	p.at = end
	if p.src[end-1] != '}' || end-start < len("{}") {
		return
	}
	p.blank(start, end-start)
	if n := len(p.open); n == 0 || !p.open[n-1].paren {
		end--
		p.out[end] = ';'
		p.next = statements
	}
	// The comment delimiters must not replace a line ending.
	if p.src[start+1] == '\n' {
		if start--; p.src[start] != ' ' && p.src[start] != '\t' {
			return
		}
	}
	for end-start >= len("/**/") && (p.src[end-1] == '\n' || p.src[end-2] == '\n') {
		end--
	}
	if end-start < len("/**/") {
		return
	}
	for i := start; i < end; i++ {
		if p.src[i] != '\n' {
			p.out[i] = 'x'
		}
	}
	copy(p.out[start:], "/*")
	copy(p.out[end-len("*/"):], "*/")
}

func (p *preparer) word(rest []byte) {
	n := 1
	for n < len(rest) && isWord(rest[n]) {
		n++
	}
	rest = rest[:min(len(rest), n+near)]
	before := byte(0)
	if p.at > 0 {
		before = p.src[p.at-1]
	}
	word := string(rest[:n])
	switch {
	case before == '$' || before == '>' || before == ':' || before == '\\':
	case word == "class" || word == "interface" || word == "trait":
		p.next = types
	case word == "enum" && enumName().Match(rest):
		p.next = enumeration
	case word == "function":
		p.next = statements
	case word == "readonly" && noName().Match(rest) && bytes.HasSuffix(p.src[:p.at], []byte("new ")):
		p.blank(p.at, n)
	case len(p.open) == 0 && !p.plain && halt().Match(rest):
		end := p.at + len(halt().Find(rest))
		p.blank(end, len(p.src)-end)
		p.at = len(p.src)
		return
	case p.in() == enumeration && enumConst().Match(rest):
		p.constant(enumConst().FindSubmatchIndex(rest))
		return
	case setAccess().Match(rest):
		set := len("(set)")
		if access().Match(p.src[max(0, p.at-20):p.at]) {
			p.blank(p.at, n+set)
		} else {
			p.blank(p.at+n, set)
		}
		n += set
	}
	p.at += n
}

// heredoc skips a heredoc. The grammar ends a nowdoc only if its label is followed by a line
// ending or one of ; , ), and otherwise includes the rest of the file in it.
func (p *preparer) heredoc(rest []byte) {
	start, n := p.at, heredocLength(rest)
	p.at += n
	isNowdoc := bytes.HasPrefix(bytes.TrimLeft(rest[len("<<<"):], " \t"), []byte("'"))
	behind := bytes.TrimLeft(rest[n:], " \t")
	if isNowdoc && !p.plain && len(behind) > 0 && bytes.IndexByte([]byte(";,)\r\n"), behind[0]) < 0 {
		p.quote(start, p.at)
	}
}

// constant converts a constant to a case; m are the positions of its modifiers and its type.
func (p *preparer) constant(m []int) {
	word := p.at + m[3]
	p.blank(p.at, m[3]-m[2])
	if m[4] >= 0 {
		p.blank(p.at+m[4], m[5]-m[4])
	}
	p.own()
	copy(p.out[word:], "case ")
	p.at += m[1]
	start := p.at + len(p.src[p.at:]) - len(bytes.TrimLeft(p.src[p.at:], " \t\r\n"))
	p.plain = true
	for p.at < len(p.src) && p.src[p.at] != ';' && p.src[p.at] != '}' {
		p.token()
	}
	p.plain = false
	p.quote(start, p.at)
}

// quote replaces an expression by a string: [1, 2] becomes 'xxxx'.
func (p *preparer) quote(start, end int) {
	text := bytes.TrimRight(p.src[start:end], " \t\r\n")
	end = start + len(text)
	start = end - len(bytes.TrimLeft(text, " \t\r\n"))
	if end-start < len("''") {
		return
	}
	p.own()
	for i := start; i < end; i++ {
		if p.src[i] != '\n' {
			p.out[i] = 'x'
		}
	}
	p.out[start], p.out[end-1] = '\'', '\''
}

// in returns the kind of the innermost open brace.
func (p *preparer) in() block {
	for _, b := range slices.Backward(p.open) {
		if !b.paren {
			return b.block
		}
	}
	return statements
}

func (p *preparer) blank(at, n int) {
	p.out = grammar.Blank(p.out, p.src, at, at+n)
}

// own makes out a copy.
func (p *preparer) own() {
	if &p.out[0] == &p.src[0] {
		p.out = bytes.Clone(p.src)
	}
}

// blockLength returns the length of the block that a text begins with.
func blockLength(text []byte) int {
	p := preparer{src: text, out: text, at: 1, open: make([]bracket, 1), plain: true}
	for p.at < len(text) && len(p.open) > 0 {
		p.token()
	}
	return p.at
}

// lineComment returns the length of a line comment, which ends with its line or at a closing tag.
func lineComment(text []byte) int {
	line := text[:grammar.After(text, 0, "\n")]
	if n := bytes.Index(line, []byte("?>")); n >= 0 {
		return n
	}
	return len(line)
}

func quoted(text []byte) int {
	for i := 1; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case text[0]:
			return i + 1
		}
	}
	return len(text)
}

func heredocLength(text []byte) int {
	m := heredoc().FindSubmatch(text)
	at := len(m[0])
	for at < len(text) {
		line := text[at : at+grammar.After(text[at:], 0, "\n")]
		trimmed := bytes.TrimLeft(line, " \t")
		if end, ok := bytes.CutPrefix(trimmed, m[1]); ok && (len(end) == 0 || !isWord(end[0])) {
			return at + len(line) - len(end)
		}
		at += len(line)
	}
	return len(text)
}

func isWord(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z' || c >= 0x80
}
