package groovy

import (
	"slices"
	"strings"

	"dossier/aggregate/code"
	"dossier/aggregate/code/grammar"
)

// place is the context of a statement.
type place int

const (
	inScript place = iota // at the top level, or in a block of a script
	inBlock               // in the closure of a block
	inType                // in the body of a class
)

// reader builds the structure of a source in one pass over the tokens. It does not scan elided
// parts.
type reader struct {
	src      []byte
	tokens   []token
	last     int // index of the end token
	s        code.Structure
	prefixes []string
}

var (
	modifiers = []string{
		"public", "private", "protected", "static", "final", "abstract", "synchronized", "native", "transient",
		"volatile", "strictfp", "default", "sealed", "def", "var",
	}
	types = map[string]code.Kind{
		"class": code.Class, "record": code.Class, "interface": code.Interface, "trait": code.Trait, "enum": code.Enum,
	}
	// control are the keywords of statements whose braces contain statements in the same context.
	control = []string{"if", "else", "for", "while", "do", "switch", "try", "catch", "finally", "synchronized"}
	// simple are words that begin statements which are neither definitions nor calls.
	simple = []string{"return", "throw", "assert", "new", "case", "default", "break", "continue", "package", "this", "super"}
	// needs are the blocks that list what a build needs, which are kept.
	needs = []string{
		"plugins", "repositories", "dependencies", "environment", "parameters", "options", "tools", "triggers", "agent",
	}
	// actions are the blocks that contain code, whatever it calls.
	actions = []string{"doFirst", "doLast", "script"}
	// builtin are the types whose names do not begin with a capital.
	builtin = []string{"void", "int", "long", "short", "byte", "char", "float", "double", "boolean"}
	// makers are the methods whose calls with a closure are blocks: tasks.register("x") { }.
	makers = []string{"register", "create", "named", "withType", "configureEach", "all", "doFirst", "doLast", "configure"}
)

func read(src []byte) *code.Structure {
	tokens, balanced := lex(grammar.WithoutConflicts(src))
	r := reader{src: src, tokens: tokens, last: len(tokens) - 1 - ahead}
	r.s.Broken = !balanced
	r.statements(0, r.last, inScript, "")
	r.s.Finish(r.prefixes)
	return &r.s
}

func (r *reader) text(i int) string { return string(r.src[r.tokens[i].Start:r.tokens[i].End]) }

func (r *reader) is(i int, words ...string) bool {
	t := r.tokens[i]
	return t.kind == word && slices.Contains(words, string(r.src[t.Start:t.End]))
}

// blanks returns the first token from i on that is not a newline.
func (r *reader) blanks(i int) int {
	for r.tokens[i].kind == newline {
		i++
	}
	return i
}

// statements parses the statements from token i to token to. class is the name of the enclosing
// type, if any.
func (r *reader) statements(i, to int, at place, class string) {
	for i < to {
		if k := r.tokens[i].kind; k == newline || k == ';' {
			i++
			continue
		}
		i = max(i+1, r.statement(i, to, at, class))
	}
}

// statement parses one statement and returns the start of the next one.
func (r *reader) statement(first, to int, at place, class string) int {
	i := r.annotations(first)
	if i >= to {
		return to
	}
	start := i
	for r.is(i, modifiers...) {
		i++
	}
	switch {
	case r.is(start, "import"):
		return r.imported(start, to)
	case r.tokens[i].kind == '@' && r.is(i+1, "interface"):
		return r.typeAt(first, start, i+1, to, code.Interface)
	case r.isType(i):
		return r.typeAt(first, start, i, to, types[r.text(i)])
	case r.tokens[i].kind == '{':
		if at == inType || i > start {
			return r.elide(i) // an initializer
		}
		r.statements(i+1, r.tokens[i].match, at, class)
		return r.tokens[i].match + 1
	case i == start && r.is(i, control...) && at != inType:
		return r.controlled(i, to, at, class)
	case i == start && r.is(i, simple...) && !(at == inType && r.is(i, class)):
		return r.closures(i, r.statementEnd(i, to))
	}
	if next := r.method(first, start, i, to, at, class); next > 0 {
		return next
	}
	if next := r.variable(first, start, i, to, at); next > 0 {
		return next
	}
	if at != inType {
		if next := r.block(first, start, to, at); next > 0 {
			return next
		}
	}
	return r.closures(start, r.statementEnd(start, to))
}

