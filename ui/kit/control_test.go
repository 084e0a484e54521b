package kit

import (
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"
	"github.com/google/go-cmp/cmp"

	"dossier/ui/kit/kittest"
)

func TestControlsArePressedByMouseAndKeyboard(t *testing.T) {
	type pressable interface {
		fyne.Widget
		fyne.Tappable
		fyne.Focusable
		DisableFor(string)
		Enable()
	}
	n := 0
	count := func() { n++ }
	tests := []struct {
		name string
		make func() pressable
	}{
		{"button", func() pressable { return NewButton("Copy", count) }},
		{"primary button", func() pressable { return NewPrimaryButton("Copy", count) }},
		{"glyph button", func() pressable { return NewGlyphButton(GlyphUndo, "Undo", count) }},
		{"toggle", func() pressable { return NewToggle("Focus", false, func(bool) { count() }) }},
		{"check", func() pressable { return NewCheck("Ignored", func(CheckState) { count() }) }},
		{"link", func() pressable { return NewLink("2 secrets", count) }},
		{"budget bar", func() pressable { return NewBudgetBar(count) }},
		{"choice", func() pressable { return NewChoice([]string{"a", "b"}, func(int) { count() }) }},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			begin(t)
			w := tt.make()
			kittest.Show(t, w, 200, 28)
			last := fyne.NewPos(45, 5) // the inactive option of a choice
			for name, press := range map[string]func(){
				"click": func() { test.TapAt(w, last) },
				"space": func() { kittest.Key(w, fyne.KeySpace) },
				"enter": func() { kittest.Key(w, fyne.KeyReturn) },
			} {
				if c, ok := w.(*Choice); ok {
					c.Choose(0)
				}
				n = 0
				press()
				if n != 1 {
					t.Errorf("%s: pressed %d times, want once", name, n)
				}
				n = 0
				w.DisableFor("not now")
				press()
				if n != 0 {
					t.Errorf("%s: pressed while disabled", name)
				}
				w.Enable()
			}
		})
	}
}

func TestClickLeavesTheFocus(t *testing.T) {
	begin(t)
	l, b := NewCheck("Ignored", nil), NewButton("Copy", nil)
	w := kittest.Show(t, container.NewBorder(b, nil, nil, nil, l), 300, 200)
	w.Canvas().Focus(l)
	b.Tapped(&fyne.PointEvent{})
	if w.Canvas().Focused() != l {
		t.Error("a click on a button took the focus")
	}
}

func TestFocusIsVisible(t *testing.T) {
	tests := []struct {
		name string
		make func() fyne.Focusable
	}{
		{"button", func() fyne.Focusable { return NewButton("Copy", nil) }},
		{"primary button", func() fyne.Focusable { return NewPrimaryButton("Copy", nil) }},
		{"quiet button", func() fyne.Focusable { return NewGlyphButton(GlyphUndo, "Undo", nil) }},
		{"check", func() fyne.Focusable { return NewCheck("Ignored", nil) }},
		{"choice", func() fyne.Focusable { return NewChoice([]string{"a", "b"}, nil) }},
		{"rail", func() fyne.Focusable { return railOf(nil, "a", "b") }},
		{"link", func() fyne.Focusable { return NewLink("more", func() {}) }},
		{"budget bar", func() fyne.Focusable { return NewBudgetBar(func() {}) }},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			begin(t)
			kittest.FocusIsVisible(t, tt.make())
		})
	}
}

func TestDisabledControlsAreSkippedByTheKeyboard(t *testing.T) {
	begin(t)
	a, b, c := NewButton("a", nil), NewLabel("silent", Body), NewButton("c", nil)
	off := NewButton("off", nil)
	off.DisableFor("not now")
	figure := NewFigure(60, "tokens of the document")
	w := kittest.Show(t, container.NewVBox(a, b, off, figure, c), 200, 200)
	want := []fyne.Focusable{a, figure, c, a}
	for i, f := range want {
		test.FocusNext(w.Canvas())
		if w.Canvas().Focused() != f {
			t.Fatalf("step %d: focus on %v, want %v", i, w.Canvas().Focused(), f)
		}
	}
}

func TestButtonKeepsRoom(t *testing.T) {
	begin(t)
	b := NewButton("Copy", nil)
	narrow := b.MinSize().Width
	b.SetMinWidth(160)
	if got := b.MinSize(); got != fyne.NewSize(160, ControlHeight) {
		t.Errorf("least size %v, want 160 by 28", got)
	}
	b.SetMinWidth(0)
	b.SetText("Copy the whole document")
	if b.MinSize().Width <= narrow {
		t.Error("a longer text is not wider")
	}
}

