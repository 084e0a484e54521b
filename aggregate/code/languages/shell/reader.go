package shell

import (
	"bytes"
	"cmp"
	"errors"
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"dossier/aggregate/code"
	"dossier/aggregate/code/grammar"
	"dossier/aggregate/lazyregexp"
)

const (
	// maxOpened is the max number of constructs that can nest without brackets in a source that
	// is parsed in any process: each takes a kilobyte of stack.
	maxOpened = 20_000
	// maxWork is the max number of bytes that are parsed repeatedly in a source with errors.
	maxWork = 4 << 20
)

// variants are the shell dialects to try, most likely first.
var variants = []syntax.LangVariant{syntax.LangBats, syntax.LangZsh, syntax.LangMirBSDKorn}

// exact parses a source that is valid Bash; it returns nil for any other.
func exact(src []byte) (s *code.Structure) {
	if opened(src) > maxOpened {
		return nil
	}
	defer func() {
		if recover() != nil {
			s = nil // let the crash happen in a worker instead of this process
		}
	}()
	r := newReader(src, variants[0])
	if _, err := r.statements(0); err != nil {
		return nil
	}
	return r.finish()
}

// openers are tokens after which a nested command or expression follows.
var openers = [][]byte{
	[]byte("if"), []byte("while"), []byte("until"), []byte("for"), []byte("case"), []byte("select"), []byte("function"), []byte("()"),
	[]byte("!"), []byte("?"), []byte("="), []byte("&&"), []byte("||"),
}

// opened returns the number of openers in a source.
func opened(src []byte) int {
	n := 0
	for _, opener := range openers {
		n += bytes.Count(src, opener)
	}
	return n
}

// read parses any source, in the dialect that parses most of it.
func read(src []byte) (*code.Structure, error) {
	var best *reader
	for _, variant := range variants {
		r := newReader(src, variant)
		r.salvage()
		if best == nil || r.lost() < best.lost() {
			best = r
		}
		if len(best.s.Failed) == 0 {
			break
		}
	}
	if len(best.s.Symbols) == 0 && best.lost() > len(src)/2 {
		return nil, grammar.ErrUnreadable
	}
	return best.finish(), nil
}

// reader parses a source in one dialect.
type reader struct {
	src, text []byte // text is src with unparsed parts blanked
	parser    *syntax.Parser
	base      int // offset in it at which parsing began
	s         code.Structure
}

func newReader(src []byte, variant syntax.LangVariant) *reader {
	return &reader{src: src, text: grammar.WithoutConflicts(src), parser: syntax.NewParser(syntax.Variant(variant))}
}

func (r *reader) finish() *code.Structure {
	r.s.Broken = len(r.s.Failed) > 0
	r.s.Finish(nil)
	return &r.s
}

// statements parses the top-level statements from an offset on, and returns the end of the last
// one. The error contains the position of what cannot be parsed.
func (r *reader) statements(from int) (end int, err error) {
	r.base = from
	var whole []*syntax.Stmt
	// The loop continues after an error, because the parser reports the same one again anyway.
	for stmt, failed := range r.parser.StmtsSeq(bytes.NewReader(r.text[from:])) {
		if err = cmp.Or(err, failed); err == nil {
			whole = append(whole, stmt)
		}
	}
	if err == nil {
		r.add(whole)
		return len(r.text), nil
	}
	// The text of a heredoc follows the statements of its line, which are incomplete without it.
	at := r.base + offset(err)
	whole = slices.DeleteFunc(whole, func(s *syntax.Stmt) bool { return r.span(s).End > at })
	r.add(whole)
	if n := len(whole); n > 0 {
		from = r.span(whole[n-1]).End
	}
	return from, err
}

// salvage parses as much as possible: after fixing a known problem, or else blanking the line
// that cannot be parsed, it continues after the last complete statement.
func (r *reader) salvage() {
	r.text = bytes.Clone(r.text)
	for from, left := 0, maxWork; ; {
		end, err := r.statements(from)
		if err == nil {
			break
		}
		left -= len(r.text) - from
		at := min(r.base+offset(err), len(r.text))
		if from = end; left > 0 && r.repair(from, at) {
			continue
		}
		failed := r.lineBefore(from, at)
		if failed.Empty() || left < 0 {
			failed = code.Span{Start: from, End: len(r.text)}
		}
		r.s.Failed = append(r.s.Failed, failed)
		for i := failed.Start; i < failed.End; i++ {
			if r.text[i] != '\n' {
				r.text[i] = ' '
			}
		}
	}
	r.s.Failed = grammar.Joined(r.text, r.s.Failed)
}

