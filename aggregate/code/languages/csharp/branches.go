package csharp

import (
	"bytes"
	"slices"
	"unicode/utf8"

	"dossier/aggregate/code"
	"dossier/aggregate/code/grammar"
)

// withoutBranches blanks all branches but one of a conditional that splits a statement or a
// declaration, and its directives:
//
//	#if NET
//	  if (a) {
//	#else
//	  if (b) {
//	#endif
//
// The grammar parses all branches, one after the other, so here one block too many would be
// opened. A block that ends in the branch then ends with the conditional. Directives without
// their counterpart are blanked too: in a skeleton the other one may be in an elided body.
func withoutBranches(src []byte) []byte {
	if !bytes.Contains(src, []byte("#if")) && !bytes.Contains(src, []byte("#el")) && !bytes.Contains(src, []byte("#endif")) {
		return src
	}
	r := branchReader{src: src, out: src}
	r.read()
	return r.out
}

// branchReader finds the conditionals of a source. out is src until something is blanked.
type branchReader struct {
	src, out []byte
	open     []conditional
	current  branch // the code since the last directive of an open conditional
}

// conditional is an open #if.
type conditional struct {
	lines    []code.Span // its directives
	branches []branch
	outer    branch // the code before it in the enclosing branch
	before   byte   // the last byte of code before it; 0 if there is none
}

// branch is the code between two directives of a conditional.
type branch struct {
	start, end  int
	first, last byte
	lastAt      int // offset of last
	depth       int // number of opened minus closed brackets
	lowest      int // the min depth in it
	hasBlocks   bool
}

func (b *branch) isBalanced() bool { return b.depth == 0 && b.lowest == 0 }

// add appends code to a branch.
func (b *branch) add(more branch) {
	if more.first == 0 {
		return
	}
	if b.first == 0 {
		b.first = more.first
	}
	b.last, b.lastAt = more.last, more.lastAt
	b.lowest = min(b.lowest, b.depth+more.lowest)
	b.depth += more.depth
	b.hasBlocks = b.hasBlocks || more.hasBlocks
}

// continues reports whether a branch can only be the continuation of the code before it.
func (b *branch) continues() bool {
	return bytes.IndexByte([]byte("{=:.?&|+*/),"), b.first) >= 0
}

var byteOrderMark = []byte("\ufeff")

func (r *branchReader) read() {
	fresh := true // only white space so far on the line
	for at := 0; at < len(r.src); {
		rest := r.src[at:]
		switch c := rest[0]; {
		case c == '\n':
			fresh = true
			at++
		case c == ' ' || c == '\t' || c == '\r':
			at++
		case at == 0 && bytes.HasPrefix(rest, byteOrderMark):
			at += len(byteOrderMark)
		case c == '#' && fresh:
			end := at + lineLength(rest)
			r.directive(at, end)
			at = end
		case bytes.HasPrefix(rest, []byte("//")):
			at += lineLength(rest)
		case bytes.HasPrefix(rest, []byte("/*")):
			at += grammar.After(rest, len("/*"), "*/")
		default:
			fresh = false
			r.code(at)
			at += textLength(rest)
		}
	}
	for _, c := range r.open {
		for _, line := range c.lines {
			r.blank(line)
		}
	}
}

// code adds the token at an offset.
func (r *branchReader) code(at int) {
	c := r.src[at]
	token := branch{first: c, last: c, lastAt: at}
	switch c {
	case '(', '[':
		token.depth = 1
	case '{':
		token.depth, token.hasBlocks = 1, true
	case ')', ']', '}':
		token.depth, token.lowest = -1, -1
	}
	r.current.add(token)
}

func (r *branchReader) directive(start, end int) {
	text, line := bytes.TrimLeft(r.src[start+1:end], " \t"), code.Span{Start: start, End: end}
	isEnd := bytes.HasPrefix(text, []byte("endif"))
	n := len(r.open) - 1
	switch {
	case bytes.HasPrefix(text, []byte("if")):
		before := r.current.last
		if before == 0 && n >= 0 {
			before = r.open[n].before
		}
		r.open = append(r.open, conditional{lines: []code.Span{line}, outer: r.current, before: before})
		r.current = branch{start: end}
	case !isEnd && !bytes.HasPrefix(text, []byte("el")):
	case n < 0:
		r.blank(line)
	default:
		c := &r.open[n]
		r.current.end = start
		c.lines, c.branches = append(c.lines, line), append(c.branches, r.current)
		if r.current = (branch{start: end}); isEnd {
			r.endif()
		}
	}
}

