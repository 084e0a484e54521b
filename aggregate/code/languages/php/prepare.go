package php

import (
	"bytes"
	"regexp"
)

// prepare writes a source as the grammar can read it, every byte in its place, where it
// holds what came after the grammar: constants of enumerations become cases of a text, the hooks of
// a property a text that it begins with, and (set) behind public, protected and private
// and readonly before class become blank.
func prepare(src []byte) []byte {
	p := preparer{src: src, out: src}
	p.html()
	for p.at < len(src) {
		p.token()
	}
	return p.out
}

// preparer is how far a source is prepared. out is src until something is changed.
type preparer struct {
	src, out []byte
	at       int
	open     []block
	next     block // what the next brace opens
	member   int   // where the member of a type began that at is in
	plain    bool  // nothing is changed
}

// near bounds how far a look ahead goes: a hostile source holds nothing but words that
// ask for one.
const near = 400

// block is what an open brace belongs to.
type block byte

const (
	statements block = iota
	types
	enumeration
)

var (
	enumConst = regexp.MustCompile(`^((?:(?:public|protected|private|final)\s+)*)const\s+([\w\\|?]+\s+)?\w+\s*=`)
	enumName  = regexp.MustCompile(`^enum\s+\w+\s*[:{i]`)
	setAccess = regexp.MustCompile(`^(?:public|protected|private)\(set\)`)
	access    = regexp.MustCompile(`\b(?:public|protected|private)\s+$`)
	noName    = regexp.MustCompile(`^readonly\s+class\b`)
	// hooked is a property up to its hooks.
	hooked  = regexp.MustCompile(`^\s*(?:#\[[^\]]*\]\s*)*(?:(?:public|protected|private|readonly|static|final|abstract|var)\s+)+(?:[\w\\|?&()]+\s+)?\$\w+\s*(=[^;{]*)?$`)
	heredoc = regexp.MustCompile(`^<<<[ \t]*["']?(\w+)["']?\r?\n`)
)

// token passes one token, or one byte of what needs no care.
func (p *preparer) token() {
	rest := p.src[p.at:]
	switch c := rest[0]; {
	case p.plain && isWord(c):
		p.at++
	case bytes.HasPrefix(rest, []byte("?>")):
		p.html()
	case c == '#' && !bytes.HasPrefix(rest, []byte("#[")), bytes.HasPrefix(rest, []byte("//")):
		p.comment(lineComment(rest))
	case bytes.HasPrefix(rest, []byte("/*")):
		p.comment(through(rest, 2, "*/"))
	case c == '\'' || c == '"' || c == '`':
		p.at += quoted(rest)
	case c == '<' && heredoc.Match(rest):
		p.at += heredocLength(rest)
	case c == '{':
		p.brace()
	case c == '}':
		p.open = p.open[:max(0, len(p.open)-1)]
		p.at++
		p.member = p.at
	case c == ';':
		p.at++
		p.next, p.member = statements, p.at
	case isWord(c):
		p.word(rest)
	default:
		p.at++
	}
}

// html passes what stands outside of the tags, with them.
func (p *preparer) html() {
	p.at += through(p.src[p.at:], 0, "<?")
	p.member = p.at
}

// comment passes a comment. One in front of a member is no part of it.
func (p *preparer) comment(n int) {
	first := len(bytes.TrimSpace(p.src[p.member:p.at])) == 0
	p.at += n
	if first {
		p.member = p.at
	}
}

// brace passes an opening brace, with its block if that holds hooks.
func (p *preparer) brace() {
	if p.in() == types && !p.plain {
		if m := hooked.FindSubmatch(p.src[p.member:p.at]); m != nil {
			p.hooks(m[1] != nil)
			return
		}
	}
	p.open = append(p.open, p.next)
	p.next = statements
	p.at++
	p.member = p.at
}

// hooks writes a block as a text that a property begins with.
func (p *preparer) hooks(hasValue bool) {
	end := p.at + blockLength(p.src[p.at:])
	if p.src[end-1] != '}' || end-p.at < len("{}") || len(bytes.TrimSpace(p.src[p.at+1:end-1])) == 0 {
		p.at = end
		return
	}
	p.own()
	p.out[p.at] = '='
	if hasValue {
		p.out[p.at] = '.'
	}
	p.quote(p.at+1, end-1)
	p.out[end-1] = ';'
	p.at = end
	p.member = end
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
	case word == "enum" && enumName.Match(rest):
		p.next = enumeration
	case word == "function":
		p.next = statements
	case word == "readonly" && noName.Match(rest) && bytes.HasSuffix(p.src[:p.at], []byte("new ")):
		p.blank(p.at, n)
	case p.in() == enumeration && enumConst.Match(rest):
		p.constant(enumConst.FindSubmatchIndex(rest))
		return
	case setAccess.Match(rest):
		set := len("(set)")
		if access.Match(p.src[max(0, p.at-20):p.at]) {
			p.blank(p.at, n+set)
		} else {
			p.blank(p.at+n, set)
		}
		n += set
	}
	p.at += n
}

// constant writes a constant as a case: m holds its modifiers and its type.
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

// quote writes a text in the place of an expression: [1, 2] becomes 'xxxx'.
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

// in returns what the innermost open brace belongs to.
func (p *preparer) in() block {
	if len(p.open) == 0 {
		return statements
	}
	return p.open[len(p.open)-1]
}

func (p *preparer) blank(at, n int) {
	p.own()
	for i := at; i < at+n; i++ {
		if p.src[i] != '\n' {
			p.out[i] = ' '
		}
	}
}

// own makes out a copy.
func (p *preparer) own() {
	if &p.out[0] == &p.src[0] {
		p.out = bytes.Clone(p.src)
	}
}

// blockLength returns the length of the block that a text begins with.
func blockLength(text []byte) int {
	p := preparer{src: text, out: text, at: 1, open: []block{statements}, plain: true}
	for p.at < len(text) && len(p.open) > 0 {
		p.token()
	}
	return p.at
}

// through returns how long a text is up to the first mark behind from, with it.
func through(text []byte, from int, mark string) int {
	if n := bytes.Index(text[from:], []byte(mark)); n >= 0 {
		return from + n + len(mark)
	}
	return len(text)
}

// lineComment ends with its line or its tag.
func lineComment(text []byte) int {
	line := text[:through(text, 0, "\n")]
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
	m := heredoc.FindSubmatch(text)
	at := len(m[0])
	for at < len(text) {
		line := text[at : at+through(text[at:], 0, "\n")]
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
