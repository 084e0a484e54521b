package part

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2/test"

	"dossier/ui/kit"
	"dossier/ui/kit/board"
)

// names are rows whose keys are their texts.
type names []string

func (n *names) Len() int            { return len(*n) }
func (n *names) Row(int) board.Row   { return board.Row{} }
func (n *names) Key(i int) string    { return (*n)[i] }
func (n *names) Find(key string) int { return board.FindKey(n, key) }

// toasts records the notifications.
type toasts struct {
	Reporter
	shown []string
}

func (t *toasts) Toast(text string) { t.shown = append(t.shown, text) }

// An action of a menu is performed on the rows that the menu was opened for, or not at all.
func TestRowMenu(t *testing.T) {
	test.NewTempApp(t)
	tests := []struct {
		name     string
		selected []int
		row      int
		now      string // the rows when an item is chosen
		done     bool
	}{
		{"nothing changed", nil, 1, "a b c", true},
		{"a row before it has gone", nil, 1, "b c", false},
		{"it has gone", nil, 1, "a c", false},
		{"all have gone", nil, 2, "", false},
		{"a row behind it has gone", nil, 1, "a b", true},
		{"a selected row has gone", []int{0, 2}, 0, "a b", false},
		{"a row was inserted between selected ones", []int{0, 2}, 0, "a x b c", false},
		{"a row that is not selected has changed", []int{0, 2}, 0, "a x c", true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			rows := &names{"a", "b", "c"}
			list := board.NewList(rows, kit.RowHeight)
			list.Reload()
			list.Select(tt.selected...)
			w, done := &toasts{}, false
			items := RowMenu(w, list, tt.row, []kit.MenuItem{{Heading: true, Text: "Row"}, {Text: "Delete", Action: func() { done = true }}})
			*rows = strings.Fields(tt.now)
			list.Reload()
			if items[0].Action != nil {
				t.Error("a heading has an action")
			}
			if items[1].Action(); done != tt.done || len(w.shown) > 0 == tt.done {
				t.Errorf("done %t, shown %q; want done %t", done, w.shown, tt.done)
			}
		})
	}
}
