package css

import (
	"bytes"
	"strings"

	"dossier/aggregate/code"
	"dossier/aggregate/code/grammar"
)

// reader parses one source in a single pass.
type reader struct {
	Dialect
	src       []byte
	at        int
	structure *code.Structure
	comments  []code.Span
	open      []block
	prelude   int // start of the text before the next block or semicolon, or -1
	brackets  int // number of open ( and [ in the prelude
}

// block is an open block.
type block struct {
	symbol    int  // index in the structure, or -1
	hidden    bool // its contents are not listed: the steps of @keyframes
	inPrelude bool // it is part of a prelude that began at prelude
	prelude   int
	brackets  int
}

func (d Dialect) read(src []byte) *code.Structure {
	r := reader{Dialect: d, src: src, structure: &code.Structure{}, prelude: -1}
	for r.at < len(src) {
		r.token()
	}
	r.structure.Broken = len(r.open) > 0
	for len(r.open) > 0 {
		r.close(len(src))
	}
	r.structure.Finish(nil)
	return r.structure
}

// comments returns the comments of a style sheet.
func (d Dialect) comments(src []byte) []code.Span {
	r := reader{Dialect: d, src: src, structure: &code.Structure{}, prelude: -1}
	for r.at < len(src) {
		r.token()
	}
	return r.comments
}

// token consumes one token: what may contain braces and semicolons is skipped as a whole.
func (r *reader) token() {
	start := r.at
	switch c := r.src[r.at]; {
	case r.comment():
		return
	case c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f':
		r.at++
		return
	case r.conflict():
		return
	case c == '"' || c == '\'':
		r.quoted(c)
	case c == '\\':
		r.at = min(r.at+2, len(r.src))
	case r.Interpolation != 0 && c == r.Interpolation && r.next(1) == '{':
		r.interpolated()
	case (c == 'u' || c == 'U') && r.address():
	case c == '(' || c == '[':
		r.brackets++
		r.at++
	case c == ')' || c == ']':
		r.brackets = max(0, r.brackets-1)
		r.at++
	case c == '{':
		r.begin()
		return
	case c == '}':
		r.at++
		r.close(r.at)
		return
	case c == ';' && r.brackets == 0:
		r.at++
		r.statement()
		return
	default:
		r.at++
	}
	if r.prelude < 0 {
		r.prelude = start
	}
}

// next returns the byte n positions ahead, or 0.
func (r *reader) next(n int) byte {
	if r.at+n < len(r.src) {
		return r.src[r.at+n]
	}
	return 0
}

// until advances to after the next mark, or to the end.
func (r *reader) until(mark string) { r.at = grammar.After(r.src, r.at, mark) }

func (r *reader) comment() bool {
	start := r.at
	defer func() {
		if r.at > start {
			r.comments = append(r.comments, code.Span{Start: start, End: r.at})
		}
	}()
	switch {
	case r.src[r.at] != '/':
		return false
	case r.next(1) == '*':
		r.at += 2
		r.until("*/")
		return true
	case r.next(1) == '/' && r.LineComments:
		r.until("\n")
		return true
	}
	return false
}

// conflict skips a merge conflict marker line.
func (r *reader) conflict() bool {
	rest := r.src[r.at:]
	if r.prelude >= 0 || r.at > 0 && r.src[r.at-1] != '\n' || len(rest) < 7 {
		return false
	}
	switch string(rest[:7]) {
	case "<<<<<<<", "=======", ">>>>>>>", "|||||||":
		r.until("\n")
		return true
	}
	return false
}

// quoted skips a string. An unclosed one ends with its line.
func (r *reader) quoted(mark byte) {
	for r.at++; r.at < len(r.src); r.at++ {
		switch r.src[r.at] {
		case '\\':
			r.at++
		case '\n':
			return
		case mark:
			r.at++
			return
		}
	}
	r.at = len(r.src)
}

// interpolated skips #{ } or @{ }, which must end on the same line.
func (r *reader) interpolated() {
	depth := 0
	for r.at++; r.at < len(r.src) && r.src[r.at] != '\n'; r.at++ {
		switch r.src[r.at] {
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				r.at++
				return
			}
		}
	}
}

// address skips url( ) without quotes, in which // does not begin a comment and ; does not end a
// statement.
func (r *reader) address() bool {
	rest := r.src[r.at:]
	if len(rest) < 4 || !strings.EqualFold(string(rest[:4]), "url(") {
		return false
	}
	inner := bytes.TrimLeft(rest[4:], " \t\r\n")
	if len(inner) == 0 || inner[0] == '"' || inner[0] == '\'' {
		return false
	}
	end := bytes.IndexAny(inner, ")\n")
	if end < 0 || inner[end] == '\n' {
		return false
	}
	r.at += len(rest) - len(inner) + end + 1
	return true
}

// begin opens a block.
func (r *reader) begin() {
	b := block{symbol: -1, hidden: len(r.open) > 0 && r.open[len(r.open)-1].hidden}
	if r.brackets > 0 && bytes.ContainsAny(lastByte(r.src[:r.at]), "(,:") {
		// A ruleset as an argument: .each(@list, { });
		b.inPrelude, b.prelude, b.brackets, b.hidden = true, r.prelude, r.brackets, true
	} else if r.prelude >= 0 && !b.hidden {
		b.symbol, b.hidden = r.rule()
	}
	r.open = append(r.open, b)
	r.at++
	r.prelude, r.brackets = -1, 0
}

