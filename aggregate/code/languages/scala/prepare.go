package scala

import (
	"bytes"
	"regexp"
	"strings"

	"dossier/aggregate/code/grammar"
	"dossier/aggregate/lazyregexp"
)

var (
	// givenBraces matches the header of a given with members in braces. Its groups are the
	// keyword, and the name with what follows, or just what follows if there is no name.
	givenBraces = lazyregexp.New(`(?m)^[ \t]*(?:(?:inline|implicit|private|protected|final|override|transparent)[ \t]+)*(given)[ \t]+(?:` +
		`(\w+)([ \t]*(?:\[(?:[^\[\]\n]|\[[^\[\]\n]*\])*\][ \t]*)?(?:\([^()\n]*\)[ \t]*)*:[ \t](?:[^{}=\n"]|=>)*[ \t]with[ \t]*)|((?:[^{}=\n"]|=>)*[ \t]with[ \t]*))\{`)
	// constructorAnnotations matches the annotations of a constructor, after which the grammar takes
	// its parameters for further arguments: class A @Inject() (b: B).
	constructorAnnotations = lazyregexp.New(`class[ \t]+\w+(?:\[(?:[^\[\]\n]|\[[^\[\]\n]*\])*\])?\s+((?:@[\w.]+(?:\([^()\n]*\))?\s*)+)(?:(?:private|protected)(?:\[\w+\])?\s*)?\(`)
	// innerPackage matches the header of a package in another one.
	innerPackage = lazyregexp.New(`(?m)^[ \t]+(package)[ \t]+(\w+(?:\.\w+)*)[ \t]*\{`)
	// implicitTypes matches the type of an implicit parameter of a function: { implicit a: B[C] => d }.
	implicitTypes = lazyregexp.New(`\{\s*implicit[ \t]+\w+([ \t]*:[ \t]*[\w.]+\[(?:[^\[\]\n]|\[[^\[\]\n]*\])*\])[ \t]*=>`)
	// moreArguments matches the second and later argument lists of a constructor before another
	// type.
	moreArguments = lazyregexp.New(`\bextends[ \t]+[\w.]+(?:\[(?:[^\[\]\n]|\[[^\[\]\n]*\])*\])?\((?:[^()"]|\([^()"]*\))*\)((?:[ \t]*\([^()\n"]*\))+)(?:,|\s+with\b)`)
	// typeParameters matches the type parameters of a polymorphic function type: (f: [X] => F[X]
	// => G[X]).
	typeParameters = lazyregexp.New(`[(:,=][ \t]*(\[[\w, ]+(?:\[_\])?\][ \t]*=>)[ \t]*[\w(]`)
	// captures matches capture sets of types: A^{b, c}, and A^ for anything.
	captures = lazyregexp.New(`[\w\])](\^\{[^{}\n"]*\}|\^)(?:[ \t]*(?:[),\]=:\n]|with\b|extends\b)|[ \t]+[{])`)
)

// prepare rewrites a source for the grammar without changing offsets: a given with members in
// braces becomes a class, a package in another one becomes an object, and capture sets, annotations and further argument lists of a constructor,
// type parameters of function types and types of implicit parameters of functions are blanked.
func prepare(src []byte) []byte {
	out := src
	if bytes.Contains(src, []byte("given")) {
		for _, m := range givenBraces().FindAllSubmatchIndex(src, -1) {
			if m[4] >= 0 {
				out = grammar.Blank(out, src, m[6], m[7])
			} else {
				out = grammar.Blank(out, src, m[3], m[9])
				out[m[3]+1] = 'x'
			}
			copy(out[m[2]:], "class")
		}
	}
	if bytes.Count(src, []byte("package ")) > 1 {
		for _, m := range innerPackage().FindAllSubmatchIndex(src, -1) {
			out = grammar.Blank(out, src, m[2], m[3])
			copy(out[m[2]:], "object")
			for i := m[4]; i < m[5]; i++ {
				if out[i] == '.' {
					out[i] = '_'
				}
			}
		}
	}
	for _, blanked := range []struct {
		word string
		expr func() *regexp.Regexp
	}{{"^", captures}, {" @", constructorAnnotations}, {"implicit", implicitTypes}, {")(", moreArguments}, {"] =>", typeParameters}} {
		if !bytes.Contains(src, []byte(blanked.word)) {
			continue
		}
		for _, m := range blanked.expr().FindAllSubmatchIndex(src, -1) {
			out = grammar.Blank(out, src, m[2], m[3])
		}
	}
	return out
}

// refineGiven names a class that prepare made from an anonymous given after its type, like other
// givens.
func refineGiven(d *grammar.Definition) {
	at := grammar.LineStart(d.Src, int(d.NameNode.StartByte()))
	m := givenBraces().FindSubmatchIndex(d.Src[at:])
	if m == nil || m[0] != 0 || m[4] >= 0 || at+m[3] > int(d.NameNode.StartByte()) {
		return
	}
	header := strings.TrimSpace(string(d.Src[at+m[8] : at+m[9]]))
	header = strings.TrimSpace(strings.TrimSuffix(header, "with"))
	if colon := strings.LastIndex(header, ": "); colon >= 0 && (header[0] == '(' || header[0] == '[') {
		header = header[colon+len(": "):]
	}
	d.Name = "given " + header
}
