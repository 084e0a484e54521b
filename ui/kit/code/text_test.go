package code

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"
	"pgregory.net/rapid"

	"dossier/ui/kit"
	"dossier/ui/kit/kittest"
	"dossier/ui/kit/prose"
)

// textView returns a view in which characters can be selected, and its clock.
func textView(t testing.TB, lines Lines, width, height float32) (*View, *kittest.Clock) {
	t.Helper()
	c, k := NewView(lines), &kittest.Clock{}
	c.OnCopyText = func(int, int, int, int) {}
	c.now = k.Now
	c.mods = func() fyne.KeyModifier { return 0 }
	w := test.NewTempWindow(t, c)
	w.SetPadded(false)
	w.Resize(fyne.NewSize(width, height))
	return c, k
}

// linesOf returns the lines of a text.
func linesOf(text string) fixedLines {
	var out fixedLines
	for i, line := range strings.Split(text, "\n") {
		out = append(out, Line{Text: line, Number: i + 1})
	}
	return out
}

// selectionOf formats the lines of a view with [ ] around the selection, or | at the cursor.
func selectionOf(c *View) string {
	var b strings.Builder
	from, to := c.selected()
	for i := range c.rowed.lines {
		text := c.rowed.text(i)
		for at := range len(text) + 1 {
			switch here := (spot{i, at}); {
			case from == to && here == from:
				b.WriteByte('|')
			case here == from:
				b.WriteByte('[')
			case here == to:
				b.WriteByte(']')
			}
			if at < len(text) {
				b.WriteByte(text[at])
			}
		}
		b.WriteByte('\n')
	}
	return strings.TrimSuffix(b.String(), "\n")
}

