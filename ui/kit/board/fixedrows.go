package board

import "strconv"

// FixedRows are rows that are made at once, such as those of a difference. A row is known by
// its place.
type FixedRows []Row

// Len is how many there are.
func (r *FixedRows) Len() int { return len(*r) }

// Row is the row of an index.
func (r *FixedRows) Row(i int) Row { return (*r)[i] }

// Key is the index as a text.
func (r *FixedRows) Key(i int) string { return strconv.Itoa(i) }

// Find returns the index of a key, or -1.
func (r *FixedRows) Find(key string) int {
	if i, err := strconv.Atoi(key); err == nil && i >= 0 && i < len(*r) {
		return i
	}
	return -1
}
