// Package php reads PHP, with HTML around it or without.
package php

import (
	_ "embed"
	"strings"

	sitter "github.com/smacker/go-tree-sitter/php"

	"dossier/aggregate/code"
	"dossier/aggregate/code/grammar"
)

//go:embed symbols.scm
var query string

// Language reads PHP.
func Language() *grammar.Language {
	return grammar.New(grammar.Language{
		IDs: []string{"php"}, Support: code.FullSupport, Grammar: sitter.GetLanguage, Query: query,
		Elision: grammar.Braces, Prepare: prepare, Refine: refine,
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

// refineAssigned corrects what is assigned to a variable: a class without a name is
// shown by its methods, and the body of an arrow function is an expression.
func refineAssigned(d *grammar.Definition) bool {
	switch value := d.NameNode.Parent().ChildByFieldName("right"); value.Type() {
	case "arrow_function":
		d.BodyText = grammar.Braces.Value
		if d.Body.Len() <= len(d.BodyText) {
			d.Body = code.Span{}
		}
	case "object_creation_expression":
		for i := range int(value.NamedChildCount()) {
			if n := value.NamedChild(i); n.Type() == "declaration_list" {
				d.Value, d.Members = code.Span{}, grammar.SpanOf(n)
			}
		}
	}
	return true
}

// refineHooks finds the hooks of a property between their braces; those without bodies
// stay.
func refineHooks(d *grammar.Definition) bool {
	between := d.Node.EndByte() - 1 // its semicolon is the closing brace
	d.Members = code.Span{Start: d.Body.Start - len("{"), End: int(between) + len("}")}
	for d.Members.Start > d.Span.Start && d.Src[d.Members.Start] != '{' {
		d.Members.Start-- // white space in front of the text is none of it
	}
	d.Body = d.Within(d.Members.Start+len("{"), int(between))
	d.BodyText = grammar.Dots.Body
	if !strings.ContainsAny(string(d.Src[d.Body.Start:d.Body.End]), "{=") {
		d.Body, d.Members = code.Span{}, code.Span{}
	}
	return true
}

// isName reports whether a name is one: that of define may be an expression.
func isName(name string) bool {
	return name != "" && !strings.ContainsAny(name, " \t\r\n$(.")
}
