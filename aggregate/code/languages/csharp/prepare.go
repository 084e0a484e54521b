package csharp

import (
	"bytes"
	"strings"

	"dossier/aggregate/code"
	"dossier/aggregate/code/grammar"
	"dossier/aggregate/lazyregexp"
)

// extension matches the header of an extension block, which the grammar does not support:
//
//	extension<T>(IEnumerable<T> source) where T : INumber<T> {
//
// Its groups are the receiver, and the constraints with the bracket.
var extension = lazyregexp.New(`(?m)^([ \t]*(?:[{};][ \t]*)?)extension\s*(?:<[^(){};]*>)?\s*\(((?:[^(){};]|\([^(){};]*\))*)\)(\s*(?:where\s[^{};]*)?)\{`)

// prepare converts extension blocks to classes, and blanks conditionals that contain only
// attributes and branches that split a declaration: the grammar only supports conditionals around
// whole declarations.
func prepare(src []byte) []byte {
	out := withoutBranches(withoutConditions(src))
	if !bytes.Contains(src, []byte("extension")) {
		return out
	}
	for _, m := range extension().FindAllSubmatchIndex(out, -1) {
		out = grammar.Blank(out, src, m[3], m[6])
		copy(out[m[3]:], "class E")
	}
	return out
}

// withoutConditions blanks the lines of #if, #elif, #else and #endif that have only attributes
// between them.
func withoutConditions(src []byte) []byte {
	out := src
	for at := 0; ; {
		i := bytes.Index(src[at:], []byte("#if"))
		if i < 0 {
			return out
		}
		at += i
		if !grammar.IsFirstOnLine(src, at) {
			at += len("#if")
			continue
		}
		lines, end := conditions(src, at)
		for _, line := range lines {
			out = grammar.Blank(out, src, line.Start, line.End)
		}
		at = end
	}
}

// conditions returns the directives of the #if at an offset if it contains only attributes, and
// the end of the scanned text.
func conditions(src []byte, at int) (lines []code.Span, end int) {
	for isFirst := true; at < len(src); isFirst = false {
		line, _, _ := bytes.Cut(src[at:], []byte("\n"))
		text := bytes.TrimSpace(line)
		directive, next := code.Span{Start: at, End: at + len(line)}, min(at+len(line)+1, len(src))
		switch {
		case bytes.HasPrefix(text, []byte("#endif")):
			return append(lines, directive), next
		case isFirst, bytes.HasPrefix(text, []byte("#el")):
			lines = append(lines, directive)
		case len(text) > 0 && (text[0] != '[' || text[len(text)-1] != ']'):
			return nil, at
		}
		at = next
	}
	return nil, at
}

// receiver converts a class that was an extension block to a scope, and reports whether it was
// one: its members are qualified by the extended type, as in other languages.
func receiver(d *grammar.Definition) bool {
	m := extension().FindSubmatch(d.Src[d.Span.Start:min(d.Members.Start+1, d.Span.End)])
	if m == nil {
		return false
	}
	d.Scope, d.Name = true, typeName(string(m[2]))
	return true
}

// typeName returns the type name of a parameter: List for ref List<T> items, (int,int) for (int,
// int) pair.
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
