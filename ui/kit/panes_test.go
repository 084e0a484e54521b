package kit

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"

	"dossier/ui/kit/kittest"
)

// dividers are those between panes and above a drawer.
func dividers() map[string]*divider {
	panes := NewPanes(Pane{Content: block(1, 1), Width: 80}, Pane{Content: block(1, 1), Stretch: true})
	return map[string]*divider{"panes": panes.grips[0], "drawer": NewDrawer(block(1, 1), block(1, 1)).grip}
}

func TestADividerLightsUnderThePointer(t *testing.T) {
	begin(t)
	for name, g := range dividers() {
		t.Run(name, func(t *testing.T) {
			w := kittest.Show(t, g, 60, 60)
			before := test.RenderToMarkup(w.Canvas())
			g.MouseIn(nil)
			over := test.RenderToMarkup(w.Canvas())
			if over == before {
				t.Error("nothing shows that it can be taken")
			}
			kittest.Hover(g, 1, 1)
			if test.RenderToMarkup(w.Canvas()) != over {
				t.Error("it looks otherwise when the pointer moves on it")
			}
			g.MouseOut()
			if test.RenderToMarkup(w.Canvas()) != before {
				t.Error("the pointer left a trace")
			}
		})
	}
}

func TestADividerShowsTheFocus(t *testing.T) {
	begin(t)
	for name, g := range dividers() {
		t.Run(name, func(t *testing.T) { kittest.FocusIsVisible(t, g) })
	}
}

func TestADividerMovesAlongOneSide(t *testing.T) {
	begin(t)
	want := map[string]desktop.Cursor{"panes": desktop.HResizeCursor, "drawer": desktop.VResizeCursor}
	for name, g := range dividers() {
		if g.Cursor() != want[name] {
			t.Errorf("%s: the pointer is %v", name, g.Cursor())
		}
	}
}

func TestADrawerIsMovedWithTheKeyboard(t *testing.T) {
	begin(t)
	d := NewDrawer(block(1, 1), block(1, 1))
	o, _, _ := staged(t, d)
	var handed []fyne.KeyName
	o.OnKey = func(ev *fyne.KeyEvent, _ fyne.KeyModifier) bool { handed = append(handed, ev.Name); return true }
	d.SetOpen(true)
	half := d.over.Size().Height
	steps := []struct {
		key  fyne.KeyName
		want float32 // of the part above the drawer
	}{
		{fyne.KeyUp, half - nudge},
		{fyne.KeyUp, half - 2*nudge},
		{fyne.KeyDown, half - nudge},
		{fyne.KeyEscape, half - nudge},
		{fyne.KeyHome, half},
	}
	for _, s := range steps {
		kittest.Key(d.grip, s.key)
		if got := d.over.Size().Height; got != s.want {
			t.Errorf("after %s it is %v high, want %v", s.key, got, s.want)
		}
	}
	if len(handed) != 1 || handed[0] != fyne.KeyEscape || !d.Open() {
		t.Errorf("the window got %v; the drawer is open: %t", handed, d.Open())
	}
}

// A divider between panes that do not stretch takes from one and gives to the other.
func TestADividerBetweenTwoPanes(t *testing.T) {
	tests := []struct {
		name        string
		panes       [2]Pane
		by          float32
		left, right float32
	}{
		{name: "both of a width", panes: [2]Pane{{Width: 200, Min: 100}, {Width: 200, Min: 100}}, by: 50, left: 250, right: 150},
		{name: "no narrower than the right one may be", panes: [2]Pane{{Width: 200, Min: 100}, {Width: 200, Min: 100}}, by: 900, left: 300, right: 100},
		{name: "no narrower than the left one may be", panes: [2]Pane{{Width: 200, Min: 100}, {Width: 200, Min: 100}}, by: -900, left: 100, right: 300},
		{name: "of two that stretch none", panes: [2]Pane{{Stretch: true, Min: 100}, {Stretch: true, Min: 100}}, by: 50, left: 200, right: 200},
		{name: "beside one that stretches", panes: [2]Pane{{Stretch: true, Min: 100}, {Width: 200, Min: 100}}, by: 50, left: 250, right: 150},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			begin(t)
			left, right := block(1, 1), block(1, 1)
			tt.panes[0].Content, tt.panes[1].Content = left, right
			p := NewPanes(tt.panes[0], tt.panes[1])
			kittest.Show(t, p, 400+Hairline, 100)
			p.grips[0].Dragged(&fyne.DragEvent{Dragged: fyne.NewDelta(tt.by, 0)})
			if l, r := left.Size().Width, right.Size().Width; l != tt.left || r != tt.right {
				t.Errorf("panes of %v and %v, want %v and %v", l, r, tt.left, tt.right)
			}
		})
	}
}

// A divider that has no room to move is not there to be taken.
func TestADividerWithoutRoomIsHidden(t *testing.T) {
	begin(t)
	panes := NewPanes(Pane{Content: block(1, 1), Width: 80, Min: 60, Max: 100}, Pane{Content: block(1, 1), Stretch: true, Min: 100})
	for _, tt := range []struct {
		width float32
		shown bool
	}{{300, true}, {160 + Hairline, false}, {120, false}, {163 + Hairline, true}} {
		kittest.Show(t, container.NewWithoutLayout(panes), tt.width, 50)
		panes.Resize(fyne.NewSize(tt.width, 50))
		if panes.grips[0].Visible() != tt.shown {
			t.Errorf("%v wide the divider is shown: %t", tt.width, panes.grips[0].Visible())
		}
	}
}

func TestADividerIsMovedWithTheKeyboard(t *testing.T) {
	begin(t)
	left := block(1, 1)
	p := NewPanes(Pane{Content: left, Width: 200, Min: 100}, Pane{Content: block(1, 1), Stretch: true})
	changed := 0
	p.OnChanged = func() { changed++ }
	o, _, _ := staged(t, p)
	handed := 0
	o.OnKey = func(*fyne.KeyEvent, fyne.KeyModifier) bool { handed++; return true }
	kittest.Key(p.grips[0], fyne.KeyLeft, fyne.KeyLeft, fyne.KeyEscape)
	if got := left.Size().Width; got != 200-2*nudge || changed != 2 || handed != 1 {
		t.Errorf("%v wide after %d changes, and %d keys for the window", got, changed, handed)
	}
}

func TestAPaneGetsOtherContent(t *testing.T) {
	begin(t)
	p := NewPanes(Pane{Content: block(1, 1), Width: 200, Min: 100}, Pane{Content: block(1, 1), Stretch: true})
	kittest.Show(t, p, 400, 100)
	other := block(1, 1)
	p.SetContent(0, other)
	if got := other.Size(); got != fyne.NewSize(200, 100) {
		t.Errorf("the new content is %v large", got)
	}
	p.SetHidden(0, true)
	if !p.Hidden(0) || p.Hidden(1) || p.clips[0].Visible() {
		t.Error("the pane is not hidden")
	}
}
