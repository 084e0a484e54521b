// Package hcl reads HCL by its blocks: Terraform, OpenTofu, Packer, Nomad. A block is
// called by its type and its labels. Listed are the blocks of the top level, those
// inside them that have labels, and what locals and the top level assign.
package hcl

import (
	_ "embed"
	"strings"

	tree "github.com/smacker/go-tree-sitter"
	sitter "github.com/smacker/go-tree-sitter/hcl"

	"dossier/aggregate/code"
	"dossier/aggregate/code/grammar"
)

//go:embed symbols.scm
var query string

// Language reads HCL.
func Language() *grammar.Language {
	return grammar.New(grammar.Language{
		IDs: []string{"hcl", "terraform"}, Support: code.FullSupport, Grammar: sitter.GetLanguage, Query: query,
		Elision:  grammar.Braces,
		Comments: grammar.Comments{Line: []string{"#", "//"}, Block: [][2]string{{"/*", "*/"}}}, Refine: refine,
	})
}

func refine(d *grammar.Definition) bool {
	if d.Node.Type() != "block" {
		return true
	}
	labels := 0
	for i := 1; i < int(d.Node.NamedChildCount()); i++ {
		switch n := d.Node.NamedChild(i); n.Type() {
		case "string_lit", "identifier":
			d.Name += "." + strings.Trim(d.Text(n), `"`)
			labels++
		case "block_start":
			d.Members = code.Span{Start: int(n.StartByte()), End: d.Span.End}
		}
	}
	return labels > 0 || isTop(d.Node)
}

// isTop reports whether a block stands in no other.
func isTop(block *tree.Node) bool {
	body := block.Parent()
	return body == nil || body.Parent() == nil || body.Parent().Type() != "block"
}