func TestCodeViewSelectsCharacters(t *testing.T) {
	const text = "one two_3, four\nfünf 世界\nlast"
	ctrl, shift := fyne.KeyModifierShortcutDefault, fyne.KeyModifierShift
	pos := func(c *View, line, column float32) (x, y float32) {
		return c.gutter() + column*c.cell, line*kit.CodeRowHeight + 9
	}
	click := func(line, column float32, times int, mods fyne.KeyModifier) func(*View, *kittest.Clock) {
		return func(c *View, k *kittest.Clock) {
			k.Pass(time.Minute)
			for range times {
				x, y := pos(c, line, column)
				kittest.Mouse(c, x, y, mods)
			}
		}
	}
	drag := func(line, column, line2, column2 float32) func(*View, *kittest.Clock) {
		return func(c *View, k *kittest.Clock) {
			x, y := pos(c, line, column)
			x2, y2 := pos(c, line2, column2)
			kittest.Drag(c, fyne.NewPos(x, y), fyne.NewPos(x2, y2))
			c.MouseUp(&desktop.MouseEvent{Button: desktop.MouseButtonPrimary})
			c.DragEnd()
		}
	}
	press := func(mods fyne.KeyModifier, names ...fyne.KeyName) func(*View, *kittest.Clock) {
		return func(c *View, _ *kittest.Clock) {
			for _, name := range names {
				if mods&ctrl != 0 {
					c.TypedShortcut(&desktop.CustomShortcut{KeyName: name, Modifier: mods})
					continue
				}
				c.mods = func() fyne.KeyModifier { return mods }
				kittest.Key(c, name)
			}
		}
	}
	type do = func(*View, *kittest.Clock)
	tests := []struct {
		name string
		do   []do
		want string
	}{
		{name: "a click puts the cursor between two characters", do: []do{click(0, 2.4, 1, 0)}, want: "on|e two_3, four\nfünf 世界\nlast"},
		{name: "beyond the end it is at the end", do: []do{click(2, 30, 1, 0)}, want: "one two_3, four\nfünf 世界\nlast|"},
		{name: "below the text nothing is selected", do: []do{click(9, 3, 1, 0)}, want: "one two_3, four\nfünf 世界\nlast"},
		{name: "a drag within a line", do: []do{drag(0, 1, 0, 5)}, want: "o[ne t]wo_3, four\nfünf 世界\nlast"},
		{name: "a drag over lines", do: []do{drag(0, 4, 2, 2)}, want: "one [two_3, four\nfünf 世界\nla]st"},
		{name: "a drag backwards", do: []do{drag(2, 2, 1, 4)}, want: "one two_3, four\nfünf[ 世界\nla]st"},
		{name: "a second press selects the word", do: []do{click(0, 6, 2, 0)}, want: "one [two_3], four\nfünf 世界\nlast"},
		{name: "of any script", do: []do{click(1, 2, 2, 0)}, want: "one two_3, four\n[fünf] 世界\nlast"},
		{name: "a third press selects the line", do: []do{click(1, 2, 3, 0)}, want: "one two_3, four\n[fünf 世界]\nlast"},
		{name: "a press on the number does too", do: []do{click(1, -4, 1, 0)}, want: "one two_3, four\n[fünf 世界]\nlast"},
		{name: "two presses that are far apart are no word", do: []do{click(0, 6, 1, 0), click(0, 6, 1, 0)}, want: "one tw|o_3, four\nfünf 世界\nlast"},
		{name: "with shift from where the cursor was", do: []do{click(0, 4, 1, 0), click(2, 2, 1, shift)}, want: "one [two_3, four\nfünf 世界\nla]st"},
		{name: "the arrows move it", do: []do{click(0, 0, 1, 0), press(0, fyne.KeyRight, fyne.KeyRight, fyne.KeyDown)}, want: "one two_3, four\nfü|nf 世界\nlast"},
		{name: "over the end of a line", do: []do{click(0, 30, 1, 0), press(0, fyne.KeyRight, fyne.KeyLeft)}, want: "one two_3, four|\nfünf 世界\nlast"},
		{name: "with shift they select", do: []do{click(0, 4, 1, 0), press(shift, fyne.KeyRight, fyne.KeyDown)}, want: "one [two_3, four\nfünf ]世界\nlast"},
		{name: "by words with control", do: []do{click(0, 0, 1, 0), press(ctrl|shift, fyne.KeyRight, fyne.KeyRight)}, want: "[one two_3], four\nfünf 世界\nlast"},
		{name: "back to the start of a word", do: []do{click(0, 9, 1, 0), press(ctrl, fyne.KeyLeft)}, want: "one |two_3, four\nfünf 世界\nlast"},
		{name: "shift and end", do: []do{click(0, 4, 1, 0), press(shift, fyne.KeyEnd)}, want: "one [two_3, four]\nfünf 世界\nlast"},
		{name: "shift and home", do: []do{click(0, 4, 1, 0), press(shift, fyne.KeyHome)}, want: "[one ]two_3, four\nfünf 世界\nlast"},
		{name: "to the end of the text", do: []do{click(0, 4, 1, 0), press(ctrl|shift, fyne.KeyEnd)}, want: "one [two_3, four\nfünf 世界\nlast]"},
		{name: "an arrow leaves the selection at its side", do: []do{drag(0, 1, 0, 5), press(0, fyne.KeyLeft)}, want: "o|ne two_3, four\nfünf 世界\nlast"},
		{name: "up and down keep the column", do: []do{click(0, 13, 1, 0), press(0, fyne.KeyDown, fyne.KeyUp)}, want: "one two_3, fo|ur\nfünf 世界\nlast"},
		{name: "all of it", do: []do{func(c *View, _ *kittest.Clock) { c.TypedShortcut(&fyne.ShortcutSelectAll{}) }}, want: "[one two_3, four\nfünf 世界\nlast]"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			begin(t)
			c, k := textView(t, linesOf(text), 400, 200)
			for _, do := range tt.do {
				do(c, k)
			}
			if got := selectionOf(c); got != tt.want {
				t.Errorf("got\n%s\nwant\n%s", got, tt.want)
			}
		})
	}
}

func TestAPressLandsBetweenCharacters(t *testing.T) {
	begin(t)
	tests := []struct {
		name string
		text string
		want []int // positions between characters
	}{
		{name: "cells", text: "abc", want: []int{0, 1, 2, 3}},
		{name: "an ideograph before a letter", text: "日a", want: []int{0, 3, 4}},
		{name: "between letters", text: "a日b", want: []int{0, 1, 4, 5}},
		{name: "ideographs in a row", text: "日日日", want: []int{0, 3, 6, 9}},
		{name: "emoji", text: "a😀b", want: []int{0, 1, 5, 6}},
		{name: "emoji that are drawn as one", text: "👩\u200d💻a", want: []int{0, 11, 12}},
		{name: "an accent of its own", text: "e\u0301a", want: []int{0, 3, 4}},
		{name: "several", text: "xa\u0301\u0302b", want: []int{0, 1, 6, 7}},
		{name: "an accent at the end", text: "e\u0301", want: []int{0, 3}},
		{name: "a digit in a key cap", text: "1\uFE0F\u20E3x", want: []int{0, 7, 8}},
		{name: "letters that are joined", text: "ab\u200dbc", want: []int{0, 1, 6, 7}},
		{name: "tabs", text: "日\ta\tb", want: []int{0, 3, 4, 5, 6, 7}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c, k := textView(t, linesOf(tt.text), 800, 100)
			press := func(x float32) int {
				k.Pass(time.Minute)
				kittest.Mouse(c, c.gutter()+x, 9, 0)
				return c.caret.at
			}
			for i, at := range tt.want {
				x := c.xOf(0, at)
				if i > 0 {
					before := c.xOf(0, tt.want[i-1])
					if got := press(x - (x-before)*0.4); got != at {
						t.Errorf("a press shortly before byte %d puts the cursor before byte %d", at, got)
					}
				}
				if i+1 < len(tt.want) {
					behind := c.xOf(0, tt.want[i+1])
					if got := press(x + (behind-x)*0.4); got != at {
						t.Errorf("a press shortly behind byte %d puts the cursor before byte %d", at, got)
					}
				}
			}
		})
	}
}

