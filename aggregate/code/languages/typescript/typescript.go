// Package typescript parses TypeScript.
package typescript

import (
	sitter "github.com/smacker/go-tree-sitter/typescript/typescript"

	"dossier/aggregate/code/grammar"
	"dossier/aggregate/code/languages/javascript"
)

// Language returns the definition of TypeScript without JSX.
func Language() *grammar.Language { return javascript.Typed(sitter.GetLanguage, "typescript") }
