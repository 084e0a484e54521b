package kotlin

import (
	"bytes"
	"slices"

	"dossier/aggregate/code/grammar"
	"dossier/aggregate/lazyregexp"
)

// prepare removes what the grammar cannot parse: fun in fun interface, line breaks before the
// constructor of a class, by or where, multiple annotations before a type, delegations of a type,
// context parameters, the qualification and ? of a function type's receiver, and the call and the
// index in a(b)[c] = d. It replaces binary numbers, and the content of strings after several dollar
// signs.
func prepare(src []byte) []byte {
	p := preparer{src: src, out: src}
	p.funInterfaces()
	p.continuations()
	p.annotations()
	p.delegates()
	p.contexts()
	p.numbers()
	p.texts()
	p.targets()
	p.receivers()
	return p.out
}

// preparer modifies a copy of a source, which it makes on the first change.
type preparer struct{ src, out []byte }

func (p *preparer) blank(from, to int) {
	if &p.out[0] == &p.src[0] {
		p.out = bytes.Clone(p.src)
	}
	for ; from < to; from++ {
		p.out[from] = ' '
	}
}

// blankLines blanks a span except for line endings.
func (p *preparer) blankLines(from, to int) {
	for ; from < to; from++ {
		if c := p.src[from]; c != '\n' && c != '\r' {
			p.blank(from, from+1)
		}
	}
}

// annotations replaces several annotations before a type by a modifier: at the top of a file the
// grammar parses them, together with the type, as an expression.
func (p *preparer) annotations() {
	for at := 0; ; {
		next := bytes.IndexByte(p.src[at:], '@')
		if next < 0 {
			return
		}
		start := at + next
		end, count := pastAnnotations(p.src, start)
		at = end
		if count < 2 || start > 0 && !isBlank(p.src[start-1]) || !begins(p.src[end:], "class", "interface", "object") {
			continue
		}
		p.blankLines(start, end)
		copy(p.out[start:], "open") // two annotations are longer
	}
}

// begins reports whether a text begins with modifiers and one of some keywords.
func begins(text []byte, keywords ...string) bool {
	for word := range bytes.FieldsSeq(text[:min(len(text), 200)]) {
		if slices.Contains(keywords, string(word)) {
			return true
		}
		if !isModifier(word) {
			return false
		}
	}
	return false
}

func isModifier(word []byte) bool {
	switch string(word) {
	case "public", "private", "internal", "protected", "expect", "actual", "final", "open", "abstract", "sealed", "const",
		"external", "companion", "annotation", "data", "enum", "inner", "value", "fun", "override", "inline", "suspend", "operator",
		"infix", "tailrec", "lateinit":
		return true
	}
	return false
}

// pastAnnotations returns the start of the text after the annotations at an offset, and their
// number. Comments may be between them.
func pastAnnotations(src []byte, at int) (end, count int) {
	for at < len(src) && src[at] == '@' {
		at = pastBlanks(src, pastAnnotation(src, at))
		count++
	}
	return at, count
}

// pastAnnotation returns the end of an annotation: @a.B<C>(d), @get:A, @[A B].
func pastAnnotation(src []byte, at int) int {
	for at++; at < len(src); at++ {
		c := src[at]
		switch {
		case c == '[' || c == '<' || c == '(':
			end := pastBrackets(src, at)
			if c == '(' || c == '[' && src[at-1] == '@' {
				return end
			}
			at = end - 1
		case c != '.' && c != ':' && c != '`' && c != '_' && (c < '0' || c > '9') && (c|0x20 < 'a' || c|0x20 > 'z') && c < 0x80:
			return at
		}
	}
	return at
}

// maxArguments is the max number of bytes scanned of an annotation or a delegate.
const maxArguments = 1 << 14

// pastBrackets returns the end of the bracket at an offset, or of the search. Brackets in strings
// are ignored; < and > only count if it is one of them.
func pastBrackets(src []byte, at int) int {
	src = src[:min(len(src), at+maxArguments)]
	ofTypes := src[at] == '<'
	depth := 0
	for at < len(src) {
		switch c := src[at]; c {
		case '(', '[', '{', '<':
			if c != '<' || ofTypes {
				depth++
			}
		case ')', ']', '}', '>':
			if c != '>' || ofTypes {
				depth--
			}
			if depth <= 0 {
				return at + 1
			}
		case '"':
			at = pastString(src, at)
			continue
		case '\'':
			if at+2 < len(src) && src[at+2] == '\'' {
				at += 2 // possibly a bracket
			}
		}
		at++
	}
	return at
}

