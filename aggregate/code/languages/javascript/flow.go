package javascript

import (
	"bytes"

	"dossier/aggregate/code/grammar"
	"dossier/aggregate/lazyregexp"
)

// A file with Flow types is parsed with the TypeScript grammar. Syntax that differs is rewritten
// without changing offsets, or removed: only definitions and bodies matter, so types may become
// shorter, wider or wrong as long as they end at the same offset. The rules inspect tokens and
// their neighbours; each of them either does not affect JavaScript without types, or rewrites it
// to something equivalent.

var flowPragma = lazyregexp.New(`@flow\b`)

// hasFlowPragma reports whether a comment at the beginning of a source declares Flow types.
func hasFlowPragma(src []byte) bool {
	for {
		src = bytes.TrimLeft(src, " \t\r\n\ufeff")
		n := 0
		switch {
		case bytes.HasPrefix(src, []byte("/*")):
			n = grammar.After(src, 2, "*/")
		case bytes.HasPrefix(src, []byte("//")), bytes.HasPrefix(src, []byte("#!")):
			n = grammar.After(src, 2, "\n")
		case bytes.HasPrefix(src, []byte("'use strict'")), bytes.HasPrefix(src, []byte(`"use strict"`)):
			n = len("'use strict'")
		case bytes.HasPrefix(src, []byte(";")):
			n = 1
		default:
			return false
		}
		if flowPragma().Match(src[:n]) {
			return true
		}
		src = src[n:]
	}
}

// flowHint matches possible signs of types, which hasFlowTypes checks in detail.
var flowHint = lazyregexp.New(`(?m)^[ \t]*(?:export[ \t]+)?(?:opaque[ \t]+)?type[ \t]+[\w$]|\bimport\s+type(?:of)?\b|` +
	`^[ \t]+(?:static[ \t]+)?[+-]?[\w$#]+[ \t]*:[^\n]*;[ \t\r]*$`)

// hasFlowTypes reports whether a source contains Flow types that the JavaScript grammar would
// parse as something else: a type alias, an imported type or a class field with a type.
func hasFlowTypes(src []byte) bool {
	if !flowHint().Match(src) {
		return false
	}
	m := memberReader{src: src, tokens: tokens(src)}
	for i := range m.tokens {
		m.next(i)
		switch m.text(i) {
		case "type", "typeof":
			if m.bringsType(i) {
				return true
			}
		case ":":
			if m.isField(i) {
				return true
			}
		}
	}
	return false
}

// bringsType reports whether a token begins a type alias, or an imported type.
func (m *memberReader) bringsType(i int) bool {
	before, after := m.text(i-1), m.text(i+1)
	if before == "import" {
		return after == "{" || isName(after) && m.text(i+2) != "=" && (after != "from" || m.text(i+2) == "from")
	}
	if m.text(i) != "type" || !isName(after) || m.hasLine(i+1) {
		return false
	}
	behind := m.text(i + 2)
	return behind == "=" || (behind == "<" || behind == ":") && (before == "opaque" || before == "export") || behind == ";" && before == "opaque"
}

// isField reports whether a colon follows the name of a class field.
func (m *memberReader) isField(i int) bool {
	n := len(m.open) - 1
	if n < 0 || !m.open[n].isType || i < 2 || !isName(m.text(i-1)) {
		return false
	}
	return isOneOf(m.text(i-2), "{", "}", ";", "static", "+", "-", "#")
}

// hasLine reports whether a line begins between a token and the previous one.
func (m *memberReader) hasLine(i int) bool {
	return bytes.IndexByte(m.src[m.tokens[i-1].end:m.tokens[i].start], '\n') >= 0
}

// isName reports whether a token is a name or a keyword.
func isName(text string) bool {
	return text != "" && isWordByte(text[0]) && (text[0] < '0' || text[0] > '9')
}

// prepareFlow rewrites a source with Flow types for the TypeScript grammar.
func prepareFlow(src []byte) []byte {
	f := flow{src: src, out: bytes.Clone(src), tokens: tokens(src)}
	f.pair()
	f.markTypes()
	for i, t := range f.tokens {
		if f.out[t.start] != ' ' { // not removed yet
			f.rewrite(i)
		}
	}
	return prepareTyped(f.out)
}

// flow is a source whose types are rewritten.
type flow struct {
	src, out []byte
	tokens   []token
	// partner is the index of the matching bracket, or -1 for other tokens and unmatched
	// brackets. < and > are brackets where they can enclose types.
	partner []int
	// around is the index of the innermost enclosing bracket, or -1.
	around []int
	// types marks the braces of object types.
	types []bool
}

// maxTokens is the max distance of tokens that a rule inspects.
const maxTokens = 300

// end is the token before the first and after the last one.
var end = token{}

func (f *flow) token(i int) token {
	if i < 0 || i >= len(f.tokens) {
		return end
	}
	return f.tokens[i]
}

// is reports whether a token is one of the texts.
func (f *flow) is(i int, texts ...string) bool {
	t := f.token(i)
	if t.kind != word && t.kind != mark {
		return false
	}
	text := f.text(i)
	for _, want := range texts {
		if text == want {
			return true
		}
	}
	return false
}

func (f *flow) text(i int) string {
	t := f.token(i)
	return string(f.src[t.start:t.end])
}

func (f *flow) isWord(i int) bool { return f.token(i).kind == word }

// isName reports whether a token can be a name.
func (f *flow) isName(i int) bool {
	return f.isWord(i) && !f.is(i, "return", "typeof", "case", "await", "in", "of", "delete", "void", "throw", "new", "yield",
		"else", "default", "extends", "instanceof", "do", "export", "keyof", "implements", "const", "let", "var")
}

