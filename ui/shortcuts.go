package ui

import (
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"dossier/ui/dialog"
	"dossier/ui/kit"
	"dossier/ui/part"
	"dossier/ui/words"
)

// shortcutsWidth is the width of the list of shortcuts; in a narrower window it has one column.
const shortcutsWidth = 860

// shortcutsRoom is the available width of the columns in the dialog.
const shortcutsRoom = shortcutsWidth - 60

// shortcutsDialog lists the keyboard shortcuts: all of them, or those that match the typed words.
func (w *Window) shortcutsDialog() {
	columns := 1
	if w.win.Canvas().Size().Width >= shortcutsWidth {
		columns = 2
	}
	page := container.NewStack()
	body := container.NewVScroll(kit.NewSurface(page, kit.ColorRaised, 0, kit.Inset, 0))
	find := w.dialogs.Entry("")
	find.Searches = true
	find.PlaceHolder = words.Say("Name or key")
	find.OnChanged = func(typed string) {
		groups := w.shortcutGroups(typed)
		list := shortcutsPage(groups, columns)
		if list.MinSize().Width > shortcutsRoom {
			list = shortcutsPage(groups, 1) // in a language with longer words
		}
		page.Objects = []fyne.CanvasObject{list}
		page.Refresh()
		body.ScrollToTop()
		body.Refresh()
	}
	find.OnKey = func(ev *fyne.KeyEvent, _ fyne.KeyModifier) bool { return scrollKey(body, ev.Name) }
	find.OnChanged("")
	done := dialog.Closes(words.Say("Close")).AsPrimary()
	open := w.dialogs.Show(words.Say("Keyboard shortcuts"), container.NewBorder(find, nil, nil, nil, body), fyne.NewSize(shortcutsWidth, 760), done)
	open.Help = keyboardHelp
	open.Key = func(name fyne.KeyName) bool { return scrollKey(body, name) }
}

// typing is the pseudo key for finding a row by typing its name.
const typing = "typing"

// shortcutGroup is a heading of the list of shortcuts with its rows, in the user's language.
type shortcutGroup struct {
	name string
	rows []shortcutRow
}

type shortcutRow struct{ name, keys string }

// shortcutGroups returns the rows that have each word of a text in their name, their group or their
// keys, ignoring case and order.
func (w *Window) shortcutGroups(typed string) []shortcutGroup {
	var groups []shortcutGroup
	for _, c := range slices.Concat(w.commandList, w.rowCommands()) {
		row, group := shortcutRow{words.Say(c.name), c.shortcut()}, words.Say(c.group)
		if row.keys == typing {
			row.keys = words.Say("typing")
		}
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

// hasWords reports whether a text has each word of a query, ignoring case and order.
func hasWords(text, query string) bool {
	text = strings.ToLower(text)
	for word := range strings.FieldsSeq(strings.ToLower(query)) {
		if !strings.Contains(text, word) {
			return false
		}
	}
	return true
}

// fewShortcuts is the maximum number of lines that are not split into columns.
const fewShortcuts = 16

// shortcutColumns lays out groups in columns of about the same number of lines. A group that
// continues in the next column repeats its heading there; no heading is the last line of a column.
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

// scrollKey handles a key that scrolls, as in a list, and reports whether it did.
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

// rowCommands returns the keys of rows, for the list of shortcuts only: those of the tree and of
// all lists, of the features in the order of the rail, and of the slices.
func (w *Window) rowCommands() []command {
	var all []command
	add := func(group string, rows []part.RowKey) {
		for _, row := range rows {
			all = append(all, command{group: group, name: row.Does, key: fyne.KeyName(row.Keys)})
		}
	}
	add("Tree", []part.RowKey{
		{Does: "Tick or untick", Keys: "Space"},
		{Does: "Fold, unfold, or go to the folder", Keys: "Left, Right"},
	})
	add("All lists", []part.RowKey{
		{Does: "Jump to a name", Keys: typing},
		{Does: "Select several", Keys: "Shift+Up, Shift+Down"},
		{Does: "Open the menu of a row", Keys: "Menu, Shift+F10"},
	})
	for _, f := range w.features {
		add(f.Title, f.Keys)
	}
	add("Slices", []part.RowKey{
		{Does: "Make a slice of the selected lines", Keys: "Enter"},
		{Does: "Tag, comment", Keys: "F2, Shift+F2"},
		{Does: "Set the slice to the selected lines", Keys: "Ctrl+Enter"},
		{Does: "Move its end", Keys: "Ctrl+Up, Ctrl+Down"},
		{Does: "Move its start", Keys: "Ctrl+Shift+Up, Down"},
		{Does: "Split at the cursor, join with the next", Keys: "Ctrl+D, Ctrl+J"},
		{Does: "Update its lines", Keys: "Ctrl+U"},
		{Does: "Move a slice up or down", Keys: "Alt+Up, Alt+Down"},
		{Does: "Go to a line, a symbol or a text", Keys: "Ctrl+F"},
	})
	return all
}
