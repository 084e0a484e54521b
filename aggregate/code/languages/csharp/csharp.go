// Package csharp parses C#.
//
// In a member or a lambda with an expression body, only the expression after the arrow is elided.
// Properties, indexers and events are properties; their accessors are kept without bodies. An
// explicit interface implementation includes the interface's name: IEnumerable<T>.GetEnumerator.
// The members of an extension block are qualified by the extended type.
package csharp

import (
	_ "embed"
	"strings"

	sitter "github.com/smacker/go-tree-sitter/csharp"

	"dossier/aggregate/code"
	"dossier/aggregate/code/grammar"
	"dossier/aggregate/code/grammar/tree"
)

//go:embed symbols.scm
var query string

// Language returns the definition of C#, scripts included.
func Language() *grammar.Language {
	return grammar.New(grammar.Language{
		IDs: []string{"csharp"}, Support: code.FullSupport, Grammar: sitter.GetLanguage, Query: query, Heads: heads,
		Bodies:  grammar.Bodies{End: grammar.AtBrace, Texts: [][2]string{{`"""`, `"""`}, {`@"`, `"`}}},
		Elision: grammar.Braces, Comments: grammar.SlashComments, Prepare: prepare, Refine: refine,
	})
}

func refine(d *grammar.Definition) bool {
	switch d.Node.Type() {
	case "variable_declarator":
		if d.Scope {
			return d.SeveralLines() && !isFunction(lastNamed(d.Node))
		}
		d.Node = d.Node.Parent().Parent() // the declaration, which may declare several names
		d.Span = grammar.SpanOf(d.Node)
	case "class", "struct", "record", "interface", "namespace":
		d.Unfinished("modifier", "attribute_list")
		return true
	case "class_declaration":
		if receiver(d) {
			return true
		}
	case "record_declaration":
		if has(d.Node, "struct") {
			d.Kind = code.Struct
		}
	case "operator_declaration":
		switch {
		case has(d.Node, "checked"):
			d.Name = "operator checked " + d.Name
		case d.Name == "true" || d.Name == "false":
			d.Name = "operator " + d.Name
		default:
			d.Name = "operator" + d.Name
		}
	case "conversion_operator_declaration":
		d.Name = "operator " + d.Name
	case "destructor_declaration":
		d.Name = "~" + d.Name
	case "property_declaration", "indexer_declaration", "event_declaration":
		headOfAccessors(d)
	}
	expression(d)
	d.Owner = strings.Join(strings.Fields(strings.TrimSuffix(strings.TrimSpace(d.Owner), ".")), "")
	if !d.Scope {
		d.PastAnnotations(nil, []string{"attribute_list", "comment"})
	}
	return true
}

// shortest is the min length of an elided expression: its replacement must not be longer.
const shortest = len("...") + 1

// expression makes the expression after the arrow the body of a definition.
func expression(d *grammar.Definition) {
	n := d.Node.ChildByFieldName("body")
	if n == nil {
		n = d.Node.ChildByFieldName("value")
	}
	if n == nil || n.Type() == "block" {
		return
	}
	span := grammar.SpanOf(n)
	switch {
	case n.Type() == "arrow_expression_clause":
		if n.ChildCount() > 1 {
			span.Start = int(n.Child(1).StartByte()) // after the arrow
		}
		d.Value = code.Span{}
	case d.Node.Type() != "lambda_expression":
		if !isFunction(n) {
			return
		}
		d.Value = code.Span{} // a property whose value is a function
		n = lastNamed(n)
		span = grammar.SpanOf(n)
		if n.Type() == "block" {
			d.Body = span
			return
		}
	}
	switch {
	case d.Node.Type() == "constructor_declaration" && d.Body.Start < span.Start && d.Src[d.Body.Start] == ':':
		d.Body.End = d.Span.End // : this(1) => expression;
	case span.Len() < shortest:
		d.Body = code.Span{}
	default:
		d.Body, d.BodyText = span, "..."
	}
}

// headOfAccessors ends the header of a property before its accessors if they have bodies.
func headOfAccessors(d *grammar.Definition) {
	list := d.Node.ChildByFieldName("accessors")
	if list == nil {
		return
	}
	for i := range int(list.NamedChildCount()) {
		if list.NamedChild(i).ChildByFieldName("body") != nil {
			d.HeadEnd = int(list.StartByte())
			return
		}
	}
}

// has reports whether a node has a keyword as a child.
func has(n *tree.Node, keyword string) bool {
	for i := range int(n.ChildCount()) {
		if n.Child(i).Type() == keyword {
			return true
		}
	}
	return false
}

func lastNamed(n *tree.Node) *tree.Node {
	if count := int(n.NamedChildCount()); count > 0 {
		return n.NamedChild(count - 1)
	}
	return n
}

// isFunction reports whether a value is a function, whose body is elided separately.
func isFunction(value *tree.Node) bool {
	return value.Type() == "lambda_expression" || value.Type() == "anonymous_method_expression"
}
