// Package cue reads CUE by its definitions and fields. Fields of several labels are
// called by all of them. Listed are all fields of the top level and those below that
// hold fields, down to three levels; of a definition only the definitions in it.
package cue

import (
	_ "embed"
	"strings"

	tree "github.com/smacker/go-tree-sitter"
	sitter "github.com/smacker/go-tree-sitter/cue"

	"dossier/aggregate/code"
	"dossier/aggregate/code/grammar"
)

//go:embed symbols.scm
var query string

// maxLevels is how deep fields are listed.
const maxLevels = 3

// Language reads CUE.
func Language() *grammar.Language {
	return grammar.New(grammar.Language{
		IDs: []string{"cue"}, Support: code.FullSupport, Grammar: sitter.GetLanguage, Query: query,
		Elision: grammar.Braces, Comments: grammar.SlashComments, Refine: refine,
	})
}

func refine(d *grammar.Definition) bool {
	if d.Kind == code.Variable {
		return true
	}
	d.Name = name(d, d.Node)
	if isDefinition(d.Name) {
		d.Kind = code.Type
	}
	if value := d.Node.NamedChild(int(d.Node.NamedChildCount()) - 1); d.Members.Empty() && value != nil && value.Type() == "value" {
		d.Members = merged(value.NamedChild(0))
	}
	level, inDefinition := 0, false
	for n := d.Node.Parent(); n != nil; n = n.Parent() {
		if n.Type() == "field" {
			level++
			inDefinition = inDefinition || isDefinition(name(d, n))
		}
	}
	switch {
	case level == 0 || d.Kind == code.Type:
		return true
	case inDefinition || level >= maxLevels:
		return false
	}
	return !d.Members.Empty()
}

// name joins the labels of a field.
func name(d *grammar.Definition, field *tree.Node) string {
	var labels []string
	for i := range int(field.NamedChildCount()) {
		if n := field.NamedChild(i); n.Type() == "label" {
			labels = append(labels, strings.Trim(d.Text(n), `"?! `))
		}
	}
	return strings.Join(labels, ".")
}

// isDefinition reports whether the last label of a name is that of a definition.
func isDefinition(name string) bool {
	name = name[strings.LastIndexByte(name, '.')+1:]
	return strings.HasPrefix(name, "#") || strings.HasPrefix(name, "_#")
}

// merged returns the struct at the end of what is merged by &, or none.
func merged(n *tree.Node) code.Span {
	for n != nil && n.Type() == "binary_expression" {
		n = n.ChildByFieldName("right")
	}
	if n == nil || n.Type() != "struct_lit" {
		return code.Span{}
	}
	return grammar.SpanOf(n)
}
