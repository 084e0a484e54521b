package c

import "bytes"

// angles simplifies what is between < and >, which is listed nowhere, where it holds expressions:
// the grammars know few of them there.
func (p *preparer) angles(open, end int) {
	if open >= end || !p.isExpression(open, end) {
		return
	}
	start, stop := p.tokens[open].end, p.tokens[end].start
	word := "x"
	if n := len(p.head); n > 0 && p.is(p.head[n-1], "template") {
		word = "class x"
	}
	if p.blank(start, stop); stop-start >= len(word) {
		copy(p.out[start:stop], word)
	}
}

// isExpression reports whether there are operators or calls between two tokens.
func (p *preparer) isExpression(open, end int) bool {
	for i := open + 1; i < end; i++ {
		t := p.tokens[i]
		if t.kind != punct {
			continue
		}
		switch t.mark {
		case '(', '{', '!', '?', '+', '-', '/', '%', '|', '~', '^':
			return true
		case '<', '=':
			if t.end > t.start+1 || t.mark == '<' && p.isOperator(i) {
				return true
			}
		case '>':
			if t.end > t.start+1 {
				return true
			}
		case '&':
			if next := p.tokens[i+1]; t.end > t.start+1 && (next.kind == word || next.kind == literal) {
				return true
			}
		}
	}
	return false
}

// isOperator reports whether a < compares: it follows a value, and no name.
func (p *preparer) isOperator(i int) bool {
	before := p.tokens[i-1]
	return before.kind == literal || before.kind == punct && before.mark == ')'
}

// alias simplifies the type that using gives a name to, and takes typename from what it brings in.
func (p *preparer) alias() {
	at := p.find("using", 0)
	if at < 0 || at+1 == len(p.head) {
		return
	}
	if p.is(p.head[at+1], "typename") {
		p.eraseItem(p.head[at+1])
	}
	assigned := p.find("=", at)
	if assigned < 0 || assigned+1 == len(p.head) {
		return
	}
	value := p.head[assigned+1:]
	for i, it := range value {
		if p.isGroup(it, '(') || p.is(it, "*") && i > 0 && p.is(value[i-1], "::") {
			p.instead(item{value[0].first, value[len(value)-1].last}, "int")
			return
		}
	}
}

// specified blanks what the grammars do not know everywhere: the arguments of noexcept, the condition
// of an assertion, and = delete behind a function of no class.
func (p *preparer) specified() {
	n := len(p.head)
	for i, it := range p.head[:n-1] {
		next := p.head[i+1]
		if p.is(it, "=") && !p.is(p.head[max(0, i-1)], "operator") {
			break
		}
		switch {
		case !p.isGroup(next, '('):
		case p.is(it, "noexcept"):
			p.eraseItem(next)
		case i == 0 && p.is(it, "static_assert", "_Static_assert"):
			open, end := p.tokens[next.first], p.tokens[next.last]
			if p.blank(open.end, end.start); open.end < end.start {
				p.out[open.end] = '1'
			}
		}
	}
	if n > 2 && !p.inClass() && p.is(p.head[n-1], "delete") && p.is(p.head[n-2], "=") {
		p.eraseItem(p.head[n-1])
		p.eraseItem(p.head[n-2])
	}
}

// isProse reports whether a token is #if 0 with text under it that is no code, up to its next
// directive.
func (p *preparer) isProse(i int) bool {
	next := p.tokens[i].partner
	return next > i && p.conditional(p.tokens[i]) == 'i' && p.never(p.tokens[i]) && !bytes.ContainsAny(p.src[p.tokens[i].end:p.tokens[next].start], ";{}")
}
