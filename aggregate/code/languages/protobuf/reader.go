package protobuf

import (
	"bytes"
	"slices"

	"dossier/aggregate/code"
	"dossier/aggregate/code/grammar"
)

// reader parses one source in a single pass.
type reader struct {
	src       []byte
	at        int
	structure *code.Structure
	comments  []code.Span
	open      []block
	last      int // end of the last token
	statement
}

// statement is the text since the last semicolon or brace.
type statement struct {
	start    int         // -1 if it is empty
	before   int         // end of the preceding token
	words    []code.Span // the first words
	brackets int         // open [
	assigned bool        // it contains =
	value    code.Span   // the braces after it
}

// maxWords is the number of words of a statement that are stored: enough to determine what it
// defines.
const maxWords = 4

// block is an open block.
type block struct {
	symbol  int // index in the structure, or -1
	brace   int
	keyword string
}

func read(src []byte) *code.Structure {
	r := newReader(src)
	r.tokens()
	for len(r.open) > 0 {
		r.structure.Broken = true
		r.close(len(src))
	}
	r.structure.Finish(nil)
	return r.structure
}

func newReader(src []byte) *reader {
	return &reader{src: src, structure: &code.Structure{}, statement: statement{start: -1}}
}

// tokens parses all tokens.
func (r *reader) tokens() {
	for r.at < len(r.src) {
		if start := r.at; !r.blank() {
			r.token(start)
			r.last = r.at
		}
	}
}

// comments returns the comments of a source.
func comments(src []byte) []code.Span {
	r := newReader(src)
	r.tokens()
	return r.comments
}

// token parses one token. What may contain braces is skipped as a whole.
func (r *reader) token(start int) {
	switch c := r.src[start]; {
	case c == '{' && (r.brackets > 0 || r.assigned && r.keyword() != "group"):
		r.braces()
		r.value = code.Span{Start: start, End: r.at}
		return
	case c == '{':
		r.begin()
		return
	case c == '}':
		r.at++
		r.close(r.at)
		return
	case c == ';':
		r.at++
		r.end(r.at)
		return
	case c == '"' || c == '\'':
		r.quoted()
		r.word(start)
	case letter(c):
		for r.at < len(r.src) && (letter(r.src[r.at]) || r.src[r.at] == '.') {
			r.at++
		}
		if r.start >= 0 && begins(r.src[start:r.at]) && grammar.IsFirstOnLine(r.src, start) {
			r.structure.Broken = true
			r.end(r.last) // the semicolon is missing
		}
		r.word(start)
	default:
		switch c {
		case '[':
			r.brackets++
		case ']':
			r.brackets = max(0, r.brackets-1)
		case '=':
			r.assigned = true
		}
		r.at++
	}
	if r.start < 0 {
		r.start, r.before = start, r.last
	}
}

func (r *reader) word(start int) {
	if len(r.words) < maxWords {
		r.words = append(r.words, code.Span{Start: start, End: r.at})
	}
}

func letter(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z'
}

// begins reports whether a word at the start of a line begins a definition.
func begins(word []byte) bool {
	switch string(word) {
	case "message", "enum", "service", "rpc", "extend", "oneof":
		return true
	}
	return false
}

// blank skips white space, a comment, or a merge conflict marker line.
func (r *reader) blank() bool {
	start, rest := r.at, r.src[r.at:]
	switch c := rest[0]; {
	case c == ' ' || c == '\t' || c == '\n' || c == '\r':
		r.at++
	case bytes.HasPrefix(rest, []byte("//")):
		r.until("\n")
		r.comments = append(r.comments, code.Span{Start: start, End: r.at})
	case bytes.HasPrefix(rest, []byte("/*")):
		r.at += len("/*")
		r.until("*/")
		r.comments = append(r.comments, code.Span{Start: start, End: r.at})
	case r.beginsLine() && conflict(rest):
		r.structure.Broken = true
		r.until("\n")
	default:
		return false
	}
	return true
}

// beginsLine reports whether the current offset is the start of a line.
func (r *reader) beginsLine() bool { return r.at == 0 || r.src[r.at-1] == '\n' }

func conflict(line []byte) bool {
	return slices.ContainsFunc([]string{"<<<<<<<", "=======", ">>>>>>>", "|||||||"}, func(mark string) bool {
		return bytes.HasPrefix(line, []byte(mark))
	})
}

// until advances to after the next mark, or to the end.
func (r *reader) until(mark string) { r.at = grammar.After(r.src, r.at, mark) }

