// Package ruby parses Ruby.
package ruby

import (
	"bytes"
	_ "embed"
	"regexp"
	"strings"

	sitter "github.com/smacker/go-tree-sitter/ruby"

	"dossier/aggregate/code"
	"dossier/aggregate/code/grammar"
	"dossier/aggregate/code/grammar/tree"
)

//go:embed symbols.scm
var query string

// Language returns the definition of Ruby.
func Language() *grammar.Language {
	return grammar.New(grammar.Language{
		IDs: []string{"ruby"}, Support: code.FullSupport, Grammar: sitter.GetLanguage, Query: query, Heads: heads,
		Bodies:  grammar.Bodies{End: grammar.AtWord, Blocks: blocks},
		Elision: grammar.Words, Refine: refine,
		Imports:  regexp.MustCompile(`\b(require|load|autoload)`),
		Comments: grammar.Comments{Line: []string{"#"}, Block: [][2]string{{"=begin", "=end"}}},
	})
}

func refine(d *grammar.Definition) bool {
	if d.Scope {
		return true
	}
	switch node := d.Node.Type(); node {
	case "method", "singleton_method":
		d.Body = inner(d, d.Node)
		refineOwner(d)
	case "class", "module":
		d.Members = inner(d, d.Node)
	case "assignment":
		refineAssignment(d)
	case "call":
		if d.Kind == code.Property && inAccessor(d) {
			return false
		}
		if block := d.Node.ChildByFieldName("block"); block != nil && d.Kind == code.Namespace {
			d.Members = inner(d, block)
		} else if block != nil && d.Kind != code.Property {
			d.Body = inner(d, block)
		}
		d.Name = literal(d)
		if method := d.Text(d.Node.ChildByFieldName("method")); strings.HasPrefix(d.Name, "/") {
			d.Name = method + " " + d.Name // a route
		}
	}
	if h := heredocBehind(d); !h.Empty() {
		withHeredoc(d, h)
	}
	d.Declaration = withCaller(d)
	return d.Name != ""
}

// refineOwner distinguishes methods from functions, and finds the owner of a singleton method.
func refineOwner(d *grammar.Definition) {
	var class *tree.Node
	for n := d.Node.Parent(); n != nil && class == nil; n = n.Parent() {
		switch n.Type() {
		case "class", "module", "singleton_class":
			class = n
		case "call":
			if d.Text(n.ChildByFieldName("method")) != "refine" && !strings.HasSuffix(d.Text(n.ChildByFieldName("method")), "_eval") {
				continue
			}
			class = n
		}
	}
	if class != nil {
		d.Kind = code.Method
	}
	switch {
	case d.OwnerNode == nil:
	case d.OwnerNode.Type() == "self", class != nil && d.Owner == d.Text(class.ChildByFieldName("name")):
		d.Owner = ""
	default:
		d.Kind = code.Method
	}
}

// refineAssignment sets the kind of a name by its value: a type, a function, a constant.
func refineAssignment(d *grammar.Definition) {
	value := d.Node.ChildByFieldName("right")
	var block *tree.Node
	if value.Type() == "call" {
		block = value.ChildByFieldName("block")
	}
	switch {
	case d.Kind == code.Struct || d.Kind == code.Class:
		if block != nil {
			d.Members = inner(d, block)
		}
		return
	case d.Kind == code.Function && value.Type() == "lambda":
		d.Body = inner(d, value.ChildByFieldName("body"))
		return
	case d.Kind == code.Function:
		d.Body = inner(d, block)
		return
	case d.NameNode.Type() == "constant":
		d.Kind = code.Constant
	}
	if makesType(d, value) || value.Type() == "lambda" {
		d.Value = code.Span{}
	}
}

// makesType reports whether a value creates a type, such as Struct.new(…).
func makesType(d *grammar.Definition, value *tree.Node) bool {
	if value.Type() != "call" {
		return false
	}
	switch d.Text(value.ChildByFieldName("receiver")) + "." + d.Text(value.ChildByFieldName("method")) {
	case "Struct.new", "Data.define", "Class.new", "Module.new", ".lambda", ".proc":
		return true
	}
	return false
}

