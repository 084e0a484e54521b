package tokens

import (
	"math"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestEstimate(t *testing.T) {
	prose := strings.Repeat("The quick brown fox jumps over the lazy dog, and nobody minds. ", 40)
	chinese := strings.Repeat("上下文窗口决定模型一次能读多少内容。", 40)
	var c Counter
	tests := []struct {
		name, text string
		within     float64 // of the exact count
	}{
		{"Go source", strings.Join(sources(t), ""), 0.10},
		{"English prose", prose, 0.10},
		{"Chinese prose", chinese, 0.20},
		{"sampled text is as good as its windows", strings.Repeat(prose, 200), 0.10},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			want := c.Count(O200k, tt.text)
			got := Estimate(tt.text)
			if off := math.Abs(float64(got)/float64(want) - 1); off > tt.within {
				t.Errorf("estimated %d of %d tokens, off by %.0f %%, want within %.0f %%", got, want, off*100, tt.within*100)
			}
		})
	}
}

func FuzzEstimate(f *testing.F) {
	f.Add("a")
	f.Add(" ")
	f.Add(strings.Repeat("\u0301x", sampleAbove))
	f.Fuzz(func(t *testing.T, text string) {
		got := Estimate(text)
		if (got == 0) != (text == "") {
			t.Fatalf("Estimate(%q) = %d", text, got)
		}
		// No pair weighs more than three tokens.
		if got > 3*len(text)+1 {
			t.Fatalf("estimated %d tokens for %d bytes", got, len(text))
		}
		if utf8.ValidString(text) && got != Estimate(strings.Clone(text)) {
			t.Fatal("two estimates of one text differ")
		}
	})
}

func BenchmarkEstimate(b *testing.B) {
	text := strings.Join(sources(b), "")[:sampleAbove]
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		Estimate(text)
	}
}
