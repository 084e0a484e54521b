package agentsdialog

import (
	"strconv"
	"strings"

	"fyne.io/fyne/v2"

	"dossier/aggregate"
	"dossier/aggregate/text"
	"dossier/presets"
	"dossier/ui/columns"
	"dossier/ui/dialog"
	"dossier/ui/features/agents"
	"dossier/ui/kit"
	"dossier/ui/kit/board"
	"dossier/ui/language"
	"dossier/ui/part"
	"dossier/ui/project"
	"dossier/ui/words"
)

// activities holds the rows of agents' actions.
type activities []presets.Activity

// ShowActivity opens a dialog with the actions of agents on the project in the last week: names of
// files, without contents.
func ShowActivity(w part.Window) {
	list := activities(agents.Of(w.Session()).Activities())
	rows := board.NewList(list, kit.RowHeight)
	rows.Single = true
	rows.OnShortcut = func(s fyne.Shortcut) { w.Dialogs().Shortcut(s) }
	said := words.Say("No agent has used this project in the last week.")
	if len(list) > 0 {
		calls, tokens := 0, 0
		for _, a := range list {
			calls, tokens = calls+a.Calls, tokens+a.Tokens
		}
		said = words.Count("{{.N}} calls in the last week", calls) + " · " + words.With("about {{.N}} tokens sent", map[string]any{"N": kit.Count(int64(tokens))})
	}
	w.Dialogs().Show(words.Say("What agents did"), kit.NewColumn(kit.NewParagraph(said), rows, nil), fyne.NewSize(width, height), dialog.Closes(words.Say("Close")).AsPrimary()).Help = "docs/guide/agents.md#monitor-and-stop-agents"
}

// Configs returns the menu of clients whose configuration can be copied.
func Configs(w part.Window) []kit.MenuItem {
	var items []kit.MenuItem
	for _, client := range project.AgentClients() {
		settings, where, err := agents.Of(w.Session()).Config(client)
		item := kit.MenuItem{Text: client, Note: where, Action: func() {
			w.Session().Copy().Text(settings, words.With("the configuration for {{.Name}}", map[string]any{"Name": client}))
		}}
		if err != nil {
			item.Reason = words.Sentence(err)
		}
		items = append(items, item)
	}
	return items
}

func (l activities) Len() int            { return len(l) }
func (l activities) Key(i int) string    { return strconv.Itoa(i) }
func (l activities) Label(i int) string  { return l[i].Client }
func (l activities) Find(key string) int { i, _ := strconv.Atoi(key); return i }

func (l activities) Row(i int) board.Row {
	a := l[i]
	files := text.Escape(strings.Join(a.Files, ", "))
	failed := board.Cell{Kind: board.CellSpace, Width: 70}
	if a.Failed > 0 {
		failed = board.Cell{Text: words.Count("{{.N}} failed", a.Failed), Tone: kit.ColorWarn, Small: true, Width: 70}
	}
	return board.Row{Tip: strings.Join(a.Files, "\n"), Cells: []board.Cell{
		{Text: language.Minute(a.Time), Tone: kit.ColorMuted, Small: true, Width: 110},
		{Text: text.Escape(a.Client), Width: 140, Middle: true},
		{Text: a.Tool, Mono: true, Width: 90},
		{Text: files, Tone: kit.ColorMuted, Small: true, Fill: true, Middle: true},
		failed,
		{Kind: board.CellNumber, Text: words.Count("{{.N}} calls", a.Calls), Width: 80, Small: true},
		{Kind: board.CellNumber, Text: words.Tokens(aggregate.Count{N: a.Tokens}), Width: columns.CountWidth, Tip: words.Say("Estimated tokens sent")},
	}}
}
