package kit

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"dossier/ui/kit/kittest"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"
	"pgregory.net/rapid"
)

func TestMenuKeys(t *testing.T) {
	up, down, enter := fyne.KeyUp, fyne.KeyDown, fyne.KeyReturn
	tests := []struct {
		name  string
		keys  []fyne.KeyName
		typed string
		want  string // the chosen item
		open  bool
	}{
		{name: "it starts on the item that is checked", keys: []fyne.KeyName{enter}, want: "skeleton"},
		{name: "down goes over what cannot be chosen", keys: []fyne.KeyName{down, enter}, want: "summary"},
		{name: "up", keys: []fyne.KeyName{up, enter}, want: "full"},
		{name: "up stops at the first", keys: []fyne.KeyName{up, up, up, enter}, want: "full"},
		{name: "down stops at the last", keys: []fyne.KeyName{down, down, down, down, enter}, want: "none"},
		{name: "home", keys: []fyne.KeyName{fyne.KeyHome, enter}, want: "full"},
		{name: "end", keys: []fyne.KeyName{fyne.KeyEnd, fyne.KeySpace}, want: "none"},
		{name: "escape closes", keys: []fyne.KeyName{fyne.KeyEscape}},
		{name: "tab closes", keys: []fyne.KeyName{fyne.KeyTab}},
		{name: "other keys do nothing", keys: []fyne.KeyName{fyne.KeyDelete}, open: true},
		{name: "typing jumps", typed: "n", keys: []fyne.KeyName{enter}, want: "none"},
		{name: "typing more letters", typed: "su", keys: []fyne.KeyName{enter}, want: "summary"},
		{name: "typing does not jump to what cannot be chosen", typed: "o", keys: []fyne.KeyName{enter}, want: "skeleton"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			begin(t)
			w := kittest.Show(t, canvas.NewRectangle(nil), 600, 400)
			chosen := ""
			choose := func(s string) func() { return func() { chosen = s } }
			m := ShowMenu(w.Canvas(), fyne.NewPos(50, 50), fyne.NewSize(90, 20), []MenuItem{
				{Text: "Mode", Heading: true},
				{Text: "full", Action: choose("full")},
				{Text: "skeleton", Checked: true, Action: choose("skeleton")},
				{Text: "outline", Reason: "not for this language", Action: choose("outline")},
				{Separator: true},
				{Text: "summary", Action: choose("summary")},
				{Text: "none", Action: choose("none")},
			})
			m.panel.now = func() time.Time { return time.Time{}.Add(time.Hour) }
			if w.Canvas().Focused() != m {
				t.Fatal("the menu has not the focus")
			}
			for _, r := range tt.typed {
				m.TypedRune(r)
			}
			kittest.Key(m, tt.keys...)
			if chosen != tt.want {
				t.Errorf("%q was chosen, want %q", chosen, tt.want)
			}
			if open := w.Canvas().Overlays().Top() != nil; open != tt.open {
				t.Errorf("the menu is open: %t, want %t", open, tt.open)
			}
		})
	}
}

