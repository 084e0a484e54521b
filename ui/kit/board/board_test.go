package board

import (
	"fmt"
	"image"
	"slices"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"github.com/google/go-cmp/cmp"

	"dossier/ui/kit"
	"dossier/ui/kit/kittest"
	"dossier/ui/kit/prose"
)

// anyBoard is implemented by the boards of every kind.
type anyBoard interface {
	fyne.Widget
	fyne.Focusable
	fyne.Shortcutable
	fyne.Draggable
	fyne.Scrollable
	fyne.SecondaryTappable
	desktop.Hoverable
	desktop.Mouseable
	Cursor() int
	SetCursor(i int)
	Selected() []int
	Reload()
}

// boardCase is a board of ten items a, b, c …, each of which has its tooltip.
type boardCase struct {
	name   string
	board  anyBoard
	keys   *[]string
	on     *boardEvents
	mods   *func() fyne.KeyModifier
	forth  fyne.KeyName
	item   func(i int) fyne.Position // a position on item i to press and to drag by
	action func(i int) fyne.Position // a position on its active part
	end    fyne.Position             // after the last item, or in its lower half
}

// boardEvents are the events reported by a board.
type boardEvents struct {
	reported []string
	used     bool // result of OnKey
}

func (e *boardEvents) note(format string, args ...any) {
	e.reported = append(e.reported, fmt.Sprintf(format, args...))
}

func (e *boardEvents) key(ev *fyne.KeyEvent, mods fyne.KeyModifier, i int) bool {
	if e.used {
		e.note("key %s %d on %d", ev.Name, mods, i)
	}
	return e.used
}

func (e *boardEvents) shortcut(s fyne.Shortcut) { e.note("shortcut %s", s.ShortcutName()) }

func (e *boardEvents) move(items []int, before int) { e.note("move %v before %d", items, before) }

// tipped are rows, cards and frames at once.
type tipped struct{ keys []string }

func (t *tipped) Len() int            { return len(t.keys) }
func (t *tipped) Key(i int) string    { return t.keys[i] }
func (t *tipped) Find(key string) int { return slices.Index(t.keys, key) }
func (t *tipped) Text(int) string     { return "a line" }

func (t *tipped) cells(i int) []Cell {
	return []Cell{{Kind: CellGrip}, {Kind: CellCheck, ID: cellBox, Tip: "box of " + t.keys[i]}, {Text: t.keys[i], Fill: true}}
}

func (t *tipped) Row(i int) Row   { return Row{Cells: t.cells(i), Tip: "item " + t.keys[i]} }
func (t *tipped) Card(i int) Card { return Card{Head: t.cells(i), Tip: "item " + t.keys[i], Shown: -1} }

func (t *tipped) Frame(i int) Frame {
	return Frame{Image: image.NewRGBA(image.Rect(0, 0, 4, 4)), Name: t.keys[i], Tip: "item " + t.keys[i]}
}

