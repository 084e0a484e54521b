package grammar

import (
	"bytes"
	"slices"
	"sort"

	"dossier/aggregate/code"
	"dossier/aggregate/code/grammar/tree"
)

// A structure stores only the position of a function's body, but parsing bodies takes most of the
// time. So the grammar first gets the source without them, as far as its lines show where they
// are: between a line that begins a function ([Heads]) and the line that closes it, with only
// deeper lines between. That is a guess, which is checked: the text in between must be balanced,
// the tree without it must have no errors, and each gap must be inside what the query captures as
// a body. Otherwise the complete source is parsed.

// Bodies describe how to find the bodies of functions by the lines of a source.
type Bodies struct {
	// End is how a body ends. It is zero for languages in which lines do not show it.
	End BodyEnd
	// Lambda precedes the brace of an anonymous function; "" if the query does not capture bodies
	// of those.
	Lambda string
	// Opening is the end of a function header if that is not a brace; "" if there is none.
	Opening string
	// Blocks returns the number of blocks that a line opens minus those that it closes, judged by
	// its words. It is for bodies that end with a word.
	Blocks func(line []byte) int
	// Texts are the delimiters of multi-line strings, whose lines may have any indentation. They
	// are for bodies that end with a brace.
	Texts [][2]string
}

// BodyEnd is how the body of a function ends.
type BodyEnd int

// Kinds of body ends.
const (
	// AtBrace is for bodies in braces.
	AtBrace BodyEnd = iota + 1
	// AtDedent is for bodies of lines indented deeper than the header.
	AtDedent
	// AtWord is for bodies that precede a line with the word end.
	AtWord
)

const (
	// minBody is the min size of a body worth skipping, in bytes.
	minBody = 24
	// maxHeadLines is the max number of lines in a header.
	maxHeadLines = 24
)

// placeholder returns the placeholder of a body: a blank between braces, else a statement.
func (e BodyEnd) placeholder() byte {
	if e == AtBrace {
		return '\n'
	}
	return '0'
}

// bodies returns the bodies of a source that need not be parsed, in order.
func (q *query) bodies(l *Language, src []byte) tree.Gaps {
	if l.Bodies.End == 0 {
		return nil
	}
	r := bodyReader{l: l, src: src}
	if q.imports != nil && q.filter.May(src) {
		r.mustParse = func(body []byte) bool { return q.filter.May(body) && q.imports.Match(body) }
	}
	r.read()
	return r.gaps
}

// bodyReader finds bodies by lines.
type bodyReader struct {
	l         *Language
	src       []byte
	mustParse func(body []byte) bool // reports whether a body must be parsed; may be nil
	gaps      tree.Gaps
}

// textLine is a line: the offsets of its first byte, its first non-blank byte, the end of its
// last non-blank byte, and the next line.
type textLine struct{ start, text, end, next int }

func (n textLine) isBlank() bool { return n.text == n.end }

// line returns the line that begins at an offset.
func (r *bodyReader) line(at int) textLine {
	n := textLine{start: at, next: NextLine(r.src, at)}
	n.text, n.end = at, n.next
	for n.end > at && isSpace(r.src[n.end-1]) {
		n.end--
	}
	for n.text < n.end && isSpace(r.src[n.text]) {
		n.text++
	}
	return n
}

// lineBefore returns the line before the one that begins at an offset.
func (r *bodyReader) lineBefore(at int) textLine { return r.line(LineStart(r.src, at-1)) }

func (r *bodyReader) text(n textLine) []byte   { return r.src[n.text:n.end] }
func (r *bodyReader) indent(n textLine) []byte { return r.src[n.start:n.text] }

// isDeeper reports whether a line is indented deeper than a header.
func (r *bodyReader) isDeeper(n, head textLine) bool {
	return n.text-n.start > head.text-head.start && bytes.HasPrefix(r.indent(n), r.indent(head))
}

// read finds the bodies of a source. It does not search inside bodies.
func (r *bodyReader) read() {
	for at := 0; at < len(r.src); {
		n := r.line(at)
		at = n.next
		if n.isBlank() {
			continue
		}
		head, bodyStart, ok := r.findHeader(n)
		if !ok {
			continue
		}
		if body, next, ok := r.body(head, bodyStart); ok {
			r.gaps = append(r.gaps, tree.Gap{Start: body.Start, End: body.End})
			at = next
		}
	}
}

