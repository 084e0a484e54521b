// Package tsx parses TypeScript with JSX, which has its own grammar: <T>x is not a cast in it.
package tsx

import (
	sitter "github.com/smacker/go-tree-sitter/typescript/tsx"

	"dossier/aggregate/code/grammar"
	"dossier/aggregate/code/languages/javascript"
)

// Language returns the definition of TypeScript with JSX.
func Language() *grammar.Language { return javascript.Typed(sitter.GetLanguage, "tsx") }
