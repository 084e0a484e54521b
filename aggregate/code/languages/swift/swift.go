// Package swift parses Swift.
package swift

import (
	_ "embed"
	"strings"

	sitter "github.com/smacker/go-tree-sitter/swift"

	"dossier/aggregate/code"
	"dossier/aggregate/code/grammar"
	"dossier/aggregate/code/grammar/tree"
)

//go:embed symbols.scm
var query string

// Language returns the definition of Swift.
func Language() *grammar.Language {
	return grammar.New(grammar.Language{
		IDs: []string{"swift"}, Support: code.FullSupport, Grammar: sitter.GetLanguage, Query: query, Heads: heads,
		Bodies:  grammar.Bodies{End: grammar.AtBrace, Texts: [][2]string{{`"""`, `"""`}}},
		Elision: grammar.Braces, Comments: grammar.SlashComments, Prepare: prepare, Refine: refine,
	})
}

func refine(d *grammar.Definition) bool {
	withoutAttributes(d)
	if d.Name == "func" {
		if d.NameNode = d.NameNode.NextSibling(); d.NameNode == nil {
			return false
		}
		d.Name = d.Text(d.NameNode)
	}
	switch {
	case d.Scope:
		d.Name, _, _ = strings.Cut(d.Name, "<")
	case d.Kind == code.Function && inExtension(d.Node):
		d.Kind = code.Method
	case d.Kind == code.Variable:
		refineValue(d)
	case d.Kind == code.Property && d.Body.Empty():
		d.Members = accessors(d)
	}
	return true
}

// accessors returns the block of a property that contains accessors with bodies, or an empty
// span.
func accessors(d *grammar.Definition) code.Span {
	last := d.Node.Child(int(d.Node.ChildCount()) - 1)
	if last.Type() != "computed_property" && last.Type() != "willset_didset_block" {
		return code.Span{}
	}
	if strings.Count(d.Text(last), "{") < 2 {
		return code.Span{} // a protocol requirement: { get set }
	}
	return grammar.SpanOf(last)
}

// withoutAttributes begins a definition after its attributes.
func withoutAttributes(d *grammar.Definition) {
	modifiers := d.Node.Child(0)
	if modifiers == nil || modifiers.Type() != "modifiers" || modifiers.Child(0).Type() != "attribute" {
		return
	}
	d.Declaration = d.Span
	for i := range int(modifiers.ChildCount()) {
		if n := modifiers.Child(i); n.Type() != "attribute" {
			d.Span.Start = int(n.StartByte())
			return
		}
	}
	if next := modifiers.NextSibling(); next != nil {
		d.Span.Start = int(next.StartByte())
	}
}

// inExtension reports whether a definition is directly in an extension.
func inExtension(n *tree.Node) bool {
	body := n.Parent()
	if body == nil || body.Type() != "class_body" {
		return false
	}
	kind := body.Parent().ChildByFieldName("declaration_kind")
	return kind != nil && kind.Type() == "extension"
}

// refineValue distinguishes constants from variables. A closure that is called immediately keeps
// the call.
func refineValue(d *grammar.Definition) {
	for i := range int(d.Node.ChildCount()) {
		if n := d.Node.Child(i); n.Type() == "value_binding_pattern" && d.Text(n) == "let" {
			d.Kind = code.Constant
			break
		}
	}
	value := d.Node.ChildByFieldName("value")
	if value != nil && value.Type() == "call_expression" && value.Child(0).Type() == "lambda_literal" {
		d.Body, d.Value = grammar.SpanOf(value.Child(0)), code.Span{}
	}
}
