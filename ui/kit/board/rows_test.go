package board

import (
	"fmt"
	"slices"
	"strconv"

	"dossier/ui/kit"
)

// namedRows are rows that show their key, and the parts of a file tree.
type namedRows struct {
	keys  []string
	heads map[string]bool
	asked int // number of Row calls
}

func numbered(n int) *namedRows {
	r := &namedRows{}
	for i := range n {
		r.keys = append(r.keys, fmt.Sprintf("file_%05d.go", i))
	}
	return r
}

const (
	cellBox = iota + 1
	cellMode
	cellMore
)

func (r *namedRows) Len() int            { return len(r.keys) }
func (r *namedRows) Key(i int) string    { return r.keys[i] }
func (r *namedRows) Label(i int) string  { return r.keys[i] }
func (r *namedRows) Find(key string) int { return slices.Index(r.keys, key) }

func (r *namedRows) Selectable(i int) bool { return !r.heads[r.keys[i]] }

func (r *namedRows) Row(i int) Row {
	r.asked++
	if r.heads[r.keys[i]] {
		return Row{Strong: true, Cells: []Cell{{Text: r.keys[i], Fill: true}, {Kind: CellNumber, Text: "9 120", Width: 56}}}
	}
	return Row{Indent: 1, Cells: []Cell{
		{Kind: CellGrip},
		{Kind: CellCheck, ID: cellBox, State: kit.CheckState(i % 3)},
		{Text: r.keys[i], Fill: true, Middle: true},
		{Kind: CellChip, ID: cellMode, Text: "skeleton", Width: 92, Tip: "how much is shown"},
		{Kind: CellNumber, Text: kit.Count(int64(i * 812)), Width: 56},
		{Kind: CellGlyph, ID: cellMore, Glyph: kit.GlyphMore},
	}}
}

// manyRows are rows with their index as key.
type manyRows struct {
	n     int
	asked int
}

func (r *manyRows) Len() int         { return r.n }
func (r *manyRows) Key(i int) string { return strconv.Itoa(i) }

func (r *manyRows) Find(key string) int {
	i, err := strconv.Atoi(key)
	if err != nil || i >= r.n {
		return -1
	}
	return i
}

func (r *manyRows) Row(i int) Row {
	r.asked++
	return Row{Cells: []Cell{{Kind: CellCheck, ID: cellBox}, {Text: strconv.Itoa(i), Fill: true}, {Kind: CellNumber, Text: "812", Width: 56}}}
}
