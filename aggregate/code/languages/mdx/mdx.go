// Package mdx parses MDX by its headings, like Markdown; elements may enclose them.
package mdx

import (
	"dossier/aggregate/code/grammar"
	"dossier/aggregate/code/languages/markdown"
)

// Language returns the definition of MDX.
func Language() *grammar.Language {
	return markdown.Dialect{ID: "mdx", Components: true}.Language()
}
