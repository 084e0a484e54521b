package ui

import (
	"errors"
	"fmt"

	"dossier/aggregate"
	"dossier/aggregate/disk"
	"dossier/aggregate/text"
	"dossier/models"
	"dossier/ui/kit"
	"dossier/ui/project"
	"dossier/ui/words"
)

func say(text string) string { return words.Say(text) }

func sayWith(text string, fields map[string]any) string { return words.With(text, fields) }

func sayCount(text string, n int) string { return words.Count(text, n) }

// modeWord is what a view mode is called, the same in chips and menus.
func modeWord(mode models.ViewMode) string {
	switch mode {
	case models.Full:
		return say("full")
	case models.Summary:
		return say("summary")
	case models.Skeleton:
		return say("skeleton")
	case models.Outline:
		return say("outline")
	case models.Masked:
		return say("masked")
	case models.Custom:
		return say("custom")
	case models.None:
		return say("none")
	}
	return string(mode)
}

// figure shows a count: exact, estimated or pending.
func figure(c project.Cost) string {
	switch {
	case c.Pending:
		return "…"
	case c.Exact:
		return kit.Count(int64(c.N))
	}
	return kit.Estimate(int64(c.N))
}

// shortFigure is a figure for a column: from 100 000 on it is rounded down, 14.7M, and
// [exactness] says it in full.
func shortFigure(c project.Cost) string {
	if c.Pending || c.N < 100_000 {
		return figure(c)
	}
	if c.Exact {
		return kit.Short(int64(c.N))
	}
	return "~" + kit.Short(int64(c.N))
}

func tokensFigure(c aggregate.Count) string { return figure(project.Cost{Count: c}) }

// exactness says what a figure counts and how well it is known.
func exactness(c project.Cost, what string) string {
	switch {
	case c.Pending:
		return sayWith("Tokens of {{.What}}: being counted", map[string]any{"What": what})
	case c.Exact:
		return sayWith("{{.N}} tokens of {{.What}}, counted exactly", map[string]any{"N": figure(c), "What": what})
	}
	return sayWith("{{.N}} tokens of {{.What}}, an estimate", map[string]any{"N": figure(c), "What": what})
}

func percent(share float64) string { return fmt.Sprintf("%.0f %%", share*100) }

// errorWord is why a file cannot be shown, in a word or two for its row.
func errorWord(err error) string {
	var missing *aggregate.NotFoundError
	switch {
	case errors.As(err, &missing) && (missing.Pattern || missing.Folder):
		return say("no match")
	case errors.Is(err, disk.ErrNotFound), missing != nil:
		return say("missing")
	case errors.Is(err, disk.ErrTooLarge), errors.As(err, new(*aggregate.HugeError)), errors.As(err, new(*aggregate.TotalError)):
		return say("too large")
	case errors.Is(err, disk.ErrOutside):
		return say("outside")
	case errors.Is(err, disk.ErrIrregular):
		return say("not a file")
	case errors.Is(err, text.ErrBinary):
		return say("binary")
	}
	return say("cannot be read")
}