// repair rewrites, between two offsets, syntax that a shell accepts and the parser does not; it
// reports whether it did.
func (r *reader) repair(from, at int) bool {
	// The apostrophe of a word in "${1:-it's}".
	if at > from && at+1 < len(r.text) && r.text[at] == '\'' && isLetter(r.text[at-1]) && isLetter(r.text[at+1]) {
		r.text[at] = 'x'
		return true
	}
	// A subshell that begins with another looks like arithmetic: ((a; b) | c).
	const arithmetic, nested = " ((", "( ("
	if open := bytes.LastIndex(r.text[from:at], []byte(arithmetic)); open >= 0 && !bytes.Contains(r.text[from+open:at], []byte("))")) {
		copy(r.text[from+open:], nested)
		return true
	}
	return r.repairFunction(at)
}

// functionParen matches the beginning of a function with the keyword and a parenthesis. The
// groups are the name, and the content of the parentheses if a brace follows.
var functionParen = lazyregexp.New(`^function[ \t]+([^\s(){}<>&|;"'$]+)[ \t]*\((?:([^()\n]*)\)\s*\{)?`)

// repairFunction rewrites the function at an offset if its parentheses are not empty: parameter
// names are blanked, and function f ( a ), whose body is a subshell, becomes f() ( a ).
func (r *reader) repairFunction(at int) bool {
	m := functionParen().FindSubmatchIndex(r.text[at:])
	switch {
	case m == nil:
		return false
	case m[4] < 0:
		name, header := r.text[at+m[2]:at+m[3]], r.text[at:at+m[1]-1]
		if rest := bytes.TrimLeft(r.text[at+m[1]:], " \t"); len(rest) > 0 && rest[0] == ')' {
			return false
		}
		n := copy(header, string(name)+"()")
		copy(header[n:], bytes.Repeat([]byte(" "), len(header)-n))
		return true
	}
	parameters := r.text[at+m[4] : at+m[5]]
	if len(bytes.TrimSpace(parameters)) == 0 {
		return false
	}
	copy(parameters, bytes.Repeat([]byte(" "), len(parameters)))
	return true
}

func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }

// offset returns the position of an error.
func offset(err error) int {
	var parse syntax.ParseError
	var variant syntax.LangError
	switch {
	case errors.As(err, &parse):
		return int(parse.Pos.Offset())
	case errors.As(err, &variant):
		return int(variant.Pos.Offset())
	}
	return 0
}

// lineBefore returns the line of an offset, or the last non-blank one before it, from an offset
// on; empty if all are blank.
func (r *reader) lineBefore(from, at int) code.Span {
	if n := bytes.IndexByte(r.text[at:], '\n'); n >= 0 {
		at += n
	} else {
		at = len(r.text)
	}
	end := from + len(bytes.TrimRight(r.text[from:max(from, at)], " \t\r\n"))
	return code.Span{Start: max(from, bytes.LastIndexByte(r.text[:end], '\n')+1), End: end}
}

// lost returns the number of bytes that cannot be parsed.
func (r *reader) lost() int {
	n := 0
	for _, s := range r.s.Failed {
		n += s.Len()
	}
	return n
}

func (r *reader) span(n syntax.Node) code.Span {
	return code.Span{Start: r.base + int(n.Pos().Offset()), End: r.base + int(n.End().Offset())}
}

func (r *reader) of(s code.Span) string { return string(r.src[s.Start:s.End]) }

// add adds the definitions and imports of top-level statements.
func (r *reader) add(list []*syntax.Stmt) {
	for _, stmt := range list {
		// After an unclosed construct, indented statements may be inside it.
		indented := len(r.s.Failed) > 0 && stmt.Pos().Col() > 1
		if len(stmt.Redirs) == 0 && !stmt.Negated && !indented {
			r.variables(stmt.Cmd)
		}
		syntax.Walk(stmt, r.visit)
	}
}

// visit adds the definitions of a node, and reports whether to descend into it.
func (r *reader) visit(n syntax.Node) bool {
	switch n := n.(type) {
	case *syntax.FuncDecl:
		return !r.function(n)
	case *syntax.TestDecl:
		r.defined("test "+r.of(r.span(n.Description)), r.span(n), n.Body)
		return false
	case *syntax.CallExpr:
		r.call(n)
	case *syntax.Assign:
		if value := r.value(n); r.severalLines(value) {
			r.s.Cuts = append(r.s.Cuts, code.Cut{Span: value, Text: grammar.Braces.Value})
			return false
		}
	}
	return true
}

