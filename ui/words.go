package ui

import (
	"embed"
	"errors"
	"fmt"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/lang"
	"fyne.io/fyne/v2/widget"

	"dossier/aggregate"
	"dossier/aggregate/disk"
	"dossier/aggregate/text"
	"dossier/models"
	"dossier/ui/kit"
	"dossier/ui/session"
)

//go:embed translations
var translations embed.FS

// LoadTranslations makes the window's words known. English is complete; other
// languages are files beside it.
func LoadTranslations() error { return lang.AddTranslationsFS(translations, "translations") }

// say returns a text of the window in the person's language. Keys are the English
// texts themselves.
func say(words string) string { return lang.L(words) }

// sayWith fills the fields of a text in the person's language.
func sayWith(words string, fields map[string]any) string { return lang.L(words, fields) }

// sayCount chooses the form of a text for a number, which is its field N.
func sayCount(words string, n int) string {
	return lang.N(words, n, map[string]any{"N": kit.Count(int64(n))})
}

// toldPath is as much of a path as a message has room for, in runes.
const toldPath = 56

// message returns what a session has to say in the person's language.
func message(m session.Message) string {
	fields := make(map[string]any, len(m.Fields))
	for name, v := range m.Fields {
		switch v := v.(type) {
		case int:
			fields[name] = kit.Count(int64(v))
		case aggregate.Count:
			fields[name] = tokensFigure(v)
		case string:
			if fields[name] = v; name == "Path" {
				fields[name] = kit.ShortenPath(v, toldPath)
			}
		default:
			fields[name] = v
		}
	}
	if m.Plural {
		return lang.N(m.Text, m.N, fields)
	}
	return lang.L(m.Text, fields)
}

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
func figure(c session.Cost) string {
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
func shortFigure(c session.Cost) string {
	if c.Pending || c.N < 100_000 {
		return figure(c)
	}
	if c.Exact {
		return kit.Short(int64(c.N))
	}
	return "~" + kit.Short(int64(c.N))
}

func tokensFigure(c aggregate.Count) string { return figure(session.Cost{Count: c}) }

// exactness says what a figure counts and how well it is known.
func exactness(c session.Cost, what string) string {
	switch {
	case c.Pending:
		return sayWith("Tokens of {{.What}}: being counted", map[string]any{"What": what})
	case c.Exact:
		return sayWith("{{.N}} tokens of {{.What}}, counted exactly", map[string]any{"N": figure(c), "What": what})
	}
	return sayWith("{{.N}} tokens of {{.What}}, an estimate", map[string]any{"N": figure(c), "What": what})
}

func percent(share float64) string { return fmt.Sprintf("%.0f %%", share*100) }

// muted returns a line of lesser weight.
func muted(text string) *kit.Label {
	l := kit.NewLabel(text, kit.Body)
	l.SetTone(kit.ColorMuted)
	return l
}

// complaint returns an empty paragraph for what is wrong with an input.
func complaint() *widget.Label {
	l := paragraph("")
	l.Importance = widget.DangerImportance
	return l
}

// paragraph returns text that wraps, for dialogs.
func paragraph(text string) *widget.Label {
	l := widget.NewLabel(text)
	l.Wrapping = fyne.TextWrapWord
	return l
}

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

// relayout gives the texts of a row the room that they need now.
func relayout(row *fyne.Container) {
	for _, o := range row.Objects {
		if inner, ok := o.(*fyne.Container); ok {
			relayout(inner)
		}
	}
	row.Refresh()
}
