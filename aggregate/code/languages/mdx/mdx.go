// Package mdx reads MDX by its headings, as Markdown: elements may stand around them.
package mdx

import (
	"dossier/aggregate/code/grammar"
	"dossier/aggregate/code/languages/markdown"
)

// Language reads MDX.
func Language() *grammar.Language {
	return markdown.Dialect{ID: "mdx", Components: true}.Language()
}
