// Package highlighting gives code the colours that are found in it.
package highlighting

import (
	"dossier/aggregate/highlight"
	"dossier/ui/kit/code"
)

// Runs gives the runs of a line the styles of the view; what has none is plain.
func Runs(runs []highlight.Run) []code.Run {
	styles := map[highlight.Style]code.Style{
		highlight.Keyword: code.StyleKeyword,
		highlight.String:  code.StyleString,
		highlight.Comment: code.StyleComment,
		highlight.Number:  code.StyleNumber,
		highlight.Name:    code.StyleFunction,
		highlight.Heading: code.StyleHeading,
	}
	var out []code.Run
	for _, run := range runs {
		out = append(out, code.Run{Start: run.Start, End: run.End, Style: styles[run.Style]})
	}
	return out
}
