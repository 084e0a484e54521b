package code

import (
	"fmt"

	"dossier/ui/kit"
)

// fixedLines is a document in memory.
type fixedLines []Line

func (l fixedLines) Len() int        { return len(l) }
func (l fixedLines) Line(i int) Line { return l[i] }

// sampleDocument has every style, tint and mark.
func sampleDocument() Lines {
	lines := fixedLines{
		{Text: "## Files", Runs: []Run{{0, 8, StyleHeading}}, Fold: FoldOpen, Jump: true, Detail: "21.4k tokens"},
		{},
		{Text: "### `internal/server/auth.go`", Runs: []Run{{0, 29, StyleHeading}}, Fold: FoldClosed, Jump: true},
		{Text: "```go", Runs: []Run{{0, 5, StyleMuted}}},
		{Text: "package server", Runs: []Run{{0, 7, StyleKeyword}}},
		{},
		{Text: "// Login checks the credentials.", Runs: []Run{{0, 32, StyleComment}}},
		{Text: "func (s *Server) Login(ctx context.Context, user string) (*Session, error) {", Runs: []Run{{0, 4, StyleKeyword}, {9, 15, StyleType}, {17, 22, StyleFunction}, {27, 42, StyleType}}},
		{Text: "\tif user == \"\" {", Runs: []Run{{1, 3, StyleKeyword}, {12, 14, StyleString}}},
		{Text: "\t\treturn nil, fmt.Errorf(\"%d: no user\", 42)", Runs: []Run{{2, 8, StyleKeyword}, {26, 39, StyleString}, {41, 43, StyleNumber}}},
		{Text: "\t}"},
		{Text: "日本語 and 🙂 stand | before the bar"},
		{Text: "مرحبا stands here \u202e and is not reordered\x07"},
		{Text: "+ an added line", Tint: kit.ColorAdded},
		{Text: "- a removed line", Tint: kit.ColorRemoved},
		{Text: "ERROR: file not found: gone.go", Runs: []Run{{0, 30, StyleBad}}},
	}
	for i := range lines {
		lines[i].Number = i + 1
	}
	for i := range 200 {
		lines = append(lines, Line{Number: len(lines) + 1, Text: fmt.Sprintf("for i := range %d { total += i * len(user) } // step", i), Runs: []Run{{0, 3, StyleKeyword}}})
	}
	return lines
}
