package ui

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"dossier/ui/dialog"
	"dossier/ui/kit"
	"dossier/ui/words"
)

// shortcutsWidth is how wide the list of shortcuts is; a narrower window has it in one column.
const shortcutsWidth = 860

// shortcutsDialog lists what the keyboard does: all of it, or what has the words that are typed.
func (w *Window) shortcutsDialog() {
	columns := 1
	if w.win.Canvas().Size().Width >= shortcutsWidth {
		columns = 2
	}
	page := container.NewStack()
	body := container.NewVScroll(kit.NewSurface(page, kit.ColorRaised, 0, kit.Inset, 0))
	find := w.dialogs.Entry("")
	find.PlaceHolder = words.Say("Name or key")
	find.OnChanged = func(typed string) {
		page.Objects = []fyne.CanvasObject{shortcutsPage(shortcutGroups(typed), columns)}
		page.Refresh()
		body.ScrollToTop()
		body.Refresh()
	}
	find.OnKey = func(ev *fyne.KeyEvent, _ fyne.KeyModifier) bool { return scrollKey(body, ev.Name) }
	find.OnChanged("")
	done := dialog.Closes(words.Say("Close")).AsPrimary()
	w.dialogs.Ask(words.Say("Keyboard shortcuts"), container.NewBorder(find, nil, nil, nil, body), fyne.NewSize(shortcutsWidth, 760), done)
	w.dialogs.Front().Key = func(name fyne.KeyName) bool { return scrollKey(body, name) }
}

// shortcutGroup is a heading of the list of shortcuts with its rows, in the user's language.
type shortcutGroup struct {
	name string
	rows []shortcutRow
}

type shortcutRow struct{ name, keys string }

// shortcutGroups returns the rows that have each word of a text in their name, their group or their
// keys, in any case and order.
func shortcutGroups(typed string) []shortcutGroup {
	var groups []shortcutGroup
	for _, c := range append(commands(), rowCommands()...) {
		row, group := shortcutRow{words.Say(c.name), c.shortcut()}, words.Say(c.group)
		if !hasWords(row.name+" "+group+" "+row.keys, typed) {
			continue
		}
		if last := len(groups) - 1; last < 0 || groups[last].name != group {
			groups = append(groups, shortcutGroup{name: group})
		}
		last := &groups[len(groups)-1]
		last.rows = append(last.rows, row)
	}
	return groups
}

// hasWords reports whether a text has each word of a query, in any case and order.
func hasWords(text, query string) bool {
	text = strings.ToLower(text)
	for word := range strings.FieldsSeq(strings.ToLower(query)) {
		if !strings.Contains(text, word) {
			return false
		}
	}
	return true
}

// fewShortcuts is how many lines stay in one column.
const fewShortcuts = 16

// shortcutColumns lays groups out in columns of about the same number of lines, one after the other.
// A group that goes on in the next column has its heading there too; no heading is the last line.
func shortcutColumns(groups []shortcutGroup, columns int) [][]shortcutGroup {
	lines := 0
	for _, g := range groups {
		lines += 1 + len(g.rows)
	}
	most := max(fewShortcuts, (lines+columns-1)/columns)
	out := make([][]shortcutGroup, 1, columns)
	used := 0
	for _, g := range groups {
		for len(g.rows) > 0 {
			room := most - used - 1
			if last := len(out) == columns; last || room >= len(g.rows) {
				room = len(g.rows)
			}
			if room > 0 {
				at := len(out) - 1
				out[at] = append(out[at], shortcutGroup{g.name, g.rows[:room]})
				used += 1 + room
				g.rows = g.rows[room:]
			}
			if len(g.rows) > 0 {
				out, used = append(out, nil), 0
			}
		}
	}
	return out
}

// shortcutsPage shows groups in columns.
func shortcutsPage(groups []shortcutGroup, columns int) fyne.CanvasObject {
	if len(groups) == 0 {
		return kit.NewParagraph(words.Say("No shortcut has these words"))
	}
	page := container.NewGridWithColumns(columns)
	for i, column := range shortcutColumns(groups, columns) {
		list := container.NewVBox()
		for _, g := range column {
			list.Add(kit.NewLabel(g.name, kit.Strong))
			for _, row := range g.rows {
				list.Add(container.NewBorder(nil, nil, nil, kit.NewLabel(row.keys, kit.Number), kit.NewLabel(row.name, kit.Body)))
			}
		}
		inset := float32(0)
		if i > 0 {
			inset = kit.Group
		}
		page.Add(kit.NewSurface(list, kit.ColorRaised, 0, inset, 0))
	}
	return page
}