// findHeader returns the first line of a header that ends on a line, or of one that begins there if
// there is no brace, and the offset at which its body may begin.
func (r *bodyReader) findHeader(n textLine) (head textLine, bodyStart int, ok bool) {
	if r.l.Bodies.End != AtBrace {
		if !r.isFunctionStart(n) {
			return n, 0, false
		}
		bodyStart, ok = r.headerEnd(n)
		return n, bodyStart, ok
	}
	if r.src[n.end-1] != '{' {
		return n, 0, false
	}
	if !continuesHeader(r.text(n)) {
		return n, n.end, r.isFunctionStart(n)
	}
	head = n
	for range maxHeadLines {
		if head.start == 0 {
			break
		}
		if head = r.lineBefore(head.start); head.isBlank() {
			break
		}
		if text := r.src[head.text:n.end]; bytes.Count(text, []byte("(")) != bytes.Count(text, []byte(")")) || continuesHeader(r.text(head)) {
			continue
		}
		return head, n.end, r.isFunctionStart(head)
	}
	return head, 0, false
}

// continuesHeader reports whether the header that ends on a line began on an earlier one.
func continuesHeader(line []byte) bool {
	return bytes.IndexByte([]byte("){:"), line[0]) >= 0 || bytes.Count(line, []byte(")")) > bytes.Count(line, []byte("("))
}

// isFunctionStart reports whether a line is the first one of a function.
func (r *bodyReader) isFunctionStart(n textLine) bool {
	text := r.text(n)
	if r.l.Bodies.End == AtBrace && bytes.IndexByte(text, '(') < 0 {
		return false // most lines that end with a brace, without checking their words
	}
	if lambda := r.l.Bodies.Lambda; lambda != "" && bytes.HasSuffix(bytes.TrimRight(text, "{ "), []byte(lambda)) {
		return true
	}
	s, ok := r.l.head(text)
	return ok && (s.kind == code.Function || s.kind == code.Method)
}

// headerEnd returns the end of the header that begins on a line; false if it cannot have a body.
func (r *bodyReader) headerEnd(n textLine) (bodyStart int, ok bool) {
	depth := 0
	for range maxHeadLines {
		text := r.text(n)
		depth += bytes.Count(text, []byte("(")) - bytes.Count(text, []byte(")")) + bytes.Count(text, []byte("[")) - bytes.Count(text, []byte("]"))
		switch {
		case depth == 0 && r.l.Bodies.Opening != "":
			return n.next, bytes.HasSuffix(text, []byte(r.l.Bodies.Opening))
		case depth == 0:
			return n.next, bytes.IndexByte([]byte(`,\;=`), text[len(text)-1]) < 0
		case depth < 0 || n.next == len(r.src):
			return 0, false
		}
		if n = r.line(n.next); n.isBlank() {
			return 0, false
		}
	}
	return 0, false
}

// body returns the body of a header that ends at an offset, and the offset of what follows.
func (r *bodyReader) body(head textLine, bodyStart int) (body code.Span, next int, ok bool) {
	at := bodyStart
	if r.l.Bodies.End == AtBrace {
		at = r.line(bodyStart).next
	}
	first, last := textLine{start: -1}, textLine{}
	texts := bodyStart // end of the strings found so far
	blocks := 0        // number of open blocks inside the body
	for ; at < len(r.src); at = r.line(at).next {
		n := r.line(at)
		if n.isBlank() || r.isComment(n) || r.l.Bodies.End == AtBrace && r.src[n.text] == '#' {
			continue // directives may have any indentation
		}
		if !r.isDeeper(n, head) {
			end := 0
			if r.src[n.text] != '}' { // not past a line that may close the body
				end = r.stringEnd(&texts, at)
			}
			if end == 0 {
				break
			}
			at = end - 1
			n = r.line(LineStart(r.src, at))
		}
		if first.start < 0 {
			first = n
		}
		if r.l.Bodies.End != AtBrace && !r.isInside(n, first) {
			return body, 0, false // without braces, only regular indentation is accepted
		}
		if r.l.Bodies.End == AtWord {
			if blocks += r.l.Bodies.Blocks(r.text(n)); blocks < 0 {
				return body, 0, false
			}
		}
		last = n
	}
	if first.start < 0 || blocks != 0 || r.l.Bodies.End != AtDedent && !r.closesBody(at, head) {
		return body, 0, false
	}
	if body = (code.Span{Start: bodyStart, End: at}); r.l.Bodies.End != AtBrace {
		body = code.Span{Start: first.text, End: last.end}
	}
	if r.l.Bodies.End == AtDedent {
		body.Start = r.afterDocstring(first)
		// Only the grammar can determine where code ends before a comment, and whether a
		// statement continues.
		if body.Start >= body.End || bytes.IndexByte(r.text(last), '#') >= 0 || r.src[last.end-1] == '\\' {
			return body, 0, false
		}
	}
	if bytes.HasPrefix(r.text(first), []byte("case ")) {
		return body, 0, false // in Scala: an anonymous function, not a block
	}
	text := r.src[body.Start:body.End]
	if len(text) < minBody || !isBalanced(text) || r.mustParse != nil && r.mustParse(text) {
		return body, 0, false
	}
	return body, at, true
}