func TestMenuButtonOpensItsMenu(t *testing.T) {
	for _, k := range []fyne.KeyName{fyne.KeySpace, fyne.KeyReturn, fyne.KeyDown} {
		t.Run(string(k), func(t *testing.T) {
			begin(t)
			asked := 0
			b := NewMenuButton("preset", func() []MenuItem { asked++; return []MenuItem{{Text: "one"}} })
			w := kittest.Show(t, b, 200, 100)
			if asked != 0 {
				t.Error("the items were asked for before the menu opened")
			}
			kittest.Key(b, k)
			if _, ok := w.Canvas().Overlays().Top().(*Menu); !ok || asked != 1 {
				t.Errorf("no menu, or its items asked for %d times", asked)
			}
		})
	}
}

func TestCheckStates(t *testing.T) {
	tests := []struct{ from, to CheckState }{{Off, On}, {On, Off}, {Mixed, On}}
	for _, tt := range tests {
		if got := tt.from.Next(); got != tt.to {
			t.Errorf("after %v comes %v, want %v", tt.from, got, tt.to)
		}
	}
}

func TestChoiceKeys(t *testing.T) {
	begin(t)
	var got []int
	c := NewChoice([]string{"Global", "Project", "Both"}, func(i int) { got = append(got, i) })
	kittest.Show(t, c, 300, 28)
	kittest.Key(c, fyne.KeyLeft, fyne.KeyRight, fyne.KeyRight, fyne.KeyRight, fyne.KeySpace, fyne.KeyUp)
	if want := []int{1, 2, 0}; !slices.Equal(got, want) {
		t.Errorf("chosen %v, want %v", got, want)
	}
	c.Choose(7)
	if c.Chosen() != 0 {
		t.Errorf("an option that is none was chosen: %d", c.Chosen())
	}
}

func TestPanesShares(t *testing.T) {
	three := []Pane{{Width: 280, Min: 200, Max: 480}, {Stretch: true, Min: 300}, {Width: 420, Min: 360}}
	tests := []struct {
		name   string
		total  float32
		hidden []bool
		want   []float32
	}{
		{"the stretching pane takes the rest", 1282, nil, []float32{280, 580, 420}},
		{"it gives way first", 1002, nil, []float32{280, 300, 420}},
		{"then the others down to their least", 932, nil, []float32{210, 300, 420}},
		{"from left to right", 882, nil, []float32{200, 300, 380}},
		{"then all in proportion to their least widths", 702, nil, []float32{162, 244, 294}},
		{"however narrow", 352, nil, []float32{81, 122, 147}},
		{"a hidden pane takes nothing", 1001, []bool{false, false, true}, []float32{280, 720, 0}},
		{"without a stretching pane the last takes the rest", 1001, []bool{false, true, false}, []float32{280, 0, 720}},
		{"one pane has it all", 500, []bool{true, true, false}, []float32{0, 0, 500}},
		{"none", 500, []bool{true, true, true}, []float32{0, 0, 0}},
		{"no room", 0, nil, []float32{0, 0, 0}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			begin(t)
			panes := slices.Clone(three)
			for i := range panes {
				panes[i].Content = NewEmpty("", "", nil)
			}
			p := NewPanes(panes...)
			copy(p.hidden, tt.hidden)
			if diff := cmp.Diff(tt.want, p.shares(tt.total)); diff != "" {
				t.Errorf("wrong widths (-want +got):\n%s", diff)
			}
		})
	}
}

