package ui

import (
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	"github.com/google/go-cmp/cmp"

	"dossier/ui/kit/edit"
)

// height counts the rows of a column, headings included.
func height(column []shortcutGroup) int {
	n := 0
	for _, g := range column {
		n += 1 + len(g.rows)
	}
	return n
}

func TestTheListOfShortcutsFillsBothColumns(t *testing.T) {
	s := sample(t)
	all := s.shortcutGroups("")
	columns := shortcutColumns(all, 2)
	if len(columns) != 2 || height(columns[0])-height(columns[1]) > 2 || height(columns[1]) > height(columns[0])+1 { // no heading is the last line of a column
		t.Fatalf("%d columns, of %d and %d lines", len(columns), height(columns[0]), height(columns[1]))
	}
	var rows []shortcutRow
	for _, g := range slices.Concat(columns...) {
		if len(g.rows) == 0 {
			t.Errorf("%q is a heading of nothing", g.name)
		}
		rows = append(rows, g.rows...)
	}
	var want []shortcutRow
	for _, g := range all {
		want = append(want, g.rows...)
	}
	if !slices.Equal(rows, want) {
		t.Error("the columns have other rows, or another order")
	}
	if one := shortcutColumns(all, 1); len(one) != 1 || height(one[0]) != height(all) {
		t.Errorf("a narrow window has %d columns", len(one))
	}
	if few := shortcutColumns(s.shortcutGroups("zoom"), 2); len(few) != 1 {
		t.Errorf("a few rows are in %d columns", len(few))
	}
}

// Keys are listed in the order of the rail: those that lead to a feature, and those of its rows.
func TestShortcutsAreInTheOrderOfTheRail(t *testing.T) {
	s := sample(t)
	var items, withKeys []string
	for _, f := range s.inRail() {
		items = append(items, f.Title)
		if len(f.Keys) > 0 {
			withKeys = append(withKeys, f.Title)
		}
	}
	var places, groups []string
	for _, g := range s.shortcutGroups("") {
		for _, row := range g.rows {
			if digit, ok := strings.CutPrefix(row.keys, "Alt+"); ok && digit >= "0" && digit <= "9" && len(digit) == 1 {
				places = append(places, row.name)
			}
		}
		if slices.Contains(items, g.name) {
			groups = append(groups, g.name)
		}
	}
	if diff := cmp.Diff(items[:min(len(items), 10)], places); diff != "" {
		t.Errorf("keys that lead to the features (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(withKeys, groups); diff != "" {
		t.Errorf("groups of the features' keys (-want +got):\n%s", diff)
	}
}

func TestShortcutsAreFound(t *testing.T) {
	s := sample(t)
	tests := []struct{ name, typed, want string }{
		{name: "by words in any order and case", typed: "IN zoom", want: "Zoom in Ctrl++"},
		{name: "by the key", typed: "ctrl+shift+a", want: "Command palette Ctrl+Shift+A"},
		{name: "by the group", typed: "snapshots f2", want: "Describe F2"},
	}
	for _, tt := range tests {
		groups := s.shortcutGroups(tt.typed)
		if len(groups) != 1 || len(groups[0].rows) != 1 || groups[0].rows[0].name+" "+groups[0].rows[0].keys != tt.want {
			t.Errorf("%s: %q finds %v", tt.name, tt.typed, groups)
		}
	}

	s.key(fyne.KeyF1, ctrl)
	find, ok := s.Focused().(*edit.Entry)
	if !ok {
		t.Fatalf("the keyboard is in a %T", s.Focused())
	}
	if !s.inView("Open a folder") || s.inView("Zoom to 100 %") {
		t.Error("the list does not begin at its start, or is all in view")
	}
	s.Press(fyne.KeyPageDown, fyne.KeyPageDown)
	if s.inView("Open a folder") {
		t.Error("PageDown does not scroll")
	}
	test.Type(find, "zoom")
	if !s.inView("Zoom to 100 %") || s.inView("Open a folder") {
		t.Error("the rows are not filtered, or not in view")
	}
	test.Type(find, " nothing")
	if !s.Readable("No shortcut has these words") {
		t.Error("nothing is said of a search that finds nothing")
	}
	s.Press(fyne.KeyEscape)
	if s.dialogs.Front() != nil {
		t.Error("Escape does not close the list")
	}
}
