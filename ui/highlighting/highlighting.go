// Package highlighting converts syntax colours to the styles of the code view.
package highlighting

import (
	"dossier/aggregate/highlight"
	"dossier/ui/kit/code"
)

// Runs converts the runs of a line to the styles of the view; everything else is plain.
func Runs(runs []highlight.Run) []code.Run {
	styles := map[highlight.Style]code.Style{
		highlight.Keyword: code.StyleKeyword,
		highlight.String:  code.StyleString,
		highlight.Comment: code.StyleComment,
		highlight.Number:  code.StyleNumber,
		highlight.Name:    code.StyleFunction,
		highlight.Heading: code.StyleHeading,
		highlight.Added:   code.StyleGood,
		highlight.Removed: code.StyleBad,
	}
	var out []code.Run
	for _, run := range runs {
		out = append(out, code.Run{Start: run.Start, End: run.End, Style: styles[run.Style]})
	}
	return out
}
