package board

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"dossier/ui/kit"
	"dossier/ui/kit/edit"
	"dossier/ui/kit/kittest"
	"dossier/ui/kit/prose"
)

// notes are cards with a text each.
type notes struct {
	keys  []string
	texts []string
	found map[int][]prose.Span
	asked int // number of Card calls
}

func (n *notes) Len() int            { return len(n.keys) }
func (n *notes) Key(i int) string    { return n.keys[i] }
func (n *notes) Find(key string) int { return slices.Index(n.keys, key) }
func (n *notes) Text(i int) string   { return n.texts[i] }
func (n *notes) insert(i int, text string) {
	n.keys = slices.Insert(n.keys, i, "new "+strconv.Itoa(len(n.keys)))
	n.texts = slices.Insert(n.texts, i, text)
}

func (n *notes) Card(i int) Card {
	n.asked++
	return Card{Head: []Cell{
		{Kind: CellGrip},
		{Kind: CellCheck, ID: cellBox, State: kit.On},
		{Kind: CellChip, ID: cellMode, Text: "User"},
		{Text: n.keys[i], Fill: true},
		{Kind: CellNumber, Text: "812", Width: 56},
		{Kind: CellGlyph, ID: cellMore, Glyph: kit.GlyphMore},
	}, Empty: "empty", Shown: -1, Found: n.found[i]}
}

// discussion returns cards as in a long discussion: a word, some lines, some code, and
// occasionally a text of many kilobytes.
func discussion(n int) *notes {
	r := rand.New(rand.NewPCG(1, 2))
	c := &notes{}
	for i := range n {
		text := "yes"
		switch r.IntN(6) {
		case 1, 2:
			text = strings.Repeat("a sentence of some words that has to wrap. ", 1+r.IntN(8))
		case 3:
			text = strings.Repeat("a line\n", r.IntN(30))
		case 4:
			text = "look:\n```go\n" + strings.Repeat("if err != nil { return err }\n", r.IntN(60)) + "```\n"
		case 5:
			if i%200 == 5 {
				text = strings.Repeat("many words, and many more words. ", 3000)
			}
		}
		c.keys = append(c.keys, strconv.Itoa(i))
		c.texts = append(c.texts, text)
	}
	return c
}

func newTestCards(c Cards) *CardList {
	l := NewCardList(c)
	l.MoreText = func(lines int) string { return fmt.Sprintf("all %d lines", lines) }
	l.LessText = "fold"
	l.mods = func() fyne.KeyModifier { return 0 }
	return l
}

// wheel scrolls by units, with the pointer outside the list.
func (l *CardList) wheel(dy float32) {
	l.Scrolled(&fyne.ScrollEvent{PointEvent: fyne.PointEvent{Position: fyne.NewPos(-1, -1)}, Scrolled: fyne.NewDelta(0, -dy)})
}

// placesInView returns the position of each visible card.
func (l *CardList) placesInView() map[string]float32 {
	out := map[string]float32{}
	for _, v := range l.pool.Shown {
		out[v.Key] = v.Node.Position().Y
	}
	return out
}

func TestCardsDrawOnlyWhatIsInView(t *testing.T) {
	begin(t)
	tests := []struct {
		name  string
		cards *notes
		whole bool
	}{
		{name: "ten thousand cards", cards: discussion(10_000)},
		{name: "a million short ones", cards: &notes{keys: make([]string, 1_000_000), texts: make([]string, 1_000_000)}},
		{name: "a text of a megabyte, shown whole", cards: &notes{keys: []string{"a"}, texts: []string{strings.Repeat("a line\n", 150_000)}}, whole: true},
		{name: "a line of a megabyte", cards: &notes{keys: []string{"a"}, texts: []string{strings.Repeat("x", 1<<20)}}, whole: true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			l := newTestCards(tt.cards)
			kittest.Show(t, l, 500, 600)
			if tt.whole {
				l.Unfold(0, true)
			}
			for range 40 {
				l.wheel(250)
				if objects := kittest.Objects(l); objects > 400 {
					t.Fatalf("%d canvas objects for a view of 600 units, want at most 400", objects)
				}
			}
			for _, text := range kittest.Texts(l) {
				if n := len([]rune(text)); n > prose.MaxRunes {
					t.Fatalf("a text of %d characters is drawn", n)
				}
			}
		})
	}
}

