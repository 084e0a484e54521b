// Package vue parses Vue single-file components: symbols in scripts, the template, rules in
// styles.
package vue

import (
	"dossier/aggregate/code"
	"dossier/aggregate/code/grammar"
	"dossier/aggregate/code/languages/component"
)

// Language returns the definition of Vue.
func Language() *grammar.Language { return component.Language("vue", templates) }

func templates(_ []byte, blocks []component.Block) []code.Symbol {
	var found []code.Symbol
	for _, b := range blocks {
		if b.Tag == "template" {
			found = append(found, code.Symbol{
				Kind: code.Module, Name: b.Tag, Node: b.Whole, Whole: b.Whole, Head: b.Open,
				Fold: code.Cut{Span: b.Content, Text: "..."},
			})
		}
	}
	return found
}