// pastString returns the end of the string at an offset, at the latest the end of its line unless
// it is multi-line.
func pastString(src []byte, at int) int {
	if long := []byte(`"""`); bytes.HasPrefix(src[at:], long) {
		if n := bytes.Index(src[at+len(long):], long); n >= 0 {
			return at + n + 2*len(long)
		}
		return len(src)
	}
	for at++; at < len(src) && src[at] != '"' && src[at] != '\n'; at++ {
		if src[at] == '\\' {
			at++
		}
	}
	return min(at+1, len(src))
}

// pastBlanks returns the end of white space and comments.
func pastBlanks(src []byte, at int) int {
	for at < len(src) {
		mark := ""
		switch {
		case isBlank(src[at]):
			at++
			continue
		case bytes.HasPrefix(src[at:], []byte("//")):
			mark = "\n"
		case bytes.HasPrefix(src[at:], []byte("/*")):
			mark = "*/"
		default:
			return at
		}
		n := bytes.Index(src[at:], []byte(mark))
		if n < 0 {
			return len(src)
		}
		at += n + len(mark)
	}
	return at
}

func (p *preparer) funInterfaces() {
	for at := 0; ; at += len("fun") {
		next := bytes.Index(p.src[at:], []byte("fun interface "))
		if next < 0 {
			return
		}
		at += next
		if at == 0 || isBlank(p.src[at-1]) {
			p.blank(at, at+len("fun"))
		}
	}
}

// maxContext is the max length of context parameters, in bytes.
const maxContext = 1 << 11

// contexts removes the context parameters of declarations: context(users: Users).
func (p *preparer) contexts() {
	mark := []byte("context(")
	for at := 0; ; {
		next := bytes.Index(p.src[at:], mark)
		if next < 0 {
			return
		}
		start := at + next
		at = start + len(mark)
		if !grammar.IsFirstOnLine(p.src, start) {
			continue
		}
		end := pastBrackets(p.src, at-1)
		if rest := pastBlanks(p.src, end); end-start <= maxContext && rest < len(p.src) && (p.src[rest] == '@' || begins(p.src[rest:], "fun", "val", "var", "class", "interface")) {
			p.blankLines(start, end)
			at = end
		}
	}
}

// withContext returns the start of a declaration including the context parameters before it,
// which were removed for the grammar.
func withContext(src []byte, at int) int {
	before := bytes.TrimRight(src[:at], " \t\r\n")
	if !bytes.HasSuffix(before, []byte(")")) {
		return at
	}
	limit := max(0, len(before)-maxContext)
	start := limit + bytes.LastIndex(before[limit:], []byte("context("))
	if start < limit || !grammar.IsFirstOnLine(src, start) || pastBrackets(src, start+len("context")) != len(before) {
		return at
	}
	return start
}

// receivers removes the qualification and the question mark from the receiver of a function type:
// Builder.() -> Unit for Request.Builder?.() -> Unit.
func (p *preparer) receivers() {
	for at := 0; ; at++ {
		next := bytes.Index(p.src[at:], []byte(".("))
		if next < 0 {
			return
		}
		at += next
		end := at
		if end > 0 && p.src[end-1] == '?' {
			end--
			p.blank(end, at)
		}
		end = beforeArguments(p.src, end)
		last := end
		for last > 0 && inName(p.src[last-1]) {
			last--
		}
		start := last
		for start > 0 && (inName(p.src[start-1]) || p.src[start-1] == '.') {
			start--
		}
		if last < end && start < last {
			p.blank(start, last)
		}
	}
}

// maxTypeArguments is the max number of bytes scanned of the type arguments of a receiver.
const maxTypeArguments = 200

// beforeArguments returns the start of the type arguments that end at an offset; the offset if
// there are none.
func beforeArguments(src []byte, end int) int {
	depth := 0
	for at := end - 1; at >= max(0, end-maxTypeArguments); at-- {
		switch c := src[at]; {
		case c == '>' && (at == 0 || src[at-1] != '-'):
			depth++
		case c == '<':
			depth--
		case bytes.IndexByte([]byte("\"{};="), c) >= 0:
			return end
		}
		if depth == 0 {
			if src[at] == '<' {
				return at
			}
			return end
		}
	}
	return end
}

