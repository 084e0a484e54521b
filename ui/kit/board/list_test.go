package board

import (
	"fmt"
	"math"
	"slices"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"
	"github.com/google/go-cmp/cmp"

	"dossier/ui/kit"
	"dossier/ui/kit/kittest"
)

func TestListDrawsRowsInViewOnly(t *testing.T) {
	for _, n := range []int{1_000, 100_000, 1 << 31} {
		t.Run(fmt.Sprint(n), func(t *testing.T) {
			begin(t)
			rows := &manyRows{n: n}
			l := NewList(rows, kit.RowHeight)
			kittest.Show(t, l, 400, 240)
			if objects := kittest.Objects(l); objects > 100 {
				t.Errorf("%d canvas objects for 10 rows, want at most 100", objects)
			}
			if rows.asked > 40 {
				t.Errorf("%d rows asked for to show 10", rows.asked)
			}
		})
	}
}

func TestRowsAtTheEndOfAVeryLongListAreExact(t *testing.T) {
	begin(t)
	const n = 1 << 40 // 2^44 units: a float32 would be off by more than a row
	l := NewList(&manyRows{n: n}, kit.RowHeight)
	kittest.Show(t, l, 400, 240)
	l.ScrollTo(n - 1)
	if got, want := kittest.Texts(l)[18], fmt.Sprint(n-1); got != want {
		t.Errorf("the last row says %s, want %s", got, want)
	}
	v, ok := l.pool.At(n - 1)
	if !ok || v.Node.Position().Y != 240-kit.RowHeight {
		t.Fatalf("the last row is not at the bottom of the view")
	}
	if got := l.view.At(239); got != n-1 {
		t.Errorf("row %d at the bottom, want %d", got, n-1)
	}
}

func TestListScrollsByDrawingOnlyWhatCameIntoView(t *testing.T) {
	begin(t)
	rows := &manyRows{n: 100_000}
	l := NewList(rows, kit.RowHeight)
	kittest.Show(t, l, 400, 240)
	rows.asked = 0
	beside := fyne.PointEvent{Position: fyne.NewPos(-1, -1)} // so that no row is highlighted
	l.Scrolled(&fyne.ScrollEvent{PointEvent: beside, Scrolled: fyne.NewDelta(0, -2*kit.RowHeight)})
	if l.Offset() != float64(2*kit.RowHeight) {
		t.Fatalf("scrolled to %v", l.Offset())
	}
	if rows.asked != 2 {
		t.Errorf("%d rows drawn for a scroll of two rows", rows.asked)
	}
}

func TestListUpdateDrawsOneRow(t *testing.T) {
	begin(t)
	rows := &manyRows{n: 100}
	l := NewList(rows, kit.RowHeight)
	kittest.Show(t, l, 400, 240)
	rows.asked = 0
	l.Update(3)
	l.Update(50) // not in view
	l.Update(-1)
	l.Update(1000)
	if rows.asked != 1 {
		t.Errorf("%d rows drawn, want 1", rows.asked)
	}
}

