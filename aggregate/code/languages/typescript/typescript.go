// Package typescript reads TypeScript.
package typescript

import (
	_ "embed"

	sitter "github.com/smacker/go-tree-sitter/typescript/typescript"

	"dossier/aggregate/code/grammar"
	"dossier/aggregate/code/languages/javascript"
)

//go:embed symbols.scm
var query string

// Language reads TypeScript without JSX.
func Language() *grammar.Language {
	return javascript.Typed(sitter.GetLanguage, query, "typescript")
}

// Query is what TypeScript has beside JavaScript.
func Query() string { return query }
