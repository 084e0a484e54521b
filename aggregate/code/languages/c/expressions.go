package c

import (
	"bytes"
	"slices"
)

// angles simplifies expressions between < and >, most of which the grammars do not support there.
// Their content is never listed.
func (p *preparer) angles(open, end int) {
	if open >= end {
		return
	}
	start, stop := p.tokens[open].end, p.tokens[end].start
	word := "x"
	switch n := len(p.head); {
	case n > 0 && p.is(p.head[n-1], "template"):
		if word = "class x"; stop-start < len(word) || p.namesTypes(open, end) {
			return
		}
	case !p.isExpression(open, end):
		return
	}
	if p.blank(start, stop); stop-start >= len(word) {
		copy(p.out[start:stop], word)
	}
}

// namesTypes reports whether the template parameters between two tokens are plain types: class A,
// typename... B.
func (p *preparer) namesTypes(open, end int) bool {
	for i := open + 1; i < end; i++ {
		t := p.tokens[i]
		isKeyword := p.is(item{i, i}, "class", "typename")
		switch {
		case t.kind == punct && (t.mark == ',' || t.mark == '.'):
		case t.kind != word, isKeyword != (p.tokens[i-1].mark == '<' || p.tokens[i-1].mark == ','):
			return false
		}
	}
	return true
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
		case '*':
			if p.tokens[i-1].mark == ':' { // a pointer to a member
				return true
			}
		}
	}
	return false
}

// isOperator reports whether a < is a comparison: it follows a value, not a name.
func (p *preparer) isOperator(i int) bool {
	before := p.tokens[i-1]
	return before.kind == literal || before.kind == punct && before.mark == ')'
}

// alias simplifies the type in a using declaration, and removes typename.
func (p *preparer) alias() {
	at := p.find("using", 0)
	if at < 0 || at+1 == len(p.head) {
		return
	}
	if p.is(p.head[at+1], "typename") {
		p.eraseItem(p.head[at+1])
	}
	assigned := p.find("=", at)
	macros := p.head[at+1:]
	if assigned >= 0 {
		macros = p.head[at+1 : assigned]
	}
	for i := 1; i < len(macros); i++ {
		if p.isWord(macros[i]) && p.looksMacro(macros[i]) && !p.is(macros[i-1], "::", ",") {
			p.eraseItem(macros[i])
			if i+1 < len(macros) && p.isGroup(macros[i+1], '(') {
				p.eraseItem(macros[i+1])
			}
		}
	}
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

// specified blanks what the grammars do not support everywhere: arguments of noexcept, conditions
// of assertions, and = delete.
func (p *preparer) specified() {
	n, assigned := len(p.head), p.find("=", 0)
	for i, it := range p.head[:n-1] {
		next := p.head[i+1]
		if i == assigned {
			value := p.head[i+1:]
			if slices.ContainsFunc(value, func(it item) bool { return p.is(it, "noexcept") }) {
				p.instead(item{next.first, value[len(value)-1].last}, "0")
			}
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
	isMacro := p.inClass() && isMacroName(p.levels[len(p.levels)-1].name) // its constructor is listed as a call
	if n > 2 && !isMacro && p.is(p.head[n-1], "delete") && p.is(p.head[n-2], "=") {
		p.eraseItem(p.head[n-1])
		p.eraseItem(p.head[n-2])
	}
}

// isProse reports whether a token is #if 0 followed by text that is not code, up to its next
// directive.
func (p *preparer) isProse(i int) bool {
	next := p.tokens[i].partner
	if next < i || p.conditional(p.tokens[i]) != 'i' || !p.never(p.tokens[i]) {
		return false
	}
	start, end := p.tokens[i].end, p.tokens[next].start
	if start <= p.code && p.code < end {
		return false
	}
	at := bytes.IndexAny(p.src[start:end], ";{}")
	if at >= 0 {
		p.code = start + at
	}
	return at < 0
}

// constraints removes requires clauses from the head.
func (p *preparer) constraints() {
	if p.find("concept", 0) >= 0 || p.find("=", 0) >= 0 {
		return
	}
	for i := 0; i < len(p.head); i++ {
		if !p.is(p.head[i], "requires") {
			continue
		}
		end := p.constraintEnd(i + 1)
		if end <= i+1 {
			return
		}
		p.blank(p.tokens[p.head[i].first].start, p.tokens[p.head[end-1].last].end)
		p.head = slices.Delete(slices.Clone(p.head), i, end)
		i--
	}
}

// constraintEnd returns the index after the constraint at an index of the head.
func (p *preparer) constraintEnd(i int) int {
	for i < len(p.head) {
		switch it := p.head[i]; {
		case p.isGroup(it, '('):
			i++
		case p.is(it, "requires"):
			if i++; i < len(p.head) && p.isGroup(p.head[i], '(') {
				i++
			}
			if i < len(p.head) && p.isGroup(p.head[i], '{') {
				i++
			}
		case p.is(it, "::"), p.isWord(it):
			if p.is(it, "::") && i+1 < len(p.head) {
				i++
			}
			i = p.unitAt(p.head, i).last + 1
		default:
			return i
		}
		switch {
		case i < len(p.head) && p.is(p.head[i], "&&"):
			i++
		case i+1 < len(p.head) && p.is(p.head[i], "|") && p.is(p.head[i+1], "|"):
			i += 2
		default:
			return i
		}
	}
	return i
}

// friend moves the word friend to the beginning of a declaration: constexpr friend int a();
func (p *preparer) friend() {
	at := p.find("friend", 0)
	first := at
	for first > 0 && p.is(p.head[first-1], "constexpr", "inline", "static", "extern") {
		first--
	}
	if first < at {
		p.instead(item{p.head[first].first, p.head[at].last}, "friend")
	}
}

// withoutNullability blanks nullability annotations of pointers, which are not standard tokens.
func (s *source) withoutNullability() {
	s.tokens = slices.DeleteFunc(s.tokens, func(t token) bool {
		if t.kind != word || !isNullability(string(s.src[t.start:t.end])) {
			return false
		}
		s.erase(t)
		return true
	})
}

func isNullability(word string) bool {
	switch word {
	case "absl_nonnull", "absl_nullable", "absl_nullability_unknown", "_Nonnull", "_Nullable", "_Null_unspecified":
		return true
	}
	return false
}