func TestListKeys(t *testing.T) {
	shift := fyne.KeyModifierShift
	tests := []struct {
		name   string
		start  int
		keys   []fyne.KeyName
		mods   fyne.KeyModifier
		cursor int
		want   []int
	}{
		{name: "down", start: 2, keys: []fyne.KeyName{fyne.KeyDown}, cursor: 3, want: []int{3}},
		{name: "up stops at the start", start: 1, keys: []fyne.KeyName{fyne.KeyUp, fyne.KeyUp, fyne.KeyUp}, cursor: 0, want: []int{0}},
		{name: "home", start: 20, keys: []fyne.KeyName{fyne.KeyHome}, cursor: 0, want: []int{0}},
		{name: "end", start: 20, keys: []fyne.KeyName{fyne.KeyEnd}, cursor: 39, want: []int{39}},
		{name: "a page is a row less than fit", start: 2, keys: []fyne.KeyName{fyne.KeyPageDown}, cursor: 11, want: []int{11}},
		{name: "a page up", start: 20, keys: []fyne.KeyName{fyne.KeyPageUp}, cursor: 11, want: []int{11}},
		{name: "shift extends", start: 2, keys: []fyne.KeyName{fyne.KeyDown, fyne.KeyDown}, mods: shift, cursor: 4, want: []int{2, 3, 4}},
		{name: "shift turns round", start: 2, keys: []fyne.KeyName{fyne.KeyDown, fyne.KeyUp, fyne.KeyUp}, mods: shift, cursor: 1, want: []int{1, 2}},
		{name: "headings are passed over by a selection", start: 7, keys: []fyne.KeyName{fyne.KeyDown, fyne.KeyDown}, mods: shift, cursor: 9, want: []int{7, 9}},
		{name: "the cursor stands on headings", start: 7, keys: []fyne.KeyName{fyne.KeyDown}, cursor: 8, want: []int{}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			begin(t)
			rows := numbered(40)
			rows.heads = map[string]bool{rows.keys[8]: true}
			l := NewList(rows, kit.RowHeight)
			kittest.Show(t, l, 400, 240)
			l.SetCursor(tt.start)
			l.mods = func() fyne.KeyModifier { return tt.mods }
			kittest.Key(l, tt.keys...)
			if l.Cursor() != tt.cursor {
				t.Errorf("cursor on %d, want %d", l.Cursor(), tt.cursor)
			}
			if diff := cmp.Diff(tt.want, l.Selected()); diff != "" {
				t.Errorf("wrong selection (-want +got):\n%s", diff)
			}
			if y := l.view.Y(l.Cursor()); y < 0 || y+kit.RowHeight > 240 {
				t.Errorf("the cursor's row is out of view, at %v", y)
			}
		})
	}
}

func TestListClicks(t *testing.T) {
	ctrl, shift := fyne.KeyModifierShortcutDefault, fyne.KeyModifierShift
	type click struct {
		row  int
		mods fyne.KeyModifier
	}
	tests := []struct {
		name   string
		single bool
		clicks []click
		want   []int
	}{
		{name: "a click selects one", clicks: []click{{row: 2}, {row: 5}}, want: []int{5}},
		{name: "control adds", clicks: []click{{row: 2}, {row: 5, mods: ctrl}}, want: []int{2, 5}},
		{name: "control takes away", clicks: []click{{row: 2}, {row: 5, mods: ctrl}, {row: 2, mods: ctrl}}, want: []int{5}},
		{name: "shift extends from the last click", clicks: []click{{row: 5}, {row: 2, mods: shift}}, want: []int{2, 3, 4, 5}},
		{name: "a click on a selected row is alone again", clicks: []click{{row: 2}, {row: 4, mods: shift}, {row: 3}}, want: []int{3}},
		{name: "a single list has one", single: true, clicks: []click{{row: 2}, {row: 5, mods: ctrl}, {row: 7, mods: shift}}, want: []int{7}},
		{name: "below the rows nothing happens", clicks: []click{{row: 2}, {row: 9}}, want: []int{2}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			begin(t)
			l := NewList(numbered(9), kit.RowHeight)
			l.Single = tt.single
			kittest.Show(t, l, 400, 400)
			for _, c := range tt.clicks {
				kittest.Mouse(l, 200, kit.RowHeight*float32(c.row)+5, c.mods)
			}
			if diff := cmp.Diff(tt.want, l.Selected()); diff != "" {
				t.Errorf("wrong selection (-want +got):\n%s", diff)
			}
		})
	}
}