func TestMenuClicks(t *testing.T) {
	items := func(chosen *string) []MenuItem {
		return []MenuItem{
			{Text: "one", Action: func() { *chosen = "one" }},
			{Text: "two", Reason: "not now", Action: func() { *chosen = "two" }},
			{Text: "three", Action: func() { *chosen = "three" }},
		}
	}
	tests := []struct {
		name string
		y    float32 // within the panel
		want string
		open bool
	}{
		{name: "a row", y: Gap + 5, want: "one"},
		{name: "a row below one with a reason", y: Gap + 2*RowHeight + reasonSize + 5, want: "three"},
		{name: "a disabled row stays open", y: Gap + RowHeight + 5, open: true},
		{name: "the edge stays open", y: 1, open: true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			begin(t)
			w := kittest.Show(t, canvas.NewRectangle(nil), 600, 400)
			chosen := ""
			m := ShowMenu(w.Canvas(), fyne.NewPos(50, 50), fyne.NewSize(90, 20), items(&chosen))
			test.TapAt(m.panel, fyne.NewPos(30, tt.y))
			if chosen != tt.want {
				t.Errorf("%q was chosen, want %q", chosen, tt.want)
			}
			if open := w.Canvas().Overlays().Top() != nil; open != tt.open {
				t.Errorf("the menu is open: %t, want %t", open, tt.open)
			}
		})
	}
	t.Run("a click beside it closes", func(t *testing.T) {
		begin(t)
		w := kittest.Show(t, canvas.NewRectangle(nil), 600, 400)
		chosen, closed := "", 0
		m := ShowMenu(w.Canvas(), fyne.NewPos(50, 50), fyne.NewSize(90, 20), items(&chosen))
		m.OnClosed = func() { closed++ }
		test.TapCanvas(w.Canvas(), fyne.NewPos(500, 300))
		m.Close()
		if chosen != "" || closed != 1 || w.Canvas().Overlays().Top() != nil {
			t.Errorf("chosen %q, closed %d times", chosen, closed)
		}
	})
}

func TestMenuGivesTheFocusBack(t *testing.T) {
	begin(t)
	l := NewCheck("Ignored", nil)
	w := kittest.Show(t, l, 400, 200)
	w.Canvas().Focus(l)
	m := ShowMenuAt(w.Canvas(), fyne.NewPos(50, 50), []MenuItem{{Text: "one"}})
	m.Close()
	if w.Canvas().Focused() != l {
		t.Error("the check lost the focus to a menu that is closed")
	}
}

func TestMenuWithoutItemsIsNotShown(t *testing.T) {
	begin(t)
	w := kittest.Show(t, canvas.NewRectangle(nil), 600, 400)
	if m := ShowMenuAt(w.Canvas(), fyne.NewPos(50, 50), nil); m != nil || w.Canvas().Overlays().Top() != nil {
		t.Error("an empty menu is shown")
	}
}

func TestMenuStaysInTheWindow(t *testing.T) {
	begin(t)
	for _, n := range []int{1, 8, 200} {
		for _, at := range []fyne.Position{{X: 0, Y: 0}, {X: 590, Y: 390}, {X: 590, Y: 0}, {X: 300, Y: 200}} {
			t.Run(fmt.Sprint(n, " items at ", at), func(t *testing.T) {
				w := kittest.Show(t, canvas.NewRectangle(nil), 600, 400)
				var items []MenuItem
				for i := range n {
					items = append(items, MenuItem{Text: fmt.Sprint("item ", i), Detail: "Ctrl+X"})
				}
				m := ShowMenuAt(w.Canvas(), at, items)
				p, s := m.panel.Position(), m.panel.Size()
				if p.X < 0 || p.Y < 0 || p.X+s.Width > 600 || p.Y+s.Height > 400 {
					t.Errorf("the menu is at %v, %v large, in a window of 600 by 400", p, s)
				}
				kittest.Key(m, fyne.KeyEnd)
				if y := m.panel.top(n-1) - m.panel.offset; y < 0 || y+RowHeight > s.Height {
					t.Errorf("the last item is out of view at %v of %v", y, s.Height)
				}
				m.Close()
			})
		}
	}
}

func TestPlace(t *testing.T) {
	window := fyne.NewSize(600, 400)
	tests := []struct {
		name    string
		at      fyne.Position
		of, box fyne.Size
		want    fyne.Position
	}{
		{"below", fyne.NewPos(50, 50), fyne.NewSize(90, 20), fyne.NewSize(100, 100), fyne.NewPos(50, 74)},
		{"above when there is no room below", fyne.NewPos(50, 350), fyne.NewSize(90, 20), fyne.NewSize(100, 100), fyne.NewPos(50, 246)},
		{"moved to the left at the right edge", fyne.NewPos(580, 50), fyne.NewSize(20, 20), fyne.NewSize(100, 100), fyne.NewPos(496, 74)},
		{"up when there is room neither below nor above", fyne.NewPos(50, 190), fyne.NewSize(90, 20), fyne.NewSize(100, 300), fyne.NewPos(50, 96)},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := place(tt.at, tt.of, tt.box, window); got != tt.want {
				t.Errorf("at %v, want %v", got, tt.want)
			}
		})
	}
}

