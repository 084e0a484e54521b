package board

import (
	"fmt"
	"image"
	"slices"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"
	"github.com/google/go-cmp/cmp"

	"dossier/ui/kit"
	"dossier/ui/kit/kittest"
)

// shots are frames by key.
type shots struct{ keys []string }

func (s *shots) Len() int            { return len(s.keys) }
func (s *shots) Key(i int) string    { return s.keys[i] }
func (s *shots) Find(key string) int { return slices.Index(s.keys, key) }

func (s *shots) Frame(i int) Frame {
	return Frame{Image: image.NewRGBA(image.Rect(0, 0, 40, 20)), Name: s.keys[i], Detail: "40×20"}
}

func newShots(n int) *shots {
	s := &shots{}
	for i := range n {
		s.keys = append(s.keys, fmt.Sprintf("%03d", i))
	}
	return s
}

func showStrip(t *testing.T, frames Frames) *Strip {
	t.Helper()
	test.NewTempApp(t)
	s := NewStrip(frames)
	s.mods = func() fyne.KeyModifier { return 0 }
	w := test.NewWindow(s)
	t.Cleanup(w.Close)
	w.SetPadded(false)
	w.Resize(fyne.NewSize(600, stripHeight))
	return s
}

func TestStripShowsOnlyWhatIsInView(t *testing.T) {
	s := showStrip(t, newShots(10_000))
	var seen [2]int
	s.OnVisible = func(first, last int) { seen = [2]int{first, last} }
	if n := len(test.LaidOutObjects(s)); n > 120 {
		t.Errorf("%d canvas objects for 600 units", n)
	}
	s.SetCursor(9_999)
	if first, last := s.InView(); last != 10_000 || seen != [2]int{first, last} {
		t.Errorf("[%d, %d) is in view, and %v was reported", first, last, seen)
	}
	if n := len(test.LaidOutObjects(s)); n > 120 {
		t.Errorf("%d canvas objects after a jump", n)
	}
}

func TestStripKeys(t *testing.T) {
	s := showStrip(t, newShots(10))
	opened := -1
	s.OnOpen = func(i int) { opened = i }
	s.FocusGained()
	for _, step := range []struct {
		key      fyne.KeyName
		mods     fyne.KeyModifier
		cursor   int
		selected []int
	}{
		{fyne.KeyRight, 0, 1, []int{1}},
		{fyne.KeyRight, fyne.KeyModifierShift, 2, []int{1, 2}},
		{fyne.KeyEnd, 0, 9, []int{9}},
		{fyne.KeyRight, 0, 9, []int{9}},
		{fyne.KeyHome, 0, 0, []int{0}},
		{fyne.KeyLeft, 0, 0, []int{0}},
		{fyne.KeyPageDown, 0, 3, []int{3}},
		{fyne.KeyReturn, 0, 3, []int{3}},
	} {
		s.mods = func() fyne.KeyModifier { return step.mods }
		s.TypedKey(&fyne.KeyEvent{Name: step.key})
		if s.Cursor() != step.cursor || !slices.Equal(s.Selected(), step.selected) {
			t.Errorf("after %s: cursor %d, selected %v; want %d, %v", step.key, s.Cursor(), s.Selected(), step.cursor, step.selected)
		}
	}
	if opened != 3 {
		t.Errorf("Enter opens %d", opened)
	}
}

func TestStripMoves(t *testing.T) {
	s := showStrip(t, newShots(10))
	var moved []int
	before := -1
	s.OnMove = func(frames []int, at int) { moved, before = frames, at }
	press := func(i int, mods fyne.KeyModifier) {
		ev := &desktop.MouseEvent{Button: desktop.MouseButtonPrimary, Modifier: mods}
		ev.Position = fyne.NewPos(s.view.Y(i)+20, 20)
		s.MouseDown(ev)
	}
	press(0, 0)
	press(1, fyne.KeyModifierShift)
	press(0, 0) // a selected one: all selected ones are dragged
	s.Dragged(&fyne.DragEvent{PointEvent: fyne.PointEvent{Position: fyne.NewPos(s.view.Y(3)+5, 20)}})
	s.DragEnd()
	if diff := cmp.Diff([]int{0, 1}, moved); diff != "" || before != 3 {
		t.Errorf("before %d, moved (-want +got):\n%s", before, diff)
	}
	moved = nil
	press(2, 0)
	s.Dragged(&fyne.DragEvent{PointEvent: fyne.PointEvent{Position: fyne.NewPos(10, 20)}})
	s.TypedKey(&fyne.KeyEvent{Name: fyne.KeyEscape})
	s.DragEnd()
	if moved != nil {
		t.Errorf("Escape does not call it off: %v", moved)
	}
}

