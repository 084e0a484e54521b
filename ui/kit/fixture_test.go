package kit

import (
	"fmt"
	"slices"
	"testing"

	"dossier/assets"
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
)

// namedRows are rows that show their key, and the parts of a file tree.
type namedRows struct {
	keys  []string
	heads map[string]bool
	asked int // how often Row was called
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
		{Kind: CellCheck, ID: cellBox, State: CheckState(i % 3)},
		{Text: r.keys[i], Fill: true, Middle: true},
		{Kind: CellChip, ID: cellMode, Text: "skeleton", Width: 92, Tip: "how much is shown"},
		{Kind: CellNumber, Text: Count(int64(i * 812)), Width: 56},
		{Kind: CellGlyph, ID: cellMore, Glyph: GlyphMore},
	}}
}

// fixedLines is a document in memory.
type fixedLines []Line

func (l fixedLines) Len() int        { return len(l) }
func (l fixedLines) Line(i int) Line { return l[i] }

// show puts an object into a window of the given size under the kit's theme.
func show(t *testing.T, o fyne.CanvasObject, width, height float32) fyne.Window {
	t.Helper()
	w := test.NewTempWindow(t, o)
	w.SetPadded(false)
	w.Resize(fyne.NewSize(width, height))
	return w
}

// begin starts an app under the kit's theme, before any widget is made.
func begin(t *testing.T) {
	t.Helper()
	test.NewTempApp(t)
	test.ApplyTheme(t, NewTheme(Dark, assets.MonoRegular(), assets.MonoBold()))
}

// key types keys into a widget.
func key(f fyne.Focusable, names ...fyne.KeyName) {
	for _, n := range names {
		f.TypedKey(&fyne.KeyEvent{Name: n})
	}
}
