package code

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/theme"
	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"dossier/ui/kit"
	"dossier/ui/kit/kittest"
	"dossier/ui/kit/prose"
)

// flat is a document of n lines of 50 bytes.
type flat struct {
	n     int
	asked int
}

func (f *flat) Len() int { return f.n }

func (f *flat) Line(i int) Line {
	f.asked++
	text := fmt.Sprintf("\tfor i := range %08d { total += len(user) } // x", i)
	return Line{Number: i + 1, Text: text, Runs: []Run{{1, 4, StyleKeyword}, {10, 15, StyleKeyword}, {46, 50, StyleComment}}}
}

func TestPieces(t *testing.T) {
	begin(t)
	const cell = 10
	wide := kit.Face{Mono: true}.Width("世界")
	tests := []struct {
		name string
		line Line
		want []piece
	}{
		{name: "an empty line has none", want: nil},
		{
			name: "a run covers a part",
			line: Line{Text: "func f()", Runs: []Run{{0, 4, StyleKeyword}}},
			want: []piece{{"func", 0, 4, 0, 40, true, StyleKeyword}, {" f()", 4, 8, 40, 40, true, StylePlain}},
		},
		{
			name: "runs beyond the text are cut",
			line: Line{Text: "ab", Runs: []Run{{1, 99, StyleBad}}},
			want: []piece{{"a", 0, 1, 0, 10, true, StylePlain}, {"b", 1, 2, 10, 10, true, StyleBad}},
		},
		{
			name: "a tab goes to the next stop",
			line: Line{Text: "a\tb\tc"},
			want: []piece{
				{"a", 0, 1, 0, 10, true, StylePlain},
				{"", 1, 2, 10, 30, false, StylePlain},
				{"b", 2, 3, 40, 10, true, StylePlain},
				{"", 3, 4, 50, 30, false, StylePlain},
				{"c", 4, 5, 80, 10, true, StylePlain},
			},
		},
		{
			name: "wide characters push what follows",
			line: Line{Text: "世界x"},
			want: []piece{{"世界", 0, 6, 0, wide, false, StylePlain}, {"x", 6, 7, wide, 10, true, StylePlain}},
		},
		{
			name: "control characters are signs",
			line: Line{Text: "a\x00b"},
			want: []piece{{"a", 0, 1, 0, 10, true, StylePlain}, {"·", 1, 2, 10, 10, false, StyleMuted}, {"b", 2, 3, 20, 10, true, StylePlain}},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := pieces(tt.line, cell, nil)
			if diff := cmp.Diff(tt.want, got, cmp.AllowUnexported(piece{})); diff != "" {
				t.Errorf("wrong pieces (-want +got):\n%s", diff)
			}
		})
	}
}

func TestPiecesShowWhatReordersText(t *testing.T) {
	begin(t)
	for _, r := range []rune{0x202E, 0x2066, 0x200F, 0x061C, 0xFEFF, 0xE0041, 0x85} {
		ps := pieces(Line{Text: string(r)}, 10, nil)
		if len(ps) != 1 || ps[0].text != "\uFFFD" {
			t.Errorf("%U is drawn as %+v", r, ps)
		}
	}
}

func TestPiecesAreBounded(t *testing.T) {
	begin(t)
	for name, text := range map[string]string{
		"ascii": strings.Repeat("x", 1_000_000), "wide": strings.Repeat("世", 100_000), "tabs": strings.Repeat("\t", 100_000), "broken": strings.Repeat("\xff", 100_000),
	} {
		t.Run(name, func(t *testing.T) {
			ps := pieces(Line{Text: text}, 10, nil)
			runes := 0
			for _, p := range ps {
				runes += len([]rune(p.text))
			}
			if last := ps[len(ps)-1]; last.text != kit.Ellipsis || last.end != len(text) {
				t.Errorf("the last piece is %q up to %d, want %q up to %d", last.text, last.end, kit.Ellipsis, len(text))
			}
			if runes > prose.MaxRunes+1 {
				t.Errorf("%d characters are drawn, want at most %d", runes, prose.MaxRunes+1)
			}
		})
	}
}