func TestStripKeepsItsCursor(t *testing.T) {
	frames := newShots(5)
	s := showStrip(t, frames)
	s.SetCursor(2)
	frames.keys = []string{"004", "002", "000"}
	s.Reload()
	if s.Cursor() != 1 || !slices.Equal(s.Selected(), []int{1}) {
		t.Errorf("cursor %d, selected %v", s.Cursor(), s.Selected())
	}
	frames.keys = []string{"004", "000"}
	s.Reload()
	if s.Cursor() != 1 || !slices.Equal(s.Selected(), []int{1}) {
		t.Errorf("once it is gone: cursor %d, selected %v", s.Cursor(), s.Selected())
	}
	frames.keys = nil
	s.Reload()
	if s.Cursor() != -1 || len(s.Selected()) != 0 {
		t.Errorf("of nothing: cursor %d, selected %v", s.Cursor(), s.Selected())
	}
}

// An image is never enlarged beyond its size.
func TestStripPictures(t *testing.T) {
	s := showStrip(t, newShots(1))
	for _, tt := range []struct {
		px   image.Point
		want fyne.Size
	}{
		{image.Pt(40, 20), fyne.NewSize(40, 20)},
		{image.Pt(1340, 410), fyne.NewSize(134, 41)},
		{image.Pt(41, 820), fyne.NewSize(4.1, 82)},
	} {
		if got := s.pictureSize(tt.px); got.Subtract(tt.want).Width > 0.01 || got.Subtract(tt.want).Height > 0.01 {
			t.Errorf("%v is shown as %v, want %v", tt.px, got, tt.want)
		}
	}
}

func BenchmarkStripScroll(b *testing.B) {
	test.NewTempApp(b)
	s := NewStrip(newShots(100))
	w := test.NewWindow(s)
	defer w.Close()
	w.Resize(fyne.NewSize(600, stripHeight))
	b.ReportAllocs()
	by := float32(-30)
	for b.Loop() {
		if s.view.Offset == 0 || s.view.Offset == s.view.Limit() {
			by = -by
		}
		s.Scrolled(&fyne.ScrollEvent{Scrolled: fyne.NewDelta(by, 0)})
	}
}

func TestEachPictureHasASignForMore(t *testing.T) {
	s := showStrip(t, newShots(3))
	opened, at := -1, fyne.Position{}
	s.OnMenu = func(i int, pos fyne.Position) { opened, at = i, pos }
	dragged := false
	s.OnMove = func([]int, int) { dragged = true }
	s.Reload()
	x, y := frameWidth+frameWidth-kit.Inset-kit.GlyphSize/2, moreTop+kit.CodeRowHeight/2

	kittest.Mouse(s, x, y, 0)
	if opened != 1 || at.Y <= y || s.Cursor() != 1 {
		t.Errorf("the menu of %d was opened at %v, with the cursor at %d", opened, at, s.Cursor())
	}
	opened = -1
	kittest.Mouse(s, x-2*kit.GlyphSize, y, 0)
	if opened >= 0 {
		t.Error("a click on the name opens the menu")
	}
	s.MouseDown(&desktop.MouseEvent{PointEvent: fyne.PointEvent{Position: fyne.NewPos(x, y)}, Button: desktop.MouseButtonPrimary})
	s.Dragged(&fyne.DragEvent{PointEvent: fyne.PointEvent{Position: fyne.NewPos(x+200, y)}})
	s.DragEnd()
	s.MouseUp(&desktop.MouseEvent{PointEvent: fyne.PointEvent{Position: fyne.NewPos(x+200, y)}, Button: desktop.MouseButtonPrimary})
	if dragged || opened >= 0 {
		t.Error("the sign is a handle, or opens the menu when it was let go elsewhere")
	}
}
