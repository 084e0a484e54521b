// Package hcl parses HCL, the language of Terraform, Packer and Nomad. Its symbols are the
// blocks, the attributes outside blocks and the locals of Terraform. The attributes of other
// blocks are part of these, like the fields of a type.
package hcl

import (
	_ "embed"
	"strings"

	sitter "github.com/smacker/go-tree-sitter/hcl"

	"dossier/aggregate/code"
	"dossier/aggregate/code/grammar"
)

//go:embed symbols.scm
var query string

var comments = grammar.Comments{Line: []string{"#", "//"}, Block: [][2]string{{"/*", "*/"}}}

// Language returns the definition of HCL.
func Language() *grammar.Language {
	return grammar.New(grammar.Language{
		IDs: []string{"hcl", "terraform"}, Support: code.FullSupport, Grammar: sitter.GetLanguage, Query: query,
		Elision: grammar.Braces, Comments: comments, Refine: refine,
	})
}

func refine(d *grammar.Definition) bool {
	if d.Node.Type() == "block" {
		return block(d)
	}
	return true
}

// block names a block by its type and labels: resource.aws_instance.web.
func block(d *grammar.Definition) bool {
	var parts []string
	for n := range d.Node.Children() {
		switch n.Type() {
		case "identifier", "string_lit":
			if part := strings.Trim(d.Text(n), `"`); part != "" {
				parts = append(parts, part)
			}
		case "block_start":
			d.Members = code.Span{Start: int(n.StartByte()), End: d.Span.End}
			d.Name = strings.Join(parts, ".")
			return true
		}
	}
	return false
}
