package ui

// selection is what a list, its cards or a strip tell of the rows that a person chose.
type selection interface {
	IsSelected(i int) bool
	Selected() []int
	Cursor() int
}

// targetsOf are the rows that a click on row i is for: the selection when the row is part of
// it, else the row alone.
func targetsOf(s selection, i int) []int {
	if s.IsSelected(i) {
		return s.Selected()
	}
	return []int{i}
}

// chosenOf are the rows that a key is for: the selection, else the row of the cursor, if
// there is one.
func chosenOf(s selection) []int {
	if rows := s.Selected(); len(rows) > 0 {
		return rows
	}
	if i := s.Cursor(); i >= 0 {
		return []int{i}
	}
	return nil
}
