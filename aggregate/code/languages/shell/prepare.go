package shell

import (
	"bytes"
	"unicode/utf8"

	"dossier/aggregate/lazyregexp"
)

// prepare writes a source as the grammar can read it, every byte in its place: letters
// stand for what expansions, double quotes, tests and patterns hold, and for escaped
// characters. The grammar takes the brackets and quotes in ${y%%]*} or @(a|b) for its
// own, and loses the functions up to the next one that fits. All clauses of case end
// with ;;.
func prepare(src []byte) []byte {
	p := preparer{src: src, out: src}
	p.through(len(src))
	return p.out
}

const (
	// maxLetters bounds the bytes that letters are written over at once. What is longer
	// begins in a text that was misread.
	maxLetters = 1000
	// maxAhead bounds how far a look ahead on a line goes.
	maxAhead = 200
)

// preparer is how far a source is prepared. out is src until something is changed.
type preparer struct {
	src, out []byte
	at       int
	open     []frame
	heredocs []heredoc // those whose texts begin at the end of the line
	lines    map[string]int
}

// frame is what is open around a byte.
type frame struct {
	// kind is '(', '`', '"', '{' for an expansion, '[' for a test, and 'h' for the text of
	// a heredoc.
	kind  byte
	start int // of what it holds
	// double marks a test in two brackets.
	double bool
	// arithmetic marks the parentheses of ((…)), in which neither # nor << is special.
	arithmetic bool
	// literal marks an expansion in which a single quote is a character like others.
	literal bool
	cases   int // case … esac, in which ) ends a pattern
}

// heredoc is what a heredoc is announced with.
type heredoc struct {
	end    string // the line that ends its text
	indent bool   // tabs may stand before that
	quoted bool   // nothing is expanded in it
}

var (
	name = lazyregexp.New(`^\w+$`)
	// pattern is the beginning of an expansion with a pattern, in which single quotes
	// count even within double ones.
	pattern    = lazyregexp.New(`^\$\{!?(?:\w+|[@*])(?:\[[^\]]*\])?[%#/^,]`)
	caseWord   = lazyregexp.New(`^case[ \t][^\n]*[ \t]in\b`)
	heredocTag = lazyregexp.New(`^<<(-?)[ \t]*(?:'([^'\n]+)'|"([^"\n]+)"|\\?([A-Za-z_][\w.-]*))`)
	// testOpens is what may stand before a command.
	testOpens = lazyregexp.New("(?:^|[\\n;&|({`!]|\\b(?:if|then|elif|else|while|until|do|time))[ \\t]*$")
)

// through passes everything up to a byte.
func (p *preparer) through(end int) {
	for p.at < end {
		p.token(end)
	}
}

// token passes one token, or one byte of what needs no care.
func (p *preparer) token(end int) {
	rest := p.src[p.at:end]
	top := frame{kind: '('}
	if n := len(p.open); n > 0 {
		top = p.open[n-1]
	}
	command := top.kind == '(' || top.kind == '`'
	switch c := rest[0]; {
	case c == '\\':
		p.escape(rest)
	case bytes.HasPrefix(rest, []byte("${")):
		literal := (top.kind == '"' || top.kind == 'h' || top.literal) && !pattern().Match(near(rest))
		p.push(frame{kind: '{', literal: literal}, len("${"))
	case bytes.HasPrefix(rest, []byte("$((")) || command && bytes.HasPrefix(rest, []byte("((")):
		p.at += bytes.IndexByte(rest, '(')
		p.push(frame{kind: '(', arithmetic: true}, 1)
		p.push(frame{kind: '(', arithmetic: true}, 1)
	case bytes.HasPrefix(rest, []byte("$(")):
		p.push(frame{kind: '('}, len("$("))
	case c == '`' && top.kind == '`':
		p.pop(1)
	case c == '`':
		p.push(frame{kind: '`'}, 1)
	case c == '"' && top.kind == '"':
		if text := p.src[top.start:p.at]; bytes.ContainsAny(text, "$`\\") {
			p.letters(top.start, p.at)
		}
		p.pop(1)
	case c == '"' && top.kind != 'h':
		p.push(frame{kind: '"'}, 1)
	case c == '}' && top.kind == '{':
		if !name().Match(p.src[top.start:p.at]) {
			p.letters(top.start, p.at)
		}
		p.pop(1)
	case top.kind == '"' || top.kind == 'h':
		p.at++
	case bytes.HasPrefix(rest, []byte("$'")) && !top.literal:
		p.at += 1 + quoted(rest[1:], true)
	case c == '\'' && !top.literal:
		p.at += quoted(rest, false)
	case c == ']' && top.kind == '[' && p.closesTest(rest, top):
		p.letters(top.start+1, p.at-1)
		p.pop(len("]"))
		if top.double {
			p.at++
		}
	case command:
		p.command(rest, top)
	default:
		p.at++
	}
}

