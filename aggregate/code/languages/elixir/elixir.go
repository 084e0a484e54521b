// Package elixir reads Elixir.
package elixir

import (
	"bytes"
	_ "embed"
	"strings"

	tree "github.com/smacker/go-tree-sitter"
	sitter "github.com/smacker/go-tree-sitter/elixir"

	"dossier/aggregate/code"
	"dossier/aggregate/code/grammar"
)

//go:embed symbols.scm
var query string

// Language reads Elixir.
func Language() *grammar.Language {
	return grammar.New(grammar.Language{
		IDs: []string{"elixir"}, Support: code.FullSupport, Grammar: sitter.GetLanguage, Query: query,
		Elision: grammar.Words, Comments: grammar.HashComments, Refine: refine,
	})
}

func refine(d *grammar.Definition) bool {
	switch d.Kind {
	case code.Module:
		d.Name = strings.Join(strings.Fields(d.Name), " ")
		d.Members = within(d, d.Members)
	case code.Variable, code.Constant:
	default:
		d.Name = head(d.NameNode, d.Src)
		if !d.Body.Empty() && bytes.HasPrefix(d.Src[d.Body.Start:], []byte("do")) {
			d.Body = within(d, d.Body)
		}
	}
	d.Declaration = withAttributes(d)
	return d.Name != ""
}

// head returns the name of a function from its head: add of add(a, b) when a > b, and
// the operator of an operator's.
func head(n *tree.Node, src []byte) string {
	for range 8 {
		var inner *tree.Node
		switch n.Type() {
		case "binary_operator":
			operator := strings.TrimSpace(string(src[n.ChildByFieldName("left").EndByte():n.ChildByFieldName("right").StartByte()]))
			if operator != "when" {
				return operator
			}
			inner = n.ChildByFieldName("left")
		case "call":
			inner = n.ChildByFieldName("target")
		case "string": // of a test
			return "test " + strings.Join(strings.Fields(string(src[n.StartByte():n.EndByte()])), " ")
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

// within returns what stands between do and end.
func within(d *grammar.Definition, block code.Span) code.Span {
	text := d.Src[block.Start:block.End]
	if !bytes.HasPrefix(text, []byte("do")) || !bytes.HasSuffix(text, []byte("end")) {
		return block
	}
	return d.Within(block.Start+len("do"), block.End-len("end"))
}

// withAttributes returns a definition with the attributes above it that are about it:
// its documentation, its specification, what it implements.
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
		case "doc", "spec", "impl", "deprecated", "since", "typedoc", "dialyzer", "callback":
			whole = code.Span{Start: int(n.StartByte()), End: d.Span.End}
		default:
			return whole
		}
	}
	return whole
}