func TestCardsDoNotMoveWhenHeightsBecomeKnown(t *testing.T) {
	begin(t)
	l := newTestCards(discussion(2000))
	kittest.Show(t, l, 500, 600)
	l.at, l.past = 1500, 0 // among cards that have not been measured
	l.Refresh()
	rapid.Check(t, func(t *rapid.T) {
		by := float32(rapid.IntRange(-300, 300).Draw(t, "by"))
		before, first, past := l.placesInView(), l.at, l.past
		l.wheel(by)
		if l.at == first && l.past == past {
			return // at an end
		}
		after := l.placesInView()
		for key, y := range after {
			if old, ok := before[key]; ok && old-y != by {
				t.Fatalf("card %s went from %v to %v for a scroll of %v", key, old, y, by)
			}
		}
	})
}

func TestCardsAreBelowEachOther(t *testing.T) {
	begin(t)
	l := newTestCards(discussion(500))
	kittest.Show(t, l, 500, 600)
	for range 300 {
		y := -float32(l.past)
		for _, v := range l.pool.Shown {
			if v.Node.Position().Y != y || v.Node.Size().Height != float32(l.heights.height(v.Index)) {
				t.Fatalf("card %d stands at %v and is %v high, want %v and %v", v.Index, v.Node.Position().Y, v.Node.Size().Height, y, l.heights.height(v.Index))
			}
			y += v.Node.Size().Height
		}
		if l.at == 0 && l.past == 0 || y >= 600 {
			l.wheel(573)
			continue
		}
		if y+cardGap != 600 {
			t.Fatalf("the last card ends at %v of 600", y)
		}
		break
	}
	if last := l.pool.Shown[len(l.pool.Shown)-1].Index; last != 499 {
		t.Errorf("scrolled down to card %d", last)
	}
}

func TestCardsStayInTheirPlaceAfterAReload(t *testing.T) {
	tests := []struct {
		name   string
		change func(*notes)
		stays  string
	}{
		{name: "one is added above", change: func(c *notes) { c.insert(3, "new\nlines\n") }, stays: "30"},
		{name: "one above becomes longer", change: func(c *notes) { c.texts[3] = strings.Repeat("more\n", 10) }, stays: "30"},
		{name: "one above is deleted", change: func(c *notes) { c.keys, c.texts = c.keys[1:], c.texts[1:] }, stays: "30"},
		{name: "they change places", change: func(c *notes) { c.keys[0], c.keys[80] = c.keys[80], c.keys[0] }, stays: "30"},
		{name: "the one at the top is gone", change: func(c *notes) { c.keys, c.texts = slices.Delete(c.keys, 30, 31), slices.Delete(c.texts, 30, 31) }, stays: ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			begin(t)
			cards := discussion(100)
			l := newTestCards(cards)
			kittest.Show(t, l, 500, 300)
			l.at, l.past = 30, 4
			l.Refresh()
			tt.change(cards)
			l.Reload()
			if got := l.sizes[l.at].key; tt.stays != "" && (got != tt.stays || l.past != 4) {
				t.Errorf("card %s at the top, %d scrolled past, want %s and 4", got, l.past, tt.stays)
			}
			for i, s := range l.sizes {
				if s.key != cards.keys[i] || s.text != cards.texts[i] {
					t.Fatalf("card %d is taken for %s", i, s.key)
				}
			}
		})
	}
}

func TestCardsStayAtTheirEndWhenTheViewBecomesLower(t *testing.T) {
	begin(t)
	l := newTestCards(discussion(100))
	w := kittest.Show(t, l, 500, 600)
	l.SetCursor(99)
	w.Resize(fyne.NewSize(500, 400))
	if bottom := l.top(99) + float32(l.height(99)) + cardGap; bottom != 400 {
		t.Errorf("the last card ends at %v of 400", bottom)
	}
	l.wheel(-50)
	y := l.top(99)
	w.Resize(fyne.NewSize(500, 300))
	if l.top(99) != y {
		t.Errorf("a list in its middle moved from %v to %v", y, l.top(99))
	}
}

