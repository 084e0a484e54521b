package c

import (
	"bytes"
	"regexp"
	"slices"
)

// Prepare makes a source readable for the grammars, which have no preprocessor. Offsets do not
// change: unsupported parts are replaced by blanks, or by words of the same length.
//
//   - Function bodies, multi-line values and enumerators are emptied. They are elided or
//     unchanged in the output anyway, and errors in them would affect what follows.
//   - Macros next to a type, a name or parameters are removed: exports, attributes,
//     calling conventions. So are those alone on a line.
//   - If a conditional splits a declaration, only its first branch is parsed.
//   - Newer syntax is removed: conditions with __has_include, the base of an
//     anonymous enum, export and import of modules, Qt sections.
func Prepare(src []byte) []byte {
	p := preparer{source: source{src: src, out: bytes.Clone(src), tokens: tokens(src)}}
	p.withoutNullability()
	p.pair()
	p.run()
	return p.out
}

// preparer creates the text for the grammar.
type preparer struct {
	source
	levels []level // open blocks
	head   []item  // the current declaration so far
	conds  []cond  // open conditionals
	angle  int     // no < before this token has a counterpart
	code   int     // an offset of code after the last #if 0 that contains code
}

// level is a block of declarations.
type level struct {
	class bool
	name  string // of the class
}

// item is a part of a declaration: a token, or everything between two brackets.
type item struct{ first, last int }

// cond is a conditional between declarations.
type cond struct {
	last     int // index of its last directive
	levels   []level
	head     []item
	first    int
	kept     span // the branch that is kept
	after    *cond
	balanced bool // all branches so far contain whole declarations
}

// span is a range of tokens.
type span struct{ first, last int }

// maxHead is the max number of items in a declaration.
const maxHead = 400

// maxBraces is the max number of tokens of a value in braces in template arguments.
const maxBraces = 8

// run processes the declarations of a source.
func (p *preparer) run() {
	for i := 0; i < len(p.tokens); i++ {
		t := p.tokens[i]
		switch {
		case t.kind == directive:
			if p.directive(i); p.isProse(i) {
				p.blank(t.end, p.tokens[t.partner].start)
				i = t.partner - 1
			}
		case t.kind != punct:
			p.add(i, i)
		case t.mark == ';':
			p.declaration(i)
		case t.mark == '{':
			i = p.open(i)
		case t.mark == '}':
			p.close()
		case (t.mark == '(' || t.mark == '[') && t.partner > i:
			p.group(i, t.partner)
			p.add(i, t.partner)
			i = t.partner
		case t.mark == '<' && t.end == t.start+1 && p.opensAngle():
			end := p.angleEnd(i)
			p.angles(i, end)
			p.group(i, end)
			p.add(i, end)
			i = end
		case t.mark == ':' && t.end == t.start+1 && p.isAccess():
			p.access()
		default:
			p.add(i, i)
		}
	}
	p.loose()
	for n := range p.conds {
		p.erase(p.tokens[p.conds[n].last]) // its #endif is missing
	}
}

// add appends to the declaration. One that is too long is ignored.
func (p *preparer) add(first, last int) {
	if len(p.head) >= maxHead {
		p.head = p.head[:0:0]
	}
	p.head = append(p.head, item{first, last})
}

// opensAngle reports whether < begins template arguments: it follows a name without =.
func (p *preparer) opensAngle() bool {
	n := len(p.head)
	if n == 0 || !p.isWord(p.head[n-1]) || p.is(p.head[n-1], "operator") {
		return false
	}
	return p.find("=", 0) < 0
}

// angleEnd returns the token that closes the template arguments opened by a token, or that token.
func (p *preparer) angleEnd(open int) int {
	if open < p.angle {
		return open
	}
	depth, i := 0, open
	for ; i < len(p.tokens); i++ {
		t := p.tokens[i]
		if t.kind != punct {
			continue
		}
		switch t.mark {
		case '<':
			if t.end == t.start+1 && !p.isOperator(i) {
				depth++
			}
		case '>':
			if t.end > t.start+1 {
				continue
			}
			if depth--; depth == 0 {
				return i
			}
		case '(', '[':
			if t.partner > i {
				i = t.partner
			}
		case '{':
			if t.partner < i || t.partner > i+maxBraces {
				p.angle = i
				return open
			}
			i = t.partner // of a value: A<B{}>
		case ';', '}', ')', ']':
			p.angle = i
			return open
		}
	}
	p.angle = i
	return open
}

