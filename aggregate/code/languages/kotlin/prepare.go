package kotlin

import "bytes"

// prepare takes from a source what the grammar cannot read: the fun of fun interface,
// and the ends of lines after which the constructor of a class follows, or by.
func prepare(src []byte) []byte {
	p := preparer{src: src, out: src}
	p.funInterfaces()
	p.continuations()
	return p.out
}

// preparer changes a copy of a source, which it makes when there is anything to change.
type preparer struct{ src, out []byte }

func (p *preparer) blank(from, to int) {
	if &p.out[0] == &p.src[0] {
		p.out = bytes.Clone(p.src)
	}
	for ; from < to; from++ {
		p.out[from] = ' '
	}
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

// continuations joins lines that go on with by or with the constructor of a class:
//
//	class Server
//	@Inject private constructor(port: Int)
func (p *preparer) continuations() {
	var before []byte
	start := 0
	for line := range bytes.Lines(p.src) {
		text := bytes.TrimSpace(line)
		goesOn := bytes.HasPrefix(text, []byte("by ")) && len(before) > 0 ||
			bytes.Contains(text, []byte("constructor(")) && isHeader(before) && isConstructor(text)
		if goesOn {
			p.blank(start-1, start)
		}
		start += len(line)
		before = text
	}
}

// isHeader reports whether a line is the name of a class and nothing behind it.
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
