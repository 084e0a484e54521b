package part

import (
	"fyne.io/fyne/v2"

	"dossier/ui/kit"
	"dossier/ui/kit/board"
)

// NewList returns a list of rows in a window, which shows the menu of a row and handles the shortcuts that
// the list does not.
func NewList(w Window, rows board.Rows, menu func(row int) []kit.MenuItem) *board.List {
	list := board.NewList(rows, kit.RowHeight)
	list.OnMenu = func(i int, at fyne.Position) { w.ShowMenu(at, menu(i)) }
	list.OnShortcut = func(s fyne.Shortcut) { w.Shortcut(s) }
	return list
}