// annotations skips annotations and the newlines after them.
func (r *reader) annotations(i int) int {
	for r.tokens[i].kind == '@' && r.tokens[i+1].kind == word && !r.is(i+1, "interface") {
		i = r.name(i + 1)
		if r.tokens[i].kind == '(' {
			i = r.behind(i)
		}
		i = r.blanks(i)
	}
	return i
}

// name skips a qualified name.
func (r *reader) name(i int) int {
	i++
	for r.tokens[i].kind == '.' && r.tokens[i+1].kind == word {
		i += 2
	}
	return i
}

// behind skips to after the matching closing bracket.
func (r *reader) behind(i int) int { return min(r.tokens[i].match+1, r.last) }

func (r *reader) isType(i int) bool {
	return r.is(i, "class", "record", "interface", "trait", "enum") && r.tokens[i+1].kind == word
}

// imported parses an import.
func (r *reader) imported(i, to int) int {
	end := i
	for end < to && r.tokens[end].kind != newline && r.tokens[end].kind != ';' {
		end++
	}
	from := i + 1
	if r.is(from, "static") {
		from++
	}
	last := from
	for last < end && !r.is(last, "as") {
		last++
	}
	if last > from {
		name := string(r.src[r.tokens[from].Start:r.tokens[last-1].End])
		r.s.AddImports(strings.TrimSuffix(strings.Join(strings.Fields(name), ""), ".*"))
	}
	return end
}

// add adds a symbol, given its first token including annotations, its first without, its last,
// and the end of its header.
func (r *reader) add(kind code.Kind, name string, first, start, last, head int, prefix string) *code.Symbol {
	node := code.Span{Start: r.tokens[start].Start, End: r.tokens[last].End}
	sym := code.Symbol{
		Kind: kind, Name: grammar.OneLine(name), Node: node,
		Whole: code.Span{Start: r.tokens[first].Start, End: node.End},
		Head:  code.Span{Start: node.Start, End: min(head, node.End)},
	}
	sym.Head.Start = grammar.HeadStart(r.src, sym)
	sym.Doc = grammar.SlashComments.Above(r.src, sym.Whole.Start)
	r.s.Symbols = append(r.s.Symbols, sym)
	r.prefixes = append(r.prefixes, prefix)
	return &r.s.Symbols[len(r.s.Symbols)-1]
}

// typeAt parses a type whose keyword is token i.
func (r *reader) typeAt(first, start, i, to int, kind code.Kind) int {
	name := i + 1
	open := name + 1
	for open < to && r.tokens[open].kind != '{' && r.tokens[open].kind != ';' {
		if r.tokens[open].kind == newline {
			// The header continues if the next line shows it.
			next := r.blanks(open)
			if r.tokens[next].kind != '{' && !r.is(next, "extends", "implements", "permits") && !r.continues(open-1) {
				break
			}
			open = next
			continue
		}
		if r.tokens[open].kind == '(' {
			open = r.behind(open)
			continue
		}
		open++
	}
	if open >= to || r.tokens[open].kind != '{' {
		r.add(kind, r.text(name), first, start, open-1, r.tokens[open-1].End, "")
		return open
	}
	last := r.closing(open, to)
	sym := r.add(kind, r.text(name), first, start, last, r.tokens[open].Start, "")
	members := code.Span{Start: r.tokens[open].Start, End: r.tokens[last].End}
	if r.blanks(open+1) < last {
		sym.Fold = code.Cut{Span: members, Text: "{ ... }"}
	}
	class := r.text(name)
	i = open + 1
	if kind == code.Enum {
		i = r.constants(i, r.tokens[open].match)
	}
	r.statements(i, r.tokens[open].match, inType, class)
	return last + 1
}

// closing returns the last token of a bracket: the closing one, or the last token before to if it
// is unclosed.
func (r *reader) closing(open, to int) int {
	last := min(r.tokens[open].match, to)
	if r.tokens[last].kind != closer(r.tokens[open].kind) {
		for last--; last > open && r.tokens[last].kind == newline; {
			last--
		}
	}
	return last
}

func closer(open kind) kind {
	switch open {
	case '(':
		return ')'
	case '[':
		return ']'
	}
	return '}'
}