func TestListCallbacks(t *testing.T) {
	begin(t)
	l := NewList(numbered(20), kit.RowHeight)
	var got []string
	note := func(what string, i int) { got = append(got, fmt.Sprint(what, " ", i)) }
	l.OnClick = func(i int) { note("click", i) }
	l.OnOpen = func(i int) { note("open", i) }
	l.OnSpace = func(i int) { note("space", i) }
	l.OnMenu = func(i int, _ fyne.Position) { note("menu", i) }
	l.OnCell = func(i int, c Cell, _ fyne.Position, size fyne.Size) {
		note(fmt.Sprint("cell ", c.ID, " ", size.Width, " of"), i)
	}
	l.OnKey = func(ev *fyne.KeyEvent, _ fyne.KeyModifier, i int) bool {
		if ev.Name == fyne.KeyDelete {
			note("delete", i)
			return true
		}
		return false
	}
	now := time.Time{}
	l.now = func() time.Time { return now }
	w := kittest.Show(t, l, 400, 240)

	tests := []struct {
		name string
		do   func()
		want []string
	}{
		{name: "a click", do: func() { kittest.Mouse(l, 200, 30, 0) }, want: []string{"click 1"}},
		{name: "a second click soon after opens", do: func() { now = now.Add(200 * time.Millisecond); kittest.Mouse(l, 200, 30, 0) }, want: []string{"open 1"}},
		{name: "later it is a click", do: func() { now = now.Add(time.Second); kittest.Mouse(l, 200, 30, 0) }, want: []string{"click 1"}},
		{name: "a check box", do: func() { kittest.Mouse(l, 45, 54, 0) }, want: []string{"cell 1 20 of 2"}},
		{name: "a drop-down", do: func() { kittest.Mouse(l, 260, 54, 0) }, want: []string{"cell 2 92 of 2"}},
		{name: "a release elsewhere is no click", do: func() {
			ev := &desktop.MouseEvent{Button: desktop.MouseButtonPrimary}
			ev.Position = fyne.NewPos(200, 30)
			l.MouseDown(ev)
			ev.Position = fyne.NewPos(200, 100)
			kittest.Release(l, ev)
		}},
		{name: "a control click is none", do: func() { kittest.Mouse(l, 200, 54, fyne.KeyModifierShortcutDefault) }},
		{name: "a secondary click", do: func() { test.TapSecondaryAt(l, fyne.NewPos(200, 100)) }, want: []string{"menu 4"}},
		{name: "space", do: func() { kittest.Key(l, fyne.KeySpace) }, want: []string{"space 4"}},
		{name: "enter", do: func() { kittest.Key(l, fyne.KeyReturn) }, want: []string{"open 4"}},
		{name: "Shift+F10 stands in for it", do: func() {
			l.mods = func() fyne.KeyModifier { return fyne.KeyModifierShift }
			kittest.Key(l, fyne.KeyF10)
			l.mods = func() fyne.KeyModifier { return 0 }
		}, want: []string{"menu 4"}},
		{name: "the menu key", do: func() { kittest.Key(l, desktop.KeyMenu) }, want: []string{"menu 4"}},
		{name: "other keys are the caller's", do: func() { kittest.Key(l, fyne.KeyDelete) }, want: []string{"delete 4"}},
		{name: "a cell by its name", do: func() { l.PressCell(15, cellMode) }, want: []string{"cell 2 92 of 15"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got = nil
			tt.do()
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("wrong callbacks (-want +got):\n%s", diff)
			}
		})
	}
	if w.Canvas().Focused() != l {
		t.Error("a click did not give the list the focus")
	}
}

func TestListReload(t *testing.T) {
	tests := []struct {
		name   string
		setUp  func(l *List)
		change func(keys []string) []string
		held   string  // the key of a row that must not move
		offset float64 // if held is empty
	}{
		{
			name:   "the first row in view stays",
			setUp:  func(l *List) { l.SetOffset(250) },
			change: func(k []string) []string { return slices.Insert(k, 2, "a", "b", "c") },
			held:   "file_00010.go",
		},
		{
			name:   "the row under the pointer stays",
			setUp:  func(l *List) { kittest.Hover(l, 100, 5*kit.RowHeight+3) },
			change: func(k []string) []string { return slices.Insert(slices.Delete(k, 8, 12), 0, "a", "b") },
			held:   "file_00005.go",
		},
		{
			name:   "the cursor's row stays while the list has the focus",
			setUp:  func(l *List) { l.SetOffset(240); l.FocusGained(); l.SetCursor(13) },
			change: func(k []string) []string { return slices.Delete(k, 10, 12) },
			held:   "file_00013.go",
		},
		{
			name:   "a list at its start stays there",
			change: func(k []string) []string { return slices.Insert(k, 0, "a", "b") },
		},
		{
			name:   "a shorter list ends at its end",
			setUp:  func(l *List) { l.SetOffset(1e9) },
			change: func(k []string) []string { return k[:15] },
			offset: 15*24 - 240,
		},
		{
			name:   "an empty list starts anew",
			setUp:  func(l *List) { l.SetOffset(1e9) },
			change: func([]string) []string { return nil },
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			begin(t)
			rows := numbered(40)
			l := NewList(rows, kit.RowHeight)
			kittest.Show(t, l, 400, 240)
			if tt.setUp != nil {
				tt.setUp(l)
			}
			var before float32
			if tt.held != "" {
				before = l.view.Y(rows.Find(tt.held))
			}
			rows.keys = tt.change(slices.Clone(rows.keys))
			l.Reload()
			if tt.held == "" {
				if l.Offset() != tt.offset {
					t.Errorf("offset %v, want %v", l.Offset(), tt.offset)
				}
			} else if after := l.view.Y(rows.Find(tt.held)); after != before {
				t.Errorf("%s moved from %v to %v", tt.held, before, after)
			}
		})
	}
}

