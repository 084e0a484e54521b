package c

import "bytes"

// template replaces macros for template headers by template<>: template(class T)(requires C<T>),
// also in capitals.
func (p *preparer) template() {
	if len(p.head) < 2 || !p.isGroup(p.head[1], '(') {
		return
	}
	last := 1
	for last+1 < len(p.head) && p.isGroup(p.head[last+1], '(') {
		last++
	}
	isConstrained := last > 1 && p.is(item{p.head[2].first + 1, p.head[2].first + 1}, "requires")
	if !p.is(p.head[0], "template") && !(isConstrained && p.isWord(p.head[0]) && p.looksMacro(p.head[0])) {
		return
	}
	const head = "template<>"
	it := item{p.head[0].first, p.head[last].last}
	if p.eraseItem(it); p.tokens[it.last].end-p.tokens[it.first].start >= len(head) {
		p.instead(it, head)
	}
	p.head = p.head[last+1:]
}

// call simplifies a macro used as a statement: FLAG(int, a, 1, "help").OnUpdate([] { … });
// becomes FLAG( )( [] { … });. Types and values together are neither a declaration nor a call,
// and the grammar parses a call on the result of another as a declaration. Arguments with
// statements are kept for the bodies in them.
func (p *preparer) call() {
	if len(p.head) < 2 || !p.isWord(p.head[0]) || !p.isGroup(p.head[1], '(') || p.inClass() {
		return
	}
	switch {
	case len(p.head) == 2 && !p.looksMacro(p.head[0]), len(p.head) > 2 && !p.is(p.head[2], ".", "->", "+"):
		return
	}
	for _, it := range p.head[1:] {
		if !p.isGroup(it, '(') {
			p.eraseItem(it)
			continue
		}
		open, end := p.tokens[it.first], p.tokens[it.last]
		if bytes.IndexByte(p.src[open.end:end.start], ';') < 0 {
			p.blank(open.end, end.start)
		}
	}
}

// arguments replaces values and keywords by names in the arguments of a macro that is a function
// header: TEST(a, template) { … }.
func (p *preparer) arguments() {
	if len(p.head) != 2 || !p.isWord(p.head[0]) || !p.looksMacro(p.head[0]) || !p.isGroup(p.head[1], '(') {
		return
	}
	for i := p.head[1].first + 1; i < p.head[1].last; i++ {
		t := p.tokens[i]
		switch classOf(string(p.src[t.start:t.end])) {
		case noClass, typeClass:
			if t.kind == literal {
				p.instead(item{i, i}, "x")
			}
		default:
			before, behind := p.tokens[i-1].mark, p.tokens[i+1].mark
			if (before == '(' || before == ',') && (behind == ')' || behind == ',') {
				p.instead(item{i, i}, "x")
			}
		}
	}
}
