package text

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func TestCountLines(t *testing.T) {
	for s, want := range map[string]int{"": 0, "\n": 1, "a": 1, "a\n": 1, "a\nb": 2, "a\r\nb\r\n": 2, "\n\n": 2} {
		if got := CountLines(s); got != want {
			t.Errorf("%q has %d lines, want %d", s, got, want)
		}
	}
}

func TestCountCharsAgreesWithTheLibrary(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		// Long enough for the steps of 32 and of eight bytes, and for a remainder.
		ascii := rapid.StringMatching(`[a-z]{0,100}`)
		s := ascii.Draw(t, "before") + strings.ToValidUTF8(rapid.String().Draw(t, "text"), "\ufffd") + ascii.Draw(t, "behind")
		if got, want := CountChars(s), utf8.RuneCountInString(s); got != want {
			t.Fatalf("%q has %d code points, want %d", s, got, want)
		}
	})
}

func BenchmarkCountChars(b *testing.B) {
	s := strings.Repeat("if err != nil { return err } // naïve — 日本語\n", 25_000)
	b.SetBytes(int64(len(s)))
	b.ReportAllocs()
	for b.Loop() {
		CountChars(s)
	}
}

func TestLines(t *testing.T) {
	tests := []struct {
		name       string
		start, end int
		want       string
	}{
		{"both ends are included", 1, 2, "one\ntwo"},
		{"a single line", 2, 2, "two"},
		{"the last line", 3, 3, "three"},
		{"an end beyond the text", 2, 99, "two\nthree"},
		{"a start before the text", -4, 1, "one"},
		{"an end before the start", 3, 1, ""},
		{"a start beyond the text", 4, 9, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			for _, s := range []string{"one\ntwo\nthree\n", "one\ntwo\nthree"} {
				if diff := cmp.Diff(tt.want, Lines(s, tt.start, tt.end)); diff != "" {
					t.Errorf("wrong lines of %q (-want +got):\n%s", s, diff)
				}
			}
		})
	}
}

// Cutting gives the same result as splitting.
func TestLinesAgreeWithSplit(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.StringMatching(`[ab\n\r]*`).Draw(t, "text")
		start, end := rapid.IntRange(-1, 12).Draw(t, "start"), rapid.IntRange(-1, 12).Draw(t, "end")
		all := strings.Split(s, "\n")[:CountLines(s)]
		from, to := max(start, 1)-1, min(end, len(all))
		want := ""
		if from < to {
			want = strings.Join(all[from:to], "\n")
		}
		if got := Lines(s, start, end); got != want {
			t.Fatalf("lines %d–%d of %q are %q, want %q", start, end, s, got, want)
		}
	})
}

// Lines cut at their starts concatenate to the text, each with exactly one newline.
func TestLineStarts(t *testing.T) {
	for _, s := range []string{"", "a", "a\n", "\n", "a\n\nb", "a\r\nb\n"} {
		starts := LineStarts(s)
		if len(starts) != CountLines(s)+1 || starts[0] != 0 {
			t.Errorf("%q: lines start at %v", s, starts)
		}
		joined := ""
		for i, start := range starts[:len(starts)-1] {
			line := s[start:min(starts[i+1], len(s))]
			if strings.Count(strings.TrimSuffix(line, "\n"), "\n") != 0 {
				t.Errorf("%q: line %d is %q", s, i, line)
			}
			joined += line
		}
		if joined != s {
			t.Errorf("%q: its lines are %q", s, joined)
		}
	}
}

func TestNthLine(t *testing.T) {
	for k, want := range []string{"a", "", "b", "", ""} {
		if got := NthLine("a\n\nb\n", k); got != want {
			t.Errorf("line %d is %q, want %q", k, got, want)
		}
	}
}

func TestCommonStart(t *testing.T) {
	tests := []struct{ a, b, want string }{
		{"", "a", ""},
		{"ab", "ac", "a"},
		{"ab", "ab", "ab"},
		{"ab", "abc", "ab"},
		{"abc", "ab", "ab"},
		{"ä", "ö", ""}, // they share a byte
		{"aä", "aö", "a"},
		{"a\xc3", "a\xc3", "a\xc3"},
	}
	for _, tt := range tests {
		if got := CommonStart(tt.a, tt.b); got != tt.want {
			t.Errorf("%q and %q begin with %q, want %q", tt.a, tt.b, got, tt.want)
		}
	}
}