func TestPlaceStaysInside(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := func(name string, limit int) float32 { return float32(rapid.IntRange(0, limit).Draw(t, name)) }
		window := fyne.NewSize(200+f("width", 800), 200+f("height", 800))
		box := fyne.NewSize(f("box width", 190), f("box height", 190))
		p := place(fyne.NewPos(f("x", 1200), f("y", 1200)), fyne.NewSize(f("of width", 200), f("of height", 50)), box, window)
		if p.X < 0 || p.Y < 0 || p.X+box.Width > window.Width || p.Y+box.Height > window.Height {
			t.Fatalf("a box of %v at %v is not within %v", box, p, window)
		}
	})
}

func TestMenuRendersToMarkup(t *testing.T) {
	begin(t)
	w := kittest.Show(t, canvas.NewRectangle(nil), 300, 200)
	showMenuItems := []MenuItem{
		{Text: "full", Checked: true, Detail: Count(8120)},
		{Text: "outline", Reason: "Markdown has no outline yet"},
		{Separator: true},
		{Heading: true, Text: "More"},
	}
	ShowMenu(w.Canvas(), fyne.NewPos(40, 20), fyne.NewSize(92, 20), showMenuItems)
	test.AssertRendersToMarkup(t, "menu.xml", w.Canvas())
}

// Without it, only a row that is cut off would show that a menu continues.
func TestAMenuThatContinuesShowsIt(t *testing.T) {
	begin(t)
	w := kittest.Show(t, canvas.NewRectangle(nil), 600, 400)
	var items []MenuItem
	for i := range 60 {
		items = append(items, MenuItem{Text: fmt.Sprint("item ", i)})
	}
	m := ShowMenuAt(w.Canvas(), fyne.NewPos(10, 10), items)
	p := m.panel
	inside := func() {
		t.Helper()
		from, to := p.room()
		for _, o := range test.WidgetRenderer(p).Objects() {
			if text, ok := o.(*canvas.Text); ok && (text.Position().Y < from || text.Position().Y+text.Size().Height > to) {
				t.Errorf("%q lies under an arrow", text.Text)
			}
		}
	}
	cursorIn := func() {
		t.Helper()
		from, to := p.room()
		if top := p.top(p.cursor) - p.offset; top < from || top+RowHeight > to {
			t.Errorf("the cursor lies under an arrow, at %v of [%v, %v)", top, from, to)
		}
	}
	wants := func(above, below bool) {
		t.Helper()
		if p.above() != above || p.below() != below {
			t.Errorf("arrows above %t, below %t", p.above(), p.below())
		}
		inside()
	}
	wants(false, true)
	for range 30 {
		kittest.Key(m, fyne.KeyDown)
		inside()
		cursorIn()
	}
	wants(true, true)
	kittest.Key(m, fyne.KeyEnd)
	wants(true, false)
	cursorIn()
	kittest.Key(m, fyne.KeyHome)
	wants(false, true)
	cursorIn()

	test.TapAt(p, fyne.NewPos(30, p.Size().Height-2))
	wants(true, true)
	if p.rowAt(2) >= 0 || p.rowAt(p.Size().Height-2) >= 0 {
		t.Error("an arrow is taken for a row")
	}
	test.TapAt(p, fyne.NewPos(30, 2))
	wants(false, true)
	m.Close()

	short := ShowMenuAt(w.Canvas(), fyne.NewPos(10, 10), items[:3])
	if short.panel.above() || short.panel.below() {
		t.Error("a menu that is whole has arrows")
	}
}

