// Package java parses Java.
//
// The methods of an anonymous class are listed under the name of the field or enum constant whose
// value it is. Those of an anonymous class that is an argument have no such name: only their
// bodies are elided.
package java

import (
	_ "embed"

	sitter "github.com/smacker/go-tree-sitter/java"

	"dossier/aggregate/code"
	"dossier/aggregate/code/grammar"
	"dossier/aggregate/code/grammar/tree"
)

//go:embed symbols.scm
var query string

// Language returns the definition of Java.
func Language() *grammar.Language {
	return grammar.New(grammar.Language{
		IDs: []string{"java"}, Support: code.FullSupport, Grammar: sitter.GetLanguage, Query: query, Heads: heads,
		Bodies:  grammar.Bodies{End: grammar.AtBrace, Texts: [][2]string{{`"""`, `"""`}}},
		Elision: grammar.Braces, Comments: grammar.SlashComments, Refine: refine,
	})
}

func refine(d *grammar.Definition) bool {
	switch {
	case d.Node.Type() == "variable_declarator":
		return initialised(d)
	case d.Scope:
		return true
	}
	d.PastAnnotations([]string{"modifiers"}, []string{"annotation", "marker_annotation", "line_comment", "block_comment"})
	return !inArgument(d.Node)
}

// initialised refines a field with a value. It returns false for a value that is not elided.
func initialised(d *grammar.Definition) bool {
	value := d.Node.ChildByFieldName("value")
	for value != nil && (value.Type() == "parenthesized_expression" || value.Type() == "cast_expression") {
		value = value.NamedChild(int(value.NamedChildCount()) - 1)
	}
	switch {
	case value == nil:
		return false
	case value.Type() == "lambda_expression":
		return false // its body is elided separately
	case isAnonymousClass(value):
		d.Value = code.Span{}
	default:
		return d.SeveralLines()
	}
	return true
}

func isAnonymousClass(n *tree.Node) bool {
	count := int(n.NamedChildCount())
	return n.Type() == "object_creation_expression" && count > 0 && n.NamedChild(count-1).Type() == "class_body"
}

// inArgument reports whether a definition is in an anonymous class that is not the value of a
// field.
func inArgument(n *tree.Node) bool {
	body := n.Parent()
	if body == nil || body.Type() != "class_body" {
		return false
	}
	creation := body.Parent()
	if creation == nil || creation.Type() != "object_creation_expression" {
		return false
	}
	for n = creation.Parent(); n != nil; n = n.Parent() {
		switch n.Type() {
		case "parenthesized_expression", "cast_expression":
		default:
			return n.Type() != "variable_declarator"
		}
	}
	return true
}
