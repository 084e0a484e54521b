// Package css reads style sheets by their blocks, the way browsers do (CSS Syntax Level
// 3): a prelude, then a block in braces. The grammar for CSS is not used: it knows
// neither SCSS and Less nor much of CSS since 2020, and takes @layer a.b for a rule .b.
package css

import (
	"dossier/aggregate/code"
	"dossier/aggregate/code/grammar"
)

// Language reads CSS.
func Language() *grammar.Language { return Dialect{}.Language("css") }

// Dialect is what a dialect has beside CSS. A zero mark is one that it has not.
type Dialect struct {
	LineComments  bool
	Variable      byte // begins the name of a variable
	Interpolation byte // stands before the braces of an expression in a selector
}

// Language reads the dialect that is called id.
func (d Dialect) Language(id string) *grammar.Language {
	return grammar.New(grammar.Language{
		IDs: []string{id}, Support: code.OutlineOnly,
		Read: func(src []byte) (*code.Structure, error) { return d.read(src), nil },
	})
}
