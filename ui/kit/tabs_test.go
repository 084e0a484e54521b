package kit

import (
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"dossier/ui/kit/kittest"
)

func TestATabLightsUnderThePointer(t *testing.T) {
	begin(t)
	b := NewTabBar([]Tab{{Text: "Context", Tip: "What is sent"}, {Text: "Presets", Tip: "What is kept"}, {Text: "Discussion"}, {Text: "Beads"}}, nil)
	o, clock, w := staged(t, b)
	b.Resize(fyne.NewSize(200, TabHeight+Hairline)) // the last do not fit
	before := test.RenderToMarkup(w.Canvas())
	second := b.shown[1].x + 5
	steps := []struct {
		name  string
		x     float32
		tip   string
		under int
	}{
		{name: "a tab", x: second, tip: "What is kept", under: 1},
		{name: "another", x: 10, tip: "What is sent", under: 0},
		{name: "the menu", x: b.more + 5, under: 4},
		{name: "neither", x: 1, under: -1},
	}
	for _, s := range steps {
		t.Run(s.name, func(t *testing.T) {
			kittest.Hover(b, s.x, 10)
			clock.Pass(tipDelay)
			if b.under != s.under || o.TipText() != s.tip {
				t.Errorf("under the pointer is %d with the tip %q, want %d with %q", b.under, o.TipText(), s.under, s.tip)
			}
		})
	}
	kittest.Hover(b, second, 10)
	if test.RenderToMarkup(w.Canvas()) == before {
		t.Error("a tab under the pointer looks like any other")
	}
	b.MouseOut()
	clock.Pass(time.Minute)
	if test.RenderToMarkup(w.Canvas()) != before || o.TipText() != "" {
		t.Error("the pointer left a trace")
	}
}

func TestTheMenuOfTabsOpensWithTheKeyboard(t *testing.T) {
	tests := []struct {
		name  string
		width float32
		want  bool
	}{
		{name: "where some do not fit", width: 120, want: true},
		{name: "not where all do", width: 500},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			begin(t)
			b := NewTabBar([]Tab{{Text: "Context"}, {Text: "Presets"}, {Text: "Discussion"}}, nil)
			o, _, w := staged(t, b)
			handed := 0
			o.OnKey = func(*fyne.KeyEvent, fyne.KeyModifier) bool { handed++; return true }
			b.Resize(fyne.NewSize(tt.width, TabHeight+Hairline))
			kittest.Key(b, fyne.KeyDown)
			if m, ok := w.Canvas().Overlays().Top().(*Menu); ok != tt.want {
				t.Errorf("a menu is open: %t, want %t", ok, tt.want)
			} else if ok {
				m.Close()
			}
			kittest.Key(b, fyne.KeyEscape)
			if handed != 1 {
				t.Errorf("%d keys reached the window, want the one that the tabs have no use for", handed)
			}
		})
	}
}

func TestTabsAreChanged(t *testing.T) {
	tests := []struct {
		name    string
		current int
		tabs    []Tab
		want    int
	}{
		{name: "the tab in use stays at its place", current: 1, tabs: []Tab{{Text: "a"}, {Text: "b"}, {Text: "c"}}, want: 1},
		{name: "as far as there is one", current: 2, tabs: []Tab{{Text: "a"}, {Text: "b"}}, want: 1},
		{name: "without tabs it is the first", current: 2, want: 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			begin(t)
			b := NewTabBar([]Tab{{Text: "Context"}, {Text: "Presets"}, {Text: "Beads"}}, func(int) { t.Error("nobody chose a tab") })
			kittest.Show(t, b, 400, TabHeight+Hairline)
			b.SetCurrent(tt.current)
			b.SetTabs(tt.tabs)
			test.TapAt(b, fyne.NewPos(399, 5)) // beside all
			if b.Current() != tt.want || len(b.shown) != len(tt.tabs) {
				t.Errorf("tab %d of %d is in use, want %d of %d", b.Current(), len(b.shown), tt.want, len(tt.tabs))
			}
		})
	}
}