// symbol adds a symbol with the comment above it.
func (r *reader) symbol(sym code.Symbol) {
	if sym.Name = grammar.OneLine(sym.Name); sym.Name == "" {
		return
	}
	sym.Doc = grammar.HashComments.Above(r.src, sym.Whole.Start)
	sym.Head.Start = grammar.HeadStart(r.src, sym)
	r.s.Symbols = append(r.s.Symbols, sym)
}

// function adds a function; it returns false for an anonymous Zsh function, which runs in place.
func (r *reader) function(f *syntax.FuncDecl) bool {
	names := f.Names
	if f.Name != nil {
		names = []*syntax.Lit{f.Name}
	}
	for _, name := range names {
		r.defined(name.Value, r.span(f), f.Body)
	}
	return len(names) > 0
}

var subshell = grammar.Elision{Body: "( ... )", Short: "( ... )"}

// defined adds a function whose body is a statement with redirections.
func (r *reader) defined(name string, whole code.Span, body *syntax.Stmt) {
	if body == nil || body.Cmd == nil {
		return
	}
	block := r.span(body.Cmd)
	sym := code.Symbol{Kind: code.Function, Name: name, Node: code.Span{Start: whole.Start, End: block.End}}
	sym.Whole, sym.Head = sym.Node, code.Span{Start: whole.Start, End: block.Start}
	for _, redirection := range body.Redirs {
		sym.Whole.End = max(sym.Whole.End, r.span(redirection).End)
	}
	elision := grammar.Braces
	if _, ok := body.Cmd.(*syntax.Subshell); ok {
		elision = subshell
	}
	if text, ok := elision.Of(r.of(block)); ok {
		r.s.Cuts = append(r.s.Cuts, code.Cut{Span: block, Text: text})
	}
	r.symbol(sym)
}

// call adds the definitions or imports of a command.
func (r *reader) call(c *syntax.CallExpr) {
	if len(c.Args) < 2 {
		return
	}
	switch name := c.Args[0].Lit(); name {
	case "alias":
		for _, arg := range c.Args[1:] {
			if name, _, ok := strings.Cut(r.of(r.span(arg)), "="); ok {
				r.symbol(code.Symbol{Kind: code.Macro, Name: name, Node: r.span(c), Whole: r.span(c), Head: r.span(c)})
			}
		}
	case "source", ".":
		file := r.span(c.Args[1])
		name := strings.Join(strings.Fields(strings.Trim(r.of(file), `"'`)), " ")
		r.s.Imports = append(r.s.Imports, code.Import{Name: name, Written: file})
	}
}

// variables adds the variables declared by a top-level statement.
func (r *reader) variables(cmd syntax.Command) {
	var list []*syntax.Assign
	constant := false
	switch cmd := cmd.(type) {
	case *syntax.CallExpr:
		if len(cmd.Args) == 0 {
			list = cmd.Assigns
		}
	case *syntax.DeclClause:
		constant = cmd.Variant.Value == "readonly"
		for _, arg := range cmd.Args {
			if arg.Name == nil { // an option
				option := r.of(r.span(arg))
				constant = constant || strings.HasPrefix(option, "-") && strings.Contains(option, "r")
			}
			list = append(list, arg)
		}
	}
	list = slices.DeleteFunc(slices.Clone(list), func(a *syntax.Assign) bool { return a.Naked || a.Name == nil || a.Index != nil })
	for _, a := range list {
		name := a.Name.Value
		sym := code.Symbol{Kind: code.Variable, Name: name, Node: r.span(a)}
		if constant || !a.Append && strings.ToUpper(name) == name && strings.ToLower(name) != name {
			sym.Kind = code.Constant
		}
		sym.Whole, sym.Head = sym.Node, sym.Node
		if value := r.value(a); r.severalLines(value) {
			sym.Head.End = value.Start
		}
		if declaration := r.span(cmd); len(list) == 1 {
			sym.Whole = declaration
		} else {
			sym.Group.Span = grammar.HashComments.With(r.src, declaration)
		}
		r.symbol(sym)
	}
}

// value returns the assigned value, or an empty span.
func (r *reader) value(a *syntax.Assign) code.Span {
	switch {
	case a.Array != nil:
		return r.span(a.Array)
	case a.Value != nil && !a.Naked:
		return r.span(a.Value)
	}
	return code.Span{}
}

func (r *reader) severalLines(s code.Span) bool { return strings.Contains(r.of(s), "\n") }
