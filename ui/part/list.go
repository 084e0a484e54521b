package part

import (
	"slices"

	"fyne.io/fyne/v2"

	"dossier/ui/kit"
	"dossier/ui/kit/board"
	"dossier/ui/words"
)

// NewList returns a list of rows in a window, which shows the menu of a row and handles the shortcuts that
// the list does not.
func NewList(w Window, rows board.Rows, menu func(row int) []kit.MenuItem) *board.List {
	list := board.NewList(rows, kit.RowHeight)
	list.OnMenu = func(i int, at fyne.Position) { w.ShowMenu(at, RowMenu(w, list, i, menu(i))) }
	list.OnShortcut = func(s fyne.Shortcut) { w.Shortcut(s) }
	return list
}

// RowMenu returns the items of a menu about row i of a list, and about the others that an action on it applies to. If
// other rows have taken their places by the time an item is chosen, its action, which may go by positions, is not
// performed, and the user is notified.
func RowMenu(w Reporter, list interface{ Pinned(i int) func() bool }, i int, items []kit.MenuItem) []kit.MenuItem {
	pinned := list.Pinned(i)
	items = slices.Clone(items)
	for n, item := range items {
		if item.Action == nil {
			continue
		}
		items[n].Action = func() {
			if !pinned() {
				w.Toast(words.Say("The rows changed while the menu was open: nothing was done"))
				return
			}
			item.Action()
		}
	}
	return items
}