// boards returns a board of each kind, in a window under an overlay.
func boards(t *testing.T) []boardCase {
	t.Helper()
	begin(t)
	letters := func() *tipped { return &tipped{keys: []string{"a", "b", "c", "d", "e", "f", "g", "h", "i", "j"}} }

	rows, rowEvents := letters(), &boardEvents{}
	list := NewList(rows, kit.RowHeight)
	list.OnKey, list.OnShortcut, list.OnMove = rowEvents.key, rowEvents.shortcut, rowEvents.move
	list.OnMenu = func(i int, _ fyne.Position) { rowEvents.note("menu %d", i) }
	list.OnOpen = func(i int) { rowEvents.note("open %d", i) }
	list.OnCell = func(i int, _ Cell, _ fyne.Position, _ fyne.Size) { rowEvents.note("act %d", i) }

	cards, cardEvents := letters(), &boardEvents{}
	cardList := NewCardList(cards)
	cardList.OnKey, cardList.OnShortcut, cardList.OnMove = cardEvents.key, cardEvents.shortcut, cardEvents.move
	cardList.OnMenu = func(i, _ int, _ fyne.Position) { cardEvents.note("menu %d", i) }
	cardList.OnOpen = func(i, _ int) { cardEvents.note("open %d", i) }
	cardList.OnCell = func(i int, _ Cell, _ fyne.Position, _ fyne.Size) { cardEvents.note("act %d", i) }
	const card = bodyTop + prose.LineHeight + bodyPad

	frames, frameEvents := letters(), &boardEvents{}
	strip := NewStrip(frames)
	strip.MoreTip = "more"
	strip.OnKey, strip.OnShortcut, strip.OnMove = frameEvents.key, frameEvents.shortcut, frameEvents.move
	strip.OnMenu = func(i int, _ fyne.Position) { frameEvents.note("menu %d", i) }
	strip.OnOpen = func(i int) { frameEvents.note("open %d", i) }

	cases := []boardCase{
		{
			name: "list", board: list, keys: &rows.keys, on: rowEvents, mods: &list.mods, forth: fyne.KeyDown,
			item: func(i int) fyne.Position { return fyne.NewPos(kit.Inset+3, float32(i)*kit.RowHeight+5) },
			action: func(i int) fyne.Position {
				return fyne.NewPos(kit.Inset+kit.GlyphSize+kit.Gap+3, float32(i)*kit.RowHeight+5)
			},
			end: fyne.NewPos(20, 10*kit.RowHeight-2),
		},
		{
			name: "cards", board: cardList, keys: &cards.keys, on: cardEvents, mods: &cardList.mods, forth: fyne.KeyDown,
			item: func(i int) fyne.Position { return fyne.NewPos(cardMargin+kit.Inset+3, float32(i)*card+headTop+5) },
			action: func(i int) fyne.Position {
				return fyne.NewPos(cardMargin+kit.Inset+kit.GlyphSize+kit.Gap+3, float32(i)*card+headTop+5)
			},
			end: fyne.NewPos(20, 10*card-2),
		},
		{
			name: "strip", board: strip, keys: &frames.keys, on: frameEvents, mods: &strip.mods, forth: fyne.KeyRight,
			item: func(i int) fyne.Position { return fyne.NewPos(float32(i)*frameWidth+10, 20) },
			action: func(i int) fyne.Position {
				return fyne.NewPos(float32(i+1)*frameWidth-kit.Inset-kit.GlyphSize/2, moreTop+kit.CodeRowHeight/2)
			},
			end: fyne.NewPos(10*frameWidth-2, 20),
		},
	}
	for _, c := range cases {
		*c.mods = func() fyne.KeyModifier { return 0 }
	}
	return cases
}

// forBoards runs a test with a board of each kind.
func forBoards(t *testing.T, run func(t *testing.T, c boardCase, o *kit.Overlay)) {
	for i, c := range boards(t) {
		t.Run(c.name, func(t *testing.T) {
			c := boards(t)[i] // each test has its own app
			o := kit.NewOverlay(c.board)
			o.After = func(_ time.Duration, f func()) func() { f(); return func() {} }
			kittest.Show(t, o, 10*frameWidth, 900)
			c.board.Reload()
			run(t, c, o)
		})
	}
}

func secondary(at fyne.Position) (*desktop.MouseEvent, *fyne.PointEvent) {
	point := fyne.PointEvent{Position: at, AbsolutePosition: at}
	return &desktop.MouseEvent{PointEvent: point, Button: desktop.MouseButtonSecondary}, &point
}

func TestABoardReportsKeysAndShortcuts(t *testing.T) {
	forBoards(t, func(t *testing.T, c boardCase, _ *kit.Overlay) {
		c.board.SetCursor(2)
		ctrl := &desktop.CustomShortcut{KeyName: fyne.KeyK, Modifier: fyne.KeyModifierControl}
		c.board.TypedShortcut(ctrl)
		c.on.used = true
		c.board.TypedShortcut(ctrl)
		kittest.Key(c.board, fyne.KeyDelete)
		c.on.used = false
		kittest.Key(c.board, fyne.KeyReturn, desktop.KeyMenu, fyne.KeySpace)
		*c.mods = func() fyne.KeyModifier { return fyne.KeyModifierShift }
		kittest.Key(c.board, fyne.KeyF10, c.forth)
		want := []string{
			"shortcut " + ctrl.ShortcutName(), fmt.Sprintf("key K %d on 2", fyne.KeyModifierControl), "key Delete 0 on 2",
			"open 2", "menu 2", "menu 2",
		}
		if diff := cmp.Diff(want, c.on.reported); diff != "" {
			t.Errorf("reported (-want +got):\n%s", diff)
		}
		if diff := cmp.Diff([]int{2, 3}, c.board.Selected()); diff != "" {
			t.Errorf("Shift and an arrow selected (-want +got):\n%s", diff)
		}
		c.board.TypedShortcut(&fyne.ShortcutSelectAll{})
		if n := len(c.board.Selected()); n != 10 {
			t.Errorf("%d of 10 items selected", n)
		}
	})
}

