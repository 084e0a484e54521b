package ui

import (
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"dossier/ui/dialog"
	"dossier/ui/kit"
	"dossier/ui/kit/board"
	"dossier/ui/words"
)

// paletteDialog finds a command by parts of its name and runs it. The commands' conditions are
// evaluated before the dialog takes the focus, because they may depend on it.
func (w *Window) paletteDialog() {
	rows := newPalette(w)
	list := board.NewList(rows, kit.RowHeight)
	list.Single = true
	none := kit.NewEmpty(words.Say("No command has these words in its name"), "", nil)
	shown := container.NewStack(list)
	find := w.dialogs.Entry("")
	find.Searches = true
	find.PlaceHolder = words.Say("Name of a command")
	// The dialog closes first, which restores the focus: the command may open a dialog, or focus
	// something else. A disabled command shows why, and the palette stays open.
	run := func() {
		i := list.Cursor()
		if i < 0 || i >= rows.Len() {
			return
		}
		row := rows.shown[i]
		if row.reason != "" {
			w.overlay.Toast(row.reason, "", nil)
			return
		}
		w.dialogs.Front().Close()
		w.perform(row.command)
	}
	find.OnChanged = func(typed string) {
		rows.filter(typed)
		list.Reload()
		if rows.Len() == 0 {
			kit.ShowAlone(shown, none)
			return
		}
		kit.ShowAlone(shown, list)
		list.SetCursor(0)
	}
	find.OnKey = func(ev *fyne.KeyEvent, _ fyne.KeyModifier) bool {
		const page = 8
		by := map[fyne.KeyName]int{fyne.KeyDown: 1, fyne.KeyUp: -1, fyne.KeyPageDown: page, fyne.KeyPageUp: -page, fyne.KeyHome: -rows.Len(), fyne.KeyEnd: rows.Len()}[ev.Name]
		if by == 0 || rows.Len() == 0 {
			return false
		}
		list.SetCursor(min(max(list.Cursor()+by, 0), rows.Len()-1))
		return true
	}
	list.OnClick = func(i int) { list.SetCursor(i); run() }
	list.OnOpen = func(int) { run() }
	w.dialogs.Show(words.Say("Command palette"), container.NewBorder(find, nil, nil, nil, shown), fyne.NewSize(640, 480),
		dialog.Closes(words.Say("Cancel")), dialog.Answer{Text: words.Say("Run"), Primary: true, Run: func() bool { run(); return true }}).Help = keyboardHelp
	list.SetCursor(0)
}

// palette holds the rows of the command palette: the commands whose names match the typed text.
type palette struct{ all, shown []paletteRow }

// paletteRow is a command in the palette.
type paletteRow struct {
	command
	name   string   // like group, in the user's language
	group  string   //
	reason string   // why it is disabled; empty if it is enabled
	marks  [][2]int // the match in name
}

// newPalette returns all commands except the one that opens the palette.
func newPalette(w *Window) *palette {
	p := &palette{}
	for _, c := range w.commandList {
		if c.id != "command-palette" {
			p.all = append(p.all, paletteRow{command: c, name: words.Say(c.name), group: words.Say(c.group), reason: c.reason(w)})
		}
	}
	p.filter("")
	return p
}

// filter shows the commands that have each word of a text in their name or group, ignoring case and
// order. Those whose name has each of them at the beginning of a word come first.
func (p *palette) filter(typed string) {
	var begins, rest []paletteRow
	for _, row := range p.all {
		if !hasWords(row.name+" "+row.group, typed) {
			continue
		}
		at := true
		for word := range strings.FieldsSeq(strings.ToLower(typed)) {
			at = at && strings.Contains(" "+strings.ToLower(row.name), " "+word)
		}
		row.marks = marksOf(row.name, typed)
		if at {
			begins = append(begins, row)
		} else {
			rest = append(rest, row)
		}
	}
	p.shown = append(begins, rest...)
}

// marksOf returns the positions of a query's words in a text, as [start, end) in bytes, in order
// and without overlaps. It is nil if the lower-case text has another length.
func marksOf(text, query string) [][2]int {
	lower := strings.ToLower(text)
	if len(lower) != len(text) {
		return nil
	}
	var marks [][2]int
	for word := range strings.FieldsSeq(strings.ToLower(query)) {
		if at := strings.Index(lower, word); at >= 0 {
			marks = append(marks, [2]int{at, at + len(word)})
		}
	}
	slices.SortFunc(marks, func(a, b [2]int) int { return a[0] - b[0] })
	var joined [][2]int
	for _, m := range marks {
		if last := len(joined) - 1; last >= 0 && m[0] <= joined[last][1] {
			joined[last][1] = max(joined[last][1], m[1])
		} else {
			joined = append(joined, m)
		}
	}
	return joined
}

func (p *palette) Len() int           { return len(p.shown) }
func (p *palette) Key(i int) string   { return p.shown[i].id }
func (p *palette) Label(i int) string { return p.shown[i].name }

func (p *palette) Find(key string) int { return board.FindKey(p, key) }

func (p *palette) Row(i int) board.Row {
	row := p.shown[i]
	name := board.Cell{Text: row.name, Marks: row.marks}
	about := board.Cell{Text: row.group, Tone: kit.ColorMuted, Small: true, Fill: true}
	if row.reason != "" {
		name.Tone, about.Text, about.Tone = kit.ColorMuted, row.reason, kit.ColorMuted
	}
	return board.Row{Tip: row.reason, Cells: []board.Cell{name, {Kind: board.CellSpace, Width: kit.Group}, about, {Text: row.shortcut(), Tone: kit.ColorMuted}}}
}
