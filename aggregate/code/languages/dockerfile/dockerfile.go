// Package dockerfile reads the files that Docker builds images from, by their stages:
// all from one FROM to the next. A stage is called by its name, or else by its image.
package dockerfile

import (
	_ "embed"

	sitter "github.com/smacker/go-tree-sitter/dockerfile"

	"dossier/aggregate/code"
	"dossier/aggregate/code/grammar"
)

//go:embed symbols.scm
var query string

// Language reads Dockerfiles.
func Language() *grammar.Language {
	return grammar.New(grammar.Language{
		IDs: []string{"dockerfile"}, Support: code.FullSupport, Grammar: sitter.GetLanguage, Query: query,
		Elision:  grammar.Elision{Body: "...", Short: "...", Value: "...", Members: "...", Empty: "x"},
		Comments: grammar.HashComments, Refine: refine,
	})
}

func refine(d *grammar.Definition) bool {
	if d.Kind == code.Variable {
		for n := d.Node.PrevNamedSibling(); n != nil; n = n.PrevNamedSibling() {
			if n.Type() == "from_instruction" {
				return false // a stage's own
			}
		}
		return true
	}
	if alias := d.Node.ChildByFieldName("as"); alias != nil {
		d.Name = d.Text(alias)
	}
	first := d.Span.End
	for n := d.Node.NextNamedSibling(); n != nil && n.Type() != "from_instruction"; n = n.NextNamedSibling() {
		switch {
		case n.Type() == "comment":
			continue // maybe about the next stage
		case d.Members.Empty():
			d.Members.Start = int(n.StartByte())
		}
		d.Members.End = grammar.Trimmed(d.Src, code.Span{Start: first, End: int(n.EndByte())}).End
		d.Span.End = d.Members.End
	}
	return true
}