func TestABoardOfNothingTakesNoKeys(t *testing.T) {
	forBoards(t, func(t *testing.T, c boardCase, o *kit.Overlay) {
		var handed []fyne.KeyName
		o.OnKey = func(ev *fyne.KeyEvent, _ fyne.KeyModifier) bool { handed = append(handed, ev.Name); return true }
		kittest.Key(c.board, fyne.KeyF5)
		*c.keys = nil
		c.board.Reload()
		kittest.Key(c.board, c.forth, fyne.KeyEnd)
		if want := []fyne.KeyName{fyne.KeyF5, c.forth, fyne.KeyEnd}; !slices.Equal(handed, want) {
			t.Errorf("the window got %v, want %v", handed, want)
		}
		if c.board.Cursor() != -1 {
			t.Errorf("the cursor is on %d of nothing", c.board.Cursor())
		}
	})
}

func TestABoardOpensMenusForWhatIsSelected(t *testing.T) {
	forBoards(t, func(t *testing.T, c boardCase, _ *kit.Overlay) {
		c.board.SetCursor(1)
		*c.mods = func() fyne.KeyModifier { return fyne.KeyModifierShift }
		kittest.Key(c.board, c.forth)
		for _, step := range []struct {
			on   int
			want []int
		}{{2, []int{1, 2}}, {4, []int{4}}} {
			press, point := secondary(c.item(step.on))
			c.board.MouseDown(press)
			c.board.MouseUp(press)
			c.board.TappedSecondary(point)
			if diff := cmp.Diff(step.want, c.board.Selected()); diff != "" {
				t.Errorf("the menu of %d is for (-want +got):\n%s", step.on, diff)
			}
		}
		if want := []string{"menu 2", "menu 4"}; !slices.Equal(c.on.reported, want) {
			t.Errorf("reported %v, want %v", c.on.reported, want)
		}
	})
}

func TestABoardActsOnlyWhereItWasPressed(t *testing.T) {
	forBoards(t, func(t *testing.T, c boardCase, _ *kit.Overlay) {
		down := &desktop.MouseEvent{Button: desktop.MouseButtonPrimary}
		down.Position = c.action(1)
		c.board.MouseDown(down)
		up := *down
		up.Position = c.action(3)
		kittest.Release(c.board, &up)
		if len(c.on.reported) != 0 {
			t.Errorf("a press let go on another item reported %v", c.on.reported)
		}
		kittest.Mouse(c.board, down.Position.X, down.Position.Y, 0)
		if len(c.on.reported) != 1 || c.board.Cursor() != 1 {
			t.Errorf("a click reported %v, with the cursor on %d", c.on.reported, c.board.Cursor())
		}
	})
}

func TestABoardShowsTips(t *testing.T) {
	forBoards(t, func(t *testing.T, c boardCase, o *kit.Overlay) {
		tip := func(at fyne.Position) string {
			kittest.Hover(c.board, at.X, at.Y)
			return o.TipText()
		}
		if got := tip(c.item(1)); got != "item b" {
			t.Errorf("the tip of an item is %q", got)
		}
		if got, want := tip(c.action(2)), map[bool]string{false: "box of c", true: "more"}[c.name == "strip"]; got != want {
			t.Errorf("the tip of its part is %q, want %q", got, want)
		}
		c.board.MouseOut()
		if o.TipText() != "" {
			t.Errorf("%q is left once the pointer is elsewhere", o.TipText())
		}
		tip(c.item(1))
		c.board.FocusLost()
		if o.TipText() != "" {
			t.Errorf("%q is left once the focus is elsewhere", o.TipText())
		}
	})
}