// command passes one token that is special only where commands stand.
func (p *preparer) command(rest []byte, top frame) {
	switch c := rest[0]; {
	case c == '(' && p.opensPattern(top) && closing(rest) > 0:
		p.letters(p.at-1, p.at+closing(rest))
		p.at += closing(rest)
	case c == '(':
		p.push(frame{kind: '(', arithmetic: top.arithmetic}, 1)
	case c == ')' && len(p.open) > 0 && top.kind == '(' && top.cases == 0:
		p.pop(1)
	case c == '[' && !top.arithmetic && p.opensTest(rest):
		n := len(rest[:2]) - len(bytes.TrimLeft(rest[:2], "["))
		p.push(frame{kind: '[', double: n == 2}, n)
	case bytes.HasPrefix(rest, []byte(";;&")):
		p.own()
		p.out[p.at+2] = ' '
		p.at += len(";;&")
	case bytes.HasPrefix(rest, []byte(";&")):
		p.own()
		p.out[p.at+1] = ';'
		p.at += len(";&")
	case c == '\n':
		p.at++
		p.texts()
	case c == '#' && !top.arithmetic && p.startsWord():
		p.at += line(rest)
	case bytes.HasPrefix(rest, []byte("<<<")):
		p.at += len("<<<")
	case c == '<' && !top.arithmetic && heredocTag().Match(near(rest)):
		p.announced(rest)
	case c == 'c' && len(p.open) > 0 && p.startsWord() && caseWord().Match(near(rest)):
		p.open[len(p.open)-1].cases++
		p.at += len("case")
	case c == 'e' && top.cases > 0 && p.startsWord() && bytes.HasPrefix(rest, []byte("esac")):
		p.open[len(p.open)-1].cases--
		p.at += len("esac")
	default:
		p.at++
	}
}

// push passes n bytes that open a frame.
func (p *preparer) push(f frame, n int) {
	p.at += n
	f.start = p.at
	p.open = append(p.open, f)
}

// pop passes n bytes that close the innermost frame.
func (p *preparer) pop(n int) {
	p.open = p.open[:len(p.open)-1]
	p.at += n
}

// escape passes an escaped character, which is one of a word like any other.
func (p *preparer) escape(rest []byte) {
	n := min(2, len(rest))
	if n == 2 && rest[1] > ' ' && rest[1] < utf8.RuneSelf {
		p.letters(p.at, p.at+n)
	}
	p.at += n
}

// opensPattern reports whether the parenthesis here opens one such as *(a|b) or @(c).
func (p *preparer) opensPattern(top frame) bool {
	if p.at < 2 || top.arithmetic {
		return false
	}
	before := p.src[p.at-2]
	switch p.src[p.at-1] {
	case '@', '*', '+', '?':
		return before != '$'
	case '!':
		return bytes.IndexByte([]byte(" \t\n;&|("), before) < 0 // else it is a command that is denied
	}
	return false
}

// opensTest reports whether the bracket here begins a command.
func (p *preparer) opensTest(rest []byte) bool {
	word := bytes.TrimPrefix(rest[1:], []byte("["))
	return len(word) > 0 && (word[0] == ' ' || word[0] == '\t') && testOpens().Match(p.src[max(0, p.at-maxAhead):p.at])
}

