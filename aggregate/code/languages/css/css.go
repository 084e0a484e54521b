// Package css parses style sheets by their blocks, as browsers do (CSS Syntax Level 3): a
// prelude, then a block in braces. The tree-sitter grammar is not used: it supports neither SCSS
// and Less nor much of CSS since 2020, and parses @layer a.b as a rule .b.
package css

import (
	"dossier/aggregate/code"
	"dossier/aggregate/code/grammar"
)

// Language returns the definition of CSS.
func Language() *grammar.Language { return Dialect{}.Language("css") }

// Dialect is the additional syntax of a dialect. A zero byte means that there is none.
type Dialect struct {
	LineComments  bool
	Variable      byte // begins the name of a variable
	Interpolation byte // precedes the braces of an expression in a selector
}

// Language returns the definition of the dialect with an id.
func (d Dialect) Language(id string) *grammar.Language {
	return grammar.New(grammar.Language{
		IDs: []string{id}, Support: code.OutlineOnly,
		Read:         func(src []byte) (*code.Structure, error) { return d.read(src), nil },
		CommentSpans: d.comments,
	})
}