// isInside reports whether a line is indented at least as deep as the first line of a body.
func (r *bodyReader) isInside(n, first textLine) bool {
	return bytes.HasPrefix(r.indent(n), r.indent(first))
}

// stringEnd returns the end of the string that contains the line beginning at an offset; 0 if
// there is none. The search starts at from, which moves past strings that have ended.
func (r *bodyReader) stringEnd(from *int, at int) int {
	for {
		open, close := -1, ""
		for _, pair := range r.l.Bodies.Texts {
			if i := bytes.Index(r.src[*from:at], []byte(pair[0])); i >= 0 && (open < 0 || *from+i+len(pair[0]) < open) {
				open, close = *from+i+len(pair[0]), pair[1]
			}
		}
		if open < 0 {
			return 0
		}
		i := bytes.Index(r.src[open:], []byte(close))
		if i < 0 {
			return 0
		}
		if *from = open + i + len(close); *from > at {
			return *from
		}
	}
}

// closesBody reports whether a line closes the body of a header.
func (r *bodyReader) closesBody(at int, head textLine) bool {
	if at == len(r.src) {
		return false
	}
	n := r.line(at)
	if !bytes.Equal(r.indent(n), r.indent(head)) {
		return false
	}
	if r.l.Bodies.End == AtBrace {
		return r.src[n.text] == '}'
	}
	return string(r.text(n)) == "end"
}

func (r *bodyReader) isComment(n textLine) bool {
	return slices.ContainsFunc(r.l.Comments.Line, func(mark string) bool { return bytes.HasPrefix(r.text(n), []byte(mark)) })
}

// afterDocstring returns the offset of the first statement of a body that is not a docstring; the end
// of the source if it is uncertain.
func (r *bodyReader) afterDocstring(first textLine) int {
	text := bytes.TrimLeft(r.text(first), "rRuUbBfF")
	if len(text) == 0 || text[0] != '"' && text[0] != '\'' {
		return first.text
	}
	at := first.next
	for _, quote := range []string{`"""`, "'''"} {
		if open, ok := bytes.CutPrefix(text, []byte(quote)); ok {
			from := first.end - len(open)
			i := bytes.Index(r.src[from:], []byte(quote))
			if i < 0 {
				return len(r.src)
			}
			rest := r.line(from + i + len(quote))
			if !rest.isBlank() {
				return len(r.src)
			}
			at = rest.next
		}
	}
	for at < len(r.src) {
		n := r.line(at)
		if !n.isBlank() && !r.isComment(n) {
			return n.text
		}
		at = n.next
	}
	return len(r.src)
}

// isBalanced reports whether all brackets in a text are balanced, as far as that can be
// determined without parsing.
func isBalanced(text []byte) bool {
	var braces, parens, brackets, ticks int
	for _, c := range text {
		switch c {
		case '{':
			braces++
		case '}':
			if braces--; braces < 0 {
				return false // it closes the enclosing construct, and another one follows
			}
		case '(':
			parens++
		case ')':
			parens--
		case '[':
			brackets++
		case ']':
			brackets--
		case '`':
			ticks++
		}
	}
	count := func(s string) int { return bytes.Count(text, []byte(s)) }
	return braces == 0 && parens == 0 && brackets == 0 && ticks%2 == 0 &&
		count(`"""`)%2 == 0 && count("'''")%2 == 0 && count("/*") == count("*/")
}

// confirmsBodies reports whether the tree, parsed without bodies, shows that they are bodies, or text
// that contains no symbols.
func confirmsBodies(t *tree.Tree, closed []code.Span, bodies tree.Gaps) bool {
	if t.Root().HasError() {
		return false
	}
	for _, gap := range bodies {
		b := code.Span{Start: gap.Start, End: gap.End}
		if !isInside(closed, b) && !contains(closed, b) && !isInText(t, b) {
			return false
		}
	}
	return true
}

// isInText reports whether a span is in a string or a comment.
func isInText(t *tree.Tree, s code.Span) bool {
	for n := t.Root(); n != nil; {
		if isText(n.Type()) {
			return true
		}
		i := sort.Search(int(n.ChildCount()), func(i int) bool { return int(n.Child(i).EndByte()) >= s.End })
		if n = n.Child(i); n != nil && !SpanOf(n).Contains(s) {
			return false
		}
	}
	return false
}
