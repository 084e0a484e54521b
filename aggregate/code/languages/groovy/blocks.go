package groovy

import (
	"slices"
	"strings"

	"dossier/aggregate/code"
)

// block parses a call with a closure, or returns 0 for any other statement:
//
//	dependencies { }
//	stage('Build') { }
//	task hello(type: Copy) { }
//	tasks.register("check") { }
func (r *reader) block(first, start, to int, at place) int {
	if r.tokens[start].kind != word {
		return 0
	}
	i := r.name(start)
	called := r.text(i - 1)
	name := r.path(start, i)
	isBlock := i == start+1
	switch r.tokens[i].kind {
	case word, text:
		name += "." + unquoted(r.text(i))
		if i++; r.tokens[i].kind == '(' {
			i = r.behind(i)
		}
	case '(':
		if t := r.tokens[i+1]; t.kind == text || t.kind == word && r.tokens[i+2].kind != ':' {
			name += "." + unquoted(r.text(i+1))
		}
		i = r.behind(i)
		for r.tokens[i].kind == '.' && r.tokens[i+1].kind == word { // withType(Test).configureEach { }
			from := i + 1
			i = r.name(from)
			called, isBlock = r.text(i-1), false
			name += "." + r.path(from, i)
			if r.tokens[i].kind == '(' {
				i = r.behind(i)
			}
		}
	}
	if i >= to || r.tokens[i].kind != '{' || !isBlock && !slices.Contains(makers, called) {
		return 0
	}
	last := r.closing(i, to)
	sym := r.add(code.Key, name, first, start, last, r.tokens[i].Start, "")
	if slices.Contains(needs, called) {
		if r.blanks(i+1) < last {
			sym.Fold = code.Cut{Span: code.Span{Start: r.tokens[i].Start, End: r.tokens[last].End}, Text: "{ ... }"}
		}
		return last + 1
	}
	before, cuts := len(r.s.Symbols), len(r.s.Cuts)
	if !slices.Contains(actions, called) {
		r.statements(i+1, r.tokens[i].match, inBlock, "")
	}
	if len(r.s.Symbols) == before {
		r.s.Cuts = r.s.Cuts[:cuts]
		return r.elide(i)
	}
	r.s.Symbols[before-1].Fold = code.Cut{Span: code.Span{Start: r.tokens[i].Start, End: r.tokens[last].End}, Text: "{ ... }"}
	return last + 1
}

// path returns the text of a range of tokens without blanks.
func (r *reader) path(from, to int) string {
	return strings.Join(strings.Fields(string(r.src[r.tokens[from].Start:r.tokens[to-1].End])), "")
}