func TestCardKeys(t *testing.T) {
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
		{name: "up stops at the start", start: 1, keys: []fyne.KeyName{fyne.KeyUp, fyne.KeyUp}, cursor: 0, want: []int{0}},
		{name: "home", start: 9, keys: []fyne.KeyName{fyne.KeyHome}, cursor: 0, want: []int{0}},
		{name: "end", start: 9, keys: []fyne.KeyName{fyne.KeyEnd}, cursor: 39, want: []int{39}},
		{name: "shift extends", start: 2, keys: []fyne.KeyName{fyne.KeyDown, fyne.KeyDown}, mods: shift, cursor: 4, want: []int{2, 3, 4}},
		{name: "shift to the end", start: 37, keys: []fyne.KeyName{fyne.KeyEnd}, mods: shift, cursor: 39, want: []int{37, 38, 39}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			begin(t)
			l := newTestCards(discussion(40))
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
			if y := l.top(l.Cursor()); y < 0 || y >= 240 {
				t.Errorf("the cursor's card is out of view, at %v", y)
			}
		})
	}
}

func TestCardPageKeysReachBothEnds(t *testing.T) {
	begin(t)
	l := newTestCards(discussion(60))
	kittest.Show(t, l, 400, 240)
	l.SetCursor(0)
	for range 200 {
		kittest.Key(l, fyne.KeyPageDown)
	}
	if l.Cursor() != 59 {
		t.Errorf("the cursor stops at card %d", l.Cursor())
	}
	for range 200 {
		kittest.Key(l, fyne.KeyPageUp)
	}
	if l.Cursor() != 0 || l.at != 0 || l.past != 0 {
		t.Errorf("the cursor stops at card %d", l.Cursor())
	}
}

func TestDownReadsAHighCardToItsEnd(t *testing.T) {
	begin(t)
	cards := &notes{keys: []string{"a", "b"}, texts: []string{strings.Repeat("line\n", 100), "next"}}
	l := newTestCards(cards)
	kittest.Show(t, l, 400, 240)
	l.SetCursor(0)
	l.Unfold(0, true)
	presses := 0
	for ; l.Cursor() == 0 && presses < 50; presses++ {
		if bottom := l.top(0) + float32(l.height(0)); presses > 0 && bottom < 0 {
			t.Fatal("the card is scrolled out of view")
		}
		kittest.Key(l, fyne.KeyDown)
	}
	if want := 100 * 18 / (240 - 36); presses < want || presses > want+3 {
		t.Errorf("%d presses to read 100 lines, want about %d", presses, want)
	}
}

func TestLongCardsFold(t *testing.T) {
	begin(t)
	cards := &notes{keys: []string{"a", "b"}, texts: []string{strings.Repeat("line\n", 99) + "last", strings.Repeat("line\n", foldedLines+foldSlack-1) + "last"}}
	l := newTestCards(cards)
	w := kittest.Show(t, l, 400, 700)
	w.Canvas().Focus(l)
	if !slices.Contains(kittest.Texts(l), "all 100 lines") || strings.Count(strings.Join(kittest.Texts(l), " "), "last") != 1 {
		t.Errorf("it says %q", kittest.Texts(l))
	}
	y := l.top(0) + float32(l.height(0)) - bodyPad - kit.RowHeight/2
	kittest.Mouse(l, cardMargin+cardSide+20, y, 0)
	if folded, can := l.Folded(0); folded || !can {
		t.Fatal("a click does not unfold")
	}
	l.SetCursor(0)
	kittest.Key(l, fyne.KeyLeft)
	if folded, _ := l.Folded(0); !folded {
		t.Error("the left key does not fold")
	}
	if _, can := l.Folded(1); can {
		t.Error("a text a little longer than what is shown folded is folded too")
	}
	l.ShowText(0, len(cards.texts[0])-2)
	if folded, _ := l.Folded(0); folded || !slices.Contains(kittest.Texts(l), "last") {
		t.Error("a place that is folded away is not shown")
	}
}

func TestCardClicks(t *testing.T) {
	begin(t)
	cards := &notes{keys: []string{"a", "b", "c"}, texts: []string{"one", "two", "three"}}
	l := newTestCards(cards)
	kittest.Show(t, l, 400, 600)
	now := time.Unix(0, 0)
	l.now = func() time.Time { return now }
	got := ""
	l.OnCell = func(i int, c Cell, _ fyne.Position, _ fyne.Size) { got = fmt.Sprint("cell ", c.ID, " of ", i) }
	l.OnOpen = func(i, at int) { got = fmt.Sprint("open ", i, " at ", at) }
	head := func(i int) float32 { return l.top(i) + headTop + 5 }
	body := func(i int) float32 { return l.top(i) + bodyTop + 5 }

	v, _ := l.pool.At(1)
	kittest.Mouse(l, cardMargin+v.head.edges[1]+2, head(1), 0)
	if want := fmt.Sprint("cell ", cellBox, " of 1"); got != want {
		t.Errorf("a click on the box: %q, want %q", got, want)
	}
	kittest.Mouse(l, 60, body(0), 0)
	kittest.Mouse(l, 60, body(2), fyne.KeyModifierShift)
	if diff := cmp.Diff([]int{0, 1, 2}, l.Selected()); diff != "" {
		t.Errorf("wrong selection (-want +got):\n%s", diff)
	}
	now = now.Add(time.Minute)
	x := cardMargin + cardSide + kit.Face{}.Width("thr")
	kittest.Mouse(l, x, body(2), 0)
	kittest.Mouse(l, x, body(2), 0)
	if want := "open 2 at 3"; got != want {
		t.Errorf("a double click: %q, want %q", got, want)
	}
}