func TestListReloadKeepsSelectionAndCursorByKey(t *testing.T) {
	begin(t)
	rows := numbered(10)
	l := NewList(rows, kit.RowHeight)
	kittest.Show(t, l, 400, 240)
	reported := 0
	l.OnSelect = func() { reported++ }
	l.SetCursor(4)
	l.Select(2, 4, 6)
	reported = 0

	rows.keys = slices.Insert(slices.Delete(slices.Clone(rows.keys), 4, 5), 0, "new")
	l.Reload()
	if diff := cmp.Diff([]int{3, 6}, l.Selected()); diff != "" {
		t.Errorf("wrong selection (-want +got):\n%s", diff)
	}
	if l.Cursor() != 4 {
		t.Errorf("the cursor went to %d, want 4, where the row that is gone stood", l.Cursor())
	}
	if reported != 1 {
		t.Errorf("reported %d times of a selection that lost a row", reported)
	}
}

func TestListGesturesOutliveAReload(t *testing.T) {
	begin(t)
	rows := numbered(12)
	l := NewList(rows, kit.RowHeight)
	clicked, moved, before := "", []int(nil), 0
	l.OnClick = func(i int) { clicked = rows.keys[i] }
	l.OnMove = func(r []int, b int) { moved, before = r, b }
	kittest.Show(t, l, 400, 240)
	at := &desktop.MouseEvent{Button: desktop.MouseButtonPrimary}
	at.Position = fyne.NewPos(200, 3*kit.RowHeight+5)

	kittest.Hover(l, 200, 3*kit.RowHeight+5)
	l.MouseDown(at)
	rows.keys = slices.Delete(slices.Clone(rows.keys), 8, 9) // below the pointer
	l.Reload()
	kittest.Release(l, at)
	if clicked != "file_00003.go" {
		t.Errorf("clicked %q while rows changed, want file_00003.go", clicked)
	}
	if l.hover.i != 3 {
		t.Errorf("row %d is lit after a reload, want 3", l.hover.i)
	}

	l.MouseOut()
	kittest.Drag(l, fyne.NewPos(25, 3*kit.RowHeight+5), fyne.NewPos(25, 5*kit.RowHeight))
	rows.keys = slices.Insert(slices.Clone(rows.keys), 0, "new.go")
	l.Reload()
	l.DragEnd()
	if want := []int{4}; !slices.Equal(moved, want) || before != 6 {
		t.Errorf("moved %v before %d, want %v before 6", moved, before, want)
	}
}

func TestListDoesNotScrollUnderAClick(t *testing.T) {
	begin(t)
	l := NewList(numbered(40), kit.RowHeight)
	clicked := -1
	l.OnClick = func(i int) { clicked = i }
	kittest.Show(t, l, 400, 250) // the last visible row is cut off
	kittest.Mouse(l, 200, 245, 0)
	if l.Offset() != 0 || clicked != 10 {
		t.Errorf("scrolled to %v and clicked row %d, want 0 and 10", l.Offset(), clicked)
	}
}

