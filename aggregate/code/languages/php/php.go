// Package php parses PHP, with or without HTML.
package php

import (
	"bytes"
	_ "embed"
	"regexp"
	"strings"

	sitter "github.com/smacker/go-tree-sitter/php"

	"dossier/aggregate/code"
	"dossier/aggregate/code/grammar"
)

//go:embed symbols.scm
var query string

// Language returns the definition of PHP.
func Language() *grammar.Language {
	return grammar.New(grammar.Language{
		IDs: []string{"php"}, Support: code.FullSupport, Grammar: sitter.GetLanguage, Query: query, Heads: heads,
		Bodies:  grammar.Bodies{End: grammar.AtBrace},
		Elision: grammar.Braces, Prepare: prepare, Refine: refine,
		Imports:  regexp.MustCompile(`\b(require|include)`),
		Comments: grammar.Comments{Line: []string{"//", "#"}, Block: [][2]string{{"/*", "*/"}}},
	})
}

func refine(d *grammar.Definition) bool {
	if d.Scope {
		return true
	}
	if attributes := d.Node.ChildByFieldName("attributes"); attributes != nil {
		d.Declaration = code.Span{Start: int(attributes.StartByte()), End: d.Span.End}
		d.Span.Start = int(attributes.NextSibling().StartByte())
	}
	switch d.NameNode.Type() {
	case "string", "encapsed_string": // define('NAME', …)
		d.Name = strings.Trim(d.Name, `"'`)
	case "variable_name":
		if d.Kind == code.Property {
			return refineHooks(d)
		}
		return refineAssigned(d)
	}
	return isName(d.Name)
}

// refineAssigned refines values assigned to a variable: an anonymous class is shown by its
// methods, and the body of an arrow function is an expression.
func refineAssigned(d *grammar.Definition) bool {
	switch value := d.NameNode.Parent().ChildByFieldName("right"); value.Type() {
	case "arrow_function":
		d.BodyText = grammar.Braces.Value
	case "object_creation_expression":
		for i := range int(value.NamedChildCount()) {
			if n := value.NamedChild(i); n.Type() == "declaration_list" {
				d.Value, d.Members = code.Span{}, grammar.SpanOf(n)
			}
		}
	}
	return true
}

// refineHooks ends property hooks with their closing brace, which the grammar sees as a
// semicolon. Hooks without bodies are kept. If several properties are declared, the last has the
// hooks.
func refineHooks(d *grammar.Definition) bool {
	if next := d.NameNode.Parent().NextNamedSibling(); next.Type() != "comment" {
		return false
	}
	if d.Src[d.Body.Start] != '{' {
		d.Body.Start++ // the comment begins with the preceding blank
	}
	d.Body.End = d.Span.End
	if !bytes.ContainsAny(d.Src[d.Body.Start+len("{"):d.Body.End], "{=") {
		d.Body = code.Span{}
	}
	return true
}

// isName reports whether the name in a define is a constant name rather than an expression.
func isName(name string) bool {
	return name != "" && !strings.ContainsAny(name, " \t\r\n$(.")
}
