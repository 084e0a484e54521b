package text

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func TestApply(t *testing.T) {
	tests := []struct {
		name, text string
		edits      []Edit
		want       string
		from       []int // nil: not changed
	}{
		{"no edits", "a\nb\n", nil, "a\nb\n", nil},
		{"a line", "a\nb\nc\n", []Edit{{2, 4, ""}}, "a\nc\n", []int{1, 3}},
		{"the end of a line", "a //\nb\n", []Edit{{1, 4, ""}}, "a\nb\n", []int{1, 2}},
		{"several lines in the middle", "a/*\n*/b\nc\n", []Edit{{1, 6, " "}}, "a b\nc\n", []int{1, 3}},
		{"several lines that become two", "a/*\n*/b\nc\n", []Edit{{1, 6, "\n"}}, "a\nb\nc\n", []int{1, 2, 3}},
		{"the first line", "a\nb", []Edit{{0, 2, ""}}, "b", []int{2}},
		{"all", "a\nb", []Edit{{0, 3, ""}}, "", []int{}},
		{"one in another", "abcd", []Edit{{0, 4, "x"}, {1, 2, "y"}}, "x", []int{1}},
		{"two that overlap", "abcd", []Edit{{1, 3, "y"}, {0, 2, "x"}}, "xyd", []int{1}},
		{"an insertion", "ab", []Edit{{1, 1, "\n"}}, "a\nb", []int{1, 1}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := Mapped{Text: tt.text}.Apply(tt.edits)
			if diff := cmp.Diff(Mapped{tt.want, tt.from}, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// TestApplyKeepsLines checks that each line that edits leave unchanged has its number, in one step and
// in two.
func TestApplyKeepsLines(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		lines := rapid.SliceOfN(rapid.StringMatching("[a-c]{0,3}"), 1, 12).Draw(t, "lines")
		src := strings.Join(lines, "\n")
		drawn := func(text, name string) []Edit {
			return rapid.SliceOfN(rapid.Custom(func(t *rapid.T) Edit {
				start := rapid.IntRange(0, len(text)).Draw(t, "start")
				return Edit{start, rapid.IntRange(start, len(text)).Draw(t, "end"), rapid.SampledFrom([]string{"", "x", "\n"}).Draw(t, "new")}
			}), 0, 4).Draw(t, name)
		}
		got := Mapped{Text: src}.Apply(drawn(src, "first"))
		got = got.Apply(drawn(got.Text, "second"))
		last := 0
		for i, line := range strings.Split(got.Text, "\n") {
			n := got.Line(i)
			if got.From == nil && line != lines[i] {
				t.Fatal("another text without a map")
			}
			if n == 0 {
				continue // added behind the last line
			}
			if n < last || n > len(lines) {
				t.Fatalf("line %d is line %d of the file, after %d of %d: %v", i, n, last, len(lines), got)
			}
			last = n
		}
	})
}

func TestWithin(t *testing.T) {
	edits := []Edit{{0, 2, "a"}, {4, 6, "b"}, {8, 12, "c"}, {14, 15, "d"}}
	want := []Edit{{0, 1, ""}, {3, 5, "b"}, {7, 9, "c"}}
	if diff := cmp.Diff(want, Within(edits, 1, 10)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
