package csharp

import (
	"bytes"
	"strings"

	"dossier/aggregate/code/grammar"
	"dossier/aggregate/lazyregexp"
)

// extension is the header of an extension block, which the grammar does not know:
//
//	extension<T>(IEnumerable<T> source) where T : INumber<T> {
//
// Its parts are the receiver, and the constraints with the bracket.
var extension = lazyregexp.New(`(?m)^([ \t]*(?:[{};][ \t]*)?)extension\s*(?:<[^(){};]*>)?\s*\(((?:[^(){};]|\([^(){};]*\))*)\)(\s*(?:where\s[^{};]*)?)\{`)

// prepare makes a class of each extension block.
func prepare(src []byte) []byte {
	if !bytes.Contains(src, []byte("extension")) {
		return src
	}
	out := src
	for _, m := range extension().FindAllSubmatchIndex(src, -1) {
		if &out[0] == &src[0] {
			out = bytes.Clone(src)
		}
		for i := m[3]; i < m[6]; i++ {
			if c := src[i]; c != '\n' && c != '\r' {
				out[i] = ' '
			}
		}
		copy(out[m[3]:], "class E")
	}
	return out
}

// receiver makes a scope of a class that was an extension block, and reports whether it
// was one: its members go by the type that they extend, as in other languages.
func receiver(d *grammar.Definition) bool {
	m := extension().FindSubmatch(d.Src[d.Span.Start:min(d.Members.Start+1, d.Span.End)])
	if m == nil {
		return false
	}
	d.Scope, d.Name = true, typeName(string(m[2]))
	return true
}

// typeName returns the name of the type of a parameter: List for ref List<T> items,
// (int,int) for (int, int) pair.
func typeName(parameter string) string {
	for strings.HasPrefix(parameter, "[") { // an attribute
		_, parameter, _ = strings.Cut(parameter, "]")
		parameter = strings.TrimSpace(parameter)
	}
	if end := strings.IndexByte(parameter, ')'); end > 0 {
		return strings.Join(strings.Fields(parameter[:end+1]), "")
	}
	name, _, _ := strings.Cut(parameter, "<")
	for word := range strings.FieldsSeq(name) {
		switch word {
		case "this", "ref", "in", "scoped", "readonly", "params":
		default:
			return strings.TrimRight(word, "?")
		}
	}
	return ""
}
