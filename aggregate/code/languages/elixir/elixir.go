// Package elixir parses Elixir.
package elixir

import (
	"bytes"
	_ "embed"
	"strings"

	sitter "github.com/smacker/go-tree-sitter/elixir"

	"dossier/aggregate/code"
	"dossier/aggregate/code/grammar"
	"dossier/aggregate/code/grammar/tree"
)

//go:embed symbols.scm
var query string

// Language returns the definition of Elixir.
func Language() *grammar.Language {
	return grammar.New(grammar.Language{
		IDs: []string{"elixir"}, Support: code.FullSupport, Grammar: sitter.GetLanguage, Query: query, Heads: heads,
		Bodies:  grammar.Bodies{End: grammar.AtWord, Opening: " do", Blocks: blocks},
		Elision: grammar.Words, Comments: grammar.HashComments, Refine: refine, Data: isData,
	})
}

// blocks returns the number of blocks that a line opens without closing them: with do at its end,
// or with an anonymous function whose clauses follow.
func blocks(line []byte) int {
	n := 0
	if text, ok := bytes.CutPrefix(line, []byte("end")); ok && (len(text) == 0 || bytes.IndexByte([]byte(" )],}.|"), text[0]) >= 0) {
		n--
	}
	if bytes.HasSuffix(line, []byte(" do")) || bytes.HasSuffix(line, []byte("fn")) {
		return n + 1
	}
	if bytes.HasSuffix(line, []byte("->")) && isFunction(line) {
		return n + 1
	}
	return n
}

// isFunction reports whether a line that ends with an arrow begins an anonymous function rather
// than a clause.
func isFunction(line []byte) bool {
	i := bytes.LastIndex(line, []byte("fn"))
	return i == 0 || i > 0 && bytes.IndexByte([]byte(" (,["), line[i-1]) >= 0
}

func refine(d *grammar.Definition) bool {
	switch d.Kind {
	case code.Module, code.Interface:
		d.Name = moduleName(d)
		d.Doc = moduleDoc(d)
		d.Members = within(d, d.Members)
	case code.Namespace:
		d.Name = strings.Trim(strings.Join(strings.Fields(d.Name), " "), `"`)
		d.Members = within(d, d.Members)
	case code.Struct:
		d.Name = moduleAround(d)
	case code.Constant:
		d.Name = "@" + d.Name
	default:
		d.Name = head(d.NameNode, d.Src)
		if d.NameNode.Type() == "string" {
			d.Name = d.Text(d.Node.ChildByFieldName("target")) + " " + d.Name
		}
		if !d.Body.Empty() && bytes.HasPrefix(d.Src[d.Body.Start:], []byte("do")) {
			d.Body = within(d, d.Body)
		}
	}
	d.Declaration = withAttributes(d)
	return d.Name != ""
}

// moduleName returns the name of a module. For an implementation it consists of the protocol and
// the type: Size.Map for defimpl Size, for: Map.
func moduleName(d *grammar.Definition) string {
	name := strings.Join(strings.Fields(d.Name), " ")
	options := d.NameNode.NextNamedSibling()
	if options == nil || options.Type() != "keywords" || d.Text(d.Node.ChildByFieldName("target")) != "defimpl" {
		return name
	}
	for i := range int(options.NamedChildCount()) {
		pair := options.NamedChild(i)
		if value := pair.ChildByFieldName("value"); value != nil && strings.HasPrefix(d.Text(pair), "for:") {
			name += "." + strings.Join(strings.Fields(d.Text(value)), " ")
		}
	}
	return name
}

// moduleDoc returns the documentation of a module if the module begins with it.
func moduleDoc(d *grammar.Definition) code.Span {
	block := d.Node.NamedChild(int(d.Node.NamedChildCount()) - 1)
	if block == nil || block.Type() != "do_block" || block.NamedChild(0) == nil {
		return code.Span{}
	}
	first := block.NamedChild(0)
	if text := d.Text(first); !strings.HasPrefix(text, "@moduledoc") || strings.HasSuffix(text, "false") {
		return code.Span{}
	}
	return grammar.SpanOf(first)
}

// moduleAround returns the last part of the name of the enclosing module, or of the definition's
// own name.
func moduleAround(d *grammar.Definition) string {
	for n := d.Node.Parent(); n != nil; n = n.Parent() {
		if n.Type() != "call" || d.Text(n.ChildByFieldName("target")) != "defmodule" || n.NamedChild(1) == nil {
			continue
		}
		name := d.Text(n.NamedChild(1))
		return strings.TrimSpace(name[strings.LastIndexByte(name, '.')+1:])
	}
	return d.Name
}

// head returns the name in the head of a function: add of add(a, b) when a > b, or the operator.
func head(n *tree.Node, src []byte) string {
	for range 8 {
		var inner *tree.Node
		switch n.Type() {
		case "binary_operator":
			operator := strings.TrimSpace(string(src[n.ChildByFieldName("left").EndByte():n.ChildByFieldName("right").StartByte()]))
			if operator != "when" && operator != "::" {
				return operator
			}
			inner = n.ChildByFieldName("left")
		case "call":
			inner = n.ChildByFieldName("target")
			if inner != nil && string(src[inner.StartByte():inner.EndByte()]) == "unquote" {
				inner = nil // unquote(name)
			}
		case "unary_operator":
			return strings.TrimSpace(string(src[n.StartByte():n.ChildByFieldName("operand").StartByte()]))
		}
		if inner == nil {
			break
		}
		n = inner
	}
	return strings.Join(strings.Fields(string(src[n.StartByte():n.EndByte()])), " ")
}

// within returns the text between do and end.
func within(d *grammar.Definition, block code.Span) code.Span {
	text := d.Src[block.Start:block.End]
	if !bytes.HasPrefix(text, []byte("do")) || !bytes.HasSuffix(text, []byte("end")) {
		return block
	}
	return d.Within(block.Start+len("do"), block.End-len("end"))
}

// withAttributes returns a definition with its attributes above it: documentation, specification,
// implemented behaviour.
func withAttributes(d *grammar.Definition) code.Span {
	var whole code.Span
	for n := d.Node.PrevNamedSibling(); n != nil; n = n.PrevNamedSibling() {
		word, _, _ := strings.Cut(strings.TrimPrefix(d.Text(n), "@"), " ")
		switch {
		case n.Type() == "comment" && !whole.Empty():
			continue
		case n.Type() != "unary_operator":
			return whole
		}
		switch word {
		case "doc", "spec", "impl", "deprecated", "since", "typedoc", "dialyzer":
			whole = code.Span{Start: int(n.StartByte()), End: d.Span.End}
		default:
			return whole
		}
	}
	return whole
}

// isData reports whether a long literal may be elided; the fields of a type may not.
func isData(src []byte, n *tree.Node) bool {
	for n = n.Parent(); n != nil; n = n.Parent() {
		if n.Type() != "call" {
			continue
		}
		target := n.ChildByFieldName("target")
		if target == nil {
			continue
		}
		switch string(src[target.StartByte():target.EndByte()]) {
		case "type", "typep", "opaque", "spec", "callback", "macrocallback", "enforce_keys", "defstruct", "defexception":
			return false
		case "defmodule", "defimpl", "defprotocol":
			return true
		}
	}
	return true
}
