package scala

import (
	"bytes"
	"regexp"
	"strings"

	"dossier/aggregate/code/grammar"
	"dossier/aggregate/lazyregexp"
)

var (
	// givenBraces is the header of a given whose members are in braces. Its parts are the keyword,
	// and the name with what follows it, or all that follows where it has none.
	givenBraces = lazyregexp.New(`(?m)^[ \t]*(?:(?:inline|implicit|private|protected|final|override|transparent)[ \t]+)*(given)[ \t]+(?:` +
		`(\w+)([ \t]*(?:\[(?:[^\[\]\n]|\[[^\[\]\n]*\])*\][ \t]*)?(?:\([^()\n]*\)[ \t]*)*:[ \t](?:[^{}=\n"]|=>)*[ \t]with[ \t]*)|((?:[^{}=\n"]|=>)*[ \t]with[ \t]*))\{`)
	// moreArguments are the second and later arguments of a constructor before another type.
	moreArguments = lazyregexp.New(`\bextends[ \t]+[\w.]+(?:\[(?:[^\[\]\n]|\[[^\[\]\n]*\])*\])?\((?:[^()"]|\([^()"]*\))*\)((?:[ \t]*\([^()\n"]*\))+)(?:,|\s+with\b)`)
	// typeParameters are those of the type of a function: (f: [X] => F[X] => G[X]).
	typeParameters = lazyregexp.New(`[(:,=][ \t]*(\[[\w, ]+(?:\[_\])?\][ \t]*=>)[ \t]*[\w(]`)
	// captures is what a type captures: A^{b, c}, and A^ for anything.
	captures = lazyregexp.New(`[\w\])](\^\{[^{}\n"]*\}|\^)(?:[ \t]*(?:[),\]=:\n]|with\b|extends\b)|[ \t]+[{])`)
)

// prepare writes a source as the grammar can read it, every byte in its place: a given whose members
// are in braces becomes a class, and what types capture becomes blank, as do further arguments of a
// constructor and the type parameters of function types.
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
	for _, blanked := range []struct {
		word string
		expr func() *regexp.Regexp
	}{{"^", captures}, {")(", moreArguments}, {"] =>", typeParameters}} {
		if !bytes.Contains(src, []byte(blanked.word)) {
			continue
		}
		for _, m := range blanked.expr().FindAllSubmatchIndex(src, -1) {
			out = grammar.Blank(out, src, m[2], m[3])
		}
	}
	return out
}

// refineGiven names a class that prepare made of a given without a name by its type, as others are
// named.
func refineGiven(d *grammar.Definition) {
	at := bytes.LastIndexByte(d.Src[:d.NameNode.StartByte()], '\n') + 1
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
