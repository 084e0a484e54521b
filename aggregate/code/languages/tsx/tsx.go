// Package tsx reads TypeScript with JSX, which has a grammar of its own: <T>x is no
// cast in it.
package tsx

import (
	sitter "github.com/smacker/go-tree-sitter/typescript/tsx"

	"dossier/aggregate/code/grammar"
	"dossier/aggregate/code/languages/javascript"
)

// Language reads TypeScript with JSX.
func Language() *grammar.Language { return javascript.Typed(sitter.GetLanguage, "tsx") }