// quoted skips a string. An unclosed one ends with its line.
func (r *reader) quoted() {
	mark := r.src[r.at]
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

// braces skips the value of an option. An unindented definition ends an unclosed one.
func (r *reader) braces() {
	depth := 0
	for r.at < len(r.src) {
		switch c := r.src[r.at]; {
		case r.blank():
			continue
		case c == '"' || c == '\'':
			r.quoted()
			continue
		case c == '{':
			depth++
		case c == '}':
			if depth--; depth == 0 {
				r.at++
				return
			}
		case letter(c) && r.beginsLine():
			if word, _, _ := bytes.Cut(r.src[r.at:], []byte(" ")); begins(word) {
				r.structure.Broken = true
				return
			}
		}
		r.at++
	}
	r.structure.Broken = true
}

// keyword returns the keyword of a definition statement.
func (r *reader) keyword() string {
	word, _ := r.defined()
	return word
}

// defined returns the keyword of a statement and the following name: for message User, local enum
// Role, optional group Result.
func (r *reader) defined() (keyword, name string) {
	for i, w := range r.words {
		switch word := string(r.src[w.Start:w.End]); word {
		case "export", "local", "optional", "required", "repeated":
			continue
		case "message", "enum", "service", "rpc", "group":
			if i+1 < len(r.words) {
				next := r.words[i+1]
				name = string(r.src[next.Start:next.End])
			}
			return word, name
		default:
			return word, ""
		}
	}
	return "", ""
}

// begin opens a block.
func (r *reader) begin() {
	keyword, name := r.defined()
	r.unfinished(keyword)
	b := block{symbol: -1, brace: r.at, keyword: keyword}
	kinds := map[string]code.Kind{
		"message": code.Struct, "group": code.Struct, "enum": code.Enum,
		"service": code.Interface, "rpc": code.Method,
	}
	if kind, ok := kinds[keyword]; ok {
		b.symbol = r.define(kind, name, r.at)
	}
	r.open = append(r.open, b)
	r.at++
	r.statement = statement{start: -1}
}

// unfinished closes unclosed blocks that cannot contain what a keyword begins. An unknown block
// can contain what the enclosing one can.
func (r *reader) unfinished(keyword string) {
	holds := func() bool {
		for _, b := range slices.Backward(r.open) {
			if !begins([]byte(b.keyword)) && b.keyword != "group" {
				continue
			}
			switch outer := b.keyword; keyword {
			case "service":
				return false
			case "rpc":
				return outer == "service"
			case "message", "enum", "extend", "oneof":
				return outer != "service" && outer != "rpc"
			}
			return true
		}
		return true
	}
	for kept := r.statement; len(r.open) > 0 && !holds(); r.statement = kept {
		r.structure.Broken = true
		r.close(kept.before)
	}
}

// define lists a definition from the start of the statement to end. It returns its index in the
// structure, or -1 if it has no name.
func (r *reader) define(kind code.Kind, name string, end int) int {
	if name = grammar.OneLine(name); name == "" {
		return -1
	}
	span := code.Span{Start: r.words[0].Start, End: end} // the text before its words does not belong to it
	r.structure.Symbols = append(r.structure.Symbols, code.Symbol{
		Kind: kind, Name: name, Node: span, Whole: span, Head: span,
		Doc: grammar.SlashComments.Above(r.src, span.Start),
	})
	return len(r.structure.Symbols) - 1
}

// close ends the innermost block.
func (r *reader) close(end int) {
	r.statement = statement{start: -1}
	if len(r.open) == 0 {
		r.structure.Broken = true
		return
	}
	b := r.open[len(r.open)-1]
	r.open = r.open[:len(r.open)-1]
	inner := code.Span{Start: b.brace, End: end}
	holds := len(bytes.Trim(r.src[b.brace:end], "{};, \t\r\n")) > 0
	method := b.keyword == "rpc"
	if method && holds {
		if text, ok := grammar.Braces.Of(string(r.src[inner.Start:inner.End])); ok {
			r.structure.Cuts = append(r.structure.Cuts, code.Cut{Span: inner, Text: text})
		}
	}
	if b.symbol < 0 {
		return
	}
	sym := &r.structure.Symbols[b.symbol]
	if end < len(r.src) && r.src[end] == ';' {
		end++
	}
	sym.Node.End, sym.Whole.End = end, end
	if !method && holds {
		sym.Fold = code.Cut{Span: inner, Text: grammar.Braces.Members}
	}
}

// end ends a statement without a block.
func (r *reader) end(at int) {
	defer func() { r.statement = statement{start: -1} }()
	keyword, name := r.defined()
	switch keyword {
	case "import":
		last := r.words[len(r.words)-1]
		if file := bytes.Trim(r.src[last.Start:last.End], `"'`); len(r.words) > 1 && len(file) > 0 {
			r.structure.AddImports(string(file))
		}
	case "option":
		method := len(r.open) > 0 && r.open[len(r.open)-1].keyword == "rpc"
		if !method && bytes.IndexByte(r.src[r.value.Start:r.value.End], '\n') >= 0 {
			r.structure.Cuts = append(r.structure.Cuts, code.Cut{Span: r.value, Text: grammar.Braces.Value})
		}
	case "rpc":
		if !r.assigned { // otherwise a field or an enumerator
			r.unfinished(keyword)
			r.define(code.Method, name, at)
		}
	}
}