func TestPiecesCoverTheLineInOrder(t *testing.T) {
	begin(t)
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringOfN(rapid.SampledFrom([]rune("ab \t世🙂\x00é")), 0, 60, -1).Draw(t, "text")
		var runs []Run
		for at := 0; at < len(text); {
			start := at + rapid.IntRange(0, 5).Draw(t, "gap")
			end := start + rapid.IntRange(1, 9).Draw(t, "length")
			runs = append(runs, Run{start, end, StyleKeyword})
			at = end
		}
		at, x := 0, float32(0)
		for _, p := range pieces(Line{Text: text, Runs: runs}, 10, nil) {
			if p.start != at || p.end <= p.start || p.x != x || p.w < 0 {
				t.Fatalf("piece %+v does not follow byte %d at %v", p, at, x)
			}
			at, x = p.end, p.x+p.w
		}
		if at != len(text) {
			t.Fatalf("pieces end at byte %d of %d", at, len(text))
		}
	})
}

func TestPieceWithin(t *testing.T) {
	begin(t)
	ascii := piece{"  hello world", 0, 13, 20, 130, true, StylePlain}
	tests := []struct {
		name        string
		piece       piece
		left, right float32
		text        string
		x           float32
	}{
		{"all of it, without blanks", ascii, 0, 500, "hello world", 40},
		{"from the left edge on", ascii, 60, 500, "llo world", 60},
		{"not half a character", ascii, 65, 500, "lo world", 70},
		{"up to the right edge", ascii, 0, 75, "hell", 40},
		{"left of the view", ascii, 150, 500, "", 0},
		{"right of the view", ascii, 0, 20, "", 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			text, x := tt.piece.within(tt.left, tt.right, 10)
			if text != tt.text || x != tt.x {
				t.Errorf("%q at %v, want %q at %v", text, x, tt.text, tt.x)
			}
		})
	}
}

func TestCodeViewDrawsLinesInViewOnly(t *testing.T) {
	begin(t)
	doc := &flat{n: 1_000_000}
	c := NewView(doc)
	kittest.Show(t, c, 600, 360)
	if n := kittest.Objects(c); n > 20*8+20 {
		t.Errorf("%d canvas objects for 20 lines", n)
	}
	if doc.asked > 80 {
		t.Errorf("%d lines asked for to show 20", doc.asked)
	}
	doc.asked = 0
	c.Scrolled(&fyne.ScrollEvent{Scrolled: fyne.NewDelta(0, -3*kit.CodeRowHeight)})
	if doc.asked > 3 {
		t.Errorf("%d lines drawn for a scroll of three", doc.asked)
	}
}

func TestCodeViewKeepsItsPlace(t *testing.T) {
	begin(t)
	c := NewView(&flat{n: 1000})
	kittest.Show(t, c, 600, 360)
	c.SetTop(100, 7)
	if line, past := c.Top(); line != 100 || past != 7 {
		t.Fatalf("top is line %d less %v, want 100 less 7", line, past)
	}
	c.SetLines(&flat{n: 2000})
	if line, past := c.Top(); line != 100 || past != 7 {
		t.Errorf("another document moved the top to line %d less %v", line, past)
	}
	c.SetLines(&flat{n: 30})
	if line, _ := c.Top(); line != 10 {
		t.Errorf("a shorter document has its top at line %d, want 10", line)
	}
}

func TestCodeViewKeys(t *testing.T) {
	shift := fyne.KeyModifierShift
	tests := []struct {
		name        string
		start       int
		keys        []fyne.KeyName
		mods        fyne.KeyModifier
		first, last int
		top         int
	}{
		{name: "the first key starts at the top", start: -1, keys: []fyne.KeyName{fyne.KeyDown}, first: 0, last: 1},
		{name: "down", start: 4, keys: []fyne.KeyName{fyne.KeyDown}, first: 5, last: 6},
		{name: "up stops at the start", start: 1, keys: []fyne.KeyName{fyne.KeyUp, fyne.KeyUp}, first: 0, last: 1},
		{name: "end", start: 0, keys: []fyne.KeyName{fyne.KeyEnd}, first: 99, last: 100, top: 80},
		{name: "a page scrolls by a page", start: 3, keys: []fyne.KeyName{fyne.KeyPageDown}, first: 22, last: 23, top: 19},
		{name: "and back", start: 3, keys: []fyne.KeyName{fyne.KeyPageDown, fyne.KeyPageUp}, first: 3, last: 4},
		{name: "shift selects", start: 3, keys: []fyne.KeyName{fyne.KeyDown, fyne.KeyDown}, mods: shift, first: 3, last: 6},
		{name: "shift selects upwards", start: 3, keys: []fyne.KeyName{fyne.KeyUp}, mods: shift, first: 2, last: 4},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			begin(t)
			c := NewView(&flat{n: 100})
			kittest.Show(t, c, 600, 360)
			c.SetCursor(tt.start)
			c.mods = func() fyne.KeyModifier { return tt.mods }
			kittest.Key(c, tt.keys...)
			if first, last := c.Selection(); first != tt.first || last != tt.last {
				t.Errorf("lines [%d, %d) selected, want [%d, %d)", first, last, tt.first, tt.last)
			}
			if top, _ := c.Top(); top != tt.top {
				t.Errorf("top is line %d, want %d", top, tt.top)
			}
		})
	}
}

