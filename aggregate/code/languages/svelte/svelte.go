// Package svelte parses Svelte: symbols in scripts, snippets in markup, rules in styles.
package svelte

import (
	"regexp"

	"dossier/aggregate/code"
	"dossier/aggregate/code/grammar"
	"dossier/aggregate/code/languages/component"
)

// Language returns the definition of Svelte.
func Language() *grammar.Language { return component.Language("svelte", snippets) }

// tags matches the begin and end tags of snippets. A snippet is a function in the markup.
var tags = regexp.MustCompile(`\{#snippet\s+([\w$]+)[^\n}]*\}|\{/snippet\}`)

func snippets(src []byte, _ []component.Block) []code.Symbol {
	var found []code.Symbol
	var open []int // open snippets, as indices into found
	for _, m := range tags.FindAllSubmatchIndex(src, -1) {
		span := code.Span{Start: m[0], End: m[1]}
		if m[2] >= 0 {
			open = append(open, len(found))
			found = append(found, code.Symbol{
				Kind: code.Function, Name: string(src[m[2]:m[3]]), Node: span, Whole: span, Head: span,
			})
			continue
		}
		if n := len(open); n > 0 {
			sym := &found[open[n-1]]
			sym.Fold = code.Cut{Span: code.Span{Start: sym.Head.End, End: span.Start}, Text: "..."}
			sym.Node.End, sym.Whole.End = span.End, span.End
			open = open[:n-1]
		}
	}
	return found
}
