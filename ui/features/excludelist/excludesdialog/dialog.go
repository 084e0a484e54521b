// Package excludesdialog implements the dialog for the project's ignore patterns: a text of lines,
// with the files that each of them hides and the effect of saving.
package excludesdialog

import (
	"slices"
	"strconv"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"dossier/aggregate"
	"dossier/aggregate/text"
	"dossier/ui/columns"
	"dossier/ui/dialog"
	"dossier/ui/features/excludelist"
	"dossier/ui/kit"
	"dossier/ui/kit/board"
	"dossier/ui/kit/edit"
	"dossier/ui/part"
	"dossier/ui/project"
	"dossier/ui/project/excludes"
	"dossier/ui/words"
)

// Dialog is an open dialog.
type Dialog struct {
	w       part.Window
	lines   *edit.TextBox
	rows    *rows
	list    *board.List
	summary *kit.Label
	problem interface{ SetText(string) }
}

// Sizes of the dialog.
const (
	width, height = 760, 520
	lineCount     = 14
	effectWidth   = 110
)

// Open opens the dialog, with a proposed pattern at the end of the list unless it is empty.
func Open(w part.Window, proposed string) *Dialog {
	d := &Dialog{w: w, rows: &rows{}, summary: kit.NewLabel("", kit.Body)}
	part := excludelist.Of(w.Session())
	list := part.List()
	if proposed != "" && !slices.Contains(list, proposed) {
		list = append(slices.Clone(list), proposed)
	}
	d.lines = edit.NewTextBox(words.Say("One pattern a line, e.g. *.snap"), lineCount, func(string) { d.try() })
	d.lines.TextStyle.Monospace = true
	d.lines.OnEscape = func() { w.Dialogs().TypedKey(fyne.KeyEscape) }
	d.lines.OnShortcut = w.Dialogs().Shortcut
	d.list = board.NewList(d.rows, kit.RowHeight)
	complaint := kit.NewComplaint()
	d.problem = complaint
	save := dialog.Answer{Text: words.Say("Save to dossier.toml"), Primary: true, Run: d.save}
	answers := []dialog.Answer{dialog.Closes(words.Say("Cancel")), save}
	if err := part.ReadOnly(); err != nil {
		d.problem.SetText(words.Sentence(err))
		answers = []dialog.Answer{dialog.Closes(words.Say("Close")).AsPrimary()}
	}
	about := kit.NewParagraph(words.Say("Lines of a .gitignore in the project's folder, which override ignore files: *.snap, /docs/drafts/, testdata/, !keep.md. Files that have their own row in the dossier stay in it."))
	halves := container.NewGridWithColumns(2, d.lines, d.list)
	body := container.NewBorder(about, container.NewVBox(d.summary, complaint), nil, nil, halves)
	part.Begin()
	text := strings.Join(list, "\n")
	d.lines.SetText(text)
	open := w.Dialogs().Show(words.Say("Excluded files"), body, fyne.NewSize(width, height), answers...)
	open.Help = "docs/guide/files.md#exclude-files-from-the-tree"
	closed := open.Close
	open.Close = func() {
		part.Stop()
		closed()
	}
	d.lines.CursorRow, d.lines.CursorColumn = max(0, len(list)-1), 0
	if n := len(list); n > 0 {
		d.lines.CursorColumn = len([]rune(list[n-1]))
	}
	d.lines.Refresh()
	w.Focus(d.lines)
	d.try()
	return d
}

// try computes the effect of the lines in the background, and shows it.
func (d *Dialog) try() {
	list := excludes.Parse(d.lines.Text)
	d.rows.follow(list)
	d.list.Reload()
	d.problem.SetText("")
	excludelist.Of(d.w.Session()).Try(list, d.show)
}

func (d *Dialog) show(t excludelist.Trial) {
	d.rows.list, d.rows.counted = t.Patterns, t.Counted
	d.list.Reload()
	d.summary.SetText(summary(t, slices.Equal(excludes.Parse(d.lines.Text), excludelist.Of(d.w.Session()).List())))
	d.summary.SetTip(strings.Join(slices.Concat(few("−", t.Hidden), few("+", t.Shown)), "\n"))
}

// summary describes the effect of saving.
func summary(t excludelist.Trial, saved bool) string {
	all := words.Count("{{.N}} files hidden", t.Hides())
	if t.Counted {
		all = words.With("{{.Files}}, {{.Tokens}} tokens", map[string]any{"Files": all, "Tokens": words.Tokens(t.Cost())})
	}
	parts := []string{all}
	switch gone, come := len(t.Hidden), len(t.Shown); {
	case saved:
	case gone+come == 0:
		parts = append(parts, words.Say("Saving changes no file"))
	default:
		parts = append(parts, words.CountIfAny("Saving hides {{.N}} more files", gone)...)
		parts = append(parts, words.CountIfAny("Saving shows {{.N}} files again", come)...)
	}
	return strings.Join(parts, " · ")
}

// tipLines is the maximum number of files in a tooltip.
const tipLines = 12

func few(mark string, paths []string) []string {
	var lines []string
	for i, p := range paths {
		if i == tipLines {
			return append(lines, "…")
		}
		lines = append(lines, mark+" "+text.Escape(p))
	}
	return lines
}

// save saves the lines, or shows an error for an invalid one.
func (d *Dialog) save() (stay bool) {
	if err := excludelist.Of(d.w.Session()).Set(excludes.Parse(d.lines.Text)); err != nil {
		d.problem.SetText(words.Sentence(err))
		return true
	}
	return false
}

// rows holds the patterns and their effects.
type rows struct {
	list    []excludes.Pattern
	counted bool
}

// follow replaces the patterns, and retains the known effects of unchanged ones.
func (r *rows) follow(list []string) {
	known := map[string]excludes.Pattern{}
	for _, p := range r.list {
		known[p.Pattern] = p
	}
	r.list, r.counted = nil, false
	for _, p := range list {
		one := known[p]
		one.Pattern = p
		r.list = append(r.list, one)
	}
}

func (r *rows) Len() int           { return len(r.list) }
func (r *rows) Key(i int) string   { return strconv.Itoa(i) }
func (r *rows) Label(i int) string { return r.list[i].Pattern }

func (r *rows) Find(key string) int { return board.FindKey(r, key) }

func (r *rows) Row(i int) board.Row {
	p := r.list[i]
	name := board.Cell{Text: text.Escape(p.Pattern), Mono: true, Fill: true, Middle: true}
	if p.Problem != "" {
		name.Tone = kit.ColorBad
		return board.Row{Cells: []board.Cell{name, {Text: words.Say("matches nothing"), Tone: kit.ColorBad}}, Tip: p.Problem}
	}
	what := board.Cell{Text: words.Count("hides {{.N}} files", p.Hides), Width: effectWidth}
	switch {
	case p.Shows > 0:
		what.Text = words.Count("shows {{.N}} files", p.Shows)
	case p.Hides == 0:
		what.Tone = kit.ColorMuted
	}
	cost := project.Cost{Count: aggregate.Count{N: p.Tokens, Exact: p.Exact}, Pending: !r.counted}
	tokens := board.Cell{Kind: board.CellNumber, Text: words.ShortFigure(cost), Width: columns.CountWidth, Tip: words.Exactness(cost, words.Count("{{.N}} hidden files", p.Hides))}
	return board.Row{Cells: []board.Cell{name, what, tokens}}
}