// No position between two characters is nearer to a press than the result, for left-to-right
// scripts.
func TestNoPlaceOfARowIsNearer(t *testing.T) {
	begin(t)
	c, _ := textView(t, linesOf(""), 800, 100)
	distance := func(a, b float32) float32 { return max(a-b, b-a) }
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringOf(rapid.SampledFrom([]rune("ab é日한😀\u0301\t\x01"))).Draw(t, "text")
		x := float32(rapid.IntRange(-5, 200).Draw(t, "x"))
		c.SetLines(fixedLines{{Text: text}})
		got := c.spotIn(0, x).at
		whole := false
		for at := 0; ; at = prose.NextChar(text, at) {
			whole = whole || at == got
			if distance(c.xOf(0, at), x) < distance(c.xOf(0, got), x)-0.01 {
				t.Fatalf("at %v of %q, byte %d at %v is nearer than byte %d at %v", x, text, at, c.xOf(0, at), got, c.xOf(0, got))
			}
			if at == len(text) {
				break
			}
		}
		if !whole {
			t.Fatalf("at %v of %q is byte %d, within a character", x, text, got)
		}
	})
}

func TestADragExtendsBySelectedUnits(t *testing.T) {
	begin(t)
	c, _ := textView(t, linesOf("one two three four"), 400, 100)
	at := func(column float32) fyne.Position { return fyne.NewPos(c.gutter()+column*c.cell, 9) }
	kittest.Mouse(c, at(9).X, 9, 0)
	kittest.Drag(c, at(9), at(15))
	if got := selectionOf(c); got != "one two [three four]" {
		t.Errorf("to the right it selects %q", got)
	}
	c.Dragged(&fyne.DragEvent{PointEvent: fyne.PointEvent{Position: at(1)}})
	if got := selectionOf(c); got != "[one two three] four" {
		t.Errorf("to the left it selects %q", got)
	}
}

func TestCodeViewReturnsWhatToCopy(t *testing.T) {
	begin(t)
	c, _ := textView(t, linesOf("one\ntwo\nthree"), 400, 100)
	var got string
	c.OnCopyText = func(from, fromAt, to, toAt int) { got = fmt.Sprint(from, ".", fromAt, "-", to, ".", toAt) }
	tests := []struct {
		name   string
		do     func()
		want   string
		first  int
		last   int
		chosen bool
	}{
		{name: "nothing is the line", do: func() { c.SetCursor(1) }, want: "1.0-1.3", first: 1, last: 2},
		{name: "characters", do: func() { c.SelectText(0, 1, 1, 2) }, want: "0.1-1.2", first: 0, last: 2, chosen: true},
		{name: "backwards", do: func() { c.SelectText(1, 2, 0, 1) }, want: "0.1-1.2", first: 0, last: 2, chosen: true},
		{name: "a line of which the start alone is reached is none of them", do: func() { c.SelectText(0, 1, 1, 0) }, want: "0.1-1.0", first: 0, last: 1, chosen: true},
		{name: "lines", do: func() { c.Select(1, 3) }, want: "1.0-2.5", first: 1, last: 3, chosen: true},
		{name: "what there is not is the nearest", do: func() { c.SelectText(1, 99, 7, 2) }, want: "1.3-2.2", first: 1, last: 3, chosen: true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			tt.do()
			c.TypedShortcut(&fyne.ShortcutCopy{})
			if got != tt.want {
				t.Errorf("copied %s, want %s", got, tt.want)
			}
			first, last := c.Selection()
			if _, _, _, _, ok := c.SelectedText(); ok != tt.chosen || first != tt.first || last != tt.last {
				t.Errorf("lines [%d, %d), selected %t, want [%d, %d), %t", first, last, ok, tt.first, tt.last, tt.chosen)
			}
		})
	}
}