// closesTest reports whether the bracket here ends a test.
func (p *preparer) closesTest(rest []byte, top frame) bool {
	if p.at < top.start+2 || p.src[p.at-1] > ' ' {
		return false
	}
	if top.double {
		if !bytes.HasPrefix(rest, []byte("]]")) {
			return false
		}
		rest = rest[1:]
	}
	return len(rest) == 1 || bytes.IndexByte([]byte(" \t\r\n;&|)}`"), rest[1]) >= 0
}

// letters puts letters in the place of a part of the source that is not too long.
func (p *preparer) letters(start, end int) {
	if end-start > maxLetters || end <= start {
		return
	}
	p.own()
	for i := start; i < end; i++ {
		p.out[i] = 'x'
	}
}

// own makes out a copy.
func (p *preparer) own() {
	if &p.out[0] == &p.src[0] {
		p.out = bytes.Clone(p.src)
	}
}

// announced passes the beginning of a heredoc, whose text follows the line.
func (p *preparer) announced(rest []byte) {
	m := heredocTag().FindSubmatch(near(rest))
	h := heredoc{end: string(m[4]), indent: len(m[1]) > 0, quoted: bytes.IndexByte(m[0], '\\') >= 0}
	for _, word := range m[2:4] {
		if len(word) > 0 {
			h.end, h.quoted = string(word), true
		}
	}
	p.heredocs = append(p.heredocs, h)
	p.at += len(m[0])
}

// texts passes the texts of the heredocs that the line before began.
func (p *preparer) texts() {
	announced := p.heredocs
	p.heredocs = nil
	for _, h := range announced {
		end := p.textEnd(h)
		if end < 0 {
			continue // << was none
		}
		if !h.quoted {
			around := p.open
			p.open = []frame{{kind: 'h'}}
			p.through(end)
			p.open = around
		}
		p.at = end
	}
}

// textEnd returns where the text of a heredoc that begins here ends, its last line
// included, or -1.
func (p *preparer) textEnd(h heredoc) int {
	if p.lines == nil {
		p.lines = lastLines(p.src)
	}
	if p.lines[h.end] <= p.at { // so that no search goes through the file for nothing
		return -1
	}
	for at := p.at; at < len(p.src); {
		n := line(p.src[at:])
		text := bytes.TrimRight(p.src[at:at+n], "\r")
		if h.indent {
			text = bytes.TrimLeft(text, "\t")
		}
		if string(text) == h.end {
			return at + n
		}
		at += n + 1
	}
	return -1
}

// lastLines returns the last line of each text, by the byte behind it. Tabs before a line
// do not count.
func lastLines(src []byte) map[string]int {
	lines := map[string]int{}
	for at := 0; at < len(src); {
		n := line(src[at:])
		if n < maxAhead {
			lines[string(bytes.TrimLeft(bytes.TrimRight(src[at:at+n], "\r"), "\t"))] = at + n
		}
		at += n + 1
	}
	return lines
}

// startsWord reports whether a word begins here.
func (p *preparer) startsWord() bool {
	return p.at == 0 || bytes.IndexByte([]byte(" \t\n;&|()`"), p.src[p.at-1]) >= 0
}

// near returns the beginning of a text.
func near(text []byte) []byte { return text[:min(len(text), maxAhead)] }

// line returns the length of the first line of a text, without the newline.
func line(text []byte) int {
	if n := bytes.IndexByte(text, '\n'); n >= 0 {
		return n
	}
	return len(text)
}

// closing returns the length of the text in parentheses that a text begins with, or 0
// when it does not end on its line.
func closing(text []byte) int {
	depth := 0
	for i, c := range near(text) {
		switch c {
		case '\n':
			return 0
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return i + 1
			}
		}
	}
	return 0
}

// quoted returns the length of the text in single quotes that a text begins with. Without
// an end it is the quote alone, so that the rest of the file is read.
func quoted(text []byte, escapes bool) int {
	for i := 1; i < len(text); i++ {
		switch {
		case text[i] == '\\' && escapes:
			i++
		case text[i] == '\'':
			return i + 1
		}
	}
	return 1
}