// continuations joins lines that continue with by, with the bounds of type parameters or with the
// constructor of a class, whose annotations may have lines of their own:
//
//	class Server
//	@Inject private constructor(port: Int)
func (p *preparer) continuations() {
	var before []byte
	var annotations []int // starts of the lines of annotations below the name of a class
	start := 0
	for line := range bytes.Lines(p.src) {
		text := bytes.TrimSpace(line)
		begins := start
		start += len(line)
		if isHeader(before) {
			if bytes.Contains(text, []byte("constructor(")) && isConstructor(text) {
				for _, at := range append(annotations, begins) {
					p.blank(at-1, at)
				}
			} else if isAnnotations(text) {
				annotations = append(annotations, begins)
				continue
			}
		}
		isLast := bytes.HasPrefix(text, []byte("by ")) || bytes.HasPrefix(text, []byte("where ")) && isBound(text[len("where "):])
		if isLast && len(before) > 0 && !bytes.Contains(before, []byte("//")) {
			p.blank(begins-1, begins)
		}
		before, annotations = text, annotations[:0]
	}
}

// isAnnotations reports whether a line consists of annotations.
func isAnnotations(line []byte) bool {
	if len(line) == 0 || line[0] != '@' {
		return false
	}
	end, _ := pastAnnotations(line, 0)
	return end == len(line)
}

// numbers makes binary numbers hexadecimal: the grammar does not know those that begin with 0b.
func (p *preparer) numbers() {
	for at := 0; ; at += len("0b") {
		next := bytes.Index(p.src[at:], []byte("0b"))
		if next < 0 {
			return
		}
		at += next
		if rest := p.src[at+len("0b"):]; len(rest) > 0 && (rest[0] == '0' || rest[0] == '1') && (at == 0 || !inName(p.src[at-1])) {
			p.blank(at+1, at+2)
			p.out[at+1] = 'x'
		}
	}
}

// target matches an assignment to an element of the result of a call: a(b)[c] = d.
var target = lazyregexp.New(`\w(\([^()\n]*\)\[[^\[\]\n]*\])[ \t]*[-+*/%]?=[^=]`)

// targets makes the elements of the results of calls, to which something is assigned, names.
func (p *preparer) targets() {
	if !bytes.Contains(p.src, []byte(")[")) {
		return
	}
	for _, m := range target().FindAllSubmatchIndex(p.src, -1) {
		p.blank(m[2], m[3])
	}
}

// texts empties strings in which several dollar signs begin an expression: $$"${a}".
func (p *preparer) texts() {
	for at := 0; ; {
		next := bytes.Index(p.src[at:], []byte("$$\""))
		if next < 0 {
			return
		}
		quote := at + next + len("$$")
		start := quote - len("$$")
		for start > at && p.src[start-1] == '$' {
			start--
		}
		at = pastString(p.src, quote)
		if start > 0 && !isBlank(p.src[start-1]) && bytes.IndexByte([]byte("(,[={:+"), p.src[start-1]) < 0 {
			at = quote // the end of a string
			continue
		}
		p.blank(start, quote)
		for i := quote; i < at; i++ {
			if c := p.src[i]; c != '"' && c != '\n' && c != '\r' {
				p.out[i] = 'x'
			}
		}
	}
}

// isBound reports whether a line continues with the bound of a type parameter: T : Any.
func isBound(line []byte) bool {
	name := 0
	for name < len(line) && inName(line[name]) {
		name++
	}
	return name > 0 && bytes.HasPrefix(bytes.TrimLeft(line[name:], " \t"), []byte(":"))
}

// isHeader reports whether a line is just the name of a class.
func isHeader(line []byte) bool {
	at := bytes.Index(line, []byte("class "))
	return at >= 0 && (at == 0 || isBlank(line[at-1])) && !bytes.ContainsAny(line, "(){}=\"/")
}

// isConstructor reports whether a line begins with annotations, modifiers and constructor.
func isConstructor(line []byte) bool {
	for word := range bytes.FieldsSeq(line) {
		switch {
		case bytes.HasPrefix(word, []byte("constructor(")):
			return true
		case word[0] == '@' || !bytes.ContainsAny(word, "(){}="):
		default:
			return false
		}
	}
	return false
}
