package groovy

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"dossier/aggregate/code"
)

// method parses a method or a function, or returns 0. Token i follows the modifiers.
func (r *reader) method(first, start, i, to int, at place, class string) int {
	open := i
	if r.tokens[open].kind == '<' { // of a type
		open = r.generics(open)
	}
	// The tokens between here and the name are a type.
	for r.tokens[open+1].kind != '(' || r.tokens[open].kind != word && r.tokens[open].kind != text {
		switch r.tokens[open].kind {
		case word, '.', '?', ',', '&':
			open++
		case '<':
			open = r.generics(open)
		case '[':
			open = r.behind(open)
		default:
			return 0
		}
		if open >= to {
			return 0
		}
	}
	name := open
	open++
	switch {
	case name > 0 && r.tokens[name-1].kind == '.':
		return 0
	case name == start && (at != inType || !r.is(name, class)):
		return 0 // a call
	case at != inType && i == start && !r.namesType(i):
		return 0 // task copy(type: Copy) { }
	}
	last := r.tokens[open].match
	next := min(last+1, to)
	for {
		after := r.blanks(next)
		if after >= to || !r.is(after, "throws", "default") {
			break
		}
		for next = after; next < to && r.tokens[next].kind != '{' && r.tokens[next].kind != ';' && (r.tokens[next].kind != newline || r.continues(next-1)); {
			next++
		}
		last = next - 1
	}
	kind := code.Function
	if at == inType {
		kind = code.Method
	}
	title := unquoted(r.text(name))
	if title == "" {
		return 0
	}
	if body := r.blanks(next); body < to && r.tokens[body].kind == '{' {
		r.add(kind, title, first, start, r.closing(body, to), r.tokens[body].Start, "")
		return r.elide(body)
	}
	if at != inType || r.tokens[last].kind == end {
		return 0
	}
	if r.tokens[next].kind == ';' {
		last, next = next, next+1
	}
	r.add(kind, title, first, start, last, r.tokens[last].End, "")
	return next
}

// namesType reports whether a word is written like the name of a type.
func (r *reader) namesType(i int) bool {
	name := r.text(r.name(i) - 1)
	first, _ := utf8.DecodeRuneInString(name)
	return unicode.IsUpper(first) || slices.Contains(builtin, name)
}

// maxGenerics is the max number of tokens of type parameters, because they may be a comparison
// instead.
const maxGenerics = 200

// generics skips type parameters, or moves to the end of the source if there are none.
func (r *reader) generics(i int) int {
	depth := 0
	for to := i + maxGenerics; i < to; i++ {
		switch r.tokens[i].kind {
		case '<':
			depth++
		case '>':
			if depth--; depth == 0 {
				return i + 1
			}
		case word, text, ',', '.', '?', '&', '@', '[', ']', newline:
		default:
			return r.last
		}
	}
	return r.last
}

// variable parses a variable of a script or a field of a type, or returns 0. Token i follows the
// modifiers.
func (r *reader) variable(first, start, i, to int, at place) int {
	name := i
	for !r.endsName(name + 1) {
		switch r.tokens[name].kind {
		case word, '.', ',', '(', ')', '?':
			name++
		case '<':
			name = r.generics(name)
		case '[':
			name = r.behind(name)
		default:
			return 0
		}
		if name >= to {
			return 0
		}
	}
	if r.tokens[name].kind != word || r.tokens[name-min(name, 1)].kind == '.' {
		return 0
	}
	statementEnd := r.statementEnd(name, to)
	last := max(name, statementEnd-1)
	value := name + 1
	assigned := r.tokens[value].kind == '=' && value < to && r.tokens[value+1].kind != '='
	isDefinition := name > start && (i > start || assigned)
	listed := at == inScript && isDefinition
	head := r.tokens[last].End
	kind := code.Variable
	if title := r.text(name); strings.ToUpper(title) == title && strings.ToLower(title) != title {
		kind = code.Constant
	}
	if !assigned {
		if !isDefinition || at == inBlock {
			return 0
		}
	} else {
		value = r.blanks(value + 1)
		switch open := r.creation(value, statementEnd); {
		case value < to && r.tokens[value].kind == '{':
			kind, head = code.Function, r.tokens[name+1].Start
			r.elide(value)
		case open > 0:
			head = r.tokens[value].Start
			r.members(open, r.text(name))
		case value < statementEnd && r.severalLines(value, last):
			head = r.tokens[name+1].Start
			r.s.Cuts = append(r.s.Cuts, code.Cut{
				Span: code.Span{Start: r.tokens[value].Start, End: r.tokens[r.value(value, last)].End}, Text: "...",
			})
		default:
			r.closures(value, statementEnd)
		}
	}
	if listed {
		r.add(kind, r.text(name), first, start, last, head, "")
	}
	return statementEnd
}

// endsName reports whether the token before i is the name of a variable.
func (r *reader) endsName(i int) bool {
	switch r.tokens[i].kind {
	case '=', newline, ';', '}', end:
		return true
	}
	return false
}

// creation returns the start of the members if a value is an anonymous class, or 0.
func (r *reader) creation(i, to int) int {
	if !r.is(i, "new") || r.tokens[i+1].kind != word {
		return 0
	}
	i = r.name(i + 1)
	if r.tokens[i].kind == '<' {
		i = r.generics(i)
	}
	if r.tokens[i].kind != '(' {
		return 0
	}
	if i = r.behind(i); i < to && r.tokens[i].kind == '{' {
		return i
	}
	return 0
}

// value returns the last token of a value, excluding a semicolon.
func (r *reader) value(from, last int) int {
	for last > from && (r.tokens[last].kind == ';' || r.tokens[last].kind == newline) {
		last--
	}
	return last
}

func (r *reader) severalLines(from, last int) bool {
	return strings.Contains(string(r.src[r.tokens[from].Start:r.tokens[r.value(from, last)].End]), "\n")
}

// unquoted returns a name without quotes.
func unquoted(name string) string {
	for _, quote := range []string{`"""`, "'''", `"`, "'"} {
		if len(name) >= 2*len(quote) && strings.HasPrefix(name, quote) && strings.HasSuffix(name, quote) {
			return strings.TrimSpace(name[len(quote) : len(name)-len(quote)])
		}
	}
	return name
}