func TestABoardMovesItemsWhereverTheyAre(t *testing.T) {
	drag := func(c boardCase, from, to int) {
		kittest.Drag(c.board, c.item(from), c.item(from).AddXY(1, 1), c.item(to))
	}
	tests := []struct {
		name   string
		during func(c boardCase)
		to     func(c boardCase) fyne.Position
		want   []string
	}{
		{name: "one", want: []string{"move [1] before 4"}},
		{name: "to the end", to: func(c boardCase) fyne.Position { return c.end }, want: []string{"move [1] before 10"}},
		{name: "called off", during: func(c boardCase) { kittest.Key(c.board, fyne.KeyEscape) }},
		{name: "while another goes", during: func(c boardCase) {
			*c.keys = slices.Delete(*c.keys, 7, 8)
			c.board.Reload()
		}, want: []string{"move [1] before 4"}},
		{name: "while it goes", during: func(c boardCase) {
			*c.keys = slices.Delete(*c.keys, 1, 2)
			c.board.Reload()
		}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			forBoards(t, func(t *testing.T, c boardCase, _ *kit.Overlay) {
				drag(c, 1, 4)
				if tt.to != nil {
					c.board.Dragged(&fyne.DragEvent{PointEvent: fyne.PointEvent{Position: tt.to(c)}})
				}
				if tt.during != nil {
					tt.during(c)
				}
				c.board.DragEnd()
				if diff := cmp.Diff(tt.want, c.on.reported); diff != "" {
					t.Errorf("reported (-want +got):\n%s", diff)
				}
			})
		})
	}
}

func TestABoardDoesNotMoveByWhatActs(t *testing.T) {
	forBoards(t, func(t *testing.T, c boardCase, _ *kit.Overlay) {
		kittest.Drag(c.board, c.action(1), c.action(4))
		c.board.DragEnd()
		if len(c.on.reported) != 0 {
			t.Errorf("reported %v", c.on.reported)
		}
	})
}

func TestABoardKeepsItsCursor(t *testing.T) {
	forBoards(t, func(t *testing.T, c boardCase, _ *kit.Overlay) {
		c.board.SetCursor(3)
		*c.keys = append([]string{"new"}, *c.keys...)
		c.board.Reload()
		if c.board.Cursor() != 4 || !slices.Equal(c.board.Selected(), []int{4}) {
			t.Errorf("the cursor went to %d, with %v selected", c.board.Cursor(), c.board.Selected())
		}
		*c.keys = slices.Delete(*c.keys, 4, 5)
		c.board.Reload()
		if c.board.Cursor() != 4 {
			t.Errorf("once it is gone, the cursor is on %d", c.board.Cursor())
		}
	})
}

// A row is no longer highlighted after the wheel has moved it from under the pointer.
func TestAWheelLightsOneItem(t *testing.T) {
	begin(t)
	l := NewList(numbered(100), kit.RowHeight)
	kittest.Show(t, l, 300, 240)
	lit := func() int {
		hover := kit.ColorFor(kit.NewTheme(kit.Dark, nil, nil), kit.ColorHover)
		n := 0
		for _, v := range l.pool.Shown {
			for _, o := range v.Node.Objects {
				if box, ok := o.(*canvas.Rectangle); ok && box.FillColor == hover && box.Size().Width == 300 {
					n++
				}
			}
		}
		return n
	}
	kittest.Hover(l, 200, 5*kit.RowHeight+3)
	if n := lit(); n != 1 {
		t.Fatalf("%d rows are lit under the pointer", n)
	}
	at := fyne.PointEvent{Position: fyne.NewPos(200, 5*kit.RowHeight+3)}
	l.Scrolled(&fyne.ScrollEvent{PointEvent: at, Scrolled: fyne.NewDelta(0, -2*kit.RowHeight)})
	if n := lit(); n != 1 || l.hover.i != 7 {
		t.Errorf("%d rows are lit, the last of them %d", n, l.hover.i)
	}
}