func TestListReorder(t *testing.T) {
	tests := []struct {
		name     string
		selected []int
		from     int
		x        float32
		to       float32
		canMove  func([]int, int) bool
		rows     []int
		before   int
	}{
		{name: "a row goes where the line is", from: 1, x: 25, to: 4 * kit.RowHeight, rows: []int{1}, before: 4},
		{name: "the nearest gap", from: 1, x: 25, to: 4*kit.RowHeight + 13, rows: []int{1}, before: 5},
		{name: "to the end", from: 1, x: 25, to: 239, rows: []int{1}, before: 8},
		{name: "selected rows go together", selected: []int{2, 4}, from: 4, x: 25, to: 0, rows: []int{2, 4}, before: 0},
		{name: "a row that is not selected goes alone", selected: []int{2, 4}, from: 5, x: 25, to: 0, rows: []int{5}, before: 0},
		{name: "only the grip moves", from: 1, x: 200, to: 100},
		{name: "a place may be refused", from: 1, x: 25, to: 100, canMove: func([]int, int) bool { return false }},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			begin(t)
			l := NewList(numbered(8), kit.RowHeight)
			var rows []int
			var before int
			l.OnMove = func(r []int, b int) { rows, before = r, b }
			l.CanMove = tt.canMove
			kittest.Show(t, l, 400, 240)
			l.Select(tt.selected...)
			from := fyne.NewPos(tt.x, kit.RowHeight*float32(tt.from)+10)
			kittest.Drag(l, from, from.AddXY(0, 5), fyne.NewPos(tt.x, tt.to))
			l.DragEnd()
			if diff := cmp.Diff(tt.rows, rows); diff != "" || before != tt.before {
				t.Errorf("moved %v before %d, want %v before %d", rows, before, tt.rows, tt.before)
			}
		})
	}
}

func TestListEscapeCallsOffADrag(t *testing.T) {
	begin(t)
	l := NewList(numbered(8), kit.RowHeight)
	l.OnMove = func([]int, int) { t.Error("dropped") }
	kittest.Show(t, l, 400, 240)
	kittest.Drag(l, fyne.NewPos(25, 10), fyne.NewPos(25, 100))
	kittest.Key(l, fyne.KeyEscape)
	l.DragEnd()
}

func TestListDragScrollsAtTheEdge(t *testing.T) {
	begin(t)
	l := NewList(numbered(80), kit.RowHeight)
	l.OnMove = func([]int, int) {}
	kittest.Show(t, l, 400, 240)
	kittest.Drag(l, fyne.NewPos(25, 10), fyne.NewPos(25, 238)) // the test driver ticks once
	if l.Offset() == 0 {
		t.Error("a drag held at the edge did not scroll")
	}
	l.DragEnd()
}

func TestListTyping(t *testing.T) {
	tests := []struct {
		name  string
		typed string
		pause time.Duration
		want  int
	}{
		{name: "the first that starts so", typed: "b", want: 1},
		{name: "several letters", typed: "bet", want: 3},
		{name: "whatever the case", typed: "BET", want: 3},
		{name: "the same letter goes on", typed: "bb", want: 3},
		{name: "and round", typed: "bbb", want: 1},
		{name: "a pause starts a new word", typed: "bd", pause: 2 * time.Second, want: 4},
		{name: "nothing found stays", typed: "x", want: 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			begin(t)
			l := NewList(&namedRows{keys: []string{"alpha", "bar", "charlie", "beta", "delta"}}, kit.RowHeight)
			kittest.Show(t, l, 400, 240)
			l.SetCursor(0)
			now := time.Time{}.Add(time.Hour)
			l.now = func() time.Time { now = now.Add(tt.pause); return now }
			for _, r := range tt.typed {
				l.TypedRune(r)
			}
			if l.Cursor() != tt.want {
				t.Errorf("cursor on %d, want %d", l.Cursor(), tt.want)
			}
		})
	}
}

func TestListSelectsAll(t *testing.T) {
	begin(t)
	rows := numbered(100)
	rows.heads = map[string]bool{rows.keys[0]: true}
	l := NewList(rows, kit.RowHeight)
	kittest.Show(t, l, 400, 240)
	l.TypedShortcut(&fyne.ShortcutSelectAll{})
	if n := len(l.Selected()); n != 99 || l.IsSelected(0) {
		t.Errorf("%d rows selected, want all 99 but the heading", n)
	}
}

