package prose

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
)

// lay lays text out in the width of a number of letters n.
func lay(text string, letters int) *Layout {
	r := NewRulers()
	p := &Layout{}
	p.Wrap(text, float32(letters)*r.Plain.Width('n')+0.5, r)
	return p
}

func (p *Layout) all() []string {
	lines := []string{}
	for i := range p.Lines {
		lines = append(lines, p.Shown(i))
	}
	return lines
}

func TestProseWraps(t *testing.T) {
	tests := []struct {
		name string
		text string
		want []string
	}{
		{name: "nothing is one empty line", text: "", want: []string{""}},
		{name: "at blanks", text: "nnnn nnnn nnn", want: []string{"nnnn nnnn", "nnn"}},
		{name: "blanks hang over the edge", text: "nnnnnnnnnn   nn", want: []string{"nnnnnnnnnn", "nn"}},
		{name: "a long word is broken", text: "nn nnnnnnnnnnnnn", want: []string{"nn", "nnnnnnnnnn", "nnn"}},
		{name: "lines of the text stay", text: "n\n\nn\n", want: []string{"n", "", "n", ""}},
		{name: "a carriage return before the end is part of it", text: "n\r\nn", want: []string{"n", "n"}},
		{name: "another one is shown", text: "n\rn", want: []string{"n·n"}},
		{name: "what reorders text is shown as a sign", text: "n\u202En", want: []string{"n\uFFFDn"}},
		{name: "what no font has is not looked for", text: "\U000F0000\uE0B0", want: []string{"\uFFFD\uFFFD"}},
		{name: "tabs are four blanks", text: "n\tn", want: []string{"n    n"}},
		{name: "a mark is not parted from its letter", text: strings.Repeat("n\u0301", 12), want: []string{strings.Repeat("n\u0301", 10), strings.Repeat("n\u0301", 2)}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			begin(t)
			if diff := cmp.Diff(tt.want, lay(tt.text, 10).all()); diff != "" {
				t.Errorf("wrong lines (-want +got):\n%s", diff)
			}
		})
	}
}

func TestATextMayBeMonospacedAsAWhole(t *testing.T) {
	begin(t)
	p := Layout{Mono: true}
	p.Wrap("a\n```go\nx\n```\nb", 400, NewRulers())
	for i, l := range p.Lines {
		if !l.Mono {
			t.Errorf("line %d, %q, is not", i, p.Shown(i))
		}
	}
}

func TestProseIsMonospacedInFences(t *testing.T) {
	begin(t)
	p := lay("a\n```go\nx\n````` \nb\n~~~~\n~~~\n```\n~~~~ no end\n``` a`b\n", 40)
	got := ""
	for _, l := range p.Lines {
		if l.Mono {
			got += "m"
		} else {
			got += "."
		}
	}
	if want := ".mmm.mmmmmm"; got != want {
		t.Errorf("monospaced lines %s, want %s", got, want)
	}
}

// FuzzProse checks the invariants of the layout: the lines contain every character of the text in
// order, except the spaces and line ends at which they break, no line is wider than the width
// unless it is one character, and the layout terminates.
func FuzzProse(f *testing.F) {
	f.Add("some words, and some more\n\n```\ncode\tand code\n```\n", uint8(12))
	f.Add("漢字かな交じり文 with \u202E and \U0001F469\u200D\U0001F4BB\r\n\r", uint8(3))
	f.Add(strings.Repeat("x", 2000), uint8(255))
	f.Add("0 \u200d", uint8(1))
	begin(f)
	r := NewRulers()
	f.Fuzz(func(t *testing.T, text string, letters uint8) {
		var p Layout
		width := float32(letters) * r.Plain.Width('n')
		p.Wrap(text, width, r)
		at := 0
		for i, l := range p.Lines {
			if l.Start < at || l.End < l.Start {
				t.Fatalf("line %d is [%d, %d) behind %d", i, l.Start, l.End, at)
			}
			if gap := text[at:l.Start]; strings.Trim(gap, " \t\r\n") != "" {
				t.Fatalf("%q is on no line", gap)
			}
			x, chars, runes := float32(0), 0, 0
			// Trailing spaces have no width, nor what joins them.
			line := strings.TrimRightFunc(text[l.Start:l.End], func(c rune) bool { return c == ' ' || c == '\t' || joins(c) })
			for _, c := range line {
				x += r.of(l.Mono).Width(c)
				runes++
			}
			for k := 0; k < len(line); k = NextChar(line, k) {
				chars++
			}
			if x > width+0.01 && chars > 1 {
				t.Fatalf("line %d, %q, is %v wide of %v", i, line, x, width)
			}
			if wide := utf8.RuneCountInString(line); wide > MaxRunes && chars > 1 && !strings.ContainsFunc(line, joins) {
				t.Fatalf("line %d has %d characters", i, wide)
			}
			at = l.End
		}
		if strings.Trim(text[at:], " \t\r\n") != "" {
			t.Fatalf("%q is on no line", text[at:])
		}
		for at := 0; at < len(text); {
			next := NextChar(text, at)
			if next <= at {
				t.Fatalf("nothing comes behind byte %d of %q", at, text)
			}
			if i := p.LineOf(at); p.Lines[i].Start > at {
				t.Fatalf("byte %d is on line %d, which begins at %d", at, i, p.Lines[i].Start)
			}
			at = next
		}
		for at := len(text); at > 0; {
			before := PrevChar(text, at)
			if before >= at {
				t.Fatalf("nothing comes before byte %d of %q", at, text)
			}
			at = before
		}
	})
}

func BenchmarkProseWrap(b *testing.B) {
	begin(b)
	r := NewRulers()
	text := strings.Repeat("The quick brown fox jumps over the lazy dog, and naïve readers wonder why.\n", 14_000) // about 1 MiB
	var p Layout
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		p.Wrap(text, 480, r)
	}
}