// pair matches the brackets.
func (f *flow) pair() {
	f.partner, f.around = make([]int, len(f.tokens)), make([]int, len(f.tokens))
	var open, angles []int
	for i := range f.tokens {
		f.partner[i], f.around[i] = -1, -1
		if len(open) > 0 {
			f.around[i] = open[len(open)-1]
		}
		switch {
		case f.is(i, "(", "[", "{", "{|"):
			open = append(open, i)
		case f.is(i, "<") && f.isWord(i-1) || f.is(i, "<") && f.isWord(i+1):
			angles = append(angles, i)
		case f.is(i, ">"):
			if n := len(angles); n > 0 && f.around[angles[n-1]] == f.around[i] {
				f.partner[angles[n-1]], f.partner[i] = i, angles[n-1]
				angles = angles[:n-1]
			}
		case f.is(i, ";"):
			angles = angles[:0] // they were comparisons
		case f.is(i, ")", "]", "}", "|}"):
			for len(open) > 0 {
				last := open[len(open)-1]
				open = open[:len(open)-1]
				if f.fit(last, i) {
					f.partner[last], f.partner[i] = i, last
					break
				}
			}
			for n := len(angles); n > 0 && angles[n-1] > f.partner[i]; n-- {
				angles = angles[:n-1] // a comparison inside the brackets
			}
		}
	}
}

// markTypes marks the braces of object types.
func (f *flow) markTypes() {
	f.types = make([]bool, len(f.tokens))
	alias, until := -1, -1 // the bracket around the type alias being declared
	declares := false
	for i := range f.tokens {
		if declares && (until >= 0 && i >= until || f.around[i] == alias && (f.is(i, ";") || f.begins(i))) {
			declares = false
		}
		switch {
		case f.is(i, "type") && f.isWord(i+1) && f.is(i+2, "=", "<", ":") && !declares:
			declares, alias, until = true, f.around[i], -1
			if alias >= 0 {
				until = f.partner[alias]
			}
		case f.is(i, "{|"):
			f.types[i] = true
		case f.is(i, "{"):
			f.types[i] = declares || f.opensType(i)
		}
	}
}

// fit reports whether two brackets match.
func (f *flow) fit(open, end int) bool {
	switch f.text(open) {
	case "(":
		return f.is(end, ")")
	case "[":
		return f.is(end, "]")
	}
	return f.is(end, "}", "|}")
}

// begins reports whether a token begins a statement after a type: it is on a new line and does
// not continue the type.
func (f *flow) begins(i int) bool {
	if i >= len(f.tokens) {
		return true
	}
	before, t := f.token(i-1), f.token(i)
	if bytes.IndexByte(f.src[before.end:t.start], '\n') < 0 {
		return false
	}
	return !f.is(i, "|", "&", "=>", "=", ":", "?", ",", ")", "}", "|}", ">", "extends", ".", "[") &&
		!f.is(i-1, "=", "|", "&", "=>", ":", "?", ",", "(", "<", "{", "{|", "extends", "typeof", "keyof")
}

// opensType reports whether a brace opens an object type, judged by what precedes it.
func (f *flow) opensType(i int) bool {
	if a := f.around[i]; a >= 0 && f.types[a] {
		return true
	}
	if f.isInterface(i) {
		return true
	}
	switch {
	case f.is(i-1, "<", "&", "|"):
		return true
	case f.is(i-1, "?"):
		return f.isMaybe(i - 1)
	case !f.is(i-1, ":"):
		return false
	}
	// A member of an object literal is followed by a comma.
	if next := f.partner[i] + 1; next > 0 && f.is(next, ";", "=", "=>", "{") {
		return true
	}
	// In parentheses it is the type of a parameter, except in a ? b : {…}.
	a := f.around[i]
	if a < 0 || !f.is(a, "(") {
		return false
	}
	for j := i - 2; j > a && j > i-maxTokens; j-- {
		if f.around[j] == a && f.is(j, "?") && !f.is(j+1, ":") && !f.isMaybe(j) {
			return false
		}
		if f.around[j] == a && f.is(j, ",") {
			break
		}
	}
	return true
}

// isInterface reports whether a brace opens the body of an interface or a declared class.
func (f *flow) isInterface(i int) bool {
	for j := i - 1; j >= 0 && j > i-maxTokens; j-- {
		switch {
		case f.is(j, "interface"):
			return true
		case f.is(j, "class"):
			return f.is(j-1, "declare") || f.is(j-2, "declare") || f.is(j-3, "declare")
		case !f.isWord(j) && !f.is(j, "<", ">", ",", ".", "?", "+", "-"):
			return false
		}
	}
	return false
}

// isMaybe reports whether a question mark precedes a type: otherwise it would follow an
// expression.
func (f *flow) isMaybe(i int) bool {
	return f.is(i-1, ":", "<", "(", ",", "|", "&", "=>", "=", "[", "{", "{|", "?", ";", "...", "extends", "as", "is", "renders")
}

// put replaces a token by a text of the same length.
func (f *flow) put(i int, text string) { copy(f.out[f.tokens[i].start:f.tokens[i].end], text) }

// blank replaces a range of tokens, and the text between them, by white space.
func (f *flow) blank(from, to int) {
	if to = min(to, len(f.tokens)); from < to {
		f.erase(f.tokens[from].start, f.tokens[to-1].end)
	}
}

func (f *flow) erase(start, end int) { grammar.Erase(f.out, start, end) }

// name replaces a range of tokens by a name.
func (f *flow) name(from, to int) {
	f.blank(from, to)
	f.out[f.tokens[from].start] = 'x'
}