func TestPanesDividers(t *testing.T) {
	begin(t)
	changed := 0
	contents := []*canvas.Rectangle{{}, {}, {}}
	p := NewPanes(
		Pane{Content: contents[0], Width: 280, Min: 200, Max: 480},
		Pane{Content: contents[1], Stretch: true, Min: 300},
		Pane{Content: contents[2], Width: 420, Min: 360},
	)
	p.OnChanged = func() { changed++ }
	kittest.Show(t, p, 1282, 400)
	drag := func(divider int, by float32) {
		p.grips[divider].Dragged(&fyne.DragEvent{Dragged: fyne.NewDelta(by, 0)})
		p.grips[divider].DragEnd()
	}
	steps := []struct {
		name        string
		do          func()
		left, right float32
	}{
		{"a drag", func() { drag(0, 50) }, 330, 420},
		{"not wider than the most", func() { drag(0, 900) }, 480, 420},
		{"not narrower than the least", func() { drag(0, -900) }, 200, 420},
		{"a double click resets", func() { p.grips[0].DoubleTapped(nil) }, 280, 420},
		{"the right divider", func() { drag(1, -80) }, 280, 500},
		{"the middle keeps its least", func() { drag(1, -900) }, 280, 700},
		{"arrows", func() { kittest.Key(p.grips[1], fyne.KeyRight) }, 280, 700 - nudge},
		{"home resets", func() { kittest.Key(p.grips[1], fyne.KeyHome) }, 280, 420},
		{"a caller sets them", func() { p.SetWidths([]float32{9999, 0, 500, 77}) }, 480, 500},
	}
	for _, s := range steps {
		t.Run(s.name, func(t *testing.T) {
			s.do()
			if l, r := contents[0].Size().Width, contents[2].Size().Width; l != s.left || r != s.right {
				t.Errorf("panes of %v and %v, want %v and %v", l, r, s.left, s.right)
			}
			if w := p.Widths(); w[0] != s.left || w[2] != s.right {
				t.Errorf("kept %v, want %v and %v", w, s.left, s.right)
			}
		})
	}
	if changed != 8 {
		t.Errorf("reported %d times of a person's change, want 8", changed)
	}
	if m := p.MinSize(); m.Width > 100 {
		t.Errorf("least width %v keeps the window wide", m.Width)
	}
	p.SetHidden(2, true)
	if contents[1].Size().Width != 1282-480-1 {
		t.Errorf("the middle is %v wide beside a hidden pane", contents[1].Size().Width)
	}
	if p.grips[0].Cursor() != desktop.HResizeCursor {
		t.Error("the pointer does not show that a divider moves")
	}
}

func TestBudgetBar(t *testing.T) {
	tests := []struct {
		name  string
		parts []Part
		limit int64
		over  bool
	}{
		{name: "nothing", limit: 100},
		{name: "within the limit", parts: []Part{{Amount: 40}, {Amount: 60}}, limit: 100},
		{name: "over the limit", parts: []Part{{Amount: 40}, {Amount: 61}}, limit: 100, over: true},
		{name: "no limit", parts: []Part{{Amount: 1 << 62}}},
		{name: "a negative part counts as nothing", parts: []Part{{Amount: -50}, {Amount: 101}}, limit: 100, over: true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			begin(t)
			b := NewBudgetBar(nil)
			w := kittest.Show(t, b, 160, 24)
			b.Set(tt.parts, tt.limit, 0, "")
			if b.Over() != tt.over {
				t.Errorf("over: %t, want %t", b.Over(), tt.over)
			}
			for _, o := range test.WidgetRenderer(b).Objects() {
				if end := o.Position().X + o.Size().Width; end > 161 {
					t.Errorf("an object ends at %v of 160", end)
				}
			}
			b.Set([]Part{{Amount: 1}}, 100, 0, "")
			plain := test.RenderToMarkup(w.Canvas())
			b.Set([]Part{{Amount: 1}}, 100, 50, "")
			if test.RenderToMarkup(w.Canvas()) == plain {
				t.Error("the mark is not shown")
			}
		})
	}
}

func TestLabelShortensAndKeepsRoom(t *testing.T) {
	begin(t)
	l := NewFigure(80, "tokens")
	if l.Text() != Pending || l.MinSize().Width != 80 {
		t.Errorf("a figure starts as %q, %v wide", l.Text(), l.MinSize().Width)
	}
	kittest.Show(t, l, 80, 24)
	l.SetText(Count(123456789012))
	if got := kittest.Texts(l); got[len(got)-1] != "…" && !slices.ContainsFunc(got, func(s string) bool { return len(s) > 0 && []rune(s)[len([]rune(s))-1] == '…' }) {
		t.Errorf("a number that does not fit is written as %q", got)
	}
	if l.MinSize().Width != 80 {
		t.Error("a longer number moved what is beside it")
	}
}

func TestAPathIsShortenedInItsMiddle(t *testing.T) {
	begin(t)
	const path = "internal/server/handlers/authentication/session.go"
	l := NewPath(path)
	kittest.Show(t, l, 200, 24)
	got := kittest.Texts(l)
	if len(got) != 1 || !strings.HasPrefix(got[0], "internal/") || !strings.HasSuffix(got[0], "session.go") || !strings.Contains(got[0], Ellipsis) {
		t.Errorf("written as %q", got)
	}
	if l.tip != path || l.MinSize().Width > 100 {
		t.Errorf("the tooltip is %q, the least width %v", l.tip, l.MinSize().Width)
	}
}