func TestWordAround(t *testing.T) {
	tests := []struct{ text, want string }{
		{"on|e two", "[one] two"},
		{"one| two", "[one] two"},
		{"|one two", "[one] two"},
		{"one two|", "one [two]"},
		{"a  | b", "a[   ]b"},
		{"f(|);", "f[();]"},
		{"na\u0308|ive x", "[na\u0308ive] x"},
		{"|", "[]"},
	}
	for _, tt := range tests {
		at := strings.IndexByte(tt.text, '|')
		text := strings.Replace(tt.text, "|", "", 1)
		from, to := wordAround(text, at)
		if got := text[:from] + "[" + text[from:to] + "]" + text[to:]; got != tt.want {
			t.Errorf("%q: %q, want %q", tt.text, got, tt.want)
		}
	}
}

// wrapped returns the texts of a view's rows.
func wrapped(c *View) []string {
	var out []string
	for row := range c.view.Rows {
		p := c.rowed.part(row)
		text := c.rowed.text(p.line)
		out = append(out, strings.Repeat(" ", int(p.indent/c.cell+0.5))+text[p.from:min(p.to, len(text))])
	}
	return out
}

func TestLinesWrap(t *testing.T) {
	begin(t)
	c, _ := textView(t, linesOf("short\n\n  alpha beta gamma delta\n"+strings.Repeat("x", 25)+"\n"+strings.Repeat(" ", 30)), 400, 300)
	tests := []struct {
		name string
		cols int
		want []string
	}{
		{name: "not", want: []string{"short", "", "  alpha beta gamma delta", strings.Repeat("x", 25), strings.Repeat(" ", 30)}},
		{name: "behind blanks, as far in as the line, and within a word that is too long", cols: 12, want: []string{
			"short", "", "  alpha beta ", "  gamma ", "  delta", strings.Repeat("x", 12), strings.Repeat("x", 12), "x", strings.Repeat(" ", 30),
		}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c.rowed.set(c.lines, tt.cols, c.cell)
			c.view.Rows = c.rowed.rows()
			if got := wrapped(c); strings.Join(got, "\n") != strings.Join(tt.want, "\n") {
				t.Errorf("got  %q\nwant %q", got, tt.want)
			}
		})
	}
}

func TestRowsCoverEachLine(t *testing.T) {
	begin(t)
	cell := kit.Face{Mono: true}.Width("0000000000") / 10
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringOfN(rapid.SampledFrom([]rune("ab  \t\n世🙂\x00é-")), 0, 120, -1).Draw(t, "text")
		var r rowed
		r.set(linesOf(text), rapid.IntRange(1, 20).Draw(t, "columns"), cell)
		at := spot{}
		for row := range r.rows() {
			p := r.part(row)
			if p.line == at.line+1 {
				at = spot{line: p.line}
			}
			if p.line != at.line || p.from != at.at || p.to < p.from || p.first != (p.from == 0) || p.last != (p.to == len(r.text(p.line))) {
				t.Fatalf("row %d is %+v, behind %+v", row, p, at)
			}
			if r.lineAt(row) != p.line || r.rowOf(spot{p.line, p.from}) != row {
				t.Fatalf("row %d of line %d is found as that of line %d, and its start in row %d", row, p.line, r.lineAt(row), r.rowOf(spot{p.line, p.from}))
			}
			at.at = p.to
		}
		if at.line != r.lines-1 || at.at != len(r.text(at.line)) {
			t.Fatalf("the rows end at %+v", at)
		}
	})
}

func TestWrappingKeepsWhatIsInView(t *testing.T) {
	begin(t)
	long := strings.Repeat("word ", 20_000)
	c, _ := textView(t, fixedLines{{Text: long, Number: 1}, {Text: long, Number: 2}, {Text: "end", Number: 3}}, 400, 180)
	c.SetWrap(true)
	if n := kittest.Objects(c); n > 10*8+20 {
		t.Errorf("%d canvas objects for 10 rows", n)
	}
	c.SetTop(1, 50*kit.CodeRowHeight)
	row, _ := c.topRow()
	at := c.startOf(row)
	if at.line != 1 || at.at == 0 {
		t.Fatalf("the view stands at %+v", at)
	}
	c.Resize(fyne.NewSize(300, 180))
	row, _ = c.topRow()
	if p := c.rowed.part(row); p.line != 1 || at.at < p.from || at.at >= p.to {
		t.Errorf("in another width the top row is %+v, want the one with %+v", p, at)
	}
	c.SetWrap(false)
	if line, past := c.Top(); line > 1 || past > c.view.Row {
		t.Errorf("without wrapping the top is line %d less %v", line, past)
	}
}