// constants parses the constants of an enum and skips them. Methods in a constant are qualified
// by its name.
func (r *reader) constants(i, to int) int {
	for i < to {
		i = r.blanks(i)
		i = r.annotations(i)
		if i >= to || r.tokens[i].kind != word {
			return i
		}
		name := i
		next := i + 1
		if r.tokens[next].kind == '(' {
			next = r.behind(next)
		}
		open := r.blanks(next)
		if r.tokens[open].kind == '{' {
			r.members(open, r.text(name))
			next = r.behind(open)
		}
		switch after := r.blanks(next); r.tokens[after].kind {
		case ',':
			i = after + 1
		case ';':
			return after + 1
		default:
			if after >= to || next > name+1 || r.tokens[next].kind == newline {
				return next
			}
			return name // a member: there are no constants, or a separator is missing
		}
	}
	return i
}

// members parses the methods of an anonymous class, qualified by name.
func (r *reader) members(open int, name string) {
	before := len(r.s.Symbols)
	r.statements(open+1, r.tokens[open].match, inType, "")
	end := 0 // of the last one that is not nested
	for i := before; i < len(r.s.Symbols); i++ {
		if node := r.s.Symbols[i].Node; node.Start >= end {
			end = node.End
			if r.prefixes[i] == "" {
				r.prefixes[i] = name
			}
		}
	}
}

// controlled parses a control statement.
func (r *reader) controlled(i, to int, at place, class string) int {
	i++
	if r.tokens[i].kind == '(' {
		i = r.behind(i)
	}
	if open := r.blanks(i); r.tokens[open].kind == '{' && open < to {
		r.statements(open+1, r.tokens[open].match, at, class)
		return r.behind(open)
	}
	return i
}

// continues reports whether a statement cannot end after a token.
func (r *reader) continues(i int) bool {
	switch r.tokens[i].kind {
	case ',', '.', '=', '+', '-', '*', '/', '&', '|', '?', ':', '<', '%':
		return true
	case '>':
		return i > 0 && r.tokens[i-1].kind == '-'
	}
	return r.is(i, "extends", "implements", "throws", "in", "instanceof", "as")
}

// statementEnd returns the token after a statement.
func (r *reader) statementEnd(i, to int) int {
	for start := i; i < to; {
		switch r.tokens[i].kind {
		case ';':
			return i + 1
		case '(', '[', '{':
			i = r.behind(i)
			continue
		case newline:
			next := r.blanks(i)
			follows := r.tokens[next].kind == '.' || r.tokens[next].kind == '?' && r.tokens[next+1].kind == '.'
			if !follows && (i == start || !r.continues(i-1)) {
				return i
			}
			i = next
			continue
		}
		i++
	}
	return to
}

// elide elides a closure or a body and skips it. A type is never elided as a whole: if there
// is one here, a bracket before it is unclosed, and its members are parsed.
func (r *reader) elide(open int) int {
	if name := r.typeBefore(open); name != "" {
		r.statements(open+1, r.tokens[open].match, inType, name)
		return r.behind(open)
	}
	last := r.closing(open, r.last)
	span := code.Span{Start: r.tokens[open].Start, End: r.tokens[last].End}
	if text, ok := grammar.Braces.Of(string(r.src[span.Start:span.End])); ok {
		r.s.Cuts = append(r.s.Cuts, code.Cut{Span: span, Text: text})
	}
	return r.behind(open)
}

// maxHeader is the max number of tokens in the header of a type.
const maxHeader = 50

// typeBefore returns the name of the type whose members a brace opens, or "".
func (r *reader) typeBefore(open int) string {
	i := open
	for i > max(0, open-maxHeader) && !slices.Contains([]kind{newline, ';', '{', '}', '('}, r.tokens[i-1].kind) {
		i--
	}
	for i < open && r.is(i, modifiers...) {
		i++
	}
	if i+1 < open && types[r.text(i)] != "" && r.tokens[i+1].kind == word {
		return r.text(i + 1)
	}
	return ""
}

// closures elides the closures of a statement and returns its end.
func (r *reader) closures(i, end int) int {
	for i < end {
		if r.tokens[i].kind == '{' {
			i = r.elide(i)
			continue
		}
		i++
	}
	return end
}