func TestCodeViewCallbacks(t *testing.T) {
	begin(t)
	doc := fixedLines{
		{Text: "## Files", Jump: true, Fold: FoldOpen, Number: 1},
		{Text: "text", Number: 2},
		{Text: "### a.go", Jump: true, Fold: FoldClosed, Number: 3},
		{Text: "more", Number: 4},
	}
	c := NewView(doc)
	var got []string
	note := func(what string) func(int) { return func(i int) { got = append(got, fmt.Sprint(what, " ", i)) } }
	c.OnFold, c.OnJump, c.OnOpen = note("fold"), note("jump"), note("open")
	c.OnMenu = func(i int, _ fyne.Position) { note("menu")(i) }
	c.OnCopy = func(first, last int) { got = append(got, fmt.Sprint("copy ", first, " ", last)) }
	now := time.Time{}
	c.now = func() time.Time { now = now.Add(time.Second); return now }
	kittest.Show(t, c, 600, 360)
	mark := c.gutter() - kit.GlyphSize

	tests := []struct {
		name string
		do   func()
		want []string
	}{
		{name: "a click on a heading jumps", do: func() { kittest.Mouse(c, 200, 5, 0) }, want: []string{"jump 0"}},
		{name: "a click on text does not", do: func() { kittest.Mouse(c, 200, 20, 0) }},
		{name: "a click on the mark folds", do: func() { kittest.Mouse(c, mark, 40, 0) }, want: []string{"fold 2"}},
		{name: "there is no mark on text", do: func() { kittest.Mouse(c, mark, 20, 0) }},
		{name: "a secondary click", do: func() { test.TapSecondaryAt(c, fyne.NewPos(200, 20)) }, want: []string{"menu 1"}},
		{name: "below the text nothing happens", do: func() { kittest.Mouse(c, 200, 200, 0) }},
		{name: "left folds what is open", do: func() { c.SetCursor(0); kittest.Key(c, fyne.KeyLeft) }, want: []string{"fold 0"}},
		{name: "right does not", do: func() { kittest.Key(c, fyne.KeyRight) }},
		{name: "right unfolds what is closed", do: func() { c.SetCursor(2); kittest.Key(c, fyne.KeyRight) }, want: []string{"fold 2"}},
		{name: "enter jumps", do: func() { kittest.Key(c, fyne.KeyReturn) }, want: []string{"jump 2"}},
		{name: "copy tells the lines", do: func() { c.Select(1, 3); c.TypedShortcut(&fyne.ShortcutCopy{}) }, want: []string{"copy 1 3"}},
		{name: "a double click opens", do: func() {
			c.now = func() time.Time { return now }
			kittest.Mouse(c, 200, 20, 0)
			kittest.Mouse(c, 200, 20, 0)
		}, want: []string{"open 1"}},
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
}

func TestCodeViewDragSelectsLines(t *testing.T) {
	begin(t)
	c := NewView(&flat{n: 100})
	kittest.Show(t, c, 600, 360)
	kittest.Drag(c, fyne.NewPos(200, 2*18+3), fyne.NewPos(210, 2*18+6), fyne.NewPos(200, 5*18+3))
	if first, last := c.Selection(); first != 2 || last != 6 {
		t.Errorf("lines [%d, %d) selected, want [2, 6)", first, last)
	}
	c.Dragged(&fyne.DragEvent{PointEvent: fyne.PointEvent{Position: fyne.NewPos(200, 420)}}) // below the view
	if _, last := c.Selection(); last < 20 {
		t.Errorf("a drag below the view ends at line %d", last)
	}
	if c.view.Offset == 0 {
		t.Error("a drag below the view did not scroll")
	}
	c.DragEnd()
}

func TestCodeViewMatches(t *testing.T) {
	begin(t)
	c := NewView(&flat{n: 1000})
	kittest.Show(t, c, 600, 360)
	matches := []Match{{3, 1, 4}, {3, 10, 15}, {500, 46, 48}}
	c.SetMatches(matches, 1)
	if top, _ := c.Top(); top != 0 {
		t.Errorf("a match in view scrolled to line %d", top)
	}
	boxes := func(line int) (n, outlined int) {
		r, ok := c.pool.At(line)
		if !ok {
			t.Fatalf("line %d is not in view", line)
		}
		for _, o := range r.Node.Objects {
			if box, ok := o.(*canvas.Rectangle); ok && box.FillColor == kit.ColorFor(kit.NewTheme(kit.Dark, nil, nil), kit.ColorMatch) {
				n++
				if box.StrokeWidth > 0 {
					outlined++
				}
			}
		}
		return n, outlined
	}
	if n, outlined := boxes(3); n != 2 || outlined != 1 {
		t.Errorf("%d matches marked, %d of them as the one shown, want 2 and 1", n, outlined)
	}
	c.ShowMatch(2)
	if n, outlined := boxes(500); n != 1 || outlined != 1 {
		t.Errorf("%d matches marked, %d of them as the one shown, want 1 and 1", n, outlined)
	}
	c.SetMatches(nil, -1)
	if n, _ := boxes(500); n != 0 {
		t.Errorf("%d matches marked after they were taken away", n)
	}
}

func TestCodeViewScrollsSideways(t *testing.T) {
	begin(t)
	text := strings.Repeat("0123456789", 40)
	c := NewView(fixedLines{{Text: text, Number: 1}, {Text: "short", Number: 2}})
	kittest.Show(t, c, 300, 100)
	c.SetCursor(0)
	kittest.Key(c, fyne.KeyRight)
	if got := kittest.Texts(c); !slices.ContainsFunc(got, func(s string) bool { return strings.HasPrefix(s, "89012") }) {
		t.Errorf("after one step the line starts as %q, want from column 8", got)
	}
	c.SetMatches([]Match{{0, 390, 395}}, 0)
	if got := kittest.Texts(c); !slices.ContainsFunc(got, func(s string) bool { return strings.HasSuffix(s, "56789") }) {
		t.Errorf("a match at column 390 is not in view: %q", got)
	}
	c.Scrolled(&fyne.ScrollEvent{Scrolled: fyne.NewDelta(1e6, 0)})
	if c.columns.Offset != 0 {
		t.Errorf("scrolled back to %v, want 0", c.columns.Offset)
	}
	c.mods = func() fyne.KeyModifier { return fyne.KeyModifierShift }
	c.Scrolled(&fyne.ScrollEvent{Scrolled: fyne.NewDelta(0, -50)})
	if c.columns.Offset != 50 {
		t.Errorf("the wheel with Shift scrolled to %v, want 50", c.columns.Offset)
	}
}

func TestCodeViewRendersToMarkup(t *testing.T) {
	begin(t)
	c := NewView(sampleDocument())
	w := kittest.Show(t, c, 420, 140)
	test.AssertRendersToMarkup(t, "view.xml", w.Canvas())
}

// BenchmarkCodeViewScroll scrolls a document of 50 MB by a few lines at a time.
func BenchmarkCodeViewScroll(b *testing.B) {
	test.NewTempApp(b)
	c := NewView(&flat{n: 1_000_000})
	w := test.NewTempWindow(b, c)
	w.Resize(fyne.NewSize(640, 760))
	b.ReportAllocs()
	for b.Loop() {
		c.Scrolled(&fyne.ScrollEvent{Scrolled: fyne.NewDelta(0, -50)})
		if c.view.Offset >= c.view.Limit() {
			c.SetTop(0, 0)
		}
	}
}

// BenchmarkCodeViewJump scrolls far, so that every line is drawn again.
func BenchmarkCodeViewJump(b *testing.B) {
	test.NewTempApp(b)
	c := NewView(&flat{n: 1_000_000})
	w := test.NewTempWindow(b, c)
	w.Resize(fyne.NewSize(640, 760))
	b.ReportAllocs()
	line := 0
	for b.Loop() {
		line = (line + 123_457) % 900_000
		c.SetTop(line, 0)
	}
}

func TestTwoViewsScrollTogether(t *testing.T) {
	test.NewTempApp(t)
	a, b := NewView(wide{}), NewView(wide{})
	a.OnScroll = func() {
		line, past := a.Top()
		b.SetTop(line, past)
		b.SetLeft(a.Left())
	}
	w := test.NewWindow(container.NewGridWithColumns(2, a, b))
	defer w.Close()
	w.Resize(fyne.NewSize(600, 200))
	a.Scrolled(&fyne.ScrollEvent{Scrolled: fyne.Delta{DY: -400, DX: -120}})
	for range 40 {
		a.TypedKey(&fyne.KeyEvent{Name: fyne.KeyDown})
	}
	line, past := a.Top()
	if at, by := b.Top(); line == 0 || at != line || by != past || a.Left() == 0 || b.Left() != a.Left() {
		t.Errorf("one is at %d, %v, %v, the other at %d, %v, %v", line, past, a.Left(), at, by, b.Left())
	}
}

// wide is a document of many long lines.
type wide struct{}

func (wide) Len() int        { return 500 }
func (wide) Line(i int) Line { return Line{Number: i + 1, Text: strings.Repeat("word ", 40)} }

// ruled is a document whose second line has a rule above it, and marked words.
type ruled struct{}

func (ruled) Len() int { return 3 }

func (ruled) Line(i int) Line {
	line := Line{Number: i + 1, Text: "one two three", Detail: "12 tok"}
	if i == 1 {
		line.Rule, line.MarkTint, line.Marks = "cached to here", kit.ColorAddedWord, []prose.Span{{Start: 4, End: 7}}
	}
	return line
}

func TestARuleAndMarksAreAtTheirLine(t *testing.T) {
	test.NewTempApp(t)
	c := NewView(ruled{})
	w := test.NewWindow(c)
	defer w.Close()
	w.Resize(fyne.NewSize(500, 120))
	for i := range 3 {
		row, ok := c.pool.At(i)
		if !ok {
			t.Fatalf("line %d is not in view", i)
		}
		label, end, marked, lines := "", float32(0), false, 0
		for _, o := range row.Node.Objects {
			switch o := o.(type) {
			case *canvas.Text:
				if strings.HasPrefix(o.Text, "cached") {
					label, end = o.Text, o.Position().X+o.Size().Width
				} else if o.Text == "12 tok" && end > o.Position().X {
					t.Error("the label covers the detail")
				}
			case *canvas.Line:
				lines++
			case *canvas.Rectangle:
				if o.FillColor != kit.ColorFor(theme.CurrentForWidget(c), kit.ColorAddedWord) {
					continue
				}
				marked = true
				if x := c.gutter() + 4*c.cell; o.Position().X != x || o.Size().Width != 3*c.cell {
					t.Errorf("the mark is at %v, %v wide", o.Position(), o.Size().Width)
				}
			}
		}
		if is := i == 1; is != (label == "cached to here") || is != marked || is != (lines > 0) {
			t.Errorf("line %d: label %q, marked %t, %d lines", i, label, marked, lines)
		}
	}
}

func TestFocusOfCodeIsVisible(t *testing.T) {
	begin(t)
	kittest.FocusIsVisible(t, NewView(&flat{n: 9}))
}

// blankRuled has a rule on an empty line.
type blankRuled struct{}

func (blankRuled) Len() int { return 1 }

func (blankRuled) Line(int) Line { return Line{Number: 1, Rule: "cached to here"} }

func TestARuleOnAnEmptyLineGoesThroughItAndNotItsLabel(t *testing.T) {
	test.NewTempApp(t)
	c := NewView(blankRuled{})
	w := test.NewWindow(c)
	defer w.Close()
	w.Resize(fyne.NewSize(500, 120))
	row, _ := c.pool.At(0)
	var label *canvas.Text
	var lines []*canvas.Line
	for _, o := range row.Node.Objects {
		switch o := o.(type) {
		case *canvas.Text:
			if o.Text == "cached to here" {
				label = o
			}
		case *canvas.Line:
			lines = append(lines, o)
		}
	}
	if label == nil || len(lines) != 2 {
		t.Fatalf("%d lines, and the label is %v", len(lines), label)
	}
	for _, l := range lines {
		if l.Position1.Y != kit.CodeRowHeight/2 || l.Position2.X > label.Position().X && l.Position1.X < label.Position().X+label.Size().Width {
			t.Errorf("a line goes from %v to %v, and the label is at %v", l.Position1, l.Position2, label.Position())
		}
	}
}

// A heading that is cut off has an ellipsis, and one that fits does not.
func TestACutHeadingEndsInAnEllipsis(t *testing.T) {
	test.NewTempApp(t)
	for width, cut := range map[float32]bool{160: true, 600: false} {
		c := NewView(ruled{})
		w := test.NewWindow(c)
		w.Resize(fyne.NewSize(width, 120))
		row, ok := c.pool.At(0)
		if !ok {
			t.Fatal("the first line is not in view")
		}
		if got := slices.Contains(kittest.Texts(row.Node), "…"); got != cut {
			t.Errorf("%v wide it is %q", width, kittest.Texts(row.Node))
		}
		w.Close()
	}
}
