// Package elm parses Elm.
package elm

import (
	_ "embed"

	sitter "github.com/smacker/go-tree-sitter/elm"

	"dossier/aggregate/code"
	"dossier/aggregate/code/grammar"
)

//go:embed symbols.scm
var query string

// Language returns the definition of Elm.
func Language() *grammar.Language {
	return grammar.New(grammar.Language{
		IDs: []string{"elm"}, Support: code.FullSupport, Grammar: sitter.GetLanguage, Query: query,
		Elision:  grammar.Elision{Body: "...", Short: "...", Value: "...", Members: "...", Empty: "0"},
		Comments: grammar.Comments{Line: []string{"--"}, Block: [][2]string{{"{-", "-}"}}}, Refine: refine,
	})
}

// refine includes the type annotation above a value, and makes a value without parameters a
// constant.
func refine(d *grammar.Definition) bool {
	if d.Node.Type() != "value_declaration" {
		return true
	}
	if n := d.Node.PrevNamedSibling(); n != nil && n.Type() == "type_annotation" && d.Text(n.ChildByFieldName("name")) == d.Name {
		d.Declaration = code.Span{Start: int(n.StartByte()), End: d.Span.End}
	}
	if left := d.Node.ChildByFieldName("functionDeclarationLeft"); left != nil && left.NamedChildCount() > 1 {
		return true
	}
	d.Kind, d.Body, d.Value = code.Constant, code.Span{}, d.Body
	return true
}
