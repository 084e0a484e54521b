package kit

import (
	"fmt"
	"slices"
	"strconv"
	"testing"
	"time"

	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"

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
func begin(t testing.TB) {
	t.Helper()
	test.NewTempApp(t).Settings().SetTheme(NewTheme(Dark, assets.MonoRegular(), assets.MonoBold()))
}

// key types keys into a widget.
func key(f fyne.Focusable, names ...fyne.KeyName) {
	for _, n := range names {
		f.TypedKey(&fyne.KeyEvent{Name: n})
	}
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

// mouse presses and releases the primary button at a place of a widget.
func mouse(w desktop.Mouseable, x, y float32, mods fyne.KeyModifier) {
	ev := &desktop.MouseEvent{Button: desktop.MouseButtonPrimary, Modifier: mods}
	ev.Position = fyne.NewPos(x, y)
	w.MouseDown(ev)
	w.MouseUp(ev)
}

// hoverOver moves the pointer over a widget.
func hoverOver(w desktop.Hoverable, x, y float32) {
	ev := &desktop.MouseEvent{}
	ev.Position = fyne.NewPos(x, y)
	w.MouseMoved(ev)
}

// dragTo drags from one place of a widget to others, without letting go.
func dragTo(w interface {
	desktop.Mouseable
	fyne.Draggable
}, from fyne.Position, to ...fyne.Position,
) {
	ev := &desktop.MouseEvent{Button: desktop.MouseButtonPrimary}
	ev.Position = from
	w.MouseDown(ev)
	for _, p := range to {
		w.Dragged(&fyne.DragEvent{PointEvent: fyne.PointEvent{Position: p}, Dragged: fyne.NewDelta(p.X-from.X, p.Y-from.Y)})
		from = p
	}
}

// countObjects returns how many objects would be painted.
func countObjects(o fyne.CanvasObject) int {
	n := 1
	switch o := o.(type) {
	case *fyne.Container:
		for _, c := range o.Objects {
			n += countObjects(c)
		}
	case fyne.Widget:
		for _, c := range test.WidgetRenderer(o).Objects() {
			n += countObjects(c)
		}
	}
	return n
}

// texts returns what is written in an object, in the order of painting.
func texts(o fyne.CanvasObject) []string {
	var out []string
	switch o := o.(type) {
	case *canvas.Text:
		out = append(out, o.Text)
	case *fyne.Container:
		for _, c := range o.Objects {
			out = append(out, texts(c)...)
		}
	case fyne.Widget:
		for _, c := range test.WidgetRenderer(o).Objects() {
			out = append(out, texts(c)...)
		}
	}
	return out
}

// clock is a clock that tests move on.
type clock struct {
	now   time.Time
	alarm []alarm
}

type alarm struct {
	at  time.Time
	do  func()
	off *bool
}

func (c *clock) after(d time.Duration, f func()) func() {
	off := new(bool)
	c.alarm = append(c.alarm, alarm{c.now.Add(d), f, off})
	return func() { *off = true }
}

func (c *clock) pass(d time.Duration) {
	c.now = c.now.Add(d)
	due := c.alarm
	c.alarm = nil
	for _, a := range due {
		switch {
		case *a.off:
		case a.at.After(c.now):
			c.alarm = append(c.alarm, a)
		default:
			a.do()
		}
	}
}
