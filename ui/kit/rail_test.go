package kit

import (
	"slices"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/test"

	"dossier/ui/kit/kittest"
)

// railOf returns a rail with items of these names.
func railOf(chosen func(int), names ...string) *Rail {
	r := NewRail(chosen)
	var items []RailItem
	for _, name := range names {
		items = append(items, RailItem{Text: name, Icon: GlyphFile, Tip: "about " + name})
	}
	r.SetItems(items)
	return r
}

func TestARailIsUsed(t *testing.T) {
	begin(t)
	var got []int
	pressed := 0
	r := railOf(func(i int) { got = append(got, i) }, "Files", "Notes", "Links", "Beads")
	r.SetItems(append(slices.Clone(r.items), RailItem{Text: "Help", Run: func() { pressed++ }}))
	kittest.Show(t, container.NewStack(r), RailWidth, 400)
	r.SetCurrent(1) // the caller's own changes are not reported
	kittest.Key(r, fyne.KeyDown, fyne.KeyEnd, fyne.KeyDown, fyne.KeyHome, fyne.KeyUp)
	if want := []int{2, 3, 0}; !slices.Equal(got, want) {
		t.Errorf("chosen %v, want %v", got, want)
	}
	test.TapAt(r, fyne.NewPos(30, 2*railItem+5))
	if r.Current() != 2 {
		t.Errorf("a click on the third item chose %d", r.Current())
	}
	test.TapAt(r, fyne.NewPos(30, 395))
	if pressed != 1 || r.Current() != 2 {
		t.Errorf("the button at the bottom was pressed %d times, item %d is active", pressed, r.Current())
	}
	test.TapAt(r, fyne.NewPos(30, 300)) // between the items and the button
	if r.SetItems(r.items[:2]); r.Current() != 1 {
		t.Errorf("with two items, %d is active", r.Current())
	}
}

// Items that do not fit scroll, by the wheel and by arrows that name them; an item that becomes active is in view.
func TestALowRailScrolls(t *testing.T) {
	begin(t)
	r := railOf(nil, "a", "b", "c", "d", "e", "f")
	r.SetItems(append(slices.Clone(r.items), RailItem{Text: "Help", Run: func() {}}))
	const height = 4*railItem + 2*railArrow // three items, two arrows and the button
	o, clock, _ := staged(t, r)
	r.Resize(fyne.NewSize(RailWidth, height))
	view := func() (names string) {
		for i, p := range r.places[:len(r.items)] {
			if p.height > 0 {
				names += r.items[i].Text
			}
		}
		return names
	}
	up, down := fyne.NewPos(30, 5), fyne.NewPos(30, r.room-5)
	wheel := func(dy float32) func() {
		return func() { r.Scrolled(&fyne.ScrollEvent{Scrolled: fyne.NewDelta(0, dy)}) }
	}
	for _, step := range []struct {
		what string
		do   func()
		view string
	}{
		{"at first", func() {}, "abc"},
		{"the wheel, although a is active", wheel(-railItem / 2), "bcd"},
		{"half a turn of the wheel", wheel(-railItem / 4), "bcd"},
		{"the other half", wheel(-railItem / 4), "cde"},
		{"the arrow down", func() { test.TapAt(r, down) }, "def"},
		{"the arrow down at the end", func() { test.TapAt(r, down) }, "def"},
		{"the arrow up", func() { test.TapAt(r, up) }, "bcd"},
		{"a new figure", func() { items := slices.Clone(r.items); items[5].Count = 7; r.SetItems(append(items, r.below...)) }, "bcd"},
		{"f becomes active", func() { r.SetCurrent(5) }, "def"},
		{"a becomes active", func() { r.SetCurrent(0) }, "abc"},
	} {
		if step.do(); view() != step.view {
			t.Fatalf("%s: %s in view, want %s", step.what, view(), step.view)
		}
	}
	kittest.Hover(r, down.X, down.Y)
	if clock.Pass(tipDelay); o.TipText() != "d, e, f" {
		t.Errorf("the tip of the arrow is %q", o.TipText())
	}
	if help := r.places[len(r.items)]; help.y != r.room {
		t.Errorf("the button is at %v, below items that end at %v", help.y, r.room)
	}
	if r.Resize(fyne.NewSize(RailWidth, 800)); view() != "abcdef" || r.at(5) != 0 || r.at(r.room-5) >= 0 {
		t.Errorf("%s in view of a high rail", view())
	}
}

func TestARailItemLightsUnderThePointer(t *testing.T) {
	begin(t)
	r := railOf(nil, "Files", "Notes", "Links")
	o, clock, w := staged(t, r)
	r.Resize(fyne.NewSize(RailWidth, 300))
	before := test.RenderToMarkup(w.Canvas())
	kittest.Hover(r, 10, railItem+5)
	clock.Pass(tipDelay)
	if r.under != 1 || o.TipText() != "about Notes" {
		t.Errorf("under the pointer is %d with the tip %q", r.under, o.TipText())
	}
	if test.RenderToMarkup(w.Canvas()) == before {
		t.Error("an item under the pointer looks like any other")
	}
	r.MouseOut()
	clock.Pass(time.Minute)
	if test.RenderToMarkup(w.Canvas()) != before || o.TipText() != "" {
		t.Error("the pointer left a trace")
	}
	r.SetNarrow(true)
	kittest.Hover(r, 10, railItemNarrow+5)
	if clock.Pass(tipDelay); o.TipText() != "Notes: about Notes" {
		t.Errorf("the tip of an icon alone is %q", o.TipText())
	}
}

// The figure of an item is within the rail, also of a narrow one.
func TestTheFigureOfARailItemIsNotCut(t *testing.T) {
	begin(t)
	r := railOf(nil, "Files")
	r.SetItems([]RailItem{{Text: "Files", Icon: GlyphFile, Count: 88}})
	for _, narrow := range []bool{false, true} {
		r.SetNarrow(narrow)
		width := r.MinSize().Width
		kittest.Show(t, container.NewWithoutLayout(r), width, 200)
		r.Resize(fyne.NewSize(width, 200))
		shown := false
		for _, o := range test.LaidOutObjects(r) {
			if text, ok := o.(*canvas.Text); ok && text.Text == "88" {
				shown = true
				if end := text.Position().X + text.MinSize().Width; end > width-Hairline {
					t.Errorf("narrow %t: the figure ends at %v of %v", narrow, end, width)
				}
			}
		}
		if !shown {
			t.Errorf("narrow %t: there is no figure", narrow)
		}
	}
}

// A language with longer words has a wider rail, up to a limit.
func TestTheRailHasRoomForLongerWords(t *testing.T) {
	for text, want := range map[string]float32{"Files": RailWidth, "Einstellungen": Face{Size: SmallSize}.Width("Einstellungen") + 2*railBar, "Nachrichtendienstleistungen": railWidest} {
		r := NewRail(nil)
		r.SetItems([]RailItem{{Text: "Files"}, {Text: text, Run: func() {}}})
		if got := r.MinSize().Width; got != want {
			t.Errorf("with %q the rail is %v wide, want %v", text, got, want)
		}
	}
	// A character of Japanese is as wide as it is high, which no font of a test is.
	if longest := float32(len([]rune("スクリーンショット")))*SmallSize + 2*railBar; railWidest-Hairline-4 < longest-2*railBar {
		t.Errorf("the longest word of the rail in Japanese needs %v, and has %v", longest, railWidest)
	}
}
