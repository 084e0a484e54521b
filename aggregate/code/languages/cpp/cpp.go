// Package cpp reads C++.
package cpp

import (
	_ "embed"

	sitter "github.com/smacker/go-tree-sitter/cpp"

	"dossier/aggregate/code"
	"dossier/aggregate/code/grammar"
	"dossier/aggregate/code/languages/c"
)

//go:embed symbols.scm
var query string

// Language reads C++, and CUDA as far as it is C++.
func Language() *grammar.Language {
	return grammar.New(grammar.Language{
		IDs: []string{"cpp", "cuda"}, Support: code.FullSupport, Grammar: sitter.GetLanguage, Query: query,
		Elision: grammar.Braces, Comments: grammar.SlashComments, Prepare: c.Prepare, Refine: refine,
	})
}

// refine adds the template's head to what was found in it.
func refine(d *grammar.Definition) bool {
	if parent := d.Node.Parent(); parent != nil && parent.Type() == "template_declaration" {
		d.Declaration = grammar.Trimmed(d.Src, grammar.SpanOf(parent))
	}
	return c.Refine(d)
}
