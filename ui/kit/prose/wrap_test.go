package prose

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2/test"
	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"dossier/ui/kit"
)

func TestWrap(t *testing.T) {
	test.NewTempApp(t)
	n := kit.Face{}.Width("n")
	tests := []struct {
		name, text string
		columns    float32 // in widths of an n
		want       []string
	}{
		{"nothing is one empty line", "", 10, []string{""}},
		{"what fits stays", "nn nn", 10, []string{"nn nn"}},
		{"lines break at spaces", "nnn nnn nnn", 8, []string{"nnn nnn", "nnn"}},
		{"and within a word that is too wide", "nnnnnnn", 3.1, []string{"nnn", "nnn", "n"}},
		{"and before an ideograph that would be too wide", "n nnn日", 5, []string{"n nnn", "日"}},
		{"lines and empty lines stay", "n\n\nn\r\nn", 5, []string{"n", "", "n", "n"}},
		{"a tab is four spaces", "\tn", 20, []string{"    n"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, Wrap(tt.text, tt.columns*n+0.1)); diff != "" {
				t.Errorf("wrong lines (-want +got):\n%s", diff)
			}
		})
	}
}

// TestWrapKeepsTheText checks that wrapping loses only spaces at breaks, and respects the width.
// Character widths are those of the rulers: if the system has no font for an ideograph, the
// toolkit draws a single one wider than each of several.
func TestWrapKeepsTheText(t *testing.T) {
	test.NewTempApp(t)
	ruler := NewRulers().of(false)
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringOf(rapid.SampledFrom([]rune("ab c日é-\n"))).Draw(t, "text")
		width := ruler.Width('日') * float32(rapid.IntRange(1, 8).Draw(t, "width"))
		lines := Wrap(text, width)
		bare := func(s string) string { return strings.NewReplacer(" ", "", "\n", "").Replace(s) }
		if bare(strings.Join(lines, "")) != bare(text) {
			t.Fatalf("%q became %q", text, lines)
		}
		for _, line := range lines {
			sum := float32(0)
			for _, r := range line {
				sum += ruler.Width(r)
			}
			if sum > width+0.5 && len([]rune(line)) > 1 {
				t.Fatalf("%q is wider than %v", line, width)
			}
		}
	})
}

func BenchmarkWrap(b *testing.B) {
	test.NewTempApp(b)
	text := strings.Repeat("A line of a description, as long as people write them. ", 20_000)
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		Wrap(text, 400)
	}
}
