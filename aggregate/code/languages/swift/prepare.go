package swift

import (
	"bytes"
	"regexp"
	"sync"

	"dossier/aggregate/code/grammar"
	"dossier/aggregate/lazyregexp"
)

// newForm is syntax newer than the grammar or otherwise unsupported. Its group is blanked.
type newForm struct {
	word string // every occurrence contains it
	expr *regexp.Regexp
}

var newForms = sync.OnceValue(func() []newForm {
	return []newForm{
		{"throws(", regexp.MustCompile(`\b(?:throws|rethrows)(\([\w.]+(?:<[\w., ]*>)?\))`)},
		{"(unsafe)", regexp.MustCompile(`\b(?:nonisolated|unowned)(\(unsafe\))`)},
		{"(nonsending)", regexp.MustCompile(`\bnonisolated(\(nonsending\))`)},
		{"@_", regexp.MustCompile(`@_\w+(\([^()\n"]*\))`)},
		{"extension ", regexp.MustCompile(`\bextension[ \t]+[\w.]+(?:<[\w., ]*>)?(\?)[ \t]*(?:where\b[^{\n]*)?\{`)},
		{"extension ", regexp.MustCompile(`\bextension[ \t]+[\w.]+(?:<[\w., ]*>)?(\?)[ \t]*:`)},
	}
})

// regexLiteral matches a regular expression literal at the end of its line.
var regexLiteral = lazyregexp.New(`=[ \t]*(/[^\s/*](?:[^/\n\\]|\\[^\n])*/)[ \t\r]*(?:\n|$)`)

// prepare blanks unsupported syntax: typed throws, isolation arguments, arguments of attributes
// whose names begin with an underscore, and the ? of an extension of an optional. It replaces the
// macro #_sourceLocation by a name, and a regular expression literal by a string.
func prepare(src []byte) []byte {
	out := src
	for _, form := range newForms() {
		if !bytes.Contains(src, []byte(form.word)) {
			continue
		}
		for _, m := range form.expr.FindAllSubmatchIndex(src, -1) {
			out = grammar.Blank(out, src, m[2], m[3])
		}
	}
	for _, m := range regexLiteral().FindAllSubmatchIndex(src, -1) {
		out = grammar.Blank(out, src, m[2], m[3])
		out[m[2]], out[m[3]-1] = '"', '"'
	}
	for _, macro := range []string{"#_sourceLocation", "#isolation"} {
		for at := 0; ; at += len(macro) {
			n := bytes.Index(src[at:], []byte(macro))
			if n < 0 {
				break
			}
			at += n
			out = grammar.Blank(out, src, at, at+1)
			out[at] = '_'
		}
	}
	return out
}
