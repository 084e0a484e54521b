package rank

import (
	"slices"
	"strings"
	"sync"
)

// textKind is the kind of a stretch of source.
type textKind uint8

const (
	codePart textKind = iota
	prosePart
	stringPart
)

// style describes the comments and strings of a language. It need not be exact: misclassified text only gets a
// different weight.
type style struct {
	prose         bool     // all of it is prose
	lineComments  []string // what begins a comment up to the end of the line
	blockComments [][2]string
	quotes        string     // delimiters of strings on one line
	tripleQuotes  bool       // three quotes delimit a string of several lines, which is documentation
	raw           string     // delimiters of strings of several lines
	openers       *[256]bool // the bytes with which comments and strings begin
}

// withOpeners sets the bytes with which comments and strings begin.
func (st style) withOpeners() style {
	st.openers = &[256]bool{}
	for _, b := range st.blockComments {
		st.openers[b[0][0]] = true
	}
	for _, begin := range slices.Concat(st.lineComments, strings.Split(st.quotes+st.raw, "")) {
		st.openers[begin[0]] = true
	}
	if st.tripleQuotes {
		st.openers['"'], st.openers['\''] = true, true
	}
	return st
}

var cBlock = [][2]string{{"/*", "*/"}}

// styles is keyed by the names of [dossier/aggregate/text.Language]; other languages are like C.
var styles = sync.OnceValue(func() map[string]style {
	hash := style{lineComments: []string{"#"}, quotes: "\"'", raw: "`"}
	python := style{lineComments: []string{"#"}, quotes: "\"'", tripleQuotes: true}
	dash := style{lineComments: []string{"--"}, quotes: "\""}
	markup := style{prose: true}
	semicolon := style{lineComments: []string{";"}, quotes: "\""}
	percent := style{lineComments: []string{"%"}, quotes: "\""}
	all := map[string]style{}
	for words, s := range map[string]*style{
		"shell ruby perl yaml toml makefile dockerfile cmake r nim crystal fish tcl awk dotenv editorconfig gitignore hcl terraform just meson properties powershell puppet nix apacheconf nginx systemd graphql": &hash,
		"python starlark elixir julia gdscript cython coffeescript":                                            &python,
		"lua sql haskell elm ada vhdl purescript idris":                                                        &dash,
		"markdown mdx rst text asciidoc org html xml tex bibtex vue-template diff csv tsv erb twig handlebars": &markup,
		"lisp scheme clojure emacs-lisp racket asm ini":                                                        &semicolon,
		"erlang matlab prolog": &percent,
	} {
		for _, w := range strings.Fields(words) {
			all[w] = *s
		}
	}
	lua := dash
	lua.quotes, lua.blockComments = "\"'", [][2]string{{"--[[", "]]"}}
	all["lua"] = lua
	haskell := dash
	haskell.blockComments = [][2]string{{"{-", "-}"}}
	all["haskell"], all["elm"], all["purescript"] = haskell, haskell, haskell
	sql := dash
	sql.quotes, sql.blockComments = "'", cBlock
	all["sql"] = sql
	php := style{lineComments: []string{"//", "#"}, blockComments: cBlock, quotes: "\"'"}
	all["php"] = php
	all["rust"] = style{lineComments: []string{"//"}, blockComments: cBlock, quotes: "\""} // ' begins lifetimes too
	all["ocaml"] = style{blockComments: [][2]string{{"(*", "*)"}}, quotes: "\""}
	all["vim"] = style{lineComments: []string{"\""}, quotes: "'"}
	for language, s := range all {
		all[language] = s.withOpeners()
	}
	return all
})

var cStyle = style{lineComments: []string{"//"}, blockComments: cBlock, quotes: "\"'", raw: "`", tripleQuotes: true}.withOpeners()

func styleOf(language string) style {
	if s, ok := styles()[language]; ok {
		return s
	}
	return cStyle
}

// isComment reports whether a single line looks like a comment or like a line inside a block comment.
func (st style) isComment(line string) bool {
	line = strings.TrimSpace(line)
	begins := func(mark string) bool { return strings.HasPrefix(line, mark) }
	block := func(marks [2]string) bool { return begins(marks[0]) || marks == cBlock[0] && begins("* ") }
	return slices.ContainsFunc(st.lineComments, begins) || slices.ContainsFunc(st.blockComments, block) || st.tripleQuotes && (begins(`"""`) || begins("'''"))
}

// eachPart calls yield for the stretches of a source, in order.
func (st style) eachPart(src string, yield func(p textKind, s string)) {
	if st.prose {
		yield(prosePart, src)
		return
	}
	start, i := 0, 0
	for i < len(src) {
		if !st.openers[src[i]] {
			i++
			continue
		}
		p, from, to, next := st.openAt(src, i)
		if next == 0 {
			i++
			continue
		}
		if start < i {
			yield(codePart, src[start:i])
		}
		yield(p, src[from:to])
		start, i = next, next
	}
	if start < len(src) {
		yield(codePart, src[start:])
	}
}

// openAt returns the kind of the comment or string that begins at i, the range of its text, and the offset after it.
// next is 0 if none begins there.
func (st style) openAt(src string, i int) (p textKind, from, to, next int) {
	c, rest := src[i], src[i:]
	for _, b := range st.blockComments {
		if strings.HasPrefix(rest, b[0]) {
			from, to, next = between(src, i+len(b[0]), b[1])
			return prosePart, from, to, next
		}
	}
	for _, l := range st.lineComments {
		if strings.HasPrefix(rest, l) {
			from, to, next = between(src, i+len(l), "\n")
			return prosePart, from, to, next
		}
	}
	switch {
	case st.tripleQuotes && (c == '"' || c == '\'') && len(rest) >= 3 && rest[1] == c && rest[2] == c:
		from, to, next = between(src, i+3, rest[:3])
		return prosePart, from, to, next
	case strings.IndexByte(st.quotes, c) >= 0:
		to = stringEnd(src, i+1, c)
		return stringPart, i + 1, to, min(len(src), to+1)
	case strings.IndexByte(st.raw, c) >= 0:
		from, to, next = between(src, i+1, rest[:1])
		return stringPart, from, to, next
	}
	return 0, 0, 0, 0
}

// between returns the range from an offset to the next end, and the offset after that end.
func between(src string, from int, end string) (int, int, int) {
	n := strings.Index(src[from:], end)
	if n < 0 {
		return from, len(src), len(src)
	}
	return from, from + n, from + n + len(end)
}

// stringEnd returns the end of a string on one line.
func stringEnd(src string, i int, quote byte) int {
	for ; i < len(src); i++ {
		switch src[i] {
		case '\\':
			i++
		case quote, '\n':
			return i
		}
	}
	return len(src)
}
