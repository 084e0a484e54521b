package tree

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Compile compiles patterns for the trees of a grammar. Errors contain the line.
func Compile(source string, g *Grammar) (*Set, error) {
	r := reader{src: source, grammar: g, set: &Set{grammar: g, roots: make([][]root, len(g.names))}}
	for r.space(); r.err == nil && r.at < len(r.src); r.space() {
		r.predicates = nil
		top := r.element()
		if r.err != nil {
			break
		}
		r.begin(top)
		r.set.patterns++
	}
	if r.err != nil {
		return nil, fmt.Errorf("line %d: %w", 1+strings.Count(r.src[:min(r.at, len(r.src))], "\n"), r.err)
	}
	return r.set, nil
}

// reader parses the text of patterns. After the first error it reads nothing.
type reader struct {
	src     string
	at      int
	grammar *Grammar
	set     *Set
	err     error

	predicates map[int][]predicate // of the current pattern, by capture
}

// begin adds the current pattern to the set, under the symbols that it can begin with.
func (r *reader) begin(top *step) {
	steps := []*step{top}
	if top.kind == group {
		steps = top.inner
	}
	if len(steps) == 0 {
		r.fail("a pattern without a node")
		return
	}
	ways := steps[:1]
	if steps[0].kind == choice {
		ways = steps[0].inner
	}
	for _, way := range ways {
		to := root{pattern: r.set.patterns, steps: append([]*step{way}, steps[1:]...)}
		if len(r.predicates) > 0 {
			to.predicates = make([][]predicate, len(r.set.names))
			for name, list := range r.predicates {
				to.predicates[name] = list
			}
		}
		switch {
		case way.kind != one || way.optional:
			r.fail("a pattern begins with one node")
		case way.symbol == anyNode:
			r.set.any = append(r.set.any, to)
		case way.symbol == errorID:
			r.set.broken = append(r.set.broken, to)
		default:
			r.set.roots[way.symbol] = append(r.set.roots[way.symbol], to)
		}
	}
}

func (r *reader) fail(format string, args ...any) {
	if r.err == nil {
		r.err = fmt.Errorf(format, args...)
	}
}

// space skips white space and comments.
func (r *reader) space() {
	for r.at < len(r.src) {
		switch c := r.src[r.at]; {
		case c == ';':
			for r.at < len(r.src) && r.src[r.at] != '\n' {
				r.at++
			}
		case c == ' ' || c == '\t' || c == '\n' || c == '\r':
			r.at++
		default:
			return
		}
	}
}

// peek returns the next significant byte; 0 at the end.
func (r *reader) peek() byte {
	r.space()
	if r.err != nil || r.at >= len(r.src) {
		return 0
	}
	return r.src[r.at]
}

// take skips c if it is next, and reports whether it is.
func (r *reader) take(c byte) bool {
	if r.peek() != c {
		return false
	}
	r.at++
	return true
}

// word parses a name.
func (r *reader) word() string {
	start := r.at
	for r.at < len(r.src) {
		c := r.src[r.at]
		letter := c == '_' || c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z'
		if !letter && (r.at == start || c != '-' && c != '.' && c != '?' && c != '!') {
			break
		}
		r.at++
	}
	if r.at == start {
		r.fail("a name was expected")
	}
	return r.src[start:r.at]
}

// quoted parses a quoted string.
func (r *reader) quoted() string {
	end := r.at + 1
	for end < len(r.src) && r.src[end] != '"' {
		if r.src[end] == '\\' {
			end++
		}
		end++
	}
	if end >= len(r.src) {
		r.fail("a text without an end")
		return ""
	}
	text, err := strconv.Unquote(r.src[r.at : end+1])
	if err != nil {
		r.fail("the text %s: %w", r.src[r.at:end+1], err)
	}
	r.at = end + 1
	return text
}

