package board

import "strconv"

// FixedRows are rows created in advance, such as those of a diff. A row's key is its index.
type FixedRows []Row

// Len returns the number of rows.
func (r *FixedRows) Len() int { return len(*r) }

// Row returns the row at an index.
func (r *FixedRows) Row(i int) Row { return (*r)[i] }

// Key returns the index as text.
func (r *FixedRows) Key(i int) string { return strconv.Itoa(i) }

// Find returns the index for a key, or -1.
func (r *FixedRows) Find(key string) int {
	if i, err := strconv.Atoi(key); err == nil && i >= 0 && i < len(*r) {
		return i
	}
	return -1
}
