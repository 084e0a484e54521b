package c

import "slices"

// block is the kind of block that a brace opens.
type block int

const (
	functionBody block = iota
	classBody
	namespaceBody // or extern "C"
	enumBody
	values // of a variable or a member
	inHead // of a requires expression: the declaration continues
)

// open handles the brace at a token and returns the token to continue after.
func (p *preparer) open(i int) int {
	what := p.opens()
	closed := p.tokens[i].partner > i
	switch what {
	case classBody, namespaceBody:
		name := p.typeHead(what == classBody)
		if what == namespaceBody && !closed {
			p.blank(p.headStart(i), p.tokens[i].end) // its contents are parsed without it
		} else {
			p.levels = append(p.levels, level{what == classBody, name})
		}
		p.head = nil
		return i
	case functionBody:
		p.declaration(-1)
		if !closed {
			return p.cutOff(i)
		}
		end := p.leave(i)
		p.strayed(end)
		return end
	case enumBody:
		p.typeHead(false)
	case values, inHead:
	}
	if !closed {
		p.head = nil
		return len(p.tokens)
	}
	end := p.tokens[i].partner
	if what != inHead && (what == enumBody || p.newLine(item{i, i}, item{end, end}) || p.isLambda()) {
		end = p.leave(i)
	}
	p.add(i, end)
	return end
}

// cutOff closes a body at the end of the source if nothing else is open.
func (p *preparer) cutOff(i int) int {
	if end := len(p.src) - 1; len(p.levels) == 0 && p.tokens[i].end <= end {
		p.blank(p.tokens[i].end, end)
		p.out[end] = '}'
		p.conds = nil
	}
	return len(p.tokens)
}

// strayed removes a semicolon after a body.
func (p *preparer) strayed(end int) {
	if end+1 < len(p.tokens) && p.tokens[end+1].mark == ';' {
		p.erase(p.tokens[end+1])
	}
}

func (p *preparer) headStart(otherwise int) int {
	if len(p.head) > 0 {
		otherwise = p.head[0].first
	}
	return p.tokens[otherwise].start
}

// opens returns the kind of block that a brace after the head opens.
func (p *preparer) opens() block {
	n := len(p.head)
	if n == 0 {
		return functionBody // K&R, after the parameter declarations
	}
	last := p.head[n-1]
	if assigned := p.find("=", 0); assigned >= 0 && !p.is(last, "requires") {
		if p.find("requires", assigned) >= 0 {
			return inHead
		}
		return values
	}
	for i := range p.head {
		switch {
		case p.is(p.head[i], "namespace"):
			return namespaceBody
		case p.is(p.head[i], "extern") && i+2 == n && p.tokens[last.first].kind == literal:
			return namespaceBody
		case p.is(p.head[i], "enum") && p.endsType(i):
			return enumBody
		case p.is(p.head[i], "class", "struct", "union", "__interface") && p.endsType(i):
			return classBody
		}
	}
	if p.is(last, "requires") || n > 2 && p.isGroup(last, '(') && p.is(p.head[n-2], "requires") && p.is(p.head[n-3], "requires", "&&", "|") {
		return inHead // of an expression; a parenthesized constraint is handled separately
	}
	parameters := p.parameters()
	if parameters < 0 {
		return values // int x{1}
	}
	if colon := p.find(":", parameters); colon >= 0 && (p.isWord(last) && !p.is(last, "try") || p.isGroup(last, '<')) {
		return values // of a member, in an initializer list
	}
	return functionBody
}

// isLambda reports whether the head ends with the introducer and parameters of a lambda.
func (p *preparer) isLambda() bool {
	n := len(p.head)
	return n > 0 && (p.isGroup(p.head[n-1], '(') || p.isGroup(p.head[n-1], '[')) && p.find("=", 0) >= 0
}

// endsType reports whether the word at an index of the head begins a type whose members follow,
// possibly after names, attributes and base classes.
func (p *preparer) endsType(at int) bool {
	for i := at + 1; i < len(p.head); i++ {
		switch it := p.head[i]; {
		case p.is(it, ":"):
			return true
		case p.isGroup(it, '('):
			// It belongs to a macro or an attribute that is followed by a name.
			rest := p.head[i+1:]
			if len(rest) == 0 {
				return i == at+2 && p.isAttribute(p.head[i-1])
			}
			if i > at+2 && !slices.ContainsFunc(rest, func(it item) bool { return !p.isWord(it) || !mayTrail(p.text(it)) }) {
				return false // the parameters of a function that returns struct a
			}
		case p.isWord(it), p.is(it, "::"), p.isGroup(it, '['), p.isGroup(it, '<'):
		default:
			return false
		}
	}
	return true
}

// parameters returns the index of the parameters in the head, or -1: the first parentheses after
// a name that is not an attribute.
func (p *preparer) parameters() int {
	for i, it := range p.head {
		if p.isGroup(it, '(') && i > 0 && !p.isAttribute(p.head[i-1]) && !p.is(p.head[i-1], "decltype", "explicit", "noexcept", "requires", "throw") {
			return i
		}
	}
	return -1
}

// isAccess reports whether the head, with a following colon, is an access specifier.
func (p *preparer) isAccess() bool {
	n := len(p.head)
	if n == 0 || !p.inClass() {
		return false
	}
	if p.is(p.head[n-1], "slots", "Q_SLOTS") && n > 1 {
		n--
	}
	return p.is(p.head[n-1], "public", "private", "protected", "signals", "Q_SIGNALS") || n == 1 && p.isAccessMacro(p.head[0])
}

// isAccessMacro reports whether an item can be a macro for an access specifier:
// PRIVATE_UNLESS_TESTED.
func (p *preparer) isAccessMacro(it item) bool {
	return p.isWord(it) && p.looksMacro(it) && len(p.text(it)) >= len("public")
}

// access ends a head with an access specifier.
func (p *preparer) access() {
	n := len(p.head)
	if p.is(p.head[n-1], "slots", "Q_SLOTS") {
		p.eraseItem(p.head[n-1])
		n--
	}
	if p.is(p.head[n-1], "signals", "Q_SIGNALS") || p.isAccessMacro(p.head[n-1]) {
		p.instead(p.head[n-1], "public")
	}
	p.head = p.head[:n-1]
	p.loose()
	p.head = nil
}

// loose removes macro calls without a semicolon if the head contains nothing else.
func (p *preparer) loose() {
	for i := 0; i < len(p.head); i++ {
		switch it := p.head[i]; {
		case p.isGroup(it, '(') && i > 0 && p.isWord(p.head[i-1]):
		case p.isWord(it) && (p.looksMacro(it) || i+1 < len(p.head) && p.isGroup(p.head[i+1], '(')):
		default:
			return
		}
	}
	for _, it := range p.head {
		p.eraseItem(it)
	}
	p.head = nil
}