// element parses a step with its quantifier and its captures.
func (r *reader) element() *step {
	s := &step{}
	switch c := r.peek(); {
	case c == '"':
		s.symbol = r.symbol(r.grammar.unnamed, r.quoted())
	case c == '[':
		r.at++
		s.kind = choice
		for r.err == nil && !r.take(']') {
			s.inner = append(s.inner, r.element())
		}
	case c == '(':
		r.at++
		r.bracket(s)
	case c == '_':
		r.at++
	case c == 0:
		r.fail("the end comes too early")
	default:
		field := r.word()
		if !r.take(':') {
			r.fail("%s is neither a node nor a field", field)
			return s
		}
		s = r.element()
		s.setField(r.field(field))
		return s
	}
	for r.err == nil {
		switch {
		case r.take('?'):
			s.optional = true
		case r.take('*'):
			s.optional, s.repeated = true, true
		case r.take('+'):
			s.repeated = true
		case r.take('@'):
			s.capture(r.name(r.word()))
		default:
			s.plain = s.kind == one && len(s.captures) == 0 && len(s.inner) == 0
			return s
		}
	}
	return s
}

// bracket parses the text after a parenthesis: a node with its children, or a group.
func (r *reader) bracket(s *step) {
	if c := r.peek(); c == '(' || c == '[' || c == '"' || c == '#' {
		s.kind = group
	} else if name := r.word(); name == "_" {
		s.named = true
	} else {
		s.symbol = r.symbol(r.grammar.named, name)
	}
	anchored := false
	for r.err == nil {
		switch c := r.peek(); c {
		case ')':
			r.at++
			if anchored && len(s.inner) > 0 {
				s.inner[len(s.inner)-1].setLast()
			}
			return
		case '.':
			r.at++
			anchored = true
		case '!':
			r.at++
			s.without = append(s.without, r.field(r.word()))
		case '(':
			if r.predicate() {
				continue
			}
			fallthrough
		default:
			inner := r.element()
			if anchored {
				inner.setAnchored()
			}
			s.inner, anchored = append(s.inner, inner), false
		}
	}
}

// predicate parses a predicate, if one is next.
func (r *reader) predicate() bool {
	start := r.at
	r.at++
	if !r.take('#') {
		r.at = start
		return false
	}
	operator := r.word()
	if !r.take('@') {
		r.fail("a predicate compares a capture with words")
		return true
	}
	name := r.name(r.word())
	var words []string
	for r.err == nil && !r.take(')') {
		if r.peek() != '"' {
			r.fail("a predicate compares a capture with words")
			return true
		}
		words = append(words, r.quoted())
	}
	if r.err == nil && len(words) == 0 {
		r.fail("a predicate compares a capture with words")
		return true
	}
	operator, p := strings.TrimPrefix(operator, "not-"), predicate{not: strings.HasPrefix(operator, "not-")}
	switch {
	case operator == "eq?" || operator == "any-of?":
		p.words = words
	case operator == "match?" && len(words) == 1:
		var err error
		if p.expr, err = regexp.Compile(words[0]); err != nil {
			r.fail("%w", err)
		}
	default:
		r.fail("the predicate #%s is not known", operator)
	}
	if r.predicates == nil {
		r.predicates = map[int][]predicate{}
	}
	r.predicates[name] = append(r.predicates[name], p)
	return true
}

func (r *reader) symbol(names map[string]uint16, name string) uint16 {
	id, ok := names[name]
	if !ok {
		r.fail("the grammar has no node %q", name)
	}
	return id
}

func (r *reader) field(name string) uint16 {
	id, ok := r.grammar.fields[name]
	if !ok {
		r.fail("the grammar has no field %s", name)
	}
	return id
}

// name returns the index of a capture's name.
func (r *reader) name(name string) int {
	i := slices.Index(r.set.names, name)
	if i < 0 {
		i = len(r.set.names)
		r.set.names = append(r.set.names, name)
	}
	return i
}

// each calls f for the nodes that a step can match.
func (s *step) each(f func(*step)) {
	switch s.kind {
	case one:
		f(s)
	default:
		for _, inner := range s.inner {
			inner.each(f)
		}
	}
}

func (s *step) capture(name int) {
	s.each(func(s *step) {
		s.captures = append(s.captures, name)
		s.plain = false
	})
}

func (s *step) setField(id uint16) { s.each(func(s *step) { s.field = id }) }

func (s *step) setLast() {
	if s.kind == group {
		s.inner[len(s.inner)-1].setLast()
		return
	}
	s.each(func(s *step) { s.last = true })
}

func (s *step) setAnchored() {
	if s.kind == group {
		s.inner[0].setAnchored()
		return
	}
	s.each(func(s *step) { s.anchored = true })
}
