package words

import (
	"fmt"
	"math"

	"dossier/aggregate"
	"dossier/ui/kit"
	"dossier/ui/language"
	"dossier/ui/project"
)

// Pending is shown in place of an unknown number.
const Pending = "…"

// Tokens formats a count of tokens: exact, or an estimate.
func Tokens(c aggregate.Count) string {
	if c.Exact {
		return kit.Count(int64(c.N))
	}
	return kit.Estimate(int64(c.N))
}

// Figure formats a count: exact, estimated or pending.
func Figure(c project.Cost) string {
	if c.Pending {
		return Pending
	}
	return Tokens(c.Count)
}

// ShortFigure formats a figure for a column: from 100 000 on it is rounded down, 14.7M, and
// [Exactness] has the full number.
func ShortFigure(c project.Cost) string {
	if c.Pending || c.N < 100_000 {
		return Figure(c)
	}
	if c.Exact {
		return kit.Short(int64(c.N))
	}
	return "~" + kit.Short(int64(c.N))
}

// FilesAndTokens returns the text for the cost of files, and shorter texts for less space: a number
// is never cut.
func FilesAndTokens(files int, cost project.Cost) (whole string, shorter []string) {
	tokens := With("{{.Tokens}} tokens", map[string]any{"Tokens": Figure(cost)})
	return Count("{{.N}} files", files) + " · " + tokens, []string{tokens, Figure(cost)}
}

// Exactness describes what a figure counts and how exact it is.
func Exactness(c project.Cost, what string) string {
	switch {
	case c.Pending:
		return With("Tokens of {{.What}}: being counted", map[string]any{"What": what})
	case c.Exact:
		return With("{{.N}} tokens of {{.What}}, counted exactly", map[string]any{"N": Figure(c), "What": what})
	}
	fields := map[string]any{"N": Figure(c), "What": what}
	switch off := int64(c.Off); {
	case off == 0:
		return With("{{.N}} tokens of {{.What}}, an estimate", fields)
	case 2*off > int64(c.N):
		fields["Most"] = kit.Count(int64(c.N) + off)
		return With("{{.N}} tokens of {{.What}}, an estimate: at most {{.Most}}", fields)
	default:
		fields["Error"] = Percent(float64(off) / float64(c.N))
		return With("{{.N}} tokens of {{.What}}, an estimate: ±{{.Error}}", fields)
	}
}

// Percent formats a nonnegative share of 1 in percent. A positive share below half a percent is
// "under 1 %", and a share of ten or more is a multiple, "27 ×".
func Percent(share float64) string {
	switch {
	case share >= 10:
		return fmt.Sprintf("%.0f ×", share)
	case 0 < share && share < 0.005:
		return With("under {{.Share}}", map[string]any{"Share": language.Now().Percent("1")})
	}
	return language.Now().Percent(fmt.Sprintf("%.0f", math.Round(share*100)))
}

// Change formats a difference as a share of 1 in percent, with its sign; "0 %" if it is below half
// a percent.
func Change(share float64) string {
	switch {
	case math.Abs(share) < 0.005:
		return language.Now().Percent("0")
	case share < 0:
		return "−" + Percent(-share)
	}
	return "+" + Percent(share)
}

// Lines formats an inclusive range of line numbers.
func Lines(first, last int) string {
	if first == last {
		return fmt.Sprint(first)
	}
	return fmt.Sprintf("%d–%d", first, last)
}