// lastByte returns the last byte of text that is not white space, if any.
func lastByte(text []byte) []byte {
	text = bytes.TrimRight(text, " \t\r\n")
	return text[max(0, len(text)-1):]
}

// rule lists the rule whose block begins here. It returns its index in the structure, or -1 if it
// is not listed, and whether its contents are hidden.
func (r *reader) rule() (symbol int, hidden bool) {
	name := r.text(r.prelude, r.at)
	if name == "" {
		return -1, false
	}
	word, rest, _ := strings.Cut(name, " ")
	kind := code.Rule
	switch {
	case len(r.open) == 0 && r.Variable != 0 && name[0] == r.Variable && strings.HasSuffix(name, ":"):
		kind, hidden = code.Variable, true // a ruleset as a value
		name = strings.TrimSpace(strings.TrimSuffix(name, ":"))
	case strings.HasSuffix(name, ":") || strings.HasPrefix(name, "--") && strings.Contains(name, ":"):
		return -1, true // a value: --name: { }, @name: { }, font: { }
	case word == "@if" || word == "@else" || word == "@each" || word == "@for" || word == "@while":
		return -1, false
	case word == "@mixin" || word == "@function":
		kind = code.Function
		name, _, _ = strings.Cut(rest, "(")
		name = strings.TrimSpace(name)
	case strings.HasPrefix(word, "@") && strings.HasSuffix(word, "keyframes"):
		hidden = true
	}
	if name == "" {
		return -1, hidden
	}
	head := code.Span{Start: r.prelude, End: r.at}
	r.structure.Symbols = append(r.structure.Symbols, code.Symbol{
		Kind: kind, Name: name, Node: head, Whole: head, Head: head, Doc: r.doc(r.prelude),
	})
	return len(r.structure.Symbols) - 1, hidden
}

func (r *reader) doc(at int) code.Span {
	marks := grammar.Comments{Block: [][2]string{{"/*", "*/"}}}
	if r.LineComments {
		marks.Line = []string{"//"}
	}
	return marks.Above(r.src, at)
}

// close ends the innermost block.
func (r *reader) close(end int) {
	r.prelude, r.brackets = -1, 0
	if len(r.open) == 0 {
		r.structure.Broken = true
		return
	}
	b := r.open[len(r.open)-1]
	r.open = r.open[:len(r.open)-1]
	if b.inPrelude {
		r.prelude, r.brackets = b.prelude, b.brackets
	}
	if b.symbol < 0 {
		return
	}
	sym := &r.structure.Symbols[b.symbol]
	sym.Node.End, sym.Whole.End = end, end
	members := code.Span{Start: sym.Head.End, End: end}
	if len(bytes.Trim(r.src[members.Start:members.End], "{} \t\r\n")) > 0 {
		sym.Fold = code.Cut{Span: members, Text: grammar.Braces.Members}
	}
}

// statement ends a statement without a block: an import, a top-level variable.
func (r *reader) statement() {
	start := r.prelude
	r.prelude, r.brackets = -1, 0
	if start < 0 {
		return
	}
	text := r.text(start, r.at-1)
	word, rest, _ := strings.Cut(text, " ")
	switch word {
	case "@import", "@use", "@forward":
		r.structure.AddImports(imported(rest)...)
		return
	case "@charset", "@namespace", "@layer", "@plugin", "@include", "@extend", "@return", "@apply", "@tailwind":
		return
	}
	name, _, isVariable := strings.Cut(text, ":")
	name = strings.TrimSpace(name)
	if r.Variable == 0 || len(r.open) > 0 || !isVariable || len(name) < 2 || name[0] != r.Variable || strings.ContainsAny(name, " (") {
		return
	}
	span := code.Span{Start: start, End: r.at}
	head := span
	if bytes.IndexByte(r.src[start:r.at], '\n') >= 0 {
		head.End = start + bytes.IndexByte(r.src[start:r.at], ':')
	}
	r.structure.Symbols = append(r.structure.Symbols, code.Symbol{
		Kind: code.Variable, Name: name, Node: span, Whole: span, Head: head, Doc: r.doc(start),
	})
}

// imported returns the addresses in an import, without url( ), quotes, options and media queries.
func imported(rest string) []string {
	if options, after, ok := strings.Cut(rest, ") "); ok && strings.HasPrefix(options, "(") {
		rest = after // Less option: (reference)
	}
	if cut, ok := strings.CutPrefix(rest, "url("); ok {
		rest, _, _ = strings.Cut(cut, ")")
	}
	var names []string
	for list := true; list; {
		name, after := rest, ""
		if rest != "" && (rest[0] == '"' || rest[0] == '\'') {
			name, after, _ = strings.Cut(rest[1:], rest[:1])
		}
		names = append(names, strings.TrimSpace(name))
		rest, list = strings.CutPrefix(strings.TrimSpace(after), ",")
		rest = strings.TrimSpace(rest)
	}
	return names
}

// text returns a part of the source on one line, without comments.
func (r *reader) text(start, end int) string {
	var b strings.Builder
	part := reader{Dialect: r.Dialect, src: r.src[:end], at: start}
	for part.at < end {
		from := part.at
		switch c := part.src[part.at]; {
		case part.comment():
			b.WriteByte(' ')
			continue
		case c == '"' || c == '\'':
			part.quoted(c)
		case (c == 'u' || c == 'U') && part.address():
		default:
			part.at++
		}
		b.Write(part.src[from:min(part.at, end)])
	}
	return grammar.OneLine(strings.ToValidUTF8(strings.Join(strings.Fields(b.String()), " "), "\uFFFD"))
}