func TestACheckOfAPathIsShortenedInItsMiddle(t *testing.T) {
	begin(t)
	const text = "Read /srv/projects/internal/server/handlers/authentication/session.go"
	c := NewPathCheck(text, nil)
	kittest.Show(t, c, 240, 28)
	got := kittest.Texts(c)
	if len(got) != 1 || !strings.HasPrefix(got[0], "Read /srv") || !strings.HasSuffix(got[0], "session.go") || !strings.Contains(got[0], Ellipsis) {
		t.Errorf("written as %q", got)
	}
	if c.tip != text || c.MinSize().Width > 100 {
		t.Errorf("the tooltip is %q, the least width %v", c.tip, c.MinSize().Width)
	}
}

func TestAPaneThatStretchesForAWhileKeepsItsWidth(t *testing.T) {
	begin(t)
	p := NewPanes(
		Pane{Content: NewEmpty("", "", nil), Width: 280, Min: 200, Max: 480},
		Pane{Content: NewEmpty("", "", nil), Width: 520, Min: 300},
		Pane{Content: NewEmpty("", "", nil), Stretch: true, Min: 360},
	)
	kittest.Show(t, p, 1282, 400)
	p.SetHidden(2, true)
	p.SetStretch(1, true)
	p.grips[0].Dragged(&fyne.DragEvent{Dragged: fyne.NewDelta(20, 0)})
	if got := p.shares(1281); got[0] != 300 || got[1] != 980 {
		t.Errorf("stretched, the panes are %v wide", got)
	}
	p.SetStretch(1, false)
	p.SetHidden(2, false)
	if got := p.shares(1282); got[0] != 300 || got[1] != 520 || got[2] != 460 {
		t.Errorf("afterwards the panes are %v wide", got)
	}
}

func TestProgressAndEmptyRenderToMarkup(t *testing.T) {
	begin(t)
	p := NewProgress(nil)
	p.Set("Scanning", Count(3204)+" files", 0.5, "Cancel")
	e := NewEmpty("Snapshots keep every dossier that was written.", "Write the first one", nil)
	w := kittest.Show(t, container.NewBorder(NewStatusBar(p, EdgeTop), nil, nil, nil, e), 300, 160)
	test.AssertRendersToMarkup(t, "progress_empty.xml", w.Canvas())
}

func TestControlsRenderToMarkup(t *testing.T) {
	begin(t)
	check := NewCheck("Ignored", nil)
	check.SetState(Mixed)
	off := NewButton("Write", nil)
	off.DisableFor("not now")
	box := container.NewHBox(NewPrimaryButton("Copy", nil), off, NewToggle("Focus", true, nil), NewGlyphButton(GlyphClose, "Close", nil), check, NewChoice([]string{"Global", "Project"}, nil))
	w := kittest.Show(t, box, 480, 28)
	test.AssertRendersToMarkup(t, "controls.xml", w.Canvas())
}

// Fyne destroys the renderer of a widget that was invisible for a minute, and does not lay out
// the new one.
func TestAWidgetThatWasForgottenIsDrawnAgain(t *testing.T) {
	test.NewTempApp(t)
	tests := map[string]fyne.Widget{
		"button":  NewButton("Prune", nil),
		"check":   NewCheck("with notes", nil),
		"choice":  NewChoice([]string{"All", "Copied"}, nil),
		"label":   NewLabel("14 files", Body),
		"rail":    railOf(nil, "Files", "Beads"),
		"surface": NewSurface(NewLabel("14 files", Body), ColorPanel, EdgeBottom, Inset, 0),
		"empty":   NewEmpty("Nothing is kept yet.", "Write", func() {}),
	}
	for name, widget := range tests {
		w := test.NewWindow(widget)
		w.Resize(fyne.NewSize(300, 200))
		before := len(test.WidgetRenderer(widget).Objects())
		if again := len(widget.CreateRenderer().Objects()); before == 0 || again != before {
			t.Errorf("%s: %d objects became %d", name, before, again)
		}
		w.Close()
	}
}

// Keyboards without a menu key have Shift+F10.
func TestMenuKey(t *testing.T) {
	tests := []struct {
		key  fyne.KeyName
		mods fyne.KeyModifier
		want fyne.KeyName
	}{
		{fyne.KeyF10, fyne.KeyModifierShift, desktop.KeyMenu},
		{fyne.KeyF10, 0, fyne.KeyF10},
		{fyne.KeyF10, fyne.KeyModifierShift | fyne.KeyModifierControl, fyne.KeyF10},
		{fyne.KeyF9, fyne.KeyModifierShift, fyne.KeyF9},
		{desktop.KeyMenu, 0, desktop.KeyMenu},
	}
	for _, tt := range tests {
		if got := MenuKey(&fyne.KeyEvent{Name: tt.key}, tt.mods).Name; got != tt.want {
			t.Errorf("%s with %d is %s, want %s", tt.key, tt.mods, got, tt.want)
		}
	}
}
