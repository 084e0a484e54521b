package javascript

import (
	"bytes"

	"dossier/aggregate/lazyregexp"
)

// A file with the types of Flow is read with the grammar of TypeScript. What differs is
// written as that can read it, every byte in its place, or left out: only definitions and
// bodies count, and so types become shorter, wider or wrong, as long as they end where
// they did. The rules look at tokens and their neighbours; each is one that no
// JavaScript without types is changed by, or to something that is read the same.

var flowPragma = lazyregexp.New(`@flow\b`)

// hasFlowPragma reports whether a comment at the beginning of a source says that it has
// the types of Flow.
func hasFlowPragma(src []byte) bool {
	for {
		src = bytes.TrimLeft(src, " \t\r\n\ufeff")
		n := 0
		switch {
		case bytes.HasPrefix(src, []byte("/*")):
			n = through(src, 2, "*/")
		case bytes.HasPrefix(src, []byte("//")), bytes.HasPrefix(src, []byte("#!")):
			n = through(src, 2, "\n")
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

// flowHint finds what may be a sign of types: hasFlowTypes looks at it more closely.
var flowHint = lazyregexp.New(`(?m)^[ \t]*(?:export[ \t]+)?(?:opaque[ \t]+)?type[ \t]+[\w$]|\bimport\s+type(?:of)?\b|` +
	`^[ \t]+(?:static[ \t]+)?[+-]?[\w$#]+[ \t]*:[^\n]*;[ \t\r]*$`)

// hasFlowTypes reports whether a source has something that is no JavaScript without types, and
// that its grammar reads nevertheless, as something else: an alias of a type, an imported type or a
// field of a class with a type.
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

// bringsType reports whether a token begins an alias of a type, or a type that is imported.
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

// isField reports whether a colon follows the name of a field of a class.
func (m *memberReader) isField(i int) bool {
	n := len(m.open) - 1
	if n < 0 || !m.open[n].isType || i < 2 || !isName(m.text(i-1)) {
		return false
	}
	return isOneOf(m.text(i-2), "{", "}", ";", "static", "+", "-", "#")
}

// hasLine reports whether a line begins between a token and the one before.
func (m *memberReader) hasLine(i int) bool {
	return bytes.IndexByte(m.src[m.tokens[i-1].end:m.tokens[i].start], '\n') >= 0
}

// isName reports whether a token is a name or a keyword.
func isName(text string) bool {
	return text != "" && isWordByte(text[0]) && (text[0] < '0' || text[0] > '9')
}

// prepareFlow writes a source with the types of Flow as the grammar can read it.
func prepareFlow(src []byte) []byte {
	f := flow{src: src, out: bytes.Clone(src), tokens: tokens(src)}
	f.pair()
	f.markTypes()
	for i, t := range f.tokens {
		if f.out[t.start] != ' ' { // it is still there
			f.rewrite(i)
		}
	}
	return prepareTyped(f.out)
}

// flow is a source whose types are rewritten.
type flow struct {
	src, out []byte
	tokens   []token
	// partner is for a bracket the index of the one that belongs to it, and -1 for all else
	// and where that is missing. < and > are brackets where they may hold types.
	partner []int
	// around is the index of the innermost bracket that is open before a token, or -1.
	around []int
	// types marks the braces of object types.
	types []bool
}

// maxTokens bounds how far a rule looks ahead or back.
const maxTokens = 300

// end stands for what is before and behind all tokens.
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

// isName reports whether a token is a word that may be a name.
func (f *flow) isName(i int) bool {
	return f.isWord(i) && !f.is(i, "return", "typeof", "case", "await", "in", "of", "delete", "void", "throw", "new", "yield",
		"else", "default", "extends", "instanceof", "do", "export", "keyof", "implements", "const", "let", "var")
}

// pair finds what brackets belong together.
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
				angles = angles[:n-1] // a comparison in the brackets
			}
		}
	}
}

// markTypes finds which braces are those of object types.
func (f *flow) markTypes() {
	f.types = make([]bool, len(f.tokens))
	alias, until := -1, -1 // the bracket around the type alias that is being declared
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

// fit reports whether two brackets belong together.
func (f *flow) fit(open, end int) bool {
	switch f.text(open) {
	case "(":
		return f.is(end, ")")
	case "[":
		return f.is(end, "]")
	}
	return f.is(end, "}", "|}")
}

// begins reports whether a token begins a statement behind a type: on a line of its own
// and nothing that goes on.
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

// opensType reports whether a brace opens an object type by what stands before it.
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
	// What stands behind a member of an object literal is a comma.
	if next := f.partner[i] + 1; next > 0 && f.is(next, ";", "=", "=>", "{") {
		return true
	}
	// In parentheses it is the type of a parameter, but for a ? b : {…}.
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

// isInterface reports whether a brace opens what an interface or a declared class holds.
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

// isMaybe reports whether a question mark stands before a type: an expression would end
// before one that asks.
func (f *flow) isMaybe(i int) bool {
	return f.is(i-1, ":", "<", "(", ",", "|", "&", "=>", "=", "[", "{", "{|", "?", ";", "...", "extends", "as", "is", "renders")
}

// put writes a text of the same length in the place of a token.
func (f *flow) put(i int, text string) { copy(f.out[f.tokens[i].start:f.tokens[i].end], text) }

// blank writes white space in the place of tokens and what is between them.
func (f *flow) blank(from, to int) {
	if to = min(to, len(f.tokens)); from < to {
		f.erase(f.tokens[from].start, f.tokens[to-1].end)
	}
}

func (f *flow) erase(start, end int) {
	for i := start; i < end; i++ {
		if f.out[i] != '\n' && f.out[i] != '\r' {
			f.out[i] = ' '
		}
	}
}

// name writes a name in the place of tokens.
func (f *flow) name(from, to int) {
	f.blank(from, to)
	f.out[f.tokens[from].start] = 'x'
}