func TestCardsAreDraggedByTheirGrip(t *testing.T) {
	begin(t)
	cards := &notes{keys: []string{"a", "b", "c"}, texts: []string{"one", "two", "three"}}
	l := newTestCards(cards)
	kittest.Show(t, l, 400, 600)
	var moved []int
	at := -1
	l.OnMove = func(rows []int, before int) { moved, at = rows, before }
	kittest.Drag(l, fyne.NewPos(cardMargin+kit.Inset+4, l.top(0)+headTop+5), fyne.NewPos(20, l.top(2)+float32(l.height(2))-3))
	l.DragEnd()
	if diff := cmp.Diff([]int{0}, moved); diff != "" || at != 3 {
		t.Errorf("moved %v before %d, want [0] before 3", moved, at)
	}
}

func TestWritingInACard(t *testing.T) {
	begin(t)
	cards := discussion(200)
	l := newTestCards(cards)
	w := kittest.Show(t, l, 400, 300)
	l.SetCursor(50)
	e := edit.NewEditor(nil)
	e.SetText(cards.texts[50])
	ended := 0
	e.OnChanged = func(text string) { cards.texts[50] = text; l.Reload() }
	l.Edit(50, e, "a hint", func() { ended++ })
	e.SetCaret(-1)
	top := l.top(50)
	for range 30 {
		e.TypedRune('x')
		kittest.Key(e, fyne.KeyReturn)
		caret, _ := e.CaretArea()
		line := caret.Y - kit.PlaceOf(l).Y
		if line < 0 || line+prose.LineHeight > 300 {
			t.Fatalf("the line that is written is out of view, at %v", line)
		}
	}
	if w.Canvas().Focused() != fyne.Focusable(e) {
		t.Error("the editor has lost the focus")
	}
	if l.top(50) > top {
		t.Error("the card moved down")
	}
	e.SetCaret(0)
	if y := l.top(50) + editTop; y < 0 {
		t.Errorf("the beginning is out of view, at %v", y)
	}

	cards.insert(0, "above") // by another program
	l.Reload()
	if l.Editing() != 51 || ended != 0 {
		t.Errorf("card %d is written, want 51", l.Editing())
	}
	cards.texts[51] = "undone"
	l.Reload()
	if e.Text() != "undone" {
		t.Errorf("the editor holds %q", e.Text())
	}
	l.EndEdit()
	if ended != 1 || l.Editing() >= 0 || w.Canvas().Focused() != fyne.Focusable(l) {
		t.Error("the edit does not end")
	}

	l.Edit(20, e, "", func() { ended++ })
	cards.keys, cards.texts = cards.keys[:10], cards.texts[:10]
	l.Reload()
	if ended != 2 {
		t.Error("an edit outlives its card")
	}
}

func BenchmarkCardsFirstShow(b *testing.B) {
	begin(b)
	cards := discussion(10_000)
	b.ReportAllocs()
	for b.Loop() {
		l := newTestCards(cards)
		l.Resize(fyne.NewSize(500, 700))
		l.Refresh()
	}
}

func BenchmarkCardsScroll(b *testing.B) {
	begin(b)
	l := newTestCards(discussion(10_000))
	l.Resize(fyne.NewSize(500, 700))
	l.Refresh()
	b.ReportAllocs()
	for b.Loop() {
		before := l.at
		if l.wheel(60); l.at == before && l.at > 9_900 {
			l.at, l.past = 0, 0
		}
	}
}

func BenchmarkCardsReload(b *testing.B) {
	begin(b)
	cards := discussion(10_000)
	l := newTestCards(cards)
	l.Resize(fyne.NewSize(500, 700))
	l.Refresh()
	b.ReportAllocs()
	for b.Loop() {
		l.Reload()
	}
}
