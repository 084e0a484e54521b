// Package cue parses CUE. Its symbols are the definitions, which are types, and the struct-valued
// fields of a file and of the structs in it; the fields of a definition are part of it.
package cue

import (
	_ "embed"
	"strings"

	sitter "github.com/smacker/go-tree-sitter/cue"

	"dossier/aggregate/code"
	"dossier/aggregate/code/grammar"
)

//go:embed symbols.scm
var query string

// Language returns the definition of CUE.
func Language() *grammar.Language {
	return grammar.New(grammar.Language{
		IDs: []string{"cue"}, Support: code.OutlineOnly, Grammar: sitter.GetLanguage, Query: query,
		Elision: grammar.Braces, Comments: grammar.Comments{Line: []string{"//"}}, Refine: refine,
	})
}

// refine names a field by all its labels: services.web for services: web: { }.
func refine(d *grammar.Definition) bool {
	if d.Node.Type() != "field" {
		return true
	}
	var parts []string
	for n := range d.Node.Children() {
		if n.Type() == "value" {
			break
		}
		if n.Type() != "label" {
			continue
		}
		if part := strings.Trim(strings.TrimRight(d.Text(n), "?! \t"), `"`); part != "" {
			parts = append(parts, part)
		}
	}
	d.Name = strings.Join(parts, ".")
	return d.Name != ""
}
