package words

import (
	"fmt"

	"dossier/aggregate"
	"dossier/ui/kit"
	"dossier/ui/project"
)

// Pending stands where a number will be.
const Pending = "…"

// Tokens shows a count of tokens: exact, or an estimate.
func Tokens(c aggregate.Count) string {
	if c.Exact {
		return kit.Count(int64(c.N))
	}
	return kit.Estimate(int64(c.N))
}

// Figure shows a count: exact, estimated or pending.
func Figure(c project.Cost) string {
	if c.Pending {
		return Pending
	}
	return Tokens(c.Count)
}

// ShortFigure is a figure for a column: from 100 000 on it is rounded down, 14.7M, and
// [Exactness] says it in full.
func ShortFigure(c project.Cost) string {
	if c.Pending || c.N < 100_000 {
		return Figure(c)
	}
	if c.Exact {
		return kit.Short(int64(c.N))
	}
	return "~" + kit.Short(int64(c.N))
}

// Exactness says what a figure counts and how well it is known.
func Exactness(c project.Cost, what string) string {
	switch {
	case c.Pending:
		return With("Tokens of {{.What}}: being counted", map[string]any{"What": what})
	case c.Exact:
		return With("{{.N}} tokens of {{.What}}, counted exactly", map[string]any{"N": Figure(c), "What": what})
	}
	return With("{{.N}} tokens of {{.What}}, an estimate", map[string]any{"N": Figure(c), "What": what})
}

// Percent shows a share of 1 in hundredths.
func Percent(share float64) string { return fmt.Sprintf("%.0f %%", share*100) }

// Lines shows the numbers of lines, both ends included.
func Lines(first, last int) string {
	if first == last {
		return fmt.Sprint(first)
	}
	return fmt.Sprintf("%d–%d", first, last)
}