// scrollKey scrolls by a key, as in a list, and reports whether it is one for that.
func scrollKey(s *container.Scroll, name fyne.KeyName) bool {
	page := s.Size().Height - kit.RowHeight
	by := map[fyne.KeyName]float32{
		fyne.KeyUp: -kit.RowHeight, fyne.KeyDown: kit.RowHeight, fyne.KeyPageUp: -page, fyne.KeyPageDown: page,
		fyne.KeyHome: -s.Content.Size().Height, fyne.KeyEnd: s.Content.Size().Height,
	}[name]
	if by == 0 {
		return false
	}
	s.ScrollToOffset(s.Offset.AddXY(0, by))
	return true
}

// rowCommands are the keys of rows, for the list of shortcuts only: those of the tree and of all lists,
// and then in the order of the tabs.
func rowCommands() []command {
	var all []command
	for _, g := range []struct {
		group string
		rows  [][2]string
	}{
		{"In the tree", [][2]string{
			{"Tick or untick", "Space"},
			{"Fold, unfold, or go to the folder", "Left, Right"},
		}},
		{"In lists", [][2]string{
			{"Jump to a name", "typing"},
			{"Select several", "Shift+Up, Shift+Down"},
			{"Open the menu of a row", "Menu, Shift+F10"},
		}},
		{"In the context", [][2]string{
			{"Move up or down", "Alt+Up, Alt+Down"},
			{"Show in the preview", "Enter"},
			{"Remove", "Delete"},
		}},
		{"In the screenshots", [][2]string{
			{"Move left or right", "Alt+Left, Alt+Right"},
			{"Large view", "Enter"},
			{"Caption", "F2"},
			{"Remove", "Delete"},
		}},
		{"In the presets", [][2]string{
			{"Apply a preset by its number", "Ctrl+1 … Ctrl+9"},
			{"Apply", "Enter"},
			{"Rename", "F2"},
			{"Duplicate", "Ctrl+D"},
			{"Delete", "Delete"},
		}},
		{"In the discussion", [][2]string{
			{"Write in the entry", "Enter"},
			{"Done writing", "Ctrl+Enter, Escape"},
			{"Split at the cursor", "Ctrl+Shift+Enter"},
			{"In the dossier, or not", "Space"},
			{"Choose the role", "F2"},
			{"Merge with the next", "Ctrl+J"},
			{"Duplicate", "Ctrl+D"},
			{"Unfold, fold", "Right, Left"},
		}},
		{"In the beads", [][2]string{
			{"In the dossier or out of it", "Space"},
			{"Show in full, follow a link", "Enter"},
			{"Show in the preview", "Ctrl+Enter"},
			{"Filter", "/"},
			{"Back to the bead before", "Alt+Left"},
		}},
		{"In the snapshots", [][2]string{
			{"Replay", "Enter"},
			{"Describe", "F2"},
			{"Delete", "Delete"},
		}},
		{"In the notes", [][2]string{
			{"Edit", "Enter"},
			{"In the dossier, or not", "Space"},
			{"What it is", "F2"},
			{"Move up or down", "Alt+Up, Alt+Down"},
			{"Paste", "Ctrl+V"},
			{"Delete", "Delete"},
		}},
		{"In the links", [][2]string{
			{"In the smart context, or not", "Space"},
			{"Remove", "Delete"},
		}},
		{"In the requests", [][2]string{
			{"Tick or untick", "Space"},
			{"Put what is ticked into the dossier", "Ctrl+Enter"},
		}},
		{"In slices", [][2]string{
			{"Make a slice of the selected lines", "Enter"},
			{"Tag, comment", "F2, Shift+F2"},
			{"Give the slice the selected lines", "Ctrl+Enter"},
			{"Move its end", "Ctrl+Up, Ctrl+Down"},
			{"Move its start", "Ctrl+Shift+Up, Down"},
			{"Split at the cursor, join with the next", "Ctrl+D, Ctrl+J"},
			{"Update its lines", "Ctrl+U"},
			{"Move a slice up or down", "Alt+Up, Alt+Down"},
			{"Go to a line, a symbol or a text", "Ctrl+F"},
		}},
	} {
		for _, row := range g.rows {
			all = append(all, command{group: g.group, name: row[0], key: fyne.KeyName(row[1])})
		}
	}
	return all
}