func TestListReportsVisibleRows(t *testing.T) {
	begin(t)
	l := NewList(numbered(100), kit.RowHeight)
	var got [][2]int
	l.OnVisible = func(first, last int) { got = append(got, [2]int{first, last}) }
	kittest.Show(t, l, 400, 240)
	l.SetOffset(12)
	l.SetOffset(13)
	l.SetOffset(math.MaxFloat64)
	if want := [][2]int{{0, 10}, {0, 11}, {90, 100}}; !slices.Equal(got[len(got)-3:], want) {
		t.Errorf("reported %v, want it to end in %v", got, want)
	}
}

func TestListScrollBar(t *testing.T) {
	begin(t)
	l := NewList(numbered(100), kit.RowHeight)
	kittest.Show(t, l, 400, 240)
	kittest.Drag(l, fyne.NewPos(396, 5), fyne.NewPos(396, 400))
	if want := float64(100*24 - 240); l.Offset() != want {
		t.Errorf("dragged to %v, want %v", l.Offset(), want)
	}
	l.MouseUp(&desktop.MouseEvent{})
	l.DragEnd()
	if len(l.Selected()) != 0 {
		t.Error("the scroll bar selected a row")
	}
	l.SetOffset(0)
	kittest.Mouse(l, 396, 120, 0) // the track
	if l.Offset() < 900 || l.Offset() > 1300 {
		t.Errorf("a press in the middle of the track went to %v", l.Offset())
	}
}

func TestListRendersToMarkup(t *testing.T) {
	begin(t)
	rows := numbered(3)
	rows.heads = map[string]bool{rows.keys[0]: true}
	l := NewList(rows, kit.RowHeight)
	w := kittest.Show(t, l, 360, 80)
	l.Select(1)
	test.AssertRendersToMarkup(t, "list.xml", w.Canvas())
}

func BenchmarkListScroll(b *testing.B) {
	test.NewTempApp(b)
	l := NewList(&manyRows{n: 100_000}, kit.RowHeight)
	w := test.NewTempWindow(b, l)
	w.Resize(fyne.NewSize(300, 760))
	b.ReportAllocs()
	for b.Loop() {
		l.Scrolled(&fyne.ScrollEvent{Scrolled: fyne.NewDelta(0, -30)})
		if l.Offset() >= l.view.Limit() {
			l.SetOffset(0)
		}
	}
}

func BenchmarkListReload(b *testing.B) {
	test.NewTempApp(b)
	l := NewList(&manyRows{n: 100_000}, kit.RowHeight)
	w := test.NewTempWindow(b, l)
	w.Resize(fyne.NewSize(300, 760))
	b.ReportAllocs()
	for b.Loop() {
		l.Reload()
	}
}

// becoming is a row with a chip that shows its previous state.
type becoming struct{ manyRows }

func (becoming) Row(int) Row {
	return Row{Cells: []Cell{
		{Text: "a_name_that_is_long.go", Fill: true, Middle: true},
		{Kind: CellChip, ID: cellMode, Old: "full", Text: "skeleton", Width: 168, MinWidth: 104},
	}}
}

func TestAChipSaysWhatItWasWhereThereIsRoom(t *testing.T) {
	begin(t)
	tests := []struct {
		name  string
		width float32
		want  []string
	}{
		{name: "with room for all", width: 400, want: []string{"a_name_that_is_long.go", "full", "skeleton"}},
		{name: "the name goes before what it was", width: 260, want: []string{"a_name_t…_is_long.go", "skeleton"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			l := NewList(&becoming{manyRows{n: 1}}, kit.RowHeight)
			kittest.Show(t, l, tt.width, 100)
			if diff := cmp.Diff(tt.want, kittest.Texts(l)); diff != "" {
				t.Errorf("it says (-want +got):\n%s", diff)
			}
		})
	}
}

