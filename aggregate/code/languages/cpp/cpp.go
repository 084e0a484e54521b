// Package cpp parses C++.
package cpp

import (
	_ "embed"

	sitter "github.com/smacker/go-tree-sitter/cpp"

	"dossier/aggregate/code"
	"dossier/aggregate/code/grammar"
	"dossier/aggregate/code/grammar/tree"
	"dossier/aggregate/code/languages/c"
)

//go:embed symbols.scm
var query string

// Language returns the definition of C++, which includes CUDA as far as it is valid C++.
func Language() *grammar.Language {
	return grammar.New(grammar.Language{
		IDs: []string{"cpp", "cuda"}, Support: code.FullSupport, Grammar: sitter.GetLanguage, Query: query, Heads: heads,
		Elision: grammar.Braces, Comments: grammar.SlashComments, Prepare: c.Prepare, Refine: refine,
		Imports: c.Includes,
	})
}

// refine adds the constructs that wrap a declaration.
func refine(d *grammar.Definition) bool {
	for n := d.Node.Parent(); n != nil && wraps(n); n = n.Parent() {
		d.Declaration = grammar.Trimmed(d.Src, grammar.SpanOf(n))
	}
	return c.Refine(d)
}

// wraps reports whether a node is a template header, friend or extern "C" before a single
// declaration.
func wraps(n *tree.Node) bool {
	switch n.Type() {
	case "template_declaration", "friend_declaration":
		return true
	case "linkage_specification":
		return n.ChildByFieldName("body").Type() != "declaration_list"
	}
	return false
}