// inAccessor reports whether an accessor is an argument of another one, and so defines nothing.
func inAccessor(d *grammar.Definition) bool {
	for n := d.Node.Parent(); n != nil && (n.Type() == "argument_list" || n.Type() == "call"); n = n.Parent() {
		if n.Type() == "call" && strings.Contains(d.Text(n.ChildByFieldName("method")), "attr") {
			return true
		}
	}
	return false
}

// inner returns the text between the header of a definition or a block and its end, including
// comments, or the expression after "=". A comment on the header's line belongs to the header.
func inner(d *grammar.Definition, n *tree.Node) code.Span {
	last := n.Child(int(n.ChildCount()) - 1)
	if last == nil || last.IsMissing() || last.Type() != "end" && last.Type() != "}" {
		return grammar.SpanOf(n.ChildByFieldName("body"))
	}
	start := n.Child(0).EndByte()
	for _, field := range []string{"object", "name", "parameters", "superclass", "value"} {
		if part := n.ChildByFieldName(field); part != nil {
			start = max(start, part.EndByte())
		}
	}
	body := n.ChildByFieldName("body")
	for i := range int(n.NamedChildCount()) {
		part := n.NamedChild(i)
		if body != nil && part.StartByte() >= body.StartByte() {
			break
		}
		if part.Type() == "heredoc_body" {
			start = max(start, part.EndByte())
		}
	}
	return d.Within(behindHeader(d.Src, int(start)), int(last.StartByte()))
}

// behindHeader skips a semicolon and a comment on the line of an offset.
func behindHeader(src []byte, at int) int {
	line := src[at:]
	if end := bytes.IndexByte(line, '\n'); end >= 0 {
		line = line[:end]
	}
	rest := bytes.TrimLeft(line, " \t;)")
	if len(rest) > 0 && rest[0] == '#' {
		return at + len(line)
	}
	return at + len(line) - len(rest)
}

// withHeredoc extends a definition by the text of a heredoc after its line. A body that ends with
// the line ends there too; another one is kept, since its end would be lost.
func withHeredoc(d *grammar.Definition, text code.Span) {
	switch d.Span.End {
	case d.Body.End:
		d.Body.End = text.End
	case d.Value.End:
		d.Value.End = text.End
	default:
		d.Body = code.Span{}
	}
	d.Span.End = text.End
}

// heredocBehind returns the text of a heredoc that begins in a one-line definition.
func heredocBehind(d *grammar.Definition) code.Span {
	if !bytes.Contains(d.Src[d.Span.Start:d.Span.End], []byte("<<")) {
		return code.Span{}
	}
	var behind code.Span
	for n := d.Node.NextNamedSibling(); n != nil && n.Type() == "heredoc_body"; n = n.NextNamedSibling() {
		if behind.Empty() && n.StartPoint().Row != d.Node.EndPoint().Row {
			break
		}
		behind = grammar.SpanOf(n)
	}
	return behind
}

// literal returns the text of a symbol or a string, or of the key of a pair; "" if it is not
// constant.
func literal(d *grammar.Definition) string {
	n := d.NameNode
	if n.Type() == "pair" {
		n = n.ChildByFieldName("key")
	}
	switch n.Type() {
	case "string", "simple_symbol", "hash_key_symbol", "constant", "scope_resolution":
	default:
		return ""
	}
	name := strings.TrimPrefix(strings.Trim(d.Text(n), `"'`), ":")
	if strings.Contains(name, "#{") && d.Kind == code.Method {
		return ""
	}
	return strings.Join(strings.Fields(name), " ")
}

// withCaller returns a definition with the call that it is an argument of, as in private def
// name, and with the description of a task.
func withCaller(d *grammar.Definition) code.Span {
	whole := code.Span{}
	n := d.Node
	for {
		list := n.Parent()
		if list == nil || list.Type() != "argument_list" || list.Parent() == nil {
			break
		}
		n = list.Parent()
		whole = grammar.SpanOf(n)
	}
	if d.Kind != code.Function || n.Type() != "call" {
		return whole
	}
	if before := n.PrevNamedSibling(); before != nil && before.Type() == "call" && d.Text(before.ChildByFieldName("method")) == "desc" {
		whole = code.Span{Start: int(before.StartByte()), End: max(whole.End, d.Span.End)}
	}
	return whole
}
