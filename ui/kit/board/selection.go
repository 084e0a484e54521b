package board

import (
	"slices"

	"fyne.io/fyne/v2"
)

// keyed are ordered items with keys independent of their position.
type keyed interface {
	Key(i int) string
	Find(key string) int
}

// selection holds the selected rows and the cursor, by key.
type selection struct {
	selected map[string]struct{}
	cursor   string
	anchor   string // the start of a Shift selection
}

func newSelection() selection { return selection{selected: map[string]struct{}{}} }

// forget clears the cursor and the selection.
func (s *selection) forget() {
	clear(s.selected)
	s.cursor, s.anchor = "", ""
}

func (s *selection) add(rows keyed, i int) {
	if can, ok := rows.(Selectable); ok && !can.Selectable(i) {
		return
	}
	s.selected[rows.Key(i)] = struct{}{}
}

// pick moves the cursor to row i for a key or click with the given modifiers, and reports whether
// it was elsewhere.
func (s *selection) pick(rows keyed, i int, mods fyne.KeyModifier) (moved bool) {
	key := rows.Key(i)
	moved = key != s.cursor
	s.cursor = key
	switch {
	case mods&fyne.KeyModifierShift != 0:
		from := rows.Find(s.anchor)
		if s.anchor == "" || from < 0 {
			s.anchor, from = key, i
		}
		clear(s.selected)
		for k := min(from, i); k <= max(from, i); k++ {
			s.add(rows, k)
		}
	case mods&fyne.KeyModifierShortcutDefault != 0:
		if _, on := s.selected[key]; on {
			delete(s.selected, key)
		} else {
			s.add(rows, i)
		}
		s.anchor = key
	default:
		clear(s.selected)
		s.add(rows, i)
		s.anchor = key
	}
	return moved
}

// in returns the selected rows in order.
func (s *selection) in(rows keyed) []int {
	out := make([]int, 0, len(s.selected))
	for key := range s.selected {
		if i := rows.Find(key); i >= 0 {
			out = append(out, i)
		}
	}
	slices.Sort(out)
	return out
}

// follow removes rows that no longer exist, and reports whether any was selected. A cursor whose
// row was removed moves to the one of n in its position.
func (s *selection) follow(rows keyed, n, place int) (changed bool) {
	before := len(s.selected)
	for key := range s.selected {
		if rows.Find(key) < 0 {
			delete(s.selected, key)
		}
	}
	if s.cursor != "" && rows.Find(s.cursor) < 0 {
		s.cursor = ""
		if n > 0 {
			s.cursor = rows.Key(min(place, n-1))
		}
	}
	if s.anchor != "" && rows.Find(s.anchor) < 0 {
		s.anchor = s.cursor
	}
	return len(s.selected) != before
}
