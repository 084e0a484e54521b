// Package svelte reads Svelte: the scripts' symbols, the snippets of the markup, the
// style's rules.
package svelte

import (
	"bytes"
	"regexp"

	"dossier/aggregate/code"
	"dossier/aggregate/code/grammar"
	"dossier/aggregate/code/languages/component"
)

// Language reads Svelte.
func Language() *grammar.Language { return component.Language("svelte", snippets) }

// A snippet is a function of the markup: {#snippet row(item)} ... {/snippet}.
var (
	opening = regexp.MustCompile(`\{#snippet\s+([\w$]+)[^\n}]*\}`)
	ending  = []byte("{/snippet}")
)

func snippets(src []byte, _ []component.Block) []code.Symbol {
	var found []code.Symbol
	var open []int // what is not closed yet, by its place in found
	for at := 0; at < len(src); {
		head := opening.FindSubmatchIndex(src[at:])
		end := bytes.Index(src[at:], ending)
		switch {
		case head != nil && (end < 0 || head[0] < end):
			span := code.Span{Start: at + head[0], End: at + head[1]}
			open = append(open, len(found))
			found = append(found, code.Symbol{
				Kind: code.Function, Name: string(src[at+head[2] : at+head[3]]), Node: span, Whole: span, Head: span,
			})
			at = span.End
		case end >= 0:
			at += end + len(ending)
			if n := len(open); n > 0 {
				sym := &found[open[n-1]]
				sym.Fold = code.Cut{Span: code.Span{Start: sym.Head.End, End: at - len(ending)}, Text: "..."}
				sym.Node.End, sym.Whole.End = at, at
				open = open[:n-1]
			}
		default:
			return found
		}
	}
	return found
}