func TestTheKeyboardGoesThroughTheRowsOfALine(t *testing.T) {
	begin(t)
	c, _ := textView(t, linesOf("alpha beta gamma delta epsilon zeta eta theta\nlast"), 300, 180)
	c.SetWrap(true)
	c.SetCursor(0)
	rows := c.rowed.row(1)
	if rows < 2 {
		t.Fatalf("the line takes %d rows", rows)
	}
	for row := range rows {
		if got := c.rowOfCaret(); got != row || c.CursorLine() != 0 {
			t.Errorf("after %d times down it is in row %d of line %d", row, got, c.CursorLine())
		}
		kittest.Key(c, fyne.KeyDown)
	}
	if c.CursorLine() != 1 {
		t.Error("it does not get to the next line")
	}
}

// headed are lines, every tenth of which is a heading.
type headed struct{ flat }

func (h *headed) Line(i int) Line {
	if i%10 == 0 {
		return Line{Text: fmt.Sprint("heading ", i), Number: i + 1, Jump: true}
	}
	return h.flat.Line(i)
}

func TestTheHeadingStaysInView(t *testing.T) {
	begin(t)
	c, _ := textView(t, &headed{flat{n: 100}}, 600, 9*kit.CodeRowHeight)
	c.Heading = func(i int) int { return i - i%10 }
	var jumped []int
	c.OnJump = func(i int) { jumped = append(jumped, i) }
	tests := []struct {
		name  string
		top   int
		past  float32
		pin   int
		pinY  float32
		under int // line under the pointer at the top edge
	}{
		{name: "at the top of the view it is where it is", top: 10, pin: -1, under: 10},
		{name: "below it stays", top: 13, pin: 10, under: 10},
		{name: "also when it is scrolled past by half", top: 10, past: 9, pin: 10, under: 10},
		{name: "the next one pushes it away", top: 19, past: 7, pin: 10, pinY: -7, under: 10},
		{name: "and takes its place", top: 20, pin: -1, under: 20},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			jumped = nil
			c.SetTop(tt.top, tt.past)
			if c.pinAt != tt.pin || tt.pin >= 0 && c.pinY != tt.pinY {
				t.Errorf("line %d stays at %v, want line %d at %v", c.pinAt, c.pinY, tt.pin, tt.pinY)
			}
			kittest.Mouse(c, 200, 2, 0)
			if len(jumped) != 1 || jumped[0] != tt.under {
				t.Errorf("a click at the top leads to %v, want %d", jumped, tt.under)
			}
		})
	}
	c.SetTop(15, 0)
	c.SetCursor(17)
	kittest.Key(c, fyne.KeyUp, fyne.KeyUp, fyne.KeyUp, fyne.KeyUp)
	if y := c.y(c.CursorLine()); c.CursorLine() != 13 || y < kit.CodeRowHeight {
		t.Errorf("the cursor on line %d is at %v, under the heading", c.CursorLine(), y)
	}
	c.LeadTo(35)
	if y := c.y(35); y != kit.CodeRowHeight {
		t.Errorf("line 35 is at %v, want right below its heading", y)
	}
}

// BenchmarkCodeViewWraps lays out 100 000 lines of code, 1 % of which wrap, and a line of 1 MB.
func BenchmarkCodeViewWraps(b *testing.B) {
	lines := make(fixedLines, 100_000)
	size := 0
	for i := range lines {
		lines[i].Text = "\tfor i := range users { total += len(user) } // x"
		if i%100 == 0 {
			lines[i].Text = strings.Repeat(lines[i].Text, 4)
		}
		size += len(lines[i].Text)
	}
	lines[50_000].Text = strings.Repeat("word ", 200_000)
	var r rowed
	b.SetBytes(int64(size + 1_000_000))
	b.ReportAllocs()
	for b.Loop() {
		r.set(lines, 80, 8)
	}
}

// BenchmarkCodeViewScrollsWrapped scrolls within a line of 1 MB.
func BenchmarkCodeViewScrollsWrapped(b *testing.B) {
	test.NewTempApp(b)
	c, _ := textView(b, fixedLines{{Text: strings.Repeat("word ", 200_000), Number: 1}}, 640, 760)
	c.SetWrap(true)
	b.ReportAllocs()
	for b.Loop() {
		c.Scrolled(&fyne.ScrollEvent{Scrolled: fyne.NewDelta(0, -50)})
		if c.view.Offset >= c.view.Limit() {
			c.SetTop(0, 0)
		}
	}
}
