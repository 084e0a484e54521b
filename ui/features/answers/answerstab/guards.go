package answerstab

import (
	"strconv"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"dossier/aggregate/request"
	"dossier/ui/features/answers"
	"dossier/ui/kit/edit"
	"dossier/ui/words"
)

// guards are the text fields for the limits of automatic checks.
type guards struct {
	t                    *Tab
	filter, files, bytes *edit.Entry
	row                  *fyne.Container
	of                   *answers.Part // the answers that they apply to
}

// numberWidth is the width of number fields: "Max file size".
const numberWidth = 110

func newGuards(t *Tab) *guards {
	g := &guards{t: t}
	entry := func(placeholder, tip string) *edit.Entry {
		e := edit.NewEntry(placeholder, func(string) { g.changed() })
		e.SetTip(tip)
		e.OnEscape = t.Focus
		e.OnShortcut = t.w.Shortcut
		return e
	}
	g.filter = entry(words.Say("Name filter, e.g. *.go"), words.Say("Only files whose names match; * matches any characters, ? matches one"))
	g.files = entry(words.Say("Max files"), words.Say("Maximum number of files"))
	g.bytes = entry(words.Say("Max file size"), words.Say("Maximum size of a file in bytes, e.g. 200k or 2M"))
	number := func(e *edit.Entry) fyne.CanvasObject {
		return container.NewGridWrap(fyne.NewSize(numberWidth, e.MinSize().Height), e)
	}
	g.row = container.NewBorder(nil, nil, nil, container.NewHBox(number(g.files), number(g.bytes)), g.filter)
	return g
}

func (g *guards) boxes() []fyne.CanvasObject {
	return []fyne.CanvasObject{g.filter, g.files, g.bytes}
}

// changed applies the current text of the fields. Invalid numbers count as not set, and are
// reported.
func (g *guards) changed() {
	next := request.Guards{Filter: strings.TrimSpace(g.filter.Text)}
	if n, ok := parseNumber(g.files.Text); ok {
		files := int(n)
		next.MaxFiles = &files
	}
	if n, ok := parseNumber(g.bytes.Text); ok {
		next.MaxFileSize = &n
	}
	g.of = g.t.requests()
	g.of.SetGuards(next)
	g.t.caption()
}

// follow applies the limits to the answer of another project too.
func (g *guards) follow() {
	if g.of != nil && g.of != g.t.requests() {
		g.changed()
	}
}

// complaint reports invalid numbers; empty if there are none.
func (g *guards) complaint() string {
	for _, e := range []*edit.Entry{g.files, g.bytes} {
		if _, ok := parseNumber(e.Text); !ok && strings.TrimSpace(e.Text) != "" {
			return words.With("{{.Text}} is not a number", map[string]any{"Text": strconv.Quote(e.Text)})
		}
	}
	return ""
}

// parseNumber parses an integer with an optional suffix k or M.
func parseNumber(s string) (int64, bool) {
	s = strings.ReplaceAll(strings.TrimSpace(s), " ", "")
	times := int64(1)
	for suffix, factor := range map[string]int64{"k": 1000, "K": 1000, "m": 1_000_000, "M": 1_000_000} {
		if rest, ok := strings.CutSuffix(s, suffix); ok {
			s, times = rest, factor
			break
		}
	}
	n, err := strconv.ParseInt(s, 10, 64)
	if err != nil || n < 0 || n > 1<<53/times {
		return 0, false
	}
	return n * times, true
}