func TestMarksFollowATextThatIsShortened(t *testing.T) {
	tests := []struct {
		name        string
		text, shown string
		marks       [][2]int
		want        string // the visible text, with matches in ‹ ›
	}{
		{name: "whole", text: "handler.go", shown: "handler.go", marks: [][2]int{{0, 1}, {7, 10}}, want: "‹h›andler‹.go›"},
		{name: "before and behind the ellipsis", text: "some_handler.go", shown: "some…r.go", marks: [][2]int{{0, 4}, {12, 15}}, want: "‹some›…r‹.go›"},
		{name: "within what is hidden", text: "some_handler.go", shown: "some…r.go", marks: [][2]int{{5, 7}, {8, 9}}, want: "some‹…›r.go"},
		{name: "into what is hidden and out of it", text: "some_handler.go", shown: "some…r.go", marks: [][2]int{{2, 6}, {10, 13}}, want: "so‹me…r.›go"},
		{name: "up to what is hidden", text: "some_handler.go", shown: "some…r.go", marks: [][2]int{{2, 4}, {11, 12}}, want: "so‹me›…‹r›.go"},
		{name: "shortened at its end", text: "some_handler.go", shown: "some…", marks: [][2]int{{0, 1}, {14, 15}}, want: "‹s›ome‹…›"},
		{name: "letters of several bytes", text: "äöüßäöü", shown: "äö…ü", marks: [][2]int{{2, 4}, {12, 14}}, want: "ä‹ö›…‹ü›"},
		{name: "nothing but the ellipsis", text: "some", shown: "…", marks: [][2]int{{1, 2}}, want: "‹…›"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := tt.shown
			for _, m := range slices.Backward(marksIn(tt.shown, tt.text, tt.marks)) {
				got = got[:m[0]] + "‹" + got[m[0]:m[1]] + "›" + got[m[1]:]
			}
			if got != tt.want {
				t.Errorf("%q, want %q", got, tt.want)
			}
		})
	}
}

// indented are rows, each one level deeper.
type indented struct{ manyRows }

func (indented) Row(i int) Row {
	return Row{Indent: i, Guides: true, Cells: []Cell{{Kind: CellFold, ID: cellBox}, {Text: "name", Fill: true}}}
}

func TestGuidesAreBelowTheArrowsOfParentFolders(t *testing.T) {
	begin(t)
	l := NewList(&indented{manyRows{n: 3}}, kit.RowHeight)
	kittest.Show(t, l, 300, 100)
	for i, want := range [][]float32{nil, {14}, {14, 28}} {
		v, _ := l.pool.At(i)
		var got []float32
		for _, o := range v.Node.Objects {
			if box, ok := o.(*canvas.Rectangle); ok && box.Size() == fyne.NewSize(kit.Hairline, kit.RowHeight) {
				got = append(got, box.Position().X)
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("the guides of row %d stand at %v, want %v", i, got, want)
		}
	}
}

func TestTipsOfRows(t *testing.T) {
	begin(t)
	l := NewList(numbered(5), kit.RowHeight)
	c := &kittest.Clock{}
	o := kit.NewOverlay(l)
	o.After = c.After
	kittest.Show(t, o, 600, 400)
	kittest.Hover(l, 500, 5)
	c.Pass(time.Second)
	if got := o.TipText(); got != "how much is shown" {
		t.Errorf("tooltip of a cell %q", got)
	}
	kittest.Hover(l, 500, 9) // the same cell: it does not flicker
	if o.TipText() == "" {
		t.Error("the tooltip blinks within a cell")
	}
	kittest.Hover(l, 200, 5)
	if got := o.TipText(); got != "" {
		t.Errorf("tooltip %q over a cell without one", got)
	}
}

func TestFocusOfBoardsIsVisible(t *testing.T) {
	tests := map[string]func() fyne.Focusable{
		"list":        func() fyne.Focusable { return NewList(numbered(3), kit.RowHeight) },
		"empty list":  func() fyne.Focusable { return NewList(numbered(0), kit.RowHeight) },
		"cards":       func() fyne.Focusable { return newTestCards(discussion(3)) },
		"strip":       func() fyne.Focusable { return NewStrip(newShots(3)) },
		"empty strip": func() fyne.Focusable { return NewStrip(newShots(0)) },
	}
	for name, build := range tests {
		t.Run(name, func(t *testing.T) {
			begin(t)
			kittest.FocusIsVisible(t, build())
		})
	}
}