func TestAMenuIsUsedWithTheMouse(t *testing.T) {
	rows := func(n int) []MenuItem {
		items := []MenuItem{{Text: "off", Reason: "not now"}}
		for i := range n {
			items = append(items, MenuItem{Text: fmt.Sprint("item ", i), Detail: "1"})
		}
		return items
	}
	first := Gap + RowHeight + reasonSize // top of the first row that can be chosen
	tests := []struct {
		name   string
		rows   int
		do     func(m *Menu)
		cursor int
		offset float32
		closed bool
	}{
		{name: "it starts on the first that can be chosen", rows: 3, do: func(*Menu) {}, cursor: 1},
		{name: "the cursor follows the pointer", rows: 3, do: func(m *Menu) { kittest.Hover(m.panel, 20, first+2*RowHeight+5) }, cursor: 3},
		{name: "and comes in with it", rows: 3, do: func(m *Menu) {
			ev := &desktop.MouseEvent{}
			ev.Position = fyne.NewPos(20, first+RowHeight+5)
			m.panel.MouseIn(ev)
		}, cursor: 2},
		{name: "not to a row that cannot be chosen", rows: 3, do: func(m *Menu) { kittest.Hover(m.panel, 20, Gap+5) }, cursor: 1},
		{name: "nor to none", rows: 3, do: func(m *Menu) { kittest.Hover(m.panel, 20, 1) }, cursor: 1},
		{name: "it stays when the pointer leaves", rows: 3, do: func(m *Menu) {
			kittest.Hover(m.panel, 20, first+2*RowHeight+5)
			m.panel.MouseOut()
		}, cursor: 3},
		{name: "the wheel scrolls and moves no cursor", rows: 60, do: func(m *Menu) { m.panel.Scrolled(&fyne.ScrollEvent{Scrolled: fyne.NewDelta(0, -50)}) }, cursor: 1, offset: 50},
		{name: "not beyond the top", rows: 60, do: func(m *Menu) { m.panel.Scrolled(&fyne.ScrollEvent{Scrolled: fyne.NewDelta(0, 50)}) }, cursor: 1},
		{name: "not where all is in view", rows: 3, do: func(m *Menu) { m.panel.Scrolled(&fyne.ScrollEvent{Scrolled: fyne.NewDelta(0, -50)}) }, cursor: 1},
		{name: "a secondary click beside it closes", rows: 3, do: func(m *Menu) { m.TappedSecondary(nil) }, cursor: 1, closed: true},
		{name: "one on it does not", rows: 3, do: func(m *Menu) { m.panel.TappedSecondary(nil) }, cursor: 1},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			begin(t)
			w := kittest.Show(t, canvas.NewRectangle(nil), 600, 400)
			m := ShowMenuAt(w.Canvas(), fyne.NewPos(50, 50), rows(tt.rows))
			tt.do(m)
			if m.panel.cursor != tt.cursor || m.panel.offset != tt.offset {
				t.Errorf("the cursor is on row %d, %v scrolled past; want %d and %v", m.panel.cursor, m.panel.offset, tt.cursor, tt.offset)
			}
			if closed := w.Canvas().Overlays().Top() == nil; closed != tt.closed {
				t.Errorf("closed: %t, want %t", closed, tt.closed)
			}
		})
	}
}

// The cost of a choice is known only after the menu was opened.
func TestADetailOfAnOpenMenuIsChanged(t *testing.T) {
	begin(t)
	w := kittest.Show(t, canvas.NewRectangle(nil), 600, 400)
	m := ShowMenuAt(w.Canvas(), fyne.NewPos(50, 50), []MenuItem{{Text: "full", Detail: Pending}, {Text: "outline", Detail: Pending}})
	m.SetDetail(1, "120")
	if m.Detail(0) != Pending || m.Detail(1) != "120" || !slices.Contains(kittest.Texts(m), "120") {
		t.Errorf("the details are %q and %q, and it shows %q", m.Detail(0), m.Detail(1), kittest.Texts(m))
	}
}