// find returns the index of a token in the head at or after from, or -1.
func (p *preparer) find(text string, from int) int {
	for i := from; i < len(p.head); i++ {
		if p.is(p.head[i], text) {
			if text == "=" && slices.ContainsFunc(p.head[max(0, i-3):i], func(it item) bool { return p.is(it, "operator") }) {
				continue // part of the name: operator=, operator<<=
			}
			return i
		}
	}
	return -1
}

// close ends a block.
func (p *preparer) close() {
	p.loose()
	class := false
	if n := len(p.levels); n > 0 {
		class = p.levels[n-1].class
		p.levels = p.levels[:n-1]
	}
	p.head = nil
	if class {
		p.head = []item{} // declarators may follow
	}
}

// inClass reports whether the innermost block is a class.
func (p *preparer) inClass() bool { return len(p.levels) > 0 && p.levels[len(p.levels)-1].class }

// directive handles a preprocessor directive between tokens of a declaration.
func (p *preparer) directive(i int) {
	t := p.tokens[i]
	switch p.conditional(t) {
	case 'i':
		p.condition(t)
		p.conds = append(p.conds, cond{first: i, last: i, levels: slices.Clone(p.levels), head: p.head, balanced: len(p.head) == 0})
	case 'e', 'n':
		p.branch(i)
	default:
		p.loose()
		if bytes.Contains(p.src[t.start:t.end], []byte("define")) {
			p.comments(t)
			if at := namedDots.FindSubmatchIndex(p.src[t.start:t.end]); at != nil {
				p.blank(t.start+at[2], t.start+at[3])
			}
		}
	}
}

// namedDots matches a named variadic macro parameter: #define F(a, rest...).
var namedDots = regexp.MustCompile(`^#\s*define\s+\w+\([^()\n]*?(\w+)\.\.\.\)`)

// branch ends a branch of a conditional.
func (p *preparer) branch(i int) {
	n := len(p.conds) - 1
	if n < 0 {
		p.erase(p.tokens[i]) // its counterpart is in a body
		return
	}
	c := &p.conds[n]
	p.balanceBranch(c)
	ends := p.conditional(p.tokens[i]) == 'n'
	if !ends {
		p.condition(p.tokens[i])
	}
	if c.after == nil && (ends || !p.never(p.tokens[c.last])) {
		c.after = &cond{levels: slices.Clone(p.levels), head: p.head}
		c.kept = span{c.last, i}
	}
	if !ends {
		c.last = i
		p.levels, p.head = slices.Clone(c.levels), c.head[:len(c.head):len(c.head)]
		return
	}
	if !c.balanced {
		p.keepFirst(*c, i)
	}
	p.levels, p.head = c.after.levels, c.after.head[:len(c.after.head):len(c.after.head)]
	p.conds = p.conds[:n]
}

// balanceBranch records whether a branch contains whole declarations.
func (p *preparer) balanceBranch(c *cond) {
	if len(p.head) > 0 && len(c.head) == 0 {
		if p.loose(); len(p.head) == 0 {
			return
		}
	}
	if len(p.head) > 0 || len(p.levels) != len(c.levels) {
		c.balanced = false
	}
}

// keepFirst keeps only the first branch of a conditional that a directive ends.
func (p *preparer) keepFirst(c cond, end int) {
	p.blank(p.tokens[c.first].start, p.tokens[c.kept.first].end)
	p.blank(p.tokens[c.kept.last].start, p.tokens[end].end)
}

// leave removes the text between two braces and returns the token to continue after. A body that
// ends in the branches of a conditional ends with it; a conditional that ends in a body is
// removed.
func (p *preparer) leave(open int) int {
	end, depth := p.tokens[open].partner, 0
	for i := open + 1; i < len(p.tokens) && (i < end || depth > 0); i++ {
		if p.tokens[i].kind != directive {
			continue
		}
		switch p.conditional(p.tokens[i]) {
		case 'i':
			depth++
		case 'n':
			if depth--; depth < 0 {
				p.forget()
				depth = 0
			}
			end = max(end, i)
		}
	}
	p.blank(p.tokens[open].end, p.tokens[end].end)
	p.out[p.tokens[end].end-1] = '}'
	return end
}

// forget removes the directive that begins the branch of an open conditional.
func (p *preparer) forget() {
	if n := len(p.conds) - 1; n >= 0 {
		p.erase(p.tokens[p.conds[n].last])
		p.conds = p.conds[:n]
	}
}