// maxNesting is the max nesting of conditionals whose branches are blanked, because each blanks
// its contents again.
const maxNesting = 64

// endif ends the innermost conditional.
func (r *branchReader) endif() {
	n := len(r.open) - 1
	c := r.open[n]
	r.open, r.current = r.open[:n], c.outer
	kept := c.kept()
	if kept < 0 || n >= maxNesting {
		for _, b := range c.branches {
			r.current.add(b)
		}
		return
	}
	b, end := c.branches[kept], c.lines[len(c.lines)-1].End
	r.blank(code.Span{Start: c.lines[0].Start, End: b.start})
	r.blank(code.Span{Start: b.end, End: end})
	if b.depth < 0 && b.last == '}' {
		r.blank(code.Span{Start: b.lastAt, End: b.lastAt + 1})
		b.lastAt = len(bytes.TrimRight(r.src[:end], " \t\r")) - 1
		r.out[b.lastAt] = '}'
	}
	r.current.add(b)
}

func (r *branchReader) blank(s code.Span) { r.out = grammar.Blank(r.out, r.src, s.Start, s.End) }

// kept returns the index of the branch to keep of a conditional, or -1 for all.
func (c *conditional) kept() int {
	isUnbalanced := func(b branch) bool { return !b.isBalanced() }
	if first := slices.IndexFunc(c.branches, isUnbalanced); first >= 0 {
		if slices.ContainsFunc(c.branches[first+1:], isUnbalanced) {
			return first
		}
		return -1
	}
	first := slices.IndexFunc(c.branches, func(b branch) bool { return b.first != 0 })
	if first < 0 {
		return -1
	}
	splits := c.before != 0 && bytes.IndexByte([]byte(";{}[](,:"), c.before) < 0
	last := byte(';')
	others := 0
	for _, b := range c.branches {
		if b.first == 0 {
			continue
		}
		if others++; others > 1 {
			splits = splits || bytes.IndexByte([]byte(";{},]):"), last) < 0
			if b.hasBlocks && !b.continues() {
				return -1 // it may contain declarations
			}
		}
		last = b.last
	}
	if !splits || others < 2 {
		return -1
	}
	return first
}

// lineLength returns the length of the first line of a text, without its line ending.
func lineLength(text []byte) int {
	line, _, _ := bytes.Cut(text, []byte("\n"))
	return len(line)
}

// textLength returns the length of the string or character literal that a text begins with, or 1.
func textLength(text []byte) int {
	prefix := 0
	for prefix < len(text) && (text[prefix] == '$' || text[prefix] == '@') {
		prefix++
	}
	rest := text[prefix:]
	quotes := len(rest) - len(bytes.TrimLeft(rest, `"`))
	switch {
	case prefix == 0 && text[0] == '\'':
		return characterLength(text)
	case quotes == 0:
		return max(1, prefix)
	case bytes.IndexByte(text[:prefix], '@') >= 0:
		at := 1
		for at += grammar.After(rest[at:], 0, `"`); at < len(rest) && rest[at] == '"'; at += grammar.After(rest[at:], 0, `"`) {
			at++ // two of them are an escaped one
		}
		return prefix + at
	case quotes >= len(`"""`):
		return prefix + grammar.After(rest, quotes, string(rest[:quotes]))
	case quotes == len(`""`):
		return prefix + quotes
	}
	for i := 1; i < len(rest) && rest[i] != '\n'; i++ {
		switch rest[i] {
		case '\\':
			i++
		case '"':
			return prefix + i + 1
		}
	}
	return prefix + 1
}

// longestCharacter is the length of '\U0001F600'.
const longestCharacter = 12

func characterLength(text []byte) int {
	text = text[:min(len(text), longestCharacter)]
	if len(text) > 2 && text[1] == '\\' {
		if n := bytes.IndexByte(text[3:], '\''); n >= 0 {
			return 3 + n + 1
		}
		return 1
	}
	_, n := utf8.DecodeRune(text[1:])
	if 1+n < len(text) && text[1+n] == '\'' {
		return n + 2
	}
	return 1
}
